"""The route of a server that is up already: nothing is started, its API is only found."""

from spark_tui.catalog.catalog import Offer
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Plan


def how(offer: Offer) -> str:
    """Say where the server is looked for, in one sentence."""
    return f"to a server that is up already{f', on port {offer.setup.port}' if offer.setup.port else ''}."


def attach_plan(offer: Offer, boxes: tuple[Box, ...]) -> Plan:
    """Return a plan without steps: the head, and the port that the recipe names."""
    return Plan(offer.setup.id, "attach", boxes[:1], port=offer.setup.port, served_name=offer.setup.served_name)
