"""`catalog check`, `export`, `add`, `remove` and `list`."""

import argparse
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from spark_tui.verbs.common import FailureError, UsageError, load_catalog, print_answer

if TYPE_CHECKING:
    from pathlib import Path

    from spark_tui.catalog.catalog import Fragment
    from spark_tui.catalog.faults import Fault
    from spark_tui.catalog.own import Added, Joined
    from spark_tui.catalog.reading import ReadFile

_PATH_SHOWN = 200
"""As many characters of what was typed for a path are repeated."""
_COUNTED_FIRST = ("recipes", "setups", "measurements")
_ONE = {"weights": "set of weights", "advice": "piece of advice"}
_MANY = {"weights": "sets of weights", "advice": "pieces of advice"}


def check(options: argparse.Namespace) -> int:
    """Check the bundled catalog: with the user's own files, or with the files or folders that are given."""
    from spark_tui import paths
    from spark_tui.catalog import checking, reading
    from spark_tui.catalog.faults import CatalogError

    bundled = paths.bundled_catalog()
    given = [_existing("check", name) for name in options.paths]
    try:
        read = reading.read_files(reading.files_in(bundled), root=bundled)
        read += _further(given, bundled) if given else _all_own()
        faults: Iterable[Fault] = checking.check(read)
    except CatalogError as error:
        faults = error.faults
    if faults:
        raise FailureError("\n".join(_fault_lines(faults)))
    counts = checking.counts(reading.merged(read))
    print_answer(options, lambda: counts, lambda: (f"{count:>5} {name}" for name, count in counts.items()))
    return 0


def export(options: argparse.Namespace) -> None:
    """Print the whole catalog as JSON."""
    import json

    from spark_tui.catalog.export import export as as_data

    print(json.dumps(as_data(load_catalog()), ensure_ascii=False, indent=None if options.json else 2))


def add(options: argparse.Namespace) -> None:
    """Add one TOML file to the user's own catalog, or nothing where anything is wrong with it."""
    from spark_tui import paths
    from spark_tui.catalog import own
    from spark_tui.catalog.faults import CatalogError

    path, folder = _file_to_add(options.file), paths.own_catalogs()
    try:
        added = own.add(path, _bundled(), folder)
    except CatalogError as error:
        raise FailureError("\n".join(_fault_lines(error.faults))) from error
    except OSError as error:
        why = error.strerror or error
        raise FailureError(f"spark-tui catalog add: {folder / path.name} cannot be written: {why}") from error
    print_answer(options, lambda: _added_data(added), lambda: _added_lines(added))


def remove(options: argparse.Namespace) -> None:
    """Remove a file from the user's own catalog."""
    from spark_tui import paths
    from spark_tui.catalog import own
    from spark_tui.catalog.text import clean

    name, folder = options.name, paths.own_catalogs()
    try:
        own.remove(name, _bundled(), folder)
    except own.UnknownNameError as error:
        known = ", ".join(clean(path.name) for path in own.files(folder))
        hint = f"known are {known}" if known else "there is none yet"
        raise UsageError(f"spark-tui catalog remove: no file of your own is called {name!r}; {hint}") from error
    except own.NeededError as error:
        raise FailureError(f"spark-tui catalog remove: {clean(name)} is needed; without it, {error}") from error
    except OSError as error:
        why = error.strerror or error
        raise FailureError(f"spark-tui catalog remove: {clean(str(folder / name))} cannot be removed: {why}") from error
    print_answer(options, lambda: {"removed": clean(name)}, lambda: [f"removed {clean(name)}"])


def list_own(options: argparse.Namespace) -> None:
    """Print the user's own files: what they hold, or why they cannot be used."""
    from spark_tui import paths
    from spark_tui.catalog import own

    folder = paths.own_catalogs()
    joined = own.join(_bundled(), own.files(folder))
    print_answer(options, lambda: _own_data(folder, joined), lambda: _own_lines(joined))


def _bundled() -> list["ReadFile"]:
    from spark_tui import paths
    from spark_tui.catalog.faults import CatalogError
    from spark_tui.catalog.loading import read_folder

    try:
        return read_folder(paths.bundled_catalog())
    except CatalogError as error:
        raise FailureError("\n".join(_fault_lines(error.faults))) from error


def _existing(verb: str, name: str) -> "Path":
    from pathlib import Path

    from spark_tui.catalog.faults import short

    path, shown = Path(name), f"spark-tui catalog {verb}: {short(name, _PATH_SHOWN) or repr(name)}"
    try:
        there = bool(name.strip()) and path.exists()
    except OSError as error:
        # Such as a name that is longer than any file's, or a folder that nobody may look into.
        raise UsageError(f"{shown} cannot be read: {error.strerror}") from error
    if not there:
        raise UsageError(f"{shown} does not exist")
    return path


