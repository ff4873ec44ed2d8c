"""What is known, as a Markdown document that stands alone: sentences with numbered sources, listed at the end."""

import re
from collections.abc import Iterable, Iterator, Sequence

from spark_tui.advise.compare import Comparison
from spark_tui.advise.sentence import Cite, Section
from spark_tui.advise.table import Cell, Table
from spark_tui.catalog.catalog import Catalog

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~])")
_AT_START = re.compile(r"^(\d*)([#+=.)-][#+=-]*(?:\s|$))")
"""What would make a line a heading, a rule or a list: `#`, `-`, `+`, `1.`."""


class _Footnotes:
    """Numbers for citations, in the order in which they are first needed."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], int] = {}
        self._cites: list[Cite] = []

    def marks(self, cites: Iterable[Cite]) -> str:
        """Return ` [1] [4]` for citations; nothing for none."""
        numbers = dict.fromkeys(self._number(one) for one in cites)
        return "".join(f" \\[{number}\\]" for number in numbers)

    def _number(self, cite: Cite) -> int:
        place = (cite.source, cite.locator)
        if place not in self._numbers:
            self._numbers[place] = len(self._numbers) + 1
            self._cites.append(cite)
        return self._numbers[place]

    def lines(self, catalog: Catalog) -> Iterator[str]:
        """Yield what every number stands for."""
        if self._cites:
            yield from ("", "## Sources", "")
        for number, one in enumerate(self._cites, start=1):
            source = catalog.sources[one.source]
            date = f", {source.date}" if source.date else ""
            address = f" <{source.url}>" if source.url else ""
            by = f"{source.publisher}{date}"
            yield f"{number}. {escaped(source.title)} ({escaped(by)}): {escaped(one.locator)}.{address}"


def escaped(text: str) -> str:
    """Return foreign text with everything escaped that Markdown would act on."""
    return _AT_START.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", text))


def document(catalog: Catalog, title: str, lead: Iterable[str], sections: Iterable[Section]) -> str:
    """Return sections as a document under a title and a few lines that say what it is about."""
    notes = _Footnotes()
    lines = [f"# {escaped(title)}", "", *map(_lead_line, lead)]
    lines += _section_lines(sections, notes)
    return "\n".join((*lines, *notes.lines(catalog), ""))


def _lead_line(line: str) -> str:
    """A line that ends with a break; an address is a link."""
    return f"<{line}>  " if line.startswith("https://") else f"{escaped(line)}  "


def comparison_document(catalog: Catalog, found: Comparison) -> str:
    """Return a comparison: what a person would say, then one table a group of facts."""
    notes = _Footnotes()
    lines = [f"# {escaped(' against '.join(found.names))}", ""]
    lines += [f"- {escaped(name)}: `{offer.setup.id}`" for name, offer in zip(found.names, found.offers, strict=True)]
    lines += _section_lines([Section("In short", found.verdict)], notes)
    for table in found.tables:
        lines += _table_lines(table, found.names, notes)
    lines += ["", "**Bold** is the best figure under the same conditions; ≠ marks what differs."]
    return "\n".join((*lines, *notes.lines(catalog), ""))


def _section_lines(sections: Iterable[Section], notes: _Footnotes) -> Iterator[str]:
    for section in sections:
        yield from ("", f"## {escaped(section.title)}", "")
        for sentence in section.sentences:
            yield f"- {escaped(sentence.text)}{notes.marks(sentence.cites)}"


def _table_lines(table: Table, names: Sequence[str], notes: _Footnotes) -> Iterator[str]:
    yield from ("", f"## {escaped(table.title)}", "")
    yield f"| | {' | '.join(map(escaped, names))} |"
    yield f"|---|{'---|' * len(names)}"
    for row in table.rows:
        mark = "≠ " if row.differs else ""
        yield f"| {mark}{escaped(row.name)} | {' | '.join(_cell(cell, notes) for cell in row.cells)} |"


def _cell(cell: Cell, notes: _Footnotes) -> str:
    text = escaped(cell.text)
    return f"{f'**{text}**' if cell.best else text}{notes.marks(cell.cites)}"
