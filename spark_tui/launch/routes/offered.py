"""Which routes a setup really has, why it lacks the others, and the plan of one."""

from collections.abc import Mapping
from typing import NamedTuple

from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.launch.box import Box, BoxError, together
from spark_tui.launch.plan import Plan, RouteName
from spark_tui.launch.routes import attach, command, script, sparkrun
from spark_tui.launch.routes.filling import still_open


class PlanError(Exception):
    """A setup cannot be started in that way; the message says why and what to do."""


class Offered(NamedTuple):
    """A route, and whether a setup has it."""

    route: RouteName
    available: bool
    why: str
    """One sentence: how it starts, or why it cannot."""


def routes(offer: Offer) -> tuple[Offered, ...]:
    """Return all four routes in the order in which they are offered: what exists already comes first."""
    called = sparkrun.name(offer)
    return (
        _offered("sparkrun", None if called else "no registry of sparkrun has it.", f"sparkrun runs {called}."),
        _offered("script", script.why_not(offer), script.how(offer)),
        _offered("command", command.why_not(offer), command.how(offer)),
        _offered("attach", None, attach.how(offer)),
    )


def _offered(route: RouteName, against: str | None, how: str) -> Offered:
    return Offered(route, against is None, against or how)


def plan_for(
    catalog: Catalog, offer: Offer, boxes: tuple[Box, ...], route: RouteName, given: Mapping[str, str] | None = None
) -> Plan:
    """Return the plan of a setup on boxes, the head first. `given` fills what its commands leave open.

    Raises PlanError with what is missing.
    """
    _check(offer, boxes, route)
    found = next(one for one in routes(offer) if one.route == route)
    if not found.available:
        raise PlanError(f"{offer.setup.id} cannot be started by {route}: {found.why}")
    if route == "attach":
        return attach.attach_plan(offer, boxes)
    if route == "sparkrun":
        return sparkrun.sparkrun_plan(catalog, offer, boxes)
    if route == "command":
        return command.command_plan(catalog, offer, boxes)
    plan = script.script_plan(catalog, offer, boxes, given or {})
    _check_filled(plan)
    return plan


def _check(offer: Offer, boxes: tuple[Box, ...], route: RouteName) -> None:
    try:
        together(boxes)
    except BoxError as error:
        raise PlanError(str(error)) from error
    if route != "attach" and len(boxes) != offer.setup.boxes:
        named = ", ".join(box.name for box in boxes)
        raise PlanError(f"{offer.setup.id} takes {offer.setup.boxes} boxes; {len(boxes)} are named: {named}.")
    if route == "command" and len(boxes) > 1:
        _check_fabric(boxes)


def _check_fabric(boxes: tuple[Box, ...]) -> None:
    lacking = [box.name for box in boxes if box.fabric is None]
    if lacking:
        raise PlanError(f"The address on the fabric is not known of {', '.join(lacking)}: spark-tui boxes add NAME "
                        "--ssh TARGET --fabric ADDRESS says it.")  # fmt: skip


def _check_filled(plan: Plan) -> None:
    """Refuse a plan in which something stands open: it would run `<head address>` as it is written."""
    steps = (*plan.steps, *plan.stop)
    missing = still_open(
        word
        for step in steps
        for word in (*step.argv, step.folder or "", *(text or "" for _, text in step.environment))
    )
    if any("address" in name for name in missing):
        _check_fabric(plan.boxes)
    if missing:
        raise PlanError(
            f"Its commands leave open what only you know: {', '.join(missing)}. Say it with --set '{missing[0]}=…', "
            f"or of one box alone with --set '{missing[0]} on {plan.head.name}=…'."
        )
