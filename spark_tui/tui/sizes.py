"""The sizes of today: asked for beside the screens, kept, and told to the app as they arrive."""

import contextlib
import threading
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from textual.message import Message

from spark_tui import paths, settings
from spark_tui.advise.wording import ago
from spark_tui.catalog.repository import OF_THE_HUB, Known, Today, Trouble, TroubleKind, Wanted
from spark_tui.catalog.weighing import every_wanted, weighed

if TYPE_CHECKING:
    from spark_tui.catalog.catalog import Catalog
    from spark_tui.hub.refresh import Answer
    from spark_tui.tui.app import SparkApp

_EXPECTED: frozenset[TroubleKind] = frozenset(("offline", "unreachable"))
"""Trouble that needs no word where nobody pressed a key: how old the sizes are is said anyway."""


class Sizes:
    """What the Hub said, and the asking for more."""

    class Arrived(Message):
        """An answer of the Hub, and how many are still to come."""

        def __init__(self, answer: "Answer | None", left: int, trouble: str | None = None) -> None:
            super().__init__()
            self.answer = answer
            self.left = left
            self.trouble = trouble
            """Why nothing can be kept, in one sentence."""

    def __init__(self, app: "SparkApp") -> None:
        self._app = app
        self.known: dict[Wanted, Known] = {}
        self._stop = threading.Event()
        self._of = self._left = 0
        self._by_key = False
        self._told: set[str] = set()

    def load(self) -> None:
        """Read what was kept, or tell why that is impossible. For a worker: it reads from the disk."""
        from spark_tui.hub import kept
        from spark_tui.store import StoreError

        try:
            self.known = kept.load(paths.database())
        except StoreError as error:
            self._app.post_message(self.Arrived(None, 0, str(error)))

    def weigh(self, catalog: "Catalog") -> "Catalog":
        """Return the catalog with the sizes that are known now."""
        return weighed(catalog, Today(dict(self.known), self._app.settings.free_gib))

    @property
    def asking(self) -> bool:
        """Whether answers are still to come."""
        return self._left > 0

    def refresh(self, catalog: "Catalog", *, by_key: bool) -> None:
        """Ask for what is older than a day; for everything where a key was pressed."""
        from spark_tui.hub import kept
        from spark_tui.hub.trouble import is_offline

        if self.asking or (not by_key and is_offline()):
            return
        wanted = every_wanted(catalog)
        due = list(wanted) if by_key else kept.due(wanted, self.known)
        if due:
            self._of = self._left = len(due)
            self._by_key = by_key
            self._told.clear()
            self._stop = threading.Event()
            self._app.run_worker(partial(self._ask, due, self._stop), thread=True, group="sizes")

    def stop(self) -> None:
        """Ask no further."""
        self._stop.set()

    def _ask(self, due: list[Wanted], stop: threading.Event) -> None:
        from spark_tui.hub import kept
        from spark_tui.hub.refresh import refresh
        from spark_tui.store import StoreError

        left, keeping = len(due), True
        for answer in refresh(due, stop):
            left -= 1
            trouble = None
            try:
                if keeping:
                    kept.save(paths.database(), [answer])
            except StoreError as error:
                trouble, keeping = str(error), False  # Each further try could wait as long.
            self._app.post_message(self.Arrived(answer, left, trouble))
        if left:  # It was stopped.
            self._app.post_message(self.Arrived(None, 0))

    def take(self, message: Arrived) -> list[str]:
        """Take an answer in. Returns the sentences that the owner should read, each once a round."""
        self._left = message.left
        said = [message.trouble] if message.trouble else []
        if message.answer is not None:
            wanted, found = message.answer
            self.known[wanted] = self.known.get(wanted, Known()).after(found)
            if (
                isinstance(found, Trouble)
                and found.kind in OF_THE_HUB
                and (self._by_key or found.kind not in _EXPECTED)
            ):
                said.append(found.text)
        fresh = [text for text in dict.fromkeys(said) if text not in self._told]
        self._told.update(fresh)
        return fresh

    def line(self) -> str:
        """Return in a few words how far the asking is, or how old the sizes are: `sizes 12 of 92`."""
        if self.asking:
            return f"sizes {self._of - self._left} of {self._of}"
        seen = [known.now.seen for known in self.known.values() if known.now]
        if not seen:
            return "sizes as published"
        return f"sizes {ago(min(seen), datetime.now(UTC))}"

    def remember_free(self, gib: float | None) -> None:
        """From now on count with what the owner's boxes have free, in GiB."""
        app = self._app
        if gib is None or gib == app.settings.free_gib:
            return
        app.settings = app.settings._replace(free_gib=gib)
        with contextlib.suppress(OSError):  # It is seen again at the next look.
            settings.save(app.settings, paths.settings())
        app.weigh_anew()
