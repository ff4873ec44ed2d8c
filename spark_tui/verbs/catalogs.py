"""`catalog check` and `export`."""

import argparse
from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from spark_tui.verbs.common import FailureError, existing, fault_lines, load_catalog, print_answer

if TYPE_CHECKING:
    from pathlib import Path

    from spark_tui.catalog.faults import Fault
    from spark_tui.catalog.reading import ReadFile


def check(options: argparse.Namespace) -> None:
    """Check the bundled catalog: with the user's own files, or with the files or folders that are given.

    Faults are a failure. What only wants a look is counted, and told in full of what is given.
    """
    from spark_tui.advise.auditing import audit
    from spark_tui.catalog import checking, reading
    from spark_tui.catalog.catalog import Catalog
    from spark_tui.plain.doubting import doubt_lines

    read, looked_at = _checked(_files(existing("check", name) for name in options.paths))
    whole = reading.merged(read)
    counts = checking.counts(whole)
    doubts = audit(Catalog(whole), reading.merged(looked_at), options.today or date.today())
    print_answer(
        options,
        lambda: {**counts, "warnings": {kind: [one._asdict() for one in found] for kind, found in doubts.items()}},
        lambda: (
            *(f"{count:>5} {name}" for name, count in counts.items()),
            *doubt_lines(doubts, each=options.warnings or bool(options.paths)),
        ),
    )


def export(options: argparse.Namespace) -> None:
    """Print the whole catalog as JSON."""
    import json

    from spark_tui.catalog.export import export as as_data

    print(json.dumps(as_data(load_catalog()), ensure_ascii=False, indent=None if options.json else 2))


def _files(given: Iterable["Path"]) -> list["Path"]:
    """Return what is given, file by file, each once."""
    from spark_tui.catalog import reading

    files = (file for path in given for file in (reading.files_in(path) if path.is_dir() else [path]))
    return list({file.resolve(): file for file in files}.values())


def _checked(given: Iterable["Path"]) -> tuple[list["ReadFile"], list["ReadFile"]]:
    """Read the bundled files and those given, or the user's own where none is. Return all, and those asked about.

    A bundled file that is given is asked about, but no second one. Raises FailureError with what is wrong.
    """
    from spark_tui import paths
    from spark_tui.catalog import checking, reading
    from spark_tui.catalog.faults import CatalogError

    bundled, given = paths.bundled_catalog(), list(given)
    files = reading.files_in(bundled)
    try:
        read = reading.read_files(files, root=bundled)
        known = {path.resolve(): one for path, one in zip(files, read, strict=True)}
        further = reading.read_files(path for path in given if path.resolve() not in known) if given else _all_own()
        faults: Iterable[Fault] = checking.check([*read, *further])
    except CatalogError as error:
        faults = error.faults
    if faults:
        raise FailureError("\n".join(fault_lines(faults)))
    every = [*read, *further]
    return every, [*further, *(known[path.resolve()] for path in given if path.resolve() in known)] if given else every


def _all_own() -> list["ReadFile"]:
    from spark_tui import paths
    from spark_tui.catalog import own
    from spark_tui.catalog.faults import CatalogError

    read, unreadable = own.read(own.files(paths.own_catalogs()))
    if unreadable:
        raise CatalogError(list(unreadable.values()))
    return read
