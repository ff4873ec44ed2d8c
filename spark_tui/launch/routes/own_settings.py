"""A recipe's own file of settings: filled in by the plan where the boxes tell all of it, else by its owner.

What the owner filled in is kept outside of the job, so that the next launch finds it again.
"""

import re
from collections.abc import Iterator

from spark_tui.catalog.catalog import Offer
from spark_tui.catalog.recipe import Step as RecipeStep
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Step
from spark_tui.launch.routes import notes
from spark_tui.launch.routes.filling import filled
from spark_tui.launch.routes.site import Site

_FOLDER = ".config/spark-tui"
"""Below the home of the box's user: owners' own settings, one folder a recipe."""
_NAME = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b")
_TOLD = re.compile(r"WORKER\d?|WORKER_(?:SSH|USER|HOST|IP)|HEAD_(?:IP|ADDR)|MASTER_ADDR")
"""Names of the settings that the boxes tell."""
_MORE = re.compile(r"\b(?:fill|edit|write|address(?:es)?|interfaces?|network names|NFS)\b", re.IGNORECASE)
_OTHER_NETWORK = re.compile(r"[;,]?(?: and)? FABRIC_PEER\b[^.]*")
_APPEND = 'file=$1; shift; printf "%s\\n" "$@" >> "$file"'
_COPY = 'mkdir -p "$(dirname "$2")" && cp "$HOME/$1" "$2"'


def are_the_owners(one: RecipeStep) -> bool:
    """Whether a step's file of settings needs more than the boxes tell."""
    if notes.settings_file(one) is None:
        return False
    text = _OTHER_NETWORK.sub("", one.note or "")
    if notes.is_copy(one):
        return bool(_MORE.search(text))
    return not all(map(_TOLD.fullmatch, _NAME.findall(text)))


def asked_for(one: RecipeStep, site: Site) -> str:
    """Say which file its owner has to fill in, from what, and where it is looked for."""
    recipe, file = site.offer.recipe, _file(one, site)
    example = one.argv[-2] if notes.is_copy(one) else file
    at = f" at commit {recipe.commit[:12]}" if recipe.commit else ""
    return (f"on {site.box.name}: fill in {example} of {recipe.repository}{at}, and save it as "
            f"~/{_kept(site.offer, file)}.{f' ({one.note})' if one.note else ''}")  # fmt: skip


def steps(one: RecipeStep, folder: str, site: Site) -> Iterator[Step]:
    """Yield the step after which a recipe's settings are in its folder: its owner's, or with what the boxes tell."""
    file = _file(one, site)
    if are_the_owners(one):
        yield Step(site.box.name, ("sh", "-c", _COPY, "settings", _kept(site.offer, file), file), folder,
                   changes=f"takes your own {file}", again=False)  # fmt: skip
    elif lines := _known(one, site.boxes):
        yield Step(site.box.name, ("sh", "-c", _APPEND, "settings", file, *lines), folder,
                   changes="adds what is known of your boxes to the recipe's own settings", again=False)  # fmt: skip


def _file(one: RecipeStep, site: Site) -> str:
    file = notes.settings_file(one)
    assert file is not None
    return filled(file, site.values)


def _kept(offer: Offer, file: str) -> str:
    return f"{_FOLDER}/{offer.recipe.id}/{file.lstrip('/')}"


def _known(one: RecipeStep, boxes: tuple[Box, ...]) -> tuple[str, ...]:
    """The settings that a step's note names and that the boxes tell."""
    if len(boxes) < 2:
        return ()
    values = _of_boxes(boxes)
    named = dict.fromkeys(_NAME.findall(one.note or ""))
    return tuple(f"{name}={value}" for name in named if (value := values.get(name)))


def _of_boxes(boxes: tuple[Box, ...]) -> dict[str, str | None]:
    head, first = boxes[0], boxes[1]
    user, _, host = (first.ssh or "").rpartition("@")
    return {
        **dict.fromkeys(("HEAD_IP", "HEAD_ADDR", "MASTER_ADDR"), head.fabric),
        "WORKER_IP": first.fabric,
        **dict.fromkeys(("WORKER", "WORKER_SSH"), first.ssh),
        "WORKER_USER": user,
        "WORKER_HOST": host,
        # Some count the second box as 1, some leave its number out: both call the third one 2.
        **{f"WORKER{place}": one.ssh for place, one in enumerate(boxes[1:], start=1)},
    }
