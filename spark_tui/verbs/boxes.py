"""`boxes`: the owner's boxes, and whether each can be reached."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from spark_tui.verbs.common import FailureError, UsageError, print_answer

if TYPE_CHECKING:
    from spark_tui.launch.box import Box
    from spark_tui.launch.preflight import Finding


def add(options: argparse.Namespace) -> None:
    """Add a box, show a host key that nobody knows yet, and say whether the box can be reached."""
    from spark_tui import paths
    from spark_tui.launch import boxes
    from spark_tui.launch.box import BoxError, checked

    try:
        box = checked(options.name, options.ssh, options.fabric)
        boxes.add(box, paths.boxes())
    except BoxError as error:
        raise UsageError(f"spark-tui boxes add: {error}") from error
    trouble = _first_contact(box)
    print_answer(options, lambda: {**box._asdict(), "reached": trouble is None, "trouble": trouble},
                 lambda: [f"added {box.name}{f', but {trouble}' if trouble else ', and it answers'}"])  # fmt: skip


def _first_contact(box: "Box") -> str | None:
    """Reach a box for the first time; None where it answers."""
    from spark_tui.launch import hostkey
    from spark_tui.launch.job import said
    from spark_tui.launch.remote import run

    outcome = run(box, ("true",))
    if box.ssh is not None and "Host key verification failed" in outcome.err and "has changed" not in outcome.err:
        try:
            key = hostkey.scan(box.ssh)
        except hostkey.HostKeyError as error:
            return str(error)
        if not _accepted(box, key.fingerprints):
            return f"its host key is not known: compare {key.fingerprints[-1]} with the box, and add it again"
        hostkey.accept(key)
        outcome = run(box, ("true",))
    return None if outcome.ok else f"it does not answer: {said(outcome)}"


def _accepted(box: "Box", fingerprints: tuple[str, ...]) -> bool:
    if not sys.stdin.isatty():
        return False
    print(f"{box.ssh} shows a host key that is not known here:")
    for one in fingerprints:
        print(f"  {one}")
    return input("Is it the key of that box? Type yes to keep it: ").strip().lower() == "yes"


def remove(options: argparse.Namespace) -> None:
    """Take a box off the list."""
    from spark_tui import paths
    from spark_tui.launch import boxes
    from spark_tui.launch.box import BoxError

    try:
        boxes.remove(options.name, paths.boxes())
    except BoxError as error:
        raise UsageError(f"spark-tui boxes remove: {error}") from error
    print_answer(options, lambda: {"removed": options.name}, lambda: [f"removed {options.name}"])


def list_boxes(options: argparse.Namespace) -> None:
    """Print the boxes."""
    known = load_boxes()
    print_answer(options, lambda: [box._asdict() for box in known], lambda: _lines(known))


def load_boxes() -> "tuple[Box, ...]":
    """Return the owner's boxes. Raises FailureError where their list cannot be read."""
    from spark_tui import paths
    from spark_tui.launch import boxes
    from spark_tui.launch.box import BoxError

    try:
        return boxes.load(paths.boxes())
    except BoxError as error:
        raise FailureError(f"spark-tui boxes: {error}") from error


def named_boxes(names: list[str] | None, count: int | None = None) -> "tuple[Box, ...]":
    """Return the boxes of those names, the head first; without names the first `count`. Raises UsageError.

    Where no box is on the list, one box is the machine we run on.
    """
    from spark_tui.launch.box import Box, BoxError, together

    known = load_boxes() or (Box("here"),)
    by_name = {box.name: box for box in known}
    missing = next((name for name in names or () if name not in by_name), None)
    if missing is not None:
        raise UsageError(f"spark-tui: no box is called {missing!r}; there are {', '.join(by_name)}.")
    chosen = tuple(by_name[name] for name in names) if names else known[: count or len(known)]
    if count is not None and len(chosen) != count:
        raise UsageError(f"spark-tui: it takes {count} boxes, and {len(chosen)} are named; spark-tui boxes add NAME "
                         "--ssh TARGET adds one.")  # fmt: skip
    try:
        return together(chosen)
    except BoxError as error:
        raise UsageError(f"spark-tui: {error}") from error


def _lines(known: "tuple[Box, ...]") -> Iterator[str]:
    if not known:
        yield "No box yet: spark-tui boxes add NAME --ssh TARGET --fabric ADDRESS"
    for box in known:
        yield f"{box.name:<16} {box.ssh or 'this machine':<32} {box.fabric or 'fabric not said'}"


def check(options: argparse.Namespace) -> int:
    """Print what can be told of the boxes without a setup. Returns 1 where something failed."""
    from spark_tui.launch.preflight import Asked, drawn, preflight
    from spark_tui.plain.preflight import finding_data, finding_lines

    chosen = named_boxes(options.names or None)
    findings: list[Any] = []
    asked = Asked(boxes=chosen)
    for finding in preflight(asked):
        findings.append(finding)
        if not options.json:
            for line in finding_lines(finding):
                print(line, flush=True)
    remember_free(findings)
    if not options.json:
        print("", *drawn(asked, findings), sep="\n")
    else:
        print_answer(options, lambda: [finding_data(one) for one in findings], lambda: ())
    return int(any(one.state == "failed" for one in findings))


def remember_free(findings: "Iterable[Finding]") -> None:
    """From now on count with what the owner's boxes have free."""
    from spark_tui import paths, settings
    from spark_tui.launch.preflight import least_free_gib

    free = least_free_gib(findings)
    if free is not None:
        with suppress(OSError):  # It is seen again at the next look.
            settings.save(settings.load(paths.settings())._replace(free_gib=free), paths.settings())
