"""What one sparkrun or eugr recipe file states, in its own terms. What it leaves out stays unknown.

Both kinds have the same shape: `defaults` fill the `{placeholders}` of a `command` that runs in a container. eugr's
(version 1) says `cluster_only` or `solo_only`, sparkrun's (version 2) `min_nodes`, `max_nodes` and `runtime`.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from spark_tui.catalog.imported import command, secret
from spark_tui.catalog.imported.problem import NotUnderstoodError

MOST_BOXES = 8
_REPO = re.compile(r"([A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*)(?::([\w.-]+))?")
_NUMBER = re.compile(r"(\d{1,9})([kKmM]?)")
_FACTOR = {"": 1, "k": 1_000, "K": 1_024, "m": 1_000_000, "M": 1_048_576}
"""As vLLM reads them: small letters are thousands, capitals powers of 1,024."""
_ENGINES = (
    ("vllm", "vllm"), ("eugr", "vllm"), ("sglang", "sglang"), ("llama", "llama-cpp"), ("trtllm", "tensorrt-llm"),
    ("tensorrt", "tensorrt-llm"), ("atlas", "atlas"), ("ollama", "ollama"),
)  # fmt: skip
"""How names of runtimes begin, and the engine they mean."""
_PROGRAMS = (
    ("vllm serve", "vllm"), ("vllm.entrypoints", "vllm"), ("sglang serve", "sglang"),
    ("sglang.launch_server", "sglang"), ("llama-server", "llama-cpp"), ("trtllm-serve", "tensorrt-llm"),
)  # fmt: skip
_TENSOR = (("tensor_parallel", "tensor_parallel_size", "tp", "tp_size"),
           ("-tp", "--tp", "--tensor-parallel-size", "--tensor-parallel", "--tp-size", "--tp_size"))  # fmt: skip
_PIPELINE = (("pipeline_parallel", "pipeline_parallel_size", "pp", "pp_size"),
             ("-pp", "--pp", "--pipeline-parallel-size", "--pp-size", "--pp_size"))  # fmt: skip
_DATA = (("data_parallel", "data_parallel_size"), ("-dp", "--data-parallel-size"))
_EXPERT = (("ep_size",), ("--ep-size",))
_WINDOW = (("max_model_len", "context_length", "ctx_size", "max_seq_len"),
           ("--max-model-len", "--context-length", "--ctx-size", "-c", "--max-seq-len", "--max_seq_len"))  # fmt: skip
_SLOTS = (("max_num_seqs", "max-num-seqs", "max_running_requests", "parallel", "max_batch_size"),
          ("--max-num-seqs", "--max-running-requests", "--parallel", "-np", "--max_batch_size"))  # fmt: skip
_PORT = (("port",), ("--port",))
_SERVED = (("served_model_name",), ("--served-model-name", "--alias", "-a"))
_KV = (("kv_cache_dtype", "cache_type_k"), ("--kv-cache-dtype", "--cache-type-k", "-ctk"))
_SPECULATIVE = (("speculative_config",), ("--speculative-config",))
_ALGORITHM = (("speculative_algorithm", "draft_method"), ("--speculative-algorithm", "--spec-type"))
_DRAFT = (("draft_model", "speculative_draft_model_path", "speculative_draft_model"),
          ("--speculative-draft-model-path", "--draft-model", "--model-draft", "-md"))  # fmt: skip
_MODEL = ((), ("--model", "--model-path", "--model_path", "-hf", "--hf-repo"))
Names = tuple[tuple[str, ...], tuple[str, ...]]


class Drafter(NamedTuple):
    """How speculative decoding drafts."""

    text: str
    repo: str | None
    """Hugging Face repository of the draft model, where one is named."""


class Stated(NamedTuple):
    """What a recipe file states; None and empty where it does not."""

    name: str | None
    author: str | None
    description: str | None
    model: str
    """A Hugging Face repository, or the last part of a path."""
    repo: str | None
    quant: str | None
    """Which of several files in the repository, as behind the colon of `repo:Q4_K_M`."""
    precision: str | None
    engine: str | None
    boxes: int
    boxes_from: str
    """How the number of boxes comes about, in a sentence."""
    tensor: int | None
    pipeline: int | None
    image: str | None
    window: int | None
    slots: int | None
    port: int | None
    served_name: str | None
    kv: str | None
    """As written there."""
    drafter: Drafter | None
    argv: tuple[str, ...]
    """The command, where it is one program with arguments; empty where it is a script or left to the launcher."""
    environment: tuple[str, ...]
    patches: tuple[str, ...]
    """Directories of patches for the container."""
    hooks: tuple[str, ...]
    """Keys under which it lists shell commands for its launcher to run."""


class _File:
    """Looks things up in a recipe: what the command says goes before what the defaults say."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.defaults = _mapping(data.get("defaults"))
        self.about = _mapping(data.get("metadata"))
        template = data["command"] if isinstance(data.get("command"), str) else ""
        text = command.filled(template, {"model": data.get("model"), **self.defaults})
        self.command = command.taken_apart(text)
        self.words = self.command.words

    def value(self, names: Names) -> str | None:
        keys, options = names
        said = command.option(self.words, *options)
        found = said if said is not None else next((self.defaults[key] for key in keys if key in self.defaults), None)
        return _text(found)

    def number(self, names: Names) -> int | None:
        found = _NUMBER.fullmatch(self.value(names) or "")
        number = int(found[1]) * _FACTOR[found[2]] if found else 0
        return number if 0 < number < 10**9 else None

    def text_of(self, key: str, *further: str) -> str | None:
        """What stands at the top under `key`, else in the metadata under it or the further keys."""
        return _text(self.data.get(key)) or next((t for k in (key, *further) if (t := _text(self.about.get(k)))), None)

    def flag(self, key: str) -> bool:
        return self.data.get(key) is True


