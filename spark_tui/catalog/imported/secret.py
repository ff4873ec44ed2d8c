"""Secrets that stand in other people's files: never kept, never shown."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_NAME = re.compile(r"token|secret|password|passwd|api[_-]?key|access[_-]?key|credential", re.IGNORECASE)
_COUNTED = re.compile(r"tokens|tokenizer|token[_-](?:threshold|limit|budget|len|id|map)", re.IGNORECASE)
"""Of the tokens that a model reads and writes."""
_VALUE = re.compile(r"\b(?:hf_[A-Za-z0-9]{16,}|sk-[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{16,}|nvapi-[\w-]{16,})")
_HIDDEN = "<secret>"


def scrubbed(value: Any) -> Any:
    """Return data with whatever looks like a secret, or goes by the name of one, taken out."""
    if isinstance(value, Mapping):
        return {
            key: _HIDDEN if isinstance(item, str) and is_secret(key) else scrubbed(item) for key, item in value.items()
        }
    if isinstance(value, list):
        return [scrubbed(item) for item in value]
    return _VALUE.sub(_HIDDEN, value) if isinstance(value, str) else value


def without_secrets(argv: Sequence[str]) -> Iterator[str]:
    """Yield the words, with `<secret>` in place of whatever looks like one."""
    hide = False
    for word in argv:
        name, equals, _ = word.partition("=")
        if hide and not word.startswith("-"):
            yield _HIDDEN
        elif equals and name.startswith("-") and is_secret(name):
            yield f"{name}={_HIDDEN}"
        else:
            yield _VALUE.sub(_HIDDEN, word)
        hide = word.startswith("-") and not equals and is_secret(word)


def setting(name: str, value: str) -> str:
    """Write an environment setting; of a secret only its name."""
    return name if is_secret(name) or _HIDDEN in value else f"{name}={value}"


def is_secret(name: str) -> bool:
    """Whether what goes by this name is a secret. Tokens that are counted are none."""
    return bool(_NAME.search(name)) and not _COUNTED.search(name)
