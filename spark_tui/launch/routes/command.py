"""The route of documented engine commands, for setups that need nothing but an engine and its weights."""

from spark_tui.advise.download import pieces, total_gb
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Plan
from spark_tui.launch.routes import engines
from spark_tui.launch.routes.warnings import of_image, warnings

_ENGINES: dict[str, tuple[engines.Build, int]] = {
    "vllm": (engines.vllm, 8000),
    "sglang": (engines.sglang, 30000),
    "llama-cpp": (engines.llama_cpp, 8080),
    "ollama": (engines.ollama, 11434),
    "nim": (engines.nim, 8000),
}
"""By the engine's id: what makes its steps, and the port that it takes by itself."""
_BY_HAND = {
    "tensorrt-llm": "follow NVIDIA's playbook for TensorRT-LLM on several boxes (build.nvidia.com/spark): it needs "
    "openmpi-bin and a container with its own sshd on every box, and starts from the head with mpirun.",
    "nim": "follow NVIDIA's NIM documentation (docs.nvidia.com/nim) for several boxes: its containers for DGX Spark, "
    "or Kubernetes with its Helm chart. How it is started there is not known here.",
}
"""What starts an engine over several boxes, where nothing here can."""
_LOGIN = "on {}: docker login nvcr.io, as user $oauthtoken with your NGC key"


def why_not(offer: Offer) -> str | None:
    """Say why an engine's plain commands cannot start a setup; None where they can, or where they can be told."""
    engine = offer.recipe.engine or ""
    if is_by_hand(offer):
        return None
    if engine not in _ENGINES:
        return f"no documented commands of {offer.engine_name} are known here."
    if engine == "nim":
        return None if offer.setup.image else "which image of NVIDIA NIM it needs is not known."
    return _lacks(offer) or _cannot_span(offer)


def _lacks(offer: Offer) -> str | None:
    if offer.weights is None or offer.weights.repo is None:
        return "on which repository its weights are is not known."
    if offer.recipe.custom_kernels is not False:
        known = "needs" if offer.recipe.custom_kernels else "may need"
        return f"it {known} kernels or patches that a release of {offer.engine_name} does not have."
    return None


def _cannot_span(offer: Offer) -> str | None:
    setup, engine = offer.setup, offer.recipe.engine
    if setup.boxes == 1 or engine == "llama-cpp":
        return None
    if engine == "ollama":
        return "Ollama serves from one box."
    split = setup.parallelism and setup.parallelism.tensor
    return None if split else "how the model is split over the boxes is not stated."


def is_by_hand(offer: Offer) -> bool:
    """Whether only instructions can be given."""
    return offer.setup.boxes > 1 and offer.recipe.engine in _BY_HAND


def how(offer: Offer) -> str:
    """Say how an engine's commands start a setup, in one sentence."""
    told = "instructions for" if is_by_hand(offer) else "the documented commands of"
    return f"{told} {offer.engine_name}."


def command_plan(catalog: Catalog, offer: Offer, boxes: tuple[Box, ...]) -> Plan:
    """Return the plan of an engine's own commands."""
    setup, engine = offer.setup, offer.recipe.engine or ""
    if is_by_hand(offer):
        return Plan(setup.id, "command", boxes, by_hand=(_BY_HAND[engine],), warnings=warnings(catalog, offer, ()),
                    port=setup.port, served_name=setup.served_name)  # fmt: skip
    build, usual = _ENGINES[engine]
    port = usual if engine == "ollama" else setup.port or usual
    gb = total_gb(pieces(catalog, offer))
    steps = tuple(build(offer, boxes, port))
    first = next(place for place, step in enumerate(steps) if step.box == boxes[0].name)
    steps = tuple(step._replace(gb=gb) if place == first else step for place, step in enumerate(steps))
    return Plan(
        setup.id, "command", boxes, steps=steps, port=port, served_name=setup.served_name,
        by_hand=(_LOGIN.format(boxes[0].name),) if engine == "nim" else (),
        warnings=(*of_image(offer), *warnings(catalog, offer, steps)),
    )  # fmt: skip
