"""One repository asked of Hugging Face, through its own library. Nothing is downloaded.

`huggingface_hub` reads HF_ENDPOINT, HF_TOKEN and HF_HUB_OFFLINE itself, and sends the token to its endpoint only. It
is imported by the first question, in the thread that asks.
"""

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from spark_tui import __version__
from spark_tui.catalog.repository import File, Parameters, Repository, Trouble, Wanted
from spark_tui.catalog.text import clean
from spark_tui.hub.trouble import is_offline, trouble, trouble_of

if TYPE_CHECKING:
    from huggingface_hub import HfApi, ModelInfo

SECONDS = 8.0
"""How long the Hub may be silent. The library would wait for ever."""
_LONGEST = 300
"""Characters of a name that are kept; what is longer is no name."""


class HubError(Exception):
    """A repository could not be looked at."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.text)
        self.trouble = trouble


def ask(wanted: Wanted) -> Repository:
    """Return what the Hub says of a repository. Raise HubError with a sentence where it cannot be had."""
    if is_offline():
        raise HubError(trouble("offline", wanted))
    host = os.environ.get("HF_ENDPOINT") or "huggingface.co"
    try:
        api = _api()
        info = api.model_info(wanted.repo, revision=wanted.revision, files_metadata=True, timeout=SECONDS)
        if not info.disabled:
            return _repository(api, info)
    except Exception as error:
        raise HubError(trouble_of(error, wanted, host)) from error
    raise HubError(trouble("disabled", wanted))


def _api() -> "HfApi":
    # Read when it is imported: without, it would ask for a list of agents first, and tell the Hub what runs here.
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    from huggingface_hub import HfApi
    from huggingface_hub.utils import logging

    # Its warnings would be written across the screen.
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    return HfApi(endpoint=os.environ.get("HF_ENDPOINT") or None, library_name="spark-tui", library_version=__version__)


def _repository(api: "HfApi", info: "ModelInfo") -> Repository:
    name = _short(info.id)
    files = [(file.rfilename, file.size) for file in info.siblings or ()]
    if any(bytes_ is None for _, bytes_ in files):  # A size is optional there; the paged list always has it.
        # Without the token: the address of the next page is the server's to choose.
        listed = api.list_repo_tree(name, recursive=True, revision=info.sha, token=False)
        files = [(one.path, one.size) for one in listed
                 if hasattr(one, "size")]  # fmt: skip
    gated = bool(info.gated)
    return Repository(
        name=name,
        commit=_short(info.sha) if info.sha else None,
        files=tuple(File(path=_short(path), bytes=bytes_ or 0) for path, bytes_ in files),
        changed=info.last_modified,
        gated=gated,
        allowed=_allowed(api, name) if gated else None,
        licence=_licence(info),
        parameters=tuple(_parameters(info)),
        seen=datetime.now(UTC),
    )


def _allowed(api: "HfApi", name: str) -> bool | None:
    """Whether this user may download a gated repository; None where that cannot be told."""
    from huggingface_hub.errors import GatedRepoError, HfHubHTTPError

    try:
        api.auth_check(name)
    except GatedRepoError:
        return False
    except (HfHubHTTPError, OSError):
        return None
    return True


def _licence(info: "ModelInfo") -> str | None:
    card = info.card_data
    named = card.get("license_name") or card.get("license") if card is not None else None
    return _short(named) if isinstance(named, str) and clean(named) else None


def _parameters(info: "ModelInfo") -> Iterable[Parameters]:
    if info.safetensors is not None:
        for type_, count in info.safetensors.parameters.items():
            yield Parameters(type=_short(type_), count=count)
    elif isinstance(info.gguf, dict) and isinstance(info.gguf.get("total"), int):
        yield Parameters(type="GGUF", count=info.gguf["total"])


def _short(text: Any) -> str:
    if not isinstance(text, str):
        raise TypeError(f"{type(text).__name__} instead of text")
    return clean(text)[:_LONGEST] or "?"
