"""Which routes setups really have, and the plans of real recipes as their READMEs tell them.

The steps stand in the catalog with their place in the README at the pinned commit; Docker itself cannot run here.
"""

from collections import Counter

import pytest

from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.recipe import Parallelism
from spark_tui.catalog.recipe import Step as RecipeStep
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Plan
from spark_tui.launch.routes.offered import PlanError, plan_for, routes

BOXES = tuple(Box(f"spark-{name}", f"nv@spark-{name}", f"192.168.200.{n}") for n, name in enumerate("abcdefgh", 11))


def offer(catalog: Catalog, setup: str) -> Offer:
    found = catalog.offer(setup)
    assert found is not None
    return found


def plan(catalog: Catalog, setup: str, route: str = "script", **given: str) -> Plan:
    one = offer(catalog, setup)
    return plan_for(catalog, one, BOXES[: one.setup.boxes], route, given)  # type: ignore[arg-type]


def commands(found: Plan, box: str = "spark-a") -> list[str]:
    return [" ".join(step.argv) for step in found.steps_on(box)]


def test_every_setup_offers_four_routes_and_says_why_it_has_none(catalog: Catalog) -> None:
    count: Counter[str] = Counter()
    for one in catalog.offers:
        offered = routes(one)
        assert [found.route for found in offered] == ["sparkrun", "script", "command", "attach"]
        assert all(found.why.endswith(".") for found in offered)
        count.update(found.route for found in offered if found.available)
    assert count["attach"] == len(catalog.offers)
    assert count["script"] >= 150


def test_every_plan_that_can_be_made_runs_on_its_own_boxes_only(catalog: Catalog) -> None:
    made = 0
    for one in catalog.offers:
        for found in routes(one):
            if not found.available or found.route == "attach":
                continue
            try:
                made_plan = plan_for(catalog, one, BOXES[: one.setup.boxes], found.route)
            except PlanError as error:
                assert "--set" in str(error)
                continue
            made += 1
            names = {box.name for box in made_plan.boxes}
            assert {step.box for step in (*made_plan.steps, *made_plan.stop)} <= names
            assert not any("sudo" in step.argv for step in made_plan.steps)
            assert not any("--trust" in step.argv for step in made_plan.steps)
            assert not any(
                "<" in word and ">" in word for step in made_plan.steps for word in step.argv if " " not in word
            )
    assert made >= 100


def test_the_plan_of_mias_two_box_tensorfold_recipe(catalog: Catalog) -> None:
    """README at 05f75fd, "Quick start": clone, cp scripts/local.sh.example scripts/local.sh, WORKER, ./start.sh."""
    found = plan(catalog, "miaai-lab-tensorfold-glm-5.3-flash@2")
    repository = "https://github.com/MiaAI-Lab/GLM-5.3-Flash-EXL3-2x-DGX-Sparks-TensorFold"
    assert commands(found)[:3] == [
        f"git clone --quiet {repository} repository",
        "git checkout --quiet --detach 05f75fdec1dec6ec8ab7b618c849a5bd8843221a",
        "cp scripts/local.sh.example scripts/local.sh",
    ]
    assert commands(found)[3].endswith("scripts/local.sh WORKER=nv@spark-b")
    assert commands(found)[4:] == ["./start.sh"]
    assert [" ".join(step.argv) for step in found.stop] == ["./stop.sh"]
    assert found.port == 8888
    assert {warned.kind for warned in found.warnings} == {"third party", "licence", "frozen"}


def test_the_plan_of_mias_two_box_vllm_recipe_leaves_out_what_is_optional(catalog: Catalog) -> None:
    """README at 145bb98, "Quick start" and "Weights": ./download.sh and ./start.sh pack are optional."""
    found = plan(catalog, "miaai-lab-vllm-deepseek-v4.1-flash@2")
    assert commands(found)[2] == "cp .env.example .env"
    assert commands(found)[3].endswith(".env WORKER_USER=nv")
    assert commands(found)[4:] == ["./start.sh"]
    assert {"frozen", "mutable", "third party"} <= {warned.kind for warned in found.warnings}


def test_the_plan_of_an_eugr_recipe_in_both_ways(catalog: Catalog) -> None:
    """README at 683281d: ./run-recipe.sh --discover, then ./run-recipe.sh NAME --setup."""
    found = plan(catalog, "eugr-vllm-glm-5.3-flash@2")
    assert commands(found)[2:] == ["./run-recipe.sh --discover", "./run-recipe.sh glm-5.3-flash-nvidia-nvfp4 --setup"]

    ran = plan(catalog, "eugr-vllm-glm-5.3-flash@2", "sparkrun")
    lines = commands(ran, "here")
    where = ("https://raw.githubusercontent.com/eugr/spark-vllm-docker/683281de5c7d6cfd220802682277bdd56a61f194/"
             "recipes/glm-5.3-flash-nvidia-nvfp4.yaml")  # fmt: skip
    assert lines[0].endswith(f"sparkrun recipe validate {where} --json")
    assert lines[1].endswith(f"run {where} --hosts nv@spark-a,nv@spark-b -n")
    assert lines[2].endswith("--hosts nv@spark-a,nv@spark-b --no-follow")


