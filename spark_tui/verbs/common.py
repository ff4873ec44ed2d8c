"""What the verbs share: their errors, the catalog, and printing."""

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spark_tui.catalog.catalog import Catalog


class UsageError(Exception):
    """What was typed cannot be answered; the message says what, where and what to do."""


class FailureError(Exception):
    """The program could not do what was asked; the message says why and what to do."""


def load_catalog() -> "Catalog":
    """Return the catalog, and complain of own files that cannot be used.

    Raises FailureError with every fault where the catalog itself cannot be used.
    """
    from spark_tui import paths
    from spark_tui.catalog.faults import CatalogError
    from spark_tui.catalog.loading import load

    try:
        catalog = load(paths.bundled_catalog(), paths.cache_folder(), paths.own_catalogs())
    except CatalogError as error:
        raise FailureError("\n".join(map(str, error.faults))) from error
    for sentence in catalog.left_out:
        print(sentence, file=sys.stderr)
    return catalog


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
