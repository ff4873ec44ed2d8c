"""Loading the catalog: checked and compiled at first use, read back from one JSON file afterwards."""

import contextlib
import gc
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

import spark_tui
from spark_tui.catalog import checking, reading
from spark_tui.catalog import own as own_files
from spark_tui.catalog.catalog import Catalog, Collected, Fragment
from spark_tui.catalog.faults import CatalogError, Fault
from spark_tui.catalog.imported import shelf
from spark_tui.catalog.imported.collection import Contents, without_taken
from spark_tui.catalog.imported.entries import Known
from spark_tui.catalog.imported.problem import NotRead
from spark_tui.catalog.reading import ReadFile
from spark_tui.catalog.text import clean
from spark_tui.files import write_whole

_SCHEMA_FILES = sorted(Path(__file__).parent.rglob("*.py"))
"""A change of the schema makes compiled catalogs stale, like a change of a TOML file."""


def load(folder: Path, cache: Path | None = None, own: Path | None = None, collections: Path | None = None) -> Catalog:
    """Return the catalog of `folder`, of the user's own files in the folder `own`, and of the `collections`.

    Comes from the compiled copy in the folder `cache` where that is fresh. Raises CatalogError where a file of `folder`
    cannot be read or a check fails; what the user added is left out instead, and the catalog says so.
    """
    paths, unlisted = _listed(own, own_files.files)
    kept, unlisted_too = _listed(collections, shelf.files)
    unlisted += unlisted_too
    files = reading.files_in(folder)
    fingerprint = _fingerprint([*files, *_SCHEMA_FILES], [*paths, *kept])
    compiled = cache / "catalog.json" if cache else None
    catalog = _read_compiled(compiled, fingerprint) if compiled else None
    if catalog is None:
        catalog = compile_folder(folder, paths, kept)
        if compiled:
            _write_compiled(compiled, fingerprint, catalog)
    # Whether a folder can be listed is not in the fingerprint, and so not in the compiled copy.
    left_out = unlisted + catalog.left_out
    return Catalog(catalog.content, own=catalog.own, left_out=left_out, collections=catalog.collections)


def compile_folder(folder: Path, own: Sequence[Path] = (), collections: Sequence[Path] = ()) -> Catalog:
    """Read and check every file of `folder`, and add the user's. Raise CatalogError with all faults of `folder`."""
    bundled = read_folder(folder)
    joined = own_files.join(bundled, own)
    usable = (ReadFile(name, fragment) for name, fragment in joined.usable.items())
    checked = reading.merged([*bundled, *usable])
    read, damaged = shelf.read_all(collections, Known.of([checked]))
    # Not checked like the others: a test holds that whatever is read from a collection passes every check.
    imported = without_taken(read, checked)
    content = reading.merged(
        [ReadFile("", checked), *(ReadFile(one.collection.name, one.fragment) for one in imported)]
    )
    left_out = joined.sentences + tuple(shelf.sentence(name, why) for name, why in damaged.items())
    return Catalog(content, own=joined.recipes, left_out=left_out, collections=tuple(map(_collected, imported)))


def _collected(contents: Contents) -> Collected:
    one = contents.collection
    return Collected(one.name, one.label, one.origin, one.what, one.commit, one.date, one.read_on, contents.recipes,
                     contents.not_read)  # fmt: skip


def read_folder(folder: Path) -> list[ReadFile]:
    """Read and check every file of `folder`. Raise CatalogError with all faults."""
    read = reading.read_files(reading.files_in(folder), root=folder)
    faults = checking.check(read)
    if not any(platform.is_box for _, fragment in read for platform in fragment.platforms):
        faults.append(Fault(str(folder), "platforms", "none is a box; one needs is_box = true"))
    if faults:
        raise CatalogError(faults)
    return read


def _listed(folder: Path | None, files: Callable[[Path], list[Path]]) -> tuple[list[Path], tuple[str, ...]]:
    """The user's own files in a folder, and a sentence where it cannot be listed."""
    try:
        return (files(folder) if folder else []), ()
    except OSError as error:
        return [], (clean(f"{folder}: cannot be read: {error.strerror}; your own recipes are left out"),)


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
        with _no_collector():
            content = Fragment.model_validate_json(entries)
        told = json.loads(about)
        collections = tuple(_collected_from(one) for one in told["collections"])
        return Catalog(content, own=frozenset(told["own"]), left_out=tuple(told["left_out"]), collections=collections)
    except (OSError, ValueError, TypeError, KeyError, RecursionError, ValidationError):
        return None  # Missing, foreign or damaged: it is made again.


@contextlib.contextmanager
def _no_collector() -> Iterator[None]:
    """Look for no garbage among very many entries that all stay, now or later: it takes as long as making them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()


def _collected_from(told: list[Any]) -> Collected:
    *about, recipes, not_read = told
    return Collected._make([*about, tuple(recipes), tuple(NotRead(*one) for one in not_read)])


def _write_compiled(path: Path, fingerprint: str, catalog: Catalog) -> None:
    """Write atomically; a folder that cannot be written to costs the next start its speed, nothing else."""
    told = {"own": sorted(catalog.own), "left_out": catalog.left_out, "collections": catalog.collections}
    about = json.dumps(told)
    text = f"{fingerprint}\n{about}\n{catalog.content.model_dump_json(exclude_defaults=True)}"
    with contextlib.suppress(OSError):
        write_whole(path, text.encode("utf-8"))
