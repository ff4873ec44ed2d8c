"""Other people's recipes: adding a repository, a folder or a YAML file as a collection, and reading it again."""

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from spark_tui.verbs.common import PATH_SHOWN, FailureError, UsageError, existing, load_quietly, print_answer

if TYPE_CHECKING:
    from spark_tui.catalog.catalog import Collected
    from spark_tui.catalog.imported.collection import Collection, Contents
    from spark_tui.catalog.imported.entries import Known
    from spark_tui.catalog.imported.problem import NotRead


class _Origin(NamedTuple):
    """Where a collection is read from, and what people know it by."""

    what: Literal["git", "folder", "file"]
    where: str
    """An address or a whole path, to be found again from any folder."""
    label: str
    owner: str


_ADD, _UPDATE = "spark-tui catalog add", "spark-tui catalog update"
_NOBODY = "an author not named"
_HINT = "an https, ssh or file address of a git repository"


def add_collection(options: argparse.Namespace) -> None:
    """Add whatever recipes of others a repository, folder or YAML file holds; what is not understood is listed."""
    from spark_tui import paths
    from spark_tui.catalog.imported import shelf

    origin, folder = _origin(options.what), paths.collections()
    _refuse_twice(origin.where, folder)
    name = _name(options.name, folder) if options.name else shelf.free_name(_wished(origin), folder)
    found = _contents(_read(name, origin, _ADD))
    if not found.recipes:
        told = f"{_ADD}: {_shown(origin.where)}: {_nothing(found)}"
        raise FailureError("\n".join([told, *_missed_lines(found.not_read)]))
    path = _write(found.collection, _ADD)
    print_answer(options, lambda: {"added": name, "path": str(path), **_data(found)}, lambda: _added_lines(found))


def update(options: argparse.Namespace) -> int:
    """Read collections again from where they came from. What cannot be read again stays as it was."""
    from spark_tui import paths
    from spark_tui.catalog.imported import shelf

    known = shelf.files(paths.collections())
    chosen = [path for path in known if options.name in (None, path.stem)]
    if options.name is not None and not chosen:
        names = ", ".join(path.stem for path in known)
        hint = f"known are {names}" if known else "there is none yet"
        raise UsageError(f"{_UPDATE}: no collection is called {options.name!r}; {hint}")
    updated: list[tuple[Contents, str | None]] = []
    failed: list[str] = []
    for path in chosen:
        try:
            updated.append(_updated(path))
        except (FailureError, UsageError) as error:
            failed.append(f"{error}; {path.stem} stays as it was")
    print_answer(options, lambda: [{"updated": found.collection.name, "commit_before": before, **_data(found)}
                                   for found, before in updated], lambda: _updated_lines(updated, failed))  # fmt: skip
    if failed:
        raise FailureError("\n".join(failed))
    return 0


def collected_data(collected: "Collected") -> dict[str, Any]:
    """Return what is known of a collection, for JSON."""
    return {
        "name": collected.name, "label": collected.label, "origin": collected.origin, "kind": collected.what,
        "commit": collected.commit, "commit_date": collected.date, "read_on": collected.read_on,
        "files": collected.files, "read": len(collected.recipes), "not_read": _missed_data(collected.not_read),
    }  # fmt: skip


def collected_line(collected: "Collected") -> str:
    """Say in one line where a collection comes from and how much of it was read."""
    commit = f" at {collected.commit[:12]} of {collected.date}" if collected.commit else ""
    line = f"{collected.name}: {len(collected.recipes):,} of {collected.files:,} files read from {collected.origin}"
    kinds = Counter(missed.kind for missed in collected.not_read)
    left = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common())
    return f"{line}{commit} on {collected.read_on}" + (f"; not read: {left}" if left else "")


def _origin(typed: str) -> _Origin:
    from spark_tui import clone
    from spark_tui.catalog.imported import folder

    if clone.is_address(typed):
        if clone.has_password(typed):
            raise UsageError(f"{_ADD}: leave name and password out of the address; git asks its own credential store")
        page = re.match(r"(https://[^/]+/[^/]+/[^/]+)/(?:tree|blob|raw)/", typed)
        if page:
            raise UsageError(f"{_ADD}: that is a page in a repository; its own address is {_shown(page[1])}")
        return _repository(typed)
    if "://" in typed:
        raise UsageError(f"{_ADD}: {_shown(typed)} is not {_HINT}; download the file, and add that")
    path = existing("add", typed)
    if not path.is_dir() and not path.name.lower().endswith(folder.SUFFIXES):
        raise UsageError(f"{_ADD}: {_shown(typed)} is neither TOML nor YAML, no folder, and not {_HINT}")
    what: Literal["folder", "file"] = "folder" if path.is_dir() else "file"
    # A file's own link is not resolved: it is said to be one, and not followed.
    whole = path.resolve() if path.is_dir() else path.absolute()
    return _Origin(what, str(whole), _shown(whole.name), _NOBODY)


def _repository(address: str) -> _Origin:
    parts = [part for part in address.removesuffix("/").removesuffix(".git").replace(":", "/").split("/") if part]
    if address.startswith("file:"):
        return _Origin("git", address, _shown(parts[-1]), _NOBODY)
    return _Origin("git", address, _shown("/".join(parts[-2:])), _shown(parts[-2]))


def _wished(origin: _Origin) -> list[str]:
    """Names for the collection, the best first: of a repository its owner, as they often have the same name."""
    own = Path(origin.label).stem if origin.what == "file" else origin.label.rpartition("/")[2]
    return [origin.owner, origin.label.replace("/", "-")] if "/" in origin.label else [own]


