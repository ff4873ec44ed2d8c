"""`catalog new`: asks for a recipe, one line a question, and writes the file that adds it."""

import argparse
import io
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from spark_tui.verbs.common import PATH_SHOWN, FailureError, UsageError, fault_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spark_tui.catalog.catalog import Catalog, Fragment

_VERB = "spark-tui catalog new"
_HELLO = """\
A recipe for the catalog. Enter takes what stands in brackets, - stands for
nothing: what no source states stays out. Ctrl+C leaves and writes nothing.
"""
_INTERRUPTED = 130


def new(options: argparse.Namespace) -> int:
    """Ask for a recipe and write it to a new file that is in order."""
    from spark_tui.catalog.drafting import entries, recipe_id
    from spark_tui.verbs.asking import Asker
    from spark_tui.verbs.interview import interview

    path = _new_file(options.file) if options.file is not None else None
    bundled, taken = _known()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # What is no text is asked again.
    print(_HELLO)
    try:
        draft = interview(Asker(_line, _say), bundled, taken, date.today())
    except KeyboardInterrupt:
        print(f"\n{_VERB}: left; nothing is written", file=sys.stderr)
        return _INTERRUPTED
    except EOFError as error:
        print()
        raise FailureError(f"{_VERB}: there is no answer left to read; nothing is written") from error
    recipe = recipe_id(draft, taken)
    path = path or _free_name(recipe)
    _write(path, in_order(entries(draft, recipe, taken_in(bundled.content)), bundled))
    print("\n".join(_next(path)))
    return 0


def in_order(fragment: "Fragment", catalog: "Catalog") -> str:
    """Return the text of a file that holds the entries, read back and checked with the catalog as `check` does it."""
    from spark_tui.catalog import checking, reading
    from spark_tui.catalog.faults import CatalogError
    from spark_tui.catalog.writing import as_toml

    text = as_toml(fragment)
    try:
        read = [
            reading.ReadFile("the catalog", catalog.content),
            reading.ReadFile("this file", reading.parse(text, "")),
        ]
        faults = checking.check(read)
    except CatalogError as error:
        faults = [*error.faults]
    if faults:
        raise FailureError("\n".join(("nothing is written; these answers do not go together:", *fault_lines(faults))))
    return text


def taken_in(*fragments: "Fragment") -> frozenset[str]:
    """Ids of all entries."""
    from spark_tui.catalog.catalog import SECTIONS

    return frozenset(entry.id for fragment in fragments for name in SECTIONS for entry in getattr(fragment, name))


def _line(prompt: str) -> str:
    typed = input(prompt)
    if not sys.stdin.isatty():
        print(typed)  # Answers from a file are told, so that what was asked can be followed.
    return typed


def _say(sentence: str) -> None:
    from spark_tui.plain.text import wrapped

    for line in wrapped(sentence, "  "):
        print(line)


def _known() -> tuple["Catalog", frozenset[str]]:
    """The bundled catalog, on which a contribution builds, and every id that is taken in it or in own files."""
    from spark_tui import paths
    from spark_tui.catalog import own, reading
    from spark_tui.catalog.catalog import Catalog
    from spark_tui.catalog.faults import CatalogError
    from spark_tui.catalog.loading import read_folder

    try:
        bundled = read_folder(paths.bundled_catalog())
    except CatalogError as error:
        raise FailureError("\n".join(fault_lines(error.faults))) from error
    content = reading.merged(bundled)
    mine, _ = own.read(own.files(paths.own_catalogs()))
    return Catalog(content), taken_in(content, *(fragment for _, fragment in mine))


def _new_file(typed: str) -> Path:
    """Return the path of a file that can be written, and added afterwards; nothing is there yet."""
    from spark_tui.catalog.faults import short
    from spark_tui.catalog.own import FILE_NAME

    path, shown = Path(typed), f"{_VERB}: {short(typed, PATH_SHOWN) or repr(typed)}"
    if not FILE_NAME.fullmatch(path.name):
        raise UsageError(
            f"{shown} is no name for a file of the catalog; use letters, digits, dots, dashes and underscores, "
            "and end it in .toml"
        )
    try:
        if path.exists() or path.is_symlink():
            raise UsageError(f"{shown} is there already; nothing is overwritten")
        if not path.parent.is_dir():
            raise UsageError(f"{shown} cannot be written: there is no such folder")
    except (OSError, ValueError) as error:
        raise UsageError(f"{shown} cannot be written: {getattr(error, 'strerror', None) or error}") from error
    return path


def _free_name(recipe: str) -> Path:
    """A name after the recipe that no file of this folder has."""
    path, number = Path(f"{recipe}.toml"), 1
    while path.exists() or path.is_symlink():
        number += 1
        path = Path(f"{recipe}-{number}.toml")
    return path


def _write(path: Path, text: str) -> None:
    """Write a file that is not there yet; whole, or not at all."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            try:
                file.write(text)
                file.flush()
            except BaseException:
                path.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise FailureError(f"{_VERB}: {path} cannot be written: {error.strerror or error}") from error


def _next(path: Path) -> "Iterator[str]":
    import shlex

    from spark_tui.plain.text import wrapped

    shown = shlex.quote(str(path))
    yield ""
    yield f"Written: {path}"
    yield "What it still lacks, and taking part in spark-tui pick:"
    yield f"  spark-tui catalog check {shown}"
    yield f"  spark-tui catalog add {shown}"
    yield from wrapped(
        "To give it to everyone, put it into catalog/recipes/ in a clone of the repository, under the folder of its "
        "model, and open a pull request. catalog/README.md tells what else a file can say."
    )
