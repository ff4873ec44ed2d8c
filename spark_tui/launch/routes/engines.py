"""The documented commands of engines, one function each: from a setup, its weights and boxes to the steps.

The API listens on the loopback of the head alone. Sources: vLLM "Multi-node" (--nnodes, --node-rank, --headless) and
"Using Docker"; SGLang "Multi-node deployment" (--nnodes, --dist-init-addr); llama.cpp tools/rpc and tools/server;
Hugging Face "Use Ollama with any GGUF model"; NVIDIA NIM "Getting started" and its playbook for DGX Spark.
"""

import re
from collections.abc import Callable, Iterator

from spark_tui.catalog.catalog import Offer
from spark_tui.catalog.things import Weights
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Step
from spark_tui.launch.routes.filling import filled_argv

_LOOPBACK = "127.0.0.1"
_VLLM_MASTER, _SGLANG_INIT, _RPC = 29501, 25000, 50052
_CACHE = "<home>/.cache/huggingface:/root/.cache/huggingface"
_QUANT = re.compile(r"(?:^|[^A-Za-z0-9])((?:IQ|Q|TQ|MXFP|BF|F)\d\w*?)(?=[^A-Za-z0-9_]|$)", re.IGNORECASE)

Build = Callable[[Offer, tuple[Box, ...], int], Iterator[Step]]


def vllm(offer: Offer, boxes: tuple[Box, ...], port: int) -> Iterator[Step]:
    """Yield vLLM on each box: by the setup's image where it names one, else as installed."""
    setup = offer.setup
    common = (*_repository(offer),
              "--tensor-parallel-size", str(_tensor(offer)), *_option("--max-model-len", setup.context_tokens),
              *_option("--max-num-seqs", setup.slots), *_option("--kv-cache-dtype", _vllm_kv(setup.kv_type)),
              *_option("--served-model-name", setup.served_name), "--host", _LOOPBACK, "--port", str(port))  # fmt: skip
    for rank, box in enumerate(boxes):
        joined: tuple[str, ...] = ()
        own: tuple[tuple[str, str | None], ...] = ()
        if len(boxes) > 1:
            joined = ("--nnodes", str(len(boxes)), "--node-rank", str(rank), "--master-addr", str(boxes[0].fabric),
                      "--master-port", str(_VLLM_MASTER), *(("--headless",) if rank else ()))  # fmt: skip
            own = (("VLLM_HOST_IP", box.fabric),)
        if setup.image:
            passed = tuple(word for name, value in own for word in ("-e", f"{name}={value}"))
            argv = filled_argv(("docker", "run", "--rm", "--gpus", "all", "--ipc", "host", "--network", "host",
                                "-v", _CACHE, *passed, "--entrypoint", "vllm", setup.image, "serve", *common, *joined),
                               {})  # fmt: skip
            yield Step(box.name, argv, serves=True, changes="serves with vLLM, in a container")
        else:
            yield Step(box.name, ("vllm", "serve", *common, *joined), environment=own, serves=True,
                       changes="serves with vLLM")  # fmt: skip


def sglang(offer: Offer, boxes: tuple[Box, ...], port: int) -> Iterator[Step]:
    """Yield SGLang on each box; the others meet at the head."""
    setup = offer.setup
    common = ("sglang", "serve", "--model-path", *_repository(offer),
              "--tp-size", str(_tensor(offer)), *_option("--context-length", setup.context_tokens),
              *_option("--max-running-requests", setup.slots), *_option("--served-model-name", setup.served_name),
              "--host", _LOOPBACK, "--port", str(port))  # fmt: skip
    for rank, box in enumerate(boxes):
        joined = ("--nnodes", str(len(boxes)), "--node-rank", str(rank), "--dist-init-addr",
                  f"{boxes[0].fabric}:{_SGLANG_INIT}") if len(boxes) > 1 else ()  # fmt: skip
        environment = (("SGLANG_HOST_IP", box.fabric),) if len(boxes) > 1 else ()
        yield Step(box.name, (*common, *joined), environment=environment, serves=True, changes="serves with SGLang")


def llama_cpp(offer: Offer, boxes: tuple[Box, ...], port: int) -> Iterator[Step]:
    """Yield llama.cpp: the other boxes compute for the head, which alone reads the files."""
    setup = offer.setup
    for box in boxes[1:]:
        # The address on the fabric, never all: llama.cpp calls this server insecure.
        yield Step(box.name, ("rpc-server", "-H", str(box.fabric), "-p", str(_RPC), "-c"), serves=True,
                   changes="computes for the head, on the fabric only")  # fmt: skip
    workers = ",".join(f"{box.fabric}:{_RPC}" for box in boxes[1:])
    yield Step(boxes[0].name,
               ("llama-server", "-hf", _gguf(offer), "-ngl", "99", "--no-mmap",
                *_option("-c", setup.context_tokens), *_option("--rpc", workers or None),
                *_option("--alias", setup.served_name), "--host", _LOOPBACK, "--port", str(port)),
               serves=True, changes="serves with llama.cpp")  # fmt: skip


def ollama(offer: Offer, boxes: tuple[Box, ...], _: int) -> Iterator[Step]:
    """Yield what makes an Ollama that runs already, as its installer leaves it, load the weights."""
    model = f"hf.co/{_gguf(offer)}"
    yield Step(boxes[0].name, ("ollama", "pull", model), changes="downloads the weights into Ollama's own store")
    yield Step(boxes[0].name, ("ollama", "run", model, ""), serves=True, changes="loads the weights")


def nim(offer: Offer, boxes: tuple[Box, ...], port: int) -> Iterator[Step]:
    """Yield NVIDIA NIM on one box. Its key has a name only; `docker login nvcr.io` was done by hand."""
    argv = ("docker", "run", "--rm", "--gpus", "all", "--shm-size=16GB", "-e", "NGC_API_KEY",
            "-v", "<home>/.cache/nim:/opt/nim/.cache", "-p", f"{_LOOPBACK}:{port}:8000",
            str(offer.setup.image))  # fmt: skip
    yield Step(boxes[0].name, filled_argv(argv, {}), environment=(("NGC_API_KEY", None),), serves=True,
               changes="serves with NVIDIA NIM")  # fmt: skip


def _tensor(offer: Offer) -> int:
    split = offer.setup.parallelism
    return (split and split.tensor) or offer.setup.boxes


def _repository(offer: Offer) -> tuple[str, ...]:
    """Return the weights' repository, and its revision where the catalog pins one."""
    weights = _weights(offer)
    return (str(weights.repo), *_option("--revision", weights.revision))


def _gguf(offer: Offer) -> str:
    """Return repository and quantization, as llama.cpp and Ollama take them; the quantization stands in the files."""
    weights = _weights(offer)
    named = (_QUANT.search(text) for text in (*weights.files, weights.precision))
    quant = next((found[1] for found in named if found), None)
    return f"{weights.repo}:{quant}" if quant else str(weights.repo)


def _weights(offer: Offer) -> Weights:
    assert offer.weights is not None
    return offer.weights


def _vllm_kv(kv_type: str | None) -> str | None:
    return "fp8" if kv_type == "fp8" else None  # What vLLM takes by itself needs no option.


def _option(name: str, value: object) -> tuple[str, ...]:
    return () if value is None else (name, str(value))
