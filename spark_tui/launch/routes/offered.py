"""Which routes a setup really has, why it lacks the others, and the plan of one."""

from collections.abc import Mapping
from typing import NamedTuple

from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.launch.box import Box, BoxError, together
from spark_tui.launch.plan import Plan, RouteName
from spark_tui.launch.routes import command, script, sparkrun
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
    where = sparkrun.address(offer)
    steps = [one for one in offer.setup.steps if one.what == "start"]
    return (
        _offered(
            "sparkrun", None if where else "it does not come from a sparkrun registry.", f"sparkrun runs {where}."
        ),
        _offered(
            "script", _no_script(offer), f"its own {len(steps)} start command(s), from {offer.recipe.repository}."
        ),
        _offered("command", command.why_not(offer), f"the documented commands of {offer.engine_name}."),
        Offered(
            "attach",
            True,
            f"to a server that is up already{f', on port {offer.setup.port}' if offer.setup.port else ''}.",
        ),
    )


def _offered(route: RouteName, against: str | None, how: str) -> Offered:
    return Offered(route, against is None, against or how)


def _no_script(offer: Offer) -> str | None:
    starts = [one for one in offer.setup.steps if one.what == "start"]
    if not starts:
        return "the catalog does not hold its commands."
    if offer.recipe.repository is None:
        return "its repository is not known."
    if all((one.note or "").startswith("Runs inside the container") for one in starts):
        return "its command runs inside a container that its launcher makes."
    return None


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
        return Plan(offer.setup.id, "attach", boxes[:1], port=offer.setup.port, served_name=offer.setup.served_name)
    if route == "sparkrun":
        return sparkrun.sparkrun_plan(catalog, offer, boxes)
    if route == "command":
        return command.command_plan(catalog, offer, boxes)
    plan = script.script_plan(catalog, offer, boxes, given or {})
    words = [
        word for step in plan.steps for word in (*step.argv, step.folder or "", *(v or "" for _, v in step.environment))
    ]
    missing = still_open(words)
    if missing:
        raise PlanError(f"Its commands leave open what only you know: {', '.join(missing)}. "
                        f"Say it with --set '{missing[0]}=…'.")  # fmt: skip
    return plan


def _check(offer: Offer, boxes: tuple[Box, ...], route: RouteName) -> None:
    try:
        together(boxes)
    except BoxError as error:
        raise PlanError(str(error)) from error
    if route != "attach" and len(boxes) != offer.setup.boxes:
        raise PlanError(f"{offer.setup.id} takes {offer.setup.boxes} boxes; {len(boxes)} are named.")
    lacking = [box.name for box in boxes if box.fabric is None]
    if route == "command" and len(boxes) > 1 and lacking:
        raise PlanError(f"The address on the fabric is not known of {', '.join(lacking)}: spark-tui boxes add NAME "
                        "--ssh TARGET --fabric ADDRESS says it.")  # fmt: skip
