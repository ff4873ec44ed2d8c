"""The command palette: everything that can be done, and everything that can be found."""

from asyncio import to_thread
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.markup import escape
from textual.types import IgnoreReturnCallbackType

from spark_tui.catalog.finding import find
from spark_tui.tui.screens.help import key_names, own_bindings

if TYPE_CHECKING:
    from spark_tui.tui.app import SparkApp

_OF_TEXTUAL = ("Theme", "Screenshot", "Quit")
_MOST_FOUND = 25
"""Things that a search of the palette shows; further words narrow it."""


class _Command(NamedTuple):
    name: str
    help: str
    run: IgnoreReturnCallbackType


class SparkCommands(Provider):
    """What the app can do, then what the catalog holds of the words that were typed."""

    async def discover(self) -> Hits:
        """Yield what can be done, while nothing is typed."""
        for command in self._commands():
            yield DiscoveryHit(command.name, command.run, help=command.help)

    async def search(self, query: str) -> Hits:
        """Yield what can be done, then what can be opened. Text of the catalog is never read as markup."""
        wanted = query.lower().split()
        for command in self._commands():
            if all(word in f"{command.name} {command.help}".lower() for word in wanted):
                yield Hit(2.0, escape(command.name), command.run, text=command.name, help=escape(command.help))
        app = self._app()
        if app.ranking is None:
            return
        for found in (await to_thread(find, app.catalog, query))[:_MOST_FOUND]:
            document = found.document
            text = f"{document.title} ({document.kind})"
            yield Hit(found.score / 101, escape(text), partial(app.open_found, document), text=text,
                      help=escape(document.id))  # fmt: skip

    def _app(self) -> "SparkApp":
        from spark_tui.tui.app import SparkApp

        assert isinstance(self.app, SparkApp)
        return self.app

    def _commands(self) -> Iterator[_Command]:
        app = self._app()
        yield _Command("Questions", "Change your answers", app.open_questions)
        yield _Command("Picks", "What fits, best first", app.open_picks)
        yield _Command("Models", "Every model, and its best setup on your boxes", partial(app.open_shelf, "models"))
        yield _Command("Engines", "Formats, boxes, for and against", partial(app.open_shelf, "engines"))
        yield _Command("Same money elsewhere", "Other machines for the same money or memory",
                       partial(app.open_shelf, "elsewhere"))  # fmt: skip
        yield _Command("What owners say", "Quotes, in their own words", partial(app.open_shelf, "quotes"))
        yield _Command("What expected speeds rest on", "Claims beside replications, and what moves speed",
                       partial(app.open_shelf, "evidence"))  # fmt: skip
        yield _Command("What you launched", "Jobs on your boxes, and how they are now", app.action_jobs)
        yield _Command("Your boxes", "Which there are, and how each is reached", app.action_boxes)
        yield _Command("Practise", "The whole way with a very small model on this machine", app.open_practice)
        yield _Command("Compare marked setups", "Side by side, what differs marked", app.open_comparison)
        yield _Command("Start afresh", "Forget answers and marks", app.start_afresh)
        yield from self._of_screen()
        yield _Command("Help", "The keys of this screen", app.action_help)
        # Textual's own, here and not from its provider, so that ours always come first.
        yield from (_Command(*one[:3]) for one in app.get_system_commands(self.screen) if one.title in _OF_TEXTUAL)

    def _of_screen(self) -> Iterator[_Command]:
        """Yield what the keys of the screen do, so that nobody has to know a key."""
        for binding in own_bindings(self.screen):
            action = binding.action.partition("(")[0]
            if action.startswith("app.") or self.screen.check_action(action, ()) is False:
                continue
            run = partial(self.app.run_action, binding.action, self.screen)
            yield _Command(binding.description, f"Key {key_names(self.app, binding)}", run)
