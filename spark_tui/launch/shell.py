"""A plan as one POSIX shell script: what the program runs on each box is what a person can read, keep and run."""

import shlex
import textwrap
from collections.abc import Iterator

from spark_tui.launch.plan import Plan, PlannedFile, Step

_END = "END_OF_FILE"
_WIDTH = 100


def script(plan: Plan) -> str:
    """Return the script of a plan. Run as `sh run.sh BOX` in a folder of its own, it does that box's part."""
    return "\n".join(
        (*_head(plan), "set -eu", "", 'case "${1:?which box? ' + _names(plan) + '}" in', *_cases(plan), "esac", "")
    )


def _names(plan: Plan) -> str:
    return ", ".join(box.name for box in plan.boxes)


def _head(plan: Plan) -> Iterator[str]:
    yield "#!/bin/sh"
    yield f"# {plan.setup}, by {plan.route}, on {_names(plan)}. Run it on each box as: sh run.sh BOX"
    for warned in plan.warnings:
        yield from _comment(f"! {warned.text}")
    for command in plan.by_hand:
        yield from _comment(f"By hand first: {command}")


def _cases(plan: Plan) -> Iterator[str]:
    for box in plan.boxes:
        steps = plan.steps_on(box.name)
        yield f"{box.name})"
        for file in plan.files:
            if file.box == box.name:
                yield from _file_lines(file)
        for number, step in enumerate(steps, start=1):
            yield from _numbered(number, len(steps), step)
        yield "  ;;"
    yield f"*) echo \"no box '$1' in this plan: {_names(plan)}\" >&2; exit 2 ;;"


def _file_lines(file: PlannedFile) -> Iterator[str]:
    """Write a file through a quoted here-document: nothing in it is expanded."""
    end = _END
    while end in file.content.splitlines():
        end += "_"
    folder = file.path.rpartition("/")[0]
    if folder:
        yield f"  mkdir -p {shlex.quote(folder)}"
    yield f"  cat > {shlex.quote(file.path)} <<'{end}'"
    yield file.content.rstrip("\n")
    yield end


def _numbered(number: int, of: int, step: Step) -> Iterator[str]:
    shown = shlex.join(step.argv)
    if step.changes:
        yield from _comment(step.changes, "  # ")
    yield f"  echo {shlex.quote(f'== step {number} of {of}: {shown}')}"
    lines = list(step_lines(step))
    if step.again:
        yield from ("  (", *(f"    {line}" for line in lines), "  )")
        return
    # Not by `&&`: behind it a shell goes on after a line that failed.
    yield f"  if [ -e .done-{number} ]; then echo 'done before'; else"
    yield from ("  (", *(f"    {line}" for line in lines), "  )", f"  : > .done-{number}", "  fi")


def step_lines(step: Step) -> Iterator[str]:
    """Yield the lines that run one step in a shell that stops at the first failure."""
    if step.folder:
        yield f"cd {_path(step.folder)}"
    for name, value in step.environment:
        if value is None:
            yield f': "${{{name}:?set {name} on this box first}}"'
            yield f"export {name}"
        else:
            yield f"export {name}={shlex.quote(value)}"
    yield shlex.join(step.argv)


def _path(folder: str) -> str:
    """Quote a folder; of a leading `~` the shell of the box makes its home."""
    below = folder.removeprefix("~/")
    return f'"$HOME"/{shlex.quote(below)}' if below != folder else shlex.quote(folder)


def _comment(text: str, mark: str = "# ") -> Iterator[str]:
    yield from (f"{mark}{line}" for line in textwrap.wrap(" ".join(text.split()), _WIDTH))
