"""A sentence that says where its figures come from."""

from typing import NamedTuple

from spark_tui.catalog.base import Cited
from spark_tui.catalog.evidence import Advice, Measurement, Note, Quote


class Cite(NamedTuple):
    """Where a figure stands: enough to open the source and find it by hand."""

    source: str
    """Id of the source."""
    locator: str
    note: str | None = None
    measurement: Measurement | None = None
    """The measurement, where the figure is one."""


class Sentence(NamedTuple):
    """One plain sentence and the citations of the figures in it, in the order in which they appear."""

    text: str
    cites: tuple[Cite, ...] = ()

    @property
    def sources(self) -> tuple[str, ...]:
        """Ids of the sources, each once."""
        return tuple(dict.fromkeys(cite.source for cite in self.cites))


class Section(NamedTuple):
    """A heading and the sentences under it."""

    title: str
    sentences: tuple[Sentence, ...]


def cite(entry: Cited) -> Cite:
    """Return the citation of a catalog entry."""
    return Cite(entry.source, entry.locator, entry.note, entry if isinstance(entry, Measurement) else None)


def quoted(quote: Quote) -> Sentence:
    """Return a quote with who said it."""
    return Sentence(f"“{quote.text}” {quote.who}", (Cite(quote.source, quote.locator),))


def advised(advice: Advice) -> Sentence:
    """Return a piece of advice with who gives it."""
    return Sentence(f"{advice.who}: {advice.text}", (cite(advice),))


def noted(note: Note) -> Sentence:
    """Return a note, with whose it is where its text does not say that: `She would skip it` says nothing alone."""
    named = note.who is None or note.who.lstrip("@").lower() in note.text.lower()
    return Sentence(note.text if named else f"{note.who}: {note.text}", (cite(note),))
