"""What a repository weighs: its size, whether one may have it, and on how many boxes it may fit."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from spark_tui.advise.fit import Fit, estimate
from spark_tui.advise.freshness import freshness, marks, seen_at, short_mark
from spark_tui.advise.memory import DEFAULT_WINDOW, Question
from spark_tui.advise.needs import MAX_BOXES
from spark_tui.advise.sentence import Section, Sentence
from spark_tui.advise.wording import counted, gb, gib
from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.repository import File, Known, Wanted
from spark_tui.catalog.things import LIVE, Model, Size, Weights
from spark_tui.catalog.weighing import chosen, download, size, variants, wanted

_WORTH_A_WORD = 0.02
"""Files beside a model that are more than this part of its repository are told."""
_STRANGER = Model(id="not-in-the-catalog", name="a model that is not in the catalog", maker="not known")


class Load(NamedTuple):
    """Files of a repository that make one model."""

    name: str
    """The weights' name; of a stranger's GGUF file its name; else the repository's."""
    weights: Weights
    """Of the catalog; or made up, with the size of the files, where the catalog does not know them."""
    files: tuple[File, ...]


def loads(catalog: Catalog, asked: Wanted, known: Known | None) -> tuple[Load, ...]:
    """Return what lies in a repository: what the catalog's weights name, else each model by its files."""
    if known is None or known.now is None:
        return ()
    ours = weights_of(catalog, asked)
    if ours:
        return tuple(Load(one.name, one, download(one, known.now) or ()) for one in ours)
    files = known.now.files
    if not files:
        return ()
    found = variants(files) or {known.now.name: _model_files(files)}
    return tuple(Load(name, _stranger(known.now.name, some), some) for name, some in found.items())


def weights_of(catalog: Catalog, asked: Wanted) -> tuple[Weights, ...]:
    """Return the catalog's weights whose files lie in a repository, at the revision that was asked for."""
    return tuple(one for one in catalog.content.weights if wanted(one) == asked)


def _model_files(files: tuple[File, ...]) -> tuple[File, ...]:
    """The files that are loaded: repositories often hold the same model in an older format as well."""
    for patterns in (("model*.safetensors",), ("*.safetensors",), ("*.bin", "*.pt", "*.pth")):
        if found := chosen(files, patterns):
            return found
    return files


def _stranger(repo: str, files: tuple[File, ...]) -> Weights:
    live = Size(value=size(files) / 1e9, unit="GB", what="disk", source=LIVE, locator=repo)
    return Weights(id=_STRANGER.id, name=repo, model=_STRANGER.id, precision="not known", sizes=(live,))


def fits(catalog: Catalog, load: Load) -> tuple[Fit, ...]:
    """Estimate on 1 to 8 boxes, from the files alone."""
    model = catalog.models.get(load.weights.model, _STRANGER)
    return tuple(
        estimate(Question(model, load.weights, (), None, None, boxes, 1, DEFAULT_WINDOW, 1, catalog.today.free_gib))
        for boxes in range(1, MAX_BOXES + 1)
    )


def story(catalog: Catalog, asked: Wanted, known: Known | None, now: datetime) -> tuple[Section, ...]:
    """Tell of one repository: size, parameters, freshness, and where it may fit."""
    found = loads(catalog, asked, known)
    ours = found[0].weights if found and found[0].weights.repo else _named(asked)
    sections = [Section(asked.repo, (*_facts(found, known), *freshness(ours, known, now)))]
    for load in found:
        told = tuple(_fit_sentence(fit) for fit in fits(catalog, load))
        title = "Estimated, from the size of its files" + ("" if len(found) == 1 else f": {load.name}")
        sections.append(Section(title, told))
    return tuple(sections)


def _named(asked: Wanted) -> Weights:
    return Weights(id=_STRANGER.id, name=asked.repo, model=_STRANGER.id, precision="not known",
                   repo=asked.repo, revision=asked.revision)  # fmt: skip


def _facts(found: tuple[Load, ...], known: Known | None) -> Iterator[Sentence]:
    if known is None or known.now is None:
        return
    for load in found:
        cites = (seen_at(known.now, len(load.files)),)
        if load.files:
            yield Sentence(f"{load.name}: {gb(size(load.files) / 1e9)} in {counted(len(load.files), 'file')}.", cites)
    rest = known.now.bytes - sum(size(load.files) for load in found)
    if rest > known.now.bytes * _WORTH_A_WORD:
        whole = f"{gb(known.now.bytes / 1e9)} in {counted(len(known.now.files), 'file')}"
        yield Sentence(f"The repository holds {whole} in all.", (seen_at(known.now, len(known.now.files)),))
    for one in known.now.parameters:
        yield Sentence(f"{one.count / 1e9:,.2f}B parameters in {one.type}.", (seen_at(known.now, 1),))


def _fit_sentence(fit: Fit) -> Sentence:
    boxes = counted(fit.boxes, "box")
    if any(part.gib is None for part in fit.parts if part.name == "weights"):
        return Sentence(f"{boxes}: unknown, {fit.missing[0]}.")
    need = f"{gib(fit.known_gib)} a box"
    if fit.verdict == "no":
        return Sentence(f"{boxes}: does not fit, needs at least {need}.")
    if fit.missing:
        return Sentence(
            f"{boxes}: may fit, {need} without the KV cache; {gib(fit.free_gib - fit.known_gib)} left for it."
        )
    return Sentence(f"{boxes}: {fit.verdict}, needs {need} with a window of {fit.window:,} tokens.")


# --- as data ------------------------------------------------------------------------------------------------


def repository_data(catalog: Catalog, asked: Wanted, known: Known | None, now: datetime) -> dict[str, Any]:
    """Return what is known of a repository. Sizes in bytes; memory in GiB a box; null where nobody knows."""
    seen = known.now if known else None
    return {
        "repo": asked.repo,
        "revision": asked.revision,
        "name": seen and seen.name,
        "commit": seen and seen.commit,
        "bytes": seen and seen.bytes,
        "files": seen and len(seen.files),
        "changed": seen and seen.changed and seen.changed.isoformat(),
        "gated": seen and seen.gated,
        "allowed": seen and seen.allowed,
        "licence": seen and seen.licence,
        "parameters": {one.type: one.count for one in seen.parameters} if seen else None,
        "seen": seen and seen.seen.isoformat(),
        "age_seconds": seen and round((now - seen.seen).total_seconds()),
        "trouble": known and known.trouble and known.trouble.model_dump(mode="json"),
        "holds": [_load_data(catalog, load, known) for load in loads(catalog, asked, known)],
    }


def _load_data(catalog: Catalog, load: Load, known: Known | None) -> dict[str, Any]:
    ours = load.weights if load.weights.repo else None
    return {
        "weights": ours and ours.id,
        "name": load.name,
        "bytes": size(load.files) if load.files else None,
        "tables_bytes": size(chosen(load.files, ours.table_files)) if ours and ours.table_files else None,
        "mark": short_mark(ours, known) if ours else "",
        "marks": list(marks(ours, known)) if ours and known else [],
        "estimates": [
            {"boxes": fit.boxes, "verdict": fit.verdict, "basis": fit.basis, "known_gib": round(fit.known_gib, 1),
             "missing": list(fit.missing)}
            for fit in fits(catalog, load)
        ],
    }  # fmt: skip