def _further(given: Iterable["Path"], bundled: "Path") -> list["ReadFile"]:
    """Read what is given, each file once: a bundled one, or one that is given twice, is no second one."""
    from spark_tui.catalog import reading

    seen = {path.resolve() for path in reading.files_in(bundled)}
    files: list[Path] = []
    for path in given:
        for file in reading.files_in(path) if path.is_dir() else [path]:
            if file.resolve() not in seen:
                seen.add(file.resolve())
                files.append(file)
    return reading.read_files(files)


def _all_own() -> list["ReadFile"]:
    from spark_tui import paths
    from spark_tui.catalog import own
    from spark_tui.catalog.faults import CatalogError

    read, unreadable = own.read(own.files(paths.own_catalogs()))
    if unreadable:
        raise CatalogError(list(unreadable.values()))
    return read


def _fault_lines(faults: Iterable["Fault"]) -> Iterator[str]:
    from spark_tui.catalog.faults import MOST_FAULTS

    lines = [str(fault) for fault in faults]
    yield from lines[:MOST_FAULTS]
    if len(lines) >= MOST_FAULTS:
        yield "There may be more; mend these and check again."


def _file_to_add(typed: str) -> "Path":
    """Return the path of one file that exists and has a name it can be kept under."""
    from spark_tui.catalog.faults import short
    from spark_tui.catalog.own import FILE_NAME

    only = "spark-tui catalog add takes one TOML file for now"
    if "://" in typed:
        raise UsageError(f"{only}: download {short(typed, _PATH_SHOWN)} and add the file")
    path = _existing("add", typed)
    if path.is_dir():
        raise UsageError(f"{only}: {short(typed, _PATH_SHOWN)} is a folder")
    if not FILE_NAME.fullmatch(path.name):
        raise UsageError(
            f"spark-tui catalog add: {path.name!r} is no name for it; use letters, digits, dots, dashes and "
            "underscores, and end it in .toml"
        )
    return path


def _added_data(added: "Added") -> dict[str, Any]:
    return {
        "added": added.path.name,
        "path": str(added.path),
        "counts": _counts(added.fragment),
        "recipes": [recipe.id for recipe in added.fragment.recipes],
    }


def _added_lines(added: "Added") -> Iterator[str]:
    from spark_tui.plain.text import wrapped

    yield from wrapped(f"added {added.path.name}: {_holds(added.fragment)}", "    ", "")
    if added.ranked:
        yield "spark-tui pick now ranks it."
    else:
        yield "It has no setup on boxes, so spark-tui pick ranks what it ranked before."


def _own_data(folder: "Path", joined: "Joined") -> dict[str, Any]:
    from spark_tui.catalog.text import clean

    usable = [
        {"name": clean(name), "usable": True, "counts": _counts(fragment), "reason": None}
        for name, fragment in joined.usable.items()
    ]
    left_out = [
        {"name": clean(name), "usable": False, "counts": None, "reason": str(fault)}
        for name, fault in joined.left_out.items()
    ]
    return {"folder": str(folder), "files": sorted(usable + left_out, key=lambda one: str(one["name"]))}


def _own_lines(joined: "Joined") -> Iterator[str]:
    from spark_tui.catalog.text import clean
    from spark_tui.plain.text import wrapped

    lines = {name: f"{clean(name)}: {_holds(fragment)}" for name, fragment in joined.usable.items()}
    lines |= {name: f"{clean(name)} cannot be used: {fault}" for name, fault in joined.left_out.items()}
    for _, line in sorted(lines.items()):
        yield from wrapped(line, "    ", "")
    if not lines:
        yield "No file of your own yet; spark-tui catalog add FILE adds one."


def _counts(fragment: "Fragment") -> dict[str, int]:
    """How many entries of each kind there are, recipes first, without the kinds of which there are none."""
    from spark_tui.catalog.checking import counts

    found = counts(fragment)
    order = [*_COUNTED_FIRST, *(kind for kind in found if kind not in _COUNTED_FIRST)]
    return {kind: found[kind] for kind in order if found[kind]}


def _holds(fragment: "Fragment") -> str:
    counted = (
        f"{count:,} {_ONE.get(kind, kind.removesuffix('s')) if count == 1 else _MANY.get(kind, kind)}"
        for kind, count in _counts(fragment).items()
    )
    return ", ".join(counted) or "no entry"
