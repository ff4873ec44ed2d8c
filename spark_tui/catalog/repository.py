"""What Hugging Face says of a repository, as plain data: nothing here asks for it."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple

from pydantic import AwareDatetime, Field

from spark_tui.catalog.base import Entry, Line

TroubleKind = Literal[
    "offline", "unreachable", "certificate", "web page", "token", "rate limit",
    "missing", "revision", "disabled", "too slow", "server", "cut", "unreadable",
]  # fmt: skip
OF_THE_HUB = frozenset(("offline", "unreachable", "certificate", "web page", "token", "rate limit"))
"""Kinds of trouble that every further repository would have as well."""
LASTING = frozenset(("missing", "revision", "disabled"))
"""Kinds that are an answer too: asking again at once would not change it."""


class Wanted(NamedTuple):
    """A repository at a revision: what is asked for, and the key under which the answer is kept."""

    repo: str
    revision: str | None = None
    """Commit, branch or tag; None for the newest."""


Believable = Annotated[int, Field(ge=0, le=10**18)]
"""A number of bytes or parameters: whoever says more than a billion billions says anything."""


class File(Entry):
    """A file of a repository."""

    path: Line
    bytes: Believable


class Parameters(Entry):
    """How many parameters a repository holds in one number type."""

    type: Line
    count: Believable


class Repository(Entry):
    """A repository at one commit."""

    name: Line
    """Its name now, which is another one than was asked for where it was renamed."""
    commit: Line | None = None
    files: tuple[File, ...] = ()
    changed: AwareDatetime | None = None
    """Its last change."""
    gated: bool = False
    """Whether its owner decides who may download it."""
    allowed: bool | None = None
    """Of a gated one: whether this user may; None where that could not be asked."""
    licence: Line | None = None
    parameters: tuple[Parameters, ...] = ()
    """Empty where the Hub does not know."""
    seen: AwareDatetime
    """When the Hub said so."""

    @property
    def bytes(self) -> int:
        """Size of all its files."""
        return sum(file.bytes for file in self.files)


class Trouble(Entry):
    """Why a repository could not be looked at."""

    kind: TroubleKind
    text: Line
    """One sentence: what happened and what to do."""
    at: AwareDatetime


class Known(Entry):
    """All that is known of a repository: the last answer, the one before it changed, and what went wrong since."""

    now: Repository | None = None
    before: Repository | None = None
    """As it was last seen at another commit."""
    trouble: Trouble | None = None
    """What went wrong the last time; None where it was answered."""

    def after(self, answer: Repository | Trouble) -> "Known":
        """Return what is known once the Hub has answered, or could not be asked."""
        if isinstance(answer, Trouble):
            return Known(now=self.now, before=self.before, trouble=answer)
        same = self.now is None or self.now.commit == answer.commit
        return Known(now=answer, before=self.before if same else self.now)

    @property
    def told_at(self) -> datetime | None:
        """When the Hub last gave an answer, good or bad."""
        lasting = self.trouble and self.trouble.kind in LASTING and self.trouble.at
        return max((one for one in (self.now and self.now.seen, lasting) if one), default=None)


class Today(NamedTuple):
    """What is true today and here, beside what the catalog's files say."""

    known: Mapping[Wanted, Known] = MappingProxyType({})
    """What the Hub said of repositories; empty as long as it was not asked."""
    free_gib: float | None = None
    """Memory free at start on the owner's own boxes, in GiB; None where nobody looked."""
