"""What repositories weigh, as text."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from spark_tui.advise.freshness import marks
from spark_tui.advise.weighed import loads, story, weights_of
from spark_tui.advise.wording import ago, gb
from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.repository import Known, Wanted
from spark_tui.catalog.weighing import size
from spark_tui.plain.text import section_lines, wrapped


def size_lines(catalog: Catalog, asked: Iterable[Wanted], now: datetime) -> Iterator[str]:
    """Yield a line for each repository of the catalog, and below it what an owner must know before downloading."""
    for one in asked:
        known = catalog.today.known.get(one)
        at = f"@{one.revision[:12]}" if one.revision else ""
        yield f"{_amount(catalog, one, known):>9}  {_age(known, now):<14}  {one.repo}{at}"
        said = [text for weights in weights_of(catalog, one) for text in (marks(weights, known) if known else ())]
        for text in dict.fromkeys([*([known.trouble.text] if known and known.trouble else ()), *said]):
            yield from wrapped(text, 13 * " ", f"{'!':>11}  ")


def _amount(catalog: Catalog, asked: Wanted, known: Known | None) -> str:
    sizes = [size(load.files) for load in loads(catalog, asked, known) if load.files]
    if len(sizes) == 1:
        return gb(sizes[0] / 1e9)
    return gb(known.now.bytes / 1e9) if known and known.now else "unknown"


def _age(known: Known | None, now: datetime) -> str:
    return ago(known.now.seen, now) if known and known.now else "never"


def repository_lines(catalog: Catalog, asked: Wanted, now: datetime) -> Iterator[str]:
    """Yield all that is known of one repository, with an estimate for 1 to 8 boxes."""
    yield from section_lines(story(catalog, asked, catalog.today.known.get(asked), now))
