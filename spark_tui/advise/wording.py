"""How numbers and measurements are said, the same on every screen and in every verb."""

from collections.abc import Container
from datetime import datetime

from spark_tui.advise.speed import Speed
from spark_tui.catalog.catalog import Offer
from spark_tui.catalog.evidence import Measurement, Quality


def counted(number: int, noun: str) -> str:
    """Return `1 box`, `2 boxes`, `0 setups`."""
    plural = (
        f"{noun}es" if noun.endswith("box") else f"{noun.removesuffix('y')}ies" if noun.endswith("try") else f"{noun}s"
    )
    return f"{number:,} {noun if number == 1 else plural}"


def machines(offer: Offer) -> str:
    """Return what a setup runs on: `2 boxes`, or `Mac Studio M5 Ultra`, which is no box."""
    boxes = offer.setup.boxes
    if offer.platform.is_box:
        return counted(boxes, "box")
    return offer.platform.name if boxes == 1 else f"{boxes} x {offer.platform.name}"


def dollars(amount: float) -> str:
    """Return `$6,950`."""
    return f"${amount:,.0f}"


def gib(amount: float) -> str:
    """Return `96.5 GiB`."""
    return f"{amount:,.1f} GiB"


def gb(amount: float) -> str:
    """Return `176 GB`, `2.2 GB`, `700 MB`, of 10^9 and 10^6 bytes, as download pages print them."""
    if amount < 0.95:
        return f"{amount * 1000:,.0f} MB"
    return f"{amount:,.0f} GB" if amount >= 99.95 else f"{amount:,.1f} GB"


def duration(seconds: float) -> str:
    """Return a time as people say it: `40 s`, `12 min`, `3 h 20 min`, `2 days`."""
    minutes = round(seconds / 60)
    if seconds < 59.5:
        return f"{seconds:.0f} s"
    if minutes < 60:
        return f"{minutes} min"
    hours, rest = divmod(minutes, 60)
    if hours < 24:
        return f"{hours} h {rest} min" if rest else f"{hours} h"
    return counted(round(minutes / 1440), "day")


def ago(then: datetime, now: datetime) -> str:
    """Return how long ago something was: `just now`, `20 min ago`, `3 days ago`."""
    seconds = (now - then).total_seconds()
    if seconds < -60:
        return "later than this clock says it is now"
    return "just now" if seconds < 60 else f"{duration(seconds)} ago"


def tokens(count: int) -> str:
    """Return a token count as people say it, in thousands and millions: `160K`, `1.38M`, `800`."""
    if count >= 1024 and count & (count - 1) == 0:  # A power of two is called by its round name: 1,048,576 is 1M.
        return f"{count // 2**20}M" if count >= 2**20 else f"{count // 1024}K"
    if count >= 1_000_000:
        return f"{count / 1e6:.2f}".rstrip("0").rstrip(".") + "M"
    return f"{count / 1000:.0f}K" if count >= 1000 else str(count)


def number(value: float) -> str:
    """Return a figure as a source would print it: `60.4`, `2,931`, `1,978.9`."""
    return f"{value:,.0f}" if value == int(value) and abs(value) >= 200 else f"{value:,.4f}".rstrip("0").rstrip(".")


def rounded(figure: float) -> str:
    """Return a figure without digits that only get in the way, or that a calculation does not have: `37`, `8.4`."""
    return f"{figure:,.0f}" if figure >= 10 else f"{figure:.1f}"


def value(measurement: Measurement) -> str:
    """Return the value with its qualifier, range and unit: `about 2,000 tok/s`, `22.9–24 tok/s`."""
    text = decimal(measurement, measurement.value)
    if measurement.value_high is not None:
        text += f"–{decimal(measurement, measurement.value_high)}"
    qualifier = "" if measurement.qualifier == "exact" else f"{measurement.qualifier} "
    space = "" if measurement.unit == "%" else " "
    return f"{qualifier}{text}{space}{measurement.unit}"


def decimal(measurement: Measurement, figure: float) -> str:
    """Speeds of generation keep one decimal: 60 beside 60.4 would look like less care."""
    said = number(figure)
    return said if "." in said or measurement.metric != "decode" else f"{said}.0"


