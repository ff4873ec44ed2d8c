"""A mistake in the program itself: one sentence for the owner, the traceback in a file for whoever mends it."""

import contextlib
import traceback
from pathlib import Path


def sentence(log: Path) -> str:
    """Write the traceback of the exception that is being handled; return what to tell the owner."""
    text = traceback.format_exc()
    last = text.strip().splitlines()[-1][:200]
    with contextlib.suppress(OSError):
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text(text, encoding="utf-8")
        return f"spark-tui has a fault and had to stop: {last}. Please report it with {log}."
    return f"spark-tui has a fault and had to stop: {last}. Please report it."
