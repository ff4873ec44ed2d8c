"""Ready is one generated token, and nothing less. Each answer is one that an engine was seen to give."""

import threading
import time

import pytest

from spark_tui.launch import probe as module
from spark_tui.launch.probe import KEY_VARIABLE, probe
from tests.wire import Reply, answer, delta, stream, wire

HEALTHY = answer("200 OK", {"status": "ok"})
MODELS = answer("200 OK", {"object": "list", "data": [{"id": "tiny", "object": "model"}]})
ROLE = delta(role="assistant", content=None)
CHAT = "/v1/chat/completions"


def api(chat: Reply, **other: Reply) -> dict[str, Reply]:
    return {"/health": other.get("health", HEALTHY), "/v1/models": other.get("models", MODELS), CHAT: chat}


@pytest.mark.parametrize("field", ["content", "reasoning", "reasoning_content"])
def test_a_token_of_any_kind_makes_it_ready(field: str) -> None:
    with wire(api(stream(ROLE, delta(**{field: "ready"}), "[DONE]"))) as served:
        found = probe(served.url)
    assert (found.stage, found.model) == ("ready", "tiny")
    assert b'"model":"tiny"' in served.asked[-1][1].replace(b" ", b"")


def test_the_health_page_may_be_empty_or_missing() -> None:
    for health in (answer("200 OK"), answer("404 Not Found", {"detail": "Not Found"})):
        with wire(api(stream(delta(content="ready")), health=health)) as served:
            assert probe(served.url).stage == "ready"


@pytest.mark.parametrize(
    ("replies", "stage", "text"),
    [
        (api([], health=answer("503 Service Unavailable", {"error": {"message": "Loading model", "code": 503}})),
         "loading", "Loading model"),
        (api([], models=answer("200 OK", {"data": []})), "loading", "names no model"),
        (api([], models=answer("200 OK", b"<html>", "text/html")), "loading", "names no model"),
        (api([], models=answer("401 Unauthorized", {"error": {"message": "Invalid API Key"}})),
         "no model", KEY_VARIABLE),
        (api(answer("401 Unauthorized", {"error": "Unauthorized"})), "no token", KEY_VARIABLE),
        (api(answer("404 Not Found", {"error": {"message": "The model `x` does not exist."}})), "no token",
         "does not exist"),
        (api(answer("500 Internal Server Error", b"boom", "text/plain")), "no token", "boom"),
        (api(stream({"error": {"message": "EngineCore encountered an issue", "code": 500}}, "[DONE]")), "no token",
         "EngineCore"),
        (api(stream(ROLE, {"choices": []}, "[DONE]")), "no token", "without a single token"),
        (api(stream(ROLE, cut=True)), "loading", "peer closed connection"),
        (api(stream("no json", delta(content=""), delta(content=None), "[DONE]")), "no token", "without a single"),
        (api([b"no http at all\r\n\r\n"]), "loading", "answers badly"),
        ({"/health": [b""]}, "loading", "answers badly"),
    ],
)  # fmt: skip
def test_everything_else_is_not_ready_and_says_why(replies: dict[str, Reply], stage: str, text: str) -> None:
    with wire(replies) as served:
        found = probe(served.url)
    assert found.stage == stage
    assert text in found.text
    assert found.text.endswith(".")
    assert "\x1b" not in found.text


def test_nothing_there_is_refused() -> None:
    assert probe("http://127.0.0.1:9").stage == "refused"


def test_text_of_a_server_is_data() -> None:
    with wire(api([], health=answer("503 Busy", {"error": {"message": "\x1b[31m[bold]red\x07"}}))) as served:
        assert probe(served.url).text.endswith("[bold]red.")


def test_a_server_that_falls_silent_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_TOKEN_SECONDS", 0.3)
    with wire(api([*stream(ROLE, cut=True), 30.0])) as served:
        started = time.monotonic()
        found = probe(served.url)
    assert found.stage == "loading"
    assert time.monotonic() - started < 3


def test_a_slow_first_token_is_waited_for() -> None:
    with wire(api(stream(delta(content="ready"), pause=1.0))) as served:
        assert probe(served.url, threading.Event()).stage == "ready"


def test_a_key_goes_into_the_header_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "sk-secret")
    with wire(api(stream(delta(content="ready")))) as served:
        assert probe(served.url).stage == "ready"
    assert all(
        "Authorization: Bearer sk-secret" in head or "authorization: Bearer sk-secret" in head for head in served.heads
    )
    assert not any(b"sk-secret" in body for _, body in served.asked)
