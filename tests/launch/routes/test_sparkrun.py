"""The route of sparkrun. Its options and registries were read in 0.4.2, and what it refuses was run."""

import pytest

from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.imported.collection import Collection, contents, keep
from spark_tui.catalog.imported.entries import Known
from spark_tui.launch.box import Box
from spark_tui.launch.routes.offered import plan_for, routes
from tests.launch.routes.plans import BOXES, commands, offer, plan

YAML = b"""
recipe_version: "2"
model: Example/Demo-120B-A10B-FP8
runtime: vllm
container: ghcr.io/example/vllm-spark:1.0
min_nodes: 2
defaults: {port: 8000, tensor_parallel: 2}
pre_exec: [echo hello]
command: vllm serve {model} --port {port} -tp {tensor_parallel}
"""


def test_a_recipe_of_a_registry_is_checked_shown_and_run(catalog: Catalog) -> None:
    """`recipe validate X --json`, `run X -n`, `run X --no-follow`; `stop` without a recipe is an error there."""
    found = plan(catalog, "eugr-vllm-glm-5.3-flash@2", "sparkrun")
    called = "@eugr/glm-5.3-flash-nvidia-nvfp4"
    assert commands(found, "here") == [
        f"uvx --from sparkrun==0.4.* sparkrun recipe validate {called} --json",
        f"uvx --from sparkrun==0.4.* sparkrun run {called} --hosts nv@spark-a,nv@spark-b -n",
        f"uvx --from sparkrun==0.4.* sparkrun run {called} --hosts nv@spark-a,nv@spark-b --no-follow",
    ]
    assert found.stop[0].argv[4:] == ("stop", called, "--hosts", "nv@spark-a,nv@spark-b")
    assert found.head == BOXES[0]  # Where its API will be; this machine only runs sparkrun.
    texts = " ".join(warned.text for warned in found.warnings)
    assert "SPARKRUN_NO_TELEMETRY=1" in texts
    assert "as its registry has it today" in texts


def test_a_recipe_below_a_folder_keeps_its_path(catalog: Catalog) -> None:
    found = plan(catalog, "eugr-vllm-fp8-glm-5.3-flash@4", "sparkrun")
    assert "@eugr/4x-spark-cluster/glm-5.3-flash" in found.steps[0].argv


def test_a_profile_of_which_the_file_only_tells_is_not_what_it_would_run(catalog: Catalog) -> None:
    assert not routes(offer(catalog, "eugr-vllm-glm-5.3-flash@2:bf16-dense"))[0].available


def imported(catalog: Catalog, address: str | None, path: str) -> Catalog:
    collection = Collection(name="c", label="c", owner="o", origin="x", what="git", address=address, commit="a" * 40,
                            read_on="2026-12-01", files=(keep(path, YAML),))  # fmt: skip
    found = contents(collection, Known({}, frozenset({"vllm"})))
    lists = {name: (*getattr(catalog.content, name), *getattr(found.fragment, name))
             for name in ("models", "weights", "recipes", "sources")}  # fmt: skip
    return Catalog(catalog.content.model_copy(update=lists))


@pytest.mark.parametrize(
    ("address", "path", "called"),
    [
        ("https://github.com/spark-arena/recipe-registry.git", "official-recipes/q/demo.yaml", "@official/q/demo"),
        ("https://github.com/spark-arena/recipe-registry", "experimental-recipes/demo.yml", "@experimental/demo"),
        ("https://github.com/Atlas-Inf/sparkrun-recipes", "recipes/demo.yaml", "@atlas/demo"),
        ("https://github.com/somebody/else", "recipes/demo.yaml", None),
        ("https://github.com/spark-arena/recipe-registry", "elsewhere/demo.yaml", None),
        (None, "recipes/demo.yaml", None),
    ],
)
def test_an_imported_recipe_has_the_name_that_sparkrun_gives_it(
    catalog: Catalog, address: str | None, path: str, called: str | None
) -> None:
    """From an address outside of spark-arena.com sparkrun fetches nothing, unless it is told to trust it."""
    mine = imported(catalog, address, path)
    one = offer(mine, "c.demo@2")
    assert routes(one)[0].available == (called is not None)
    assert not routes(one)[1].available  # Its command runs inside a container that sparkrun makes.
    if called:
        found = plan_for(mine, one, BOXES[:2], "sparkrun")
        assert all(called in step.argv for step in (*found.steps, *found.stop))
        assert not any("--trust" in step.argv for step in found.steps)
        assert any("shell commands of its own: pre_exec" in warned.text for warned in found.warnings)


def test_this_machine_as_a_box_is_named_by_what_the_others_know(catalog: Catalog) -> None:
    mine = (Box("here", None, "192.168.200.11"), BOXES[1])
    found = plan_for(catalog, offer(catalog, "eugr-vllm-glm-5.3-flash@2"), mine, "sparkrun")
    assert found.boxes == mine
    assert "192.168.200.11,nv@spark-b" in found.steps[1].argv
