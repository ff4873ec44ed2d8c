"""The command line where the surroundings are against it: full disks, odd encodings, files that are none."""

import os
import subprocess
import sys
from pathlib import Path

PICK = ("pick", "--use", "chat", "--boxes", "2")


def program(*argv: str | bytes, **options) -> subprocess.CompletedProcess:
    fields = {"capture_output": True, "stdin": subprocess.DEVNULL, "timeout": 60, **options}
    return subprocess.run([sys.executable, "-m", "spark_tui", *argv], check=False, **fields)


def test_a_full_disk_behind_the_output_is_one_sentence():
    with Path("/dev/full").open("wb") as full:
        done = program(*PICK, stdout=full, stderr=subprocess.PIPE, capture_output=False)

    assert done.returncode == 1
    assert done.stderr.decode() == "spark-tui: cannot write or read: No space left on device\n"


def test_a_terminal_without_utf_8_gets_question_marks_and_no_traceback():
    plain = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    done = program("show", "miaai-lab-tensorfold-glm-5.3-flash@2", env=plain)

    assert done.returncode == 0
    assert b"?DeepSeek is better at some tasks" in done.stdout


def test_an_argument_that_is_no_utf_8_is_a_name_that_is_not_known():
    done = program("show", b"\xff\xfe")

    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_a_home_that_is_a_file_costs_only_the_cache(tmp_path):
    home = tmp_path / "home"
    home.write_text("not a folder")
    done = program(*PICK, env={**os.environ, "SPARK_TUI_HOME": str(home)})

    assert done.returncode == 0
    assert home.read_text() == "not a folder"


def test_a_pipe_that_is_called_a_catalog_file_does_not_hang_the_check(tmp_path):
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    done = program("catalog", "check", str(pipe))

    assert done.returncode == 1
    assert done.stderr.decode() == f"{pipe}: is no regular file\n"


def test_folders_named_like_files_and_links_in_circles_are_passed_over(tmp_path):
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "circle").symlink_to(tmp_path)

    assert program("catalog", "check", str(tmp_path)).returncode == 0
