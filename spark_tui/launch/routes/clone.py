"""A recipe's repository on a box, at the commit that was read for the catalog."""

from collections.abc import Iterator

from spark_tui.catalog.catalog import Offer
from spark_tui.catalog.recipe import Step as RecipeStep
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Step

CLONE = "repository"
"""Folder of the clone, below the job's own."""
_WITH_OTHERS = ("--recursive", "--recurse-submodules")


def steps(offer: Offer, box: Box) -> Iterator[Step]:
    """Yield the steps that clone the repository, with its submodules where the recipe's own clone has them."""
    recipe = offer.recipe
    assert recipe.repository is not None
    yield Step(box.name, ("git", "clone", "--quiet", recipe.repository, CLONE), again=False,
               changes=f"copies {recipe.repository} into the job's folder")  # fmt: skip
    if recipe.commit:
        yield Step(box.name, ("git", "checkout", "--quiet", "--detach", recipe.commit), CLONE,
                   changes="takes exactly the commit that was read for the catalog", again=False)  # fmt: skip
    if any(is_of(offer, one) and set(_WITH_OTHERS) & set(one.argv) for one in offer.setup.steps):
        yield Step(box.name, ("git", "submodule", "--quiet", "update", "--init", "--recursive"), CLONE,
                   changes="takes the other repositories that it builds on, as its commit names them",
                   again=False)  # fmt: skip


def is_of(offer: Offer, step: RecipeStep) -> bool:
    """Whether a step is the recipe's own clone, which ours at the pinned commit replaces."""
    clones = [one for one in offer.setup.steps if one.argv[:2] == ("git", "clone")]
    own = [one for one in clones if _address(offer.recipe.repository or "") in map(_address, one.argv)]
    # A repository that moved is cloned from its older address; a clone of something else has a note.
    return step in (own or [one for one in clones if one.note is None][:1])


def folder(step: RecipeStep) -> str:
    """Return the folder of a step: below the clone's, or absolute, or below the home."""
    if step.folder and step.folder.startswith(("/", "~", "<")):
        return step.folder
    return f"{CLONE}/{step.folder}" if step.folder else CLONE


def _address(text: str) -> str:
    return text.removesuffix("/").removesuffix(".git").lower()
