"""Checks over all files together: references, repeated ids, and the rules that keep figures honest."""

import pytest

from spark_tui.catalog.checking import check, counts
from spark_tui.catalog.reading import ReadFile, merged, parse

BASE = """
[[sources]]
id = "somebody-page"
title = "A page"
publisher = "somebody"
kind = "page"

[[platforms]]
id = "dgx-spark"
name = "Spark"
is_box = true

[[models]]
id = "glm-5.3-flash"
name = "GLM"
maker = "Z.ai"

[[engines]]
id = "tensorfold"
name = "TensorFold"

[[weights]]
id = "glm-4bpw"
name = "GLM 4 bpw"
model = "glm-5.3-flash"
precision = "EXL3 4 bpw"

[[recipes]]
id = "somebody-glm"
name = "GLM on TensorFold"
author = "somebody"
model = "glm-5.3-flash"
engine = "tensorfold"
status = "ready"
parts = [{ weights = "glm-4bpw", role = "main" }]

[[recipes.setups]]
boxes = 2

[[recipes.setups.measurements]]
id = "prose"
metric = "decode"
workload = "prose"
streams = 1
value = 60.4
unit = "tok/s"
source = "somebody-page"
locator = "table, row"
"""
SETUP_KEY = "recipes[somebody-glm].setups[2]"
FIGURE_KEY = f"{SETUP_KEY}.measurements[prose]"


def faults(*texts: str) -> list[str]:
    return [str(fault) for fault in check([ReadFile(f"{n}.toml", parse(text, f"{n}.toml"))
                                           for n, text in enumerate(texts)])]  # fmt: skip


def changed(old: str, new: str) -> str:
    assert old in BASE
    return BASE.replace(old, new)


def quote(text: str) -> str:
    return (f'[[quotes]]\nid = "words"\ntext = "{text}"\nwho = "@somebody"\nsource = "somebody-page"\n'
            'locator = "first paragraph"\ntopics = ["glm-5.3-flash"]\n')  # fmt: skip


def test_a_catalog_in_order_has_no_fault():
    assert faults(BASE) == []


def test_the_bundled_catalog_has_no_fault(catalog):
    assert check([ReadFile("all.toml", catalog.content)]) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (changed('source = "somebody-page"', 'source = "somebody-pag"'),
         f"{FIGURE_KEY}.source: 'somebody-pag' is not among the sources; did you mean 'somebody-page'?"),
        (changed('author = "somebody"\nmodel = "glm-5.3-flash"', 'author = "somebody"\nmodel = "glm-5.3-flsh"'),
         "recipes[somebody-glm].model: 'glm-5.3-flsh' is not among the models; did you mean 'glm-5.3-flash'?"),
        (changed('engine = "tensorfold"', 'engine = "tensorfild"'),
         "recipes[somebody-glm].engine: 'tensorfild' is not among the engines; did you mean 'tensorfold'?"),
        (changed('{ weights = "glm-4bpw"', '{ weights = "glm-4bp"'),
         "recipes[somebody-glm].parts[0].weights: 'glm-4bp' is not among the weights; did you mean 'glm-4bpw'?"),
        (changed("boxes = 2", 'boxes = 2\nplatform = "dgx-sparc"'),
         f"{SETUP_KEY}.platform: 'dgx-sparc' is not among the platforms; did you mean 'dgx-spark'?"),
        (changed('status = "ready"', 'status = "superseded"\nsuperseded_by = "somebody-glmm"'),
         "recipes[somebody-glm].superseded_by: 'somebody-glmm' is not among the recipes; did you mean 'somebody-glm'?"),
        (changed('kind = "page"', 'kind = "page"\nvia = "somebody-pages"'),
         "sources[somebody-page].via: 'somebody-pages' is not among the sources; did you mean 'somebody-page'?"),
        (changed('precision = "EXL3 4 bpw"', 'precision = "EXL3 4 bpw"\nlicence = { part = "weights", '
                 'commercial = "yes", source = "nobody-page" }'),
         "weights[glm-4bpw].licence.source: 'nobody-page' is not among the sources; did you mean 'somebody-page'?"),
    ],
)  # fmt: skip
def test_a_dangling_reference_names_the_nearest_id(text, fault):
    assert faults(text) == [f"0.toml: {fault}"]


def test_a_reference_that_is_near_none_says_to_add_it():
    assert faults(changed('engine = "tensorfold"', 'engine = "zzz"')) == [
        "0.toml: recipes[somebody-glm].engine: 'zzz' is not among the engines; add it"
    ]


