"""Which published figure speaks for a use, and who stands behind it."""

import pytest

from spark_tui.advise.needs import Needs
from spark_tui.advise.speed import Evidence, band, prefill_near, speed_for

from .factory import AUTHOR, measured, needle, offer_of, prefill

EVERY_WORKLOAD = ("prose", "code", "structured", "json", "chat", "mixed", None)


def speed(*measurements, use="chat", **needs):
    return speed_for(offer_of(*measurements), Needs(use=use, **needs))


def every_workload(streams=1):
    return [measured(10 + place, workload, streams) for place, workload in enumerate(EVERY_WORKLOAD)]


@pytest.mark.parametrize(
    ("use", "workload"), [("chat", "prose"), ("code", "code"), ("structured", "structured"), ("quality", "prose")]
)
def test_each_use_has_the_workload_that_speaks_for_it(use, workload):
    found = speed(*every_workload(), use=use)

    assert (found.measurement.workload, found.stands_in, found.at_least) == (workload, False, False)


def test_json_speaks_for_structured_output_where_structured_was_not_measured():
    found = speed(measured(47.7, "json"), measured(41.0, "code"), measured(34.1, "prose"), use="structured")

    assert (found.published, found.stands_in) == (47.7, False)


@pytest.mark.parametrize(
    ("use", "workloads", "nearest"),
    [
        ("chat", ("mixed", "code"), "mixed"),
        ("chat", ("code", "structured"), "code"),
        ("chat", (None, "code"), None),
        ("code", ("prose", "structured"), "prose"),
        ("code", ("mixed", "prose"), "mixed"),
        ("structured", ("prose", "code"), "code"),
        ("quality", ("code", "mixed"), "mixed"),
    ],
)
def test_the_nearest_workload_stands_in_and_says_so(use, workloads, nearest):
    found = speed(*(measured(50 + n, workload) for n, workload in enumerate(workloads)), use=use)

    assert (found.measurement.workload, found.stands_in) == (nearest, True)


def test_without_any_figure_there_is_no_speed():
    found = speed(prefill(2000))

    assert (found.measurement, found.published, found.evidence, found.spread) == (None, None, Evidence.NONE, None)


def test_a_team_is_spoken_for_by_the_total_at_its_number_of_requests():
    found = speed(measured(60.4), measured(108.8, None, 4), measured(130.8, None, 8), use="team")

    assert (found.published, found.at_least, found.stands_in) == (108.8, False, False)


def test_a_team_of_eight_takes_the_total_at_eight():
    assert speed(measured(108.8, None, 4), measured(130.8, None, 8), use="team", streams=8).published == 130.8


def test_a_figure_at_fewer_requests_is_at_least():
    found = speed(measured(60.4), measured(108.8, None, 4), use="team", streams=6)

    assert (found.published, found.at_least, found.stands_in) == (108.8, True, True)


@pytest.mark.parametrize("use", ["chat", "code", "structured", "team", "quality"])
@pytest.mark.parametrize("asked", range(1, 9))
def test_a_figure_at_more_requests_than_asked_never_speaks(use, asked):
    totals = [measured(40 * streams, "prose", streams) for streams in range(1, 12)]

    assert speed(*totals, use=use, streams=asked).measurement.streams == asked


def test_a_figure_at_more_requests_alone_is_no_speed():
    assert speed(measured(130.8, None, 8), use="team", streams=4).measurement is None


def test_what_one_of_several_streams_gets_is_no_total():
    assert speed(measured(30.0, "prose", 4, scope="per_stream"), use="team").measurement is None


def test_a_number_of_streams_that_is_not_stated_counts_as_one():
    found = speed(measured(35.2, None, None), use="team")

    assert (found.published, found.at_least) == (35.2, True)


def test_a_chat_for_two_prefers_prose_to_the_number_of_streams():
    found = speed(measured(60.4, "prose", 1), measured(90.0, "code", 2), streams=2)

    assert (found.published, found.at_least) == (60.4, True)


