"""The list of the owner's boxes, in a TOML file that a person can read and change."""

import tomllib
from collections.abc import Iterable
from pathlib import Path

from spark_tui.files import write_whole
from spark_tui.launch.box import Box, BoxError, checked

_FIELDS = Box._fields


def load(path: Path) -> tuple[Box, ...]:
    """Return the boxes in the order of the file; none where there is no file. Raises BoxError with what is wrong."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, RecursionError) as error:
        raise BoxError(f"{path} cannot be read: {error}. Mend it, or move it away.") from error
    entries = data.get("boxes", [])
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise BoxError(f"{path}: boxes stand in tables [[boxes]] with name, ssh and fabric.")
    return tuple(_box(path, one) for one in entries)


def _box(path: Path, entry: dict[str, object]) -> Box:
    odd = next((key for key, value in entry.items() if key not in _FIELDS or not isinstance(value, str)), None)
    if odd is not None or "name" not in entry:
        raise BoxError(f"{path}: {odd or 'a box without a name'}: a box has name, ssh and fabric, each in quotes.")
    return checked(**{key: str(value) for key, value in entry.items()})


def save(boxes: Iterable[Box], path: Path) -> None:
    """Write the list, all or nothing. Raises OSError."""
    blocks = (
        "\n".join(("[[boxes]]", *(f'{field} = "{value}"' for field, value in box._asdict().items() if value), ""))
        for box in boxes
    )
    write_whole(path, "\n".join(blocks).encode("utf-8"))


def add(box: Box, path: Path) -> None:
    """Add a box, or give one of that name another target. Raises BoxError or OSError."""
    known = [one for one in load(path) if one.name != box.name]
    if box.ssh is None and any(one.ssh is None for one in known):
        raise BoxError("One box is this machine already; the others are reached by --ssh.")
    save([*known, box], path)


def remove(name: str, path: Path) -> None:
    """Take a box off the list. Raises BoxError where there is none of that name."""
    known = load(path)
    if name not in [one.name for one in known]:
        raise BoxError(f"No box is called {name!r}; there are {', '.join(one.name for one in known) or 'none yet'}.")
    save([one for one in known if one.name != name], path)
