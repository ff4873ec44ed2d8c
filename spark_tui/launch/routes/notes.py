"""What the catalog's notes say of a step beyond its command: they are written for people, in our own words."""

import re

from spark_tui.catalog.recipe import Step

_PERSON = re.compile(
    r"\basks\b|\bguided\b|\bedit(?:ed|ing)?\b|\bthen (?:check out|apply|build|copy|share)\b|"
    r"\btimes:|\bmust be built first\b|\bmore build scripts\b",
    re.IGNORECASE,
)
_CHECKOUT = re.compile(r"In (?:a|the) (?:\S+ )?checkout\b")
_OTHER_FOLDER = re.compile(r"In (?:a|the) (?:clone|folder|kit's folder|virtual environment)\b")
_LOGINS = (("hf", "auth", "login"), ("huggingface-cli", "login"), ("docker", "login"))
_FILE = re.compile(r"\b(?:into|fill in) (\S*\.\w[\w.]*\w)")
_SHELL = "--entrypoint /bin/bash"
_EXAMPLES = ("example", "sample", ".example.json")


def is_optional(step: Step) -> bool:
    """Whether a recipe does without it."""
    return _note(step).startswith("Optional")


def is_apart(step: Step) -> bool:
    """Whether a person does it, and nothing else of the recipe waits for it there: a log in, or another program."""
    return bool(_CHECKOUT.match(_note(step))) or any(step.argv[: len(login)] == login for login in _LOGINS)


def needs_a_person(step: Step) -> bool:
    """Whether it asks, wants files edited or work between it and the next, or runs where only a person can tell."""
    said = _PERSON.search(_note(step)) or _OTHER_FOLDER.match(_note(step))
    return not is_copy(step) and bool(said)


def is_copy(step: Step) -> bool:
    """Whether it makes a file of settings from an example."""
    return step.argv[0] == "cp" and len(step.argv) > 2 and step.argv[-2].endswith(_EXAMPLES)


def settings_file(step: Step) -> str | None:
    """Return the file of settings that it makes from an example, or that is to be written after it."""
    if is_copy(step):
        return step.argv[-1]
    return found[1] if (found := _FILE.search(_note(step))) else None


def opens_a_container(step: Step) -> bool:
    """Whether it opens a shell in a container in which the next step runs."""
    return _note(step).startswith("Opens a shell in the container") and _SHELL in " ".join(step.argv)


def needs_network_names(step: Step) -> bool:
    """Whether its source passes the names of the box's network interfaces along."""
    return "passes the network names" in _note(step)


def needs_a_launcher(step: Step) -> bool:
    """Whether it runs inside a container that only the recipe's own launcher makes."""
    return _note(step).startswith("Runs inside the container")


def _note(step: Step) -> str:
    return step.note or ""