@pytest.mark.parametrize("first", [0, 1])
def test_the_authors_figure_comes_before_anybody_elses(first):
    both = [measured(60.4, who=AUTHOR), measured(48.6, who="somebody", date="2026-11-01")]
    found = speed(both[first], both[1 - first])

    assert found.published == 60.4
    assert [other.value for other in found.others] == [48.6]


def test_the_newest_of_the_authors_figures_speaks():
    assert speed(measured(60.4, date="2026-10-08"), measured(62.0, date="2026-10-20")).published == 62.0


def test_somebody_elses_newest_figure_speaks_where_the_author_has_none():
    others = [measured(48.6, who="one", date="2026-10-01"), measured(50.0, who="two", date="2026-10-21")]

    assert speed(*others).published == 50.0


def test_the_figure_printed_first_speaks_before_the_sampled_one_beside_it():
    headline, sampled = measured(31.3), measured(22.9, id="sampled", value_high=24.0, sampling="sampled")

    assert speed(headline, sampled).published == 31.3
    assert [other.value for other in speed(headline, sampled).others] == [22.9]


@pytest.mark.parametrize(
    ("people", "evidence"),
    [
        ((AUTHOR,), Evidence.CLAIM),
        (("somebody",), Evidence.INDEPENDENT),
        ((AUTHOR, "somebody"), Evidence.REPLICATED),
        ((AUTHOR, AUTHOR), Evidence.CLAIM),
        (("somebody", "another"), Evidence.INDEPENDENT),
        ((None,), Evidence.CLAIM),
    ],
)
def test_evidence_says_who_stands_behind_the_figure(people, evidence):
    figures = [measured(60.0 + n, id=f"m{n}", who=who) for n, who in enumerate(people)]

    assert speed(*figures).evidence is evidence


def test_a_figure_of_nobody_named_replicates_nothing():
    assert speed(measured(60.0, who=None), measured(61.0, who="somebody")).evidence is not Evidence.REPLICATED


def test_a_figure_for_other_conditions_replicates_nothing():
    assert speed(measured(60.4), measured(51.2, "code", who="somebody")).evidence is Evidence.CLAIM


def test_a_needle_found_at_the_length_asked_speaks_for_long_documents():
    found = speed(needle(1_035_020), prefill(2124), use="long", context=1_000_000)

    assert (found.measurement.metric, found.stands_in) == ("needle", False)


def test_a_needle_found_at_less_than_is_asked_does_not_speak():
    found = speed(needle(471_813), prefill(1800), use="long", context=512_000)

    assert (found.measurement.metric, found.published, found.stands_in) == ("prefill", 1800, True)


def test_without_needle_and_prefill_long_documents_have_no_speed():
    assert speed(measured(60.4), use="long").measurement is None


def test_prefill_is_taken_at_the_prompt_nearest_to_what_is_asked():
    offer = offer_of(prefill(2900, 8_000), prefill(2800, 32_000), prefill(2400, 128_000))

    assert prefill_near(offer).value == 2800
    assert prefill_near(offer, 100_000).value == 2400


def test_a_prefill_whose_prompt_is_not_stated_never_comes_before_one_that_is():
    assert prefill_near(offer_of(prefill(9999, None), prefill(1660, 54_000))).value == 1660


@pytest.mark.parametrize(("slow", "fast"), [(10, 11.1), (59.2, 66), (100, 111), (1000, 1110)])
def test_more_than_ten_percent_apart_is_another_band(slow, fast):
    assert band(fast) > band(slow)


@pytest.mark.parametrize("value", [None, 0, 0.5, 0.0])
def test_no_value_worth_the_name_is_in_no_band(value):
    assert band(value) == -1


def test_bands_rise_with_the_value():
    bands = [band(value / 10) for value in range(10, 3000)]

    assert bands == sorted(bands)
