"""What one more box costs, and what it changes for the owner's use."""

from collections.abc import Iterator

from spark_tui.advise import wording
from spark_tui.advise.needs import MAX_BOXES
from spark_tui.advise.rank import Ranking, rank
from spark_tui.advise.sentence import Cite, Sentence, cite
from spark_tui.advise.wording import counted, dollars
from spark_tui.catalog.catalog import Catalog


def one_more_box(catalog: Catalog, ranking: Ranking) -> Iterator[Sentence]:
    """Yield what one more box costs and what would then come first; nothing beyond eight boxes."""
    boxes = ranking.plan.boxes + 1
    if boxes > MAX_BOXES:
        return
    more = rank(catalog, ranking.needs.but(boxes=boxes))
    yield Sentence(f"One more box{_cost(ranking)}: {_gain(ranking, more)}", _cites(ranking, more))


def _cost(ranking: Ranking) -> str:
    price, left = ranking.plan.price, ranking.plan.left
    if not price:
        return ""
    if left is None or left < 0:  # Beyond the budget already: that is said before.
        return f" ({dollars(price)})"
    short = price - left
    return f" ({dollars(price)}, {dollars(short)} more than is left)" if short > 0 else f" ({dollars(price)})"


def _gain(ranking: Ranking, more: Ranking) -> str:
    further = len({pick.id for pick in more.picks} - {pick.id for pick in ranking.picks})
    setups = f"{counted(further, 'setup')} more to choose from" if further else "nothing more to choose from"
    if not more.picks:
        return f"{setups}."
    first = more.picks[0]
    now = ranking.picks[0] if ranking.picks else None
    if now is not None and now.id == first.id:
        return f"{setups}; {first.offer.recipe.name} would still come first."
    instead = f" instead of {wording.speed(now.speed)}" if now is not None else ""
    return f"{setups}; {first.offer.recipe.name} would come first, {wording.speed(first.speed)}{instead}."


def _cites(ranking: Ranking, more: Ranking) -> tuple[Cite, ...]:
    chosen = [one.picks[0].speed.measurement for one in (more, ranking) if one.picks]
    return tuple(cite(measurement) for measurement in chosen if measurement is not None)
