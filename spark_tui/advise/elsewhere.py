"""What the same money or memory does on other machines: shown beside the boxes, never ranked among them."""

from collections.abc import Iterator
from typing import NamedTuple

from spark_tui.advise.fact import facts
from spark_tui.advise.figure import figure_sentence
from spark_tui.advise.money import Plan
from spark_tui.advise.sentence import Sentence, noted
from spark_tui.advise.wording import dollars
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.things import Platform

_LIKE = 0.3
"""How far, as a share, memory or price may be from that of the boxes and still count as about the same."""


class Machine(NamedTuple):
    """Another machine, what was run on it, and why it is worth a look."""

    platform: Platform
    offers: tuple[Offer, ...]
    same_memory: bool | None
    """Whether it has about the memory of the boxes; None where its memory is not known."""
    same_money: bool | None
    """Whether it costs about as much as the boxes; None where its price is not known."""

    @property
    def why(self) -> str:
        """Return what it has in common with the boxes, in a few words."""
        shared = [word for word, is_so in (("memory", self.same_memory), ("money", self.same_money)) if is_so]
        if shared:
            return f"about the same {' and '.join(shared)}"
        unknown = [word for word, is_so in (("memory", self.same_memory), ("price", self.same_money)) if is_so is None]
        return f"{' and '.join(unknown)} unknown" if unknown else "another size and price"


def machines(catalog: Catalog, plan: Plan) -> list[Machine]:
    """Return every other machine, those with about the memory or price of the planned boxes first."""
    offers: dict[str, list[Offer]] = {}
    for offer in catalog.elsewhere:
        offers.setdefault(offer.setup.platform, []).append(offer)
    found = [
        _machine(catalog, plan, platform, offers.get(platform.id, []))
        for platform in catalog.content.platforms
        if not platform.is_box
    ]
    return sorted(found, key=lambda one: not (one.same_memory or one.same_money))


def _machine(catalog: Catalog, plan: Plan, platform: Platform, offers: list[Offer]) -> Machine:
    counts = {offer.setup.boxes for offer in offers} or {1}
    boxes = plan.boxes
    memory = _like_any(platform.memory_gb, counts, catalog.box.memory_gb, boxes)
    money = _like_any(price_of(platform, plan.price), counts, plan.price, boxes)
    return Machine(platform, tuple(offers), memory, money)


def _like_any(each: float | None, counts: set[int], of_box: float | None, boxes: int) -> bool | None:
    """Whether any number of machines that somebody ran comes near the boxes; None where one side is not known."""
    if each is None or of_box is None:
        return None
    return any((1 - _LIKE) * of_box * boxes <= each * count <= (1 + _LIKE) * of_box * boxes for count in counts)


def price_of(platform: Platform, box: float | None) -> float | None:
    """Return the price of one machine in US dollars, where a box costs `box`; None where no source tells."""
    if platform.price_usd is not None:
        return platform.price_usd
    return None if platform.price_in_boxes is None or box is None else platform.price_in_boxes * box


def told(catalog: Catalog, machine: Machine, plan: Plan) -> Iterator[Sentence]:
    """Yield what is known of a machine: its facts, and every figure that was published for it."""
    platform = machine.platform
    yield from facts(platform)
    if platform.price_in_boxes is not None and plan.price:
        price = dollars(platform.price_in_boxes * plan.price)
        yield Sentence(f"With a box at {dollars(plan.price)} that is about {price}.")
    for offer in machine.offers:
        yield from run(offer)
    for note in catalog.content.notes:
        if platform.id in note.topics:
            yield noted(note)


def run(offer: Offer) -> Iterator[Sentence]:
    """Yield what was run and its figures, each with its conditions and who measured it."""
    setup = offer.setup
    many = f"{setup.boxes} machines: " if setup.boxes > 1 else ""
    yield Sentence(f"{many}{offer.recipe.name}, by {offer.recipe.author}.")
    yield from map(figure_sentence, setup.measurements)
