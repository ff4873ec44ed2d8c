"""Writing an export where the owner will find it, without ever writing over a file."""

import re
from itertools import count
from pathlib import Path

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


class ExportError(OSError):
    """The file could not be written; the message says why and what to do."""


def write_new(name: str, text: str, folder: Path | None = None, suffix: str = ".md") -> Path:
    """Write a file into `folder`, else the current one, else the home folder. Return where it is.

    Raises ExportError where it can be written nowhere.
    """
    problem = ""
    for place in (folder,) if folder else (Path.cwd(), Path.home()):
        try:
            return _write_new(place, _UNSAFE.sub("-", name)[:180].strip("-."), text, suffix)
        except OSError as error:
            problem = problem or f"Cannot write in {place}: {error.strerror}. Start spark-tui in a folder of your own."
    raise ExportError(problem)


def _write_new(folder: Path, stem: str, text: str, suffix: str) -> Path:
    for number in count(1):
        path = folder / f"spark-tui-{stem}{f'-{number}' if number > 1 else ''}{suffix}"
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            continue
        except OSError:
            path.unlink(missing_ok=True)  # Half a document is worse than none.
            raise
        return path
    raise AssertionError