def stated(data: Mapping[str, Any]) -> Stated:
    """Return what a recipe file states. Raises NotUnderstoodError where it is none, or leaves out what counts."""
    _must_be_recipe(data)
    file = _File(data)
    model, repo, quant = _model(file)
    engine = _engine(file)
    boxes, boxes_from = _boxes(file)
    solo = file.flag("solo_only")
    slots = file.number(_SLOTS)
    shared = engine == "llama-cpp" and (slots or 1) > 1
    settings, program = command.split_settings(() if file.command.script else file.words)
    environment = [f"{name}={text}" for name, value in _mapping(data.get("env")).items() if (text := _scalar(value))]
    return Stated(
        name=file.text_of("name"),
        author=file.text_of("maintainer", "author"),
        description=file.text_of("description"),
        model=model,
        repo=repo,
        quant=quant,
        precision=quant or _text(file.about.get("model_dtype")) or file.value((("quantization",), ("--quantization",))),
        engine=engine,
        boxes=boxes,
        boxes_from=boxes_from,
        tensor=1 if solo else file.number(_TENSOR),
        pipeline=1 if solo else file.number(_PIPELINE),
        image=_text(data.get("container")),
        # llama.cpp parts its window among the slots, so that one request has less.
        window=None if shared else file.number(_WINDOW),
        slots=slots,
        port=port if (port := file.number(_PORT)) and port < 65536 else None,
        served_name=_whole(file.value(_SERVED)),
        kv=file.value(_KV) or _text(file.about.get("kv_dtype")),
        drafter=_drafter(file),
        argv=tuple(secret.without_secrets(program)),
        environment=tuple(secret.setting(*one.split("=", 1)) for one in [*settings, *environment]),
        patches=tuple(text for one in _items(data, "mods", "patches") if (text := _text(one))),
        hooks=tuple(key for key in ("pre_exec", "post_exec", "post_commands") if data.get(key)),
    )


def _must_be_recipe(data: Mapping[str, Any]) -> None:
    if not (
        "command" in data
        or "recipe_version" in data
        or ("model" in data and ("container" in data or "runtime" in data))
    ):
        raise NotUnderstoodError("no recipe", "is no recipe: it has neither a command nor a model with a container")
    if data.get("include") or data.get("overrides"):
        raise NotUnderstoodError("made of other files", "builds on another file (include), which is not followed")
    for key in ("defaults", "metadata"):
        if data.get(key) is not None and not isinstance(data[key], Mapping):
            raise NotUnderstoodError("no recipe", f"is no recipe: its {key} are no settings by name")


def _model(file: _File) -> tuple[str, str | None, str | None]:
    named = _whole(_text(file.data.get("model"))) or _whole(file.value(_MODEL)) or _served_first(file.words)
    if not named or not re.search(r"[A-Za-z0-9]", named):
        raise NotUnderstoodError("no model", "names no model")
    found = _REPO.fullmatch(named.removesuffix("/"))
    if found and not named.endswith(".gguf"):
        return found[1], found[1], found[2]
    return re.split(r"[/\\]", named.rstrip("/\\"))[-1].removesuffix(".gguf"), None, None


