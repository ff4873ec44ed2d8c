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
    speaks: tuple[Workload, ...]
    """Workloads whose decode speed speaks for the use, the best first."""
    stand_ins: tuple[Workload | None, ...]
    """What may stand in where none of them was measured, the nearest first."""
    as_good: tuple[Workload | None, ...] = ()
    """Workloads that say as much, where the number of requests decides and not what is generated."""
    thinking: bool | None = True
    """Whether the model thinks before it answers, as these models do unless told not to; None: says nothing here."""
    depth: int = 0
    """Context that usually stands before the answer, in tokens; 0 is short."""

    @property
    def workloads(self) -> tuple[Workload | None, ...]:
        """Every workload, the one that says most for the use first."""
        return self.speaks + self.stand_ins

    def is_spoken_for(self, workload: Workload | None) -> bool:
        """Whether a figure of that workload speaks for the use and does not only stand in."""
        return workload in self.speaks or workload in self.as_good


_PROSE: tuple[Workload, ...] = ("prose",)
_NEAR_PROSE: tuple[Workload | None, ...] = (
    "story", "chat", "explain", "mixed", None, "rewrite", "code", "json", "structured",
)  # fmt: skip
_NEAR_CODE: tuple[Workload | None, ...] = (
    "rewrite", "mixed", None, "prose", "explain", "chat", "story", "json", "structured",
)  # fmt: skip
_NEAR_JSON: tuple[Workload | None, ...] = (
    "code", "rewrite", "mixed", None, "prose", "explain", "chat", "story",
)  # fmt: skip

USES: dict[str, Use] = {
    use.name: use
    for use in (
        Use("chat", "Chat and writing", 32_000, 1, _PROSE, _NEAR_PROSE),
        Use("code", "Coding agent", 128_000, 1, ("code",), _NEAR_CODE, depth=32_000),
        Use("structured", "Structured output", 32_000, 1, ("structured", "json"), _NEAR_JSON, thinking=False),
        Use("long", "Long documents", 512_000, 1, _PROSE, _NEAR_PROSE, thinking=None),
        Use("team", "Several people at once", 32_000, 4, _PROSE, _NEAR_PROSE, as_good=(None, "mixed", "chat")),
        Use("quality", "Closest to full precision", 32_000, 1, _PROSE, _NEAR_PROSE),
    )
}
"""Every use, in the order in which it is offered."""
