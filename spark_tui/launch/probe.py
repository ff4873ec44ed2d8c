"""Is it ready? The port listens, then health answers, then one token was generated; nothing less counts.

The model is asked for by the name that the API itself gives. A port is never connected to that is not the API's.
"""

import json
import os
import threading
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import httpx

from spark_tui.catalog.text import clean

Stage = Literal["refused", "loading", "no model", "no token", "ready"]
KEY_VARIABLE = "SPARK_TUI_API_KEY"
"""Where the API asks for a key, it is taken from this variable, and goes nowhere else."""
_SECONDS = 5.0
FIRST_TOKEN_SECONDS = 600.0
"""The first request may compile kernels for minutes (launchers' reports: 22 s on a CPU, 36 min after a change)."""
_ASK = "Reply with one word: ready"
_TOKENS = 64
_REFUSED = (401, 403)
_WANTS_KEY = f"The API wants a key: set {KEY_VARIABLE} and try again."
_TEXTS = ("content", "reasoning", "reasoning_content")


class Probed(NamedTuple):
    """How far an API is."""

    stage: Stage
    text: str
    """One sentence."""
    model: str | None = None
    """The name under which the API knows the model."""


def probe(url: str, stop: threading.Event | None = None) -> Probed:
    """Ask the API at `url` (scheme, host and port) for one token. Never raises for what a server does."""
    try:
        with httpx.Client(base_url=url, headers=_headers(), timeout=_SECONDS, trust_env=False) as client:
            return _probed(client, stop)
    except httpx.ConnectError:
        return Probed("refused", f"Nothing answers at {url} yet.")
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        return Probed("loading", f"{url} answers badly: {clean(str(error)) or type(error).__name__}.")


def _probed(client: httpx.Client, stop: threading.Event | None) -> Probed:
    health = client.get("/health")
    if health.status_code not in (200, 404):  # Some engines have no such page.
        return Probed("loading", f"It is loading: /health says {health.status_code}, {_message(health)}.")
    listed = client.get("/v1/models")
    if listed.status_code in _REFUSED:
        return Probed("no model", _WANTS_KEY)
    model = _first_model(listed)
    if model is None:
        return Probed("loading", f"/v1/models names no model: status {listed.status_code}, {_message(listed)}.")
    return _token(client, model, stop)


def _token(client: httpx.Client, model: str, stop: threading.Event | None) -> Probed:
    body = {"model": model, "messages": [{"role": "user", "content": _ASK}], "max_tokens": _TOKENS,
            "temperature": 0, "stream": True}  # fmt: skip
    patient = httpx.Timeout(_SECONDS, read=FIRST_TOKEN_SECONDS)
    with client.stream("POST", "/v1/chat/completions", json=body, timeout=patient) as response:
        if response.status_code != 200:
            response.read()
            refused = f"It generates nothing: {response.status_code}, {_message(response)}."
            return Probed("no token", _WANTS_KEY if response.status_code in _REFUSED else refused, model)
        for data in _events(response):
            if trouble := _trouble(data):
                return Probed("no token", f"It generates nothing: {trouble}.", model)
            if _has_text(data):
                return Probed("ready", f"{model} has generated its first token.", model)
            if stop and stop.is_set():
                break
    return Probed("no token", f"{model} answered without a single token.", model)


def _headers() -> dict[str, str]:
    key = os.environ.get(KEY_VARIABLE)
    return {"Authorization": f"Bearer {key}"} if key else {}


def _first_model(response: httpx.Response) -> str | None:
    try:
        data = response.json()["data"]
        name = data[0]["id"]
    except (ValueError, KeyError, IndexError, TypeError):
        return None
    return name if isinstance(name, str) and name else None


def _events(response: httpx.Response) -> Iterator[Any]:
    """Yield the JSON of each event; what is none is passed over."""
    rest = b""
    for chunk in response.iter_bytes():
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):
                try:
                    yield json.loads(line[5:])
                except ValueError:
                    continue


def _has_text(data: Any) -> bool:
    try:
        delta = data["choices"][0]["delta"]
        return any(isinstance(delta.get(name), str) and delta[name] for name in _TEXTS)
    except (KeyError, IndexError, TypeError, AttributeError):
        return False


def _trouble(data: Any) -> str | None:
    error = data.get("error") if isinstance(data, dict) else None
    if error is None:
        return None
    return clean(str(error.get("message", error) if isinstance(error, dict) else error))[:200] or "an error"


def _message(response: httpx.Response) -> str:
    try:
        found = _trouble(response.json())
    except ValueError:
        found = None
    return found or clean(response.text[:200]) or response.reason_phrase or "no text"
