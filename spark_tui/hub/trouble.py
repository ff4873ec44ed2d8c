"""What can go wrong with a question to the Hub, and the sentence for each: what happened and what to do."""

import os
import re
from datetime import UTC, datetime
from typing import Any

from spark_tui.catalog.repository import Trouble, TroubleKind, Wanted

_SENTENCES: dict[TroubleKind, str] = {
    "offline": "HF_HUB_OFFLINE is set, so nothing is asked; unset it to see today's sizes.",
    "unreachable": "{host} cannot be reached; look at the network or HF_ENDPOINT and try again.",
    "certificate": "The certificate of {host} is not valid: sign in to the network in a browser, or set SSL_CERT_FILE "
    "to your proxy's certificate.",
    "web page": "{host} answered with a web page instead of data: where the network asks to sign in, do so in a "
    "browser and try again.",
    "token": "{host} refuses your token for {repo}: renew it with `hf auth login`, or unset HF_TOKEN.",
    "rate limit": "{host} asks to slow down: try again in {seconds} s. A token in HF_TOKEN raises the limit.",
    "missing": "{repo} is gone from {host}, or private: only its owner's token in HF_TOKEN would show it.",
    "revision": "{repo} has no revision {revision} any more; look at https://{host}/{repo} for what took its place.",
    "disabled": "{repo} was disabled by Hugging Face; look for the same files elsewhere.",
    "too slow": "{host} took too long over {repo}; try again later.",
    "server": "{host} has trouble of its own over {repo} (status {status}); try again later.",
    "cut": "The connection to {host} broke off over {repo}; try again.",
    "unreadable": "{host} answered about {repo} in a way that this version cannot read; look for a newer spark-tui.",
}
_TRUE = frozenset(("1", "ON", "YES", "TRUE"))
"""What the library takes for yes (huggingface_hub, "Environment variables")."""
_BY_NAME: tuple[tuple[str, TroubleKind], ...] = (
    ("HFValidationError", "missing"),
    ("RevisionNotFoundError", "revision"),
    ("DisabledRepoError", "disabled"),
    ("RepositoryNotFoundError", "missing"),
    ("HfHubHTTPError", "server"),
    ("ConnectTimeout", "unreachable"),
    ("TimeoutException", "too slow"),
    ("ConnectError", "unreachable"),
    ("ProxyError", "unreachable"),
    ("UnsupportedProtocol", "unreachable"),
    ("InvalidURL", "unreachable"),
    ("TransportError", "cut"),
    ("JSONDecodeError", "web page"),
)
"""Errors by name, the first that fits: the library changed its HTTP client before, and both name these alike."""
_BY_STATUS: dict[int, TroubleKind] = {401: "missing", 403: "token", 404: "missing", 429: "rate limit"}
_WAIT = re.compile(r"\bt=(\d+)")
_UNTIL_RESET = "300"
"""Seconds of the Hub's own window of counting, where it does not say how long to wait (hub-docs, "Rate limits")."""


def is_offline() -> bool:
    """Whether the owner wants nothing to be asked."""
    return os.environ.get("HF_HUB_OFFLINE", "").upper() in _TRUE


def trouble(kind: TroubleKind, wanted: Wanted, host: str | None = None, **told: Any) -> Trouble:
    """Return trouble of a kind with its sentence; `told` fills what only some sentences say."""
    where = host or os.environ.get("HF_ENDPOINT") or "huggingface.co"
    # Without a password that may stand in it.
    shown = (where.partition("://")[2] or where).rpartition("@")[2].strip() or "HF_ENDPOINT"
    known = {"host": shown, "repo": wanted.repo, "revision": wanted.revision, **told}
    return Trouble(kind=kind, text=_SENTENCES[kind].format(**known)[:600], at=datetime.now(UTC))


def trouble_of(error: Exception, wanted: Wanted, host: str) -> Trouble:
    """Return what an error of the library, or of what it read, means for a person."""
    names = {one.__name__ for one in type(error).__mro__}
    if isinstance(error, UnicodeEncodeError):  # Nothing was sent: a header holds plain letters only.
        return trouble("token", wanted, host)
    kind: TroubleKind = next((kind for name, kind in _BY_NAME if name in names), "unreadable")
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        kind = "certificate"
    response = getattr(error, "response", None) if "HfHubHTTPError" in names else None
    if response is None:
        return trouble(kind, wanted, host)
    if kind == "server":
        kind = _BY_STATUS.get(response.status_code, "server")
    if "Invalid credentials" in response.headers.get("X-Error-Message", ""):
        kind = "token"
    wait = _WAIT.search(response.headers.get("RateLimit", ""))
    return trouble(kind, wanted, host, status=response.status_code, seconds=wait.group(1) if wait else _UNTIL_RESET)
