"""What a row of a comparison says, and what its cells must then say themselves."""

from itertools import permutations

import pytest

from spark_tui.advise import wording
from spark_tui.advise.needs import Needs
from spark_tui.advise.table import Row, tables
from tests.advise.factory import catalog_of, measured, prefill, recipe, setup


def speed_rows(*figures) -> list[Row]:
    """Rows of setups with one figure each."""
    made = catalog_of(*(recipe(f"r{number}", setup(figure)) for number, figure in enumerate(figures)))
    return [row for table in tables(made, made.offers, Needs()) if table.title == "Speed" for row in table.rows]


@pytest.mark.parametrize(("value", "said"), [(24.25, "24.25"), (60, "60.0"), (60.4, "60.4"), (1234.5, "1,234.5")])
def test_a_speed_loses_no_digit_and_has_one_behind_the_point_at_least(value, said):
    assert wording.value(measured(value)) == f"{said} tok/s"


def test_prompts_that_count_as_one_but_are_called_differently_are_each_named():
    (row,) = speed_rows(prefill(2000, 32_768), prefill(2100, 33_500))

    assert row.name == "prefill at 32K"
    assert "prompt" not in row.cells[0].text
    assert "34K prompt" in row.cells[1].text


def test_one_stream_is_said_of_what_is_no_decode_figure_too():
    first_token = measured(0.2, None, 1, metric="ttft", unit="s", scope=None)
    (row,) = speed_rows(first_token, first_token)

    assert all("1 stream" in cell.text for cell in row.cells)


def test_a_row_has_the_same_name_and_cells_in_every_order_of_the_setups():
    figures = (prefill(2000, 32_768), prefill(2100, 33_500), prefill(1900, 32_000))
    seen = {(row.name, frozenset(cell.text for cell in row.cells))
            for order in permutations(figures) for row in speed_rows(*order)}  # fmt: skip

    assert len(seen) == 1
