"""The questions of `catalog new`: what is needed for one recipe with one setup and one figure, and nothing else."""

from datetime import date
from typing import Any, get_args

from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.checking import MOST_BOXES
from spark_tui.catalog.drafting import Draft, Figure, Window, free_id
from spark_tui.catalog.evidence import UNITS, Measurement, Source
from spark_tui.catalog.faults import short
from spark_tui.catalog.recipe import Recipe, Setup
from spark_tui.catalog.search import named, nearest
from spark_tui.catalog.things import Licence, Model, Weights
from spark_tui.catalog.words import MemoryKind, Metric, Workload
from spark_tui.verbs import asking
from spark_tui.verbs.asking import Asker

_A_LINE = "a line of at most 600 letters"
_MOST_LISTED = 8
_MOST_OF_A_PROFILE = 30


def interview(ask: Asker, catalog: Catalog, taken: frozenset[str], today: date) -> Draft:
    """Ask for a setup. New entries get ids that are not `taken`; known ones come from the catalog."""
    name = ask.ask("Name of the recipe", asking.as_in(Recipe, "name", _A_LINE))
    author = ask.ask("Who published it", asking.as_in(Recipe, "author", _A_LINE))
    model = _model(ask, catalog, taken)
    engine = ask.ask_if_known("Engine, by id or words of its name", lambda typed: _named(typed, catalog.engines))
    status = ask.ask("Is it ready, experimental or not ready?", _status, "ready")
    repository = ask.ask_if_known("Address of its repository", asking.as_in(Recipe, "repository", _ADDRESS))
    weights = _weights(ask, catalog, model, taken)
    boxes = ask.ask(f"On how many boxes, 1 to {MOST_BOXES}", asking.whole(1, MOST_BOXES))
    profile = ask.ask_if_known("Profile, a word that tells it from others on as many boxes", _profile)
    window = ask.ask_if_known("Window in tokens, such as 262144 or 128K", asking.window)
    figure = _figure(ask, author, today)
    source, locator = _source(ask, catalog, author, repository, taken)
    return Draft(name, author, model, engine, status, repository, weights, boxes, profile, window, figure, source,
                 locator)  # fmt: skip


_ADDRESS = "an address that begins with https://"
_status = asking.one_of(("ready", "experimental", "not ready"))


def _named(typed: str, things: dict[str, Any]) -> str:
    """Return the id of the one thing that is named; else say what is near."""
    found = [thing.id for thing in named(typed, things.values())]
    if len(found) == 1:
        return str(found[0])
    if found:
        more = f" and {len(found) - _MOST_LISTED} more" if len(found) > _MOST_LISTED else ""
        raise ValueError(f"{short(typed)!r} may be {', '.join(found[:_MOST_LISTED])}{more}; type one of these ids")
    near = nearest(typed, things)
    hint = f"did you mean {near}?" if near else f"known are {', '.join(things)}"
    raise ValueError(f"{short(typed)!r} is not in the catalog; {hint}")


def _profile(typed: str) -> str:
    says = f"a word of at most {_MOST_OF_A_PROFILE} small letters, digits, dots and hyphens"
    if len(typed) > _MOST_OF_A_PROFILE:
        raise ValueError(f"{short(typed)!r} is not {says}")
    return str(asking.as_in(Setup, "profile", says)(typed))


def _model(ask: Asker, catalog: Catalog, taken: frozenset[str]) -> Model:
    """Ask for a model of the catalog, or for a new one."""

    def known_or_new(typed: str) -> Model | str:
        if not named(typed, catalog.models.values()):
            return str(asking.as_in(Model, "name", _A_LINE)(typed))
        return catalog.models[_named(typed, catalog.models)]

    while True:
        answer = ask.ask("Model, by id or words of its name", known_or_new)
        if isinstance(answer, Model):
            return answer
        near = nearest(answer, [*catalog.models])
        ask.say(f"{short(answer)!r} is not in the catalog{f'; near it is {near}' if near else ''}")
        if ask.ask("Add it as a new model, yes or no", asking.one_of(("yes", "no")), "no") == "yes":
            maker = ask.ask("Who made the model", asking.as_in(Model, "maker", _A_LINE))
            return Model(id=free_id(answer, taken, "model"), name=answer, maker=maker)


