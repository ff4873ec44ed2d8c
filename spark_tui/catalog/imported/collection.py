"""A collection: files of recipes as they were read from one place, kept in one file of our own."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from pathlib import PurePosixPath
from typing import Any, Literal, NamedTuple

from pydantic import Field, ValidationError

from spark_tui.catalog.base import Entry, Id, Line, PartialDate
from spark_tui.catalog.catalog import Fragment
from spark_tui.catalog.evidence import Source
from spark_tui.catalog.imported.entries import Entries, Known, Place, entries, slug
from spark_tui.catalog.imported.problem import Kind, NotRead, NotUnderstoodError
from spark_tui.catalog.imported.secret import scrubbed
from spark_tui.catalog.imported.stated import stated
from spark_tui.catalog.imported.yamltext import read_mapping
from spark_tui.catalog.recipe import Recipe
from spark_tui.catalog.text import clean


class KeptFile(Entry):
    """One file of a collection: its settings as data, or why it could not be read."""

    path: Line
    data: dict[str, Any] | None = None
    twice: tuple[Line, ...] = ()
    """Keys that stand twice in it."""
    kind: Kind | None = None
    what: Line | None = None


class Collection(Entry):
    """What was read from one repository, folder or file. YAML is read once, when it is added or updated."""

    name: Id
    """Namespace of its recipes."""
    label: Line
    """How people know it, such as `spark-arena/recipe-registry`."""
    owner: Line
    origin: Line
    """Where it is read from again: an address for git, or a path."""
    what: Literal["git", "folder", "file"]
    address: str | None = Field(default=None, pattern=r"^https://[!#-;=?-~]+$")
    """Where people can look at it."""
    commit: Line | None = None
    date: PartialDate | None = None
    """When that commit was made."""
    read_on: PartialDate
    files: tuple[KeptFile, ...]


class Contents(NamedTuple):
    """What a collection comes to: entries, and every file that is not among them."""

    collection: Collection
    fragment: Fragment
    not_read: tuple[NotRead, ...]

    @property
    def recipes(self) -> tuple[str, ...]:
        """Ids of its recipes."""
        return tuple(recipe.id for recipe in self.fragment.recipes)


def keep(path: str, text: bytes | str) -> KeptFile:
    """Read the YAML of one file; text instead of bytes says why the file itself could not be had."""
    shown = clean(path)[:500] or "file"
    if isinstance(text, str):
        return KeptFile(path=shown, kind="not readable", what=text)
    try:
        found = read_mapping(text)
        return KeptFile(path=shown, data=scrubbed(found.data), twice=found.twice)
    except NotUnderstoodError as error:
        return KeptFile(path=shown, kind=error.kind, what=str(error))


def contents(collection: Collection, known: Known) -> Contents:
    """Turn the kept files into catalog entries. A file that is not understood never hides the others."""
    source = Source(
        id=f"{collection.name}.files",
        title=f"Recipes of {collection.label}",
        publisher=collection.owner,
        kind="repository",
        url=collection.address,
        date=collection.date,
        note=f"Read as data{f' at commit {collection.commit}' if collection.commit else ''}; nothing was run.",
    )
    found: list[Entries] = []
    missed: list[NotRead] = []
    for file, recipe in zip(collection.files, _ids(collection), strict=True):
        try:
            if file.data is None:
                raise NotUnderstoodError(file.kind or "not readable", file.what or "cannot be read")
            found.append(_entries(file.data, recipe, _place(collection, source.id, file), known))
        except NotUnderstoodError as error:
            missed.append(NotRead(file.path, error.kind, str(error)))
    fragment = Fragment.model_construct(
        models=_once(model for one in found for model in one.models),
        weights=_once(weights for one in found for weights in one.weights),
        recipes=tuple(one.recipe for one in found),
        sources=(source,) if found else (),
    )
    return Contents(collection, fragment, tuple(missed))


def _entries(data: Mapping[str, Any], recipe: str, place: Place, known: Known) -> Entries:
    said = stated(data)
    try:
        return entries(said, recipe, place, known)
    except ValidationError as error:
        # Nothing known leads here; a stranger's file must not, whatever it holds.
        first = error.errors(include_url=False)[0]
        what = f"holds something that the catalog cannot: {'.'.join(map(str, first['loc']))} {first['msg']}"
        raise NotUnderstoodError("not readable", clean(what)) from error


def _place(collection: Collection, source: str, file: KeptFile) -> Place:
    return Place(collection.name, source, collection.owner, collection.label, collection.address, collection.commit,
                 file.path, file.twice)  # fmt: skip


def _ids(collection: Collection) -> list[str]:
    """Name each recipe after its file; of several files of one name, those further down after folder and file."""
    paths = [PurePosixPath(file.path) for file in collection.files]
    stems = [slug(path.stem) or "recipe" for path in paths]
    often = Counter((stem, len(path.parts)) for stem, path in zip(stems, paths, strict=True))
    top = dict(sorted(often, reverse=True))
    taken: set[str] = set()
    ids: list[str] = []
    for path, stem in zip(paths, stems, strict=True):
        parent = slug(path.parent.name, 40)
        alone = len(path.parts) == top[stem] and often[stem, top[stem]] == 1
        name = stem if alone or not parent else f"{parent}.{stem}"
        unique = next(one for n in count(1) if (one := name if n == 1 else f"{name}-{n}") not in taken)
        taken.add(unique)
        ids.append(f"{collection.name}.{unique}")
    return ids


def _once(entries: Iterable[Any]) -> tuple[Any, ...]:
    return tuple({entry.id: entry for entry in reversed(list(entries))}.values())[::-1]


def without_taken(all_contents: Sequence[Contents], taken: Fragment) -> list[Contents]:
    """Drop what an earlier entry has the id of already: curated and own ones come first, then collections by name."""
    recipes = {one.id for one in taken.recipes}
    models = {one.id for one in taken.models}
    weights = {one.id for one in taken.weights}
    sources = {one.id for one in taken.sources}
    left: list[Contents] = []
    for one in all_contents:
        new = one.fragment
        clash = tuple(_taken(recipe) for recipe in new.recipes if recipe.id in recipes)
        fragment = Fragment.model_construct(
            models=tuple(model for model in new.models if model.id not in models),
            weights=tuple(item for item in new.weights if item.id not in weights),
            recipes=tuple(recipe for recipe in new.recipes if recipe.id not in recipes),
            sources=tuple(source for source in new.sources if source.id not in sources),
        )
        recipes |= {recipe.id for recipe in fragment.recipes}
        models |= {model.id for model in fragment.models}
        weights |= {item.id for item in fragment.weights}
        left.append(Contents(one.collection, fragment, one.not_read + clash))
    return left


def _taken(recipe: Recipe) -> NotRead:
    path = recipe.setups[0].cite[0].locator
    return NotRead(path, "not readable", f"has an id that is taken already: {recipe.id}")
