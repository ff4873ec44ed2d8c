"""A bar of the memory of one box: what takes it, what is free."""

from collections.abc import Iterator

from textual.content import Content

from spark_tui.advise.fit import Fit
from spark_tui.advise.wording import gib
from spark_tui.tui.widgets.hanging import Paragraph

_FILLS = {"weights": ("█", "$primary"), "drafter": ("▓", "$secondary"),
          "KV cache": ("▒", "$accent"), "engine": ("░", "$warning")}  # fmt: skip
"""A fill of its own for every part, so that the bar reads without colour."""


def memory_bar(fit: Fit, total_gib: float, width: int) -> Iterator[Paragraph]:
    """Draw the parts of the memory of one box over `total_gib`, with a legend that names what is not known."""
    bar: list[tuple[str, str]] = []
    used = 0.0
    for part in fit.parts:
        if part.gib is not None:
            cells = round((used + part.gib) / total_gib * width) - round(used / total_gib * width)
            fill, style = _FILLS[part.name]
            bar.append((fill * cells, style))
            used += part.gib
    bar.append(("·" * (width - round(used / total_gib * width)), "$text-muted"))
    yield Paragraph(Content.assemble(*bar))
    over = f"; the estimate is over it by {gib(used - total_gib)}" if used > total_gib else ""
    seen = fit.question.free_gib is not None
    free = f"{gib(fit.free_gib)} free on your boxes" if seen else f"about {fit.free_gib:.0f} GiB free at start"
    yield Paragraph(Content(f"One box, estimated: {gib(total_gib)}, {free}{over}"))
    for part in fit.parts:
        fill, style = ("?", "$text-muted") if part.gib is None else _FILLS[part.name]
        size = "not known" if part.gib is None else gib(part.gib)
        yield Paragraph(Content(f"{part.name} {size}: {part.because}"), Content.styled(f"{fill} ", style))
    yield Paragraph(Content(""))
