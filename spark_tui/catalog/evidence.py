"""What is known and by whom: sources, measurements, quality results, quotes, notes and advice."""

from typing import Literal

from pydantic import Field

from spark_tui.catalog.base import Amount, Boxes, Cited, Count, Entry, Id, Line, PartialDate
from spark_tui.catalog.words import MemoryKind, Metric, Unit, Workload

UNITS: dict[str, frozenset[str]] = {
    "decode": frozenset({"tok/s"}),
    "prefill": frozenset({"tok/s"}),
    "ttft": frozenset({"s"}),
    "boot": frozenset({"s", "min"}),
    "agent_time": frozenset({"min"}),
    "memory_per_box": frozenset({"GiB", "GB"}),
    "needle": frozenset({"tokens"}),
    "acceptance": frozenset({"%"}),
    "tokens_written": frozenset({"tokens"}),
    "browser_score": frozenset({"points"}),
    "gain": frozenset({"%", "x"}),
}
"""Which units a metric is given in."""


class Source(Entry):
    """Where something is written."""

    id: Id
    title: Line
    publisher: Line
    kind: Literal["article", "repository", "model card", "documentation", "forum", "post", "issue", "page"]
    url: str | None = Field(default=None, pattern=r"^https://[!#-;=?-~]+$")
    """Address; null unless it is certain."""
    date: PartialDate | None = None
    via: Id | None = None
    """The article through which this source is known, where it was not read itself."""
    excerpt: Line | None = None
    """At most 25 words, verbatim, where the wording matters."""
    note: Line | None = None


class Measurement(Cited):
    """One published number with its conditions. A condition that is not stated is null."""

    id: Id
    """In a file: a short name, unique in its setup. Once loaded: `recipe.boxes[.profile].name`."""
    metric: Metric
    workload: Workload | None = None
    """What was generated or read while measuring."""
    streams: int | None = Field(default=None, ge=1)
    """Requests at once."""
    scope: Literal["total", "per_stream"] | None = None
    """Whether the value is the sum over all streams or one stream's share."""
    value: Amount
    value_high: Amount | None = None
    """Upper end, where a range was published."""
    unit: Unit
    qualifier: Literal["exact", "about", "at least", "up to"] = "exact"
    """How the source prints the number; a plain number is exact."""
    statistic: Literal["median", "mean", "best", "single"] | None = None
    memory_kind: MemoryKind | None = None
    """For memory_per_box: what was counted."""
    prompt_tokens: Count | None = None
    context_tokens: Count | None = None
    """Depth of context at which it was measured, in tokens."""
    output_tokens: Count | None = None
    sampling: Literal["greedy", "sampled"] | None = None
    thinking: bool | None = None
    who: Line | None = None
    """Who measured it; the recipe author's own figure is a claim."""
    date: PartialDate | None = None
    recipe_version: Line | None = None
    model_version: Line | None = None
    engine_version: Line | None = None


class Quality(Cited):
    """One published quality result, beside its baseline where one was given."""

    benchmark: Line
    score: Amount
    score_high: Amount | None = None
    unit: Literal["%", "points", "nats", "of"]
    """`nats` for KL divergence (lower is better); `of` counts right answers out of `out_of`."""
    out_of: Amount | None = None
    baseline: Line | None = None
    """What it is compared with, for KL the reference distribution."""
    baseline_score: Amount | None = None
    full_precision: bool | None = None
    """Whether the baseline is the model at the precision it was released in, or higher."""
    thinking: bool | None = None
    who: Line | None = None
    date: PartialDate | None = None


class Quote(Entry):
    """An owner's own words, verbatim, at most 40 words."""

    id: Id
    text: Line
    who: Line
    source: Id
    locator: Line
    topics: tuple[Id, ...] = Field(min_length=1)
    """Ids of models, engines, recipes or weights, or `N-boxes`."""


class Note(Cited):
    """Something worth knowing that is neither a figure of a setup nor a quote."""

    id: Id
    kind: Literal["question", "warning", "result", "opinion", "dispute", "boxes", "hardware"]
    text: Line
    who: Line | None = None
    topics: tuple[Id, ...] = ()
    """As for quotes; a note without topics is for everyone."""


class Advice(Cited):
    """A named person's recommendation for a number of boxes, for or against; `listed` is a mention only."""

    id: Id
    who: Line
    stance: Literal["for", "against", "listed"]
    models: tuple[Id, ...] = ()
    """Models that are recommended as such. Only these move a ranking."""
    recipes: tuple[Id, ...] = ()
    """Recipes named as the way to run a model that is already chosen."""
    boxes_min: Boxes = 1
    boxes_max: Boxes | None = None
    text: Line
