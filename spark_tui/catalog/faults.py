"""What is wrong in a catalog file, said in one sentence that names file, key and what to do."""

import types
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from spark_tui.catalog.text import clean

MOST_FAULTS = 100
"""As many are told at once: who has so many mends some and checks again."""
_SHOWN = 60
"""As much of a foreign word is repeated in a sentence."""


class Fault(NamedTuple):
    """One thing that is wrong: in which file, at which key or line, and what."""

    file: str
    place: str
    """Key path as in `recipes[mia-glm].setups[0].boxes`, or `line 12`; empty for the file as a whole."""
    what: str

    def __str__(self) -> str:
        # A file's name is as foreign as what it holds.
        if self.place.startswith("line "):
            return clean(f"{self.file}:{self.place.removeprefix('line ')}: {self.what}")
        return clean(f"{self.file}: {self.place}: {self.what}" if self.place else f"{self.file}: {self.what}")


class CatalogError(Exception):
    """A catalog that cannot be used, with everything that is wrong with it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(map(str, faults[:3])))
        self.faults = tuple(faults)


def faults_of(file: str, error: ValidationError, root: type[BaseModel], data: Mapping[str, Any]) -> Iterator[Fault]:
    """Turn pydantic's report into faults that name ids instead of positions and suggest the nearest key."""
    details = error.errors(include_url=False)
    above = {detail["loc"][:depth] for detail in details for depth in range(len(detail["loc"]))}
    # A list whose items are at fault is reported as too short as well.
    told = (detail for detail in details if not (detail["type"] == "too_short" and detail["loc"] in above))
    for detail in islice(told, MOST_FAULTS):
        if detail["type"] == "json_invalid":
            yield Fault(file, "", "is nested too deeply")
        else:
            yield Fault(file, key_path(detail["loc"], data), _sentence(detail, root))


def short(text: str, most: int = _SHOWN) -> str:
    """Return foreign text as a sentence can repeat it: safe to show, and of at most `most` characters."""
    shown = clean(text[: 10 * most])
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def key_path(location: Sequence[int | str], data: Any) -> str:
    """Write a location as people look for it: list items by id where they have one."""
    path = ""
    for step in location:
        data = _descend(data, step)
        if isinstance(step, int):
            name = data.get("id") if isinstance(data, Mapping) else None
            path += f"[{short(name) if isinstance(name, str) else step}]"
        else:
            path += f".{short(step)}" if path else short(step)
    return path


def _descend(data: Any, step: int | str) -> Any:
    try:
        return data[step]
    except (KeyError, IndexError, TypeError):
        return None


def _sentence(detail: ErrorDetails, root: type[BaseModel]) -> str:  # noqa: PLR0911  one return a kind of fault
    kind, given, context = detail["type"], detail["input"], detail.get("ctx", {})
    shown = repr(short(given)) if isinstance(given, str) else short(repr(given))
    match kind:
        case "extra_forbidden":
            return _unknown_key(detail["loc"], root)
        case "missing":
            return "is missing"
        case "literal_error":
            return f"is {shown}, but must be {context['expected']}"
        case "string_pattern_mismatch":
            return f"is {shown}, which does not have the form {context['pattern']}"
        case "float_type" | "int_type" | "int_from_float" if isinstance(given, str):
            return f"is the text {shown}, but a number is needed; write it without quotes"
        case "string_type":
            return f"is {shown}, but text is needed; write it in quotes"
        case "too_short" | "string_too_short":
            return "is empty" if isinstance(given, str) else "needs at least one item"
    message: str = detail["msg"]
    return f"{message[:1].lower()}{message[1:]} (given: {short(str(given))!r})"


def _unknown_key(location: Sequence[int | str], root: type[BaseModel]) -> str:
    # Imported here: only a file with a mistake pays for it.
    from rapidfuzz import process

    known = known_keys(location[:-1], root)
    best = process.extractOne(str(location[-1]), known, score_cutoff=60)
    return "unknown key" + (f"; did you mean {best[0]!r}?" if best else f"; known here: {', '.join(known)}")


def known_keys(location: Sequence[int | str], root: type[BaseModel]) -> list[str]:
    """Names of the fields that may stand at `location`."""
    model = root
    for step in location:
        if isinstance(step, str) and step in model.model_fields:
            inner = _model_in(model.model_fields[step].annotation)
            model = inner or model
    return list(model.model_fields)


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in (tuple, Union, types.UnionType):
        return next((model for part in get_args(annotation) if (model := _model_in(part))), None)
    return None
