"""`sizes`: what repositories weigh, for people and for scripts."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from spark_tui import paths
from spark_tui.catalog.repository import Wanted
from spark_tui.hub import kept
from tests.hub.server import Hub, Rules, serving
from tests.verbs import run

GB = 10**9
MIA = "Mia-AiLab/DeepSeek-V4.1-Flash-EXL3-2.9bpw"


def test_any_repository_gets_size_parameters_and_an_estimate_for_one_to_eight_boxes(
    hub: Hub, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"model-1.safetensors": 60 * GB, "model-2.safetensors": 60 * GB, "consolidated.safetensors": 120 * GB}
    hub.add("acme/new", files, parameters={"F8_E4M3": 119 * GB, "BF16": GB // 2}, licence="apache-2.0")

    code, out, err = run(capsys, "sizes", "acme/new")

    out = " ".join(out.split())
    assert (code, err) == (0, "")
    assert "120 GB in 2 files" in out
    assert "119.00B parameters in F8_E4M3" in out
    assert "licence apache-2.0" in out
    assert "Estimated, from the size of its files" in out
    assert "1 box: does not fit, needs at least 117.8 GiB a box." in out
    assert "2 boxes: may fit, 61.9 GiB a box without the KV cache; 48.1 GiB left for it." in out
    assert out.count("boxes: ") == 7


def test_each_gguf_file_is_a_model_of_its_own(hub: Hub, capsys: pytest.CaptureFixture[str]) -> None:
    hub.add("acme/gguf", {"big-Q2.gguf": 40 * GB, "big-Q8-00001-of-00002.gguf": 80 * GB,
                          "big-Q8-00002-of-00002.gguf": 70 * GB})  # fmt: skip

    code, out, _ = run(capsys, "sizes", "acme/gguf", "--json")

    (found,) = json.loads(out)["repositories"]
    assert code == 0
    assert [(one["name"], one["bytes"]) for one in found["holds"]] == [
        ("big-Q2.gguf", 40 * GB),
        ("big-Q8.gguf", 150 * GB),
    ]
    assert [one["estimates"][0]["verdict"] for one in found["holds"]] == ["unknown", "no"]


def test_a_recipe_gets_what_there_is_to_download_with_todays_sizes(
    hub: Hub, capsys: pytest.CaptureFixture[str]
) -> None:
    hub.add(MIA, {"model.safetensors": 200 * GB})

    code, out, err = run(capsys, "sizes", "miaai-lab-vllm-deepseek-v4.1-flash")

    assert code == 0
    assert f"({MIA}), 200 GB, one copy for all. [hugging-face-hub]" in " ".join(out.split())
    assert "Tables: DeepSeek-V4.1-Flash (September), official weights" in " ".join(out.split())
    assert "deepseek-ai/DeepSeek-V4.1-Flash is gone" in " ".join(out.split())
    assert err == ""


def test_the_whole_catalog_is_a_line_each_and_trouble_of_one_is_told_beside_it(
    hub: Hub, capsys: pytest.CaptureFixture[str]
) -> None:
    hub.add(MIA, {"model.safetensors": 200 * GB})
    code, out, err = run(capsys, "sizes")
    assert (code, err) == (0, "")
    assert f"   200 GB  just now        {MIA}\n" in out
    assert "  unknown  never           zai-org/GLM-5.3\n          !  zai-org/GLM-5.3 is gone from" in out


def test_within_a_day_nothing_is_asked_again_unless_told_to(hub: Hub, capsys: pytest.CaptureFixture[str]) -> None:
    hub.add("acme/new", {"a.safetensors": GB})
    run(capsys, "sizes", "acme/new")
    run(capsys, "sizes", "acme/new")
    assert len(hub.requests) == 1
    run(capsys, "sizes", "acme/new", "--refresh")
    assert len(hub.requests) == 2


def test_without_a_network_the_last_known_size_is_told_with_its_age(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HF_HUB_OFFLINE")
    with serving(Hub(tmp_path / "hub")) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        hub.add("acme/new", {"a.safetensors": GB})
        run(capsys, "sizes", "acme/new")
    known = kept.load(paths.database())[Wanted("acme/new")]
    assert known.now is not None
    old = known.now.model_copy(update={"seen": datetime.now(UTC) - timedelta(days=5)})
    kept.save(paths.database(), [kept.Answer(Wanted("acme/new"), old)])

    code, out, err = run(capsys, "sizes", "acme/new")

    assert code == 0
    assert "seen 5 days ago" in out
    assert err.startswith(f"{hub.url.removeprefix('http://')} cannot be reached")


def test_what_nobody_ever_saw_fails_with_one_sentence(hub: Hub, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "sizes", "acme/gone")
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert "acme/gone is gone from localhost" in err


@pytest.mark.parametrize(
    "typed",
    ["no-such-recipe", "miaai-lab-vllm-deepseek-v4.1-flash@7", " ", "a/b/c", "a/", "/", "a/b?x=1", f"a/{'b' * 200}"],
)
def test_what_is_neither_recipe_nor_repository_is_wrong_usage(capsys: pytest.CaptureFixture[str], typed: str) -> None:
    code, out, err = run(capsys, "sizes", typed)
    assert (code, out) == (2, "")
    assert "A repository is OWNER/NAME." in err


def test_sizes_of_today_stand_in_other_verbs_too(hub: Hub, capsys: pytest.CaptureFixture[str]) -> None:
    name = "local-inference-lab/Qwen3.8-Flash-Next-NVFP4"
    hub.add(name, {"model.safetensors": 60 * GB})

    def estimate() -> float:
        _, out, _ = run(capsys, "show", "local-inference-lab-qwen3.8-flash-next-nvfp4@2", "--json")
        return float(next(part["gib"] for part in json.loads(out)["fit"]["parts"] if part["name"] == "weights"))

    before = estimate()
    run(capsys, "sizes", name)

    assert before == pytest.approx(106e9 / 2**30 / 2, abs=0.1)
    assert estimate() == pytest.approx(60e9 / 2**30 / 2, abs=0.1)


def test_hostile_names_are_data(hub: Hub, capsys: pytest.CaptureFixture[str]) -> None:
    hub.add("acme/new", {"a.safetensors": GB})
    hub.rules["acme/new"] = Rules(answer={"id": "acme/\x1b[31mred\x1b]0;t\x07", "cardData": {"license": "[bold]x"}})
    code, out, _ = run(capsys, "sizes", "acme/new")
    assert code == 0
    assert "\x1b" not in out
    assert "Renamed: acme/new is acme/red now." in " ".join(out.split())
    assert "[bold]x" in out


def test_an_address_of_hugging_face_is_taken_for_its_repository(hub: Hub, capsys: pytest.CaptureFixture[str]) -> None:
    hub.add("acme/new", {"a.safetensors": GB, "original/a.pth": 9 * GB})
    code, out, _ = run(capsys, "sizes", "https://huggingface.co/acme/new")
    assert code == 0
    assert "acme/new: 1.0 GB in 1 file." in out
    assert "The repository holds 10.0 GB in 2 files in all." in out


def test_a_repository_without_files_has_no_fit(hub: Hub, capsys: pytest.CaptureFixture[str]) -> None:
    (hub.folder / "acme/empty").mkdir(parents=True)
    code, out, _ = run(capsys, "sizes", "acme/empty")
    assert code == 0
    assert "It holds no files." in out
    assert "may fit" not in out


def test_what_only_reads_pictures_is_no_model(hub: Hub, capsys: pytest.CaptureFixture[str]) -> None:
    hub.add("acme/sees", {"big-Q4.gguf": 40 * GB, "mmproj-F16.gguf": GB})
    _, out, _ = run(capsys, "sizes", "acme/sees", "--json")
    assert [one["name"] for one in json.loads(out)["repositories"][0]["holds"]] == ["big-Q4.gguf"]