def _name(typed: str, folder: Path) -> str:
    from spark_tui.catalog.imported import shelf

    if not shelf.is_free(typed, folder):
        raise UsageError(
            f"{_ADD}: --name {typed!r} cannot be used; it takes small letters, digits and dashes, and is not taken yet"
        )
    return typed


def _refuse_twice(origin: str, folder: Path) -> None:
    from spark_tui.catalog.imported import shelf

    for path in shelf.files(folder):
        try:
            kept = shelf.read(path)
        except shelf.DamagedError:
            continue
        if kept.origin == origin:
            again = f"{_UPDATE} {kept.name} reads it again"
            raise FailureError(f"{_ADD}: {_shown(origin)} was added already as {kept.name}; {again}")


def _read(name: str, origin: _Origin, verb: str) -> "Collection":
    """Read an origin as it is now. Raises FailureError."""
    from datetime import date

    from spark_tui import clone
    from spark_tui.catalog.imported import folder
    from spark_tui.catalog.imported.collection import Collection, keep
    from spark_tui.catalog.reading import MAX_BYTES

    commit = made = None
    try:
        if origin.what == "git":
            commit, made, files = clone.read_repository(origin.where, folder.is_recipe_path, MAX_BYTES)
        elif origin.what == "folder":
            files = list(folder.recipe_files(Path(origin.where)))
        else:
            files = [(Path(origin.where).name, folder.bytes_or_reason(Path(origin.where)))]
    except clone.CloneError as error:
        raise FailureError(f"{verb}: {_shown(origin.where)} {error}") from error
    except folder.TooManyFilesError as error:
        raise FailureError(f"{verb}: {_shown(origin.where)} holds too many files; name the recipes' folder") from error
    except OSError as error:
        raise FailureError(f"{verb}: {_shown(origin.where)} cannot be read: {error.strerror or error}") from error
    return Collection(
        name=name, label=origin.label, owner=origin.owner, origin=origin.where, what=origin.what,
        address=clone.page_of(origin.where), commit=commit, date=made or None, read_on=date.today().isoformat(),
        files=tuple(keep(path, text) for path, text in files),
    )  # fmt: skip


def _updated(path: Path) -> tuple["Contents", str | None]:
    from spark_tui.catalog.imported import shelf

    try:
        before = shelf.read(path)
    except shelf.DamagedError as error:
        again = f"spark-tui catalog remove {path.stem}, and add it anew"
        raise FailureError(f"{_UPDATE}: {path.stem} {error}; {again}") from error
    origin = _Origin(before.what, before.origin, before.label, before.owner)
    found = _contents(_read(before.name, origin, _UPDATE))
    if not found.recipes:
        raise FailureError(f"{_UPDATE}: {_shown(before.origin)}: {_nothing(found)}")
    _write(found.collection, _UPDATE)
    return found, before.commit


def _contents(collection: "Collection") -> "Contents":
    from spark_tui.catalog.imported.collection import contents

    return contents(collection, _known())


def _known() -> "Known":
    from spark_tui.catalog.imported.entries import Known

    return Known.of([load_quietly().content])


def _write(collection: "Collection", verb: str) -> Path:
    from spark_tui import paths
    from spark_tui.catalog.imported import shelf

    try:
        return shelf.write(collection, paths.collections())
    except OSError as error:
        why = error.strerror or error
        raise FailureError(f"{verb}: {paths.collections()} cannot be written to: {why}") from error


def _data(found: "Contents") -> dict[str, Any]:
    one = found.collection
    return {
        "label": one.label, "origin": one.origin, "kind": one.what, "commit": one.commit, "commit_date": one.date,
        "files": len(one.files), "read": len(found.recipes), "recipes": list(found.recipes),
        "not_read": _missed_data(found.not_read),
    }  # fmt: skip


def _missed_data(not_read: Iterable["NotRead"]) -> list[dict[str, str]]:
    return [{"path": missed.path, "kind": missed.kind, "what": missed.what} for missed in not_read]


def _added_lines(found: "Contents") -> Iterator[str]:
    from spark_tui.plain.text import wrapped

    one = found.collection
    yield from wrapped(
        f"added {one.name}: read {len(found.recipes):,} of {len(one.files):,} files{_at(one)}", "    ", ""
    )
    yield from _missed_lines(found.not_read)
    yield "spark-tui pick now lists them; nothing in them was checked or measured here."


def _updated_lines(updated: Iterable[tuple["Contents", str | None]], failed: list[str]) -> Iterator[str]:
    from spark_tui.plain.text import wrapped

    nothing = True
    for found, before in updated:
        nothing = False
        one = found.collection
        was = f", was {before[:12]}" if before and before != one.commit else ""
        yield from wrapped(
            f"{one.name}: read {len(found.recipes):,} of {len(one.files):,} files{_at(one)}{was}", "    ", ""
        )
        yield from _missed_lines(found.not_read)
    if nothing and not failed:
        yield "No collection yet; spark-tui catalog add URL adds one."


def _missed_lines(not_read: Iterable["NotRead"]) -> Iterator[str]:
    from spark_tui.plain.text import wrapped

    for missed in not_read:
        yield from wrapped(f"not read: {missed.path}: {missed.what}", "    ", "")


def _at(one: "Collection") -> str:
    return f" at commit {one.commit[:12]} of {one.date}" if one.commit else ""


def _nothing(found: "Contents") -> str:
    count = len(found.not_read)
    return f"none of {count:,} files could be read" if count else "holds no sparkrun or eugr recipe (.yaml)"


def _shown(typed: str) -> str:
    from spark_tui.catalog.faults import short

    return short(typed, PATH_SHOWN) or repr(typed)
