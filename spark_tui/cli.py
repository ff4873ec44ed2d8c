"""The command line: runs a verb and turns what goes wrong into one sentence. Without a verb the app opens."""

import argparse
import io
import os
import sys
from collections.abc import Sequence

from spark_tui.options import build_parser
from spark_tui.verbs.common import FailureError, UsageError

EXIT_FAILURE, EXIT_USAGE = 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program. Returns the exit code: 0, 1 for a failure, 2 for wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # A terminal without UTF-8 shows a question mark, not a traceback.
    try:
        options = build_parser(open_app).parse_args(argv)
        code = options.run(options) or 0
        sys.stdout.flush()
        return code
    except UsageError as error:
        return _complain(error, EXIT_USAGE)
    except FailureError as error:
        return _complain(error, EXIT_FAILURE)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of a pipe has gone. Python would complain once more while it flushes at exit.
        _discard_output()
        return EXIT_FAILURE
    except OSError as error:
        _discard_output()
        return _complain(FailureError(f"spark-tui: cannot write or read: {error.strerror or error}"), EXIT_FAILURE)


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(error: Exception, code: int) -> int:
    # Imported here: what was typed may hold control sequences, and only a mistake is echoed.
    from spark_tui.catalog.text import clean

    print("\n".join(clean(line) for line in str(error).splitlines()), file=sys.stderr)
    return code


def open_app(_: argparse.Namespace) -> int:
    """Open the app, where there is a terminal that can show it."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "spark-tui: the app needs a terminal; for scripts use a verb, such as spark-tui pick --use chat"
        )
    if os.environ.get("TERM") in ("dumb", "unknown"):
        raise UsageError(f"spark-tui: TERM={os.environ['TERM']} cannot show the app; use spark-tui pick --use chat")
    from spark_tui.tui.app import SparkApp

    app = SparkApp()
    app.run()
    return app.return_code or 0