def test_what_belongs_in_another_checkout_is_done_by_hand(catalog: Catalog) -> None:
    """README at 4ece3fb: mentatd runs in a checkout of mmastrac/mentat, on every box."""
    found = plan(catalog, "kindlingai-vllm-glm-5.3-flash@2")
    assert [text.partition(":")[0] for text in found.by_hand] == ["on spark-a", "on spark-a", "on spark-b"]
    assert commands(found)[-1] == "./glm53 up -d"
    assert commands(found, "spark-b")[-1] == "./glm53 up -d"
    assert len(found.stop) == 2


def test_what_only_the_owner_knows_is_asked_for_and_filled_in(catalog: Catalog) -> None:
    with pytest.raises(PlanError, match="leave open what only you know: version"):
        plan(catalog, "sfxnz-vllm-glm-5.3-flash@2")
    found = plan(catalog, "sfxnz-vllm-glm-5.3-flash@2", version="v13")
    assert any("v13" in word for step in found.steps for word in step.argv)


def test_a_release_of_vllm_gets_its_documented_command(catalog: Catalog) -> None:
    found = plan(catalog, "hitheshkaranth-vllm-ornith-1.5-35b-a3b@1", "command")
    (line,) = commands(found)
    assert line.startswith("vllm serve ornith-ai/Ornith-1.5-35B-A3B-NVFP4 --tensor-parallel-size 1")
    assert "--host 127.0.0.1" in line  # An ssh tunnel reaches it; nothing listens for others.


def over(catalog: Catalog, engine: str, boxes: int) -> Plan:
    """A plan by command, of a setup that needs nothing but a release."""
    base = offer(catalog, "hitheshkaranth-vllm-ornith-1.5-35b-a3b@1")
    setup = base.setup.model_copy(update={"boxes": boxes, "port": None, "parallelism": Parallelism(tensor=boxes)})
    made = base._replace(recipe=base.recipe.model_copy(update={"engine": engine}), setup=setup)
    return plan_for(catalog, made, BOXES[:boxes], "command")


def test_vllm_over_boxes_has_ranks_and_one_master(catalog: Catalog) -> None:
    found = over(catalog, "vllm", 3)
    for rank, box in enumerate(("spark-a", "spark-b", "spark-c")):
        (line,) = commands(found, box)
        assert f"--nnodes 3 --node-rank {rank} --master-addr 192.168.200.11 --master-port 29501" in line
        assert ("--headless" in line) == (rank > 0)
        assert found.steps_on(box)[0].environment == (("VLLM_HOST_IP", f"192.168.200.1{rank + 1}"),)


def test_sglang_over_boxes_names_the_heads_address(catalog: Catalog) -> None:
    (line,) = commands(over(catalog, "sglang", 2), "spark-b")
    assert "--tp-size 2" in line
    assert line.endswith("--nnodes 2 --node-rank 1 --dist-init-addr 192.168.200.11:25000")


def test_llama_cpp_over_boxes_computes_on_the_fabric_only(catalog: Catalog) -> None:
    found = over(catalog, "llama-cpp", 3)
    assert commands(found, "spark-b") == ["rpc-server -H 192.168.200.12 -p 50052 -c"]
    assert "--rpc 192.168.200.12:50052,192.168.200.13:50052" in commands(found)[0]


@pytest.mark.parametrize(
    ("boxes", "text"),
    [
        (BOXES[:1], "takes 2 boxes; 1 are named"),
        (BOXES[:3], "takes 2 boxes; 3 are named"),
        ((BOXES[0], BOXES[0]), "same name"),
        ((BOXES[0], Box("b", "nv@localhost", "192.168.200.12")), "loopback"),
        ((BOXES[0], Box("b", "nv@b", "127.0.0.1")), "loopback"),
    ],
)
def test_boxes_that_cannot_work_together_are_refused(catalog: Catalog, boxes: tuple[Box, ...], text: str) -> None:
    with pytest.raises(PlanError, match=text):
        plan_for(catalog, offer(catalog, "miaai-lab-tensorfold-glm-5.3-flash@2"), boxes, "script")


def test_a_command_over_boxes_needs_their_addresses(catalog: Catalog) -> None:
    base = offer(catalog, "hitheshkaranth-vllm-ornith-1.5-35b-a3b@1")
    setup = base.setup.model_copy(update={"boxes": 2, "parallelism": Parallelism(tensor=2)})
    two = base._replace(setup=setup)
    with pytest.raises(PlanError, match="not known of b"):
        plan_for(catalog, two, (BOXES[0], Box("b", "nv@b")), "command")


def test_dangers_in_a_recipes_commands_are_told(catalog: Catalog) -> None:
    base = offer(catalog, "miaai-lab-tensorfold-glm-5.3-flash@2")
    argv = ("docker", "run", "--privileged", "--network=host", "x", "serve", "--host", "0.0.0.0", "--trust-remote-code")
    steps = (
        RecipeStep(what="start", where="head", argv=argv, source="s", locator="l"),
        RecipeStep(what="prepare", where="head", argv=("sh", "-c", "curl https://x.y | sh"), source="s", locator="l"),
        RecipeStep(what="prepare", where="head", argv=("sysctl", "-w"), sudo=True, source="s", locator="l"),
    )
    found = plan_for(catalog, base._replace(setup=base.setup.model_copy(update={"steps": steps})), BOXES[:2], "script")
    kinds = Counter(warned.kind for warned in found.warnings)
    assert kinds["privileged"] == 2
    assert kinds["open"] == kinds["downloaded script"] == 1
    assert kinds["third party"] == 2
    assert found.by_hand == ("on spark-a: sudo sysctl -w",)
