"""The fixed words of the catalog. Imports nothing, so that a command line or a first screen can use them at once."""

from typing import Literal

Metric = Literal[
    "decode", "prefill", "ttft", "boot", "agent_time", "memory_per_box",
    "needle", "acceptance", "tokens_written", "browser_score", "gain",
]  # fmt: skip
Workload = Literal["prose", "story", "explain", "rewrite", "code", "structured", "json", "chat", "mixed"]
Unit = Literal["tok/s", "s", "min", "GiB", "GB", "tokens", "%", "points", "x"]
MemoryKind = Literal["weights share", "allocations", "used", "needed at start", "lowest free"]
"""Memory figures of different kinds are not interchangeable."""
KvType = Literal["bf16", "fp8", "int8", "q8", "fp4", "nvfp4", "q4"]
Topology = Literal["cable", "triangle", "ring", "switch"]
