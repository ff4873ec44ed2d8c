"""From what a contributor knows of one setup to the entries of a catalog file."""

import re
import unicodedata
from collections.abc import Container
from typing import Literal, NamedTuple

from spark_tui.catalog.base import FieldCitation
from spark_tui.catalog.catalog import Fragment
from spark_tui.catalog.evidence import Measurement, Source
from spark_tui.catalog.recipe import Part, Recipe, Setup, Status
from spark_tui.catalog.things import Licence, Model, Weights
from spark_tui.catalog.words import MemoryKind, Metric, Unit, Workload

_NOT_IN_IDS = re.compile(r"[^a-z0-9._]+")
_MOST_OF_A_NAME = 30
"""As many letters of a name go into an id; a measurement's id holds several names and must stay short."""


class Window(NamedTuple):
    """Tokens of one request, and how they are printed where that is rounded."""

    tokens: int
    printed: str | None = None


class Figure(NamedTuple):
    """One published number with what is known of how it was measured."""

    value: float
    metric: Metric
    unit: Unit
    workload: Workload | None = None
    streams: int | None = None
    scope: Literal["total", "per_stream"] | None = None
    memory_kind: MemoryKind | None = None
    prompt_tokens: int | None = None
    note: str | None = None
    who: str | None = None
    date: str | None = None


class Draft(NamedTuple):
    """What a contributor knows of one setup. Model, weights and source are entries, known ones or new ones."""

    name: str
    author: str
    model: Model
    engine: str | None
    status: Status
    repository: str | None
    weights: Weights | None
    boxes: int
    profile: str | None
    window: Window | None
    figure: Figure | None
    source: Source
    locator: str


def free_id(name: str, taken: Container[str], else_named: str) -> str:
    """Make an id of a name: as it is, or with the first number that makes it free."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    wanted = _NOT_IN_IDS.sub("-", plain).strip("._-")[: 3 * _MOST_OF_A_NAME].strip("._-") or else_named
    number, found = 1, wanted
    while found in taken:
        number += 1
        found = f"{wanted}-{number}"
    return found


def recipe_id(draft: Draft, taken: Container[str]) -> str:
    """The recipe's id: by whom, in which engine, of which model."""
    names = (draft.author, draft.engine or draft.name, draft.model.id)
    return free_id("-".join(name[:_MOST_OF_A_NAME].strip() for name in names), taken, "recipe")


def entries(draft: Draft, recipe: str, known: Container[str]) -> Fragment:
    """Return the entries of a file: the recipe under the id `recipe`, and what it needs that is not `known`."""
    return Fragment(
        models=(draft.model,) if draft.model.id not in known else (),
        weights=(draft.weights,) if draft.weights and draft.weights.id not in known else (),
        sources=(draft.source,) if draft.source.id not in known else (),
        recipes=(_recipe(draft, recipe),),
    )


def _recipe(draft: Draft, recipe: str) -> Recipe:
    return Recipe(
        id=recipe,
        name=draft.name,
        author=draft.author,
        model=draft.model.id,
        engine=draft.engine,
        repository=draft.repository,
        status=draft.status,
        # Nobody was asked: it stands in the file so that whoever reads the licence knows where it goes.
        licences=(Licence(part="code", commercial="unknown"),),
        parts=(Part(weights=draft.weights.id, role="main"),) if draft.weights else (),
        setups=(_setup(draft),),
    )


def _setup(draft: Draft) -> Setup:
    window = draft.window
    cite = FieldCitation(
        # Boxes need no citation, but a setup without window and figure would stand nowhere.
        fields=("boxes", "context_tokens") if window else ("boxes",),
        source=draft.source.id,
        locator=draft.locator,
        note=f"Window printed as {window.printed}." if window and window.printed else None,
    )
    return Setup(
        boxes=draft.boxes,
        profile=draft.profile,
        context_tokens=window.tokens if window else None,
        cite=(cite,),
        measurements=(_measurement(draft.figure, draft),) if draft.figure else (),
    )


def _measurement(figure: Figure, draft: Draft) -> Measurement:
    name = figure.workload or figure.metric.replace("_", "-")
    streams = f"-{figure.streams}" if (figure.streams or 1) > 1 else ""
    return Measurement(id=f"{name}{streams}", source=draft.source.id, locator=draft.locator, **figure._asdict())
