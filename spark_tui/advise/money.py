"""What a budget buys."""

from typing import NamedTuple

from spark_tui.advise.needs import MAX_BOXES, Needs
from spark_tui.advise.sentence import Sentence, cite
from spark_tui.advise.wording import counted, dollars
from spark_tui.catalog.catalog import Catalog


class Plan(NamedTuple):
    """How many boxes are planned for and what they cost."""

    boxes: int
    """Boxes to rank for, 1 to 8."""
    own: int
    price: float | None
    """Price of one box in US dollars; None where the catalog has none."""
    buys: int | None
    """Boxes that the budget buys; None without a budget or a price."""
    left: float | None
    """Dollars left of the budget after buying the planned boxes; negative: the gap."""
    sentences: tuple[Sentence, ...]


def plan(catalog: Catalog, needs: Needs) -> Plan:
    """Work out the boxes to plan for: those asked for, else those owned and bought, at least one."""
    price = catalog.box.price_usd if needs.price is None else needs.price
    buys = int(needs.budget // price) if needs.budget is not None and price else None
    have = needs.own + (buys or 0)
    boxes = needs.boxes or min(max(have, 1), MAX_BOXES)
    to_buy = max(boxes - needs.own, 0)
    left = needs.budget - to_buy * price if needs.budget is not None and price else None
    found = Plan(boxes, needs.own, price, buys, left, ())
    return found._replace(sentences=tuple(_sentences(catalog, needs, found, have)))


def _sentences(catalog: Catalog, needs: Needs, found: Plan, have: int) -> list[Sentence]:
    box = catalog.box
    quoted = box.citations("price_usd") if needs.price is None else ()
    cites = tuple(map(cite, quoted))
    by = "".join(f" ({one.who or 'price'}, {one.date or 'undated'})" for one in quoted[:1])
    said = []
    if needs.budget is not None and found.price and found.buys is not None:
        owned = f", on top of {found.own} owned," if found.own else ""
        said.append(Sentence(
            f"At {dollars(found.price)} a box{by}, {dollars(needs.budget)}{owned} buys {counted(found.buys, 'box')}.",
            cites))  # fmt: skip
    if have == 0 and needs.boxes is None:
        said.append(Sentence("No box is owned or paid for yet; this shows what one box would give."))
    if have > MAX_BOXES and needs.boxes is None:
        said.append(Sentence(f"That makes {have} boxes; recipes go to {MAX_BOXES}."))
    if found.left is not None and found.price:
        if found.left < 0:
            said.append(
                Sentence(
                    f"{counted(found.boxes, 'box')} would cost {dollars(-found.left)} more than you have.",
                    cites,
                )
            )
        elif found.boxes > found.own:
            said.append(Sentence(f"{dollars(found.left)} is left, before cables.", cites))
    return said
