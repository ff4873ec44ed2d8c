"""The doubts about a catalog, counted and one by one."""

from collections.abc import Iterator, Mapping, Sequence

from spark_tui.catalog.doubts import Doubt, Kind
from spark_tui.plain.text import wrapped

_ONE_AND_MANY: dict[Kind, tuple[str, str]] = {
    "no conditions": ("figure without conditions", "figures without conditions"),
    "no measurer": ("claim of which nobody is named", "claims of which nobody is named"),
    "memory": ("statement on memory that the fit contradicts", "statements on memory that the fit contradicts"),
    "old": ("entry older than 90 days", "entries older than 90 days"),
    "no date": ("recipe or price without a date", "recipes and prices without a date"),
}


def doubt_lines(doubts: Mapping[Kind, Sequence[Doubt]], *, each: bool) -> Iterator[str]:
    """Yield a line for every kind of which there is a doubt, and `each` of them below it; else how to see them."""
    some = {kind: found for kind, found in doubts.items() if found}
    if some:
        yield ""
        yield "No fault, but this wants a look:"
    for kind, found in some.items():
        yield f"{len(found):>5} {_ONE_AND_MANY[kind][len(found) > 1]}"
        if each:
            for doubt in found:
                yield from wrapped(f"{doubt.at}: {doubt.what}", "          ", "      - ")
    if some and not each:
        yield "spark-tui catalog check --warnings tells each of them."
