"""What to download, where it lies, how long it takes, and how fresh that is."""

from datetime import UTC, datetime, timedelta

import pytest

from spark_tui.advise.download import downloads, pieces, room_gb, setup_data, size_cell, total_gb
from spark_tui.advise.sentence import Section
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.catalog.repository import File, Known, Repository, Today, Trouble, TroubleKind
from spark_tui.catalog.weighing import wanted, weighed

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
GB = 10**9
MIA = "miaai-lab-tensorfold-glm-5.3-flash@2"
TWO_REPOSITORIES = "miaai-lab-vllm-deepseek-v4.1-flash@2"
MIA_WEIGHTS, DRAFTER = "mia-glm-5.3-flash-exl3-4bpw", "incoai-glm-5.3-flash-dflash2"


def offer(catalog: Catalog, setup: str) -> Offer:
    found = catalog.offer(setup)
    assert found is not None
    return found


def seen(catalog: Catalog, weights: str, *files: tuple[str, int], **more: object) -> Catalog:
    """The catalog after the Hub told of the files of some weights."""
    one = catalog.weights[weights]
    said = {"name": one.repo, "commit": "0123abcd", "seen": NOW - timedelta(hours=2),
            "files": tuple(File(path=path, bytes=size) for path, size in files), **more}  # fmt: skip
    trouble = said.pop("trouble", None)
    before = said.pop("before", None)
    known = Known(now=Repository.model_validate(said), before=before, trouble=trouble)  # type: ignore[arg-type]
    asked = wanted(one)
    assert asked is not None
    return weighed(catalog, Today({**catalog.today.known, asked: known}))


def text(sections: tuple[Section, ...]) -> str:
    return "\n".join(sentence.text for section in sections for sentence in section.sentences)


def test_published_sizes_stand_where_the_hub_was_not_asked(catalog: Catalog) -> None:
    found = pieces(catalog, offer(catalog, MIA))
    # 164 GiB and 176 GB are both published of the weights; 2.2 GiB is the most of the drafter.
    assert [(one.part.role, round(one.gb or 0, 1)) for one in found] == [("main", 176.1), ("draft", 2.4)]
    assert not any(one.told_today for one in found)


def test_todays_size_stands_where_the_hub_told_it(catalog: Catalog) -> None:
    live = seen(catalog, MIA_WEIGHTS, ("model.safetensors", 180 * GB))
    found = pieces(live, offer(live, MIA))
    assert [one.told_today for one in found] == [True, False]
    assert total_gb(found) == pytest.approx(182.4, abs=0.1)


def test_a_part_that_takes_shards_from_another_repository_weighs_only_these(catalog: Catalog) -> None:
    shards = [(f"model-{number:05}-of-00048.safetensors", 10 * GB) for number in range(1, 49)]
    live = seen(catalog, "deepseek-v4.1-flash-official", *shards, ("config.json", 0))
    (tables,) = [one for one in pieces(live, offer(live, TWO_REPOSITORIES)) if one.part.role == "tables"]
    assert tables.gb == 20


def test_tables_that_come_with_the_files_are_not_counted_twice(catalog: Catalog) -> None:
    for one in catalog.offers:
        found = pieces(catalog, one)
        names = [piece.weights.id for piece in found if piece.part.role in ("main", "tables")]
        assert len(names) == len(set(names)), one.setup.id


@pytest.mark.parametrize(
    ("mbit", "said"),
    [(250.0, "about 1 h 35 min at 250 Mbit/s."), (None, "about 3 h 58 min at 100 Mbit/s or 24 min at 1,000 Mbit/s.")],
)
def test_the_time_is_that_of_the_owner_s_line_or_of_two_examples(
    catalog: Catalog, mbit: float | None, said: str
) -> None:
    # 178.5 GB are 1,428 Gbit.
    assert said in text(downloads(catalog, offer(catalog, MIA), mbit, NOW))


def test_room_is_told_for_head_and_workers(catalog: Catalog) -> None:
    one = offer(catalog, MIA)
    head_only = one.recipe.parts[1].model_copy(update={"place": "head"})
    changed = one._replace(recipe=one.recipe.model_copy(update={"parts": (one.recipe.parts[0], head_only)}),
                           setup=one.setup.model_copy(update={"parts": None}))  # fmt: skip
    found = pieces(catalog, changed)
    assert room_gb(found, head=True) == pytest.approx(178.5, abs=0.1)
    assert room_gb(found, head=False) == pytest.approx(176.1, abs=0.1)
    said = text(downloads(catalog, changed, None, NOW))
    assert "The head needs room for 178 GB." in said or "The head needs room for 179 GB." in said
    assert "The other box needs room for 176 GB." in said


