"""What the verbs share: their errors, the catalog, and printing."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from spark_tui.catalog.catalog import Catalog
    from spark_tui.catalog.faults import Fault

PATH_SHOWN = 200
"""As many characters of what was typed for a path are repeated."""


class UsageError(Exception):
    """What was typed cannot be answered; the message says what, where and what to do."""


class FailureError(Exception):
    """The program could not do what was asked; the message says why and what to do."""


def load_catalog(*, live: bool = True) -> "Catalog":
    """Return the catalog, with the sizes that Hugging Face told last unless told otherwise.

    Complains of own files that cannot be used. Raises FailureError with every fault where the catalog itself cannot.
    """
    catalog = load_quietly()
    for sentence in catalog.left_out:
        print(sentence, file=sys.stderr)
    return _with_kept_sizes(catalog) if live else catalog


def _with_kept_sizes(catalog: "Catalog") -> "Catalog":
    from spark_tui import paths, settings

    free = settings.load(paths.settings()).free_gib
    if free is None and not paths.database().exists():  # Before SQLite is imported: scripts wait for it.
        return catalog
    from spark_tui.catalog.repository import Today
    from spark_tui.catalog.weighing import weighed
    from spark_tui.hub import kept
    from spark_tui.store import StoreError

    try:
        return weighed(catalog, Today(kept.load(paths.database()), free))
    except StoreError as error:
        print(error, file=sys.stderr)
        return catalog


def load_quietly() -> "Catalog":
    """Return the catalog without a word on what the user added and cannot be used. Raises as `load_catalog`."""
    from spark_tui import paths
    from spark_tui.catalog.faults import CatalogError
    from spark_tui.catalog.loading import load

    try:
        return load(paths.bundled_catalog(), paths.cache_folder(), paths.own_catalogs(), paths.collections())
    except CatalogError as error:
        raise FailureError("\n".join(map(str, error.faults))) from error


def print_answer(
    options: argparse.Namespace,
    data: Callable[[], Any],
    lines: Callable[[], Iterable[str]],
    markdown: Callable[[], str] | None = None,
) -> None:
    """Print data as one JSON document or, where the verb offers it, as Markdown; else lines for people."""
    if options.json and markdown is not None and options.markdown:
        raise UsageError("spark-tui: --json and --markdown exclude each other; choose one")
    if options.json:
        import json

        print(json.dumps(data(), ensure_ascii=False))
    elif markdown is not None and options.markdown:
        print(markdown(), end="")
    else:
        for line in lines():
            print(line)


def existing(verb: str, name: str) -> "Path":
    """Return the path of a file or folder that was typed. Raises UsageError where there is none."""
    from pathlib import Path

    from spark_tui.catalog.faults import short

    path, shown = Path(name), f"spark-tui catalog {verb}: {short(name, PATH_SHOWN) or repr(name)}"
    try:
        there = bool(name.strip()) and path.exists()
    except OSError as error:
        # Such as a name that is longer than any file's, or a folder that nobody may look into.
        raise UsageError(f"{shown} cannot be read: {error.strerror}") from error
    if not there:
        raise UsageError(f"{shown} does not exist")
    return path


def fault_lines(faults: Iterable["Fault"]) -> Iterator[str]:
    """Write each fault as a line, up to as many as are told at once."""
    from spark_tui.catalog.faults import MOST_FAULTS

    lines = [str(fault) for fault in faults]
    yield from lines[:MOST_FAULTS]
    if len(lines) >= MOST_FAULTS:
        yield "There may be more; mend these and check again."
