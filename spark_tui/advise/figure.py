"""A published figure as a sentence, and what makes two figures the same kind."""

from collections.abc import Iterable, Iterator

from spark_tui.advise import wording
from spark_tui.advise.alike import length
from spark_tui.advise.sentence import Sentence, cite
from spark_tui.catalog.catalog import Offer
from spark_tui.catalog.evidence import Measurement, Quality


def figure_sentence(measurement: Measurement, more: str = "") -> Sentence:
    """Return one measurement in full: metric, value, conditions, who measured it, what `more` adds, and its note."""
    conditions = wording.conditions(measurement)
    text = f"{wording.metric(measurement).capitalize()} {wording.value(measurement)}"
    note = f" {measurement.note}" if measurement.note else ""
    who = measurement.who or "who measured it is not stated"
    return Sentence(f"{text}{f' ({conditions})' if conditions else ''}; {who}{more}.{note}", (cite(measurement),))


def quality_sentence(result: Quality) -> Sentence:
    """Return one quality result in full: score, baseline, who measured it, and its note."""
    note = f" {result.note}" if result.note else ""
    who = result.who or "who measured it is not stated"
    return Sentence(f"{wording.quality(result)}; {who}.{note}", (cite(result),))


def qualities(offer: Offer) -> Iterator[Sentence]:
    """Yield the quality results of a setup, then those of its weights, which may come from another setup."""
    yield from map(quality_sentence, offer.setup.quality)
    for result in offer.weights.quality if offer.weights else ():
        told = quality_sentence(result)
        yield told._replace(text=f"Of its weights: {told.text}")


def figures(measurements: Iterable[Measurement]) -> Iterator[Sentence]:
    """Yield every figure but those of memory, which are told where the fit is."""
    yield from (figure_sentence(m) for m in measurements if m.metric != "memory_per_box")


def figure_kind(m: Measurement) -> tuple[object, ...]:
    """Return what makes two figures the same kind; further conditions are said beside them."""
    at_once = (m.streams, None if m.streams == 1 else m.scope)
    return m.metric, m.unit, m.workload, *at_once, length(m.prompt_tokens), m.sampling == "sampled", m.memory_kind
