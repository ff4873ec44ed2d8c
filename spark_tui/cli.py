"""The command line: one short function a verb. Without a verb the app opens."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, get_args

from spark_tui import __version__
from spark_tui.advise.needs import MAX_BOXES, Needs
from spark_tui.advise.uses import USES
from spark_tui.catalog.words import Topology
from spark_tui.numbers import NumberError, read_dollars, read_whole

# What a verb needs beyond this is imported inside it: `--help` must not pay for pydantic, nor `pick` for Textual.
if TYPE_CHECKING:
    from spark_tui.catalog.catalog import Catalog

EXIT_FAILURE, EXIT_USAGE = 1, 2
_Number = TypeVar("_Number", int, float)


class UsageError(Exception):
    """What was typed cannot be answered; the message says what, where and what to do."""


class FailureError(Exception):
    """The program could not do what was asked; the message says why and what to do."""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message}; see {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program. Returns the exit code: 0, 1 for a failure, 2 for wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # A terminal without UTF-8 shows a question mark, not a traceback.
    try:
        options = _parser().parse_args(argv)
        run: Callable[[argparse.Namespace], int | None] = options.run
        code = run(options) or 0
        sys.stdout.flush()
        return code
    except UsageError as error:
        return _complain(error, EXIT_USAGE)
    except FailureError as error:
        return _complain(error, EXIT_FAILURE)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of a pipe has gone. Python would complain once more while it flushes at exit.
        _discard_output()
        return EXIT_FAILURE
    except OSError as error:
        _discard_output()
        return _complain(FailureError(f"spark-tui: cannot write or read: {error.strerror or error}"), EXIT_FAILURE)


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(error: Exception, code: int) -> int:
    # Imported here: what was typed may hold control sequences, and only a mistake is echoed.
    from spark_tui.catalog.text import clean

    print("\n".join(clean(line) for line in str(error).splitlines()), file=sys.stderr)
    return code


# --- the verbs -----------------------------------------------------------------------------------------------


def open_app(_: argparse.Namespace) -> int:
    """Open the app, where there is a terminal that can show it."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "spark-tui: the app needs a terminal; for scripts use a verb, such as spark-tui pick --use chat"
        )
    if os.environ.get("TERM") in ("dumb", "unknown"):
        raise UsageError(f"spark-tui: TERM={os.environ['TERM']} cannot show the app; use spark-tui pick --use chat")
    from spark_tui.tui.app import SparkApp

    return SparkApp().run() or 0


def pick(options: argparse.Namespace) -> None:
    """Print the ranked setups for the owner's needs."""
    from spark_tui.advise.rank import rank
    from spark_tui.advise.report import ranking_data
    from spark_tui.plain import ranking_lines

    catalog = _catalog()
    ranking = rank(catalog, _needs(options, catalog))
    _print(options, lambda: ranking_data(catalog, ranking), lambda: ranking_lines(catalog, ranking))


def show(options: argparse.Namespace) -> None:
    """Print what is known of a recipe or weights on any number of boxes, or of a model, engine or platform."""
    from spark_tui.advise.report import sheet_data, thing_data
    from spark_tui.advise.sheet import NotInCatalogError, sheet
    from spark_tui.advise.thing import thing
    from spark_tui.plain import sheet_lines, thing_lines

    catalog = _catalog()
    known = thing(catalog, options.target.strip())
    if known is not None:
        return _print(options, lambda: thing_data(known), lambda: thing_lines(known))
    try:
        shown = sheet(catalog, options.target)
    except NotInCatalogError as error:
        raise UsageError(f"spark-tui show: {error}") from error
    return _print(options, lambda: sheet_data(catalog, shown), lambda: sheet_lines(catalog, shown))


def sources(options: argparse.Namespace) -> None:
    """Print a source record, or every figure of a recipe with where it stands."""
    from spark_tui.advise.report import sources_data
    from spark_tui.catalog.search import nearest
    from spark_tui.plain import figure_lines, source_lines

    catalog, asked = _catalog(), options.id.strip()
    recipe = asked.partition("@")[0]
    offers = [offer for offer in catalog.offers_of_recipe(recipe) if asked in (recipe, offer.setup.id)]
    if asked in catalog.sources:
        source = catalog.sources[asked]
        return _print(options, lambda: source.model_dump(mode="json"), lambda: source_lines(source))
    if not offers:
        near = nearest(asked, [*catalog.recipes, *catalog.sources])
        hint = f"did you mean {near}?" if near else "spark-tui catalog export lists all ids"
        raise UsageError(f"spark-tui sources: no recipe or source {asked!r} in the catalog; {hint}")
    return _print(
        options,
        lambda: sources_data(catalog, recipe, offers),
        lambda: (line for offer in offers for line in figure_lines(catalog, offer)),
    )


def catalog_check(options: argparse.Namespace) -> int:
    """Check the bundled catalog, with further files or folders where they are given."""
    from spark_tui import paths
    from spark_tui.catalog import checking, reading
    from spark_tui.catalog.faults import CatalogError

    bundled = paths.bundled_catalog()
    extra = [Path(name) for name in options.paths]
    for path in extra:
        if not path.exists():
            raise UsageError(f"spark-tui catalog check: {path} does not exist")
    try:
        read = reading.read_files(reading.files_in(bundled), root=bundled)
        for path in extra:
            read += reading.read_files(reading.files_in(path) if path.is_dir() else [path])
        faults = checking.check(read)
    except CatalogError as error:
        faults = list(error.faults)
    if faults:
        raise FailureError("\n".join(map(str, faults)))
    counts = checking.counts(reading.merged(read))
    _print(options, lambda: counts, lambda: (f"{count:>5} {name}" for name, count in counts.items()))
    return 0


