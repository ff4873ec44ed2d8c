"""A mistake in the program itself is one sentence, with the traceback in a file."""

from pathlib import Path

from spark_tui.tui.crash import sentence


def test_the_sentence_names_the_fault_and_the_file_with_the_rest(tmp_path: Path) -> None:
    log = tmp_path / "state" / "fault.log"
    try:
        raise RuntimeError("a mistake of ours")
    except RuntimeError:
        said = sentence(log)

    assert "RuntimeError: a mistake of ours" in said
    assert str(log) in said
    assert "Traceback" not in said
    assert "Traceback" in log.read_text(encoding="utf-8")


def test_where_nothing_can_be_written_it_is_said_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    try:
        raise RuntimeError("a mistake of ours")
    except RuntimeError:
        said = sentence(file / "fault.log")

    assert "a mistake of ours" in said
    assert str(file) not in said
