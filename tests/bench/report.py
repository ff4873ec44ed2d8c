"""What benchmarks share."""

import os
import platform
import statistics
import time
from collections.abc import Callable


def machine() -> str:
    """Say on what a benchmark ran."""
    return f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"


def milliseconds(work: Callable[[], object], runs: int = 15) -> tuple[float, float]:
    """Return median and slowest run of `work` in milliseconds, after one run that is not counted."""
    work()
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times), max(times)
