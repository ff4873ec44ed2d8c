"""The route of a recipe's own script: its repository at the pinned commit, and its own commands in their order."""

import re
from collections.abc import Iterator, Mapping

from spark_tui.advise.download import pieces, total_gb
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.recipe import Step as RecipeStep
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Plan, Step
from spark_tui.launch.routes.filling import filled, joined, known
from spark_tui.launch.routes.warnings import of_code, warnings

CLONE = "repository"
"""Folder of the clone, below the job's own."""
_KNOWN_SETTINGS = re.compile(r"\b(WORKER|WORKER_HOST|WORKER_IP|HEAD_IP|MASTER_ADDR|HEAD_ADDR|WORKER_USER)\b")


def script_plan(catalog: Catalog, offer: Offer, boxes: tuple[Box, ...], given: Mapping[str, str]) -> Plan:
    """Return the plan of a recipe's own steps; what stands open is filled from the boxes and from `given`."""
    steps: list[Step] = []
    by_hand: list[str] = []
    needed = [one for one in offer.setup.steps if one.what in ("prepare", "start") and not _is_optional(one)]
    for box in boxes:
        mine = [one for one in needed if _is_for(one, box, boxes)]
        if not mine:
            continue
        values = {**known(boxes, box), **given}
        steps += _clone(offer, box)
        for one in mine:
            if one.sudo or _is_elsewhere(one):
                by_hand.append(_hand(one, box, values))
            elif not _clones(one, offer):
                steps += _step(one, box, boxes, values)
    gb = total_gb(pieces(catalog, offer))
    steps = [step._replace(gb=gb if number == _first_serving(steps) else None) for number, step in enumerate(steps)]
    return Plan(
        offer.setup.id, "script", boxes,
        steps=tuple(steps),
        stop=tuple(_stops(offer, boxes, given)),
        by_hand=tuple(dict.fromkeys(by_hand)),
        warnings=(*of_code(offer), *warnings(catalog, offer, steps)),
        port=offer.setup.port,
        served_name=offer.setup.served_name,
        load_seconds=_boot_seconds(offer),
    )  # fmt: skip


def _is_optional(step: RecipeStep) -> bool:
    return (step.note or "").startswith("Optional")


def _is_elsewhere(step: RecipeStep) -> bool:
    """Whether it runs in the checkout of something else, which its note names."""
    return (step.note or "").startswith(("In a ", "In the "))


def _hand(step: RecipeStep, box: Box, values: Mapping[str, str]) -> str:
    note = f" ({step.note})" if step.note else ""
    return f"on {box.name}: {'sudo ' if step.sudo else ''}{filled(' '.join(joined(step.argv)), values)}{note}"


def _is_for(step: RecipeStep, box: Box, boxes: tuple[Box, ...]) -> bool:
    return step.where == "every box" or (step.where == "head") == (box == boxes[0])


def _clone(offer: Offer, box: Box) -> Iterator[Step]:
    recipe = offer.recipe
    assert recipe.repository is not None
    yield Step(box.name, ("git", "clone", "--quiet", recipe.repository, CLONE), again=False,
               changes=f"copies {recipe.repository} into the job's folder")  # fmt: skip
    if recipe.commit:
        yield Step(box.name, ("git", "checkout", "--quiet", "--detach", recipe.commit), CLONE,
                   changes="takes exactly the commit that was read for the catalog", again=False)  # fmt: skip


def _clones(step: RecipeStep, offer: Offer) -> bool:
    """Whether a step is the recipe's own clone, which ours at the pinned commit replaces."""
    addresses = {word.removesuffix(".git").rstrip("/") for word in step.argv}
    return step.argv[:2] == ("git", "clone") and (offer.recipe.repository or "").removesuffix(".git") in addresses


def _step(one: RecipeStep, box: Box, boxes: tuple[Box, ...], values: Mapping[str, str]) -> Iterator[Step]:
    folder = f"{CLONE}/{one.folder}" if one.folder and not one.folder.startswith(("/", "~")) else one.folder or CLONE
    argv = tuple(filled(word, values) for word in joined(one.argv))
    yield Step(
        box.name, argv, filled(folder, values),
        tuple(_setting(filled(text, values)) for text in one.environment),
        changes=one.note or "", serves=one.what == "start", again=one.every_start,
    )  # fmt: skip
    settings = _known_settings(one, boxes)
    if argv[0] == "cp" and len(argv) == 3 and settings:
        write = 'file=$1; shift; printf "%s\\n" "$@" >> "$file"'
        yield Step(box.name, ("sh", "-c", write, "settings", argv[2], *settings), folder,
                   changes="adds what is known of your boxes to the recipe's own settings", again=False)  # fmt: skip


def _known_settings(one: RecipeStep, boxes: tuple[Box, ...]) -> tuple[str, ...]:
    """The settings that a step's note names and that the boxes tell."""
    if len(boxes) < 2:
        return ()
    head, worker = boxes[0], boxes[1]
    target = worker.ssh or ""
    values = {
        "WORKER": target, "WORKER_HOST": target.rpartition("@")[2], "WORKER_USER": target.rpartition("@")[0],
        "WORKER_IP": worker.fabric, "HEAD_IP": head.fabric, "HEAD_ADDR": head.fabric, "MASTER_ADDR": head.fabric,
    }  # fmt: skip
    named = dict.fromkeys(_KNOWN_SETTINGS.findall(one.note or ""))
    return tuple(f"{name}={value}" for name in named if (value := values[name]))


def _setting(text: str) -> tuple[str, str | None]:
    name, equals, value = text.partition("=")
    return name, value if equals else None


def _stops(offer: Offer, boxes: tuple[Box, ...], given: Mapping[str, str]) -> Iterator[Step]:
    for one in offer.setup.steps:
        if one.what == "stop" and not one.sudo:
            for box in boxes:
                if _is_for(one, box, boxes):
                    yield from _step(one, box, boxes, {**known(boxes, box), **given})


def _first_serving(steps: list[Step]) -> int:
    return next((number for number, step in enumerate(steps) if step.serves), -1)


def _boot_seconds(offer: Offer) -> float | None:
    """How long it takes to be ready, as published; the longest, since the first start is the slowest."""
    factor = {"s": 1.0, "min": 60.0, "h": 3600.0}
    known_times = [one.value * factor[one.unit] for one in offer.setup.measurements
                   if one.metric == "boot" and one.unit in factor]  # fmt: skip
    return max(known_times, default=None)
