"""Recipes that open a shell in a container and type a command there: both as one command, which needs nobody."""

from collections.abc import Iterator, Sequence

from spark_tui.catalog.recipe import Step
from spark_tui.launch.routes import notes

_SHELL = ("--entrypoint", "/bin/bash")
_NETWORK = ("NCCL_SOCKET_IFNAME", "GLOO_SOCKET_IFNAME", "TP_SOCKET_IFNAME")


def merged(steps: Sequence[Step], *, several: bool) -> Iterator[Step]:
    """Yield the steps of one box, each container together with the command that runs inside it."""
    opened: Step | None = None
    for one in steps:
        if notes.opens_a_container(one):
            opened = one
        elif opened is not None and one.what == "start":
            yield _together(opened, one, several=several)
            opened = None
        else:
            yield one


def _together(opened: Step, inside: Step, *, several: bool) -> Step:
    place = next(place for place in range(len(opened.argv)) if opened.argv[place : place + 2] == _SHELL)
    before = tuple(word for word in opened.argv[:place] if word not in ("-it", "-ti"))
    image = opened.argv[place + 2 :]
    settings = [*inside.environment, *(_network() if notes.needs_network_names(opened) else ())]
    if several:
        settings.append("VLLM_HOST_IP=<own address>")
    passed = tuple(word for setting in settings for word in ("-e", setting))
    argv = (*before, *passed, "--entrypoint", inside.argv[0], *image, *inside.argv[1:])
    note = "Serves in a container, by the command that its source types into a shell there."
    return inside.model_copy(update={"argv": argv, "environment": opened.environment, "note": note})


def _network() -> Iterator[str]:
    yield from (f"{name}=<interface>" for name in _NETWORK)
    yield "NCCL_IB_HCA=<hca>"
