"""YAML from strangers, as plain data. Only what a recipe needs is accepted; nothing is ever constructed or expanded."""

import json
import math
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from spark_tui.catalog.faults import short
from spark_tui.catalog.imported.problem import NotUnderstoodError

if TYPE_CHECKING:
    import yaml

MOST_DEPTH = 24
"""Recipes nest four deep; each level costs a parser stack."""
MOST_EVENTS = 20_000
"""The largest recipe that was found has 500."""
_MOST_DIGITS = 18
_MOST_BYTES = 2_000_000


class ReadYaml(NamedTuple):
    """The one mapping a YAML text holds, as data that JSON can hold."""

    data: dict[str, Any]
    twice: tuple[str, ...]
    """Keys that stand twice in one place. The last counts, as for the launchers that read such files."""


def read_mapping(data: bytes) -> ReadYaml:
    """Return what a YAML text holds. Raises NotUnderstoodError."""
    # Imported here: a start without an import never pays for it.
    import yaml

    if len(data) > _MOST_BYTES:
        raise NotUnderstoodError("not readable", "is over 2 MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotUnderstoodError("not readable", f"is not UTF-8 at byte {error.start}") from error
    try:
        _refuse_bombs(text)
        loader = _loader_class()(text)
        found = _plain(loader.get_single_data())
        json.dumps(found).encode("ascii")
    except yaml.YAMLError as error:
        raise NotUnderstoodError("not YAML", _sentence(error)) from error
    except (ValueError, OverflowError, RecursionError, TypeError) as error:
        raise NotUnderstoodError("not YAML", f"holds a value that cannot be read: {short(str(error), 80)}") from error
    if not isinstance(found, dict):
        raise NotUnderstoodError("no recipe", "is no recipe: it holds no settings by name")
    return ReadYaml(found, tuple(dict.fromkeys(short(key) or "a key" for key in loader.twice)))


def _loader_class() -> Any:
    """A safe loader, the quick one where the C library is there, that remembers keys that stand twice."""
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc]
        def __init__(self, text: str) -> None:
            super().__init__(text)
            self.twice: list[str] = []

        def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
            names = Counter(str(key.value) for key, _ in node.value)
            self.twice += (name for name, count in names.items() if count > 1)
            found: dict[Any, Any] = super().construct_mapping(node, deep)
            return found

    return Loader


def _refuse_bombs(text: str) -> None:
    """Look at the text event by event, which builds nothing, before anything is built from it."""
    import yaml

    depth = documents = 0
    for number, event in enumerate(yaml.parse(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))):
        if isinstance(event, yaml.AliasEvent):
            raise NotUnderstoodError("unsafe", "repeats parts of itself by aliases (*), which are not followed")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if depth > MOST_DEPTH:
            raise NotUnderstoodError("unsafe", f"is nested deeper than {MOST_DEPTH} levels")
        if number > MOST_EVENTS:
            raise NotUnderstoodError("unsafe", "holds more values than any recipe needs")
        if documents > 1:
            raise NotUnderstoodError("no recipe", "holds several YAML documents; a recipe is one")


def _plain(value: Any) -> Any:
    """Turn what YAML knows beyond JSON into text: dates, sets, bytes, infinities, and numbers of too many digits."""
    if isinstance(value, dict):
        return {_key(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return value if abs(value) < 10**_MOST_DIGITS else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return str(value)


def _key(key: Any) -> str:
    return key if isinstance(key, str) else str(key).lower()


def _sentence(error: "yaml.YAMLError") -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error).splitlines()[0]
    line = f" in line {mark.line + 1}" if mark else ""
    return f"is not valid YAML{line}: {short(str(problem), 120)}"
