"""What stands open in a recipe's commands, `<worker address>`, filled with what is known of the boxes."""

import re
from collections.abc import Iterable, Mapping

from spark_tui.launch.box import Box

_OPEN = re.compile(r"<([a-zA-Z][^<>\n]{0,60})>")
_HOME = "$HOME"


def joined(argv: Iterable[str]) -> tuple[str, ...]:
    """Return a command with each placeholder in one piece: in the catalog one of several words is several items."""
    found: list[str] = []
    for word in argv:
        if found and found[-1].count("<") > found[-1].count(">"):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return tuple(found)


def known(boxes: tuple[Box, ...], box: Box) -> dict[str, str]:
    """Return what is known on a box: addresses on the fabric, else as ssh reaches them, and its rank."""
    head, rank = boxes[0], boxes.index(box)
    values = {"rank": str(rank), "head address": _address(head), "node rank": str(rank)}
    if len(boxes) > 1:
        values["worker address"] = _address(boxes[1])
    values |= {f"worker {place} address": _address(one) for place, one in enumerate(boxes[1:], start=1)}
    return {name: value for name, value in values.items() if value}


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return a text with the placeholders that have a value filled in."""
    return _OPEN.sub(lambda match: values.get(match[1], match[0]), text)


def still_open(words: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the placeholders that nothing filled, each once."""
    return tuple(dict.fromkeys(name for word in words for name in _OPEN.findall(word)))


def _address(box: Box) -> str:
    return box.fabric or (box.ssh or "127.0.0.1").rpartition("@")[2]
