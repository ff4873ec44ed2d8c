"""Loading a catalog folder: checked and compiled at first use, read back from one JSON file afterwards."""

import contextlib
import json
import os
import tempfile
from pathlib import Path

from pydantic import ValidationError

import spark_tui
from spark_tui.catalog import checking, reading
from spark_tui.catalog.catalog import Catalog, Fragment
from spark_tui.catalog.faults import CatalogError, Fault

_SCHEMA_FILES = sorted(Path(__file__).parent.glob("*.py"))
"""A change of the schema makes compiled catalogs stale, like a change of a TOML file."""


def load(folder: Path, cache: Path | None = None) -> Catalog:
    """Return the catalog of `folder`, through the compiled copy in the folder `cache` where that is fresh.

    Raises CatalogError where a file cannot be read or a check fails.
    """
    files = reading.files_in(folder)
    fingerprint = _fingerprint([*files, *_SCHEMA_FILES])
    compiled = cache / "catalog.json" if cache else None
    content = _read_compiled(compiled, fingerprint) if compiled else None
    if content is None:
        content = compile_folder(folder)
        if compiled:
            _write_compiled(compiled, fingerprint, content)
    return Catalog(content)


def compile_folder(folder: Path) -> Fragment:
    """Read and check every file of `folder`. Raise CatalogError with all faults."""
    read = reading.read_files(reading.files_in(folder), root=folder)
    faults = checking.check(read)
    if not any(platform.is_box for _, fragment in read for platform in fragment.platforms):
        faults.append(Fault(str(folder), "platforms", "none is a box; one needs is_box = true"))
    if faults:
        raise CatalogError(faults)
    return reading.merged(read)


def _fingerprint(files: list[Path]) -> str:
    """Path, size and time of every file, as one line."""
    stats = [(str(file), (stat := file.stat()).st_size, stat.st_mtime_ns) for file in files]
    return json.dumps([spark_tui.__version__, stats])


def _read_compiled(path: Path, fingerprint: str) -> Fragment | None:
    try:
        first, _, rest = path.read_text(encoding="utf-8").partition("\n")
        return Fragment.model_validate_json(rest) if first == fingerprint else None
    except (OSError, ValueError, ValidationError):
        return None  # Missing, foreign or damaged: it is made again.


def _write_compiled(path: Path, fingerprint: str, content: Fragment) -> None:
    """Write atomically; a folder that cannot be written to costs the next start its speed, nothing else."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".catalog-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(f"{fingerprint}\n{content.model_dump_json(exclude_defaults=True)}")
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
