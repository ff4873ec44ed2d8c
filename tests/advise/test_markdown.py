"""Markdown that stands alone: foreign text changes no structure, and every number has its source."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from spark_tui.advise.compare import compare
from spark_tui.advise.markdown import comparison_document, document, escaped
from spark_tui.advise.needs import Needs
from spark_tui.advise.sentence import Cite, Section, Sentence
from spark_tui.advise.sheet import sheet, sheet_story
from spark_tui.advise.target import Target
from spark_tui.advise.thing import thing
from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.evidence import Source
from spark_tui.catalog.recipe import Recipe
from tests.advise.factory import catalog_of, kl, measured, memory, recipe, setup, weights

MARK = re.compile(r"\\\[(\d+)\\\]")
HOSTILE = ["a|b", "**bold**", "_em_", "[x](http://y)", "<script>", "`code`", "\\", "\\|", "~~no~~", "a\nb\n\n# c",
           "]][[", "\x1b[31mred", "x\u202ey", "![i](j)", "|---|", "\r\n- item", "***", "\\\\|", "<!--"]  # fmt: skip
"""What somebody may write as a name."""


def cells(line: str) -> int:
    """The number of cells of a row: bars that no backslash takes away, less the one at the start."""
    bars = sum(1 for match in re.finditer(r"(\\*)\|", line) if len(match[1]) % 2 == 0)
    return bars - 1


def check(text: str, catalog: Catalog, tables: int = 0) -> None:
    """Assert that a document is well made: rows as wide as their table, and one source a number."""
    lines = text.split("\n")
    body, _, sources = text.partition("\n## Sources\n")
    numbers = [line.split(".")[0] for line in sources.splitlines() if line]
    used = list(dict.fromkeys(MARK.findall(body)))
    assert used == numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert sum(line.startswith("# ") for line in lines) == 1
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert all(character.isprintable() or character == "\n" for character in text)
    rows = [line for line in lines if line.startswith("|")]
    assert sum(bool(re.fullmatch(r"(\|---)+\|", row)) for row in rows) == tables
    assert all(row.endswith(" |") or set(row) == set("|-") for row in rows)
    assert all(cells(one) == cells(other) for one, other in pairwise(rows))


def named(text: str) -> Catalog:
    """A catalog in which everybody is called `text`."""
    files = weights("w", kl(0.1).model_copy(update={"who": None}), note=text)
    figures = (measured(60, who=text, recipe_version=text, note=text), memory(90, "used", who=text))
    made = [recipe(name, setup(*figures, boxes=boxes, drafter=text, engine_version=text), weights="w", author=text,
                   note=text) for name, boxes in (("r1", 2), ("r2", 3))]  # fmt: skip
    recipes = [Recipe.model_validate({**one.model_dump(), "name": text}) for one in made]
    return catalog_of(*recipes, weights=(files,))


def compared(catalog: Catalog) -> str:
    return comparison_document(catalog, compare(catalog, catalog.offers, Needs()))


@pytest.fixture
def of_the_catalog(catalog: Catalog) -> list[tuple[Catalog, str]]:
    """A document for everything that can be shown."""
    names = [*catalog.models, *catalog.engines, *catalog.platforms]
    made = [(one.entry.name, [one.entry.id], one.sections) for name in names
            if (one := thing(catalog, Target(name, None, None)))]  # fmt: skip
    targets = [offer.setup.id for offer in (*catalog.offers, *catalog.elsewhere)] + list(catalog.weights)
    made += [sheet_story(sheet(catalog, target)) for target in targets]
    assert len(made) == len(names) + len(targets)
    return [(catalog, document(catalog, *one)) for one in made]


def test_every_document_of_the_catalog_is_well_made(of_the_catalog):
    for catalog, text in of_the_catalog:
        check(text, catalog)


def test_every_pair_of_neighbours_makes_a_well_made_comparison(catalog):
    everywhere = (*catalog.offers, *catalog.elsewhere)
    for pair in pairwise(everywhere):
        found = compare(catalog, pair, Needs())
        check(comparison_document(catalog, found), catalog, tables=len(found.tables))


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_comparison_has_a_column_for_every_setup_and_bold_cells_are_the_best(catalog, count):
    found = compare(catalog, catalog.offers[10 : 10 + count], Needs())
    rows = [line for line in comparison_document(catalog, found).splitlines() if line.startswith("| ")]
    heads = [row for row in rows if row.startswith("| |")]
    rows = [row for row in rows if not row.startswith("| |")]
    facts = [row for table in found.tables for row in table.rows]

    assert {cells(row) for row in (*heads, *rows)} == {count + 1}
    assert len(rows) == len(facts)
    for line, fact in zip(rows, facts, strict=True):
        columns = re.split(r"(?<!\\)\|", line)[2:-1]
        assert [column.startswith(" **") for column in columns] == [cell.best for cell in fact.cells]
        assert ("≠" in line) == fact.differs


def test_the_best_figures_of_the_article_are_bold(catalog):
    ids = ("miaai-lab-tensorfold-glm-5.3-flash@2", "kindlingai-vllm-glm-5.3-flash@2")
    offers = [next(offer for offer in catalog.offers if offer.setup.id == one) for one in ids]
    text = comparison_document(catalog, compare(catalog, offers, Needs()))
    bold = " ".join(re.findall(r"\*\*(.+?)\*\*", text))

    assert [one for one in ("60.4 tok/s", "114.7 tok/s", "2,931 tok/s") if one not in bold] == []
    assert [one for one in ("42.6 tok/s", "94.7 tok/s", "1,978.9 tok/s") if one in bold] == []


@pytest.mark.parametrize("text", HOSTILE)
def test_foreign_text_changes_no_structure(text):
    made = named(text)
    found = compare(made, made.offers, Needs())
    shape = re.sub(r"[^\n|#-]+", ".", compared(named("plain")))

    check(compared(made), made, tables=len(found.tables))
    assert compared(made).count("\n") == shape.count("\n")
    check(document(made, *sheet_story(sheet(made, "r1@2"))), made)
    check(document(made, *sheet_story(sheet(made, "w@3"))), made)


@given(st.text(alphabet="|*_[]<>`\\~#-! \n\tab1.", min_size=1).filter(lambda text: text.strip()))
def test_no_text_changes_the_number_of_cells(text):
    made = named(text)
    rows = [line for line in compared(made).split("\n") if line.startswith("|")]

    assert {cells(row) for row in rows} == {3}


@given(st.text(alphabet="|*_[]<>`\\~ab", min_size=1))
def test_what_is_escaped_reads_as_it_was_written(text):
    assert re.sub(r"\\([\\`*_\[\]<>|~])", r"\1", escaped(text)) == text
    assert not re.search(r"(?<!\\)(?:\\\\)*[|*_\[\]<>`~]", escaped(text))


@pytest.mark.parametrize("text", ["# title", "- item", "1. item", "> quote", "+ item", "---"])
def test_a_sentence_that_looks_like_a_heading_or_a_list_is_a_sentence(catalog, text):
    """`- # x` would be a heading in a list."""
    line = next(line for line in document(catalog, "t", [], [Section("s", (Sentence(text),))]).splitlines()
                if line.startswith("- "))  # fmt: skip

    assert not re.match(r"- (?:#+ |[-+] |\d+\. |> |---$)", line)


@pytest.mark.parametrize("address", ["https://e.org/><script>alert(1)</script>", "https://e.org/>**x**<"])
def test_an_address_that_could_leave_its_brackets_is_no_address(address):
    with pytest.raises(ValidationError, match="url"):
        Source(id="page", title="A page", publisher="somebody", kind="page", url=address)


def test_a_place_that_is_cited_twice_has_one_number_and_another_place_its_own(catalog):
    source = next(iter(catalog.sources))
    here, there = Cite(source, "row 1"), Cite(source, "row 2")
    text = document(catalog, "t", [], [Section("s", (Sentence("a", (here, here)), Sentence("b", (there, here))))])

    assert MARK.findall(text) == ["1", "2", "1"]
    assert "row 1" in text
    assert "row 2" in text
    check_numbers = [line for line in text.splitlines() if re.match(r"\d+\. ", line)]
    assert len(check_numbers) == 2


def test_without_citations_there_is_no_list_of_sources(catalog):
    assert "Sources" not in document(catalog, "t", ["lead"], [Section("s", (Sentence("a"),))])
