"""Models, engines and platforms: what the article says of each, with its sources, and the setups that use it."""

import pytest

from spark_tui.advise.target import Target, split_target
from spark_tui.advise.thing import Thing, thing
from spark_tui.catalog.catalog import Catalog
from tests.advise.factory import catalog_of

STATE = "state-of-the-sparks"


def look(catalog: Catalog, typed: str) -> Thing:
    found = thing(catalog, split_target(typed))
    assert found is not None
    return found


def section(found: Thing, title: str) -> dict[str, tuple[str, ...]]:
    """Sentences of a section, each with its sources."""
    return {one.text: one.sources for part in found.sections if part.title == title for one in part.sentences}


def sourced(found: Thing, said: str) -> set[str]:
    """Sources of the facts that hold some words."""
    facts = [sources for text, sources in section(found, "Facts").items() if said in text]
    assert facts, f"{said!r} is not among {list(section(found, 'Facts'))}"
    return {source for sources in facts for source in sources}


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("glm-5.3-flash", "320B parameters"),
        ("glm-5.3-flash", "18B active"),
        ("glm-5.3-flash", "Context of 1M tokens"),
        ("glm-5.3-flash", "FP8"),
        ("glm-5.3-flash", "64 attention heads"),
        ("glm-5.3", "753B parameters"),
        ("glm-5.3", "40B active"),
        ("deepseek-v4.1-flash-1017", "763.2B"),
        ("deepseek-v4.1-flash-1017", "64 attention heads"),
        ("deepseek-v4.1-flash-1017", "FP8 dense, FP4 experts"),
        ("tensorfold", "EXL3"),
        ("tensorfold", "96 patches"),
        ("tensorfold", "For: "),
        ("tensorfold", "Against: "),
        ("tensorfold", "Boxes: "),
        ("tensorfold", "On GB10: "),
        ("vllm", "NVFP4"),
        ("sglang", "MXFP4"),
        ("flare", "EXL3"),
        ("ollama", "One box"),
        ("dgx-spark", "128 GB"),
        ("dgx-spark", "121.7 GiB"),
        ("dgx-spark", "273 GB/s"),
        ("dgx-spark", "200 Gbit/s"),
        ("dgx-spark", "$6,950"),
        ("mac-studio-m5-ultra", "256 GB"),
        ("rtx-pro-6000-pair", "192 GB"),
    ],
)
def test_what_the_article_says_is_told_with_the_article_as_source(catalog, model, said):
    assert STATE in sourced(look(catalog, model), said)


def test_the_price_of_a_box_says_who_quoted_it_and_when(catalog):
    (said,) = [text for text in section(look(catalog, "dgx-spark"), "Facts") if "$6,950" in text]

    assert "@sudoingX" in said
    assert "2026-10-19" in said


def test_every_engine_of_the_articles_table_says_formats_boxes_status_for_and_against(catalog):
    table = ("tensorfold", "vllm", "sglang", "nim", "flare", "llama-cpp", "tensorrt-llm", "ollama", "exo")
    for engine in table:
        found = look(catalog, engine)
        for start in ("Formats: ", "Boxes: ", "On GB10: ", "For: ", "Against: "):
            known = {"Formats: ": "formats", "Boxes: ": "boxes", "On GB10: ": "status", "For: ": "upside",
                     "Against: ": "downside"}[start]  # fmt: skip
            if getattr(found.entry, known):
                assert sourced(found, start) >= {STATE}, (engine, start)


def test_every_stated_field_of_everything_is_told_once(catalog):
    """A field with a value has a fact, and a fact that is cited keeps its citations."""
    for name in (*catalog.models, *catalog.engines, *catalog.platforms):
        found = look(catalog, name)
        cited = {source for sources in section(found, "Facts").values() for source in sources}
        told = {"date", "parameters_b", "active_b", "context_tokens", "released_as", "attention_heads", "formats",
                "boxes", "status", "upside", "downside", "licence", "memory_gb", "usable_gib", "bandwidth_gb_s",
                "link_gbit_s", "link_ports", "price_usd", "price_in_boxes"}  # fmt: skip
        fields = set(type(found.entry).model_fields) & told
        known = [field for field in fields if getattr(found.entry, field) not in (None, ())]
        assert len(section(found, "Facts")) >= len(known), name
        assert {one.source for one in found.entry.cite if set(one.fields) & fields} <= cited, name


