"""What an owner has to know before agreeing to a launch."""

import re
from collections.abc import Iterable, Iterator

from spark_tui.advise.exclude import licences
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.launch.plan import Step, Warned

_FROZEN = re.compile(r"\b(hung|hang|froze|frozen|freez|reset|reboot|wedge|lock-?up|power cycle)", re.IGNORECASE)
_DIGEST = "@sha256:"
_PIPED = re.compile(r"(curl|wget)\b.*\|\s*(sudo\s+)?(ba)?sh\b")
_OPEN_TO_ALL = ("0.0.0.0", "::", "--host=0.0.0.0")
_KEYS = ("--api-key", "API_KEY")


def warnings(catalog: Catalog, offer: Offer, steps: Iterable[Step]) -> tuple[Warned, ...]:
    """Return the warnings of a launch by these steps, each kind as often as it holds."""
    words = [word for step in steps for word in (*step.argv, *(f"{k}={v}" for k, v in step.environment))]
    return tuple(dict.fromkeys((*_of_commands(words), *_of_recipe(catalog, offer))))


def _of_commands(words: list[str]) -> Iterator[Warned]:
    text = " ".join(words)
    if "--privileged" in words or "privileged: true" in text:
        yield Warned("privileged", "A container gets all rights over the box (--privileged).")
    if "--ipc=host" in words or "--network=host" in words or "--net=host" in words:
        yield Warned("privileged", "A container shares the box's network or memory (host).")
    if any(word in _OPEN_TO_ALL for word in words) and not any(key in text for key in _KEYS):
        yield Warned(
            "open", "Its API listens on every network of the head, without a key: whoever reaches the box can use it."
        )
    if _PIPED.search(text):
        yield Warned("downloaded script", "It downloads a script and runs it unseen.")
    if "--trust-remote-code" in words or "trust_remote_code" in text:
        yield Warned("third party", "It runs code that comes with the weights (--trust-remote-code).")


def of_code(offer: Offer) -> tuple[Warned, ...]:
    """Return the warnings of routes that run what a recipe's author wrote, in the image that the author names."""
    recipe, setup = offer.recipe, offer.setup
    found = []
    if recipe.repository:
        at = f" at commit {recipe.commit[:12]}" if recipe.commit else ", which may change"
        text = f"The code of {recipe.repository}{at} runs on your boxes; nobody here has read it."
        found.append(Warned("third party", text))
    if setup.image and _DIGEST not in setup.image:
        found.append(Warned("mutable", f"The image {setup.image} can change under its name: it has no digest."))
    return tuple(found)


def _of_recipe(catalog: Catalog, offer: Offer) -> Iterator[Warned]:
    recipe, setup = offer.recipe, offer.setup
    for licence in licences(catalog, offer):
        if licence.commercial == "no":
            yield Warned(
                "licence", f"Its {licence.part} may not be used commercially ({licence.name or 'licence not named'})."
            )
    for caveat in (*recipe.caveats, *setup.caveats):
        if caveat.kind in ("stability", "memory") and _FROZEN.search(caveat.text):
            yield Warned("frozen", caveat.text)
