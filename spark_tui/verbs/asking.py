"""Asking a person, one line a question: what cannot be read is asked again, with one sentence that says why."""

import math
import re
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from spark_tui.catalog.drafting import Window
from spark_tui.catalog.faults import short
from spark_tui.catalog.text import clean
from spark_tui.numbers import read_whole

_T = TypeVar("_T")
Read = Callable[[str], _T]
"""Reads what was typed, or raises ValueError with a sentence."""

NONE = "-"
"""Typed for nothing, where Enter alone would take what stands in brackets."""
_ROUNDED = re.compile(r"(\d{1,6}(?:\.\d{1,6})?) ?([KkMm])")
_THOUSANDS = {"k": 1_000, "m": 1_000_000}
_UNREADABLE = "\ufffd"
"""Stands for bytes that are no text."""


class Asker:
    """Asks by `line`, which shows a prompt and returns what was typed; `say` shows a sentence."""

    def __init__(self, line: Callable[[str], str], say: Callable[[str], None]) -> None:
        self._line = line
        self.say = say

    def ask(self, question: str, read: Read[_T], default: str = "") -> _T:
        """Ask until the answer can be read. Enter alone takes the default, if there is one."""

        def needed(typed: str) -> _T:
            if typed in ("", NONE):
                raise ValueError("this needs an answer")
            return read(typed)

        return self._ask(question, needed, default)

    def ask_if_known(self, question: str, read: Read[_T], default: str = "") -> _T | None:
        """Ask for what may be unknown: nothing, or NONE, is None."""
        return self._ask(question, lambda typed: None if typed == NONE else read(typed), default or NONE)

    def _ask(self, question: str, read: Read[_T], default: str) -> _T:
        prompt = f"{question} [{default}]: " if default else f"{question}: "
        while True:
            typed = clean(self._line(prompt)) or default
            try:
                if _UNREADABLE in typed:
                    raise ValueError("that is not all text; type it again")
                return read(typed)
            except ValueError as error:
                self.say(str(error))


def as_in(entry: type[BaseModel], field: str, says: str) -> Read[Any]:
    """Return a reader of what a field of an entry may hold; `says` tells what that is."""
    info = entry.model_fields[field]
    kind: Any = Annotated[(info.annotation, *info.metadata)] if info.metadata else info.annotation
    adapter: TypeAdapter[Any] = TypeAdapter(kind)

    def read(typed: str) -> Any:
        try:
            return adapter.validate_python(typed, strict=True)
        except ValidationError as error:
            raise ValueError(f"{short(typed)!r} is not {says}") from error

    return read


def one_of(choices: Sequence[str]) -> Read[Any]:
    """Return a reader of one of some words, or of their beginning where that is clear."""

    def read(typed: str) -> str:
        found = [one for one in choices if one.lower() == typed.lower()]
        found = found or [one for one in choices if one.lower().startswith(typed.lower())]
        if len(found) != 1:
            raise ValueError(f"{short(typed)!r} is not one of: {', '.join(choices)}")
        return found[0]

    return read


def amount(typed: str) -> float:
    """Read a number with a decimal point, such as 50.5."""
    try:
        value = float(typed) if typed.isascii() and "_" not in typed else math.nan
    except ValueError:
        value = math.nan
    if not 0 <= value < 1e12:
        raise ValueError(f"{short(typed)!r} is not a number such as 50.5")
    return value


def whole(low: int, high: int | None = None) -> Read[int]:
    """Return a reader of whole numbers in a range."""
    return lambda typed: read_whole(short(typed), low, high)


def window(typed: str) -> Window:
    """Read a number of tokens: 262144, or as people print it, 128K or 1.38M."""
    rounded = _ROUNDED.fullmatch(typed) if typed.isascii() else None
    if rounded is None:
        return Window(whole(1)(typed))
    tokens = int(Decimal(rounded[1]) * _THOUSANDS[rounded[2].lower()])
    if not tokens:
        raise ValueError(f"{typed!r} is no token at all")
    return Window(tokens, typed)


def day_until(today: date) -> Read[str]:
    """Return a reader of dates as far as they are known, none of them after today."""

    def read(typed: str) -> str:
        form = r"\d{4}(-\d{2}(-\d{2})?)?"
        try:
            if not (typed.isascii() and re.fullmatch(form, typed)):
                raise ValueError
            first = date.fromisoformat(typed + "0000-01-01"[len(typed) :])
        except ValueError:
            raise ValueError(f"{short(typed)!r} is not a date such as 2026, 2026-10 or 2026-10-21") from None
        if first > today:
            raise ValueError(f"{typed} is still to come")
        return typed

    return read