@pytest.mark.parametrize("boxes", range(1, 9))
def test_with_boxes_only_setups_on_that_many_are_listed(catalog, boxes):
    found = look(catalog, f"glm-5.3-flash@{boxes}")
    wanted = {offer.setup.id for offer in (*catalog.offers, *catalog.elsewhere)
              if offer.model.id == "glm-5.3-flash" and offer.setup.boxes == boxes}  # fmt: skip

    assert set(found.setups) == wanted
    (title,) = [part.title for part in found.sections if part.title.startswith("Setups")]
    assert f"on {boxes} box" in title


def test_everything_lists_all_setups_that_use_it_and_no_others(catalog):
    for offer in (*catalog.offers, *catalog.elsewhere):
        for name in filter(None, (offer.model.id, offer.recipe.engine, offer.setup.platform)):
            assert offer.setup.id in look(catalog, name).setups
    for name in catalog.engines:
        users = {o.setup.id for o in (*catalog.offers, *catalog.elsewhere) if o.recipe.engine == name}
        assert set(look(catalog, name).setups) == users


def test_the_setups_of_a_model_are_told_with_the_articles_figures(catalog):
    said = " ".join(section(look(catalog, "glm-5.3-flash@2"), "Setups on 2 boxes"))

    assert "60.4 tok/s prose" in said
    assert "42.6 tok/s prose" in said
    assert "77.6" not in said


def test_where_nothing_is_published_that_is_said():
    found = look(catalog_of(), "llama-cpp")

    assert list(section(found, "Setups")) == ["None is published."]
    assert found.setups == ()


def test_another_machine_tells_every_figure_that_was_measured_on_it(catalog):
    for platform in (one for one in catalog.content.platforms if not one.is_box):
        said = section(look(catalog, platform.id), "Setups")
        figures = [m for offer in catalog.elsewhere if offer.setup.platform == platform.id
                   for m in offer.setup.measurements]  # fmt: skip
        for m in figures:
            assert any(f"{m.value:,g}" in text.replace(".0 ", " ") and m.source in sources
                       for text, sources in said.items()), m.id  # fmt: skip


def test_on_another_machine_its_number_is_not_said_to_be_of_boxes(catalog):
    titles = [part.title for part in look(catalog, "mac-studio-m5-ultra@2").sections]

    assert "Setups on 2 boxes" not in titles


def test_what_a_model_weighs_and_what_owners_say_is_told(catalog):
    found = look(catalog, "glm-5.3-flash")
    weighs, owners = section(found, "What it weighs"), section(found, "What owners say")

    assert any("305.8 GiB" in text for text in weighs)
    assert any("163.6 GiB" in text for text in weighs)
    assert any("nicer to talk to" in text and "@MiaAI_lab" in text for text in owners)


@pytest.mark.parametrize("name", ["nobody", "", "glm", "miaai-lab-tensorfold-glm-5.3-flash", "GLM-5.3-FLASH "])
def test_what_is_no_model_engine_or_platform_is_none(catalog, name):
    assert thing(catalog, Target(name, None, None)) is None


def test_every_sentence_is_one_line_and_every_source_is_known(catalog):
    for name in (*catalog.models, *catalog.engines, *catalog.platforms):
        for part in look(catalog, name).sections:
            assert part.sentences
            for sentence in part.sentences:
                assert sentence.text.isprintable()
                assert "None" not in sentence.text.replace("None is published.", "")
                assert set(sentence.sources) <= set(catalog.sources)
