"""Settings in a file that a person may have changed."""

from pathlib import Path

import pytest

from spark_tui.settings import Settings, load, save


def test_they_are_read_back_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "settings.toml"
    save(Settings(download_mbit=250), file)
    assert file.read_text() == "download_mbit = 250\n"
    assert load(file) == Settings(download_mbit=250)


@pytest.mark.parametrize(
    "text",
    ["", "download_mbit = 0", "download_mbit = -1", "download_mbit = nan", "download_mbit = true", "other = 5",
     'download_mbit = "fast"', "download_mbit = 1e99", "no toml at all", "a = " + "[" * 5000],
)  # fmt: skip
def test_what_makes_no_sense_counts_as_not_set(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    assert load(file) == Settings()


def test_no_file_and_no_text_count_as_not_set(tmp_path: Path) -> None:
    assert load(tmp_path / "none.toml") == Settings()
    assert load(tmp_path) == Settings()
    (tmp_path / "settings.toml").write_bytes(b"\xff\xfe\x00")
    assert load(tmp_path / "settings.toml") == Settings()
