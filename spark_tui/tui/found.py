"""Which screen shows a thing that was found."""

from textual.screen import Screen

from spark_tui.advise.remark import remark
from spark_tui.advise.sentence import Cite
from spark_tui.advise.sheet import sheet, sheet_story
from spark_tui.advise.target import Target
from spark_tui.advise.thing import thing
from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.finding import Document
from spark_tui.tui.screens.recipe import RecipeScreen
from spark_tui.tui.screens.source import SourceScreen
from spark_tui.tui.screens.text import TextScreen
from spark_tui.tui.shelves import offers_of


def screen_for(catalog: Catalog, document: Document) -> Screen[None]:
    """Return the screen that shows what a document stands for."""
    if document.kind == "setup":
        return RecipeScreen(next(offers_of(catalog, (document.id,))))
    if document.kind == "source":
        return SourceScreen(Cite(document.id, "the whole of it"))
    if document.kind == "weights":
        return TextScreen(*sheet_story(sheet(catalog, document.id)))
    known = thing(catalog, Target(document.id, None, None))
    if known is not None:
        return TextScreen(known.entry.name, (known.entry.id,), known.sections)
    said = remark(catalog, document.id)
    assert said is not None  # Whatever else can be found is a remark.
    return TextScreen(said.kind.capitalize(), (said.id,), said.sections)
