"""`sizes`: what repositories weigh today."""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from spark_tui.verbs.common import FailureError, UsageError, load_catalog, print_answer

if TYPE_CHECKING:
    from spark_tui.catalog.catalog import Catalog, Offer
    from spark_tui.catalog.repository import Wanted
    from spark_tui.hub.refresh import Answer


_REPOSITORY = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}")


def sizes(options: argparse.Namespace) -> None:
    """Print what repositories weigh: of the catalog, of a recipe's setup, or any that is named."""
    from spark_tui.advise.download import pieces
    from spark_tui.catalog.weighing import every_wanted, wanted

    catalog = load_catalog(live=False)
    named, offers = _targets(catalog, options.targets)
    parts = (wanted(piece.weights) for offer in offers for piece in pieces(catalog, offer))
    asked = tuple(dict.fromkeys((*named, *(one for one in parts if one)))) if options.targets else every_wanted(catalog)
    catalog, troubles = _asked(catalog, asked, refresh=options.refresh)
    if options.targets and not offers:
        _fail_where_nothing_is_known(catalog, named, troubles)
    for text in dict.fromkeys(troubles):
        print(text, file=sys.stderr)
    now = datetime.now(UTC)
    print_answer(options, lambda: _data(catalog, asked, offers, now), lambda: _lines(catalog, named, offers, now))


def _targets(catalog: "Catalog", typed: list[str]) -> "tuple[list[Wanted], list[Offer]]":
    """Return the repositories and the setups that were typed. Raises UsageError."""
    from spark_tui.advise.target import NotInCatalogError, published_setup
    from spark_tui.catalog.repository import Wanted
    from spark_tui.catalog.weighing import wanted

    named: list[Wanted] = []
    offers: list[Offer] = []
    for one in map(str.strip, typed):
        repo, _, revision = one.removeprefix("https://").removeprefix("huggingface.co/").partition("@")
        weights = catalog.weights.get(one.lower())
        if _REPOSITORY.fullmatch(repo):
            named.append(Wanted(repo, revision or None))
        elif weights and (repository := wanted(weights)):
            named.append(repository)
        else:
            try:
                offers.append(published_setup(catalog, one))
            except NotInCatalogError as error:
                raise UsageError(f"spark-tui sizes: {error} A repository is OWNER/NAME.") from error
    return named, offers


def _asked(catalog: "Catalog", asked: "tuple[Wanted, ...]", *, refresh: bool) -> "tuple[Catalog, list[str]]":
    """Ask for what is older than a day, or for all; return the catalog with what is known, and what went wrong."""
    from spark_tui import paths
    from spark_tui.catalog.repository import OF_THE_HUB, Known, Today, Trouble
    from spark_tui.catalog.weighing import weighed
    from spark_tui.hub import kept
    from spark_tui.hub.refresh import refresh as ask_all
    from spark_tui.store import StoreError

    known: dict[Wanted, Known] = {}
    troubles: list[str] = []
    try:
        known = kept.load(paths.database())
    except StoreError as error:
        troubles.append(str(error))
    keeping = True
    due = list(asked) if refresh else kept.due(asked, known)
    for answer in _counted(ask_all(due), len(due)):
        known[answer.wanted] = known.get(answer.wanted, Known()).after(answer.found)
        if isinstance(answer.found, Trouble) and answer.found.kind in OF_THE_HUB:  # Its own are told beside it.
            troubles.append(answer.found.text)
        try:
            if keeping:
                kept.save(paths.database(), [answer])
        except StoreError as error:
            troubles.append(str(error))
            keeping = False  # Each further try could wait as long.
    return weighed(catalog, Today(known)), troubles


def _counted(answers: "Iterable[Answer]", of: int) -> "Iterator[Answer]":
    """Pass answers on, and count them where somebody is looking."""
    with _progress() as tell:
        for number, answer in enumerate(answers, start=1):
            tell(f"{number} of {of}")
            yield answer


@contextmanager
def _progress() -> Iterator[Any]:
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    try:
        yield lambda text: print(f"\rAsking Hugging Face: {text}", end="", file=sys.stderr, flush=True)
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _fail_where_nothing_is_known(catalog: "Catalog", named: "list[Wanted]", troubles: list[str]) -> None:
    found = [catalog.today.known[one] for one in named if one in catalog.today.known]
    if not any(known.now for known in found):
        own = [known.trouble.text for known in found if known.trouble]
        raise FailureError(f"spark-tui sizes: {' '.join(dict.fromkeys((*troubles, *own)))}")


def _data(catalog: "Catalog", asked: "Iterable[Wanted]", offers: "list[Offer]", now: datetime) -> dict[str, Any]:
    from spark_tui.advise.download import setup_data
    from spark_tui.advise.weighed import repository_data

    return {
        "repositories": [repository_data(catalog, one, catalog.today.known.get(one), now) for one in asked],
        "setups": [setup_data(catalog, offer) for offer in offers],
    }


def _lines(catalog: "Catalog", named: "list[Wanted]", offers: "list[Offer]", now: datetime) -> Iterator[str]:
    from spark_tui import paths, settings
    from spark_tui.advise.download import downloads
    from spark_tui.catalog.weighing import every_wanted
    from spark_tui.plain.sizes import repository_lines, size_lines
    from spark_tui.plain.text import section_lines

    mbit = settings.load(paths.settings()).download_mbit
    if not named and not offers:
        yield from size_lines(catalog, every_wanted(catalog), now)
    for offer in offers:
        yield f"{offer.setup.id}: {catalog.title_of(offer)}"
        yield from section_lines(downloads(catalog, offer, mbit, now))
    for one in named:
        yield from repository_lines(catalog, one, now)
