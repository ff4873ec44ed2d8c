"""Loading the catalog: checked and compiled at first use, read back from one JSON file afterwards."""

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

import spark_tui
from spark_tui.catalog import checking, reading
from spark_tui.catalog import own as own_files
from spark_tui.catalog.catalog import Catalog, Fragment
from spark_tui.catalog.faults import CatalogError, Fault
from spark_tui.catalog.reading import ReadFile
from spark_tui.catalog.text import clean
from spark_tui.files import write_whole

_SCHEMA_FILES = sorted(Path(__file__).parent.glob("*.py"))
"""A change of the schema makes compiled catalogs stale, like a change of a TOML file."""


def load(folder: Path, cache: Path | None = None, own: Path | None = None) -> Catalog:
    """Return the catalog of `folder` and of the user's own files in the folder `own`.

    Comes from the compiled copy in the folder `cache` where that is fresh. Raises CatalogError where a file of `folder`
    cannot be read or a check fails; an own file is left out instead, and the catalog says so.
    """
    paths, unlisted = _own_paths(own)
    files = reading.files_in(folder)
    fingerprint = _fingerprint([*files, *_SCHEMA_FILES], paths)
    compiled = cache / "catalog.json" if cache else None
    catalog = _read_compiled(compiled, fingerprint) if compiled else None
    if catalog is None:
        catalog = compile_folder(folder, paths)
        if compiled:
            _write_compiled(compiled, fingerprint, catalog)
    # Whether the folder can be listed is not in the fingerprint, and so not in the compiled copy.
    return Catalog(catalog.content, own=catalog.own, left_out=unlisted + catalog.left_out) if unlisted else catalog


def compile_folder(folder: Path, own: Sequence[Path] = ()) -> Catalog:
    """Read and check every file of `folder`, and the own files. Raise CatalogError with all faults of `folder`."""
    bundled = read_folder(folder)
    joined = own_files.join(bundled, own)
    usable = (ReadFile(name, fragment) for name, fragment in joined.usable.items())
    return Catalog(reading.merged([*bundled, *usable]), own=joined.recipes, left_out=joined.sentences)


def read_folder(folder: Path) -> list[ReadFile]:
    """Read and check every file of `folder`. Raise CatalogError with all faults."""
    read = reading.read_files(reading.files_in(folder), root=folder)
    faults = checking.check(read)
    if not any(platform.is_box for _, fragment in read for platform in fragment.platforms):
        faults.append(Fault(str(folder), "platforms", "none is a box; one needs is_box = true"))
    if faults:
        raise CatalogError(faults)
    return read


def _own_paths(own: Path | None) -> tuple[list[Path], tuple[str, ...]]:
    """The user's own files, and a sentence where their folder cannot be listed."""
    try:
        return (own_files.files(own) if own else []), ()
    except OSError as error:
        return [], (clean(f"{own}: cannot be read: {error.strerror}; your own recipes are left out"),)


def _fingerprint(files: list[Path], own: list[Path]) -> str:
    """Path, size and time of every file, as one line."""
    stats = [(str(file), (stat := file.stat()).st_size, stat.st_mtime_ns) for file in files]
    return json.dumps([spark_tui.__version__, stats, [_own_stat(path) for path in own]])


def _own_stat(path: Path) -> tuple[str | int, ...]:
    # An own file may be anything: a link to nowhere, or forbidden. Its change time also tells of permissions.
    with contextlib.suppress(OSError):
        stat = path.stat()
        return str(path), stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns
    return (str(path),)


def _read_compiled(path: Path, fingerprint: str) -> Catalog | None:
    try:
        first, _, rest = path.read_text(encoding="utf-8").partition("\n")
        if first != fingerprint:
            return None
        about, _, entries = rest.partition("\n")
        content = Fragment.model_validate_json(entries)
        told = json.loads(about)
        return Catalog(content, own=frozenset(told["own"]), left_out=tuple(told["left_out"]))
    except (OSError, ValueError, TypeError, KeyError, RecursionError, ValidationError):
        return None  # Missing, foreign or damaged: it is made again.


def _write_compiled(path: Path, fingerprint: str, catalog: Catalog) -> None:
    """Write atomically; a folder that cannot be written to costs the next start its speed, nothing else."""
    about = json.dumps({"own": sorted(catalog.own), "left_out": catalog.left_out})
    text = f"{fingerprint}\n{about}\n{catalog.content.model_dump_json(exclude_defaults=True)}"
    with contextlib.suppress(OSError):
        write_whole(path, text.encode("utf-8"))
