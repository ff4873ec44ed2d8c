"""What expected speeds rest on: claims beside what others measured, and how speed moves with each condition."""

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from spark_tui.advise import wording
from spark_tui.advise.alike import Pair, Ratio, pairs
from spark_tui.advise.expecting import claims, end
from spark_tui.advise.moves import ENOUGH, Kind, Move, by_recipe, middle, moves, pooled
from spark_tui.advise.sentence import Section, Sentence, cite
from spark_tui.advise.wording import counted, decimal
from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.evidence import Measurement

_CONDITIONS = ("content", "thinking", "depth", "streams")


class Ground(NamedTuple):
    """One row: a claim beside a repetition, or how one condition moves speed."""

    id: str
    what: str
    """`prose, one stream, of recipe@2`, or `decode, content`."""
    before: str
    after: str
    ratio: float
    rests_on: str
    """How alike the two are, or how many recipes and figures there are."""
    sections: tuple[Section, ...]
    low: float | None = None
    high: float | None = None


def of_claims(catalog: Catalog) -> tuple[Ground, ...]:
    """Return every claim beside what somebody else measured, like for like first."""
    return tuple(_ground(pair) for pair in pairs(catalog))


def _ground(pair: Pair) -> Ground:
    figures = Section("The two figures", (_figure(pair.before, "Claimed"), _figure(pair.after, "Measured")))
    how = Section("How alike they are", tuple(_likeness(pair)))
    prefill = "prefill " if pair.before.metric == "prefill" else ""
    what = f"{prefill}{_what(pair.before)}, {pair.offer.setup.id}"
    return Ground(f"{pair.before.id}/{pair.after.id}", what, decimal(pair.before, pair.before.value),
                  decimal(pair.after, pair.after.value), pair.value, likeness(pair), (figures, how))  # fmt: skip


def _what(m: Measurement) -> str:
    if m.metric == "prefill":
        return f"at {wording.tokens(m.prompt_tokens)}" if m.prompt_tokens else "of a prompt not told"
    return wording.heading(m)


def likeness(pair: Pair) -> str:
    """Say in a few words whether a pair is like for like."""
    if pair.contrast.alike:
        return "like for like"
    if pair.contrast.differ:
        return f"other {', '.join(pair.contrast.differ)}"
    return f"only one tells {', '.join(pair.contrast.unsaid)}"


def _likeness(pair: Pair) -> Iterator[Sentence]:
    if pair.contrast.alike:
        yield Sentence("Like for like: every condition is the same, or neither tells it. It counts as a replication.")
        return
    if pair.contrast.differ:
        yield Sentence(f"Measured under other conditions: {', '.join(pair.contrast.differ)}.")
    if pair.contrast.unsaid:
        yield Sentence(f"Only one of the two tells: {', '.join(pair.contrast.unsaid)}.")
    yield Sentence("So the difference says nothing of how far the claim is reached, and it is not counted.")


def of_moves(catalog: Catalog) -> tuple[Ground, ...]:
    """Return how decode and prefill move with content, thinking, depth and requests at once, one way of each."""
    found = moves(catalog).by_kind
    kinds = sorted((kind for kind in found if _is_first(kind)), key=lambda kind: _order(kind, found[kind]))
    return tuple(ground for kind in kinds if (ground := _moved(kind, found[kind])) is not None)


def _is_first(kind: Kind) -> bool:
    return str(kind.before) < str(kind.after) if kind.condition == "content" else kind.before < kind.after  # type: ignore[operator]


def _order(kind: Kind, found: tuple[Move, ...]) -> tuple[object, ...]:
    return kind.metric, _CONDITIONS.index(kind.condition), -len(by_recipe(found)), str(kind)


def _moved(kind: Kind, found: tuple[Move, ...]) -> Ground | None:
    known = pooled(found)
    if known is None:
        return None
    rests = f"{counted(known.recipes, 'recipe')}, {counted(len(found), 'pair')}"
    said = Sentence(f"x {known.ratio:.2f}: the median of {counted(known.recipes, 'recipe')}, each by the median of its "
                    f"own pairs. The middle half lies from {known.low:.2f} to {known.high:.2f}.")  # fmt: skip
    each = tuple(_of_recipe(recipe, some) for recipe, some in sorted(by_recipe(found).items()))
    sections = (Section("All recipes", (said,)), Section("Recipe by recipe", each))
    name = f"{kind.metric}-{kind.condition}-{kind.before}-{kind.after}".lower()
    ends = end(kind, kind.before), end(kind, kind.after)
    return Ground(name, _of_kind(kind), *ends, known.ratio, rests, sections, known.low, known.high)


def _of_recipe(recipe: str, some: list[Ratio]) -> Sentence:
    """One recipe's ratio, shown with the pair that lies nearest to it."""
    ratio = middle(some)
    shown = min(some, key=lambda move: abs(move.value - ratio))
    before, after = (decimal(m, m.value) for m in (shown.before, shown.after))
    pairs_of_it = "" if len(some) == 1 else f", median of {counted(len(some), 'pair')}"
    text = f"{recipe}: x {ratio:.2f}{pairs_of_it}, such as {before} to {after} ({shown.offer.setup.id})."
    return Sentence(text, (cite(shown.before), cite(shown.after)))


def _figure(m: Measurement, verb: str) -> Sentence:
    said = wording.conditions(m)
    return Sentence(f"{verb} by {m.who}: {wording.value(m)}{f' ({said})' if said else ''}.", (cite(m),))


def summary(catalog: Catalog, claimed: Iterable[Ground], moved: Iterable[Ground]) -> tuple[Section, ...]:
    """Return all of it as sections: how claims are reached, the pairs, then the moves by condition."""
    by_what: dict[str, list[Ground]] = {}
    for ground in moved:
        by_what.setdefault(ground.what, []).append(ground)
    pairs_told = tuple(_pair_line(ground) for ground in claimed)
    return (
        Section("Claims, and what others measured", (claims(catalog), *pairs_told)),
        *(Section(f"How speed moves: {what}", tuple(map(_move_line, some))) for what, some in by_what.items()),
        Section("Too few to say anything", tuple(_too_few(catalog, by_what))),
    )


def _too_few(catalog: Catalog, known: Container[str]) -> Iterator[Sentence]:
    recipes: dict[str, set[str]] = {}
    for kind, found in moves(catalog).by_kind.items():
        recipes.setdefault(_of_kind(kind), set()).update(move.offer.recipe.id for move in found)
    for what, some in sorted(recipes.items()):
        if what not in known:
            yield Sentence(f"{what}: pairs of {counted(len(some), 'recipe')}, no step of {ENOUGH}: "
                           f"{', '.join(sorted(some))}.")  # fmt: skip


def _of_kind(kind: Kind) -> str:
    return f"{kind.metric}, {'context' if kind.condition == 'depth' else kind.condition}"


def _pair_line(ground: Ground) -> Sentence:
    cites = ground.sections[0].sentences[0].cites + ground.sections[0].sentences[1].cites
    return Sentence(f"{ground.what}: {ground.before} claimed, {ground.after} measured (x {ground.ratio:.2f}); "
                    f"{ground.rests_on}.", cites)  # fmt: skip


def _move_line(ground: Ground) -> Sentence:
    return Sentence(f"{ground.before} to {ground.after}: x {ground.ratio:.2f} ({ground.low:.2f} to {ground.high:.2f}), "
                    f"{ground.rests_on}.")  # fmt: skip
