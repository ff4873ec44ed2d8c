"""What the tests of routes share: boxes, and plans of the catalog's own setups."""

from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Plan, RouteName
from spark_tui.launch.routes.offered import plan_for

BOXES = tuple(Box(f"spark-{name}", f"nv@spark-{name}", f"192.168.200.{n}") for n, name in enumerate("abcdefgh", 11))


def offer(catalog: Catalog, setup: str) -> Offer:
    found = catalog.offer(setup)
    assert found is not None
    return found


def plan(catalog: Catalog, setup: str, route: RouteName = "script", given: dict[str, str] | None = None) -> Plan:
    one = offer(catalog, setup)
    return plan_for(catalog, one, BOXES[: one.setup.boxes], route, given)


def commands(found: Plan, box: str = "spark-a") -> list[str]:
    return [" ".join(step.argv) for step in found.steps_on(box)]
