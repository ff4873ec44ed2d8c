"""Reading sparkrun (version 2) and eugr (version 1) recipe files: what they state, and what stays unknown."""

import pytest

from spark_tui.catalog.imported.problem import NotUnderstoodError
from spark_tui.catalog.imported.stated import stated
from spark_tui.catalog.imported.yamltext import read_mapping

V2 = """
recipe_version: "2"
model: example/Demo-120B-FP8
runtime: vllm-distributed
container: ghcr.io/example/vllm:1.0
min_nodes: 2
max_nodes: 2
metadata: {description: two boxes, maintainer: Jo <jo@example.com>, model_dtype: fp8}
defaults:
  port: 8000
  tensor_parallel: 2
  max_model_len: 131072
  max_num_seqs: 4
  kv_cache_dtype: fp8_e4m3
  served_model_name: demo
  speculative_config: '{"method": "dflash", "model": "example/Draft", "num_speculative_tokens": 7}'
env: {NCCL_DEBUG: WARN, HF_TOKEN: hf_abcdefghijklmnopqrst, N: 1, FLAG: true}
command: |
  vllm serve {model} \\
    --served-model-name {served_model_name} --port {port} -tp {tensor_parallel} \\
    --speculative-config '{speculative_config}' --limit '{"image": 4}' --max-model-len {max_model_len}
"""
V1 = """
recipe_version: "1"
name: Demo on three
description: three boxes
model: example/Demo
container: vllm-node
cluster_only: true
mods: [mods/fix-a, mods/fix-b]
defaults: {port: 8000, tensor_parallel: 1, pipeline_parallel: 3}
env: {}
command: |
  # a remark
  vllm serve example/Demo --port {port} -tp {tensor_parallel} -pp {pipeline_parallel} \\
    --kv-cache-dtype fp8 --max-num-seqs 8 --override '{{"top_p":0.95}}'
"""


def read(text: str, *changes: tuple[str, str]):
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return stated(read_mapping(text.encode()).data)


def test_a_sparkrun_recipe_is_read_field_by_field():
    said = read(V2)

    assert (said.repo, said.engine, said.boxes, said.tensor) == ("example/Demo-120B-FP8", "vllm", 2, 2)
    assert (said.window, said.slots, said.port, said.served_name) == (131072, 4, 8000, "demo")
    assert (said.kv, said.precision, said.image) == ("fp8_e4m3", "fp8", "ghcr.io/example/vllm:1.0")
    assert said.drafter == ("dflash with example/Draft (7 tokens)", "example/Draft")
    assert said.argv[:5] == ("vllm", "serve", "example/Demo-120B-FP8", "--served-model-name", "demo")
    assert '{"image": 4}' in said.argv
    assert said.environment == ("NCCL_DEBUG=WARN", "HF_TOKEN", "N=1", "FLAG=true")


def test_an_eugr_recipe_is_read_field_by_field():
    said = read(V1)

    assert (said.name, said.description, said.engine) == ("Demo on three", "three boxes", "vllm")
    assert (said.boxes, said.tensor, said.pipeline) == (3, 1, 3)
    assert (said.kv, said.slots, said.window) == ("fp8", 8, None)
    assert said.patches == ("mods/fix-a", "mods/fix-b")
    assert said.argv[-1] == '{"top_p":0.95}'


@pytest.mark.parametrize(
    ("changes", "boxes"),
    [
        ([("min_nodes: 2\n", "")], 2),
        ([("-tp {tensor_parallel}", "-tp 1"), ("max_nodes: 2", "max_nodes: 4")], 2),
        ([("-tp {tensor_parallel}", "--tensor-parallel-size=4"), ("max_nodes: 2\n", "")], 4),
        ([("-tp {tensor_parallel}", "-tp 2 -pp 2"), ("max_nodes: 2\n", "")], 4),
        ([("-tp {tensor_parallel}", "-tp 2 --data-parallel-size 2"), ("max_nodes: 2\n", "")], 4),
        ([("min_nodes: 2\nmax_nodes: 2\n", "solo_only: true\n")], 1),
        ([("tensor_parallel: 2\n", "x: 1\n"), (" -tp {tensor_parallel}", "")], 2),
        ([("vllm-distributed", "atlas"), ("min_nodes: 2\nmax_nodes: 2", "max_nodes: 4"), ("x", "x")], 2),
    ],
)
def test_boxes_are_the_larger_of_min_nodes_and_the_split(changes, boxes):
    assert read(V2, *changes).boxes == boxes


