"""How the tests of the articles look a figure up by what it is, instead of by an id."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from pydantic import BaseModel

from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.evidence import Measurement
from spark_tui.catalog.recipe import Part

UPDATE, PAGE, STATE = "sparks-update-two-against-four", "sparkring-recipe-page", "state-of-the-sparks"
BOX = "box"
"""Stands for DGX Spark and its equals where else words of another platform's name stand."""


class Wanted(NamedTuple):
    """A figure as an article prints it. Conditions that the article does not state keep their defaults."""

    source: str
    model: str
    platform: str
    boxes: int | None
    metric: str
    value: float
    unit: str
    row: tuple[str, ...]
    workload: str | None = None
    streams: int | None = None
    """None also accepts 1: one request is often meant and not said."""
    scope: str | None = None
    qualifier: str = "exact"
    statistic: tuple[str | None, ...] = (None,)
    prompt: int | None = None
    depth: int | None = None
    thinking: bool | None = None
    who: tuple[str | None, ...] = ()
    says: tuple[str, ...] = ()
    """Words that stand somewhere in the figure, its setup, its recipe or the files."""


class Found(NamedTuple):
    """A figure of the catalog and whose it is."""

    offer: Offer
    figure: Measurement


def name_of(wanted: Wanted) -> str:
    """Name a test after its figure."""
    where = f"{wanted.boxes}-boxes" if wanted.platform == BOX else wanted.platform.replace(" ", "-")
    parts = (wanted.model.replace(" ", "-"), where, wanted.metric, wanted.workload, wanted.value, wanted.unit)
    several = f"at-{wanted.streams}" if (wanted.streams or 1) > 1 else None
    return "-".join(str(part) for part in (*parts, several) if part is not None)


def figures_of(catalog: Catalog, source: str) -> list[Found]:
    """Every figure that cites one source, on any platform."""
    return [
        Found(offer, figure)
        for offer in (*catalog.offers, *catalog.elsewhere)
        for figure in offer.setup.measurements
        if figure.source == source
    ]


def has_words(words: str, *texts: str) -> bool:
    """Whether every word stands in one of the texts, in any case."""
    text = " ".join(texts).lower()
    return all(word in text for word in words.lower().split())


def is_about(catalog: Catalog, offer: Offer, model: str) -> bool:
    """Whether a setup serves a model, given by its id or by words of its name."""
    return offer.model.id == model if model in catalog.models else has_words(model, offer.model.id, offer.model.name)


def is_on(catalog: Catalog, offer: Offer, platform: str) -> bool:
    """Whether a setup runs on boxes, or on another platform with those words in its name."""
    machine = catalog.platforms[offer.setup.platform]
    return machine.is_box if platform == BOX else not machine.is_box and has_words(platform, machine.name)


def find(catalog: Catalog, wanted: Wanted) -> Found:
    """Return the one figure with this source, model, platform, number of boxes, metric, value and unit."""
    found = [
        one
        for one in figures_of(catalog, wanted.source)
        if (one.figure.metric, one.figure.value, one.figure.unit) == (wanted.metric, wanted.value, wanted.unit)
        and wanted.boxes in (None, one.offer.setup.boxes)
        and is_about(catalog, one.offer, wanted.model)
        and is_on(catalog, one.offer, wanted.platform)
    ]
    assert len(found) == 1, f"{name_of(wanted)} stands {len(found)} times: {[one.figure.id for one in found]}"
    return found[0]


def parts_of(offer: Offer) -> tuple[Part, ...]:
    """The files of a setup: its own, or else its recipe's."""
    return offer.recipe.parts if offer.setup.parts is None else offer.setup.parts


def told(catalog: Catalog, found: Found) -> str:
    """Everything that is kept beside a figure, without where it stands."""
    offer, figure = found
    files = [catalog.weights[part.weights].model_dump_json() for part in parts_of(offer)]
    recipe = offer.recipe.model_dump_json(exclude={"setups"})
    setup = offer.setup.model_dump_json(exclude={"measurements"})
    return " ".join([figure.model_dump_json(exclude={"locator"}), setup, recipe, offer.engine_name, *files])


