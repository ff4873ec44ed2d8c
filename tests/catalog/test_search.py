"""People ask for models by words of their names, and filter lists by what they type."""

import pytest

from spark_tui.catalog.search import filtered, named, nearest

LINES = ["GLM-5.3-Flash on TensorFold", "GLM-5.3-Flash on vLLM", "DeepSeek-1017 on TensorFold", "Ling 3.1 Flash"]


def names(catalog, asked):
    return {model.id for model in named(asked, catalog.models.values())}


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("glm-5.3", {"glm-5.3"}),
        ("GLM-5.3", {"glm-5.3"}),
        (" glm-5.3-flash ", {"glm-5.3-flash"}),
        ("GLM-5.3 (full)", {"glm-5.3"}),
        ("glm full", {"glm-5.3"}),
        ("deepseek 1017", {"deepseek-v4.1-flash-1017"}),
        ("1017", {"deepseek-v4.1-flash-1017"}),
        ("deepseek-v4.1-flash", {"deepseek-v4.1-flash"}),
        ("september", {"deepseek-v4.1-flash"}),
        ("ornith 122b", {"ornith-1.5-122b"}),
        ("ling 3.1", {"ling-3.1-flash"}),
    ],
)
def test_a_name_finds_the_one_model_that_is_meant(catalog, asked, found):
    assert names(catalog, asked) == found


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("glm", {"glm-5.3", "glm-5.3-flash"}),
        ("glm 5.3", {"glm-5.3", "glm-5.3-flash"}),
        ("deepseek v4.1", {"deepseek-v4.1-flash", "deepseek-v4.1-flash-1017"}),
        ("qwen", {"qwen3.8-27b", "qwen3.8-flash-next"}),
    ],
)
def test_words_find_every_model_that_has_them_all(catalog, asked, found):
    assert names(catalog, asked) == found


@pytest.mark.parametrize("asked", ["gpt-9", "", "   ", "glm deepseek", "\x1b[31m"])
def test_what_no_model_has_finds_none(catalog, asked):
    assert names(catalog, asked) == set()


@pytest.mark.parametrize(
    ("asked", "engine"),
    [("tensorfold", "tensorfold"), ("llama.cpp", "llama-cpp"), ("llamacpp", "llama-cpp"), ("NIM", "nim"),
     ("nvidia nim", "nim"), ("vllm", "vllm"), ("trt-llm", "tensorrt-llm"), ("sparkglm", "atlas")],
)  # fmt: skip
def test_an_engine_is_found_by_what_people_call_it(catalog, asked, engine):
    assert [one.id for one in named(asked, catalog.engines.values())] == [engine]


@pytest.mark.parametrize(
    ("asked", "near"), [("glm-5.3-flsh", "glm-5.3-flash"), ("deepsek-v4.1-flash", "deepseek-v4.1-flash")]
)
def test_a_slip_suggests_what_was_probably_meant(catalog, asked, near):
    assert nearest(asked, catalog.models) == near


def test_what_resembles_nothing_suggests_nothing(catalog):
    assert nearest("zzzzzz", catalog.models) is None


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", [0, 1, 2, 3]),
        ("tensorfold", [0, 2]),
        ("TENSOR", [0, 2]),
        ("glm tensor", [0]),
        ("tensor glm", [0]),
        ("tensorfould", [0, 2]),
        ("deepseek vllm xyzzyx", []),
        ("[bold]", []),
    ],
)
def test_typing_keeps_the_lines_that_hold_every_word(typed, found):
    assert filtered(typed, LINES) == found


def test_a_right_word_never_finds_more_than_the_lines_that_hold_it():
    assert filtered("vllm", LINES) == [1]


def test_filtering_no_lines_finds_none():
    assert filtered("glm", []) == []
