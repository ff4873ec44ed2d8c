"""Files of a git repository, read straight from its newest commit: nothing is checked out and nothing of it is run."""

import contextlib
import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

TIMEOUT_S = 300
_MOST_FILES = 20_000
_ADDRESS = re.compile(
    r"(?:https|ssh|file)://[^\s]+|[A-Za-z0-9_.][A-Za-z0-9_.-]*@[A-Za-z0-9][A-Za-z0-9.-]*:[^\s:][^\s]*"
)
_PAGE = re.compile(r"https://[!#-;=?-~]+")
_SAFE = (
    "-c", "core.hooksPath=/dev/null", "-c", "core.symlinks=false", "-c", "core.fsmonitor=false",
    "-c", "protocol.allow=never", "-c", "protocol.https.allow=always", "-c", "protocol.ssh.allow=always",
    "-c", "protocol.file.allow=user", "-c", "submodule.recurse=false", "-c", "gc.auto=0",
)  # fmt: skip
_OF_ANOTHER_REPOSITORY = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"}
"""Set where the program is started from a git hook, say."""
_REGULAR = ("100644", "100755")


class CloneError(Exception):
    """A repository that cannot be read; the message says why."""


class Cloned(NamedTuple):
    """The newest commit of a repository, and the files in it that were asked for."""

    commit: str
    date: str
    files: list[tuple[str, bytes | str]]
    """Path and bytes, or the reason why a file is not read."""


def is_address(typed: str) -> bool:
    """Whether this is the address of a repository that can be read: https, ssh, file, or user@host:path."""
    return bool(_ADDRESS.fullmatch(typed))


def has_password(address: str) -> bool:
    """Whether a name or a password stands in an https address: it would be kept, shown and passed on."""
    return address.startswith("https://") and "@" in address.removeprefix("https://").partition("/")[0]


def page_of(address: str) -> str | None:
    """Return where people can look at a repository, if that is certain."""
    page = address.removesuffix("/").removesuffix(".git")
    return page if _PAGE.fullmatch(page) else None


def read_repository(address: str, wanted: Callable[[str], bool], most_bytes: int) -> Cloned:
    """Fetch the newest commit of a repository and return the files whose path is wanted. Raises CloneError."""
    if not is_address(address):
        raise CloneError("is no address of a git repository")
    with tempfile.TemporaryDirectory(prefix="spark-tui-", ignore_cleanup_errors=True) as folder:
        target = Path(folder, "repository")
        _git("clone", "--bare", "--depth=1", "--single-branch", "--no-tags", "--template=", "--quiet",
             f"--filter=blob:limit={most_bytes + 1}", "--", address, str(target))  # fmt: skip
        try:
            commit, _, date = _git("log", "-1", "--format=%H %cs", folder=target).decode().strip().partition(" ")
        except CloneError as error:
            raise CloneError("holds no commit yet") from error
        return Cloned(commit, date, _files(target, wanted, most_bytes))


def _files(repository: Path, wanted: Callable[[str], bool], most_bytes: int) -> list[tuple[str, bytes | str]]:
    """Read the wanted files from the commit itself: a path in it never becomes a path on this computer."""
    listed = _git("ls-tree", "-r", "-z", "--full-tree", "HEAD", folder=repository)
    entries = [line.partition("\t") for line in listed.decode("utf-8", "replace").split("\0") if line]
    chosen = [(path, *about.split()) for about, _, path in entries if wanted(path)]
    if len(chosen) > _MOST_FILES:
        raise CloneError(f"holds more than {_MOST_FILES:,} YAML files")
    regular = [name for _, mode, _, name in chosen if mode in _REGULAR]
    sizes = _sizes(repository, regular)
    texts = _contents(repository, [name for name in regular if sizes.get(name, 0) <= most_bytes])
    return [
        (path, texts[name] if name in texts and mode in _REGULAR else _reason(mode)) for path, mode, _, name in chosen
    ]


def _reason(mode: str) -> str:
    if mode in _REGULAR:
        return "is over 2 MB"
    return "is a link, which is not followed" if mode == "120000" else "is no regular file"


def _sizes(repository: Path, names: Sequence[str]) -> dict[str, int]:
    lines = _git("cat-file", "--batch-check", folder=repository, given="".join(f"{name}\n" for name in names))
    parts = [line.split() for line in lines.decode("ascii", "replace").splitlines()]
    return {name: int(size) for name, _, size in (part for part in parts if len(part) == 3)}


def _contents(repository: Path, names: Sequence[str]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    data = _git("cat-file", "--batch", folder=repository, given="".join(f"{name}\n" for name in names))
    position = 0
    while position < len(data):
        end = data.index(b"\n", position)
        header = data[position:end].split()
        position = end + 1
        if len(header) == 3:
            size = int(header[2])
            found[header[0].decode("ascii")] = data[position : position + size]
            position += size + 1
    return found


def _git(*words: str, folder: Path | None = None, given: str = "") -> bytes:
    """Run git without a shell, a prompt, or a helper that could ask. Raises CloneError."""
    where = [f"--git-dir={folder}"] if folder else []
    environment = {
        **{name: value for name, value in os.environ.items() if name not in _OF_ANOTHER_REPOSITORY},
        "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "true", "SSH_ASKPASS": "true", "GCM_INTERACTIVE": "never",
        "GIT_SSH_COMMAND": os.environ.get("GIT_SSH_COMMAND", "ssh -o BatchMode=yes"), "GIT_LFS_SKIP_SMUDGE": "1",
        "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C",
    }  # fmt: skip
    try:
        process = subprocess.Popen(
            ["git", *_SAFE, *where, *words], env=environment, start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
    except FileNotFoundError as error:
        raise CloneError("needs git, which is not installed; or download it and add the folder") from error
    try:
        out, err = process.communicate(given.encode("ascii"), timeout=TIMEOUT_S)
    except BaseException as error:
        # Its own group: git leaves the transfer to a process of its own.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if isinstance(error, subprocess.TimeoutExpired):
            raise CloneError(f"did not arrive within {TIMEOUT_S} seconds") from error
        raise
    if process.returncode:
        raise CloneError(f"cannot be read: {_last_words(err)}")
    return out


def _last_words(err: bytes) -> str:
    lines = [line.strip() for line in err.decode("utf-8", "replace").splitlines() if line.strip()]
    told = next((line for line in lines if line.startswith(("fatal:", "ERROR:"))), lines[-1] if lines else "git failed")
    return told.removeprefix("fatal: ").removeprefix("ERROR: ")
