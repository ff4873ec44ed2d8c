"""Loading, ranking, filtering and the verbs: `python -m tests.bench.core`."""

import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from spark_tui import paths
from spark_tui.advise.needs import Needs
from spark_tui.advise.rank import rank
from spark_tui.catalog.loading import compile_folder, load
from spark_tui.catalog.search import filtered
from tests.bench.report import machine, milliseconds
from tests.bench.synthetic import many_setups


def cold(*arguments: str, runs: int = 9) -> float:
    """Return the median seconds of a whole Python process."""
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def main() -> None:
    """Print every figure; processes as multiples of Python doing nothing."""
    print(machine())
    with tempfile.TemporaryDirectory() as home:
        os.environ["SPARK_TUI_HOME"] = home
        folder, cache = paths.bundled_catalog(), Path(home)
        catalog = load(folder, cache)
        figures = {
            "catalog from TOML, checked": milliseconds(lambda: compile_folder(folder), runs=5),
            "catalog from its cache": milliseconds(lambda: load(folder, cache)),
            f"rank {len(catalog.offers)} setups": milliseconds(lambda: rank(catalog, Needs(boxes=3))),
        }
        for size in (2_000, 10_000):
            large = many_setups(catalog, size)
            gc.freeze()  # As the app does once the catalog is loaded.
            lines = [f"{offer.recipe.name} {offer.setup.id}" for offer in large.offers]
            for use in ("chat", "code", "long"):
                needs = Needs(use=use, boxes=3)
                figures[f"rank {len(large.offers):,} setups, {use}"] = milliseconds(lambda c=large, n=needs: rank(c, n))
            for typed in ("tensorfold 2.9", "tensrofld 2.9"):
                figures[f"filter {len(lines):,} rows by {typed!r}"] = milliseconds(
                    lambda t=typed, some=lines: filtered(t, some)
                )
        for name, (middle, slowest) in figures.items():
            print(f"{name:<42} median {middle:8.2f} ms, slowest {slowest:8.2f} ms")
        floor = cold("-c", "pass")
        for verb in (("--help",), ("pick", "--use", "chat", "--boxes", "2", "--json"), ("catalog", "export", "--json")):
            seconds = cold("-m", "spark_tui", *verb)
            print(f"spark-tui {' '.join(verb):<32} median {seconds:.3f} s, x {seconds / floor:.1f} of `python -c pass`")


if __name__ == "__main__":
    main()