def test_memory_counts_as_its_source_says_not_by_the_files(catalog: Catalog) -> None:
    live = seen(catalog, MIA_WEIGHTS, ("model.safetensors", 180 * GB))
    said = text(downloads(live, offer(live, MIA), None, NOW))
    assert "In memory GLM-5.3-Flash EXL3 4 bpw counts as its source says, 163.6 GiB over all boxes" in said


@pytest.mark.parametrize(
    ("more", "said", "mark"),
    [
        ({}, "seen 2 h ago at 0123abc", ""),
        ({"changed": NOW - timedelta(days=11)}, "last changed 11 days ago", ""),
        ({"name": "Mia-AiLab/new"}, "is Mia-AiLab/new now.", "!"),
        ({"gated": True, "allowed": False}, "Gated: ask for access at https://huggingface.co/Mia-AiLab/", "!"),
        ({"gated": True, "allowed": True}, "seen 2 h ago", ""),
        ({"licence": "mit"}, "licence mit", ""),
    ],
    ids=["seen", "changed", "renamed", "gated", "gated but allowed", "licence"],
)
def test_what_an_owner_must_know_is_said_and_marked(
    catalog: Catalog, more: dict[str, object], said: str, mark: str
) -> None:
    live = seen(catalog, MIA_WEIGHTS, ("model.safetensors", 176 * GB), **more)
    assert said in text(downloads(live, offer(live, MIA), None, NOW))
    assert size_cell(live, offer(live, MIA), NOW) == f"178{mark}"


@pytest.mark.parametrize(("kind", "mark"), [("missing", "!"), ("disabled", "!"), ("unreachable", ""), ("too slow", "")])
def test_trouble_is_said_and_marked_where_it_lasts(catalog: Catalog, kind: TroubleKind, mark: str) -> None:
    trouble = Trouble(kind=kind, text="It did not work.", at=NOW)
    live = seen(catalog, MIA_WEIGHTS, ("model.safetensors", 176 * GB), trouble=trouble)
    assert "Since then: It did not work." in text(downloads(live, offer(live, MIA), None, NOW))
    assert size_cell(live, offer(live, MIA), NOW) == f"178{mark}"


def test_a_size_that_moved_says_how_much_and_which_files(catalog: Catalog) -> None:
    old = Repository(name="x/y", commit="c0", seen=NOW - timedelta(days=9),
                     files=(File(path="a.safetensors", bytes=176 * GB), File(path="b.json", bytes=5)))  # fmt: skip
    live = seen(catalog, MIA_WEIGHTS, ("a.safetensors", 186 * GB), ("new.safetensors", 4 * GB), before=old)
    said = text(downloads(live, offer(live, MIA), None, NOW))
    assert "Moved: 13.9 GB more than the catalog knows." in said  # 190 GB against 164 GiB, the nearest.
    assert "1 file new: new.safetensors." in said
    assert "1 file gone: b.json." in said
    assert "1 file of another size: a.safetensors." in said
    assert size_cell(live, offer(live, MIA), NOW) == "192↑"


def test_an_old_size_says_its_age_in_the_row(catalog: Catalog) -> None:
    live = seen(catalog, MIA_WEIGHTS, ("model.safetensors", 176 * GB), seen=NOW - timedelta(days=3, hours=2))
    assert size_cell(live, offer(live, MIA), NOW) == "178 3d"


def test_a_row_without_a_size_says_so(catalog: Catalog) -> None:
    nobody = next(one for one in catalog.offers if one.weights and not one.weights.sizes)
    assert size_cell(catalog, nobody, NOW) == "?"


def test_as_data_it_holds_every_part(catalog: Catalog) -> None:
    data = setup_data(catalog, offer(catalog, MIA))
    assert data["setup"] == MIA
    assert [one["role"] for one in data["parts"]] == ["main", "draft"]
    assert data["download_gb"] == data["head_gb"] == data["worker_gb"] == pytest.approx(178.5, abs=0.1)
