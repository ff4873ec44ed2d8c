"""The documented commands of engines, for setups that need nothing but a release."""

from typing import Any

import pytest

from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.recipe import Parallelism
from spark_tui.launch.box import Box
from spark_tui.launch.plan import Plan
from spark_tui.launch.routes.offered import PlanError, plan_for, routes
from tests.launch.routes.plans import BOXES, commands, offer, plan


def made(catalog: Catalog, engine: str, boxes: int, weights: dict[str, Any] | None = None, **setup: Any) -> Offer:
    """A setup that needs nothing but a release of an engine."""
    base = offer(catalog, "hitheshkaranth-vllm-ornith-1.5-35b-a3b@1")
    assert base.weights is not None
    settings = {"boxes": boxes, "port": None, "image": None, "parallelism": Parallelism(tensor=boxes), **setup}
    return base._replace(
        recipe=base.recipe.model_copy(update={"engine": engine}),
        setup=base.setup.model_copy(update=settings),
        weights=base.weights.model_copy(update=weights or {}),
    )


def over(catalog: Catalog, engine: str, boxes: int, weights: dict[str, Any] | None = None, **setup: Any) -> Plan:
    return plan_for(catalog, made(catalog, engine, boxes, weights, **setup), BOXES[:boxes], "command")


def test_vllm_on_one_box_runs_in_the_setups_image(catalog: Catalog) -> None:
    """`docker run --gpus all --ipc=host -v ~/.cache/huggingface:… IMAGE` of vLLM's own page "Using Docker"."""
    (line,) = (step.argv[2] for step in plan(catalog, "hitheshkaranth-vllm-ornith-1.5-35b-a3b@1", "command").steps)
    image = offer(catalog, "hitheshkaranth-vllm-ornith-1.5-35b-a3b@1").setup.image
    assert line.startswith("exec docker run --rm --gpus all --ipc host --network host -v ")
    assert f"--entrypoint vllm {image} serve ornith-ai/Ornith-1.5-35B-A3B-NVFP4 --tensor-parallel-size 1" in line
    assert "--host 127.0.0.1" in line  # An ssh tunnel reaches it; nothing listens for others.


def test_vllm_without_an_image_is_the_installed_one_at_the_pinned_revision(catalog: Catalog) -> None:
    (line,) = commands(over(catalog, "vllm", 1, {"revision": "abc123"}))
    assert line.startswith("vllm serve ornith-ai/Ornith-1.5-35B-A3B-NVFP4 --revision abc123 --tensor-parallel-size 1")


def test_vllm_over_boxes_has_ranks_and_one_master(catalog: Catalog) -> None:
    found = over(catalog, "vllm", 3)
    for rank, box in enumerate(("spark-a", "spark-b", "spark-c")):
        (line,) = commands(found, box)
        assert f"--nnodes 3 --node-rank {rank} --master-addr 192.168.200.11 --master-port 29501" in line
        assert ("--headless" in line) == (rank > 0)
        assert found.steps_on(box)[0].environment == (("VLLM_HOST_IP", f"192.168.200.1{rank + 1}"),)


def test_vllm_over_boxes_in_containers_gives_each_its_address(catalog: Catalog) -> None:
    found = over(catalog, "vllm", 2, image="vllm/vllm-openai:v0.30.0")
    for rank, box in enumerate(("spark-a", "spark-b")):
        (step,) = found.steps_on(box)
        assert f"-e VLLM_HOST_IP=192.168.200.1{rank + 1} --entrypoint vllm vllm/vllm-openai:v0.30.0" in step.argv[2]


def test_sglang_over_boxes_names_the_heads_address(catalog: Catalog) -> None:
    (line,) = commands(over(catalog, "sglang", 2), "spark-b")
    assert "--tp-size 2" in line
    assert line.endswith("--nnodes 2 --node-rank 1 --dist-init-addr 192.168.200.11:25000")


@pytest.mark.parametrize(
    ("files", "precision", "model"),
    [
        (("Demo-Q4_K_M.gguf",), "GGUF", "a/Demo-GGUF:Q4_K_M"),
        (("*UD-Q2_K_XL-*.gguf",), "GGUF", "a/Demo-GGUF:Q2_K_XL"),
        ((), "GGUF IQ4_XS", "a/Demo-GGUF:IQ4_XS"),
        ((), "GGUF", "a/Demo-GGUF"),
    ],
)
def test_llama_cpp_on_one_box(catalog: Catalog, files: tuple[str, ...], precision: str, model: str) -> None:
    """`llama-server -hf REPO:QUANT -ngl 99 --no-mmap --host … --port …` of llama.cpp's own README."""
    weights = {"repo": "a/Demo-GGUF", "files": files, "precision": precision}
    found = over(catalog, "llama-cpp", 1, weights, context_tokens=8192, served_name="demo")
    assert commands(found) == [f"llama-server -hf {model} -ngl 99 --no-mmap -c 8192 --alias demo --host 127.0.0.1 "
                               "--port 8080"]  # fmt: skip


def test_llama_cpp_over_boxes_computes_on_the_fabric_only(catalog: Catalog) -> None:
    found = over(catalog, "llama-cpp", 3)
    assert commands(found, "spark-b") == ["rpc-server -H 192.168.200.12 -p 50052 -c"]
    assert "--rpc 192.168.200.12:50052,192.168.200.13:50052" in commands(found)[0]
    assert any("rpc-server" in warned.text for warned in found.warnings if warned.kind == "open")


def test_ollama_pulls_and_loads_into_the_service_that_runs(catalog: Catalog) -> None:
    """`ollama run hf.co/REPO:QUANT` of Hugging Face's page; an empty prompt loads without a question (Ollama's FAQ)."""
    found = over(catalog, "ollama", 1, {"repo": "a/Demo-GGUF", "precision": "Q4_K_M"})
    assert [step.argv for step in found.steps] == [
        ("ollama", "pull", "hf.co/a/Demo-GGUF:Q4_K_M"), ("ollama", "run", "hf.co/a/Demo-GGUF:Q4_K_M", ""),
    ]  # fmt: skip
    assert found.port == 11434
    assert routes(made(catalog, "ollama", 2))[2].why == "Ollama serves from one box."


def test_nim_on_one_box_gets_its_key_by_name_and_its_login_by_hand(catalog: Catalog) -> None:
    found = over(catalog, "nim", 1, image="nvcr.io/nim/qwen/qwen3-32b-dgx-spark:latest")
    (step,) = found.steps
    assert "-e NGC_API_KEY " in step.argv[2]
    assert "-p 127.0.0.1:8000:8000 nvcr.io/nim/qwen/qwen3-32b-dgx-spark:latest" in step.argv[2]
    assert step.environment == (("NGC_API_KEY", None),)
    assert "docker login nvcr.io" in found.by_hand[0]


@pytest.mark.parametrize("engine", ["nim", "tensorrt-llm"])
def test_what_only_instructions_can_start_over_boxes_has_no_step(catalog: Catalog, engine: str) -> None:
    found = over(catalog, engine, 2)
    assert found.steps == ()
    assert found.by_hand[0].startswith("follow NVIDIA's")


def test_a_command_over_boxes_needs_their_addresses(catalog: Catalog) -> None:
    with pytest.raises(PlanError, match="not known of b:"):
        plan_for(catalog, made(catalog, "vllm", 2), (BOXES[0], Box("b", "nv@b")), "command")
