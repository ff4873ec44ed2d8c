"""Every condition that a source states is said wherever a figure is shown, and none that it does not state."""

import json
import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spark_tui import paths
from spark_tui.advise import wording
from spark_tui.advise.dossier import dossier
from spark_tui.advise.figure import figure_sentence
from spark_tui.advise.needs import Needs
from spark_tui.advise.sheet import sheet
from spark_tui.advise.table import Row, tables
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.evidence import UNITS, Measurement
from spark_tui.catalog.export import export
from spark_tui.plain.facts import figure_lines, sheet_lines
from tests.advise.factory import catalog_of, measured, prefill, recipe, setup

METRICS = {"ttft": "time to first token", "memory_per_box": "memory per box", "needle": "needle"}
CLAIMS = {
    "streams": r"\b(?:one|\d+) streams?\b",
    "scope": r"\b(?:total|each)\b",
    "prompt_tokens": r"\bprompt\b|\bprefill at \d",
    "context_tokens": r"\bdeep\b",
    "output_tokens": r"\d[KM]? written\b",
    "sampling": r"\bgreedy\b|\bsampl",
    "thinking": r"\bthinking\b",
    "statistic": r"\b(?:median|mean|best|single)\b",
    "date": r"\b20\d\d-\d\d",
}
"""How a condition sounds where it is said."""


MEETINGS = 1_500
"""Pairs of setups that are compared, of some eighty thousand."""


def people_say(count: int) -> str:
    """A pattern for tokens in thousands or millions; 32,768 may be called 33K or 32K."""
    if count < 1000:
        return str(count)
    said = f"{count / 1000:.0f}K" if count < 1_000_000 else f"{count / 1e6:.2f}".rstrip("0").rstrip(".") + "M"
    round_name = f"{count // 2**20}M" if count >= 2**20 else f"{count // 1024}K"
    return f"(?:{re.escape(said)}|{round_name})" if count % 1024 == 0 else re.escape(said)


def printed(value: float) -> str:
    """A pattern for a value with or without a closing zero."""
    plain = f"{value:,.4f}".rstrip("0").rstrip(".")
    return rf"(?<![\d,.]){re.escape(plain)}{'' if '.' in plain else r'(?:[.]0)?'}(?![\d,]|[.]\d)"


def of_streams(m: Measurement) -> Iterator[tuple[str, str]]:
    if m.streams is not None:
        yield "streams", r"\b(?:1|one) stream\b" if m.streams == 1 else rf"\b{m.streams:,} streams\b"
    if (m.streams or 1) > 1 and m.scope:
        yield "scope", r"\btotal\b" if m.scope == "total" else r"\beach\b"


def of_lengths(m: Measurement) -> Iterator[tuple[str, str]]:
    for field, said in (("prompt_tokens", r"{0} prompt\b|\bat {0}\b"), ("context_tokens", r"{0} deep\b"),
                        ("output_tokens", r"{0} written\b")):  # fmt: skip
        if count := getattr(m, field):
            yield field, rf"(?<![\d.])(?:{said.format(people_say(count))})"


def stated(m: Measurement) -> dict[str, str]:
    """Return every condition that is stated, with a pattern for how it must be said."""
    value = printed(m.value) if m.value_high is None else f"{printed(m.value)}.{printed(m.value_high)}"
    sign = "" if m.qualifier == "exact" else rf"\b{m.qualifier} "
    found = {"value": f"{sign}{value} ?{re.escape(m.unit)}", **dict(of_streams(m)), **dict(of_lengths(m))}
    for field in ("workload", "memory_kind", "recipe_version", "engine_version", "model_version", "date", "who"):
        if text := getattr(m, field):
            found[field] = re.escape(text)
    if m.sampling:
        found["sampling"] = r"\bgreedy\b" if m.sampling == "greedy" else r"\bsampl(?:ed|ing)\b"
    if m.thinking is not None:
        found["thinking"] = rf"\bthinking {'on' if m.thinking else 'off'}\b"
    if m.statistic:
        found["statistic"] = rf"\b{m.statistic}\b"
    if m.who is None:
        found["who"] = r"not stated"
    return found


def foreign(m: Measurement) -> list[str]:
    """What is quoted and may hold any words, the longest first."""
    texts = (m.note, m.who, m.recipe_version, m.engine_version, m.model_version)
    return sorted((text for text in texts if text), key=len, reverse=True)


