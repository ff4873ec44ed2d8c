"""The route of sparkrun, for recipes of the registries that it knows by itself. It runs as a program of its own.

What its recipe would run on the boxes stays as trusted as sparkrun finds it: it is never told to trust anything, and a
recipe is never copied to a path of this machine, which sparkrun would trust. That leaves out recipes by address:
sparkrun 0.4.2 fetches them from spark-arena.com alone unless it is told to trust (core/recipe.py).
"""

import re

from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Plan, Step, Warned
from spark_tui.launch.routes.warnings import of_code, warnings

_YAML = re.compile(r"(\S+)\.ya?ml(?: at \w+)?")
_PROGRAM = ("uvx", "--from", "sparkrun==0.4.*", "sparkrun")
"""Of the version whose options and output were read."""
_REGISTRIES = {
    ("spark-arena/recipe-registry", "official-recipes"): "official",
    ("spark-arena/recipe-registry", "experimental-recipes"): "experimental",
    ("spark-arena/community-recipe-registry", "recipes"): "community",
    ("spark-arena/eugr-recipes", "recipes"): "eugr",
    ("eugr/spark-vllm-docker", "recipes"): "eugr",
    ("dbotwinick/sparkrun-recipe-registry", "transitional/recipes"): "sparkrun-transitional",
    ("atlas-inf/sparkrun-recipes", "recipes"): "atlas",
}
"""By repository and folder of its recipes, as sparkrun 0.4.2 has them from the start (core/registry.py)."""
_TELEMETRY = "sparkrun reports its use to its makers, unless SPARKRUN_NO_TELEMETRY=1 is set where this program runs."


def name(offer: Offer) -> str | None:
    """Return what sparkrun calls a recipe, `@registry/path`; None where none of its own registries has it."""
    repository = (offer.recipe.repository or "").lower().removesuffix("/").removesuffix(".git")
    paths = [found[1] for one in offer.setup.cite if (found := _YAML.fullmatch(one.locator))]
    for (of, folder), registry in _REGISTRIES.items():
        path = next((path for path in paths if path.startswith(f"{folder}/")), None)
        if path and repository == f"https://github.com/{of}":
            return f"@{registry}/{path.removeprefix(f'{folder}/')}"
    return None


def sparkrun_plan(catalog: Catalog, offer: Offer, boxes: tuple[Box, ...]) -> Plan:
    """Return the plan: checked by sparkrun, shown by its dry run, then started detached on the boxes."""
    here = next((box for box in boxes if box.ssh is None), Box("here"))
    called = name(offer)
    assert called is not None
    hosts = ",".join(box.ssh or box.fabric or "localhost" for box in boxes)
    run = (*_PROGRAM, "run", called, "--hosts", hosts)
    steps = (
        Step(here.name, (*_PROGRAM, "recipe", "validate", called, "--json"), changes="lets sparkrun check the recipe"),
        Step(here.name, (*run, "-n"), changes="shows what sparkrun would do; it changes nothing"),
        Step(here.name, (*run, "--no-follow"), serves=True,
             changes="copies image and weights to the boxes, starts the containers there, and waits until they answer"),
    )  # fmt: skip
    return Plan(
        offer.setup.id, "sparkrun", boxes if here in boxes else (*boxes, here), steps=steps,
        stop=(Step(here.name, (*_PROGRAM, "stop", called, "--hosts", hosts)),),
        warnings=tuple(dict.fromkeys((*of_code(offer), *_of_sparkrun(offer), *warnings(catalog, offer, steps)))),
        port=offer.setup.port, served_name=offer.setup.served_name,
    )  # fmt: skip


def _of_sparkrun(offer: Offer) -> tuple[Warned, ...]:
    hooks = (one.text for one in offer.recipe.caveats if one.kind == "patches")
    newest = "sparkrun takes the recipe as its registry has it today, which may differ from what the catalog read."
    return (
        Warned("mutable", newest),
        Warned("third party", _TELEMETRY),
        *(Warned("third party", text) for text in hooks),
    )
