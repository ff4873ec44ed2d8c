"""Numbers as people type them."""

import pytest

from spark_tui.numbers import NumberError, read_dollars, read_whole


@pytest.mark.parametrize("typed", ["32000", "32,000", "32_000", " 32 000 "])
def test_a_whole_number_is_read_as_people_write_it(typed):
    assert read_whole(typed, 1) == 32_000


@pytest.mark.parametrize("typed", ["", "0", "9", "-1", "2.5", "two", "٣", "²", "1e3", "9" * 5000])
def test_what_is_no_whole_number_from_1_to_8_is_said(typed):
    with pytest.raises(NumberError, match="is not a whole number from 1 to 8"):
        read_whole(typed, 1, 8)


@pytest.mark.parametrize("typed", ["20850", "$20,850", "20850.00", " $ 20 850 "])
def test_dollars_are_read_as_people_write_them(typed):
    assert read_dollars(typed) == 20_850


@pytest.mark.parametrize("typed", ["", "-1", "nan", "inf", "1e400", "lots", "€5", "٣"])
def test_what_is_no_amount_is_said(typed):
    with pytest.raises(NumberError, match="is not an amount of US dollars"):
        read_dollars(typed)