def wrong(m: Measurement, text: str, *, note: bool = True) -> list[str]:
    """Return the conditions that a text about a figure loses or makes up."""
    text = " ".join(text.split())
    faults = [f"lost {field}: {text}" for field, said in stated(m).items() if not re.search(said, text)]
    if note and m.note and m.note not in text:
        faults.append(f"lost note: {text}")
    for words in foreign(m):
        text = text.replace(words, "")
    made_up = [name for name, said in CLAIMS.items() if getattr(m, name) is None and re.search(said, text)]
    if m.qualifier == "exact" and re.search(r"\b(?:about|at least|up to) \d", text):
        made_up.append("qualifier")
    return [f"{m.id}: {fault}" for fault in (*faults, *(f"made up {name}: {text}" for name in made_up))]


def every_offer(catalog: Catalog) -> tuple[Offer, ...]:
    return (*catalog.offers, *catalog.elsewhere)


def faults_in(row: Row, place: int) -> list[str]:
    """What is wrong with a cell: every figure must be in one of its parts, with the name of the row."""
    parts = [f"{row.name}: {text}" for text in re.split(r"; (?:also )?", row.cells[place].text)]
    faults = []
    for cite in row.cells[place].cites:
        assert cite.measurement is not None
        each = [wrong(cite.measurement, text, note=False) for text in parts]
        faults += min(each, key=len)
    return faults


def figure_rows(catalog: Catalog, offers: tuple[Offer, ...]) -> Iterator[Row]:
    for table in tables(catalog, offers, Needs()):
        for row in table.rows:
            if table.title == "Speed" or row.name.startswith("A box, "):
                yield row


def test_an_export_holds_every_field_of_every_figure_as_the_files_have_it(catalog):
    kept = {m["id"]: m for one in json.loads(json.dumps(export(catalog)))["recipes"] for s in one["setups"]
            for m in s["measurements"]}  # fmt: skip
    lost = []
    for file in paths.bundled_catalog().rglob("*.toml"):
        for one in tomllib.loads(file.read_text()).get("recipes", []):
            for number, part in enumerate(one["setups"]):
                profile = f".{part['profile']}" if "profile" in part else ""
                for m in part.get("measurements", []):
                    exported = kept[f"{one['id']}.{part['boxes']}{profile}.{m['id']}"]
                    lost += [(file.name, number, key) for key in m if key != "id" and exported[key] != m[key]]
                    lost += [(file.name, number, key) for key, value in exported.items()
                             if key not in m and value not in (None, "exact")]  # fmt: skip
    assert lost == []
    assert len(kept) == sum(len(offer.setup.measurements) for offer in every_offer(catalog))


def test_a_sentence_about_a_figure_says_every_condition(catalog):
    faults = []
    for offer in every_offer(catalog):
        for m in offer.setup.measurements:
            text = figure_sentence(m).text
            metric = METRICS.get(m.metric, m.metric.replace("_", " "))
            assert metric in text.lower()
            faults += wrong(m, text)
    assert faults == []


def test_the_lines_of_show_and_sources_say_every_condition_and_where_the_figure_stands(catalog):
    faults = []
    for offer in every_offer(catalog):
        whole = " ".join(" ".join(figure_lines(catalog, offer)).split())
        for m in offer.setup.measurements:
            alone = offer._replace(setup=offer.setup.model_copy(update={"measurements": (m,), "quality": ()}),
                                   weights=None)  # fmt: skip
            _, heading, *lines = figure_lines(catalog, alone)
            said = " ".join(" ".join(lines).split())
            assert offer.setup.id in heading
            assert said in whole
            assert f"{catalog.sources[m.source].title}: {m.locator}" in said
            place = f"{catalog.sources[m.source].title}: {m.locator}"
            faults += wrong(m, said.replace(place, ""))
    assert faults == []


def test_show_prints_the_setup_that_was_asked_for_with_all_its_figures(catalog):
    for offer in every_offer(catalog):
        shown = sheet(catalog, offer.setup.id)
        assert shown.published
        assert shown.offer is not None
        assert shown.offer.setup.id == offer.setup.id
        printed_lines = list(sheet_lines(catalog, shown))
        assert [line for line in figure_lines(catalog, offer) if line not in printed_lines] == []


def test_a_comparison_says_every_condition_whatever_stands_beside_a_figure(catalog):
    every = sorted(every_offer(catalog), key=lambda offer: offer.setup.id)
    pairs = list(permutations(every, 2))
    # Setup after setup beside its neighbour, so that each has its turn, and as many chance meetings again.
    chosen = [*pairwise(every), *Random(20261201).sample(pairs, MEETINGS)]
    faults = set()
    for pair in chosen:
        seen = []
        for row in figure_rows(catalog, pair):
            seen += [cite.measurement.id for cell in row.cells for cite in cell.cites]
            faults.update(fault for place in (0, 1) for fault in faults_in(row, place))
        assert sorted(seen) == sorted(m.id for offer in pair for m in offer.setup.measurements)
    assert sorted(faults) == []


