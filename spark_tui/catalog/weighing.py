"""The catalog with the sizes of today: what the Hub said of each repository joins the sizes that sources print."""

import re
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.evidence import Source
from spark_tui.catalog.repository import File, Known, Repository, Today, Wanted
from spark_tui.catalog.things import LIVE, Size, Weights

_SHORT_HASH = re.compile(r"[0-9a-f]{4,39}")
"""Hugging Face takes whole hashes only (huggingface_hub, guide "Download files", "From specific version")."""
_SHARD = re.compile(r"-\d{5}-of-\d{5}(?=\.gguf$)", re.IGNORECASE)
_SAME_SIZE = 0.01
"""A size may differ from a printed one by this much: people round."""


def wanted(weights: Weights) -> Wanted | None:
    """Return what to ask the Hub for; None where the repository is not known."""
    if weights.repo is None:
        return None
    pinned = weights.revision
    return Wanted(weights.repo, None if pinned and _SHORT_HASH.fullmatch(pinned) else pinned)


def every_wanted(catalog: Catalog) -> tuple[Wanted, ...]:
    """Return every repository that the catalog's weights name, each revision once."""
    found = (wanted(weights) for weights in catalog.content.weights)
    return tuple(dict.fromkeys(one for one in found if one is not None))


def chosen(files: Iterable[File], patterns: Iterable[str]) -> tuple[File, ...]:
    """Return the files that match a pattern, as `huggingface_hub` matches `allow_patterns`; all where there is none."""
    wanted_patterns = tuple(f"{one}*" if one.endswith("/") else one for one in patterns)
    if not wanted_patterns:
        return tuple(files)
    return tuple(file for file in files if any(fnmatchcase(file.path, one) for one in wanted_patterns))


def size(files: Iterable[File]) -> int:
    """Return the size of files in bytes."""
    return sum(file.bytes for file in files)


def variants(files: Iterable[File]) -> dict[str, tuple[File, ...]]:
    """Return the GGUF files by the file they are shards of: as a rule each is the whole model at another precision."""
    found: dict[str, list[File]] = {}
    for file in files:
        name = file.path.lower().rpartition("/")[2]
        if name.endswith(".gguf") and not name.startswith("mmproj"):  # That one only reads pictures.
            found.setdefault(_SHARD.sub("", file.path), []).append(file)
    return {name: tuple(some) for name, some in found.items()}


def download(weights: Weights, repository: Repository) -> tuple[File, ...] | None:
    """Return the files of the weights in their repository.

    None where it cannot be said which they are: several GGUF files and no pattern, or a pattern that none matches.
    """
    files = chosen(repository.files, weights.files)
    if not files or (not weights.files and len(variants(files)) > 1):
        return None
    return files


def weighed(catalog: Catalog, today: Today) -> Catalog:
    """Return the catalog as it is today: with the sizes that the Hub said, and what the owner's boxes have free."""
    weights = [_with_live_size(one, today.known) for one in catalog.content.weights]
    sources = (*(one for one in catalog.content.sources if one.id != LIVE), _SOURCE)
    content = catalog.content.model_copy(update={"weights": tuple(weights), "sources": sources})
    return Catalog(content, own=catalog.own, left_out=catalog.left_out, collections=catalog.collections, today=today)


_SOURCE = Source(
    id=LIVE,
    title="Sizes as Hugging Face said them",
    publisher="Hugging Face",
    kind="page",
    url="https://huggingface.co",
    note="Asked by this program; each figure says for which repository, at which commit and when.",
)


def _with_live_size(weights: Weights, known: Mapping[Wanted, Known]) -> Weights:
    asked = wanted(weights)
    seen = known.get(asked) if asked else None
    files = download(weights, seen.now) if seen and seen.now else None
    printed = tuple(one for one in weights.sizes if one.source != LIVE)
    if files is None or seen is None or seen.now is None:
        return weights if len(printed) == len(weights.sizes) else weights.model_copy(update={"sizes": printed})
    live = [_live("disk", files, seen.now)]
    if weights.table_files:
        live.append(_live("tables", chosen(files, weights.table_files), seen.now))
    return weights.model_copy(update={"sizes": (*printed, *live)})


def _live(what: str, files: tuple[File, ...], repository: Repository) -> Size:
    at = f" at {repository.commit[:7]}" if repository.commit else ""
    return Size.model_validate({
        "value": size(files) / 1e9, "unit": "GB", "what": what, "source": LIVE,
        "locator": f"{repository.name}{at}, {len(files):,} files",
        "note": f"Seen on {repository.seen:%Y-%m-%d}.",
    })  # fmt: skip


class Moved(NamedTuple):
    """How a repository differs from what the catalog or an earlier look knew."""

    gb: float | None
    """By how many GB (10^9 bytes) it is larger than the printed size nearest to it; None where it is the same."""
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    """Files that differ from the commit seen before."""


def moved(weights: Weights, known: Known) -> Moved | None:
    """Return how the weights' files moved since the catalog was written; None where they did not, as far as is known.

    Which files is known only where the repository was seen at another commit before.
    """
    files = download(weights, known.now) if known.now else None
    if files is None:
        return None
    printed = [one for one in weights.sizes if one.what == "disk" and one.source != LIVE]
    gaps = [(size(files) / 1e9 - one.gib * 2**30 / 1e9, one) for one in printed]
    near = min(gaps, key=lambda pair: abs(pair[0]), default=None)
    gb = near[0] if near and abs(near[0]) > max(_SAME_SIZE * near[1].gib, _rounding(near[1])) else None
    before = {file.path: file.bytes for file in chosen(known.before.files if known.before else (), weights.files)}
    now = {file.path: file.bytes for file in files}
    if not before:
        return Moved(gb) if gb is not None else None
    found = Moved(
        gb,
        tuple(path for path in now if path not in before),
        tuple(path for path in before if path not in now),
        tuple(path for path in now if path in before and now[path] != before[path]),
    )
    return found if gb is not None or found.new or found.gone or found.changed else None


def _rounding(printed: Size) -> float:
    """By how many GB a printed size may be rounded: the last digit that is printed."""
    digits = len(f"{printed.value:g}".partition(".")[2])
    return float(10**-digits) * (1.0 if printed.unit == "GB" else 2**30 / 1e9)
