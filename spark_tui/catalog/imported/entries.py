"""From what a recipe file states to catalog entries under the collection's own namespace."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from spark_tui.catalog.base import LONGEST_LINE, FieldCitation
from spark_tui.catalog.catalog import Fragment
from spark_tui.catalog.faults import short
from spark_tui.catalog.imported.stated import Drafter, Stated
from spark_tui.catalog.recipe import Caveat, Parallelism, Part, Recipe, Setup, Step
from spark_tui.catalog.things import Model, Weights
from spark_tui.catalog.words import KvType

HUB = "hf"
"""Namespace of models and weights that only imported recipes name. Many collections share them, so it is nobody's."""
UNKNOWN = "not known"
_LONGEST_ID = 70
_MAIL = re.compile(r"\s*<[^<>]*>")
_KV: tuple[tuple[str, KvType], ...] = (
    ("bf16", "bf16"), ("bfloat16", "bf16"), ("nvfp4", "nvfp4"), ("fp8", "fp8"), ("int8", "int8"), ("q8", "q8"),
    ("q4", "q4"), ("fp4", "fp4"),
)  # fmt: skip
"""How names of KV types begin. `auto` says nothing."""


class Place(NamedTuple):
    """Where a recipe file stands, and what is the same for all files of its collection."""

    collection: str
    source: str
    """Id of the collection's source."""
    owner: str
    label: str
    """How people know the collection, such as `spark-arena/recipe-registry`."""
    repository: str | None
    commit: str | None
    path: str
    twice: tuple[str, ...] = ()
    """Keys that stand twice in the file."""


class Known(NamedTuple):
    """What the curated catalog knows that imported recipes name too."""

    weights: dict[str, list[Weights]]
    """By Hugging Face repository in small letters."""
    engines: frozenset[str]

    @classmethod
    def of(cls, fragments: Iterable[Fragment]) -> "Known":
        """Gather what the fragments know, but for what came from collections."""
        weights: dict[str, list[Weights]] = {}
        engines: set[str] = set()
        for fragment in fragments:
            engines |= {engine.id for engine in fragment.engines}
            for one in fragment.weights:
                if one.repo and not one.id.startswith(f"{HUB}."):
                    weights.setdefault(one.repo.lower(), []).append(one)
        return cls(weights, frozenset(engines))


class Entries(NamedTuple):
    """What one recipe file adds to the catalog."""

    recipe: Recipe
    models: tuple[Model, ...]
    weights: tuple[Weights, ...]


def slug(text: str, most: int = _LONGEST_ID) -> str:
    """Return the text with only what an id may hold; empty where nothing is left."""
    return re.sub(r"[^a-z0-9._-]+", "-", text.lower()).lstrip("._-")[:most].rstrip("._-")


def entries(stated: Stated, recipe_id: str, place: Place, known: Known) -> Entries:
    """Return the entries that a recipe file comes to. Licences, sizes and speeds are unknown: it does not state any."""
    model, models, weights = _model(stated, place, known)
    parts = [Part(weights=weights[0].id, role="main")] if weights else []
    drafts = _draft_weights(stated.drafter, known, model)
    parts += [Part(weights=one.id, role="draft") for one in drafts]
    described = f"Described there as: {short(stated.description, 300)}" if stated.description else None
    recipe = Recipe(
        id=recipe_id,
        name=_line(stated.name, 120) or recipe_id.removeprefix(f"{place.collection}."),
        author=_line(_MAIL.sub("", stated.author or ""), 120) or place.owner,
        model=model,
        engine=stated.engine if stated.engine in known.engines else None,
        repository=place.repository,
        commit=place.commit,
        known_from="repository",
        # As its author has it; that nobody ran it here is a caveat of its own.
        status="experimental" if "experimental" in place.path.lower() else "ready",
        custom_kernels=True if stated.patches else None,
        parts=tuple(parts),
        caveats=tuple(_caveats(stated, place)),
        setups=(_setup(stated, recipe_id, place),),
        note=described,
    )
    new = {one.id for one in (*weights, *drafts)} - {w.id for ones in known.weights.values() for w in ones}
    return Entries(recipe, models, tuple(one for one in (*weights, *drafts) if one.id in new))


