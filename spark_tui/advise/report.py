"""Rankings and fits as plain data, in the shape that scripts rely on."""

from collections.abc import Iterable
from typing import Any

from spark_tui.advise.compare import Comparison
from spark_tui.advise.elsewhere import Machine, machines, told
from spark_tui.advise.expected import Expected
from spark_tui.advise.expecting import claims
from spark_tui.advise.explain import caveats, reasons
from spark_tui.advise.fit import Fit
from spark_tui.advise.grounds import Ground
from spark_tui.advise.money import Plan
from spark_tui.advise.more_boxes import one_more_box
from spark_tui.advise.needs import Needs
from spark_tui.advise.rank import Excluded, Pick, Ranking
from spark_tui.advise.remark import Remark
from spark_tui.advise.sentence import Section, Sentence
from spark_tui.advise.sheet import Sheet
from spark_tui.advise.speed import Speed
from spark_tui.advise.table import Row
from spark_tui.advise.thing import Thing
from spark_tui.catalog.catalog import Catalog, Offer

Json = dict[str, Any]


def ranking_data(catalog: Catalog, ranking: Ranking) -> Json:
    """Return needs, picks, excluded, one more box and other machines. Memory in GiB a box, speeds in their own unit."""
    needs, boxes = ranking.needs, ranking.plan.boxes
    return {
        "needs": needs_data(ranking),
        "picks": [_pick_data(catalog, pick, needs, boxes) for pick in ranking.picks],
        "excluded": [_excluded_data(one) for one in ranking.excluded],
        "one_more_box": sentences_data(one_more_box(catalog, ranking)),
        "elsewhere": [_machine_data(catalog, one, ranking.plan) for one in machines(catalog, ranking.plan)],
    }


def _machine_data(catalog: Catalog, machine: Machine, plan: Plan) -> Json:
    return {
        "platform": machine.platform.id,
        "name": machine.platform.name,
        "same_memory": machine.same_memory,
        "same_money": machine.same_money,
        "setups": [offer.setup.id for offer in machine.offers],
        "known": sentences_data(told(catalog, machine, plan)),
    }


def needs_data(ranking: Ranking) -> Json:
    """Return the answers with their defaults filled in, and the money behind the number of boxes."""
    needs, plan = ranking.needs, ranking.plan
    return {
        "use": needs.use,
        "boxes": plan.boxes,
        "budget": needs.budget,
        "own": needs.own,
        "context": needs.window,
        "streams": needs.at_once,
        "commercial": needs.commercial,
        "vendor": needs.vendor,
        "no_custom_kernel": needs.no_custom_kernel,
        "topology": needs.topology,
        "models": None if needs.models is None else sorted(needs.models),
        "engines": None if needs.engines is None else sorted(needs.engines),
        "order": needs.order,
        "price_usd": plan.price,
        "budget_buys": plan.buys,
        "budget_left": plan.left,
        "notes": sentences_data(plan.sentences),
    }


def fit_data(fit: Fit) -> Json:
    """Return verdict, basis and memory; GiB on one box, null where not known."""
    return {
        "verdict": fit.verdict,
        "per_box_gib": _rounded(fit.per_box_gib),
        "spare_gib": _rounded(fit.spare_gib),
        "basis": fit.basis,
        "window": fit.window,
        "streams": fit.streams,
        "parts": [{"name": p.name, "gib": _rounded(p.gib), "because": p.because} for p in fit.parts],
        "missing": list(fit.missing),
    }


def sheet_data(catalog: Catalog, shown: Sheet) -> Json:
    """Return what is known of a recipe or weights on a number of boxes, with every figure where it is published."""
    offer = shown.offer
    return {
        "id": shown.id,
        "boxes": shown.boxes,
        "published": shown.published,
        "fit": fit_data(shown.fit),
        "recipe": offer.recipe.id if offer else None,
        "model": offer.model.id if offer else shown.weights and shown.weights.model,
        "engine": offer.recipe.engine if offer else None,
        "weights": shown.weights and shown.weights.id,
        "setup": offer.setup.id if offer and shown.published else None,
        "figures": _figures_data(catalog, offer) if offer and shown.published else [],
        "story": _sections_data(shown.sections),
    }


def thing_data(known: Thing) -> Json:
    """Return a model, engine or platform with all its fields, and what the catalog says of it."""
    return {**known.entry.model_dump(mode="json"), "kind": type(known.entry).__name__.lower(),
            "setups": list(known.setups), "story": _sections_data(known.sections)}  # fmt: skip


def remark_data(said: Remark) -> Json:
    """Return a quote, a note or a piece of advice."""
    return {"kind": said.kind, "id": said.id, "story": _sections_data(said.sections)}


def sources_data(catalog: Catalog, recipe: str, offers: Iterable[Offer]) -> Json:
    """Return every figure of setups of a recipe with its source's title and locator."""
    return {
        "recipe": recipe,
        "setups": [{"setup": offer.setup.id, "figures": _figures_data(catalog, offer)} for offer in offers],
    }


