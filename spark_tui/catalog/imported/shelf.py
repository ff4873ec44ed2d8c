"""The collections that were added: one file each in a folder of ours."""

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from spark_tui.catalog.faults import short
from spark_tui.catalog.imported.collection import Collection, Contents, contents
from spark_tui.catalog.imported.entries import HUB, Known, slug
from spark_tui.files import write_whole

_SUFFIX = ".json"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


class DamagedError(Exception):
    """A kept collection that can no longer be read; the message says why."""


def files(folder: Path) -> list[Path]:
    """Return the kept collections in `folder`, by name. Raises OSError where it is there but cannot be listed."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == _SUFFIX and _is_name(path.stem))
    except (FileNotFoundError, NotADirectoryError):
        return []


def read(path: Path) -> Collection:
    """Read a kept collection. Raises DamagedError."""
    try:
        return Collection.model_validate_json(path.read_bytes())
    except OSError as error:
        raise DamagedError(f"cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise DamagedError("is damaged") from error


def read_all(paths: Iterable[Path], known: Known) -> tuple[list[Contents], dict[str, str]]:
    """Read every kept collection. Those that cannot be read are given by name, with the reason."""
    good: list[Contents] = []
    bad: dict[str, str] = {}
    for path in paths:
        try:
            good.append(contents(read(path), known))
        except DamagedError as error:
            bad[path.stem] = str(error)
    return good, bad


def write(collection: Collection, folder: Path) -> Path:
    """Keep a collection, in place of an earlier one of its name. Raises OSError; the earlier one stays then."""
    path = folder / f"{collection.name}{_SUFFIX}"
    data = json.dumps(collection.model_dump(exclude_defaults=True), ensure_ascii=True)
    write_whole(path, data.encode("ascii"), sync=True)
    return path


def free_name(wished: Sequence[str], folder: Path) -> str:
    """Return the first of the wished names that is free, else the last with a number behind it."""
    taken = {path.stem for path in files(folder)} | {HUB}
    names = [name for one in wished if (name := as_name(one))] or ["recipes"]
    for name in names:
        if name not in taken:
            return name
    number = 2
    while f"{names[-1]}-{number}" in taken:
        number += 1
    return f"{names[-1]}-{number}"


def as_name(text: str) -> str:
    """Return the text as a collection can be called: without dots, as one parts it from the recipe's name."""
    return slug(text.replace(".", "-"), 36).strip("-_")


def is_free(name: str, folder: Path) -> bool:
    """Whether a collection may be called so."""
    return _is_name(name) and name != HUB and not (folder / f"{name}{_SUFFIX}").exists()


def sentence(name: str, why: str) -> str:
    """Say that a collection is left out, and what to do."""
    shown = short(name)
    return f"the collection {shown} {why}; it is left out; spark-tui catalog update {shown} reads it again"


def _is_name(name: str) -> bool:
    return bool(_NAME.fullmatch(name))