def _model(stated: Stated, place: Place, known: Known) -> tuple[str, tuple[Model, ...], tuple[Weights, ...]]:
    """The model and its weights: the curated ones where the repository is theirs, else new ones named after it."""
    curated = known.weights.get((stated.repo or "").lower(), [])
    same = [one for one in curated if not stated.quant or stated.quant.lower() in one.precision.lower()]
    if len(same) == 1:
        return same[0].model, (), (same[0],)
    name = short(stated.model.rpartition("/")[2], 120)
    namespace = HUB if stated.repo else place.collection
    # Which released model a repository holds is not stated, so each is a model of its own, unless the catalog knows.
    new = Model(id=f"{namespace}.{slug(stated.model.replace('/', '.'))}", name=name, maker=UNKNOWN)
    model = curated[0].model if curated else new.id
    models = () if curated else (new,)
    if not stated.repo:
        return model, models, ()
    return model, models, (_weights(stated.repo, stated.quant, stated.precision, model),)


def _weights(repo: str, quant: str | None, precision: str | None, model: str) -> Weights:
    files = ".".join(filter(None, (repo.replace("/", "."), quant)))
    return Weights(
        id=f"{HUB}.{slug(files)}.files",
        name=short(f"{repo.rpartition('/')[2]}{f' {quant}' if quant else ''}", 120),
        model=model,
        repo=repo,
        publisher=repo.partition("/")[0],
        precision=_line(precision, 60) or UNKNOWN,
    )


def _draft_weights(drafter: Drafter | None, known: Known, model: str) -> tuple[Weights, ...]:
    if drafter is None or drafter.repo is None:
        return ()
    curated = known.weights.get(drafter.repo.lower(), [])
    return (curated[0] if curated else _weights(drafter.repo, None, None, model),)


def _setup(stated: Stated, recipe_id: str, place: Place) -> Setup:
    figures: dict[str, Any] = {"context_tokens": stated.window, "slots": stated.slots, "port": stated.port}
    fields = ("boxes", *(name for name, value in figures.items() if value is not None))
    note = f"Boxes: {stated.boxes_from}." + (f" KV type written as {short(stated.kv)}." if stated.kv else "")
    split = stated.tensor or stated.pipeline
    return Setup(
        id=f"{recipe_id}@{stated.boxes}",
        boxes=stated.boxes,
        parallelism=Parallelism(tensor=stated.tensor, pipeline=stated.pipeline) if split else None,
        image=_line(stated.image, 300),
        kv_type=next((kind for start, kind in _KV if (stated.kv or "").lower().startswith(start)), None),
        drafter=_line(stated.drafter.text, 200) if stated.drafter else None,
        served_name=_line(stated.served_name, 200),
        steps=_steps(stated, place),
        cite=(FieldCitation(fields=fields, source=place.source, locator=place.path, note=note),),
        **figures,
    )


def _steps(stated: Stated, place: Place) -> tuple[Step, ...]:
    """The command as it would run inside the container; none where a shell script is needed, or a word too long."""
    environment = tuple(line for one in stated.environment if (line := _line(one, LONGEST_LINE)))
    argv = tuple(line for one in stated.argv if (line := _line(one, LONGEST_LINE)))
    if not argv or argv != stated.argv:
        return ()
    note = "Runs inside the container; a launcher adds what joins the boxes."
    return (Step(what="start", where="every box", argv=argv, environment=environment, source=place.source,
                 locator=f"{place.path}, command", note=note),)  # fmt: skip


def _caveats(stated: Stated, place: Place) -> Iterable[Caveat]:
    at = {"source": place.source, "locator": place.path}
    commit = f" at commit {place.commit[:12]}" if place.commit else ""
    yield Caveat(kind="maturity", text=f"Imported from {place.label}{commit}: not checked and not measured here.", **at)
    if place.twice:
        text = f"Its file gives {short(', '.join(place.twice), 200)} twice; the last one counts."
        yield Caveat(kind="maturity", text=text, **at)
    if stated.patches:
        names = short(", ".join(stated.patches), 200)
        yield Caveat(kind="patches", text=f"Patches its container before it serves: {names}.", **at)
    if stated.hooks:
        text = f"Tells its launcher to run shell commands of its own: {', '.join(stated.hooks)}."
        yield Caveat(kind="patches", text=text, **at)


def _line(text: str | None, most: int) -> str | None:
    """The text as one line that may be shown, or None where nothing is left of it."""
    return (short(text, most) or None) if text else None
