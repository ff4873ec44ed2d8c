"""`launch`: from a setup to a server that has generated its first token."""

import argparse
import sys
from typing import TYPE_CHECKING

from spark_tui.verbs.boxes import named_boxes, remember_free
from spark_tui.verbs.common import FailureError, UsageError, load_catalog
from spark_tui.verbs.jobs import agreed, follow

if TYPE_CHECKING:
    from spark_tui.catalog.catalog import Catalog, Offer
    from spark_tui.launch.box import Box
    from spark_tui.launch.plan import Plan, RouteName


def launch(options: argparse.Namespace) -> int:
    """Check the boxes, show every command, and start once the owner has agreed. Returns the exit code."""
    from spark_tui.advise.target import NotInCatalogError, published_setup

    if options.setup == "practice":
        return _practise(options)
    catalog = load_catalog()
    try:
        offer = published_setup(catalog, options.setup)
    except NotInCatalogError as error:
        raise UsageError(f"spark-tui launch: {error}") from error
    chosen = named_boxes(options.boxes and options.boxes.split(","), offer.setup.boxes)
    plan = _plan(catalog, offer, chosen, options.route, _given(options.set))
    if options.print:
        return _printed(plan)
    if plan.route == "attach":
        from spark_tui.launch.job import new_job

        return follow(new_job(plan))
    _check(catalog, offer, chosen, yes=options.yes)
    return _start(plan, yes=options.yes)


def _given(settings: list[str]) -> dict[str, str]:
    found = {}
    for text in settings:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value:
            raise UsageError(f"spark-tui launch: --set takes NAME=VALUE, such as --set 'model folder=/models/x'; "
                             f"{text!r} is none")  # fmt: skip
        found[name.strip()] = value
    return found


def _practise(options: argparse.Namespace) -> int:
    from spark_tui.launch.practice import NoPracticeError, practice_plan

    try:
        plan = practice_plan()
    except NoPracticeError as error:
        raise FailureError(f"spark-tui launch: {error}") from error
    return _printed(plan) if options.print else _start(plan, yes=options.yes)


def _printed(plan: "Plan") -> int:
    from spark_tui.launch.shell import script

    print(script(plan), end="")
    return 0


def _plan(
    catalog: "Catalog", offer: "Offer", chosen: "tuple[Box, ...]", route: "RouteName | None", given: dict[str, str]
) -> "Plan":
    from spark_tui.launch.routes.offered import PlanError, plan_for, routes

    offered = {one.route: one for one in routes(offer)}
    wanted = (
        offered[route]
        if route
        else next((one for one in offered.values() if one.available and one.route != "attach"), None)
    )
    if wanted is None or not wanted.available:
        told = " ".join(f"{one.route}: {one.why}" for one in ([wanted] if wanted else offered.values()))
        raise FailureError(f"spark-tui launch: {offer.setup.id} has no such route. {told}")
    try:
        return plan_for(catalog, offer, chosen, wanted.route, given)
    except PlanError as error:
        raise FailureError(f"spark-tui launch: {error}") from error


def _check(catalog: "Catalog", offer: "Offer", chosen: "tuple[Box, ...]", *, yes: bool) -> None:
    """Look at the boxes; go on with what failed only where the owner says so."""
    from spark_tui.launch.asked import asked_of
    from spark_tui.launch.preflight import drawn, preflight
    from spark_tui.plain.preflight import finding_lines

    findings = []
    asked = asked_of(catalog, offer, chosen)
    for finding in preflight(asked):
        findings.append(finding)
        for line in finding_lines(finding):
            print(line, flush=True)
    print("", *drawn(asked, findings), "", sep="\n")
    remember_free(findings)
    failed = sum(one.state == "failed" for one in findings)
    if failed and not yes and not agreed(f"{failed} checks failed. Go on all the same?"):
        raise FailureError("spark-tui launch: nothing was started; mend what failed, or say --yes.")


def _start(plan: "Plan", *, yes: bool) -> int:
    """Show the plan, start it once the owner agrees, and follow it until it is ready."""
    from spark_tui import paths
    from spark_tui.launch import kept
    from spark_tui.launch.job import JobError, new_job, start
    from spark_tui.launch.told import consents, plan_lines
    from spark_tui.store import StoreError

    for line in (*plan_lines(plan), "", *consents(plan)):
        print(line)
    if not yes and not agreed("Agreed to all of it?"):
        raise FailureError("spark-tui launch: nothing was started; --yes agrees to all that is listed.")
    job = new_job(plan)
    try:
        kept.save(paths.database(), job)
        start(job)
    except (JobError, StoreError) as error:
        print(f"spark-tui jobs stop {job.id} cleans up what did start.", file=sys.stderr)
        raise FailureError(f"spark-tui launch: {error}") from error
    print(f"started as {job.id}", flush=True)
    return follow(job)
