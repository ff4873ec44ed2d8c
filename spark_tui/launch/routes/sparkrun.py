"""The route of sparkrun, for recipes that were imported from one of its registries. It runs as a program of its own.

What its recipe would run on the boxes stays as trusted as sparkrun finds it: it is never told to trust anything, and a
recipe is never copied to a path of this machine, which sparkrun would trust.
"""

import re

from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Plan, Step
from spark_tui.launch.routes.warnings import of_code, warnings

_GITHUB = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?")
_YAML = (".yaml", ".yml")
TESTED = "0.4"
"""The version whose options and output were read."""


def address(offer: Offer) -> str | None:
    """Return the address of a recipe's YAML at the commit that was read; None where there is none."""
    recipe = offer.recipe
    on_github = _GITHUB.fullmatch(recipe.repository or "")
    path = next((one.locator for one in offer.setup.cite if one.locator.endswith(_YAML)), None)
    if on_github is None or path is None or recipe.commit is None:
        return None
    return f"https://raw.githubusercontent.com/{on_github[1]}/{recipe.commit}/{path}"


def sparkrun_plan(catalog: Catalog, offer: Offer, boxes: tuple[Box, ...]) -> Plan:
    """Return the plan: checked by sparkrun, shown by its dry run, then started detached on the boxes."""
    here = Box("here")
    where = address(offer)
    assert where is not None
    hosts = ",".join((box.ssh or "localhost") for box in boxes)
    program = ("uvx", "--from", f"sparkrun=={TESTED}.*", "sparkrun")
    steps = (
        Step(here.name, (*program, "recipe", "validate", where, "--json"), changes="lets sparkrun check the recipe"),
        Step(here.name, (*program, "run", where, "--hosts", hosts, "-n"), changes="shows what sparkrun would do"),
        Step(here.name, (*program, "run", where, "--hosts", hosts, "--no-follow"), serves=True,
             changes="copies image and weights to the boxes, and starts the containers there"),
    )  # fmt: skip
    stop = (Step(here.name, (*program, "stop", "--hosts", hosts)),)
    return Plan(offer.setup.id, "sparkrun", (here, *boxes) if here not in boxes else boxes, steps=steps, stop=stop,
                warnings=(*of_code(offer), *warnings(catalog, offer, steps)), port=offer.setup.port,
                served_name=offer.setup.served_name)  # fmt: skip
