"""What was found, as text."""

from collections.abc import Iterator, Sequence

from spark_tui.advise.wording import counted
from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.evidence import Quote
from spark_tui.catalog.faults import short
from spark_tui.catalog.finding import Found
from spark_tui.plain.text import wrapped

_MOST = 20


def found_lines(asked: str, found: Sequence[Found]) -> Iterator[str]:
    """Yield what holds the words that were asked for, best first: kind, id, and what it is."""
    if not found:
        yield from wrapped(f"Nothing in the catalog is like {short(asked)!r}. Fewer or other words find more.")
        return
    for one in found[:_MOST]:
        document = one.document
        yield f"{document.kind:<9}{document.id}"
        yield from wrapped(document.title, " " * 9)
    more = f"; the first {_MOST} are shown, further words narrow it" if len(found) > _MOST else ""
    yield ""
    yield f"{len(found)} found{more}."
    yield "spark-tui show ID tells more; for a source: spark-tui sources ID."


def quote_lines(catalog: Catalog, quotes: Sequence[Quote]) -> Iterator[str]:
    """Yield quotes with who said it, what about, and where it stands."""
    for quote in quotes:
        yield from wrapped(f"“{quote.text}”")
        yield from wrapped(f"{quote.who}, on {', '.join(quote.topics)}", "    ")
        yield from wrapped(f"{catalog.sources[quote.source].title}: {quote.locator}", "    ")
        yield ""
    yield f"{counted(len(quotes), 'quote')}."
