"""From TOML text to checked entries."""

import json
import os
import re
import stat
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from spark_tui.catalog.catalog import SECTIONS, Fragment
from spark_tui.catalog.faults import CatalogError, Fault, faults_of, short
from spark_tui.catalog.recipe import Recipe, Setup

MAX_BYTES = 2_000_000
"""A catalog file larger than this is refused: it was not written by a person."""
MAX_PARTS = 32
"""A dotted key of more parts is refused. tomllib's time grows with the square of them; the schema needs four."""
_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_TOKEN = re.compile(
    r"""(?P<text>\"{3}(?:[^"\\]|\\.|"(?!""))*+"{3,5}|'{3}(?:[^']|'(?!''))*+'{3,5})"""
    rf"|(?P<key>{_PART}(?:[ \t]*+\.[ \t]*+{_PART})*+)"
    r"|(?P<comment>\#[^\n]*+)|(?P<other>[^\"'\#\w-]++)",
    re.DOTALL,
)
"""TOML as far as it must be told apart to find dotted keys: what looks like one in a text or comment is none."""


class ReadFile(NamedTuple):
    """A file's name and what it holds."""

    file: str
    fragment: Fragment


def files_in(folder: Path) -> list[Path]:
    """Return the catalog files below `folder`, in a stable order."""
    return sorted(path for path in folder.rglob("*.toml") if path.is_file())


def read_files(paths: Iterable[Path], root: Path | None = None) -> list[ReadFile]:
    """Read every file; raise CatalogError with the faults of all of them. Names are shown relative to `root`."""
    read: list[ReadFile] = []
    faults: list[Fault] = []
    for path in paths:
        name = str(path.relative_to(root)) if root and path.is_relative_to(root) else str(path)
        try:
            read.append(ReadFile(name, read_file(path, name)))
        except CatalogError as error:
            faults += error.faults
    if faults:
        raise CatalogError(faults)
    return read


def read_file(path: Path, name: str) -> Fragment:
    """Read one file. Raise CatalogError that names it `name`."""
    return parse_bytes(read_bytes(path, name), name)


def read_bytes(path: Path, name: str) -> bytes:
    """Return what a regular file of at most MAX_BYTES holds. Never waits, whatever `path` turns out to be."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise CatalogError([Fault(name, "", "is no regular file")])
        # Not blocking, and never more than the limit: what lies there may have been exchanged since.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            data = file.read(MAX_BYTES + 1) or b""
    except OSError as error:
        raise CatalogError([Fault(name, "", f"cannot be read: {error.strerror}")]) from error
    except ValueError as error:
        raise CatalogError([Fault(name, "", "is no name of a file")]) from error
    if len(data) > MAX_BYTES:
        raise CatalogError([Fault(name, "", "is over 2 MB; split it")])
    return data


def parse_bytes(data: bytes, name: str) -> Fragment:
    """Read the bytes of one file. Raise CatalogError that names it `name`."""
    try:
        return parse(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        raise CatalogError([Fault(name, "", f"is not UTF-8 at byte {error.start}; save it as UTF-8")]) from error


def parse(text: str, name: str) -> Fragment:
    """Read the TOML text of one file. Raise CatalogError that names it `name`."""
    if _has_absurd_key(text):
        raise CatalogError([_too_deep(name)])
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogError([_syntax_fault(name, text, error)]) from error
    except RecursionError as error:
        raise CatalogError([_too_deep(name)]) from error
    except ValueError as error:
        raise CatalogError([Fault(name, "", "holds a number of more digits than any number needs")]) from error
    try:
        # By way of JSON, because strict validation takes lists for tuples only there.
        fragment = Fragment.model_validate_json(json.dumps(data, default=str))
    except RecursionError as error:
        raise CatalogError([_too_deep(name)]) from error
    except ValidationError as error:
        raise CatalogError(list(faults_of(name, error, Fragment, data))) from error
    return fragment.model_copy(update={"recipes": tuple(_with_ids(recipe) for recipe in fragment.recipes)})


def merged(read: Iterable[ReadFile]) -> Fragment:
    """Return all entries of the files in one fragment."""
    fragments = [fragment for _, fragment in read]
    whole: dict[str, Any] = {
        section: tuple(entry for fragment in fragments for entry in getattr(fragment, section)) for section in SECTIONS
    }
    return Fragment.model_construct(**whole)


def _has_absurd_key(text: str) -> bool:
    # A key never spans lines, so that the closer look is needed only where one line has as many dots.
    if all(line.count(".") < MAX_PARTS for line in text.split("\n")):
        return False
    position = 0
    while token := _TOKEN.match(text, position):
        position = token.end()
        if token["key"] and token["key"].count(".") >= MAX_PARTS and len(re.findall(_PART, token["key"])) > MAX_PARTS:
            return True
    return False  # Also where no token matches: tomllib stops there, too, and says why.


def _too_deep(name: str) -> Fault:
    return Fault(name, "", "is nested too deeply")


def _syntax_fault(name: str, text: str, error: Exception) -> Fault:
    message = str(error)
    what, _, position = message.partition(" (at line ")
    line = position.partition(",")[0] if position else str(text.count("\n") + 1)
    return Fault(name, f"line {line}", f"not valid TOML: {short(what[:1].lower() + what[1:], 200)}")


def _with_ids(recipe: Recipe) -> Recipe:
    return recipe.model_copy(update={"setups": tuple(_setup_with_ids(recipe.id, setup) for setup in recipe.setups)})


def _setup_with_ids(recipe: str, setup: Setup) -> Setup:
    profile = setup.profile
    prefix = f"{recipe}.{setup.boxes}{f'.{profile}' if profile else ''}"
    return setup.model_copy(
        update={
            "id": f"{recipe}@{setup.boxes}{f':{profile}' if profile else ''}",
            "measurements": tuple(
                measurement.model_copy(update={"id": f"{prefix}.{measurement.id}"})
                for measurement in setup.measurements
            ),
        }
    )
