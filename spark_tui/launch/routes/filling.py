"""What stands open in a recipe's commands, `<worker address>`, filled with what is known of the boxes."""

import re
import shlex
from collections.abc import Iterable, Mapping

from spark_tui.launch.box import Box

_OPEN = re.compile(r"<([a-zA-Z][^<>\n]{0,60})>")
_ANY_RANK = re.compile(r"(?:node )?rank(?: \d+ to \d+)?")
_WORKER = "worker address"
_HOME = "<home>"


def joined(argv: Iterable[str]) -> tuple[str, ...]:
    """Return a command with each placeholder in one piece: in the catalog one of several words is several items."""
    found: list[str] = []
    for word in argv:
        if found and found[-1].count("<") > found[-1].count(">") and not word.startswith("-"):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return tuple(found)


def known(boxes: tuple[Box, ...], box: Box, given: Mapping[str, str]) -> dict[str, str]:
    """Return what stands for each placeholder on a box: what its owner gave, else its rank and the fabric's addresses.

    What was given for `NAME on BOX` holds on that box alone. An address that the owner did not say stays open.
    """
    head, workers = boxes[0], boxes[1:]
    alone = "127.0.0.1" if not workers else None
    values = {"rank": str(boxes.index(box)), "head address": head.fabric or alone}
    if workers:
        values[_WORKER] = workers[0].fabric
        values[f"user@{_WORKER}"] = workers[0].ssh
        values["own address"] = box.fabric
    here = f" on {box.name}"
    own = {name.removesuffix(here): text for name, text in given.items() if name.endswith(here)}
    return {**{name: text for name, text in values.items() if text}, **_of_workers(workers), **given, **own}


def _of_workers(workers: tuple[Box, ...]) -> dict[str, str]:
    return {f"{_WORKER} {place}": one.fabric for place, one in enumerate(workers, start=1) if one.fabric}


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return a text with the placeholders that have a value filled in; the same worker never stands twice in it."""
    several = text.count(f"<{_WORKER}>") > 1
    place = 0

    def value(match: re.Match[str]) -> str:
        nonlocal place
        name = "rank" if _ANY_RANK.fullmatch(match[1]) else match[1]
        if several and name == _WORKER:
            place += 1
            name = f"{_WORKER} {place}"
        return values.get(name, match[0])

    return _OPEN.sub(value, text)


def filled_argv(argv: Iterable[str], values: Mapping[str, str]) -> tuple[str, ...]:
    """Return a command with its placeholders filled in; a shell of the box says where its home is."""
    words = tuple(filled(word, values) for word in joined(argv))
    if not any(_HOME in word for word in words):
        return words
    return "sh", "-c", "exec " + " ".join(map(_with_home, words))


def _with_home(word: str) -> str:
    return '"$HOME"'.join(shlex.quote(piece) if piece else "" for piece in word.split(_HOME))


def still_open(words: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the placeholders that nothing filled, each once."""
    return tuple(dict.fromkeys(name for word in words for name in _OPEN.findall(word)))
