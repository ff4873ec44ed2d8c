"""Plans of real recipes, beside what their repositories say at the commit that the catalog names.

The texts were read when these tests were written; Docker and a Spark cannot be had here, so nothing of them is run.
"""

from spark_tui.catalog.catalog import Catalog
from tests.launch.routes.plans import commands, plan


def test_mias_two_box_tensorfold_recipe(catalog: Catalog) -> None:
    """README at 05f75fd, "Quick start".

    git clone, cp scripts/local.sh.example scripts/local.sh, "set WORKER=user@192.0.2.2 in it (and FABRIC_PEER, see
    below)", ./start.sh; "FABRIC_PEER to the worker's CX7 address" where WORKER is on another network.
    """
    found = plan(catalog, "miaai-lab-tensorfold-glm-5.3-flash@2")
    repository = "https://github.com/MiaAI-Lab/GLM-5.3-Flash-EXL3-2x-DGX-Sparks-TensorFold"
    assert commands(found)[:3] == [
        f"git clone --quiet {repository} repository",
        "git checkout --quiet --detach 05f75fdec1dec6ec8ab7b618c849a5bd8843221a",
        "cp scripts/local.sh.example scripts/local.sh",
    ]
    assert commands(found)[3].endswith("scripts/local.sh WORKER=nv@spark-b")
    assert commands(found)[4:] == ["./start.sh"]
    assert commands(found, "spark-b") == []  # "The worker needs no copy of this repository."
    assert [" ".join(step.argv) for step in found.stop] == ["./stop.sh"]
    assert found.by_hand == ()
    assert found.port == 8888
    assert {warned.kind for warned in found.warnings} == {"third party", "licence", "frozen"}


def test_a_third_box_is_named_as_that_recipe_names_it(catalog: Catalog) -> None:
    """scripts/local.sh.example: WORKER is rank 1, WORKER2 is rank 2."""
    found = plan(catalog, "miaai-lab-tensorfold-glm-5.3-flash@3")
    assert commands(found)[3].endswith("scripts/local.sh WORKER=nv@spark-b WORKER2=nv@spark-c")
    assert commands(found)[4:] == ["./start-tp3.sh"]


def test_mias_two_box_vllm_recipe_takes_the_owners_settings(catalog: Catalog) -> None:
    """README at 145bb98, "Quick start", and .env.example: addresses and interfaces of her own boxes stand in it.

    "NCCL cannot use the 10.0.0.x loopback aliases — without these pins ncclCommInitRank hangs." ./download.sh and
    ./start.sh pack are optional there.
    """
    found = plan(catalog, "miaai-lab-vllm-deepseek-v4.1-flash@2")
    (asked,) = found.by_hand
    kept = ".config/spark-tui/miaai-lab-vllm-deepseek-v4.1-flash/.env"
    assert asked.startswith("on spark-a: fill in .env.example of https://github.com/MiaAI-Lab/")
    assert f"at commit 145bb98de2bd, and save it as ~/{kept}." in asked
    assert commands(found)[2].endswith(f"settings {kept} .env")
    assert commands(found)[3:] == ["./start.sh"]
    assert {"frozen", "mutable", "third party"} <= {warned.kind for warned in found.warnings}


def test_nvidias_one_box_container_and_the_command_in_it_are_one(catalog: Catalog) -> None:
    """models/qwen/qwen3.8-27b/dgx-spark/linux/vllm/128gb/nvfp4/recipe.yaml at dedcf6b, setup_command and command.

    Its `docker run --rm -it … --entrypoint /bin/bash IMAGE` opens a shell in which `vllm serve …` is typed.
    """
    found = plan(catalog, "nvidia-vllm-qwen3.8-27b@1")
    (step,) = found.steps
    assert step.argv[:2] == ("sh", "-c")
    line = step.argv[2]
    assert line.startswith(
        "exec docker run --rm --gpus all --ipc host --network host --shm-size=16g --ulimit memlock=-1 "
        '--ulimit stack=67108864 -e HF_TOKEN -v "$HOME"/.cache/huggingface:/root/.cache/huggingface '
        "--entrypoint vllm vllm/vllm-openai:v0.28.0 serve nvidia/Qwen3.8-27B-NVFP4 --host 0.0.0.0 --port 8000 "
        "--trust-remote-code --kv-cache-dtype fp8"
    )
    assert '\'{"method":"dflash","model": "z-lab/Qwen3.8-27B-DFlash2", "num_speculative_tokens":8}\'' in line
    assert step.environment == (("HF_TOKEN", None),)
    assert {"open", "privileged", "mutable"} <= {warned.kind for warned in found.warnings}


def test_nvidias_two_box_container_joins_the_ranks(catalog: Catalog) -> None:
    """models/z-ai/glm-5.3-flash/dgx-spark-2gpu/linux/vllm/nvfp4/recipe.yaml at dedcf6b: setup, head and worker.

    Its `<connectx-interface>` and `<roce-interface-1>,…` are each box's own.
    """
    given = {"interface": "enp1s0f0np0", "hca": "rocep1s0f0", "hca on spark-b": "rocep1s0f1"}
    found = plan(catalog, "nvidia-vllm-glm-5.3-flash@2", "script", given)
    for rank, box in enumerate(("spark-a", "spark-b")):
        (line,) = (step.argv[2] for step in found.steps_on(box))
        assert f"--nnodes 2 --node-rank {rank} --master-addr 192.168.200.11 --master-port 29501" in line
        assert line.endswith("--headless") == (rank == 1)
        assert "-e NCCL_SOCKET_IFNAME=enp1s0f0np0" in line
        assert f"-e NCCL_IB_HCA=rocep1s0f{rank} " in line
        assert f"-e VLLM_HOST_IP=192.168.200.1{rank + 1} " in line
        assert "-e VLLM_ENABLE_ROCE_ALLREDUCE=1" in line


def test_an_eugr_recipe_by_its_own_script(catalog: Catalog) -> None:
    """README, "2026-09-04": ./run-recipe.sh --discover, then ./run-recipe.sh NAME --setup, on the head."""
    found = plan(catalog, "eugr-vllm-glm-5.3-flash@2")
    assert commands(found)[2:] == ["./run-recipe.sh --discover", "./run-recipe.sh glm-5.3-flash-nvidia-nvfp4 --setup"]
    assert [step.again for step in found.steps] == [False, False, False, True]
    assert [step.serves for step in found.steps] == [False, False, False, True]


def test_enntitys_recipe_needs_no_more_than_its_worker(catalog: Catalog) -> None:
    """.env.example: "Copy to .env and edit. Only WORKER is required."."""
    found = plan(catalog, "enntity-sparkglm-glm-5.3-flash@2")
    assert commands(found)[2] == "cp .env.example .env"
    assert commands(found)[3].endswith("settings .env WORKER=nv@spark-b")
    assert commands(found)[4:] == ["./start.sh"]
    assert found.by_hand == ()
