"""How fresh a size is: when the Hub said it, whether one may download, and what moved since the catalog was written."""

from collections.abc import Iterator
from datetime import datetime

from spark_tui.advise.sentence import Cite, Sentence
from spark_tui.advise.wording import ago, counted, gb
from spark_tui.catalog.repository import LASTING, Known, Repository
from spark_tui.catalog.things import LIVE, Weights
from spark_tui.catalog.weighing import download, moved, wanted

_MOST_FILES = 3
"""Files that are named of those that moved."""


def seen_at(repository: Repository, files: int) -> Cite:
    """Return where a size of today stands: the repository as the Hub told it."""
    return Cite(LIVE, f"{repository.name}, {files:,} files", f"Seen on {repository.seen:%Y-%m-%d}.")


def freshness(weights: Weights, known: Known | None, now: datetime) -> Iterator[Sentence]:
    """Yield when the Hub said what, whether one may download it, and what has moved since the catalog was written."""
    if weights.repo is None:
        yield Sentence(f"{weights.name}: on which repository its files are is not known, so nothing can be asked.")
        return
    if known is None or known.now is None:
        why = f" {known.trouble.text}" if known and known.trouble else ""
        yield Sentence(f"{weights.repo}: Hugging Face has not told its size yet.{why}")
        return
    seen = known.now
    commit = f" at {seen.commit[:7]}" if seen.commit else ""
    changed = f"; last changed {ago(seen.changed, now)}" if seen.changed else ""
    licence = f"; licence {seen.licence}" if seen.licence else ""
    yield Sentence(
        f"{seen.name}: seen {ago(seen.seen, now)}{commit}{changed}{licence}.", (seen_at(seen, len(seen.files)),)
    )
    if known.trouble:
        yield Sentence(f"Since then: {known.trouble.text}")
    yield from (Sentence(text) for text in marks(weights, known))


def marks(weights: Weights, known: Known) -> Iterator[str]:
    """Yield what an owner must know before downloading: renamed, gated, other files than expected, another size."""
    seen = known.now
    if seen is None:
        return
    if seen.name != weights.repo:
        yield f"Renamed: {weights.repo} is {seen.name} now."
    if seen.gated and not seen.allowed:
        yield f"Gated: ask for access at https://huggingface.co/{seen.name}, then set HF_TOKEN."
    if weights.revision and seen.commit and wanted(weights) == (weights.repo, None):
        same = seen.commit.startswith(weights.revision)
        yield f"Pinned at {weights.revision}, which is {'the newest' if same else 'older than what is weighed here'}."
    if (unclear := _unclear(weights, seen)) is not None:
        yield unclear
    change = moved(weights, known)
    if change is None:
        return
    if change.gb is not None:
        yield f"Moved: {gb(abs(change.gb))} {'more' if change.gb > 0 else 'less'} than the catalog knows."
    for word, paths in (("new", change.new), ("gone", change.gone), ("of another size", change.changed)):
        if paths:
            more = f" and {len(paths) - _MOST_FILES:,} more" if len(paths) > _MOST_FILES else ""
            yield f"{counted(len(paths), 'file')} {word}: {', '.join(paths[:_MOST_FILES])}{more}."


def _unclear(weights: Weights, seen: Repository) -> str | None:
    """Say why it is not clear which files are the weights'; None where it is."""
    if not seen.files:
        return "It holds no files."
    if download(weights, seen) is not None:
        return None
    named = f"{', '.join(weights.files)} matches none" if weights.files else "several models lie there"
    return f"Which of its {counted(len(seen.files), 'file')} are meant cannot be told: {named}."


def short_mark(weights: Weights, known: Known | None) -> str:
    """Return one character for a row: `!` for gone, gated, renamed or unclear, an arrow for moved, else nothing."""
    if known is None:
        return ""
    seen = known.now
    if known.trouble and known.trouble.kind in LASTING:
        return "!"
    if seen is None:
        return ""
    if seen.name != weights.repo or (seen.gated and not seen.allowed) or download(weights, seen) is None:
        return "!"
    change = moved(weights, known)
    if change is None:
        return ""
    return "±" if change.gb is None else "↑" if change.gb > 0 else "↓"
