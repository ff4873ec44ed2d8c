"""A server that answers byte for byte what a test says: what engines were seen to send, good and bad."""

import json
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

Reply = Sequence[bytes | float]
"""Pieces that are sent one after the other; a number is a pause in seconds. The connection is closed at the end."""


def answer(status: str, body: Any = b"", kind: str = "application/json") -> list[bytes | float]:
    """Return a whole answer with a length."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n"
    return [head.encode() + data]


def stream(*events: Any, cut: bool = False, pause: float = 0.0) -> list[bytes | float]:
    """Return a stream of server-sent events in chunks; text as it is, anything else as JSON.

    Cut short, it ends without the last chunk, as a server does that dies.
    """
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    pieces: list[bytes | float] = [head]
    for event in events:
        data = f"data: {event if isinstance(event, str) else json.dumps(event)}\n\n".encode()
        pieces += [pause, f"{len(data):x}\r\n".encode() + data + b"\r\n"]
    return pieces if cut else [*pieces, b"0\r\n\r\n"]


def delta(**fields: Any) -> dict[str, Any]:
    """Return an event with one piece of an answer."""
    return {"choices": [{"index": 0, "delta": fields, "finish_reason": None}]}


class Wire:
    """The server: what it was asked, and what it answers to whom."""

    def __init__(self, replies: Mapping[str, Reply]) -> None:
        self.replies = dict(replies)
        """By path; a path that is not there gets 404."""
        self.asked: list[tuple[str, bytes]] = []
        """Path and body of each request."""
        self.heads: list[str] = []
        self.url = ""
        self.port = 0
        self.over = threading.Event()


@contextmanager
def wire(replies: Mapping[str, Reply]) -> Iterator[Wire]:
    """Serve on the loopback."""
    served = Wire(replies)
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.05)
    served.port = listener.getsockname()[1]
    served.url = f"http://127.0.0.1:{served.port}"
    thread = threading.Thread(target=_accept, args=(served, listener), daemon=True)
    thread.start()
    try:
        yield served
    finally:
        served.over.set()
        thread.join()
        listener.close()


def _accept(served: Wire, listener: socket.socket) -> None:
    while not served.over.is_set():
        with suppress(TimeoutError):
            connection, _ = listener.accept()
            threading.Thread(target=_serve, args=(served, connection), daemon=True).start()


def _serve(served: Wire, connection: socket.socket) -> None:
    with connection, suppress(OSError):
        connection.settimeout(10)
        data = b""
        while b"\r\n\r\n" not in data:
            chunk = connection.recv(65536)
            if not chunk:
                return
            data += chunk
        head, _, body = data.partition(b"\r\n\r\n")
        text = head.decode()
        length = next(
            (int(line.split(":")[1]) for line in text.splitlines() if line.lower().startswith("content-length")), 0
        )
        while len(body) < length:
            body += connection.recv(65536)
        path = text.split()[1].partition("?")[0]
        served.heads.append(text)
        served.asked.append((path, body))
        for piece in served.replies.get(path, answer("404 Not Found", {"error": {"message": "File Not Found"}})):
            if isinstance(piece, bytes):
                connection.sendall(piece)
            else:
                served.over.wait(piece)
        # Told that it ends: else what was sent last can be lost with a reset.
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65536):
            pass
