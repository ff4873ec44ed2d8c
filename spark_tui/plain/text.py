"""Wrapped lines, and sentences with the ids of their sources."""

import textwrap
from collections.abc import Iterable, Iterator

from spark_tui.advise.sentence import Section, Sentence

WIDTH = 80


def wrapped(text: str, indent: str = "", first: str | None = None) -> Iterator[str]:
    """Yield `text` in lines of at most 80 columns; long words such as addresses are never cut."""
    yield from textwrap.wrap(text, WIDTH, initial_indent=indent if first is None else first,
                             subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)  # fmt: skip


def section_lines(sections: Iterable[Section]) -> Iterator[str]:
    """Yield titled sentences with their sources."""
    for section in sections:
        yield ""
        yield section.title
        for sentence in section.sentences:
            yield from sentence_lines(sentence, "    ", "  - ")


def sentence_lines(sentence: Sentence, indent: str, first: str) -> Iterator[str]:
    """Yield a sentence followed by the ids of its sources in brackets."""
    sources = f" [{', '.join(sentence.sources)}]" if sentence.sources else ""
    yield from wrapped(f"{sentence.text}{sources}", indent, first)
