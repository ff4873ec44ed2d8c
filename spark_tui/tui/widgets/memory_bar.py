"""A bar of the memory of one box: what takes it, what is free."""

from textual.content import Content

from spark_tui.advise.fit import FREE_GIB, Fit
from spark_tui.advise.wording import gib

_FILLS = {"weights": ("█", "$primary"), "drafter": ("▓", "$secondary"),
          "KV cache": ("▒", "$accent"), "engine": ("░", "$warning")}  # fmt: skip
"""A fill of its own for every part, so that the bar reads without colour."""


def memory_bar(fit: Fit, total_gib: float, width: int) -> Content:
    """Draw the parts of the memory of one box over `total_gib`, with a legend that names what is not known."""
    parts: list[str | tuple[str, str]] = []
    legend: list[str | tuple[str, str]] = []
    used = 0.0
    for part in fit.parts:
        fill, style = _FILLS[part.name]
        if part.gib is None:
            legend.append(f"? {part.name}: {part.because}\n")
            continue
        cells = round((used + part.gib) / total_gib * width) - round(used / total_gib * width)
        parts.append((fill * cells, style))
        legend += [(f"{fill} ", style), f"{part.name} {gib(part.gib)} ({part.because})\n"]
        used += part.gib
    drawn = round(used / total_gib * width)
    parts.append(("·" * max(width - drawn, 0), "$text-muted"))
    over = f"  over by {gib(used - total_gib)}" if used > total_gib else ""
    scale = f"one box: {gib(total_gib)}, about {FREE_GIB:.0f} GiB free at start{over}\n"
    return Content.assemble(*parts, "\n", scale, *legend).rstrip()
