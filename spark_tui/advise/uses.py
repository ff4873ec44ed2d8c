"""What people use the boxes for, and which published figure speaks for each use."""

from typing import Literal, NamedTuple

from spark_tui.catalog.words import Workload

UseName = Literal["chat", "code", "structured", "long", "team", "quality"]


class Use(NamedTuple):
    """One use and the figures that decide for it."""

    name: UseName
    title: str
    """As it is offered to the owner."""
    window: int
    """Context of one request in tokens, where the owner says nothing else."""
    streams: int
    """Requests at once, where the owner says nothing else."""
    workloads: tuple[Workload | None, ...]
    """Workloads of a decode figure, the one that speaks for the use first, then what may stand in."""


_PROSE: tuple[Workload | None, ...] = ("prose", "chat", "mixed", None, "code", "json", "structured")

USES: dict[str, Use] = {
    use.name: use
    for use in (
        Use("chat", "Chat and writing", 32_000, 1, _PROSE),
        Use("code", "Coding agent", 128_000, 1, ("code", "mixed", None, "prose", "chat", "json", "structured")),
        Use("structured", "Structured output", 32_000, 1,
            ("structured", "json", "code", "mixed", None, "prose", "chat")),
        Use("long", "Long documents", 512_000, 1, _PROSE),
        Use("team", "Several people at once", 32_000, 4, _PROSE),
        Use("quality", "Closest to full precision", 32_000, 1, _PROSE),
    )
}  # fmt: skip
"""Every use, in the order in which it is offered."""
