"""Why a file of a collection is not read, by kind and in one sentence."""

from typing import Literal, NamedTuple

Kind = Literal["not YAML", "unsafe", "no recipe", "no model", "box count", "made of other files", "not readable"]


class NotRead(NamedTuple):
    """A file of a collection that was not read."""

    path: str
    kind: Kind
    what: str
    """What is not understood, to stand behind the path and a colon."""


class NotUnderstoodError(Exception):
    """What stands in a file is not understood; the message says what."""

    def __init__(self, kind: Kind, what: str) -> None:
        super().__init__(what)
        self.kind: Kind = kind
