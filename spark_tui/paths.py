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
    home = _home()
    if home:
        return home / "cache"
    # Imported here: with SPARK_TUI_HOME set, and for `--help`, it is not needed.
    from platformdirs import user_cache_path

    return user_cache_path("spark-tui", appauthor=False)


def own_catalogs() -> Path:
    """The folder of the user's own catalog files: `$SPARK_TUI_HOME/catalogs`, else in the platform's data folder."""
    home = _home()
    if home:
        return home / "catalogs"
    from platformdirs import user_data_path

    return user_data_path("spark-tui", appauthor=False) / "catalogs"


def collections() -> Path:
    """The folder of other people's recipes that the user added, beside the user's own files."""
    return own_catalogs().with_name("collections")


def database() -> Path:
    """The SQLite file: `$SPARK_TUI_HOME/spark-tui.db`, else in the platform's data folder."""
    return own_catalogs().with_name("spark-tui.db")


def settings() -> Path:
    """The TOML file of the owner's settings: `$SPARK_TUI_HOME/settings.toml`, else in the platform's config folder."""
    home = _home()
    if home:
        return home / "settings.toml"
    from platformdirs import user_config_path

    return user_config_path("spark-tui", appauthor=False) / "settings.toml"


def boxes() -> Path:
    """The TOML file of the owner's boxes, beside the settings."""
    return settings().with_name("boxes.toml")


def last_place() -> Path:
    """The file that says where the owner was."""
    return _state_folder() / "last.json"


def crash_log() -> Path:
    """The file for the traceback of the last fault of the program."""
    return _state_folder() / "fault.log"


def _state_folder() -> Path:
    """`$SPARK_TUI_HOME`, else the platform's state folder."""
    home = _home()
    if home:
        return home
    from platformdirs import user_state_path

    return user_state_path("spark-tui", appauthor=False)


def _home() -> Path | None:
    home = os.environ.get("SPARK_TUI_HOME")
    return Path(home).expanduser() if home else None
