"""What to expect of a setup, in words: each step with what it rests on. Expected is never called measured."""

from collections.abc import Iterator

from spark_tui.advise import wording
from spark_tui.advise.expected import Expected, Step, replication
from spark_tui.advise.moves import ENOUGH, End, Kind
from spark_tui.advise.needs import Needs
from spark_tui.advise.sentence import Cite, Sentence, cite
from spark_tui.advise.wording import counted, rounded, tokens
from spark_tui.catalog.catalog import Catalog

_MOST_CITED = 3
"""Moves of one step of which the figures are cited."""


def expecting(found: Expected, needs: Needs) -> Iterator[Sentence]:
    """Say what to expect for a use, by which steps, and what could not be carried. Nothing where nothing is known."""
    figure = found.figure
    if found.value is None or figure is None:
        if found.unknown:
            yield Sentence(f"What to expect for {needs.use} cannot be said: {found.unknown[0]}.")
        return
    unit = figure.unit
    start = f"{wording.value(figure)}{f' {figure.workload}' if figure.workload else ''}"
    streams = figure.streams or 1
    start += f" at {counted(streams, 'stream')}" if streams > 1 else ""
    if found.steps:
        known = found.low is not None and found.high is not None
        interval = f" ({rounded(found.low or 0)} to {rounded(found.high or 0)})" if known else ""
        steps = ", ".join(map(_step, found.steps))
        yield Sentence(f"Expected for {needs.use}, not measured: about {rounded(found.value)} {unit}{interval}. "
                       f"From {start}: {steps}.", (cite(figure), *_cites(found)))  # fmt: skip
    else:
        yield Sentence(f"Expected for {needs.use}: as published, {start}; nothing was carried.", (cite(figure),))
    if found.unknown:
        yield Sentence(f"Not known, so not allowed for: {'; '.join(found.unknown)}.")


def expected_words(found: Expected) -> str:
    """Return `expected 37 (31–46)`, or that nothing can be expected."""
    return "nothing expected" if found.value is None else f"expected {expected_cell(found)}"


def expected_cell(found: Expected) -> str:
    """Return the same for a column: `37 (31–46)`, or a question mark."""
    if found.value is None:
        return "?"
    interval = "" if found.low is None or found.high is None else f" ({rounded(found.low)}–{rounded(found.high)})"
    return f"{rounded(found.value)}{interval}"


def claims(catalog: Catalog) -> Sentence:
    """Say how claims replicate, or that too few were repeated to say anything."""
    found = replication(catalog)
    recipes, lead = counted(found.recipes, "recipe"), "How far claims are reached, like for like:"
    if found.known is None:
        return Sentence(f"{lead} nothing can be said. Claims of {recipes} were repeated under conditions that, as far "
                        f"as they are told, are all the same; it takes {ENOUGH}.")  # fmt: skip
    ratio, low, high = (f"{value:.2f}" for value in found.known[:3])
    return Sentence(f"{lead} x {ratio} ({low} to {high}), by {recipes} ({counted(len(found.known.ratios), 'pair')}).")


def _step(step: Step) -> str:
    known = step.known
    if step.kind is None:
        return f"x {known.ratio:.2f} for what others reach of claims, by {counted(known.recipes, 'recipe')}"
    rests = {
        "setup": f"by {counted(len(known.ratios), 'pair')} of its own figures",
        "engine and model": f"by {counted(known.recipes, 'recipe')} on the same engine and model",
        "all": f"by {counted(known.recipes, 'recipe')} of any engine and model",
    }[step.scope]
    return f"x {known.ratio:.2f} for {kind(step.kind)}, {rests}"


def kind(of: Kind) -> str:
    """Return what a move changes: `content from code to prose`, `1 to 4 streams`."""
    before, after = end(of, of.before), end(of, of.after)
    if of.condition == "streams":
        return f"{before} to {after} streams"
    what = {"depth": "context"}.get(of.condition, of.condition)
    return f"{what} from {before} to {after}"


def end(of: Kind, value: End) -> str:
    """Return one end of a move in words: `code`, `off`, `32K`, `4`."""
    if of.condition == "thinking":
        return "on" if value else "off"
    if of.condition == "depth":
        return tokens(int(value)) if value else "short"
    return str(value)


def _cites(found: Expected) -> tuple[Cite, ...]:
    own = [move for step in found.steps if step.scope == "setup" for move in step.known.ratios[:_MOST_CITED]]
    return tuple(cite(m) for move in own for m in (move.before, move.after) if m is not found.figure)
