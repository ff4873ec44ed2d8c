"""The one SQLite file: made when needed, never lost when damaged, one sentence when it cannot be used."""

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from spark_tui import store
from spark_tui.store import StoreError, opened

ROW = "INSERT INTO repository VALUES ('', ?, '', '{}')"


def count(path: Path) -> int:
    with opened(path) as found:
        return int(found.execute("SELECT count(*) FROM repository").fetchone()[0])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "spark-tui.db"


def test_it_is_made_with_its_folder(file: Path) -> None:
    assert count(file) == 0
    with opened(file) as found:
        found.execute(ROW, ("a/b",))
    assert count(file) == 1


def test_what_fails_in_the_middle_is_taken_back(file: Path) -> None:
    with pytest.raises(ValueError, match="stop"), opened(file) as found:
        found.execute(ROW, ("a/b",))
        raise ValueError("stop")
    assert count(file) == 0


@pytest.mark.parametrize("content", [b"this is no database" * 100, b"SQLite format 3\x00" + bytes(5000)])
def test_a_damaged_file_is_set_aside_whole_and_a_new_one_begun(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)

    assert count(file) == 0

    (aside,) = file.parent.glob("*.damaged-*")
    assert aside.read_bytes() == content


def test_a_file_of_a_newer_version_is_left_alone(file: Path) -> None:
    count(file)
    with sqlite3.connect(file) as raw:
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    before = file.read_bytes()

    with pytest.raises(StoreError, match="newer spark-tui"), opened(file):
        pass

    assert file.read_bytes() == before


def test_a_place_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StoreError, match="cannot be used"), opened(tmp_path / "file" / "spark-tui.db"):
        pass


def test_a_file_that_another_program_holds_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_BUSY_SECONDS", 0.1)
    count(file)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(StoreError, match="locked"), opened(file) as found:
        found.execute(ROW, ("a/b",))

    other.execute("ROLLBACK")
    other.close()
    assert not list(file.parent.glob("*.damaged-*"))


def test_two_that_begin_at_once_share_one_file(file: Path) -> None:
    faults: list[Exception] = []

    def add(name: str) -> None:
        try:
            with opened(file) as found:
                found.execute(ROW, (name,))
        except StoreError as error:
            faults.append(error)

    threads = [threading.Thread(target=add, args=(f"a/{number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert not faults
    assert count(file) == 8


def test_a_program_that_is_killed_while_it_writes_corrupts_nothing(file: Path) -> None:
    count(file)
    script = (
        "import sys, pathlib\nfrom spark_tui.store import opened\n"
        "for number in range(10**6):\n"
        "    with opened(pathlib.Path(sys.argv[1])) as found:\n"
        f"        found.execute({ROW!r}, (f'a/{{number}}',))\n"
        "    print(number, flush=True)\n"
    )
    writer = subprocess.Popen([sys.executable, "-c", script, file], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    for _ in range(20):
        told = int(writer.stdout.readline())
    writer.kill()
    writer.wait()
    writer.stdout.close()

    with opened(file) as found:
        assert found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert count(file) >= told + 1


def test_a_file_that_is_damaged_within_is_set_aside_and_the_next_try_works(file: Path) -> None:
    with opened(file) as found:
        found.executemany(ROW, [(f"a/{number}",) for number in range(500)])
    content = bytearray(file.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    file.write_bytes(content)
    for rest in ("-wal", "-shm"):
        file.with_name(file.name + rest).unlink(missing_ok=True)

    with pytest.raises(StoreError, match="was damaged: it is kept as"):
        count(file)

    assert count(file) == 0
    assert len(list(file.parent.glob("*.damaged-*"))) == 1
