"""The route of documented engine commands, for setups that need nothing but an engine and its weights.

The API listens on the head alone; an ssh tunnel reaches it. Sources: vLLM "Multi-node" (--nnodes, --node-rank,
--headless), SGLang "Multi-node deployment" (--nnodes, --dist-init-addr), llama.cpp tools/rpc.
"""

from collections.abc import Callable, Iterator

from spark_tui.advise.download import pieces, total_gb
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.things import Weights
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Plan, Step
from spark_tui.launch.routes.warnings import warnings

_LOOPBACK = "127.0.0.1"
_VLLM_MASTER, _SGLANG_INIT, _RPC = 29501, 25000, 50052
_PORTS = {"vllm": 8000, "sglang": 30000, "llama-cpp": 8080}

Build = Callable[[Offer, Weights, tuple[Box, ...], int], Iterator[Step]]


def command_plan(catalog: Catalog, offer: Offer, boxes: tuple[Box, ...]) -> Plan:
    """Return the plan of an engine's own commands."""
    assert offer.weights is not None
    engine = offer.recipe.engine or ""
    port = offer.setup.port or _PORTS[engine]
    steps = tuple(BUILDERS[engine](offer, offer.weights, boxes, port))
    gb = total_gb(pieces(catalog, offer))
    steps = tuple(step._replace(gb=gb) if step.box == boxes[0].name else step for step in steps)
    return Plan(offer.setup.id, "command", boxes, steps=steps, warnings=warnings(catalog, offer, steps), port=port,
                served_name=offer.setup.served_name)  # fmt: skip


def why_not(offer: Offer) -> str | None:
    """Say why an engine's plain commands cannot start a setup; None where they can."""
    recipe, setup = offer.recipe, offer.setup
    if recipe.engine not in BUILDERS:
        return f"no documented commands of {offer.engine_name} are known here."
    if offer.weights is None or offer.weights.repo is None:
        return "on which repository its weights are is not known."
    if recipe.custom_kernels is not False:
        known = "needs" if recipe.custom_kernels else "may need"
        return f"it {known} kernels or patches that a release of {offer.engine_name} does not have."
    if setup.boxes > 1 and recipe.engine != "llama-cpp" and not (setup.parallelism and setup.parallelism.tensor):
        return "how the model is split over the boxes is not stated."
    return None


def _vllm(offer: Offer, weights: Weights, boxes: tuple[Box, ...], port: int) -> Iterator[Step]:
    setup = offer.setup
    tensor = (setup.parallelism and setup.parallelism.tensor) or len(boxes)
    common = ("vllm", "serve", str(weights.repo), *_option("--revision", weights.revision),
              "--tensor-parallel-size", str(tensor), *_option("--max-model-len", setup.context_tokens),
              *_option("--max-num-seqs", setup.slots), *_option("--kv-cache-dtype", _vllm_kv(setup.kv_type)),
              *_option("--served-model-name", setup.served_name), "--host", _LOOPBACK, "--port", str(port))  # fmt: skip
    for rank, box in enumerate(boxes):
        joined: tuple[str, ...] = ()
        environment: tuple[tuple[str, str | None], ...] = ()
        if len(boxes) > 1:
            joined = ("--nnodes", str(len(boxes)), "--node-rank", str(rank), "--master-addr", str(boxes[0].fabric),
                      "--master-port", str(_VLLM_MASTER), *(("--headless",) if rank else ()))  # fmt: skip
            environment = (("VLLM_HOST_IP", box.fabric),)
        yield Step(box.name, (*common, *joined), environment=environment, serves=True, changes="serves with vLLM")


def _sglang(offer: Offer, weights: Weights, boxes: tuple[Box, ...], port: int) -> Iterator[Step]:
    setup = offer.setup
    tensor = (setup.parallelism and setup.parallelism.tensor) or len(boxes)
    common = ("sglang", "serve", "--model-path", str(weights.repo), *_option("--revision", weights.revision),
              "--tp-size", str(tensor), *_option("--context-length", setup.context_tokens),
              *_option("--max-running-requests", setup.slots), *_option("--served-model-name", setup.served_name),
              "--host", _LOOPBACK, "--port", str(port))  # fmt: skip
    for rank, box in enumerate(boxes):
        joined = ("--nnodes", str(len(boxes)), "--node-rank", str(rank), "--dist-init-addr",
                  f"{boxes[0].fabric}:{_SGLANG_INIT}") if len(boxes) > 1 else ()  # fmt: skip
        environment = (("SGLANG_HOST_IP", box.fabric),) if len(boxes) > 1 else ()
        yield Step(box.name, (*common, *joined), environment=environment, serves=True, changes="serves with SGLang")


def _llama_cpp(offer: Offer, weights: Weights, boxes: tuple[Box, ...], port: int) -> Iterator[Step]:
    setup = offer.setup
    for box in boxes[1:]:
        # The address on the fabric, never all: llama.cpp calls this server insecure.
        yield Step(box.name, ("rpc-server", "-H", str(box.fabric), "-p", str(_RPC), "-c"), serves=True,
                   changes="computes for the head, on the fabric only")  # fmt: skip
    workers = ",".join(f"{box.fabric}:{_RPC}" for box in boxes[1:])
    files = ("-hf", str(weights.repo), *(("-hff", weights.files[0]) if len(weights.files) == 1 else ()))
    yield Step(boxes[0].name,
               ("llama-server", *files, "-ngl", "99", "--no-mmap", *_option("-c", setup.context_tokens),
                *_option("--rpc", workers or None), *_option("--alias", setup.served_name),
                "--host", _LOOPBACK, "--port", str(port)),
               serves=True, changes="serves with llama.cpp")  # fmt: skip


def _vllm_kv(kv_type: str | None) -> str | None:
    return "fp8" if kv_type == "fp8" else None  # What vLLM takes by itself needs no option.


def _option(name: str, value: object) -> tuple[str, ...]:
    return () if value is None else (name, str(value))


BUILDERS: dict[str, Build] = {"vllm": _vllm, "sglang": _sglang, "llama-cpp": _llama_cpp}