@pytest.mark.parametrize(("key", "wrong"), [("models", "glm-5.4"), ("recipes", "nobody-glm")])
def test_advice_on_what_is_not_there_is_a_fault(key, wrong):
    advice = f'[[advice]]\nid = "a"\nwho = "@x"\nstance = "for"\n{key} = ["{wrong}"]\ntext = "Take it."\n' \
             'source = "somebody-page"\nlocator = "first line"\n'  # fmt: skip
    (fault,) = faults(BASE, advice)

    assert fault.startswith(f"1.toml: advice[a].{key}: {wrong!r} is not among the {key}")


@pytest.mark.parametrize("topic", ["nobody", "boxes", "two-boxes", "2-boxs", "0-boxes", "9-boxes", "02-boxes"])
def test_a_topic_must_be_an_id_or_a_number_of_boxes(topic):
    (fault,) = faults(BASE, quote("Fine.").replace("glm-5.3-flash", topic))

    assert fault.startswith(f"1.toml: quotes[words].topics: {topic!r} is no model")


@pytest.mark.parametrize("topic", ["glm-5.3-flash", "tensorfold", "somebody-glm", "glm-4bpw", "dgx-spark", "3-boxes"])
def test_a_topic_may_be_any_id_or_a_number_of_boxes(topic):
    assert faults(BASE, quote("Fine.").replace("glm-5.3-flash", topic)) == []


def test_references_may_cross_files():
    head, recipe = BASE.split("[[recipes]]")

    assert faults(head, "[[recipes]]" + recipe) == []


def test_an_id_that_stands_in_two_files_is_a_fault_of_the_second():
    page = BASE.partition("[[platforms]]")[0]

    assert faults(BASE, page) == ["1.toml: sources[somebody-page].id: is taken already, in 0.toml"]


def test_a_measurement_id_stands_once_in_a_setup():
    again = BASE.partition("[[recipes.setups.measurements]]")[2]

    assert faults(BASE + "[[recipes.setups.measurements]]" + again) == [
        f"0.toml: {SETUP_KEY}.measurements: the id 'prose' stands twice"
    ]


def test_a_setup_that_stands_twice_needs_a_profile():
    assert faults(BASE + "[[recipes.setups]]\nboxes = 2\n") == [
        "0.toml: recipes[somebody-glm].setups: somebody-glm@2 stands twice; give one of them a profile"
    ]


def test_a_profile_tells_two_setups_apart():
    assert faults(BASE + '[[recipes.setups]]\nboxes = 2\nprofile = "four"\n') == []


def test_an_excerpt_has_at_most_twenty_five_words():
    def excerpt(words: int) -> str:
        return changed('kind = "page"', f'kind = "page"\nexcerpt = "{" ".join(["word"] * words)}"')

    assert faults(excerpt(25)) == []
    assert faults(excerpt(26)) == ["0.toml: sources[somebody-page].excerpt: has 26 words; an excerpt has at most 25"]


@pytest.mark.parametrize(
    ("metric", "unit"),
    [("decode", "s"), ("prefill", "tokens"), ("ttft", "min"), ("boot", "tok/s"), ("needle", "tok/s"),
     ("acceptance", "points"), ("gain", "tok/s"), ("tokens_written", "%"), ("browser_score", "%"), ("agent_time", "s")],
)  # fmt: skip
def test_a_unit_must_go_with_its_metric(metric, unit):
    text = changed('metric = "decode"', f'metric = "{metric}"').replace('unit = "tok/s"', f'unit = "{unit}"')
    (fault,) = faults(text)

    assert fault.startswith(f"0.toml: {FIGURE_KEY}.unit: is {unit!r}, but {metric} is in ")


def test_several_streams_need_a_scope():
    assert faults(changed("streams = 1", "streams = 4")) == [
        f"0.toml: {FIGURE_KEY}.scope: is missing: is this the total over all streams, or per_stream?"
    ]


@pytest.mark.parametrize("scope", ["total", "per_stream"])
def test_a_scope_makes_several_streams_clear(scope):
    assert faults(changed("streams = 1", f'streams = 4\nscope = "{scope}"')) == []


def test_memory_needs_its_kind():
    (fault,) = faults(changed('metric = "decode"', 'metric = "memory_per_box"').replace("tok/s", "GiB"))

    assert fault.startswith(f"0.toml: {FIGURE_KEY}.memory_kind: ")


@pytest.mark.parametrize("field", ["context_tokens", "usable_tokens", "tested_tokens", "slots", "kv_pool_tokens"])
def test_a_figure_without_a_citation_is_a_fault(field):
    assert faults(changed("boxes = 2", f"boxes = 2\n{field} = 4")) == [
        f"0.toml: {SETUP_KEY}.{field}: is a figure without a citation; add it to a `cite` entry's fields"
    ]


def test_a_cited_figure_is_fine():
    cited = 'slots = 4\ncite = [{ fields = ["slots"], source = "somebody-page", locator = "settings" }]'

    assert faults(changed("boxes = 2", f"boxes = 2\n{cited}")) == []


