"""Writing a file so that it is there whole or not at all."""

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, data: bytes, *, sync: bool = False) -> None:
    """Write a file through one beside it, making the folder if need be. Raises OSError, and leaves no half file.

    With `sync` it survives a power cut too. That can take long, so what can be made again does without.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
