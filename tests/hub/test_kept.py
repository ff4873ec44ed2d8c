"""What the Hub said is kept between starts, with its age, beside what was known before."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from spark_tui.catalog.repository import File, Known, Repository, Trouble, TroubleKind, Wanted
from spark_tui.hub import kept
from spark_tui.hub.refresh import Answer
from tests.waiting import ago

WHERE = Wanted("acme/big")


def seen(size: int, commit: str = "c1", at: datetime | None = None) -> Repository:
    files = (File(path="a.safetensors", bytes=size),)
    return Repository(name="acme/big", commit=commit, files=files, seen=at or datetime.now(UTC))


def trouble(kind: TroubleKind, at: datetime | None = None) -> Trouble:
    return Trouble(kind=kind, text="It did not work.", at=at or datetime.now(UTC))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "spark-tui.db"


def test_nothing_is_known_before_the_hub_was_asked(file: Path) -> None:
    assert kept.load(file) == {}
    assert not file.exists()


def test_an_answer_is_read_back_as_it_was(file: Path) -> None:
    answer = seen(5)
    kept.save(file, [Answer(WHERE, answer)])
    assert kept.load(file) == {WHERE: Known(now=answer)}


def test_revisions_are_kept_apart(file: Path) -> None:
    pinned = Wanted("acme/big", "c1")
    kept.save(file, [Answer(WHERE, seen(6, "c2")), Answer(pinned, seen(5))])
    assert {one: known.now and known.now.bytes for one, known in kept.load(file).items()} == {WHERE: 6, pinned: 5}


def test_trouble_leaves_the_last_known_size(file: Path) -> None:
    kept.save(file, [Answer(WHERE, seen(5))])
    kept.save(file, [Answer(WHERE, trouble("missing"))])
    known = kept.load(file)[WHERE]
    assert known.now is not None
    assert known.now.bytes == 5
    assert known.trouble is not None

    kept.save(file, [Answer(WHERE, seen(5))])
    assert kept.load(file)[WHERE].trouble is None


def test_trouble_of_the_network_is_not_the_repository_s(file: Path) -> None:
    kept.save(file, [Answer(WHERE, trouble("unreachable"))])
    assert kept.load(file) == {}


def test_what_was_there_before_a_change_is_kept_until_the_next_change(file: Path) -> None:
    first, same, changed = seen(5), seen(5), seen(9, "c2")
    for answer in (first, same, changed, changed):
        kept.save(file, [Answer(WHERE, answer)])
    known = kept.load(file)[WHERE]
    assert (known.before, known.now) == (same, changed)


@pytest.mark.parametrize(
    ("known", "due"),
    [
        (Known(), True),
        (Known(now=seen(5, at=ago(hours=23))), False),
        (Known(now=seen(5, at=ago(hours=25))), True),
        (Known(now=seen(5, at=ago(hours=-2))), True),
        (Known(trouble=trouble("missing", ago(hours=1))), False),
        (Known(now=seen(5, at=ago(hours=25)), trouble=trouble("missing", ago(hours=1))), False),
        (Known(trouble=trouble("server", ago(hours=1))), True),
        (Known(trouble=trouble("unreadable", ago(hours=1))), True),
        (Known(trouble=trouble("too slow", ago(hours=1))), True),
    ],
    ids=[
        "never asked",
        "today",
        "yesterday",
        "a clock that was wrong",
        "gone",
        "gone since",
        "server",
        "unreadable",
        "slow",
    ],
)
def test_it_is_asked_again_after_a_day_and_after_trouble_that_may_pass(known: Known, due: bool) -> None:
    assert bool(kept.due([WHERE], {WHERE: known})) is due


def test_a_row_of_another_version_is_asked_again(file: Path) -> None:
    kept.save(file, [Answer(WHERE, seen(5))])
    with kept.opened(file) as store:
        store.execute("UPDATE repository SET known = ?", ('{"now": {"weight": 5}}',))
    assert kept.load(file) == {}
    assert kept.due([WHERE], kept.load(file), datetime.now(UTC) + timedelta()) == [WHERE]


def test_what_a_mirror_says_is_kept_apart(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.save(file, [Answer(WHERE, seen(5))])
    monkeypatch.setenv("HF_ENDPOINT", "https://user:secret@mirror.example/")
    assert kept.load(file) == {}
    kept.save(file, [Answer(WHERE, trouble("missing"))])
    assert b"secret" not in file.read_bytes()
    monkeypatch.delenv("HF_ENDPOINT")
    assert kept.load(file)[WHERE].trouble is None


def test_a_time_without_a_zone_is_asked_again(file: Path) -> None:
    kept.save(file, [Answer(WHERE, seen(5, at=datetime(2026, 12, 1, tzinfo=UTC)))])
    with kept.opened(file) as store:
        store.execute("UPDATE repository SET known = replace(known, 'T00:00:00Z', 'T00:00:00')")
    assert kept.load(file) == {}
