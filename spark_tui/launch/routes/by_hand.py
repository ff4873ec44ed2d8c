"""What a person does before a launch: what needs sudo, asks a question, or belongs in another checkout."""

import shlex
from collections.abc import Iterator

from spark_tui.catalog.catalog import Offer
from spark_tui.catalog.recipe import Step
from spark_tui.launch.routes import clone, notes, own_settings
from spark_tui.launch.routes.filling import filled, joined
from spark_tui.launch.routes.site import Site


def is_all(offer: Offer) -> bool:
    """Whether nothing of a setup can be run for its owner: what follows a person's work in a clone needs that clone.

    A command with sudo that touches no file of the repository, such as a setting of the system, stands alone.
    """
    return any(notes.needs_a_person(one) or (one.sudo and _is_of_repository(one)) for one in _needed(offer))


def _is_of_repository(step: Step) -> bool:
    return any("/" in word and not word.startswith("/") for word in step.argv[:2])


def without(site: Site) -> list[Step]:
    """Return the steps of one box that need no person, in their order."""
    return [one for one in _needed(site.offer) if site.runs(one) and not one.sudo and not notes.is_apart(one)]


def commands(site: Site) -> Iterator[str]:
    """Yield what a person does on a box, one sentence or command each, in their order."""
    whole = is_all(site.offer)
    mine = [one for one in _needed(site.offer) if site.runs(one)]
    if whole and mine:
        yield _clone(site)
    for one in mine:
        if whole and clone.is_of(site.offer, one):
            continue
        if whole or one.sudo or notes.is_apart(one):
            yield _command(one, site)
        elif own_settings.are_the_owners(one):
            yield own_settings.asked_for(one, site)


def _clone(site: Site) -> str:
    recipe = site.offer.recipe
    commit = f", then git checkout {recipe.commit}" if recipe.commit else ""
    return f"on {site.box.name}: git clone {recipe.repository}{commit}; what follows runs in it, where it says no other"


def _needed(offer: Offer) -> tuple[Step, ...]:
    return tuple(one for one in offer.setup.steps if one.what in ("prepare", "start") and not notes.is_optional(one))


def _command(step: Step, site: Site) -> str:
    words = [filled(word, site.values) for word in joined(step.argv)]
    shown = " ".join(word if "<" in word else shlex.quote(word) for word in words)
    settings = "".join(f"{filled(text, site.values)} " for text in step.environment if "=" in text)
    note = f" ({step.note})" if step.note else ""
    where = f", in {filled(step.folder, site.values)}" if step.folder else ""
    return f"on {site.box.name}{where}: {settings}{'sudo ' if step.sudo else ''}{shown}{note}"
