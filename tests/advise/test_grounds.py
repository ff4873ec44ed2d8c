"""What expected speeds rest on, as rows and as sections: every ratio can be followed to two figures."""

import re

from spark_tui.advise.alike import pairs
from spark_tui.advise.grounds import of_claims, of_moves, summary
from spark_tui.advise.moves import ENOUGH

from .factory import catalog_of, measured, recipe, setup


def test_every_pair_is_shown_with_how_alike_it_is(catalog):
    rows = of_claims(catalog)

    assert len(rows) == len(pairs(catalog)) > 5
    for row, pair in zip(rows, pairs(catalog), strict=True):
        assert row.ratio == pair.after.value / pair.before.value
        cited = [one.measurement for sentence in row.sections[0].sentences for one in sentence.cites]
        assert cited == [pair.before, pair.after]
        counted = "It counts as a replication" in row.sections[1].sentences[0].text
        assert counted == pair.contrast.alike == (row.rests_on == "like for like")


def test_a_move_tells_every_recipe_with_a_pair_of_figures(catalog):
    rows = of_moves(catalog)

    assert {"decode, content", "decode, streams", "prefill, context"} <= {row.what for row in rows}
    for row in rows:
        recipes = int(re.match(r"\d+", row.rests_on)[0])
        assert recipes >= ENOUGH
        assert len(row.sections[1].sentences) == recipes
        assert all(len(sentence.cites) == 2 for sentence in row.sections[1].sentences)
        assert row.low <= row.ratio <= row.high


def test_content_alone_moves_the_same_server_two_to_three_times(catalog):
    """As the issue of the articles' editor says; here from the figures themselves."""
    (row,) = [row for row in of_moves(catalog) if (row.before, row.after) == ("prose", "structured")]

    assert 2 <= row.ratio <= 3


def test_what_too_few_recipes_tell_is_named_and_has_no_number():
    few = catalog_of(recipe("r", setup(measured(50, thinking=False, id="a"), measured(40, thinking=True, id="b"))))
    told = summary(few, of_claims(few), of_moves(few))[-1]

    assert told.title == "Too few to say anything"
    assert told.sentences[0].text == "decode, thinking: pairs of 1 recipe, no step of 3: r."