def _weights(ask: Asker, catalog: Catalog, model: Model, taken: frozenset[str]) -> Weights | None:
    """Ask for weights by their address on Hugging Face, or by id; those of the catalog are used as they are."""
    form = asking.as_in(Weights, "repo", "owner/name on Hugging Face, nor the id of weights in the catalog")

    def known_or_new(typed: str) -> Weights | str:
        same = [one for one in catalog.weights.values() if typed.lower() in (one.id, (one.repo or "").lower())]
        fitting = [one for one in same if one.model == model.id]
        if same and not fitting:
            raise ValueError(f"these are weights of {same[0].model}")
        if len(fitting) > 1:
            ids = ", ".join(one.id for one in fitting)
            raise ValueError(f"there are several of that address: {ids}; type one of these ids")
        return fitting[0] if fitting else str(form(typed))

    answer = ask.ask_if_known("Weights on Hugging Face, as owner/name", known_or_new)
    if answer is None or isinstance(answer, Weights):
        return answer
    precision = ask.ask("Their precision, such as NVFP4 or EXL3 4 bpw", asking.as_in(Weights, "precision", _A_LINE))
    publisher, _, name = answer.partition("/")
    return Weights(id=free_id(answer, taken, "weights"), name=name, model=model.id, repo=answer, publisher=publisher,
                   precision=precision, licence=Licence(part="weights", commercial="unknown"))  # fmt: skip


def _figure(ask: Asker, author: str, today: date) -> Figure | None:
    """Ask for a figure with what must be known to compare it: what a metric does not need is not asked."""
    value = ask.ask_if_known("A figure as it is printed, such as 50.5", asking.amount)
    if value is None:
        return None
    metric: Metric = ask.ask("What is it of", asking.one_of(get_args(Metric)), "decode")
    known: dict[str, Any] = {}
    if metric == "decode":
        workload = "What was written; - where nobody says"
        known["workload"] = ask.ask_if_known(workload, asking.one_of(get_args(Workload)), "prose")
        known["streams"] = ask.ask("Requests at once", asking.whole(1), "1")
        if known["streams"] > 1:
            known["scope"] = ask.ask("Is it the total or per_stream", asking.one_of(("total", "per_stream")), "total")
    elif metric in ("prefill", "ttft"):
        read: Window | None = ask.ask_if_known("Length of the prompt in tokens, such as 32K", asking.window)
        known["prompt_tokens"] = read and read.tokens
    elif metric == "memory_per_box":
        known["memory_kind"] = ask.ask("What was counted", asking.one_of(get_args(MemoryKind)), "used")
    units = sorted(UNITS[metric])
    unit: Any = ask.ask("Its unit", asking.one_of(units), units[0]) if len(units) > 1 else units[0]
    if known.get("workload", known.get("prompt_tokens")) is None:
        known["note"] = ask.ask_if_known("How it was measured", asking.as_in(Measurement, "note", _A_LINE))
    known["who"] = ask.ask_if_known("Who measured it", asking.as_in(Measurement, "who", _A_LINE), author)
    known["date"] = ask.ask_if_known("When, such as 2026-10 or 2026-10-21", asking.day_until(today))
    return Figure(value, metric, unit, **known)


def _source(
    ask: Asker, catalog: Catalog, author: str, repository: str | None, taken: frozenset[str]
) -> tuple[Source, str]:
    """Ask where it stands: a source of the catalog by its address, or a new one."""
    url = ask.ask_if_known("Address of the page where this stands", asking.as_in(Source, "url", _ADDRESS),
                           repository or "")  # fmt: skip
    source = next((one for one in catalog.content.sources if url and one.url == url), None)
    if source is not None:
        ask.say(f"This is {source.title!r}, which the catalog knows.")
    else:
        title = ask.ask("Title of the page", asking.as_in(Source, "title", _A_LINE))
        publisher = ask.ask("Who published the page", asking.as_in(Source, "publisher", _A_LINE), author)
        kinds = get_args(Source.model_fields["kind"].annotation)
        kind = ask.ask("What is it", asking.one_of(kinds), "repository" if url and url == repository else "page")
        source = Source(id=free_id(f"{kind}-{publisher}-{title}", taken, "source"), title=title, publisher=publisher,
                        kind=kind, url=url)  # fmt: skip
    where = "Where in it: section, table, row"
    return source, ask.ask(where, asking.as_in(Measurement, "locator", _A_LINE))
