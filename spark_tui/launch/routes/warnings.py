"""What an owner has to know before agreeing to a launch."""

import re
from collections.abc import Iterable, Iterator, Sequence

from spark_tui.advise.exclude import licences
from spark_tui.catalog.catalog import Catalog, Offer
from spark_tui.launch.plan import Step, Warned

_FROZEN = re.compile(r"\b(hung|hangs?|froze|frozen|freez|reset|reboot|wedge|lock-?up|power cycle)", re.IGNORECASE)
_DIGEST = "@sha256:"
_PIPED = re.compile(r"(curl|wget)\b.*\|\s*(sudo\s+)?(ba)?sh\b")
_SHARED = re.compile(r"--(?:ipc|network|net|pid)[= ]host\b")
_OPEN_TO_ALL = re.compile(r"(?:^|[\s=])(?:0\.0\.0\.0|::)(?:\s|$)")
_KEYS = ("--api-key", "API_KEY")


def warnings(catalog: Catalog, offer: Offer, steps: Iterable[Step]) -> tuple[Warned, ...]:
    """Return the warnings of a launch by these steps, each kind as often as it holds."""
    argvs = [step.argv for step in steps]
    settings = " ".join(f"{name}={value}" for step in steps for name, value in step.environment)
    return tuple(dict.fromkeys((*_of_commands(argvs, settings), *_of_recipe(catalog, offer))))


def _of_commands(argvs: Sequence[tuple[str, ...]], settings: str) -> Iterator[Warned]:
    text = " ".join((settings, *(word for argv in argvs for word in argv)))
    if "--privileged" in text or "privileged: true" in text:
        yield Warned("privileged", "A container gets all rights over the box (--privileged).")
    if _SHARED.search(text):
        yield Warned("privileged", "A container shares the box's network or memory (host).")
    if _OPEN_TO_ALL.search(text) and not any(key in text for key in _KEYS):
        yield Warned(
            "open", "Its API listens on every network of the head, without a key: whoever reaches the box can use it."
        )
    if any(argv[:1] == ("rpc-server",) for argv in argvs):
        yield Warned("open", "rpc-server obeys whoever reaches it: nobody else may be on the fabric's network.")
    if _PIPED.search(text):
        yield Warned("downloaded script", "It downloads a script and runs it unseen.")
    if re.search(r"trust[-_]remote[-_]code", text):
        yield Warned("third party", "It runs code that comes with the weights (--trust-remote-code).")
    yield from (_may_change(argv[2]) for argv in argvs if argv[:2] == ("docker", "pull") and _DIGEST not in argv[2])


def of_code(offer: Offer) -> tuple[Warned, ...]:
    """Return the warnings of routes that run what a recipe's author wrote, in the image that the author names."""
    recipe = offer.recipe
    found = []
    if recipe.repository:
        at = f" at commit {recipe.commit[:12]}" if recipe.commit else ", which may change"
        text = f"The code of {recipe.repository}{at} runs on your boxes; nobody here has read it."
        found.append(Warned("third party", text))
    return (*found, *of_image(offer))


def of_image(offer: Offer) -> tuple[Warned, ...]:
    """Return the warning of an image that has no digest, where a setup names one."""
    image = offer.setup.image
    return (_may_change(image),) if image and _DIGEST not in image else ()


def _may_change(image: str) -> Warned:
    return Warned("mutable", f"The image {image} can change under its name: it has no digest.")


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
        elif caveat.kind == "memory":
            yield Warned("memory", caveat.text)
