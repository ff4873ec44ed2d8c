"""Times and waiting, for tests of what happens beside them."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta


def ago(**how_long: float) -> datetime:
    """Return a time before now."""
    return datetime.now(UTC) - timedelta(**how_long)


def wait_until(true: Callable[[], object], seconds: float = 5.0) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not become true in time"
        time.sleep(0.01)
