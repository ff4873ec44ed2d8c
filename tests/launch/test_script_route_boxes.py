"""A recipe's own script, at its pinned commit, on two real boxes: settings filled, started, ready, stopped."""

from collections.abc import Callable, Iterator

import pytest

from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.recipe import Step as RecipeStep
from spark_tui.launch.box import Box
from spark_tui.launch.job import Job, new_job, start, stop
from spark_tui.launch.remote import run
from spark_tui.launch.routes.offered import plan_for
from tests.launch.engines import Llama
from tests.launch.faults import Boxes
from tests.launch.test_watch_boxes import PORT, until

Give = Callable[[int], Boxes]
SETUP = "miaai-lab-tensorfold-glm-5.3-flash@2"

START = """#!/bin/sh
set -e
. scripts/local.sh
printf 'control \\033[31mred\\033[0m [bold]markup[/bold] \\r\\n'
ssh -o BatchMode=yes "$WORKER" "nohup {compute} > compute.log 2>&1 < /dev/null & echo \\$! > compute.pid"
exec {serve}
"""
STOP = """#!/bin/sh
. scripts/local.sh
ssh -o BatchMode=yes "$WORKER" 'kill $(cat compute.pid)'
echo stopped by its own command > ../stopped
"""
PUBLISH = """set -e
mkdir -p published && cd published && git init -q . && git config user.email a@b.c && git config user.name a
mkdir scripts && echo '# your boxes' > scripts/local.sh.example
cat > start.sh && chmod +x start.sh
printf '%s' "$1" > stop.sh && chmod +x stop.sh
git add . && git commit -qm first && git rev-parse HEAD
echo 'exit 9' > start.sh && git commit -qam 'breaks it'
"""


@pytest.fixture
def published(catalog: Catalog) -> Callable[[Boxes, Llama, str], Offer]:
    """Put a repository on the head, with a commit that works below one that does not; return a setup made from it."""

    def make(mine: Boxes, llama: Llama, begin: str = START) -> Offer:
        there, (head, worker) = llama.on_boxes(), (mine[0], mine[1])
        compute = " ".join(there.compute(50052, str(worker.fabric)))
        serve = " ".join(there.serve("reason", PORT, "-ngl", "99", "--rpc", f"{worker.fabric}:50052"))
        text = begin.replace("{compute}", compute).replace("{serve}", serve)
        outcome = run(head, ("sh", "-c", PUBLISH, "publish", STOP), stdin=text)
        assert outcome.ok, outcome
        home = run(head, ("sh", "-c", "echo $HOME")).out.strip()
        offer = catalog.offer(SETUP)
        assert offer is not None
        recipe = offer.recipe.model_copy(update={"repository": f"{home}/published", "commit": outcome.out.split()[0]})
        steps = tuple(one for one in offer.setup.steps if one.argv[0] in ("cp", "./start.sh", "./stop.sh"))
        return offer._replace(recipe=recipe, setup=offer.setup.model_copy(update={"port": PORT, "steps": steps}))

    return make


@pytest.fixture
def launched() -> Iterator[Callable[[Catalog, Offer, tuple[Box, ...]], Job]]:
    jobs: list[Job] = []

    def begin(catalog: Catalog, offer: Offer, boxes: tuple[Box, ...]) -> Job:
        plan = plan_for(catalog, offer, boxes, "script")
        jobs.append(new_job(plan))
        start(jobs[-1])
        return jobs[-1]

    yield begin
    for job in jobs:
        stop(job, seconds=2)


def test_it_starts_what_the_repository_starts_at_the_pinned_commit(
    catalog: Catalog, boxes: Give, llama: Llama, published: Callable[..., Offer], launched: Callable[..., Job]
) -> None:
    mine = boxes(2)
    job = launched(catalog, published(mine, llama), (mine[0], mine[1]))

    reports = until(job, "ready", "failed")

    assert reports[-1].phase == "ready", reports[-1].text
    log = "".join(state.log for report in reports for state in report.states)
    assert "\x1b[31mred" in log  # As it was said: cleaned where it is shown.
    settings = run(mine[0], ("sh", "-c", "cat .local/state/spark-tui/jobs/*/repository/scripts/local.sh")).out
    assert settings == f"# your boxes\nWORKER={mine[1].ssh}\n"

    assert stop(job) == ()
    assert run(mine[1], ("pgrep", "ggml-rpc")).code == 1
    assert "stopped by its own command" in run(mine[0], ("sh", "-c", "cat .local/state/spark-tui/jobs/*/stopped")).out


@pytest.mark.parametrize(
    ("begin", "text"),
    [
        ("#!/bin/sh\necho no room for image >&2; exit 28\n", "no room for image"),
        ("#!/bin/sh\nprintf 'Go on? [y/N] '; read yes || { echo nobody answered; exit 5; }\n", "nobody answered"),
        ("not a program at all\n", "exit code 1"),
    ],
    ids=["fails", "asks a question", "is no program"],
)  # fmt: skip
def test_a_script_that_fails_is_told_by_its_own_words(
    catalog: Catalog, boxes: Give, llama: Llama, published: Callable[..., Offer], launched: Callable[..., Job],
    begin: str, text: str,
) -> None:  # fmt: skip
    mine = boxes(2)
    job = launched(catalog, published(mine, llama, begin), (mine[0], mine[1]))
    report = until(job, "failed")[-1]
    assert text in report.text
    assert report.text.startswith(f"{mine[0].name} ended with exit code ")


def test_a_script_that_never_ends_is_watched_for_as_long_as_one_likes(
    catalog: Catalog, boxes: Give, llama: Llama, published: Callable[..., Offer], launched: Callable[..., Job]
) -> None:
    mine = boxes(2)
    job = launched(catalog, published(mine, llama, "#!/bin/sh\nsleep 600\n"), (mine[0], mine[1]))
    reports = until(job, "starting")
    assert reports[-1].text == f"Port {PORT} is not open on {mine[0].name} yet."
    stop(job, seconds=2)  # Its own stop.sh cannot work: nothing was started on the worker.
    assert until(job, "stopped", "failed")[-1].over


def test_a_repository_that_is_gone_fails_with_gits_words(
    catalog: Catalog, boxes: Give, llama: Llama, published: Callable[..., Offer], launched: Callable[..., Job]
) -> None:
    mine = boxes(2)
    offer = published(mine, llama)
    gone = offer._replace(recipe=offer.recipe.model_copy(update={"repository": "/nowhere/at/all"}))
    report = until(launched(catalog, gone, (mine[0], mine[1])), "failed")[-1]
    assert "/nowhere/at/all" in report.text


def test_what_the_catalog_says_of_a_step_is_data(catalog: Catalog, boxes: Give) -> None:
    mine = boxes(2)
    offer = catalog.offer(SETUP)
    assert offer is not None
    nasty = "a'; touch owned; echo '$(touch owned)"
    step = RecipeStep(what="start", where="head", argv=("echo", nasty), source="s", locator="l", note=nasty)
    changed = offer._replace(
        recipe=offer.recipe.model_copy(update={"repository": "/tmp", "commit": None}),
        setup=offer.setup.model_copy(update={"steps": (step,)}),
    )
    plan = plan_for(catalog, changed, (mine[0], mine[1]), "script")
    job = new_job(plan._replace(steps=tuple(one._replace(folder=None) for one in plan.steps[1:])))
    start(job)
    run(mine[0], ("sleep", "1"))
    assert run(mine[0], ("sh", "-c", "find . -name owned")).out == ""
    assert nasty in run(mine[0], ("sh", "-c", "cat .local/state/spark-tui/jobs/*/log")).out