def catalog_export(options: argparse.Namespace) -> None:
    """Print the whole catalog as JSON."""
    import json

    from spark_tui.catalog.export import export

    print(json.dumps(export(_catalog()), ensure_ascii=False, indent=None if options.json else 2))


# --- what the verbs share -------------------------------------------------------------------------------------


def _catalog() -> "Catalog":
    from spark_tui import paths
    from spark_tui.catalog.faults import CatalogError
    from spark_tui.catalog.loading import load

    try:
        return load(paths.bundled_catalog(), paths.cache_folder())
    except CatalogError as error:
        raise FailureError("\n".join(map(str, error.faults))) from error


def _needs(options: argparse.Namespace, catalog: "Catalog") -> Needs:
    if options.order == "expected":
        raise UsageError("spark-tui pick: --order expected: the catalog holds no expected speeds yet; use published")
    return Needs(
        use=options.use,
        boxes=options.boxes,
        budget=options.budget,
        price=options.price,
        own=options.own,
        context=options.context,
        streams=options.streams,
        commercial=options.commercial,
        vendor=options.vendor,
        no_custom_kernel=options.no_custom_kernel,
        topology=options.topology,
        models=_ids("--model", options.model, catalog.models),
        engines=_ids("--engine", options.engine, catalog.engines),
    )


def _ids(option: str, asked: str | None, things: dict[str, Any]) -> frozenset[str] | None:
    from spark_tui.catalog.search import named, nearest

    if asked is None:
        return None
    found = named(asked, things.values())
    if not found:
        near = nearest(asked, things)
        hint = f"did you mean {near}?" if near else f"known are {', '.join(things)}"
        raise UsageError(f"spark-tui pick: {option} {asked!r} is not in the catalog; {hint}")
    return frozenset(thing.id for thing in found)


def _print(options: argparse.Namespace, data: Callable[[], Any], lines: Callable[[], Iterable[str]]) -> None:
    """Print data as one JSON document, or lines for people."""
    if options.json:
        import json

        print(json.dumps(data(), ensure_ascii=False))
    else:
        for line in lines():
            print(line)


# --- the options ----------------------------------------------------------------------------------------------


def _whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers in a range, for argparse."""
    return lambda typed: _typed(lambda: read_whole(typed, low, high))


def _money(typed: str) -> float:
    return _typed(lambda: read_dollars(typed))


def _typed(read: Callable[[], _Number]) -> _Number:
    try:
        return read()
    except NumberError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="spark-tui", description="Pick a serving recipe for DGX Spark boxes. Without a verb: the app."
    )
    parser.add_argument("--version", action="version", version=f"spark-tui {__version__}")
    parser.set_defaults(run=open_app)
    verbs = parser.add_subparsers(title="verbs", metavar="VERB")
    _add_pick(verbs)
    shown = _add(verbs, "show", show, "what is known of a recipe, weights, a model, an engine or a platform")
    shown.add_argument("target", metavar="ID[@BOXES[:PROFILE]]", help="boxes and profile go with recipes and weights")
    source = _add(verbs, "sources", sources, "where every figure of a recipe stands, or one source")
    source.add_argument("id", metavar="RECIPE|ID")
    catalog = verbs.add_parser("catalog", help="check or export the catalog").add_subparsers(
        title="verbs", metavar="VERB", required=True
    )
    check = _add(catalog, "check", catalog_check, "find what is wrong in the catalog's files")
    check.add_argument("paths", nargs="*", metavar="FILE|FOLDER", help="further files to check with the bundled ones")
    _add(catalog, "export", catalog_export, "print the whole catalog as JSON")
    return parser


def _add(verbs: Any, name: str, run: Callable[[argparse.Namespace], int | None], what: str) -> argparse.ArgumentParser:
    verb: argparse.ArgumentParser = verbs.add_parser(name, help=what, description=f"Print {what}.")
    verb.add_argument("--json", action="store_true", help="print JSON")
    verb.set_defaults(run=run)
    return verb


def _add_pick(verbs: Any) -> None:
    verb = _add(verbs, "pick", pick, "the setups that fit your needs, best first")
    verb.add_argument("--use", required=True, choices=tuple(USES), help="what the boxes are for")
    verb.add_argument("--boxes", type=_whole(1, MAX_BOXES), metavar="N", help="boxes to plan for, 1 to 8")
    verb.add_argument("--budget", type=_money, metavar="USD", help="US dollars to spend on boxes")
    verb.add_argument("--price", type=_money, metavar="USD", help="price of one box; otherwise the catalog's")
    verb.add_argument("--own", type=_whole(0, 64), default=0, metavar="N", help="boxes owned already")
    verb.add_argument("--context", type=_whole(1), metavar="N", help="tokens one request must be able to use")
    verb.add_argument("--streams", type=_whole(1), metavar="N", help="requests at once")
    verb.add_argument("--commercial", action="store_true", help="every part may be used commercially")
    verb.add_argument("--vendor", action="store_true", help="only what NVIDIA documents")
    verb.add_argument("--no-custom-kernel", action="store_true", help="no custom kernels or patches")
    verb.add_argument("--topology", choices=get_args(Topology), help="how your boxes are cabled")
    verb.add_argument("--model", metavar="M", help="a model's id, or words of its name")
    verb.add_argument("--engine", metavar="E", help="an engine's id, or words of its name")
    verb.add_argument("--order", choices=("published", "expected"), default="published", help="speed to rank by")