def check(catalog: Catalog, wanted: Wanted) -> None:
    """Assert that the figure stands once, with the conditions that the article states and no other."""
    found = find(catalog, wanted)
    one = found.figure
    kept = (one.workload, one.qualifier, one.prompt_tokens, one.context_tokens, one.thinking)

    assert kept == (wanted.workload, wanted.qualifier, wanted.prompt, wanted.depth, wanted.thinking)
    assert one.streams in ((None, 1) if wanted.streams is None else (wanted.streams,))
    assert wanted.scope in (None, one.scope)
    assert one.statistic in wanted.statistic
    assert one.who in (wanted.who or (one.who,))
    assert (one.sampling, one.output_tokens, one.date, one.value_high) == (None, None, None, None)
    assert [word for word in wanted.row if word not in one.locator] == []
    assert [word for word in wanted.says if word.lower() not in told(catalog, found).lower()] == []


def cited_texts(catalog: Catalog, source: str) -> list[str]:
    """Everything that cites one source, as text, except the figures of setups."""

    def walk(entry: BaseModel) -> Iterator[str]:
        if getattr(entry, "source", None) == source and not isinstance(entry, Measurement):
            yield entry.model_dump_json(exclude={"locator"})
        for _, value in entry:
            for item in value if isinstance(value, tuple) else (value,):
                if isinstance(item, BaseModel):
                    yield from walk(item)

    return list(walk(catalog.content))


def says_somewhere(catalog: Catalog, source: str, *words: str) -> bool:
    """Whether one remark that cites the source, or a remark on one of its figures, holds all the words."""
    figures = [one.figure.model_dump_json(exclude={"locator"}) for one in figures_of(catalog, source)]
    return any(all(word.lower() in text.lower() for word in words) for text in cited_texts(catalog, source) + figures)


PROSE = Wanted(STATE, "deepseek-v4.1-flash-1017", BOX, 2, "decode", 65.0, "tok/s", ("'Prose, one stream'",),
               "prose", 1, who=("niklaslenz_ai",), says=("EXL3 2.9",))  # fmt: skip


def test_a_figure_is_found_by_what_it_is(catalog):
    check(catalog, PROSE)


@pytest.mark.parametrize(
    "other",
    [
        PROSE._replace(value=65.1),
        PROSE._replace(boxes=3),
        PROSE._replace(metric="prefill"),
        PROSE._replace(model="glm-5.3-flash"),
        PROSE._replace(platform="M5 Ultra"),
        PROSE._replace(source=UPDATE),
    ],
    ids=["value", "boxes", "metric", "model", "platform", "source"],
)
def test_another_figure_is_not_found(catalog, other):
    with pytest.raises(AssertionError, match="stands 0 times"):
        find(catalog, other)


@pytest.mark.parametrize(
    "other",
    [
        PROSE._replace(workload="code"),
        PROSE._replace(streams=2),
        PROSE._replace(scope="per_stream"),
        PROSE._replace(qualifier="about"),
        PROSE._replace(statistic=("median",)),
        PROSE._replace(prompt=32_000),
        PROSE._replace(depth=16_000),
        PROSE._replace(thinking=True),
        PROSE._replace(who=("MiaAI-Lab",)),
        PROSE._replace(row=("Four Sparks",)),
        PROSE._replace(says=("EXL3 4",)),
    ],
    ids=["workload", "streams", "scope", "qualifier", "statistic", "prompt", "depth", "thinking", "who", "row", "says"],
)
def test_a_figure_with_another_condition_is_not_accepted(catalog, other):
    with pytest.raises(AssertionError):
        check(catalog, other)


def test_a_platform_elsewhere_is_found_by_words_of_its_name(catalog):
    found = find(catalog, Wanted(STATE, "glm-5.3-flash", "Studio M5", None, "decode", 164.3, "tok/s", ()))

    assert found.offer.engine_name == "oMLX"
