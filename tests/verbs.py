"""Running a verb inside the test process."""

import pytest

from spark_tui.cli import main


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    """Run the command line; return exit code, what it printed, and what it complained of."""
    try:
        code = main([str(one) for one in argv])
    except SystemExit as left:  # argparse leaves so after --help and --version.
        code = int(left.code or 0)
    out, err = capsys.readouterr()
    return code, out, err
