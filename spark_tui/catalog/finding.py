"""Finding anything in the catalog by words, slips allowed: setups, models, engines, quotes, notes, sources …"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.search import words

KINDS = ("model", "setup", "engine", "weights", "platform", "quote", "advice", "note", "source")
"""What can be found; among equals the earlier kind comes first."""

_BOXES = re.compile(r"\b(\d+)\s*-?\s*x?\s*-?\s*(?:dgx\s+)?(?:box(?:es)?|sparks?)\b", re.IGNORECASE)
_COUNT = "-boxes"
"""What makes a number of boxes one word, as in the topics of notes: `2-boxes`."""
_BARE_BOXES = re.compile(r"\b([1-8])x\b(?! (?:rtx|cmp))")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_NUMBER_WORDS = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})\b(?=[\s-]+(?:dgx\s+)?(?:box|spark))")
_PARTS = re.compile(r"[a-z]+|\d+(?:\.\d+)*")
_IGNORED = frozenset(("a", "an", "and", "for", "in", "of", "on", "or", "the", "to", "with", "dgx"))
_LONGEST, _LONGEST_WORD, _MOST_WORDS = 500, 60, 20
"""More than this nobody types to find something."""
_LOOSE = 80
"""Likeness, in percent, from which another spelling counts as the same word."""
_IN_TEXT, _IN_NAME = 0.7, 0.9
"""What a word counts that stands in the text or in the name."""
_WHOLE_NAME, _KIND = 7.0, 2.9
"""Points for a name that holds nothing else, and for a kind that people look for."""
_WITH_NUMBER = 4
"""A word of fewer letters is never matched loosely, nor is one that holds a digit: 5.3 is not 5.2."""


class Document(NamedTuple):
    """One thing that can be found."""

    kind: str
    id: str
    title: str
    name: str
    """What it is called by; its words count most."""
    text: str
    """What else it says."""
    boxes: int | None = None
    """On how many boxes a setup runs, 0 elsewhere, whatever its words say of a `2x`; None where the words count."""


class Found(NamedTuple):
    """A thing that holds the words that were asked for."""

    document: Document
    score: float
    """From 0 to 100."""


class _Index(NamedTuple):
    documents: tuple[Document, ...]
    places: dict[str, dict[int, float]]
    """For every word: in which documents it stands, and what it counts there."""


def find(catalog: Catalog, asked: str, kinds: Iterable[str] = KINDS) -> list[Found]:
    """Return what holds every word of `asked`, best first; where nothing holds all, what holds the most of them."""
    index, allowed = _index(catalog), frozenset(kinds)
    hits: dict[int, list[float]] = {}
    wanted = _query(asked)
    for word in wanted:
        for number, score in _documents_with(word, index).items():
            if index.documents[number].kind in allowed:
                hits.setdefault(number, []).append(score)
    most = max(map(len, hits.values()), default=0)
    found = [
        Found(document, _score(asked, wanted, scores, document))
        for document, scores in ((index.documents[number], scores) for number, scores in hits.items())
        if len(scores) == most
    ]
    return sorted(found, key=lambda one: (-one.score, KINDS.index(one.document.kind), one.document.id))


def _score(asked: str, wanted: Sequence[str], scores: Sequence[float], document: Document) -> float:
    """How well a document answers: by its words, by how little else its name holds, and by what people look for."""
    if asked.strip().lower() == document.id:
        return 100.0
    name = len(words(document.name))
    share = min(1.0, sum(len(_PARTS.findall(word)) for word in wanted) / name) if name else 0.0
    kind = 1 - KINDS.index(document.kind) / len(KINDS)
    return min(sum(scores) / len(wanted) + _WHOLE_NAME * share + _KIND * kind, 99.9)


def _query(asked: str) -> list[str]:
    """Split what was asked; `2 sparks`, `two boxes` and `2x` are one word, as in the topics of notes."""
    text = _plain(asked[:_LONGEST])
    others = words(_BARE_BOXES.sub(" ", _BOXES.sub(" ", text)))
    each = dict.fromkeys((*_box_counts(text), *(word[:_LONGEST_WORD] for word in others)))
    return [word for word in each if word not in _IGNORED][:_MOST_WORDS]


def _plain(text: str) -> str:
    """Text in which a number is written in one way: `6,950` is 6950, and `two boxes` are 2 boxes."""
    text = _THOUSANDS.sub("", text.lower())
    return _NUMBER_WORDS.sub(lambda found: str(_NUMBERS.index(found[0]) + 1), text)


def _box_counts(text: str) -> list[str]:
    numbers = (*_BOXES.findall(text), *_BARE_BOXES.findall(_BOXES.sub(" ", text)))
    return [f"{number}{_COUNT}" for number in numbers]


def _known_words(text: str, boxes: int | None) -> Iterator[str]:
    """Yield the words by which a text is found; a version by its number alone too."""
    plain = _plain(text)
    yield from _box_counts(plain if boxes is None else f"{boxes} boxes")
    for word in words(plain):
        yield word
        if word[0] == "v" and word[1:2].isdigit():
            yield word[1:]


def _documents_with(word: str, index: _Index) -> dict[int, float]:
    """Return in which documents a word stands, or one so like it that a slip of the finger may have made the other."""
    found: dict[int, float] = {}
    for known, likeness in _like(word, index):
        for number, weight in index.places[known].items():
            found[number] = max(found.get(number, 0.0), likeness * weight)
    parts = [] if word.endswith(_COUNT) else _PARTS.findall(word)
    if len(parts) > 1 and all(len(part) > 1 or part.isdigit() for part in parts):  # glm5.3
        each = [_documents_with(part, index) for part in parts]
        for number in set.intersection(*map(set, each)):
            found[number] = max(found.get(number, 0.0), min(one[number] for one in each))
    return found


def _like(word: str, index: _Index) -> Iterator[tuple[str, float]]:
    if word in index.places:
        yield word, 100.0
    if word.endswith(_COUNT):
        return
    begun = [known for known in index.places if known != word and known.startswith(word)]
    yield from ((known, 90.0) for known in begun)
    if word in index.places or begun or len(word) < _WITH_NUMBER or any(map(str.isdigit, word)):
        return
    from rapidfuzz import fuzz, process

    near = process.extract(word, index.places.keys(), scorer=fuzz.ratio, limit=None, score_cutoff=_LOOSE)
    yield from ((known, score * 0.9) for known, score, _ in near)


@lru_cache(maxsize=1)
def _index(catalog: Catalog) -> _Index:
    documents = tuple(_documents(catalog))
    places: dict[str, dict[int, float]] = {}
    for number, document in enumerate(documents):
        for text, weight in ((f"{document.id} {document.text}", _IN_TEXT), (document.name, _IN_NAME)):
            for word in _known_words(text, document.boxes):
                places.setdefault(word, {})[number] = weight
    return _Index(documents, places)


def _documents(catalog: Catalog) -> Iterator[Document]:
    content = catalog.content
    for model in content.models:
        said = _joined(model.maker, *model.words, model.released_as, model.note)
        yield Document("model", model.id, model.name, model.name, said)
    for offer in (*catalog.offers, *catalog.elsewhere):
        yield _setup(catalog, offer)
    for engine in content.engines:
        said = _joined(*engine.words, *engine.formats, engine.boxes, engine.status, engine.upside, engine.downside)
        yield Document("engine", engine.id, engine.name, engine.name, said)
    for one in content.weights:
        said = _joined(one.precision, one.repo, one.publisher, one.note)
        yield Document("weights", one.id, one.name, one.name, said)
    for platform in content.platforms:
        yield Document("platform", platform.id, platform.name, platform.name, platform.note or "")
    for quote in content.quotes:
        yield Document("quote", quote.id, f"“{quote.text}” {quote.who}", quote.who, _joined(quote.text, *quote.topics))
    for advice in content.advice:
        about = _joined(advice.text, *advice.models, *advice.recipes)
        yield Document("advice", advice.id, f"{advice.who}: {advice.text}", advice.who, about)
    for note in content.notes:
        yield Document("note", note.id, note.text, "", _joined(note.text, note.kind, *note.topics, note.note))
    for source in content.sources:
        said = _joined(source.publisher, source.kind, source.note)
        yield Document("source", source.id, source.title, "", _joined(source.title, said))


def _setup(catalog: Catalog, offer: Offer) -> Document:
    setup, recipe = offer.setup, offer.recipe
    machines = f"{setup.boxes} boxes" if setup.platform == catalog.box.id else catalog.platforms[setup.platform].name
    people = dict.fromkeys(measurement.who for measurement in setup.measurements)
    text = _joined(*(offer.engine.words if offer.engine else ()), *offer.model.words, setup.drafter, offer.status,
                   offer.weights.precision if offer.weights else None, *people)  # fmt: skip
    name = _joined(recipe.name, setup.profile, machines, offer.model.name, offer.engine_name, recipe.author)
    boxes = setup.boxes if setup.platform == catalog.box.id else 0
    return Document("setup", setup.id, catalog.title_of(offer), name, text, boxes)


def _joined(*texts: str | None) -> str:
    return ", ".join(text for text in texts if text)
