"""What recipes are made of: platforms, models, their weights, and engines."""

from typing import Literal

from pydantic import Field

from spark_tui.catalog.base import Amount, Boxes, Cited, CitedFields, Count, Entry, Id, Line, PartialDate
from spark_tui.catalog.evidence import Quality
from spark_tui.catalog.words import KvType


class Platform(CitedFields):
    """A kind of machine. Only boxes are ranked; other platforms are shown beside them."""

    id: Id
    name: Line
    is_box: bool
    """True for DGX Spark and equal GB10 systems."""
    memory_gb: Amount | None = None
    """Memory of one machine as sold, in GB (10^9 bytes)."""
    usable_gib: Amount | None = None
    """What recipes treat as usable of one machine, in GiB."""
    bandwidth_gb_s: Amount | None = None
    """Memory bandwidth of one machine, in GB/s."""
    link_gbit_s: Amount | None = None
    """Speed of one network port, in Gbit/s."""
    link_ports: Count | None = None
    price_usd: Amount | None = None
    """Price of one machine, in US dollars."""
    price_in_boxes: Amount | None = None
    """Where a source gives no price but says that one machine costs as much as this many boxes."""
    note: Line | None = None


class KvSize(Cited):
    """KV cache bytes per token of a model, for one KV type in one engine."""

    kv_type: KvType | None = None
    engine: Id | None = None
    """None where the size was worked out from the model, or the engine is not stated."""
    bytes_per_token: Amount
    """Bytes per token held by each rank."""
    replicated: bool
    """True where every tensor-parallel rank holds the whole cache (MLA)."""
    who: Line | None = None


class Model(CitedFields):
    """A released model; versions are kept apart."""

    id: Id
    name: Line
    maker: Line
    words: tuple[Line, ...] = ()
    """Other words by which people ask for it."""
    parameters_b: Amount | None = None
    """Total parameters, in billions."""
    active_b: Amount | None = None
    """Parameters active per generated token, in billions."""
    context_tokens: Count | None = None
    released_as: Line | None = None
    """Precision of the official release."""
    attention_heads: int | None = Field(default=None, ge=1)
    """Tensor parallel pads the model where the box count does not divide this."""
    date: PartialDate | None = None
    kv: tuple[KvSize, ...] = ()
    quality: tuple[Quality, ...] = ()
    """Results of the original model, not of any build of it."""
    note: Line | None = None


LIVE = "hugging-face-hub"
"""Id of the source of sizes that the Hub said itself, unlike those that a source prints."""


class Size(Cited):
    """How large weights are, by what is counted."""

    value: Amount
    unit: Literal["GB", "GiB"]
    what: Literal["disk", "resident", "tables"]
    """`disk`: the files; `resident`: held in memory over all boxes; `tables`: stays on disk while serving."""
    qualifier: Literal["exact", "about", "at least", "up to"] = "exact"

    @property
    def gib(self) -> float:
        """The size in GiB (2^30 bytes)."""
        return self.value if self.unit == "GiB" else self.value * 1e9 / 2**30


class StatedFit(Cited):
    """What a source says of these weights on a number of boxes."""

    boxes: Boxes
    fits: Literal["yes", "no", "on paper"]
    who: Line | None = None


class Licence(Entry):
    """The licence of one part of a recipe and whether it allows commercial use."""

    part: Literal["code", "weights", "drafter", "image"]
    name: Line | None = None
    commercial: Literal["yes", "no", "conditional", "unknown"]
    source: Id | None = None
    locator: Line | None = None
    way_out: Line | None = None
    """How to run the recipe without this part, where that is possible."""


class Weights(Entry):
    """One published set of files at one precision."""

    id: Id
    name: Line
    model: Id
    repo: str | None = Field(default=None, pattern=r"^[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*$")
    """Hugging Face repository id; null unless it is certain."""
    revision: Line | None = Field(default=None, pattern=r"^\S+$")
    """Commit, branch or tag on Hugging Face; null for the newest."""
    files: tuple[Line, ...] = ()
    """Which files of the repository are downloaded, as patterns such as `*Q2_K*`; empty for all of them."""
    table_files: tuple[Line, ...] = ()
    """Which of these hold tables that stay on disk while serving."""
    publisher: Line | None = None
    precision: Line
    """As people name it: `EXL3 4 bpw`, `NVFP4`, `FP8`."""
    official: bool = False
    """True for the files the model's maker released."""
    licence: Licence | None = None
    sizes: tuple[Size, ...] = ()
    stated_fit: tuple[StatedFit, ...] = ()
    quality: tuple[Quality, ...] = ()
    note: Line | None = None


class Engine(CitedFields):
    """An inference server. `boxes`, `status`, `upside` and `downside` tell what the sources say of it, in our words."""

    id: Id
    name: Line
    words: tuple[Line, ...] = ()
    formats: tuple[Line, ...] = ()
    boxes: Line | None = None
    """How it spans boxes."""
    status: Line | None = None
    """How well GB10 is supported."""
    upside: Line | None = None
    downside: Line | None = None
    licence: Line | None = None
