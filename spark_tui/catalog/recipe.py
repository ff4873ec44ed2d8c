"""Recipes and their setups. A setup is what is ranked: a recipe on a number of boxes, in one profile."""

from typing import Literal

from pydantic import Field

from spark_tui.catalog.base import Boxes, Cited, CitedFields, Count, Entry, Id, Line, PartialDate
from spark_tui.catalog.evidence import Measurement, Quality
from spark_tui.catalog.things import Licence
from spark_tui.catalog.words import KvType, Topology

Status = Literal["ready", "experimental", "not ready", "superseded"]


class Caveat(Cited):
    """What can bite."""

    kind: Literal[
        "custom kernel", "licence", "memory", "corruption", "stability",
        "context", "network", "patches", "dispute", "quality", "maturity",
    ]  # fmt: skip
    text: Line


class Part(Entry):
    """One set of files that a setup needs."""

    weights: Id
    role: Literal["main", "draft", "tables", "head"]
    place: Literal["every box", "head", "shared"] | None = None
    resident: bool = True
    """False where the part stays on disk while serving."""
    files: tuple[Line, ...] = ()
    """Which files of the weights' repository, where not all that the weights name; patterns as there."""


class Parallelism(Entry):
    """How the model is split. Unknown axes are null."""

    tensor: int | None = Field(default=None, ge=1)
    pipeline: int | None = Field(default=None, ge=1)
    expert: int | None = Field(default=None, ge=1)
    context: int | None = Field(default=None, ge=1)


class Step(Cited):
    """One command by which a setup is prepared, started, watched or stopped. Data: nothing runs it by itself."""

    what: Literal["prepare", "start", "status", "logs", "stop"]
    where: Literal["head", "workers", "every box"]
    argv: tuple[Line, ...] = Field(min_length=1)
    """Program and arguments, one each; a placeholder stands in angle brackets, such as `<worker address>`."""
    folder: Line | None = None
    """Folder in which it runs, relative to the clone of the repository; null for the clone itself or none."""
    environment: tuple[Line, ...] = ()
    """Settings as `NAME=value`; of a secret only its name."""
    every_start: bool = True
    """False where it is done once."""
    background: bool = False
    sudo: bool = False


class Setup(CitedFields):
    """A recipe on a number of boxes, in one profile."""

    id: str = ""
    """`recipe@boxes` or `recipe@boxes:profile`; set while loading."""
    platform: Id = "dgx-spark"
    boxes: Boxes
    """How many machines of the platform."""
    profile: Id | None = None
    topology: tuple[Topology, ...] = ()
    """Cablings the recipe documents; empty where it does not say."""
    parallelism: Parallelism | None = None
    engine_version: Line | None = None
    image: Line | None = None
    context_tokens: Count | None = None
    """Configured limit of one request."""
    usable_tokens: Count | None = None
    """What one request can really use, where a source says less than the limit."""
    tested_tokens: Count | None = None
    """Longest prompt that was answered."""
    slots: int | None = Field(default=None, ge=1)
    """Requests served at once; further ones wait."""
    kv_type: KvType | None = None
    kv_pool_tokens: Count | None = None
    """Tokens the KV cache holds over all requests."""
    drafter: Line | None = None
    """How speculative decoding drafts."""
    port: int | None = Field(default=None, ge=1, le=65535)
    """Port of the API."""
    served_name: Line | None = None
    """Name under which the API knows the model."""
    prerequisites: tuple[Line, ...] = ()
    """What must be there before the first step."""
    steps: tuple[Step, ...] = ()
    status: Status | None = None
    """How ready it is, where that differs from the recipe."""
    validated_by: Line | None = None
    """Who says that this setup was run, where no figure was published."""
    parts: tuple[Part, ...] | None = None
    """Files, where they differ from the recipe's."""
    caveats: tuple[Caveat, ...] = ()
    measurements: tuple[Measurement, ...] = ()
    quality: tuple[Quality, ...] = ()

    @property
    def window(self) -> int | None:
        """Tokens that one request can use, as far as is known: the usable window, else the limit or longest test."""
        if self.usable_tokens is not None:
            return self.usable_tokens
        known = [tokens for tokens in (self.context_tokens, self.tested_tokens) if tokens is not None]
        return max(known, default=None)

    @property
    def was_run(self) -> bool:
        """Whether somebody ran it: a figure was published, or somebody vouches for it."""
        return bool(self.measurements) or self.validated_by is not None


class Recipe(CitedFields):
    """Somebody's published way to serve a model with an engine."""

    id: Id
    name: Line
    author: Line
    model: Id
    engine: Id | None = None
    """None where no source names it."""
    repository: str | None = Field(default=None, pattern=r"^https://[!#-;=?-~]+$")
    """Address of the repository; null unless it is certain."""
    commit: Line | None = None
    version: Line | None = None
    stars: Count | None = None
    """How many people starred its repository."""
    updated: PartialDate | None = None
    """Last change of its repository, as its source knows it."""
    related: tuple[Id, ...] = ()
    """Recipes that its source names beside it."""
    known_from: Literal["repository", "page", "article"] | None = None
    """What was read: the repository at `commit`, a page that shows part of it, or only what an article says of it."""
    status: Status
    superseded_by: Id | None = None
    vendor_documented: bool = False
    """Whether NVIDIA documents this way to serve these weights on these boxes."""
    custom_kernels: bool | None = None
    """Whether it needs kernels or patches that no release carries; null where no source says."""
    licences: tuple[Licence, ...] = ()
    parts: tuple[Part, ...] = ()
    caveats: tuple[Caveat, ...] = ()
    setups: tuple[Setup, ...] = Field(min_length=1)
    note: Line | None = None

    @property
    def main_weights(self) -> str | None:
        """Id of the weights that hold the model itself."""
        return _main(self.parts)

    def main_weights_of(self, setup: Setup) -> str | None:
        """Id of the weights that hold the model itself in one setup, which may have other files than the recipe."""
        return _main(setup.parts or ()) or self.main_weights


def _main(parts: tuple[Part, ...]) -> str | None:
    return next((part.weights for part in parts if part.role == "main"), None)
