"""Finding things by the words people use for them."""

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

from spark_tui.catalog.things import Engine, Model

_Thing = TypeVar("_Thing", Model, Engine)
_WORDS = re.compile(r"[a-z0-9]+(?:\.[0-9]+)*")


def words(text: str) -> list[str]:
    """Split text into lower-case words; a version number such as 5.3 is one word."""
    return _WORDS.findall(text.lower())


def named(asked: str, things: Iterable[_Thing]) -> list[_Thing]:
    """Return the things that `asked` names: the one with that id or name, else all whose words include every asked one.

    `glm-5.3` is one model; `deepseek 1017` is the one that has both words; `flash` may be several.
    """
    known = list(things)
    exact = [thing for thing in known if asked.strip().lower() in (thing.id, thing.name.lower())]
    if exact:
        return exact
    wanted = words(asked)
    return [
        thing for thing in known if wanted and all(any(w.startswith(one) for w in _all_words(thing)) for one in wanted)
    ]


def nearest(asked: str, choices: Iterable[str]) -> str | None:
    """Return the choice that was probably meant, or None where nothing is near."""
    # Imported here: only a mistake pays for it.
    from rapidfuzz import process, utils

    best = process.extractOne(asked, list(choices), processor=utils.default_process, score_cutoff=70)
    return best[0] if best else None


def filtered(typed: str, lines: Sequence[str]) -> list[int]:
    """Return the positions of the lines that hold what was typed, word by word, allowing for small slips.

    A word counts as held where it stands in the line as typed; only words that stand in no line at all are
    matched loosely, so that a slip finds something and a right word never finds too much.
    """
    found = list(range(len(lines)))
    lowered = [line.lower() for line in lines]
    for word in typed.lower().split():
        exact = [position for position in found if word in lowered[position]]
        found = exact or _loosely(word, found, lowered)
    return found


def _loosely(word: str, found: list[int], lowered: list[str]) -> list[int]:
    from rapidfuzz import fuzz, process

    near = process.extract(word, {position: lowered[position] for position in found}, scorer=fuzz.partial_ratio,
                           limit=None, score_cutoff=80)  # fmt: skip
    return sorted(position for _, _, position in near)


def _all_words(thing: Model | Engine) -> list[str]:
    return words(" ".join((thing.id, thing.name, *thing.words)))