def test_the_tabs_of_the_app_say_every_condition(catalog):
    faults = []
    for offer in every_offer(catalog):
        tabs = dossier(catalog, offer, Needs(), offer.setup.boxes)
        for m in offer.setup.measurements:
            tab, title = ("Fit", "Does it fit?") if m.metric == "memory_per_box" else ("Speed", "Published figures")
            (section,) = [section for section in tabs[tab] if section.title == title]
            said = [one.text for one in section.sentences if any(cite.measurement is m for cite in one.cites)]
            assert len(said) == 1, (m.id, said)
            faults += wrong(m, said[0])
    assert faults == []


# --- figures that no source has published yet ------------------------------------------------------------------

NAMES = st.sampled_from(["somebody", "v2.1 (30a5bf9)", "nightly", "Zoë"])
TOKENS = st.one_of(st.none(), st.integers(1, 5_000_000))


@st.composite
def any_measurement(draw: st.DrawFn) -> Measurement:
    metric = draw(st.sampled_from(sorted(UNITS)))
    low = draw(st.integers(1, 50_000_000)) / 10
    return Measurement(
        id="x", metric=metric, value=low, value_high=draw(st.sampled_from([None, low + 1.5])),
        unit=draw(st.sampled_from(sorted(UNITS[metric]))), workload=draw(st.sampled_from([None, "prose", "json"])),
        streams=draw(st.one_of(st.none(), st.integers(1, 2000))), scope=draw(st.sampled_from([None, "total",
                                                                                              "per_stream"])),
        qualifier=draw(st.sampled_from(["exact", "about", "at least", "up to"])),
        statistic=draw(st.sampled_from([None, "median", "mean", "best", "single"])),
        memory_kind=draw(st.sampled_from(["used", "lowest free"])) if metric == "memory_per_box" else None,
        prompt_tokens=draw(TOKENS), context_tokens=draw(TOKENS), output_tokens=draw(TOKENS),
        sampling=draw(st.sampled_from([None, "greedy", "sampled"])),
        thinking=draw(st.sampled_from([None, True, False])),
        who=draw(st.one_of(st.none(), NAMES)), date=draw(st.sampled_from([None, "2026", "2026-10", "2026-10-19"])),
        recipe_version=draw(st.one_of(st.none(), NAMES)), model_version=draw(st.one_of(st.none(), NAMES)),
        engine_version=draw(st.one_of(st.none(), NAMES)), source="page", locator="row",
        note=draw(st.sampled_from([None, "Printed so.", "With 2 streams and thinking on."])),
    )  # fmt: skip


@given(any_measurement())
def test_whatever_is_stated_is_said_and_nothing_else(m):
    assert wrong(m, figure_sentence(m).text) == []


@given(any_measurement())
def test_conditions_are_said_without_those_that_are_said_elsewhere(m):
    said = wording.conditions(m)
    whole = f"{wording.value(m)} {said} {m.who or 'not stated'}"
    without = wording.conditions(m, without=("workload", "streams", "scope", "date"))

    assert wrong(m, whole, note=False) == []
    assert set(filter(None, without.split(", "))) <= set(said.split(", "))


def compared(*figures: Measurement) -> list[str]:
    """Everything wrong in a comparison of setups with one figure each."""
    made = catalog_of(*(recipe(f"r{number}", setup(m)) for number, m in enumerate(figures)))
    rows = figure_rows(made, made.offers)
    return [fault for row in rows for place in range(len(figures)) for fault in faults_in(row, place)]


@pytest.mark.parametrize(
    "figures",
    [
        (measured(60, streams=1), measured(50, streams=None, scope=None)),
        (measured(50, streams=None, scope=None), measured(60, streams=1)),
        (measured(60, streams=4), measured(50, streams=4, scope="per_stream")),
        (measured(60, streams=4, scope=None), measured(50, streams=1)),
        (prefill(2000, 32_000), prefill(1900, 32_768)),
        (prefill(1900, 32_768), prefill(2000, 32_000)),
        (prefill(2000, None), prefill(1900, 32_768)),
        (measured(60, sampling="sampled"), measured(50, sampling="greedy")),
        (measured(60, prompt_tokens=32_000), measured(50, prompt_tokens=32_768)),
        (measured(60, thinking=True), measured(50, thinking=False)),
    ],
    ids=["one and not said", "not said and one", "total and each", "scope not said", "32,000 and 32,768",
         "32,768 and 32,000", "prompt not said", "sampling", "decode after prompts", "thinking"],
)  # fmt: skip
def test_beside_each_other_no_figure_takes_over_a_condition_of_the_other(figures):
    assert compared(*figures) == []


def test_a_total_over_streams_whose_number_is_not_said_is_still_called_a_total():
    assert "total" in wording.conditions(measured(300, streams=None, scope="total"))
