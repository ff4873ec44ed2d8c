"""From entries to the TOML text of a catalog file, laid out as people write one."""

import json
from collections.abc import Iterator
from typing import Any

from spark_tui.catalog.catalog import SECTIONS, Fragment

_ROWS = "parts"
"""The one list of tables that stands in lines. Every other table of a list gets a heading."""
_LAST = ("source", "locator", "note")
"""Where something stands comes after what it says."""
_ORDER = ("sources", "models", "weights")
"""What others refer to comes first."""
_MOST_EXACT = 2**53


def as_toml(fragment: Fragment) -> str:
    """Return the text of a file that holds the entries; what is not known, or usual, is left out.

    A measurement is written under its id as it is: a fragment for a file has the short ones.
    """
    data = fragment.model_dump(mode="json", exclude_defaults=True)
    sections = dict.fromkeys((*_ORDER, *SECTIONS))
    return "\n".join(block for name in sections for block in _tables(name, data.get(name, ())))


def _tables(name: str, entries: list[dict[str, Any]]) -> Iterator[str]:
    """Yield one block of text for every table, each followed by those inside it."""
    for entry in entries:
        below = {key: value for key, value in entry.items() if key != _ROWS and _is_tables(value)}
        keys = [key for key in entry if key not in below and key not in _LAST]
        keys += [key for key in _LAST if key in entry]
        yield "\n".join((f"[[{name}]]", *(f"{key} = {_value(entry[key])}" for key in keys), ""))
        for key, value in below.items():
            yield from _tables(f"{name}.{key}", value)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _value(value: Any) -> str:
    if _is_tables(value):
        return "\n".join(("[", *(f"  {_value(row)}," for row in value), "]"))
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_value(inside)}' for key, inside in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, float) and value.is_integer() and value < _MOST_EXACT:
        value = int(value)  # 1000000, not 1000000.0: both are read alike.
    # TOML writes words, numbers, true and false as JSON does; what it does not take as it is, `clean` has removed.
    return json.dumps(value, ensure_ascii=False)
