"""A quote, a note or a piece of advice by its id, as a sentence with its source."""

from typing import NamedTuple

from spark_tui.advise.sentence import Section, Sentence, advised, noted, quoted
from spark_tui.catalog.catalog import Catalog


class Remark(NamedTuple):
    """Something that somebody said or that the catalog remarks."""

    kind: str
    """`quote`, `advice`, or the kind of note: `warning`, `question` …"""
    id: str
    sections: tuple[Section, ...]


def remark(catalog: Catalog, asked: str) -> Remark | None:
    """Look up a quote, a piece of advice or a note; None where nothing has that id."""
    name = asked.strip().lower()
    if name in catalog.quotes:
        quote = catalog.quotes[name]
        return _remark("quote", name, quoted(quote), quote.topics)
    if name in catalog.advice:
        advice = catalog.advice[name]
        return _remark("advice", name, advised(advice), (*advice.models, *advice.recipes))
    if name in catalog.notes:
        note = catalog.notes[name]
        said = noted(note)
        more = f" {note.note}" if note.note else ""
        return _remark(note.kind, name, said._replace(text=f"{said.text}{more}"), note.topics)
    return None


def _remark(kind: str, name: str, said: Sentence, about: tuple[str, ...]) -> Remark:
    topics = Sentence(f"About {', '.join(about)}.") if about else Sentence("For everyone.")
    return Remark(kind, name, (Section(kind.capitalize(), (said, topics)),))
