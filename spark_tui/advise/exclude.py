"""Why a setup is left out, and what would bring it in; and what stays in doubt."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from spark_tui.advise.fit import Fit, size_cites
from spark_tui.advise.needs import Needs
from spark_tui.advise.sentence import Cite, Sentence, cite
from spark_tui.advise.wording import counted, gib, tokens
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.things import Licence

_STRICTEST = ("no", "unknown", "conditional", "yes")


class Obstacle(NamedTuple):
    """One reason against a setup, and what would lift it."""

    sentence: Sentence
    lift: str | None


def obstacles(catalog: Catalog, offer: Offer, fit: Fit, needs: Needs, boxes: int) -> Iterator[Obstacle]:
    """Yield every reason why a setup cannot be picked for these needs on `boxes` boxes."""
    yield from _other_choice(offer, needs)
    if offer.setup.boxes > boxes:
        missing = offer.setup.boxes - boxes
        yield Obstacle(Sentence(f"Runs on {counted(offer.setup.boxes, 'box')}; you plan for {boxes}."),
                       counted(missing, "more box"))  # fmt: skip
    yield from _not_ready(catalog, offer)
    if fit.verdict == "no":
        yield _too_large(fit)
    yield from _window(offer, needs)
    if needs.vendor and not offer.recipe.vendor_documented:
        yield Obstacle(Sentence("NVIDIA does not document this way to serve it."), "drop --vendor")
    if needs.no_custom_kernel and offer.recipe.custom_kernels:
        caveat = next((c for c in offer.recipe.caveats if c.kind in ("custom kernel", "patches")), None)
        yield Obstacle(Sentence("Needs custom kernels or patches.", (cite(caveat),) if caveat else ()),
                       "drop --no-custom-kernel")  # fmt: skip
    if needs.topology and not _cabling_allows(offer, needs):
        cabling = " or ".join(offer.setup.topology)
        yield Obstacle(Sentence(f"Documented for a {cabling}, not for a {needs.topology}."), f"cable as a {cabling}")
    if needs.commercial:
        yield from _forbidden(catalog, offer)


def doubts(catalog: Catalog, offer: Offer, needs: Needs) -> Iterator[Sentence]:
    """Yield what no source says although the owner asked for it. Such setups are listed behind the others."""
    if needs.commercial:
        unknown = [licence.part for licence in licences(catalog, offer) if licence.commercial == "unknown"]
        if unknown:
            yield Sentence(f"No source tells the licence of its {' and '.join(unknown)}.")
    if needs.no_custom_kernel and offer.recipe.custom_kernels is None:
        yield Sentence("No source says whether it needs custom kernels.")
    if needs.topology and offer.setup.boxes > 2 and not offer.setup.topology:
        yield Sentence("No source says which cabling it needs.")
    if needs.context and needs.use != "long" and offer.setup.window is None:
        yield Sentence("No source gives its context window.")


def licences(catalog: Catalog, offer: Offer) -> tuple[Licence, ...]:
    """Licences of a setup's parts: what the recipe says, else the strictest of the files that play the part.

    Code and weights are always among them, and a part of which no source tells the licence is unknown.
    """
    parts = offer.setup.parts if offer.setup.parts is not None else offer.recipe.parts
    stated: dict[str, Licence] = {licence.part: licence for licence in offer.recipe.licences}
    of_files: dict[str, Licence] = {}
    for part in parts:
        name: Literal["drafter", "weights"] = "drafter" if part.role == "draft" else "weights"
        found = catalog.weights[part.weights].licence or Licence(part=name, commercial="unknown")
        strictest = min(of_files.get(name, found), found, key=lambda one: _STRICTEST.index(one.commercial))
        of_files[name] = strictest.model_copy(update={"part": name})
    known: dict[str, Licence] = {**of_files, **stated}
    for missing in ("code", "weights"):
        known.setdefault(missing, Licence(part=missing, commercial="unknown"))
    return tuple(known.values())


def _other_choice(offer: Offer, needs: Needs) -> Iterator[Obstacle]:
    if needs.models is not None and offer.model.id not in needs.models:
        yield Obstacle(Sentence(f"Serves {offer.model.name}, not the model you named."), "drop --model")
    if needs.engines is not None and offer.recipe.engine not in needs.engines:
        yield Obstacle(Sentence(f"Runs on {offer.engine_name}, not the engine you named."), "drop --engine")


def _not_ready(catalog: Catalog, offer: Offer) -> Iterator[Obstacle]:
    recipe = offer.recipe
    if offer.status not in ("not ready", "superseded"):
        return
    why = next((c for c in recipe.caveats if c.kind in ("maturity", "stability")), None)
    cites = (cite(why),) if why else ()
    if offer.status == "not ready":
        yield Obstacle(
            Sentence(why.text if why else "Its author does not call it ready.", cites), "a release that works"
        )
    if offer.status == "superseded":
        successor = catalog.recipes[recipe.superseded_by].name if recipe.superseded_by else "a newer recipe"
        yield Obstacle(Sentence(f"Superseded by {successor}.", cites), f"take {successor}")


def _too_large(fit: Fit) -> Obstacle:
    if fit.basis == "stated" and fit.stated is not None:
        cites = (cite(fit.stated),)
        return Obstacle(Sentence("Its source says that it does not fit.", cites), "more boxes or smaller weights")
    least = "at least " if fit.missing else ""
    need, most = fit.known_gib, fit.most_free_gib
    return Obstacle(
        Sentence(
            f"Needs {least}{gib(need)} a box; no box has more than {most:.0f} GiB free: short by {gib(need - most)}.",
            size_cites(fit),
        ),
        "more boxes, smaller weights or a shorter context",
    )


def _window(offer: Offer, needs: Needs) -> Iterator[Obstacle]:
    """A window that is too short excludes; one that nobody gives does so only for long documents."""
    window = offer.setup.window
    if window is not None and window < needs.window:
        fields = ("usable_tokens", "context_tokens", "tested_tokens")
        cites = tuple(cite(citation) for field in fields for citation in offer.setup.citations(field))[:1]
        yield Obstacle(
            Sentence(f"One request can use {tokens(window)} tokens, you ask for {tokens(needs.window)}.", cites),
            f"a context of {tokens(window)} or less",
        )
    elif window is None and (offer.model.context_tokens or needs.window) < needs.window:
        most = offer.model.context_tokens or 0
        cites = tuple(map(cite, offer.model.citations("context_tokens")))
        yield Obstacle(
            Sentence(f"Its model goes up to {tokens(most)} tokens, you ask for {tokens(needs.window)}.", cites),
            f"a context of {tokens(most)} or less",
        )
    elif window is None and needs.use == "long":
        yield Obstacle(Sentence("No source gives its context window."), "a source that states the window")


def _cabling_allows(offer: Offer, needs: Needs) -> bool:
    """A pair needs one cable, which every cabling has; more boxes need the cabling the recipe documents.

    Three boxes on three cables are a ring to NVIDIA and a triangle to builders.
    """
    boxes, documented = offer.setup.boxes, offer.setup.topology
    same = {"ring", "triangle"} if boxes == 3 and needs.topology in ("ring", "triangle") else {needs.topology}
    return boxes <= 2 or not documented or bool(same & set(documented))


def _forbidden(catalog: Catalog, offer: Offer) -> Iterator[Obstacle]:
    for licence in licences(catalog, offer):
        if licence.commercial == "no":
            where = (Cite(licence.source, licence.locator or ""),) if licence.source else ()
            name = licence.name or "its licence"
            yield Obstacle(
                Sentence(f"Its {licence.part} may not be used commercially ({name}).", where),
                licence.way_out or f"other terms for the {licence.part}",
            )
