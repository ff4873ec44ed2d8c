"""Recipe files of a folder on this computer. Links are not followed, so that nothing outside of it is read."""

import os
from collections.abc import Iterator
from pathlib import Path

from spark_tui.catalog.faults import CatalogError
from spark_tui.catalog.reading import read_bytes

SUFFIXES = (".yaml", ".yml")
MOST_FILES = 20_000
_MOST_ENTRIES = 200_000


class TooManyFilesError(Exception):
    """A folder that holds more files than any collection."""


def recipe_files(folder: Path) -> Iterator[tuple[str, bytes | str]]:
    """Yield the path and bytes of every YAML file, or the reason why it cannot be read. Hidden ones are passed over.

    Raises TooManyFilesError, and OSError where the folder itself cannot be listed.
    """
    found = seen = 0
    next(folder.iterdir(), None)  # os.walk keeps silent of a folder that it may not list.
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        seen += len(names) + len(folders)
        if seen > _MOST_ENTRIES:
            raise TooManyFilesError(str(folder))
        for name in sorted(names):
            if not is_recipe_path(name):
                continue
            found += 1
            if found > MOST_FILES:
                raise TooManyFilesError(str(folder))
            path = Path(parent, name)
            yield path.relative_to(folder).as_posix(), bytes_or_reason(path)


def bytes_or_reason(path: Path) -> bytes | str:
    """Return what one file holds, or why that cannot be had."""
    if path.is_symlink():
        return "is a link, which is not followed"
    try:
        return read_bytes(path, "")
    except CatalogError as error:
        return error.faults[0].what


def is_recipe_path(path: str) -> bool:
    """Whether a file of that path may be a recipe: YAML, and not in a hidden folder."""
    return path.lower().endswith(SUFFIXES) and not any(part.startswith(".") for part in path.split("/"))
