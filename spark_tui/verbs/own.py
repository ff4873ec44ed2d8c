"""What the user adds to the catalog: `catalog add`, `remove` and `list`, for own TOML files and for collections."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from spark_tui.verbs.collecting import add_collection, collected_data, collected_line
from spark_tui.verbs.common import FailureError, UsageError, existing, fault_lines, load_quietly, print_answer

if TYPE_CHECKING:
    from pathlib import Path

    from spark_tui.catalog.catalog import Collected, Fragment
    from spark_tui.catalog.own import Added, Joined
    from spark_tui.catalog.reading import ReadFile

_COUNTED_FIRST = ("recipes", "setups", "measurements")
_ONE = {"weights": "set of weights", "advice": "piece of advice"}
_MANY = {"weights": "sets of weights", "advice": "pieces of advice"}


def add(options: argparse.Namespace) -> None:
    """Add a TOML file of the user's own, or other people's recipes: a repository, a folder, or a YAML file."""
    if options.what.endswith(".toml") and "://" not in options.what:
        return _add_file(options)
    return add_collection(options)


def _add_file(options: argparse.Namespace) -> None:
    """Add one TOML file to the user's own catalog, or nothing where anything is wrong with it."""
    from spark_tui import paths
    from spark_tui.catalog import own
    from spark_tui.catalog.faults import CatalogError

    path, folder = _file_to_add(options.what), paths.own_catalogs()
    try:
        added = own.add(path, _bundled(), folder)
    except CatalogError as error:
        raise FailureError("\n".join(fault_lines(error.faults))) from error
    except OSError as error:
        why = error.strerror or error
        raise FailureError(f"spark-tui catalog add: {folder / path.name} cannot be written: {why}") from error
    print_answer(options, lambda: _added_data(added), lambda: _added_lines(added))


def remove(options: argparse.Namespace) -> None:
    """Remove a file from the user's own catalog, or a collection."""
    from spark_tui import paths
    from spark_tui.catalog import own
    from spark_tui.catalog.imported import shelf
    from spark_tui.catalog.text import clean

    name, folder = options.name, paths.own_catalogs()
    collections = {path.stem: path for path in shelf.files(paths.collections())}
    try:
        if name in collections:
            collections[name].unlink()
            return print_answer(options, lambda: {"removed": name}, lambda: [f"removed {name}"])
        own.remove(name, _bundled(), folder)
    except own.UnknownNameError as error:
        known = ", ".join([*(clean(path.name) for path in own.files(folder)), *collections])
        hint = f"known are {known}" if known else "there is none yet"
        raise UsageError(f"spark-tui catalog remove: nothing of yours is called {name!r}; {hint}") from error
    except own.NeededError as error:
        raise FailureError(f"spark-tui catalog remove: {clean(name)} is needed; without it, {error}") from error
    except OSError as error:
        why = error.strerror or error
        raise FailureError(f"spark-tui catalog remove: {clean(str(folder / name))} cannot be removed: {why}") from error
    return print_answer(options, lambda: {"removed": clean(name)}, lambda: [f"removed {clean(name)}"])


def list_own(options: argparse.Namespace) -> None:
    """Print what the user added: what it holds, where it comes from, and what of it cannot be used and why."""
    from spark_tui import paths
    from spark_tui.catalog import own

    folder = paths.own_catalogs()
    joined = own.join(_bundled(), own.files(folder))
    collections, damaged = _collections()
    print_answer(
        options,
        lambda: {**_own_data(folder, joined), "collections": [*map(collected_data, collections), *damaged]},
        lambda: _own_lines(
            joined, [collected_line(one) for one in collections] + [_damaged_line(one) for one in damaged]
        ),
    )


def _collections() -> tuple[tuple["Collected", ...], list[dict[str, Any]]]:
    """The collections, and those that cannot be used with the reason."""
    from spark_tui import paths
    from spark_tui.catalog.imported import shelf

    usable = load_quietly().collections
    names = {one.name for one in usable}
    damaged = []
    for path in shelf.files(paths.collections()):
        if path.stem not in names:
            try:
                shelf.read(path)
            except shelf.DamagedError as error:
                damaged.append({"name": path.stem, "usable": False, "reason": str(error)})
    return usable, damaged


def _damaged_line(damaged: dict[str, Any]) -> str:
    return f"{damaged['name']} cannot be used: it {damaged['reason']}"


def _bundled() -> list["ReadFile"]:
    from spark_tui import paths
    from spark_tui.catalog.faults import CatalogError
    from spark_tui.catalog.loading import read_folder

    try:
        return read_folder(paths.bundled_catalog())
    except CatalogError as error:
        raise FailureError("\n".join(fault_lines(error.faults))) from error


def _file_to_add(typed: str) -> "Path":
    """Return the path of one file that exists and has a name it can be kept under."""
    from spark_tui.catalog.own import FILE_NAME

    path = existing("add", typed)
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


def _own_lines(joined: "Joined", collections: list[str]) -> Iterator[str]:
    from spark_tui.catalog.text import clean
    from spark_tui.plain.text import wrapped

    lines = {name: f"{clean(name)}: {_holds(fragment)}" for name, fragment in joined.usable.items()}
    lines |= {name: f"{clean(name)} cannot be used: {fault}" for name, fault in joined.left_out.items()}
    for _, line in sorted(lines.items()):
        yield from wrapped(line, "    ", "")
    for line in collections:
        yield from wrapped(line, "    ", "")
    if not lines and not collections:
        yield "Nothing of your own yet; spark-tui catalog add FILE|FOLDER|URL adds something."


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
