"""Checks that need more than one entry: references, uniqueness, and the rules that keep figures honest."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel

from spark_tui.catalog.base import CitedFields
from spark_tui.catalog.catalog import SECTIONS, Fragment
from spark_tui.catalog.evidence import UNITS, Advice, Measurement, Note, Quality, Quote, Source
from spark_tui.catalog.faults import Fault
from spark_tui.catalog.reading import ReadFile, merged
from spark_tui.catalog.recipe import Recipe, Setup
from spark_tui.catalog.things import Licence, Model, Weights

QUOTE_WORDS = 40
EXCERPT_WORDS = 25
_REFERENCES = {"model": "models", "engine": "engines", "platform": "platforms", "weights": "weights",
               "superseded_by": "recipes", "source": "sources", "via": "sources"}  # fmt: skip
"""Fields that hold an id, and the list in which it must be found."""
_REFERENCE_LISTS = {"models": "models", "recipes": "recipes", "related": "recipes"}
"""Fields of advice and recipes that hold several ids."""


class _At(NamedTuple):
    """An entry and where it stands."""

    file: str
    path: str
    entry: BaseModel

    def fault(self, key: str, what: str) -> Fault:
        return Fault(self.file, f"{self.path}.{key}" if key else self.path, what)


def check(read: Sequence[ReadFile]) -> list[Fault]:
    """Return everything that is wrong with the files taken together, file by file."""
    whole = merged(read)
    ids = {section: {entry.id for entry in getattr(whole, section)} for section in SECTIONS}
    faults = list(_repeated_ids(read))
    for file, fragment in read:
        for at in _walk(file, fragment):
            faults += _dangling(at, ids)
            faults += _rules(at)
    return faults


def _walk(file: str, fragment: Fragment) -> Iterator[_At]:
    for section in SECTIONS:
        for entry in getattr(fragment, section):
            yield from _walk_entry(_At(file, f"{section}[{entry.id}]", entry))


def _walk_entry(at: _At) -> Iterator[_At]:
    yield at
    for name, value in at.entry:
        if isinstance(value, BaseModel):
            yield from _walk_entry(_At(at.file, f"{at.path}.{name}", value))
        elif isinstance(value, tuple):
            for number, item in enumerate(value):
                if isinstance(item, BaseModel):
                    yield from _walk_entry(_At(at.file, f"{at.path}.{name}[{_label(item, number)}]", item))


def _label(entry: BaseModel, number: int) -> str:
    """A measurement by its own name, a setup by its boxes and profile, anything else by id or position."""
    if isinstance(entry, Measurement):
        return entry.id.rpartition(".")[2]
    if isinstance(entry, Setup):
        return entry.id.partition("@")[2]
    return str(getattr(entry, "id", number))


def _repeated_ids(read: Iterable[ReadFile]) -> Iterator[Fault]:
    for section in SECTIONS:
        first_in: dict[str, str] = {}
        for file, fragment in read:
            for entry in getattr(fragment, section):
                if entry.id in first_in:
                    yield Fault(file, f"{section}[{entry.id}].id", f"is taken already, in {first_in[entry.id]}")
                first_in.setdefault(entry.id, file)


def _dangling(at: _At, ids: dict[str, set[str]]) -> Iterator[Fault]:
    for name, value in at.entry:
        if isinstance(value, str) and name in _REFERENCES:
            section = _REFERENCES[name]
            if value not in ids[section]:
                yield at.fault(name, _no_such(value, section, ids))
        elif isinstance(value, tuple) and name in _REFERENCE_LISTS and isinstance(at.entry, (Advice, Recipe)):
            section = _REFERENCE_LISTS[name]
            yield from (at.fault(name, _no_such(one, section, ids)) for one in value if one not in ids[section])
    if isinstance(at.entry, (Quote, Note)):
        yield from _dangling_topics(at, at.entry.topics, ids)


def _dangling_topics(at: _At, topics: Iterable[str], ids: dict[str, set[str]]) -> Iterator[Fault]:
    sections = ("models", "engines", "recipes", "weights", "platforms")
    for topic in topics:
        number, _, word = topic.partition("-")
        if not (word == "boxes" and number.isdecimal()) and not any(topic in ids[section] for section in sections):
            yield at.fault("topics", f"{topic!r} is no model, engine, recipe, weights, platform or N-boxes")


def _no_such(value: str, section: str, ids: dict[str, set[str]]) -> str:
    # Imported here: only a file with a mistake pays for it.
    from rapidfuzz import process

    best = process.extractOne(value, ids[section], score_cutoff=70)
    return f"{value!r} is not among the {section}" + (f"; did you mean {best[0]!r}?" if best else "; add it")


def _rules(at: _At) -> Iterator[Fault]:
    match at.entry:
        case Measurement() as measurement:
            yield from _measurement_rules(at, measurement)
        case Quality() as quality:
            if quality.unit == "of" and quality.out_of is None:
                yield at.fault("out_of", "is missing: right answers out of how many?")
        case Quote(text=text) if len(text.split()) > QUOTE_WORDS:
            yield at.fault("text", f"has {len(text.split())} words; a quote has at most {QUOTE_WORDS}")
        case Source(excerpt=str(text)) if len(text.split()) > EXCERPT_WORDS:
            yield at.fault("excerpt", f"has {len(text.split())} words; an excerpt has at most {EXCERPT_WORDS}")
        case Licence(commercial=answer, source=None) if answer != "unknown":
            yield at.fault("source", 'is missing: who says so? Without a source `commercial` is "unknown"')
        case Recipe() as recipe:
            yield from _recipe_rules(at, recipe)
        case Setup() as setup:
            names = [measurement.id for measurement in setup.measurements]
            yield from (at.fault("measurements", f"the id {name.rpartition('.')[2]!r} stands twice")
                        for name in sorted({name for name in names if names.count(name) > 1}))  # fmt: skip
    if isinstance(at.entry, CitedFields):
        yield from _uncited(at, at.entry)


def _measurement_rules(at: _At, measurement: Measurement) -> Iterator[Fault]:
    allowed = UNITS[measurement.metric]
    if measurement.unit not in allowed:
        yield at.fault(
            "unit", f"is {measurement.unit!r}, but {measurement.metric} is in {' or '.join(sorted(allowed))}"
        )
    if measurement.value_high is not None and measurement.value_high < measurement.value:
        yield at.fault("value_high", "is lower than value")
    if (measurement.memory_kind is not None) != (measurement.metric == "memory_per_box"):
        yield at.fault("memory_kind", "says what was counted; memory_per_box needs it and nothing else has it")
    if measurement.metric == "decode" and (measurement.streams or 1) > 1 and measurement.scope is None:
        yield at.fault("scope", "is missing: is this the total over all streams, or per_stream?")


def _recipe_rules(at: _At, recipe: Recipe) -> Iterator[Fault]:
    ids = [setup.id for setup in recipe.setups]
    for setup in sorted({one for one in ids if ids.count(one) > 1}):
        yield at.fault("setups", f"{setup} stands twice; give one of them a profile")
    if recipe.status == "superseded" and recipe.superseded_by is None and recipe.note is None:
        yield at.fault("superseded_by", "is missing: by what?")


def _uncited(at: _At, entry: CitedFields) -> Iterator[Fault]:
    covered = {field for citation in entry.cite for field in citation.fields}
    for field in sorted(covered - set(type(entry).model_fields)):
        yield at.fault("cite", f"names {field!r}, which is no field here")
    for name, value in entry:
        if _is_figure(value) and name not in covered and not (isinstance(entry, Setup) and name == "boxes"):
            yield at.fault(name, "is a figure without a citation; add it to a `cite` entry's fields")


def _is_figure(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def counts(content: Fragment) -> dict[str, int]:
    """Return how many entries of each kind the catalog holds."""
    setups = [setup for recipe in content.recipes for setup in recipe.setups]
    subjects: list[Setup | Weights | Model] = [*setups, *content.weights, *content.models]
    return {
        **{section: len(getattr(content, section)) for section in SECTIONS},
        "setups": len(setups),
        "measurements": sum(len(setup.measurements) for setup in setups),
        "quality results": sum(len(one.quality) for one in subjects),
    }
