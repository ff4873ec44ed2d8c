"""Writing what is shown as Markdown."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from spark_tui.tui import exporting
from spark_tui.tui.app import SparkApp
from spark_tui.tui.exporting import ExportError, write_new
from tests.tui.conftest import Drive, settled, shown


@pytest.mark.parametrize(
    ("keys", "name", "holds"),
    [
        (("enter",), "bertholomusai-tensorfold-tp2-deepseek-v4.1-flash-1017-2", "70.6 tok/s"),
        (("enter", "down", "enter"), "miaai-lab-tensorfold-glm-5.3-flash-2", "114.7 tok/s"),
        (("enter", "c", "down", "c"), "compare-bertholomusai", "(70.6 against 60.4 tok/s"),
        (("enter", "m", "enter"), "GLM-5.3-Flash", "320B parameters in all"),
        (("enter", "w", "down", "down"), "mac-studio-m5-ultra", "164.3 tok/s"),
    ],
    ids=["a pick", "a setup", "a comparison", "a page", "a row"],
)
def test_what_is_shown_is_written_and_the_owner_is_told_where(
    keys: tuple[str, ...], name: str, holds: str, drive: Drive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def look(app: SparkApp, pilot: Pilot[int]) -> None:
        await pilot.press("e")
        await settled(app, pilot)
        (path,) = tmp_path.glob("*.md")
        assert path.name.startswith(f"spark-tui-{name}")
        text = path.read_text(encoding="utf-8")
        assert holds in text
        assert "## Sources" in text
        assert "Written:" in shown(app)

    drive(look, *keys)


def test_nothing_is_ever_written_over(tmp_path: Path) -> None:
    first, second = (write_new("a@2", text, tmp_path) for text in ("one", "two"))

    assert (first.read_text(), second.read_text()) == ("one", "two")
    assert second.name == "spark-tui-a-2-2.md"


@pytest.mark.parametrize("name", ["../../etc/passwd", "a/b", "x\x1b[31m", "", "…", "a" * 500])
def test_a_name_never_leaves_the_folder(name: str, tmp_path: Path) -> None:
    path = write_new(name, "text", tmp_path)

    assert path.parent == tmp_path
    assert path.is_file()


def test_where_nothing_can_be_written_a_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    with pytest.raises(ExportError, match=r"Cannot write in .*: Not a directory"):
        write_new("a", "text", file)


def test_half_a_document_is_not_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> Path:
        path = tmp_path / "spark-tui-a.md"
        with path.open("x", encoding="utf-8"):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(exporting, "_write_new", full)
    with pytest.raises(ExportError, match="No space left on device"):
        write_new("a", "text", tmp_path)
