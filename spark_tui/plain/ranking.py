"""The answer to the owner's needs, as text."""

from collections.abc import Iterator

from spark_tui.advise import wording
from spark_tui.advise.elsewhere import machines, told
from spark_tui.advise.expecting import expected_words
from spark_tui.advise.explain import caveats, reasons
from spark_tui.advise.money import Plan
from spark_tui.advise.more_boxes import one_more_box
from spark_tui.advise.rank import Excluded, Pick, Ranking
from spark_tui.advise.wording import counted, tokens
from spark_tui.catalog.catalog import Catalog
from spark_tui.plain.text import sentence_lines, wrapped


def ranking_lines(catalog: Catalog, ranking: Ranking) -> Iterator[str]:
    """Yield the answer to the owner's needs: the picks with their reasons, then the excluded with theirs."""
    needs, plan = ranking.needs, ranking.plan
    asked = f"{counted(plan.boxes, 'box')}, {needs.use}, {tokens(needs.window)} tokens"
    yield f"{asked}, {counted(needs.at_once, 'stream')}: {counted(len(ranking.picks), 'pick')}"
    for sentence in plan.sentences:
        yield from wrapped(sentence.text)
    for sentence in one_more_box(catalog, ranking):
        yield from sentence_lines(sentence, "", "")
    beside = [one.platform.name for one in machines(catalog, plan) if one.same_memory or one.same_money]
    if beside:
        yield from wrapped(f"The same memory or money elsewhere, told at the end: {', '.join(beside)}.")
    for place, pick in enumerate(ranking.picks, start=1):
        yield ""
        yield from _pick_lines(catalog, ranking, place, pick)
    if not ranking.picks:
        yield ""
        yield from wrapped("Nothing fits these needs. The nearest, and what would bring them in:")
    yield from elsewhere_lines(catalog, plan)
    if ranking.excluded:
        yield ""
        yield f"Left out: {counted(len(ranking.excluded), 'setup')}"
        for one in ranking.excluded:
            yield from excluded_lines(one)


def _pick_lines(catalog: Catalog, ranking: Ranking, place: int, pick: Pick) -> Iterator[str]:
    yield from wrapped(f"{catalog.title_of(pick.offer)}, {pick.offer.recipe.author}", "    ", f"{place:>2}. ")
    boxes, speed = counted(pick.offer.setup.boxes, "box"), wording.speed(pick.speed)
    if ranking.needs.order == "expected":
        speed = f"{expected_words(pick.expected)}, published {speed}"
    yield from wrapped(f"{pick.id}: {boxes}, {fit_words(pick)}, {speed}", "    ")
    for sentence in reasons(catalog, pick, ranking.needs, ranking.plan.boxes):
        yield from sentence_lines(sentence, "      ", "    + ")
    for sentence in caveats(catalog, pick.offer, pick.fit, ranking.needs, ranking.plan.boxes):
        yield from sentence_lines(sentence, "      ", "    ! ")


def fit_words(pick: Pick) -> str:
    """Return the verdict with its basis: `fits (ran)`, `tight (estimated)`."""
    return f"{pick.fit.verdict} ({pick.fit.basis})"


def excluded_lines(one: Excluded) -> Iterator[str]:
    """Yield a setup that is left out with its reasons and what would lift them."""
    yield from wrapped(one.id, "    ", "  - ")
    for obstacle in one.obstacles:
        lift = f" Lifted by: {obstacle.lift}." if obstacle.lift else ""
        yield from wrapped(f"{obstacle.sentence.text}{lift}", "      ", "    ")


def elsewhere_lines(catalog: Catalog, plan: Plan) -> Iterator[str]:
    """Yield what other machines do for about the same memory or money: shown beside, never ranked among boxes."""
    found = machines(catalog, plan)
    beside = [one for one in found if one.same_memory or one.same_money]
    if not beside:
        return
    yield ""
    yield f"Elsewhere, for about the memory or money of {counted(plan.boxes, 'box')} (not ranked):"
    for machine in beside:
        yield from wrapped(f"{machine.platform.name}: {machine.why}", "    ", "  - ")
        for sentence in told(catalog, machine, plan):
            yield from sentence_lines(sentence, "      ", "    ")
    others = ", ".join(one.platform.id for one in found if one not in beside)
    if others:
        yield from wrapped(f"Other machines (spark-tui show ID): {others}.", "    ", "  ")
