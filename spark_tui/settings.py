"""The owner's settings, in a TOML file that a person can read and change."""

from pathlib import Path
from typing import Any, NamedTuple

from spark_tui.files import write_whole

FASTEST_MBIT = 100_000.0
"""Beyond this nobody downloads."""
_MOST_GIB = 1_000.0


class Settings(NamedTuple):
    """What the owner has set; None where nothing was."""

    download_mbit: float | None = None
    """Speed of the owner's line to the internet, in Mbit/s."""
    free_gib: float | None = None
    """Memory free on the owner's boxes before anything runs, in GiB: the least that was seen at the last look."""


def load(path: Path) -> Settings:
    """Return the settings; what cannot be read or makes no sense counts as not set."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return Settings()
    import tomllib  # Here: the first frame waits for this module, and most owners have no such file.

    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        return Settings()
    return Settings(
        download_mbit=_number(data.get("download_mbit"), FASTEST_MBIT),
        free_gib=_number(data.get("free_gib"), _MOST_GIB),
    )


def save(settings: Settings, path: Path) -> None:
    """Write the settings, all or nothing. Raises OSError."""
    lines = [f"{name} = {value:.12g}\n" for name, value in settings._asdict().items() if value is not None]
    write_whole(path, "".join(lines).encode("utf-8"))


def _number(value: Any, most: float) -> float | None:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if number and 0 < value <= most else None
