"""What the Hub said, kept between starts."""

import os
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import ValidationError

from spark_tui.catalog.repository import OF_THE_HUB, Known, Trouble, Wanted
from spark_tui.hub.refresh import Answer
from spark_tui.store import opened

OLD = timedelta(days=1)
"""Asked again after this, at most: sizes move within days, not minutes."""


def load(path: Path) -> dict[Wanted, Known]:
    """Return all that the Hub said so far, or the one in HF_ENDPOINT; nothing before that. Raises StoreError."""
    if not path.exists():
        return {}
    with opened(path) as store:
        rows = store.execute(
            "SELECT repo, revision, known FROM repository WHERE endpoint = ?", (_endpoint(),)
        ).fetchall()
    return {_key(repo, revision): known for repo, revision, text in rows if (known := _read(text)) is not None}


def save(path: Path, answers: Iterable[Answer]) -> None:
    """Keep answers beside what was known before; of trouble only what is the repository's own. Raises StoreError."""
    lasting = [one for one in answers if not (isinstance(one.found, Trouble) and one.found.kind in OF_THE_HUB)]
    if not lasting:
        return
    with opened(path) as store:
        store.execute("BEGIN IMMEDIATE")  # Another program's answer must not come between reading and writing.
        for wanted, found in lasting:
            known = (_stored(store, wanted) or Known()).after(found)
            store.execute("INSERT OR REPLACE INTO repository VALUES (?, ?, ?, ?)",
                          (_endpoint(), wanted.repo, wanted.revision or "", known.model_dump_json()))  # fmt: skip


def due(wanted: Iterable[Wanted], known: Mapping[Wanted, Known], now: datetime | None = None) -> list[Wanted]:
    """Return the repositories of which the Hub said nothing within a day."""
    now = now or datetime.now(UTC)
    return [one for one in wanted if _is_due(known.get(one), now)]


def _is_due(known: Known | None, now: datetime) -> bool:
    told = known.told_at if known else None
    # A time to come is a clock that was wrong: asked again, or it would stay for ever.
    return told is None or not timedelta(0) <= now - told < OLD


def _stored(store: sqlite3.Connection, wanted: Wanted) -> Known | None:
    row = store.execute("SELECT known FROM repository WHERE endpoint = ? AND repo = ? AND revision = ?",
                        (_endpoint(), wanted.repo, wanted.revision or "")).fetchone()  # fmt: skip
    return _read(row[0]) if row else None


def _endpoint() -> str:
    """Whose answers these are: what a mirror says of a repository is not what the Hub says. Without a password."""
    return os.environ.get("HF_ENDPOINT", "").rpartition("@")[2].strip().rstrip("/")


def _key(repo: str, revision: str) -> Wanted:
    return Wanted(repo, revision or None)


def _read(text: str) -> Known | None:
    """Return a row's content; None where another version wrote it in a way that this one cannot read."""
    try:
        return Known.model_validate_json(text)
    except ValidationError:
        return None
