"""Small catalogs made by hand: one model, one engine, and the recipes a test is about."""

from typing import Any

from spark_tui.catalog.base import FieldCitation
from spark_tui.catalog.catalog import Catalog, Fragment, Offer
from spark_tui.catalog.evidence import Advice, Measurement, Quality, Source
from spark_tui.catalog.recipe import Part, Recipe, Setup
from spark_tui.catalog.things import Engine, Model, Platform, Size, Weights

WHERE: dict[str, Any] = {"source": "page", "locator": "table, row"}
AUTHOR = "author"
NATS: dict[str, Any] = {"benchmark": "KL divergence", "unit": "nats", "full_precision": True}


def measured(value: float, workload: str | None = "prose", streams: int | None = 1, **more: Any) -> Measurement:
    fields = {"id": f"m{value}-{workload}-{streams}".lower(), "metric": "decode", "unit": "tok/s", "scope": "total",
              "who": AUTHOR, **WHERE, **more}  # fmt: skip
    return Measurement(workload=workload, streams=streams, value=float(value), **fields)


def prefill(value: float, prompt: int | None = 32_000, **more: Any) -> Measurement:
    return measured(value, None, None, id=f"p{value}", metric="prefill", scope=None, prompt_tokens=prompt, **more)


def needle(tokens: int, **more: Any) -> Measurement:
    return measured(tokens, None, None, id=f"n{tokens}", metric="needle", unit="tokens", scope=None, **more)


def memory(value: float, kind: str, unit: str = "GiB", **more: Any) -> Measurement:
    return measured(value, None, None, id=f"g{value}", metric="memory_per_box", unit=unit, scope=None,
                    memory_kind=kind, **more)  # fmt: skip


def setup(*measurements: Measurement, boxes: int = 2, window: int | None = 1_000_000, **more: Any) -> Setup:
    cite = (FieldCitation(fields=("context_tokens", "slots"), **WHERE),)
    return Setup(boxes=boxes, context_tokens=window, measurements=measurements, cite=cite, **more)


def recipe(name: str, *setups: Setup, model: str = "glm", weights: str | None = None, **more: Any) -> Recipe:
    named = tuple(
        one.model_copy(update={"id": f"{name}@{one.boxes}{f':{one.profile}' if one.profile else ''}"}) for one in setups
    )
    parts = (Part(weights=weights, role="main"),) if weights else ()
    fields = {"name": name, "author": AUTHOR, "engine": "engine", "status": "ready", "parts": parts, **more}
    return Recipe(id=name, model=model, setups=named, **fields)


def weights(name: str, *quality: Quality, model: str = "glm", gib: float | None = 150.0, **more: Any) -> Weights:
    sizes = (Size(value=gib, unit="GiB", what="resident", **WHERE),) if gib else ()
    return Weights(id=name, name=name, model=model, precision="4 bits", sizes=sizes, quality=quality, **more)


def kl(score: float, baseline: str = "BF16") -> Quality:
    return Quality(score=score, baseline=baseline, **NATS, **WHERE)


def advice(name: str, stance: str, *models: str, low: int = 1, high: int | None = None) -> Advice:
    return Advice(id=name, who=name, stance=stance, models=models, boxes_min=low, boxes_max=high, text=f"{stance}.",
                  **WHERE)  # fmt: skip


def model(name: str = "glm", **more: Any) -> Model:
    return Model(id=name, name=name, maker="maker", **{"attention_heads": 64, **more})


def catalog_of(*recipes: Recipe, models: tuple[Model, ...] = (), **more: Any) -> Catalog:
    spark = Platform(id="dgx-spark", name="Spark", is_box=True, memory_gb=128.0, price_usd=6950.0)
    mac = Platform(id="mac", name="Mac", is_box=False, memory_gb=256.0)
    made = {one.id: one for one in models}
    for one in recipes:
        made.setdefault(one.model, model(one.model))
    source = Source(id="page", title="A page", publisher="somebody", kind="page")
    engines = (Engine(id="engine", name="Engine"), Engine(id="llama-cpp", name="llama.cpp"))
    return Catalog(Fragment(platforms=(spark, mac), models=tuple(made.values()), engines=engines, recipes=recipes,
                            sources=(source,), **more))  # fmt: skip


def offer_of(*measurements: Measurement, **more: Any) -> Offer:
    """One setup alone, for what depends on nothing else."""
    (offer,) = catalog_of(recipe("only", setup(*measurements, **more))).offers
    return offer