def conditions(measurement: Measurement, without: Container[str] = ()) -> str:
    """Return the conditions of a measurement: `prose, 1 stream, greedy`. What is not stated is left out.

    `without` names fields that are said elsewhere.
    """
    streams = measurement.streams
    said = {
        "memory_kind": measurement.memory_kind,
        "workload": measurement.workload,
        "streams": None if streams is None else counted(streams, "stream"),
        "scope": None if streams == 1 else {"total": "total", "per_stream": "each"}.get(measurement.scope or ""),
        "prompt_tokens": measurement.prompt_tokens and f"{tokens(measurement.prompt_tokens)} prompt",
        "context_tokens": measurement.context_tokens and f"{tokens(measurement.context_tokens)} deep",
        "output_tokens": measurement.output_tokens and f"{tokens(measurement.output_tokens)} written",
        "sampling": measurement.sampling,
        "thinking": {True: "thinking on", False: "thinking off", None: None}[measurement.thinking],
        "statistic": measurement.statistic if measurement.statistic != "single" else "single run",
        "recipe_version": measurement.recipe_version,
        "engine_version": measurement.engine_version,
        "model_version": measurement.model_version,
        "date": measurement.date,
    }
    return ", ".join(str(text) for field, text in said.items() if text and field not in without)


def metric(measurement: Measurement) -> str:
    """Return the metric in words: `time to first token`."""
    names = {"ttft": "time to first token", "memory_per_box": "memory per box", "needle": "needle found at"}
    return names.get(measurement.metric, measurement.metric.replace("_", " "))


def heading(measurement: Measurement) -> str:
    """Return what was measured in a few words: `prose, one stream`, `total of 4 streams, mixed`, `prefill at 32K`."""
    streams, at_once = measurement.streams, (measurement.streams or 1) > 1
    said = [] if measurement.metric == "decode" else [metric(measurement)]
    if at_once:
        whole = {"total": "total of ", "per_stream": "each of "}.get(measurement.scope or "", "")
        said.append(f"{whole}{counted(streams or 1, 'stream')}")
    if measurement.workload:
        said.append(measurement.workload)
    if streams == 1 and measurement.metric == "decode":
        said.append("one stream")
    at = f" at {tokens(measurement.prompt_tokens)}" if measurement.prompt_tokens else ""
    sampled = " with sampling" if measurement.sampling == "sampled" else ""
    return f"{', '.join(said) or 'decode'}{at}{sampled}"


def quality(result: Quality) -> str:
    """Return a quality result with its baseline: `GPQA Diamond 91.3% (BF16: 92.1%)`."""
    baseline = result.baseline or ""
    if result.baseline_score is not None:
        baseline += f": {_score(result, result.baseline_score)}"
    high = f"–{_score(result, result.score_high)}" if result.score_high is not None else ""
    against = f" ({'against ' if result.baseline_score is None else ''}{baseline})" if baseline else ""
    thinking = {True: ", with thinking", False: ", without thinking", None: ""}[result.thinking]
    return f"{result.benchmark} {_score(result, result.score)}{high}{against}{thinking}"


def speed(found: Speed) -> str:
    """Return a speed in a few words: `60.4 tok/s prose (49–60)`, `at least 146.2 tok/s at 4`.

    In brackets stand the lowest and the highest of the figures that were published for the same.
    """
    chosen = found.measurement
    if chosen is None:
        return "no speed published"
    if chosen.metric == "needle":
        return f"needle at {chosen.value:,.0f}"
    least = "at least " if found.at_least else ""
    streams = f" at {chosen.streams}" if (chosen.streams or 1) > 1 else ""
    content = chosen.workload or ("" if chosen.metric == "decode" else chosen.metric)
    spread = f" ({rounded(found.spread[0])}–{rounded(found.spread[1])})" if found.spread and found.others else ""
    return f"{least}{value(chosen)}{f' {content}' if content else ''}{streams}{spread}"


def _score(result: Quality, score: float) -> str:
    unit = {"%": "%", "points": "", "nats": "", "of": f" of {number(result.out_of or 0)}"}[result.unit]
    return f"{number(score)}{unit}"