def test_atlas_splits_over_experts():
    text = "model: a/b\nruntime: atlas\ncontainer: c\ndefaults: {ep_size: 2, max_batch_size: 1}\n"

    assert (read(text).boxes, read(text).boxes_from, read(text).argv) == (2, "expert parallel 2", ())


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        (
            V2.replace("tensor_parallel: 2", "tensor_parallel: 4"),
            "box count",
            "tensor parallel 4 x pipeline parallel 1, b",
        ),
        (V2.replace("_nodes: 2", "_nodes: 16"), "box count", "needs 16 boxes; at most 8"),
        (V2.replace("min_nodes: 2", "min_nodes: two"), "box count", "has a min_nodes that is no number"),
        ("model: a/b\ncommand: vllm serve a/b\ncluster_only: true", "box count", "says nowhere how many"),
        ("command: docker compose up\n", "no model", "names no model"),
        ("recipe_version: '2'\nmodel: '{x}'\n", "no model", "names no model"),
        ("framework: llama-benchy\nargs: {}\n", "no recipe", "neither a command nor a model"),
        ("services: {web: {image: x}}\n", "no recipe", "neither a command nor a model"),
        ("model: a/b\ncommand: x\ndefaults: [1]\n", "no recipe", "its defaults are no settings"),
        ("model: a/b\ncommand: x\ninclude: base.yaml\n", "made of other files", "include"),
    ],
)
def test_what_is_not_understood_is_said(text, kind, says):
    with pytest.raises(NotUnderstoodError, match=says) as caught:
        read(text)
    assert caught.value.kind == kind


@pytest.mark.parametrize(
    ("text", "model", "repo", "quant", "engine"),
    [
        ("command: vllm serve a/b --port 1", "a/b", "a/b", None, "vllm"),
        ("command: python3 -m sglang.launch_server --model-path a/b", "a/b", "a/b", None, "sglang"),
        ("command: llama-server -hf a/b-GGUF:Q4_K_M", "a/b-GGUF", "a/b-GGUF", "Q4_K_M", "llama-cpp"),
        ("model: a/b-GGUF:Q8_0\nruntime: llama-cpp\ncommand: x", "a/b-GGUF", "a/b-GGUF", "Q8_0", "llama-cpp"),
        ("model: ~/gguf/Some-Model-IQ2.gguf\nruntime: ds4-cuda\nrecipe_version: 4", "Some-Model-IQ2", None, None, None),
        ("model: Some-Model\ncommand: vllm serve /model", "Some-Model", None, None, "vllm"),
        ("model: a/b\nruntime: trtllm\ncontainer: c", "a/b", "a/b", None, "tensorrt-llm"),
    ],
)
def test_model_and_engine_are_found_where_they_stand(text, model, repo, quant, engine):
    said = read(text)

    assert (said.model, said.repo, said.quant, said.engine) == (model, repo, quant, engine)


def test_llama_cpp_parts_its_window_among_slots():
    text = "model: a/b:Q4\nruntime: llama-cpp\ndefaults: {ctx_size: 65536, parallel: %d}\ncommand: llama-server"

    assert read(text % 1).window == 65536
    assert (read(text % 4).window, read(text % 4).slots) == (None, 4)


@pytest.mark.parametrize(
    ("written", "window"),
    [("'128k'", 128000), ("128K", 131072), ("auto", None), ("1e400", None), ("true", None), (".nan", None),
     ("-5", None), ("9" * 30, None), ("[1]", None)],
)  # fmt: skip
def test_a_window_is_a_number_or_unknown(written, window):
    assert read(V2, ("max_model_len: 131072", f"max_model_len: {written}")).window == window


def test_what_a_command_needs_a_shell_for_is_no_step():
    assert read(V2, ("  vllm serve", "  pip install x && vllm serve")).argv == ()
    assert read(V2, ("  vllm serve", "  export A=1\n  vllm serve")).argv == ()
    assert read(V2, ("{served_model_name}", "$NAME")).argv == ()
    assert read(V2, ("  vllm serve", "  A=1 vllm serve")).environment[0] == "A=1"


def test_a_placeholder_without_a_default_stays_one():
    assert "<head_ip>" in read(V2, ("--port {port}", "--port {port} --host {head_ip}")).argv


def test_secrets_are_left_out():
    said = read(V2, ("--port", "--api-key abc123 --hf-token=xyz --x sk-abcdefghijklmnopqrstuv --port"))

    text = " ".join((*said.argv, *said.environment))
    assert all(secret not in text for secret in ("abc123", "xyz", "sk-abc", "hf_abc"))
    assert "--max-model-len 131072" in text
