"""`catalog check` and `catalog export`."""

import argparse
from pathlib import Path

from spark_tui.verbs.common import FailureError, UsageError, load_catalog, print_answer


def check(options: argparse.Namespace) -> int:
    """Check the bundled catalog, with further files or folders where they are given."""
    from spark_tui import paths
    from spark_tui.catalog import checking, reading
    from spark_tui.catalog.faults import CatalogError

    bundled = paths.bundled_catalog()
    extra = [Path(name) for name in options.paths]
    for path in extra:
        if not path.exists():
            raise UsageError(f"spark-tui catalog check: {path} does not exist")
    try:
        read = reading.read_files(reading.files_in(bundled), root=bundled)
        for path in extra:
            read += reading.read_files(reading.files_in(path) if path.is_dir() else [path])
        faults = checking.check(read)
    except CatalogError as error:
        faults = list(error.faults)
    if faults:
        raise FailureError("\n".join(map(str, faults)))
    counts = checking.counts(reading.merged(read))
    print_answer(options, lambda: counts, lambda: (f"{count:>5} {name}" for name, count in counts.items()))
    return 0


def export(options: argparse.Namespace) -> None:
    """Print the whole catalog as JSON."""
    import json

    from spark_tui.catalog.export import export as as_data

    print(json.dumps(as_data(load_catalog()), ensure_ascii=False, indent=None if options.json else 2))
