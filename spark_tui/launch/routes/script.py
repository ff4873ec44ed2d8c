"""The route of a recipe's own script: its repository at the pinned commit, and its own commands in their order."""

from collections.abc import Iterator, Mapping, Sequence

from spark_tui.advise.download import pieces, total_gb
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.recipe import Step as RecipeStep
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Plan, Step
from spark_tui.launch.routes import by_hand, clone, container, notes, own_settings
from spark_tui.launch.routes.filling import filled, filled_argv
from spark_tui.launch.routes.site import Site, sites
from spark_tui.launch.routes.warnings import of_code, warnings


def why_not(offer: Offer) -> str | None:
    """Say why a recipe's own commands cannot start a setup; None where they can."""
    starts = [one for one in offer.setup.steps if one.what == "start"]
    if not starts:
        return "the catalog does not hold its commands."
    if offer.recipe.repository is None:
        return "its repository is not known."
    if all(map(notes.needs_a_launcher, starts)):
        return "its command runs inside a container that its launcher makes."
    return None


def how(offer: Offer) -> str:
    """Say how a recipe's own commands start a setup, in one sentence."""
    count = sum(one.what == "start" for one in offer.setup.steps)
    typed = ", typed by hand: some ask a question, need sudo, or want its files edited" if by_hand.is_all(offer) else ""
    return f"its own {count} start command(s), from {offer.recipe.repository}{typed}."


def script_plan(catalog: Catalog, offer: Offer, boxes: tuple[Box, ...], given: Mapping[str, str]) -> Plan:
    """Return the plan of a recipe's own steps; what stands open is filled from the boxes and from `given`."""
    everywhere = sites(offer, boxes, given)
    told = [text for site in everywhere for text in by_hand.commands(site)]
    started = () if by_hand.is_all(offer) else everywhere
    steps = [step for site in started for step in _on(site)]
    gb = total_gb(pieces(catalog, offer))
    steps = [step._replace(gb=gb if place == _first_serving(steps) else None) for place, step in enumerate(steps)]
    return Plan(
        offer.setup.id, "script", boxes,
        steps=tuple(steps),
        stop=tuple(step for site in started for step in _stops(site)),
        by_hand=tuple(dict.fromkeys(told)),
        warnings=tuple(dict.fromkeys((*of_code(offer), *warnings(catalog, offer, steps)))),
        port=offer.setup.port,
        served_name=offer.setup.served_name,
        load_seconds=_boot_seconds(offer),
    )  # fmt: skip


def _on(site: Site) -> Iterator[Step]:
    """Yield the steps of one box: the clone, and the recipe's own commands, of which the last one serves."""
    mine = by_hand.without(site)
    if not mine:
        return
    together = list(container.merged(mine, several=len(site.boxes) > 1))
    cloned = together == mine  # What runs in containers alone needs no file of the repository.
    if cloned:
        yield from clone.steps(site.offer, site.box)
    last = max((place for place, one in enumerate(together) if one.what == "start"), default=-1)
    for place, one in enumerate(together):
        for step in _step(one, site):
            folder = step.folder if cloned else None
            yield step._replace(folder=folder, serves=place == last)


def _step(one: RecipeStep, site: Site) -> Iterator[Step]:
    folder = filled(clone.folder(one), site.values)
    if not clone.is_of(site.offer, one) and not (notes.is_copy(one) and own_settings.are_the_owners(one)):
        yield Step(
            site.box.name, filled_argv(one.argv, site.values), folder,
            tuple(_setting(filled(text, site.values)) for text in one.environment),
            changes=one.note or "", again=one.every_start,
        )  # fmt: skip
    if notes.settings_file(one):
        yield from own_settings.steps(one, folder, site)


def _setting(text: str) -> tuple[str, str | None]:
    name, equals, value = text.partition("=")
    return name, value if equals else None


def _stops(site: Site) -> Iterator[Step]:
    for one in site.offer.setup.steps:
        if one.what == "stop" and not one.sudo and site.runs(one):
            yield from _step(one, site)


def _first_serving(steps: Sequence[Step]) -> int:
    return next((place for place, step in enumerate(steps) if step.serves), -1)


def _boot_seconds(offer: Offer) -> float | None:
    """How long it takes to be ready, as published; the longest, since the first start is the slowest."""
    factor = {"s": 1.0, "min": 60.0, "h": 3600.0}
    known_times = [one.value * factor[one.unit] for one in offer.setup.measurements
                   if one.metric == "boot" and one.unit in factor]  # fmt: skip
    return max(known_times, default=None)
