"""The command of a recipe: its template filled in with the recipe's own defaults, and what its options say."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

_PLACEHOLDER = re.compile(r"\{([A-Za-z_]\w{0,60})\}")
_HOLE = re.compile(r"__hole_(\w+?)_hole__")
"""Stands for a placeholder without a default while the text is taken apart: angle brackets would look like shell."""
_CONTINUED = re.compile(r"\\[ \t]*\r?\n")
_SETTING = re.compile(r"[A-Za-z_]\w*=.*", re.DOTALL)
_TOKEN = re.compile(
    r"""(?P<space>\s+)|'(?P<single>[^']*)'|"(?P<double>(?:[^"\\]|\\.)*)"|(?P<escaped>\\.)"""
    r"""|(?P<comment>(?<!\S)\#[^\n]*)|(?P<shell>[();<>|&`$]+)|(?P<plain>[^\s'"\\();<>|&`$]+)|(?P<open>.)""",
    re.DOTALL,
)
_EXPANDED = re.compile(r"(?<!\\)[$`]")
MOST_CHARACTERS = 40_000
"""A longer command is not taken apart."""


def filled(template: str, values: Mapping[str, Any]) -> str:
    """Return the template with its placeholders filled in; one without a value becomes `<name>` later on."""
    whole = _PLACEHOLDER.sub(lambda found: _value(found[1], values), template[:MOST_CHARACTERS])
    # `{{` stands for one brace in the older of the two dialects; plain JSON may end in `}}` in the newer one.
    return whole.replace("{{", "{").replace("}}", "}") if "{{" in template else whole


def _value(name: str, values: Mapping[str, Any]) -> str:
    value = values.get(name)
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, (str, int, float)) else f"__hole_{name}_hole__"


class Taken(NamedTuple):
    """A command taken apart."""

    words: tuple[str, ...]
    """As a shell would take them; what it would fill in later stands as `<name>`."""
    script: bool
    """Whether only a shell could run it: several commands, pipes, variables, or quotes that do not close."""


def taken_apart(text: str) -> Taken:
    """Take a command apart as a shell would, without running or expanding anything."""
    words: list[str] = []
    word: str | None = None
    script = fresh_line = False
    for token in _TOKEN.finditer(_CONTINUED.sub(" ", text)):
        kind, piece = str(token.lastgroup), token[0]
        if kind in ("space", "comment"):
            words += [] if word is None else [word]
            word = None
            fresh_line = fresh_line or ("\n" in piece and bool(words))
            continue
        # Settings of one program may go on in the next line; anything else there is a command of its own.
        script = script or kind in ("shell", "open") or (kind == "double" and bool(_EXPANDED.search(piece)))
        script = script or (fresh_line and word is None and not piece.startswith("-"))
        fresh_line = False
        word = (word or "") + _unquoted(kind, piece)
    words += [] if word is None else [word]
    return Taken(tuple(_HOLE.sub(r"<\1>", one) for one in words), script)


def _unquoted(kind: str, piece: str) -> str:
    if kind == "single":
        return piece[1:-1]
    if kind == "double":
        return re.sub(r"\\([\\\"$`])", r"\1", piece[1:-1])
    return piece[1:] if kind == "escaped" else piece


def split_settings(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Part the settings in front of a program, as in `NAME=value program`, from the program and its arguments."""
    count = next((number for number, word in enumerate(words) if not _SETTING.fullmatch(word)), len(words))
    return list(words[:count]), list(words[count:])


def option(words: Sequence[str], *names: str) -> str | None:
    """Return the value of the last of these options, written `--name value` or `--name=value`."""
    found: str | None = None
    for number, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name not in names:
            continue
        if equals:
            found = value
        elif number + 1 < len(words):
            found = words[number + 1]
    return found
