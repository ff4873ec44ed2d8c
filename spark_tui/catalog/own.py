"""The user's own catalog files: which there are, whether they go with the bundled ones, adding and removing them."""

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from spark_tui.catalog import checking, reading
from spark_tui.catalog.catalog import SECTIONS, Fragment
from spark_tui.catalog.faults import CatalogError, Fault
from spark_tui.catalog.reading import ReadFile
from spark_tui.catalog.text import clean
from spark_tui.files import write_whole

FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*\.toml")
"""What a file must be called to be added: nothing that a shell, a terminal or another system takes amiss."""


class Joined(NamedTuple):
    """The user's own files, by name, after checking them together with the bundled ones."""

    usable: dict[str, Fragment]
    left_out: dict[str, Fault]
    """The first fault of every file that cannot be used."""
    unused: tuple[ReadFile, ...]
    """What those of them hold that could be read at least."""

    @property
    def recipes(self) -> frozenset[str]:
        """Ids of the recipes in files that can be used."""
        return frozenset(recipe.id for fragment in self.usable.values() for recipe in fragment.recipes)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is wrong with each file that cannot be used, and what to do about it."""
        return tuple(
            f"{fault}; the file is left out; fix it or: spark-tui catalog remove {shlex.quote(clean(name))}"
            for name, fault in self.left_out.items()
        )


class Added(NamedTuple):
    """A file that was added: where it lies now and what it holds."""

    path: Path
    fragment: Fragment
    ranked: bool
    """Whether it holds a setup on boxes."""


class UnknownNameError(Exception):
    """There is no own file of that name."""


class NeededError(Exception):
    """Another own file refers to what this one holds; the message says which and where."""


def files(folder: Path) -> list[Path]:
    """Return the files in `folder`, in a stable order. Raises OSError where it is there but cannot be listed."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".toml" and not path.name.startswith("."))
    except (FileNotFoundError, NotADirectoryError):
        return []


def read(paths: Sequence[Path]) -> tuple[list[ReadFile], dict[str, Fault]]:
    """Read every file. Those that cannot be read are given by name, with their first fault."""
    good: list[ReadFile] = []
    bad: dict[str, Fault] = {}
    for path in paths:
        try:
            good.append(ReadFile(label(path.name), reading.read_file(path, label(path.name))))
        except CatalogError as error:
            bad[path.name] = error.faults[0]
    return good, bad


def label(name: str) -> str:
    """Name an own file in a sentence, so that nobody takes it for a bundled one."""
    return f"your own {name}"


def join(bundled: Sequence[ReadFile], paths: Sequence[Path]) -> Joined:
    """Check own files together with the bundled ones, and leave out as a whole each that does not go with them.

    What refers to a file that is left out is left out as well, until the rest is in order.
    """
    usable, left_out = read(paths)
    names = {label(path.name): path.name for path in paths}
    unused: list[ReadFile] = []
    while faults := {fault.file: fault for fault in reversed(_faults_of_own(bundled, usable))}:
        left_out |= {names[file]: fault for file, fault in faults.items()}
        unused += [one for one in usable if one.file in faults]
        usable = [one for one in usable if one.file not in faults]
    fragments = {names[file]: fragment for file, fragment in usable}
    return Joined(fragments, dict(sorted(left_out.items())), tuple(unused))


def _faults_of_own(bundled: Sequence[ReadFile], own: Sequence[ReadFile]) -> list[Fault]:
    # Bundled files come first and were in order before: whatever is wrong now is wrong with an own one.
    files_of_own = {file for file, _ in own}
    faults = checking.check([*bundled, *own]) if own else []
    return [fault for fault in faults if fault.file in files_of_own]


def add(path: Path, bundled: Sequence[ReadFile], folder: Path) -> Added:
    """Check a file together with all others and copy it into `folder`. On any fault nothing is written.

    Raises CatalogError with everything that is wrong with the file, OSError where it cannot be written.
    """
    target = folder / path.name
    if os.path.lexists(target):
        what = f"a file of that name was added already; first: spark-tui catalog remove {path.name}"
        raise CatalogError([Fault(str(path), "", what)])
    data = reading.read_bytes(path, str(path))
    new = ReadFile(str(path), reading.parse_bytes(data, str(path)))
    faults = _faults_of_new(new, bundled, join(bundled, files(folder)))
    if faults:
        raise CatalogError(faults)
    # The bytes that were checked: the file itself may have changed since.
    write_whole(target, data, sync=True)
    boxes = {platform.id for _, fragment in bundled for platform in fragment.platforms if platform.is_box}
    setups = (setup for recipe in new.fragment.recipes for setup in recipe.setups)
    return Added(target, new.fragment, any(setup.platform in boxes for setup in setups))


def _faults_of_new(new: ReadFile, bundled: Sequence[ReadFile], joined: Joined) -> list[Fault]:
    if not any(getattr(new.fragment, section) for section in SECTIONS):
        return [Fault(new.file, "", f"holds no entry; it may hold {', '.join(SECTIONS)}")]
    others = [ReadFile(f"the bundled {file}", fragment) for file, fragment in bundled]
    others += [ReadFile(label(name), fragment) for name, fragment in joined.usable.items()]
    faults = checking.check([*others, new])
    # An id is taken by a file that is left out for now, too: mended, it would be left out because of the new one.
    told = {fault.place for fault in faults}
    faults += (fault for fault in checking.repeated_ids([*joined.unused, new]) if fault.place not in told)
    return [fault for fault in faults if fault.file == new.file]


def remove(name: str, bundled: Sequence[ReadFile], folder: Path) -> None:
    """Remove the own file `name`.

    Raises UnknownNameError where there is none, NeededError where another own file refers to it, OSError where it
    cannot be removed.
    """
    paths = files(folder)
    path = next((one for one in paths if name in (one.name, clean(one.name))), None)
    if path is None:
        raise UnknownNameError(name)
    usable = join(bundled, paths).usable
    if path.name in usable:
        rest = [ReadFile(label(other), fragment) for other, fragment in usable.items() if other != path.name]
        needing = _faults_of_own(bundled, rest)
        if needing:
            raise NeededError(str(needing[0]))
    path.unlink()