def test_a_citation_of_a_field_that_is_not_there_is_a_fault():
    cited = 'cite = [{ fields = ["slot"], source = "somebody-page", locator = "settings" }]'

    assert faults(changed("boxes = 2", f"boxes = 2\n{cited}")) == [
        f"0.toml: {SETUP_KEY}.cite: names 'slot', which is no field here"
    ]


@pytest.mark.parametrize("answer", ["yes", "no", "conditional"])
def test_a_licence_without_a_source_is_unknown(answer):
    licence = f'licences = [{{ part = "code", commercial = "{answer}" }}]'

    assert faults(changed('status = "ready"', f'status = "ready"\n{licence}')) == [
        "0.toml: recipes[somebody-glm].licences[0].source: is missing: who says so? "
        'Without a source `commercial` is "unknown"'
    ]


def test_an_unknown_licence_needs_no_source():
    licence = 'licences = [{ part = "code", commercial = "unknown" }]'

    assert faults(changed('status = "ready"', f'status = "ready"\n{licence}')) == []


def test_right_answers_need_a_whole():
    quality = 'quality = [{ benchmark = "GSM8K", score = 193, unit = "of", source = "somebody-page", locator = "row" }]'
    (fault,) = faults(changed("boxes = 2", f"boxes = 2\n{quality}"))

    assert fault == f"0.toml: {SETUP_KEY}.quality[0].out_of: is missing: right answers out of how many?"


def test_the_counts_say_what_the_files_hold():
    found = counts(merged([ReadFile("0.toml", parse(BASE, "0.toml"))]))

    assert (found["recipes"], found["setups"], found["measurements"], found["sources"]) == (1, 1, 1, 1)


ADVICE = (
    '[[advice]]\nid = "a"\nwho = "@x"\nstance = "for"\ntext = "Take it."\nsource = "somebody-page"\nlocator = "1"\n'
)
B200 = '[[platforms]]\nid = "b200"\nname = "B200"\nis_box = false\n'
SUPERSEDED = 'status = "superseded"\nsuperseded_by = "somebody-glm"'


@pytest.mark.parametrize(
    ("text", "more", "found"),
    [
        (changed("value = 60.4", "value = 60.4\nvalue_high = 50"), "",
         f"0.toml: {FIGURE_KEY}.value_high: is lower than value"),
        (changed('status = "ready"', 'status = "superseded"'), "",
         "0.toml: recipes[somebody-glm].superseded_by: is missing: by what?"),
        (BASE, f"{ADVICE}boxes_min = 2\nboxes_max = 2\n", ""),
        (BASE, f"{ADVICE}boxes_min = 3\nboxes_max = 2\n", "1.toml: advice[a].boxes_max: is lower than boxes_min"),
        (changed("boxes = 2", "boxes = 8"), "", ""),
        (changed("boxes = 2", "boxes = 9"), "",
         "0.toml: recipes[somebody-glm].setups[9].boxes: is 9, but at most 8 boxes can be planned for"),
        (changed("boxes = 2", 'boxes = 16\nplatform = "b200"'), B200, ""),
        (BASE, B200.replace("false", "true"),
         "1.toml: platforms[b200].is_box: is true for 'dgx-spark' already, in 0.toml; one platform is ranked"),
        (changed('status = "ready"', SUPERSEDED), "",
         "0.toml: recipes[somebody-glm].superseded_by: is the recipe itself; name the one to use instead"),
        (changed('engine = "tensorfold"', f'engine = "{"z" * 120}"'), "",
         f"0.toml: recipes[somebody-glm].engine: '{'z' * 59}…' is not among the engines; add it"),
    ],
    ids=["a range downwards", "superseded by nothing", "advice for two boxes",
         "advice for three to two", "eight boxes", "nine boxes", "sixteen other machines",
         "a second kind of box", "superseded by itself", "a long id is shortened"],
)  # fmt: skip
def test_what_cannot_be_is_a_fault(text, more, found):
    assert faults(text, more) == ([found] if found else [])


@pytest.mark.parametrize("joint", [" ", "-", "/", "—", "…", ".", ",", "‍", "; ", " - "])
def test_a_quote_has_at_most_forty_words_however_they_are_joined(joint):
    assert faults(BASE, quote(joint.join(["word"] * 40))) == []
    assert faults(BASE, quote(joint.join(["word"] * 41))) == [
        "1.toml: quotes[words].text: has 41 words; a quote has at most 40"
    ]


@pytest.mark.parametrize("word", ["don't", "don’t", "60.4", "1,000.5", "5.3.1", "v4.1b", "rock'n'roll"])
def test_an_apostrophe_or_a_decimal_point_does_not_part_a_word(word):
    assert faults(BASE, quote(" ".join([word] * 40))) == []
