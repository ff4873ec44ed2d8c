"""The further needs, unfolded by those who have them."""

from typing import get_args

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Checkbox, Input, Select

from spark_tui.advise.needs import Needs
from spark_tui.catalog.words import Topology
from spark_tui.tui.answers import as_text
from spark_tui.tui.widgets.tick import Tick

_TICKS = {
    "commercial": "Every part may be used commercially",
    "vendor": "Only what NVIDIA documents",
    "no-custom-kernel": "No custom kernels or patches",
}


class FurtherNeeds(Vertical):
    """Context, people at once, licence, vendor, kernels and cabling."""

    DEFAULT_CSS = """
    FurtherNeeds {
        height: auto;
        Checkbox { border: none; padding: 0; height: 1; background: transparent; }
        Select { width: 26; }
    }
    """

    class Changed(Message):
        """A box was ticked or a cabling chosen."""

    def __init__(self, needs: Needs) -> None:
        super().__init__()
        self._needs = needs

    def compose(self) -> ComposeResult:
        """Lay the questions out, each with the answer so far."""
        from spark_tui.tui.screens.needs import question

        needs, use = self._needs, self._needs.asked_use
        yield question(
            "Context of one request, in tokens",
            Input(as_text(needs.context), id="context", compact=True),
            f"empty: {use.window:,}",
        )
        yield question(
            "People at once", Input(as_text(needs.streams), id="streams", compact=True), f"empty: {use.streams}"
        )
        for name, text in _TICKS.items():
            yield Tick(text, getattr(needs, name.replace("-", "_")), id=name, compact=True)
        yield question(
            "How the boxes are cabled",
            Select(
                [(cabling, cabling) for cabling in get_args(Topology)],
                prompt="any cabling",
                value=needs.topology or Select.NULL,
                id="topology",
                compact=True,
            ),
        )

    @on(Checkbox.Changed)
    @on(Select.Changed)
    def _changed(self) -> None:
        self.post_message(self.Changed())
