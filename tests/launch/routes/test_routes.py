"""Which routes setups really have, what a person does, what is asked for, and what is warned of."""

from collections import Counter

import pytest

from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.recipe import Step as RecipeStep
from spark_tui.launch.box import Box
from spark_tui.launch.routes.offered import PlanError, plan_for, routes
from tests.launch.routes.plans import BOXES, commands, offer, plan


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
                assert "--set" in str(error), one.setup.id
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


def test_what_another_program_needs_is_done_by_hand_and_the_rest_is_run(catalog: Catalog) -> None:
    """README of vcruz305 at 2618e75, TensorFold TP4: a log in to Hugging Face comes first, and `hosts` is filled in."""
    found = plan(catalog, "vcruz305-tensorfold-glm-5.3@4")
    assert sum("hf auth login" in text for text in found.by_hand) == 4
    assert not any("login" in step.argv for step in found.steps)
    assert commands(found)[-1] == "bash tensorfold-four-spark-tp4/serve.sh up"
    assert [step.serves for step in found.steps_on("spark-a")][-2:] == [False, True]  # Before it, a preflight.


@pytest.mark.parametrize(
    ("setup", "text"),
    [
        ("hawkbearpig-dgpp-glm-5.3-flash@2", "./scripts/setup.sh (Guided: asks for model and boxes"),
        ("hasso5703-sglang-qwen3.8-27b@1", "sudo systemctl start qwen38-sglang"),
        ("benkatzir-sglang-deepseek-v4.1-flash@3", "sudo bash scripts/launch.sh 0 start"),
        ("kindlingai-vllm-glm-5.3-flash@2", "image/build.sh (Then copy the image to the other boxes"),
    ],
)
def test_where_a_person_is_needed_midway_nothing_is_run(catalog: Catalog, setup: str, text: str) -> None:
    one = offer(catalog, setup)
    found = plan(catalog, setup)
    assert found.steps == found.stop == ()
    assert "typed by hand" in routes(one)[1].why
    assert found.by_hand[0].startswith(f"on spark-a: git clone {one.recipe.repository}, then git checkout")
    assert any(text in line for line in found.by_hand)
    assert found.port == one.setup.port  # Once all of it is done, its API is looked for there.


def test_submodules_come_along_where_the_recipe_clones_them(catalog: Catalog) -> None:
    found = plan(catalog, "jayleaton-tensorfold-deepseek-v4.1-flash@4")
    assert "git submodule --quiet update --init --recursive" not in commands(found)
    given = {"model folder": "/m", "DeepSeek's files": "/d", "Engram folder": "/e"}
    found = plan(catalog, "jayleaton-tensorfold-deepseek-v4.1-flash@2", "script", given)
    assert commands(found)[2] == "git submodule --quiet update --init --recursive"


def test_settings_that_the_boxes_tell_whole_need_nobody(catalog: Catalog) -> None:
    """README of strusty at 066ac44: WORKER1 and WORKER2 go into scripts/local.sh."""
    found = plan(catalog, "strusty-vllm-glm-5.3-flash@3")
    assert commands(found)[2].endswith("settings scripts/local.sh WORKER1=nv@spark-b WORKER2=nv@spark-c")
    assert found.by_hand == ()


def test_each_worker_of_a_list_stands_in_it_once(catalog: Catalog) -> None:
    found = plan(catalog, "sf-stav-velogb10-qwen3.8-flash-next@4", "script", {"model folder": "/m"})
    nodes = "192.168.200.12:29500,192.168.200.13:29500,192.168.200.14:29500"
    assert f"--tp 4 --nodes {nodes} --model-dir /m" in commands(found)[-1]
    assert commands(found, "spark-d")[-1] == "./gb10_inference --node --port 29500"


def test_ranks_are_filled_in_on_every_box(catalog: Catalog) -> None:
    found = plan(catalog, "tonyd2wild-vllm-glm-5.3@4")
    assert [commands(found, box.name)[-1] for box in BOXES[:4]] == [
        f"./launch/launch-glm53-tp4.sh {rank} mtp" for rank in range(4)
    ]


def test_what_only_the_owner_knows_is_asked_for_and_filled_in(catalog: Catalog) -> None:
    setup = "sf-stav-velogb10-qwen3.8-flash-next@2"
    with pytest.raises(PlanError, match="leave open what only you know: model folder"):
        plan(catalog, setup)
    found = plan(catalog, setup, "script", {"model folder": "/m", "model folder on spark-a": "/head's own"})
    assert "/head's own" in found.steps_on("spark-a")[-1].argv


def test_an_address_that_the_owner_did_not_say_is_asked_for(catalog: Catalog) -> None:
    one = offer(catalog, "ashxhart-tensorfold-glm-5.3-flash@2")
    with pytest.raises(PlanError, match="fabric is not known of a, b"):
        plan_for(catalog, one, (Box("a", "nv@a"), Box("b", "nv@b")), "script")


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


def test_a_step_of_a_strangers_file_breaks_nothing(catalog: Catalog) -> None:
    base = offer(catalog, "miaai-lab-tensorfold-glm-5.3-flash@2")
    steps = (
        RecipeStep(what="prepare", where="head", argv=("cp",), source="s", locator="l", note="fill in x.env"),
        RecipeStep(what="prepare", where="head", argv=("git", "clone"), source="s", locator="l"),
        RecipeStep(what="start", where="head", argv=("docker",), source="s", locator="l",
                   note="Opens a shell in the container"),
        RecipeStep(what="start", where="head", argv=("<",), source="s", locator="l"),
    )  # fmt: skip
    found = plan_for(catalog, base._replace(setup=base.setup.model_copy(update={"steps": steps})), BOXES[:2], "script")
    assert commands(found)[-2:] == ["docker", "<"]
