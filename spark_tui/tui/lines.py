"""Single lines that more than one screen shows."""

from spark_tui.advise.needs import Needs
from spark_tui.advise.rank import Pick, Ranking
from spark_tui.advise.speed import Speed
from spark_tui.advise.wording import counted, dollars, speed, tokens


def needs_line(ranking: Ranking) -> str:
    """Return the answers in a line: `2 boxes · chat · 32K tokens · 1 stream`, and the demands that were made."""
    needs = ranking.needs
    answers = (counted(ranking.plan.boxes, "box"), needs.use, f"{tokens(needs.window)} tokens",
               counted(needs.at_once, "stream"), *money(ranking), *demands(needs))  # fmt: skip
    return " · ".join(answers)


def money(ranking: Ranking) -> list[str]:
    """Return what the planned boxes leave of the budget, or how far they are beyond it."""
    left = ranking.plan.left
    if left is None:
        return []
    return [f"{dollars(left)} left" if left >= 0 else f"{dollars(-left)} over budget"]


def demands(needs: Needs) -> list[str]:
    """Return the demands that were made, in a few words each."""
    said = {
        "commercial": needs.commercial,
        "NVIDIA-documented": needs.vendor,
        "no custom kernels": needs.no_custom_kernel,
        needs.topology or "": needs.topology,
        "by expected speed": needs.order == "expected",
    }
    only = sorted((needs.models or frozenset()) | (needs.engines or frozenset()))
    return [*(word for word, asked in said.items() if asked), *(f"only {name}" for name in only)]


def verdict_line(ranking: Ranking) -> str:
    """Return how many setups match, which comes first, and what the money buys."""
    money = " ".join(sentence.text for sentence in ranking.plan.sentences)
    needs = ranking.needs
    # Said here too, because the further needs may be folded away.
    further = [f"{tokens(needs.context)} tokens"] if needs.context else []
    further += [counted(needs.streams, "stream")] if needs.streams else []
    asked = ", ".join([counted(ranking.plan.boxes, "box"), *further, *demands(needs)])
    if not ranking.picks:
        return f"No setup matches on {asked}. Enter shows what would. {money}"
    best = ranking.picks[0]
    match = "setup matches" if len(ranking.picks) == 1 else "setups match"
    first = f"{len(ranking.picks)} {match} on {asked}. First: {pick_line(best)}."
    return f"{first}\n{money}" if money else first


def short_speed(found: Speed) -> str:
    """Return a speed for a column: `60.4 prose (49–60)`, `≥ 108.8 at 4`, `1,979 prefill`, `none published`."""
    if found.measurement is None:
        return "none published"
    return speed(found).replace("at least", "≥").replace(" tok/s", "").replace("about", "~")


def pick_line(pick: Pick) -> str:
    """Return a pick in a line: `GLM-5.3-Flash EXL3 4 bpw on TensorFold, 60.4 tok/s prose`."""
    return f"{pick.offer.recipe.name}, {speed(pick.speed)}"
