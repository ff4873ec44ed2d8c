"""What can be typed behind `spark-tui`: the verbs and their options."""

import argparse
from collections.abc import Callable
from datetime import date
from typing import Any, NoReturn, TypeVar, get_args

from spark_tui import __version__
from spark_tui.advise.needs import MAX_BOXES
from spark_tui.advise.uses import USES
from spark_tui.catalog.words import Topology
from spark_tui.launch.plan import RouteName
from spark_tui.numbers import NumberError, read_dollars, read_whole
from spark_tui.verbs import boxes, catalogs, collecting, jobs, launch, new, own, picking, reading, sizes
from spark_tui.verbs.common import UsageError

Run = Callable[[argparse.Namespace], int | None]
_Number = TypeVar("_Number", int, float)


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message}; see {self.prog} --help")


def _whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers in a range, for argparse."""
    return lambda typed: _typed(lambda: read_whole(typed, low, high))


def _money(typed: str) -> float:
    return _typed(lambda: read_dollars(typed))


def _price(typed: str) -> float:
    price = _money(typed)
    if price < 1:
        raise argparse.ArgumentTypeError(f"{typed.strip()!r} is no price of a box; leave it out to use the catalog's")
    return price


def _day(typed: str) -> date:
    try:
        return date.fromisoformat(typed.strip())
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{typed.strip()!r} is not a day such as 2026-10-21") from error


def _typed(read: Callable[[], _Number]) -> _Number:
    try:
        return read()
    except NumberError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def build_parser(open_app: Run) -> argparse.ArgumentParser:
    """Return the parser of the whole command line; `open_app` runs where no verb is given."""
    parser = _Parser(
        prog="spark-tui", description="Pick a serving recipe for DGX Spark boxes. Without a verb: the app."
    )
    parser.add_argument("--version", action="version", version=f"spark-tui {__version__}")
    parser.set_defaults(run=open_app)
    verbs = parser.add_subparsers(title="verbs", metavar="VERB")
    _add_pick(verbs)
    _add_reading(verbs)
    _add_launching(verbs)
    _add_catalog(verbs)
    return parser


def _add_reading(verbs: Any) -> None:
    shown = _add(verbs, "show", reading.show, "what is known of a recipe, weights, a model, an engine or a platform")
    shown.add_argument("target", metavar="ID[@BOXES[:PROFILE]]", help="boxes and profile go with recipes and weights")
    _add_markdown(shown)
    source = _add(verbs, "sources", reading.sources, "where every figure of a recipe stands, or one source")
    source.add_argument("id", metavar="RECIPE|ID")
    compared = _add(verbs, "compare", reading.compare, "2 to 4 setups side by side, and what speaks for which")
    compared.add_argument(
        "setups", nargs="+", metavar="RECIPE[@BOXES[:PROFILE]]", help="a recipe alone is its first setup"
    )
    _add_markdown(compared)
    found = _add(verbs, "find", reading.find, "whatever holds the words: setups, models, engines, quotes, sources …")
    found.add_argument("words", nargs="+", metavar="WORDS", help="slips of the finger are forgiven")
    quoted = _add(verbs, "quotes", reading.quotes, "owners' own words, with where they stand")
    quoted.add_argument("words", nargs="*", metavar="WORDS", help="about what, or by whom; nothing prints all")
    weighed = _add(verbs, "sizes", sizes.sizes, "what repositories weigh today, and whether you may have them")
    weighed.add_argument("targets", nargs="*", metavar="RECIPE|REPO", help="a recipe, its setup, or OWNER/NAME")
    weighed.add_argument("--refresh", action="store_true", help="ask again for what was asked for within a day")
    _add_markdown(_add(verbs, "evidence", reading.evidence, "claims beside replications, and what moves speed"))


def _add_launching(verbs: Any) -> None:
    known = verbs.add_parser("boxes", help="the boxes that you launch on").add_subparsers(
        title="verbs", metavar="VERB", required=True
    )
    added = _add(known, "add", boxes.add, "whether a box that is added can be reached")
    added.description = "Add a box, as your own ssh reaches it, or change one of that name."
    added.add_argument("name", metavar="NAME", help="what to call it")
    added.add_argument("--ssh", metavar="TARGET", help="a host of your ssh configuration, or USER@HOST; without: here")
    added.add_argument("--fabric", metavar="ADDRESS", help="its address on the fast network between the boxes")
    _add(known, "list", boxes.list_boxes, "the boxes")
    checked = _add(known, "check", boxes.check, "what can be told of the boxes before a launch")
    checked.add_argument("names", nargs="*", metavar="NAME", help="which; otherwise all")
    _add(known, "remove", boxes.remove, "that a box is off the list").add_argument("name", metavar="NAME")
    started = _add(verbs, "launch", launch.launch, "what a launch does, and start it")
    started.description = "Check your boxes, show every command, and start a setup once you have agreed."
    started.add_argument("setup", metavar="RECIPE[@BOXES[:PROFILE]]", help="a recipe alone is its first setup")
    started.add_argument("--boxes", metavar="NAME,NAME", help="which, the head first; otherwise the first of your list")
    started.add_argument("--route", choices=get_args(RouteName), help="otherwise the first that it has")
    started.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="what its commands leave open"
    )
    started.add_argument("--print", action="store_true", help="print it as one shell script, and start nothing")
    started.add_argument("--yes", action="store_true", help="agree to all that is listed")
    launched = verbs.add_parser("jobs", help="what you launched").add_subparsers(
        title="verbs", metavar="VERB", required=True
    )
    _add(launched, "list", jobs.list_jobs, "what was launched, and how it is now")
    for name, run, what in (("logs", jobs.logs, "the logs of a job"), ("watch", jobs.watch, "how a job is doing"),
                            ("stop", jobs.stop, "that a job was stopped on every box")):  # fmt: skip
        verb = _add(launched, name, run, what)
        verb.add_argument("id", nargs="?", metavar="JOB|SETUP", help="otherwise the newest")
        if name == "stop":
            verb.add_argument("--yes", action="store_true", help="do not ask")


def _add_catalog(verbs: Any) -> None:
    catalog = verbs.add_parser("catalog", help="check, export or extend the catalog").add_subparsers(
        title="verbs", metavar="VERB", required=True
    )
    check = _add(catalog, "check", catalogs.check, "find what is wrong in the catalog's files")
    check.add_argument("paths", nargs="*", metavar="FILE|FOLDER", help="further files to check with the bundled ones")
    check.add_argument("--warnings", action="store_true", help="tell each thing that wants a look, not only how many")
    check.add_argument("--today", type=_day, metavar="DATE", help="the day to count ages from; otherwise today")
    made = catalog.add_parser("new", help="write a file for a recipe, asking for what is needed")
    made.description = "Ask for a recipe, one line a question, and write the file that adds it. Overwrites nothing."
    made.add_argument("file", nargs="?", metavar="FILE", help="the file to write; otherwise named after the recipe")
    made.set_defaults(run=new.new)
    _add(catalog, "export", catalogs.export, "print the whole catalog as JSON")
    added = _add(catalog, "add", own.add, "add recipes: a TOML file of your own, or others' sparkrun and eugr YAML")
    added.description = (
        "Add a TOML file of your own, all of it or nothing; or whatever can be read of other people's sparkrun and "
        "eugr recipes in a git repository, a folder or a file. Nothing of them is run."
    )
    added.add_argument("what", metavar="FILE|FOLDER|URL", help="TOML or YAML, a folder of YAML, or a git repository")
    added.add_argument("--name", metavar="NAME", help="what to call a collection; otherwise after its owner or folder")
    updated = _add(catalog, "update", collecting.update, "read other people's recipes again from where they came from")
    updated.description = "Read collections again from where they came from. On failure the old one stays."
    updated.add_argument("name", nargs="?", metavar="NAME", help="one collection; otherwise all of them")
    removed = _add(catalog, "remove", own.remove, "remove a file of your own or a collection from the catalog")
    removed.description = "Remove a file of your own or a collection from the catalog."
    removed.add_argument("name", metavar="NAME", help="its name, as spark-tui catalog list prints it")
    _add(catalog, "list", own.list_own, "what you added to the catalog, what it holds and where it comes from")


def _add(verbs: Any, name: str, run: Run, what: str) -> argparse.ArgumentParser:
    verb: argparse.ArgumentParser = verbs.add_parser(name, help=what, description=f"Print {what}.")
    verb.add_argument("--json", action="store_true", help="print JSON")
    verb.set_defaults(run=run)
    return verb


def _add_markdown(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--markdown", action="store_true", help="print Markdown, to keep or to pass on")


def _add_pick(verbs: Any) -> None:
    verb = _add(verbs, "pick", picking.pick, "the setups that fit your needs, best first")
    verb.add_argument("--use", required=True, choices=tuple(USES), help="what the boxes are for")
    verb.add_argument("--boxes", type=_whole(1, MAX_BOXES), metavar="N", help="boxes to plan for, 1 to 8")
    verb.add_argument("--budget", type=_money, metavar="USD", help="US dollars to spend on boxes")
    verb.add_argument("--price", type=_price, metavar="USD", help="price of one box; otherwise the catalog's")
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
