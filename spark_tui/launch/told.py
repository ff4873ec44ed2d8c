"""A plan in words: what is done on which box, what it changes, what to know before, and what the owner does by hand."""

import shlex
from collections.abc import Iterator

from spark_tui.advise.wording import counted, duration, gb
from spark_tui.launch.plan import Plan, Step

_GROUPS = {
    "third party": "code of other people",
    "downloaded script": "a script that is downloaded and run",
    "privileged": "containers with rights over the box",
    "open": "an API that others can reach",
    "mutable": "images that may change",
    "licence": "parts that are not for commercial use",
    "frozen": "a setup that has frozen boxes",
    "memory": "little memory to spare",
}


def plan_lines(plan: Plan) -> Iterator[str]:
    """Yield a plan, warnings first, then what is done by hand, then every command of every box."""
    yield f"{plan.setup}, by {plan.route}, on {', '.join(box.name for box in plan.boxes)}"
    yield from (f"! {warned.text}" for warned in plan.warnings)
    if plan.by_hand:
        yield ""
        yield "By hand, before anything is started:"
        yield from (f"  {text}" for text in plan.by_hand)
    for box in plan.starts:
        steps = plan.steps_on(box.name)
        if steps:
            yield ""
            yield f"On {box.name}{f' ({box.ssh})' if box.ssh else ', this machine'}: {counted(len(steps), 'step')}"
        for file in (one for one in plan.files if one.box == box.name):
            yield f"  writes {file.path}:"
            yield from (f"    | {line}" for line in file.content.splitlines())
        for number, step in enumerate(steps, start=1):
            yield from step_told(number, step)
    if plan.stop:
        yield ""
        yield "Stopped by:"
        yield from (f"  {step.box}: {shlex.join(step.argv)}" for step in plan.stop)
    if plan.port:
        yield ""
        yield f"Its API will be on port {plan.port} of {plan.head.name}."


def step_told(number: int, step: Step) -> Iterator[str]:
    """Yield one step: its command as a shell would take it, then what it changes and costs."""
    settings = "".join(f"{name}={shlex.quote(value)} " if value is not None else f"{name}=(yours) "
                       for name, value in step.environment)  # fmt: skip
    yield f"  {number}. {settings}{shlex.join(step.argv)}"
    about = [
        *([f"in {step.folder}"] if step.folder else []),
        *([step.changes] if step.changes else []),
        *([f"downloads {gb(step.gb)}"] if step.gb else []),
        *([f"takes about {duration(step.seconds)}"] if step.seconds else []),
        *(["once"] if not step.again else []),
        *(["goes on while it serves"] if step.serves else []),
    ]
    if about:
        yield f"     {'; '.join(about)}"


def consents(plan: Plan) -> tuple[str, ...]:
    """Return what the owner has to agree to, one sentence a group."""
    kinds = dict.fromkeys(warned.kind for warned in plan.warnings)
    asked = [f"I agree to {_GROUPS[kind]}." for kind in kinds]
    if plan.by_hand:
        asked.insert(0, f"I have done the {counted(len(plan.by_hand), 'thing')} listed by hand.")
    boxes = ", ".join(box.name for box in plan.boxes)
    return (*asked, f"Run these commands on {boxes}.")