def _sections_data(sections: Iterable[Section]) -> list[Json]:
    return [{"title": section.title, "sentences": sentences_data(section.sentences)} for section in sections]


def _figures_data(catalog: Catalog, offer: Offer) -> list[Json]:
    figures = (*offer.setup.measurements, *catalog.quality_of(offer))
    return [
        {**figure.model_dump(mode="json"), "source_title": catalog.sources[figure.source].title} for figure in figures
    ]


def sentences_data(sentences: Iterable[Sentence]) -> list[Json]:
    """Return each sentence with the ids of its sources."""
    return [{"text": sentence.text, "sources": list(sentence.sources)} for sentence in sentences]


def _pick_data(catalog: Catalog, pick: Pick, needs: Needs, boxes: int) -> Json:
    offer = pick.offer
    return {
        "setup": offer.setup.id,
        "recipe": offer.recipe.id,
        "origin": catalog.origin_of(offer.recipe.id),
        "model": offer.model.id,
        "engine": offer.recipe.engine,
        "weights": offer.weights.id if offer.weights else None,
        "boxes": offer.setup.boxes,
        "fit": fit_data(pick.fit),
        "speed": {**_speed_data(pick.speed), **_expected_data(pick.expected)},
        "reasons": sentences_data(reasons(catalog, pick, needs, boxes)),
        "caveats": sentences_data(caveats(catalog, offer, pick.fit, needs, boxes)),
    }


def grounds_data(catalog: Catalog, claimed: Iterable[Ground], moved: Iterable[Ground]) -> Json:
    """Return claims beside what others measured, and how conditions move speed, with the figures as sentences."""
    return {
        "claims": claims(catalog).text,
        "pairs": [
            {"id": one.id, "what": one.what, "claimed": one.before, "measured": one.after,
             "ratio": round(one.ratio, 3), "likeness": one.rests_on, "figures": _grounds_figures(one)}
            for one in claimed
        ],
        "moves": [
            {"id": one.id, "what": one.what, "before": one.before, "after": one.after, "ratio": round(one.ratio, 3),
             "low": round(one.low or 0, 3),
                "high": round(one.high or 0, 3), "rests_on": one.rests_on,
             "figures": _grounds_figures(one)}
            for one in moved
        ],
    }  # fmt: skip


def _grounds_figures(one: Ground) -> list[Json]:
    return [data for section in one.sections for data in sentences_data(section.sentences)]


def _expected_data(found: Expected) -> Json:
    """Return the carried speed with its interval, and on what every step rests."""
    steps = [
        {
            "condition": step.kind.condition if step.kind else "claim",
            "before": step.kind.before if step.kind else None,
            "after": step.kind.after if step.kind else None,
            "ratio": round(step.known.ratio, 3),
            "low": round(step.known.low, 3),
            "high": round(step.known.high, 3),
            "of": step.scope,
            "recipes": step.known.recipes,
            "pairs": len(step.known.ratios),
        }
        for step in found.steps
    ]
    return {
        "expected": _rounded(found.value),
        "expected_low": _rounded(found.low),
        "expected_high": _rounded(found.high),
        "expected_from": found.figure and found.figure.id,
        "expected_steps": steps,
        "expected_unknown": list(found.unknown),
    }


def _speed_data(speed: Speed) -> Json:
    chosen = speed.measurement
    return {
        "published": chosen and chosen.value,
        "published_high": chosen and chosen.value_high,
        "spread": speed.spread and list(speed.spread),
        "unit": chosen and chosen.unit,
        "metric": chosen and chosen.metric,
        "workload": chosen and chosen.workload,
        "streams": chosen and chosen.streams,
        "stands_in": speed.stands_in,
        "at_least": speed.at_least,
        "evidence": speed.evidence.name.lower(),
        "measurement": chosen and chosen.id,
    }


def _excluded_data(one: Excluded) -> Json:
    lifts = [obstacle.lift for obstacle in one.obstacles if obstacle.lift]
    return {
        "setup": one.id,
        "fit": fit_data(one.fit),
        "reasons": sentences_data(obstacle.sentence for obstacle in one.obstacles),
        "lift": "; ".join(dict.fromkeys(lifts)) or None,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def comparison_data(found: Comparison) -> Json:
    """Return `{"setups", "tables", "verdict"}`; a row has its cells in the order of the setups."""
    return {
        "setups": [offer.setup.id for offer in found.offers],
        "tables": [{"title": table.title, "rows": [_row_data(row) for row in table.rows]} for table in found.tables],
        "verdict": sentences_data(found.verdict),
    }


def _row_data(row: Row) -> Json:
    cells = [
        {"text": cell.text, "best": cell.best, "sources": list(dict.fromkeys(one.source for one in cell.cites)),
         "measurements": [one.measurement.id for one in cell.cites if one.measurement]}
        for cell in row.cells
    ]  # fmt: skip
    return {"name": row.name, "differs": row.differs, "cells": cells}
