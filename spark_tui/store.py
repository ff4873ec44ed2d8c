"""The one SQLite file of the program: opened, brought to the present schema, and set aside where it is damaged."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

_BUSY_SECONDS = 5.0
"""How long one program waits while another writes."""

_STEPS = (
    """CREATE TABLE repository (
        endpoint TEXT NOT NULL,  -- who said it; empty for huggingface.co
        repo TEXT NOT NULL,
        revision TEXT NOT NULL,  -- empty for the newest
        known TEXT NOT NULL,     -- catalog.repository.Known as JSON
        PRIMARY KEY (endpoint, repo, revision)
    ) WITHOUT ROWID""",
    """CREATE TABLE job (
        id TEXT PRIMARY KEY,
        started TEXT NOT NULL,   -- ISO 8601, UTC
        plan TEXT NOT NULL       -- launch.plan.Plan as JSON
    )""",
)
"""What each version of the schema adds to the one before; never changed once released."""


class StoreError(Exception):
    """The file cannot be used; the message says why and what to do."""


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the file, making it if need be, and commit at the end. Raises StoreError.

    A damaged file is set aside under another name, never deleted, and a new one is begun.
    """
    try:
        connection = _connect(path)
    except (sqlite3.Error, OSError) as error:
        raise _cannot(path, error) from error
    try:
        with connection:
            yield connection
    except sqlite3.Error as error:
        if type(error) is sqlite3.DatabaseError:  # Damaged within: locked, full or read-only are other kinds.
            connection.close()
            raise StoreError(f"{path} was damaged: it is kept as {_set_aside(path).name}. Try again.") from error
        raise _cannot(path, error) from error
    finally:
        connection.close()


def _connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _prepared(path)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):  # Locked, read-only, disk full: nothing is wrong with it.
            raise
        _set_aside(path)
        return _prepared(path)


def _prepared(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS)
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > len(_STEPS):
            raise StoreError(f"{path} was written by a newer spark-tui: install that one, or move the file away.")
        if version < len(_STEPS):
            _bring_up(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _bring_up(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")  # Readers never wait for a writer.
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        (version,) = connection.execute("PRAGMA user_version").fetchone()  # Another program may have been faster.
        for step in _STEPS[version:]:
            connection.execute(step)
        connection.execute(f"PRAGMA user_version = {len(_STEPS)}")


def _set_aside(path: Path) -> Path:
    name = f"{path.name}.damaged-{datetime.now():%Y%m%d-%H%M%S}"
    path.rename(path.with_name(name))
    for rest in ("-wal", "-shm"):
        with suppress(OSError):
            path.with_name(path.name + rest).rename(path.with_name(name + rest))
    return path.with_name(name)


def _cannot(path: Path, error: Exception) -> StoreError:
    if "locked" in str(error):
        return StoreError(f"{path} is locked: another program writes to it. End that one, or wait.")
    return StoreError(f"{path} cannot be used: {error}. Look at the disk's free space and the file's permissions.")