def _served_first(words: Sequence[str]) -> str | None:
    """The model in `vllm serve MODEL`."""
    follows = (words[number + 1] for number, word in enumerate(words[:-1]) if word == "serve")
    return next((word for word in follows if not word.startswith("-")), None)


def _engine(file: _File) -> str | None:
    runtime = (_text(file.data.get("runtime")) or "").lower()
    if runtime:
        return next((engine for start, engine in _ENGINES if runtime.startswith(start)), None)
    text = " ".join(file.words)
    return next((engine for program, engine in _PROGRAMS if program in text), None)


def _boxes(file: _File) -> tuple[int, str]:
    """The larger of `min_nodes` and the number of GPUs that the model is split over, as a box has one GPU."""
    least = _node_count(file, "min_nodes") or 1
    most = _node_count(file, "max_nodes")
    if file.flag("solo_only"):
        return 1, "solo_only: its launcher runs it on one box"
    tensor, pipeline = file.number(_TENSOR) or 1, file.number(_PIPELINE) or 1
    data = (file.number(_DATA) or 1) if _engine(file) == "vllm" else 1
    # Atlas splits over experts instead of tensors; elsewhere experts are split within the tensor parallel group.
    expert = (file.number(_EXPERT) or 1) if _engine(file) == "atlas" else 1
    split = max(tensor * pipeline * data, expert)
    boxes = max(least, split)
    how = f"tensor parallel {tensor} x pipeline parallel {pipeline}" + (f" x data parallel {data}" if data > 1 else "")
    how = f"expert parallel {expert}" if expert > tensor * pipeline * data else how
    if boxes == 1 and (file.flag("cluster_only") or file.data.get("mode") == "cluster"):
        raise NotUnderstoodError("box count", "needs several boxes (cluster_only), but says nowhere how many")
    if most is not None and boxes > most:
        what = f"contradicts itself: {how if split > least else f'min_nodes {least}'}, but max_nodes {most}"
        raise NotUnderstoodError("box count", f"{what}; a box has one GPU")
    if boxes > MOST_BOXES:
        raise NotUnderstoodError("box count", f"needs {boxes} boxes; at most {MOST_BOXES} can be planned for")
    return boxes, how if split >= least else f"min_nodes {least}"


def _node_count(file: _File, key: str) -> int | None:
    value = file.data.get(key)
    if value is None:
        return None
    text = _text(value) or ""
    if not re.fullmatch(r"\d{1,6}", text) or int(text) < 1:
        raise NotUnderstoodError("box count", f"has a {key} that is no number of boxes")
    return int(text)


def _drafter(file: _File) -> Drafter | None:
    try:
        config = json.loads(file.value(_SPECULATIVE) or "null")
    except (ValueError, RecursionError):
        config = None
    if config is None:
        config = _nested(file.defaults.get("speculative_config"))
    if isinstance(config, Mapping) and config:
        method, model = _text(config.get("method")), _text(config.get("model"))
        count = _text(config.get("num_speculative_tokens"))
    else:
        method, model = file.value(_ALGORITHM), file.value(_DRAFT) or _text(file.data.get("draft_model"))
        count = None
    if not method and not model:
        return None
    text = " ".join(filter(None, (method, f"with {model}" if model else "", f"({count} tokens)" if count else "")))
    return Drafter(text, model if model and _REPO.fullmatch(model) and ":" not in model else None)


def _nested(value: Any) -> Mapping[str, Any] | None:
    return value if isinstance(value, Mapping) else None


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _items(data: Mapping[str, Any], *keys: str) -> list[Any]:
    return [item for key in keys if isinstance(data.get(key), list) for item in data[key]]


def _text(value: Any) -> str | None:
    """A text or number as text; None for everything else, such as true, lists and what is empty."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    return str(value).strip() or None


def _scalar(value: Any) -> str | None:
    return str(value).lower() if isinstance(value, bool) else _text(value)


def _whole(text: str | None) -> str | None:
    """The text, unless a placeholder in it was never filled in."""
    return None if text is None or re.search(r"<\w+>|^\{", text) else text
