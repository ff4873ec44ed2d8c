"""Models of a few MB that say a script, as GGUF files.

The script is in the weights: embeddings are one-hot, blocks add nothing, and the output matrix maps each token to the
next one of the script. So an engine loads, computes and streams as ever, and what it answers is known.
"""

import re
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

SCRIPTS = {
    "chat": "Hello from a tiny model. It runs on **one box** and prints:\n\n```python\nprint(41 + 1)\n```\n\n"
    "- first item\n- second thing\n\nDone.",
    "reason": "<think>The user said something. I should answer briefly, in one line.</think>Answer: 42 it is.",
    "endless": "tick tock goes the clock forever; ",
}
_TEMPLATE = (
    "{% for m in messages %}<|{{ m['role'] }}|>"
    "{% if m['role'] == 'assistant' and m['reasoning_content'] %}<think>{{ m['reasoning_content'] }}</think>{% endif %}"
    "{{ m['content'] }}{% if m['role'] == 'assistant' %}<|eos|>{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>"
    "{% if enable_thinking is defined and not enable_thinking %}<think></think>{% endif %}{% endif %}"
)
_SPECIAL = ("<unk>", "<|bos|>", "<|eos|>", "<|user|>", "<|assistant|>", "<|system|>")
_UNKNOWN, _BOS, _EOS, _ASSISTANT = 0, 1, 2, 4
_NORMAL, _UNKNOWN_KIND, _CONTROL, _USER_DEFINED, _BYTE = 1, 2, 3, 4, 6
_HEAD = 64
"""Size of an attention head; the width of the model is a multiple of it."""
_UINT32, _INT32, _FLOAT32, _BOOL, _STRING, _ARRAY = 4, 5, 6, 7, 8, 9
_ALIGNED = 32


class _Token(NamedTuple):
    text: str
    kind: int
    score: float = 0.0


class _Tensor(NamedTuple):
    name: str
    shape: tuple[int, ...]
    """Rows first."""
    kind: int
    """0 for 32-bit floats, 1 for 16-bit ones."""
    data: bytes


def write_model(path: Path, script: str, layers: int = 2) -> None:
    """Write a model that answers whatever it is asked with one of SCRIPTS; `endless` never ends."""
    pieces = _pieces(SCRIPTS[script])
    tokens = [_Token(text, _CONTROL if number else _UNKNOWN_KIND) for number, text in enumerate(_SPECIAL)]
    tokens += [_Token(f"<0x{byte:02X}>", _BYTE) for byte in range(256)]
    first = len(tokens)
    for number, text in enumerate(pieces):
        kind = _USER_DEFINED if text in ("<think>", "</think>") else _NORMAL
        tokens.append(_Token(text.replace(" ", "\u2581"), kind, -1.0 - number))
    follows = dict.fromkeys(range(len(tokens)), _EOS)
    follows[_ASSISTANT] = first
    follows.update((number, number + 1) for number in range(first, len(tokens) - 1))
    if script == "endless":
        follows[len(tokens) - 1] = first
    width = -(-len(tokens) // _HEAD) * _HEAD
    with path.open("wb") as file:
        file.write(_gguf(_settings(script, tokens, width, layers), list(_tensors(follows, width, layers))))


def _pieces(script: str) -> list[str]:
    """Cut a script into words. A word that was there before is joined with what follows: else the chain would loop."""
    words = re.findall(r"</?think>| ?[^\s<]+|\n+| +", script)
    pieces: list[str] = []
    while words:
        text = words.pop(0)
        while text in pieces and words:
            text += words.pop(0)
        pieces.append(text)
    return pieces


def _settings(script: str, tokens: list[_Token], width: int, layers: int) -> list[bytes]:
    sizes = {"context_length": 2048, "embedding_length": width, "block_count": layers, "feed_forward_length": _HEAD,
             "attention.head_count": width // _HEAD, "attention.head_count_kv": width // _HEAD,
             "rope.dimension_count": _HEAD, "vocab_size": len(tokens)}  # fmt: skip
    ends = {"bos_token_id": _BOS, "eos_token_id": _EOS, "unknown_token_id": _UNKNOWN}
    return [
        _setting("general.architecture", _STRING, _string("llama")),
        _setting("general.name", _STRING, _string(f"tiny-{script}")),
        _setting("general.file_type", _UINT32, struct.pack("<I", 1)),
        *(_setting(f"llama.{name}", _UINT32, struct.pack("<I", value)) for name, value in sizes.items()),
        _setting("llama.attention.layer_norm_rms_epsilon", _FLOAT32, struct.pack("<f", 1e-5)),
        _setting("tokenizer.ggml.model", _STRING, _string("llama")),
        _setting("tokenizer.ggml.pre", _STRING, _string("default")),
        _setting("tokenizer.ggml.tokens", _ARRAY, _array(_STRING, [_string(one.text) for one in tokens])),
        _setting("tokenizer.ggml.scores", _ARRAY, _array(_FLOAT32, [struct.pack("<f", one.score) for one in tokens])),
        _setting("tokenizer.ggml.token_type", _ARRAY, _array(_INT32, [struct.pack("<i", one.kind) for one in tokens])),
        *(_setting(f"tokenizer.ggml.{name}", _UINT32, struct.pack("<I", value)) for name, value in ends.items()),
        _setting("tokenizer.ggml.add_bos_token", _BOOL, b"\0"),
        _setting("tokenizer.ggml.add_space_prefix", _BOOL, b"\0"),
        _setting("tokenizer.chat_template", _STRING, _string(_TEMPLATE)),
    ]


def _tensors(follows: dict[int, int], width: int, layers: int) -> Iterable[_Tensor]:
    count = len(follows)
    yield _sparse("token_embd.weight", count, width, ((number, number) for number in range(count)))
    yield _sparse("output.weight", count, width, ((after, before) for before, after in follows.items()))
    yield _ones("output_norm.weight", width)
    for layer in range(layers):
        for name in ("attn_norm", "ffn_norm"):
            yield _ones(f"blk.{layer}.{name}.weight", width)
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            yield _sparse(f"blk.{layer}.{name}.weight", width, width)
        for name, rows, columns in (("gate", _HEAD, width), ("up", _HEAD, width), ("down", width, _HEAD)):
            yield _sparse(f"blk.{layer}.ffn_{name}.weight", rows, columns)


def _sparse(name: str, rows: int, columns: int, ones: Iterable[tuple[int, int]] = ()) -> _Tensor:
    data = bytearray(rows * columns * 2)
    for row, column in ones:
        struct.pack_into("<e", data, (row * columns + column) * 2, 1.0)
    return _Tensor(name, (rows, columns), 1, bytes(data))


def _ones(name: str, size: int) -> _Tensor:
    return _Tensor(name, (size,), 0, struct.pack("<f", 1.0) * size)


def _gguf(settings: list[bytes], tensors: list[_Tensor]) -> bytes:
    """Return a GGUF file, version 3: settings, what tensors there are, then their data, each one aligned."""
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(settings)) + b"".join(settings)
    body = b""
    for one in tensors:
        shape = tuple(reversed(one.shape))
        head += _string(one.name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, one.kind, len(body))
        body += _padded(one.data)
    return _padded(head) + body


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % _ALIGNED)


def _setting(key: str, kind: int, value: bytes) -> bytes:
    return _string(key) + struct.pack("<I", kind) + value


def _array(kind: int, values: list[bytes]) -> bytes:
    return struct.pack("<IQ", kind, len(values)) + b"".join(values)


def _string(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()
