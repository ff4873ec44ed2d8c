"""Where files live: the catalog that ships with the program, and the user's own folders."""

import os
from pathlib import Path

_PACKAGE = Path(__file__).parent


def bundled_catalog() -> Path:
    """The folder of the catalog that ships with the program: in the wheel, or beside the package in a checkout."""
    packed = _PACKAGE / "_catalog"
    return packed if packed.is_dir() else _PACKAGE.parent / "catalog"


def cache_folder() -> Path:
    """Where what can be made again is kept: `$SPARK_TUI_HOME/cache`, else the platform's cache folder."""
    home = os.environ.get("SPARK_TUI_HOME")
    if home:
        return Path(home).expanduser() / "cache"
    # Imported here: with SPARK_TUI_HOME set, and for `--help`, it is not needed.
    from platformdirs import user_cache_path

    return user_cache_path("spark-tui", appauthor=False)
