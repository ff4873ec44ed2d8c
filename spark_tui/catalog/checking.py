"""Checks that need more than one entry: references, uniqueness, and the rules that keep figures honest."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from pydantic import BaseModel

from spark_tui.catalog.base import CitedFields
from spark_tui.catalog.catalog import SECTIONS, Fragment
from spark_tui.catalog.evidence import UNITS, Advice, Measurement, Note, Quality, Quote, Source
from spark_tui.catalog.faults import MOST_FAULTS, Fault, short
from spark_tui.catalog.reading import ReadFile, merged
from spark_tui.catalog.recipe import Recipe, Setup
from spark_tui.catalog.things import Licence, Model, Weights

QUOTE_WORDS = 40
EXCERPT_WORDS = 25
MOST_BOXES = 8
"""Boxes that can be planned for. Other platforms are counted in machines, as many as their source has."""
_WORD = re.compile(r"\w+(?:(?<=\d)[.,]\d\w*)*(?:['’]\w+){0,2}")
"""Dashes and slashes part words; an apostrophe or a decimal point inside one does not."""
_BOXES_TOPIC = re.compile(rf"[1-{MOST_BOXES}]-boxes")
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
    """Return what is wrong with the files taken together, file by file; at most MOST_FAULTS."""
    # What concerns the catalog as a whole is worth a sentence only once every entry is right.
    return list(islice(_faults(read), MOST_FAULTS)) or list(_further_boxes(read))


def _faults(read: Sequence[ReadFile]) -> Iterator[Fault]:
    whole = merged(read)
    ids = {section: {entry.id for entry in getattr(whole, section)} for section in SECTIONS}
    boxes = {platform.id for platform in whole.platforms if platform.is_box}
    yield from repeated_ids(read)
    for file, fragment in read:
        for at in _walk(file, fragment):
            yield from _dangling(at, ids)
            yield from _rules(at)
            if isinstance(at.entry, Setup) and at.entry.platform in boxes and at.entry.boxes > MOST_BOXES:
                yield at.fault("boxes", f"is {at.entry.boxes}, but at most {MOST_BOXES} boxes can be planned for")


def _further_boxes(read: Iterable[ReadFile]) -> Iterator[Fault]:
    boxes = [(file, platform.id) for file, fragment in read for platform in fragment.platforms if platform.is_box]
    for file, further in boxes[1:]:
        what = f"is true for {short(boxes[0][1])!r} already, in {boxes[0][0]}; one platform is ranked"
        yield Fault(file, f"platforms[{short(further)}].is_box", what)


def _walk(file: str, fragment: Fragment) -> Iterator[_At]:
    for section in SECTIONS:
        for entry in getattr(fragment, section):
            yield from _walk_entry(_At(file, f"{section}[{short(entry.id)}]", entry))


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
        return short(entry.id.rpartition(".")[2])
    if isinstance(entry, Setup):
        return short(entry.id.partition("@")[2])
    return short(str(getattr(entry, "id", number)))


def repeated_ids(read: Iterable[ReadFile]) -> Iterator[Fault]:
    """Yield a fault for every id that an earlier entry of its list has already."""
    for section in SECTIONS:
        first_in: dict[str, str] = {}
        for file, fragment in read:
            for entry in getattr(fragment, section):
                if entry.id in first_in:
                    yield Fault(file, f"{section}[{short(entry.id)}].id", f"is taken already, in {first_in[entry.id]}")
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
        if not _BOXES_TOPIC.fullmatch(topic) and not any(topic in ids[section] for section in sections):
            what = f"{short(topic)!r} is no model, engine, recipe, weights, platform or N-boxes (1 to {MOST_BOXES})"
            yield at.fault("topics", what)


def _no_such(value: str, section: str, ids: dict[str, set[str]]) -> str:
    # Imported here: only a file with a mistake pays for it.
    from rapidfuzz import process

    best = process.extractOne(value, ids[section], score_cutoff=70)
    hint = f"; did you mean {short(best[0])!r}?" if best else "; add it"
    return f"{short(value)!r} is not among the {section}{hint}"


def _rules(at: _At) -> Iterator[Fault]:
    match at.entry:
        case Measurement() as measurement:
            yield from _measurement_rules(at, measurement)
        case Quality(unit="of", out_of=None):
            yield at.fault("out_of", "is missing: right answers out of how many?")
        case Quote(text=text):
            yield from _too_many_words(at, "text", text, "a quote", QUOTE_WORDS)
        case Source(excerpt=str(text)):
            yield from _too_many_words(at, "excerpt", text, "an excerpt", EXCERPT_WORDS)
        case Advice(boxes_max=int(most)) as advice if most < advice.boxes_min:
            yield at.fault("boxes_max", "is lower than boxes_min")
        case Licence(commercial=answer, source=None) if answer != "unknown":
            yield at.fault("source", 'is missing: who says so? Without a source `commercial` is "unknown"')
        case Recipe() as recipe:
            yield from _recipe_rules(at, recipe)
        case Setup() as setup:
            yield from _setup_rules(at, setup)
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
    for setup in _repeated(setup.id for setup in recipe.setups):
        yield at.fault("setups", f"{short(setup)} stands twice; give one of them a profile")
    if recipe.status == "superseded" and recipe.superseded_by is None and recipe.note is None:
        yield at.fault("superseded_by", "is missing: by what?")
    if recipe.superseded_by == recipe.id:
        yield at.fault("superseded_by", "is the recipe itself; name the one to use instead")


def _setup_rules(at: _At, setup: Setup) -> Iterator[Fault]:
    for name in _repeated(measurement.id for measurement in setup.measurements):
        yield at.fault("measurements", f"the id {short(name.rpartition('.')[2])!r} stands twice")


def _too_many_words(at: _At, key: str, text: str, what: str, most: int) -> Iterator[Fault]:
    words = len(_WORD.findall(text))
    if words > most:
        yield at.fault(key, f"has {words} words; {what} has at most {most}")


def _repeated(ids: Iterable[str]) -> list[str]:
    return sorted(one for one, times in Counter(ids).items() if times > 1)


def _uncited(at: _At, entry: CitedFields) -> Iterator[Fault]:
    covered = {field for citation in entry.cite for field in citation.fields}
    for field in sorted(covered - set(type(entry).model_fields)):
        yield at.fault("cite", f"names {short(field)!r}, which is no field here")
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
