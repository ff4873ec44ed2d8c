"""Where the owner was: answers, marks and the open screen, kept so that the app resumes there."""

import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from spark_tui.advise.needs import Needs
from spark_tui.advise.uses import USES
from spark_tui.files import write_whole
from spark_tui.tui.answers import AnswerError, as_typed, read_answers

if TYPE_CHECKING:
    from spark_tui.tui.app import SparkApp


class Place(NamedTuple):
    """Where the owner was."""

    needs: Needs
    marked: tuple[str, ...] = ()
    """Ids of the setups marked to be compared."""
    screen: str = "needs"
    """`needs`, `picks`, `recipe` or `compare`."""
    setup: str | None = None
    """Id of the highlighted or open setup."""


def save(place: Place, path: Path) -> None:
    """Write where the owner is, all or nothing. Where that is impossible the next start begins with the questions."""
    needs = place.needs
    only = {name: sorted(getattr(needs, name) or ()) for name in ("models", "engines")}
    data = {**place._asdict(), "needs": {"use": needs.use, "answers": as_typed(needs), **only}}
    with contextlib.suppress(OSError):
        write_whole(path, json.dumps(data).encode("utf-8"))


def load(path: Path) -> Place | None:
    """Return where the owner was; None at the first start, or where the file makes no sense."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        needs = _needs(data["needs"])
        screen, setup, marked = data["screen"], data["setup"], tuple(data["marked"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    texts = [screen, *marked, *([] if setup is None else [setup])]
    return Place(needs, marked, screen, setup) if all(isinstance(text, str) for text in texts) else None


def place_in(app: "SparkApp") -> Place:
    """Return where the owner is now."""
    from spark_tui.tui.screens.compare import CompareScreen
    from spark_tui.tui.screens.picks import PicksScreen
    from spark_tui.tui.screens.recipe import RecipeScreen

    screen, setup = "needs", None
    for one in app.screen_stack:
        if isinstance(one, PicksScreen):
            screen, setup = "picks", one.setup_at_cursor()
        elif isinstance(one, RecipeScreen):
            screen, setup = "recipe", one.offer.setup.id
        elif isinstance(one, CompareScreen):
            screen = "compare"
    return Place(app.needs, tuple(app.marked), screen, setup)


def go_back(app: "SparkApp", left: Place) -> None:
    """Open the screen on which the owner was, with the marks that the catalog still knows."""
    if left.screen == "needs":
        return
    from spark_tui.tui.shelves import offers_of

    known = {offer.setup.id for offer in offers_of(app.catalog, app.marked)}
    app.marked = [setup for setup in app.marked if setup in known]  # The catalog may have changed.
    app.open_picks(left.setup)
    if left.screen == "compare":
        app.open_comparison()
    elif left.screen == "recipe" and left.setup is not None:
        for offer in offers_of(app.catalog, (left.setup,)):
            app.open_setup(offer)


def _needs(data: dict[str, Any]) -> Needs:
    """Read answers as if they had been typed, so that a file cannot say what a person could not."""
    if data["use"] not in USES:
        raise ValueError(data["use"])
    try:
        needs = read_answers(data["use"], {name: _as_typed(value) for name, value in data["answers"].items()})
    except AnswerError as error:
        raise ValueError from error
    only = {name: frozenset(map(str, data[name])) for name in ("models", "engines") if data.get(name)}
    return needs.but(**only)


def _as_typed(value: Any) -> Any:
    return value if isinstance(value, bool) or value is None else str(value)
