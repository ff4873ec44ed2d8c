"""A Hugging Face Hub over real files: as much of its HTTP protocol as `huggingface_hub` speaks to ask for sizes.

Paths, fields and headers are those that `huggingface_hub` 2.4 sends and reads:

- `GET /api/models/{repo}[/revision/{rev}]?blobs=true` (`HfApi.model_info`, `ModelInfo.__init__`, `RepoSibling`)
- `GET /api/models/{repo}/tree/{rev}?recursive=…`, pages by `Link: <…>; rel="next"` (`list_repo_tree`, `RepoFile`,
  `utils._pagination.paginate`)
- `GET /api/models/{repo}/auth-check` (`HfApi.auth_check`)
- errors by status, `X-Error-Code` and `X-Error-Message` (`utils._http.hf_raise_for_status`)
- `RateLimit` and `RateLimit-Policy` on every answer, 307 with a relative `Location` for a renamed repository.

A file is as large as it says: large ones are sparse and take no room.
"""

import hashlib
import json
import socket
import ssl
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

from spark_tui.catalog.repository import Wanted

GOOD_TOKEN = "hf_of_the_owner"
OTHER_TOKEN = "hf_of_somebody_else"
PORTAL = b"<!DOCTYPE html><html><body><h1>Welcome to the hotel</h1><form>Room number</form></body></html>"


@dataclass
class Rules:
    """How a repository, or the whole server, behaves."""

    gated: str | None = None
    """`auto` or `manual`; only the owner's token may download."""
    private: bool = False
    renamed_to: str | None = None
    disabled: bool = False
    without_sizes: bool = False
    """Names the files without their sizes, as the Hub's documentation allows."""
    delay: float = 0.0
    status: int | None = None
    fault: str | None = None
    """`silent`: never answers; `cut`: ends in the middle; `trickle`: a byte now and then; `portal`: a web page;
    `nonsense`: JSON of another shape."""
    licence: str = "mit"
    parameters: dict[str, int] = field(default_factory=dict)
    revisions: set[str] = field(default_factory=set)
    """Branches and commits beside `main` that are there; all hold the same files."""
    answer: dict[str, Any] = field(default_factory=dict)
    """Fields of the answer that replace the right ones."""


class Hub:
    """The server's folder and rules. Repositories are `folder/owner/name`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rules: dict[str, Rules] = {}
        self.everywhere = Rules()
        self.page = 1000
        self.quota: int | None = None
        """Requests until the limit; None for as many as one likes."""
        self.requests: list[str] = []
        self.tokens: set[str | None] = set()
        self.url = ""
        self.over = threading.Event()
        self.connections: set[socket.socket] = set()
        self.under_way = self.most_under_way = 0
        self.lock = threading.Lock()

    def add(self, repo: str, files: dict[str, int], **rules: Any) -> None:
        """Make a repository of sparse files of these sizes, in bytes."""
        for path, size in files.items():
            file = self.folder / repo / path
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("wb") as made:
                made.truncate(size)
        if rules:
            self.rules[repo] = Rules(**rules)

    def add_all(self, wanted: Iterable[Wanted], size: int) -> None:
        """Make every repository at every revision that is wanted, with one file of a size in bytes."""
        for one in wanted:
            self.add(one.repo, {"model.safetensors": size})
            self.rules.setdefault(one.repo, Rules()).revisions.add(one.revision or "main")

    def files(self, repo: str) -> dict[str, int]:
        """Return path and size of each file, as they are on the disk now."""
        root = self.folder / repo
        return {str(file.relative_to(root)): file.stat().st_size for file in sorted(root.rglob("*")) if file.is_file()}

    def commit(self, repo: str) -> str:
        """Return the commit, which changes with the files."""
        return _sha1(json.dumps(self.files(repo)))


@contextmanager
def serving(hub: Hub, certificate: tuple[Path, Path] | None = None, port: int = 0) -> Iterator[Hub]:
    """Serve a hub on the loopback, with TLS where a certificate and its key are given."""
    server = _Server(("127.0.0.1", port), type("Handler", (_Handler,), {"hub": hub}))
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    hub.url = f"{'https' if certificate else 'http'}://localhost:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        hub.over.set()
        server.shutdown()
        server.server_close()
        for connection in tuple(hub.connections):  # Clients keep them open: a hub that is gone answers on none.
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        thread.join()


class _Server(ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that go away."""


class _Handler(BaseHTTPRequestHandler):
    hub: Hub
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        self.hub.connections.add(self.connection)

    def finish(self) -> None:
        self.hub.connections.discard(self.connection)
        with suppress(OSError):
            super().finish()

    def log_message(self, *args: Any) -> None:
        """Print nothing."""

    def do_GET(self) -> None:
        with self.hub.lock:
            self.hub.under_way += 1
            self.hub.most_under_way = max(self.hub.most_under_way, self.hub.under_way)
        try:
            self._answer()
        finally:
            with self.hub.lock:
                self.hub.under_way -= 1

    def _answer(self) -> None:
        url = urlsplit(self.path)
        self.query = {name: values[-1] for name, values in parse_qs(url.query).items()}
        self.token = (self.headers.get("authorization") or "").removeprefix("Bearer ") or None
        self.hub.requests.append(self.path)
        self.hub.tokens.add(self.token)
        parts = [unquote(part) for part in url.path.strip("/").split("/")]
        if parts[:2] != ["api", "models"] or len(parts) < 4:
            return self._error(404, "Not found")
        repo, rest = f"{parts[2]}/{parts[3]}", parts[4:]
        rules = self.hub.rules.get(repo, Rules())
        for one in (self.hub.everywhere, rules):
            if self._spoiled(one):
                return None
        if self.hub.quota is not None and len(self.hub.requests) > self.hub.quota:
            return self._error(429, "We had to rate limit your IP. To continue using our service, create a HF account "
                               "or login to your existing account.")  # fmt: skip
        if rules.renamed_to:
            where = self.path.replace(repo, rules.renamed_to, 1)
            return self._send(307, b"", {"Location": where})
        return self._of_repository(repo, rest, rules)

    def _of_repository(self, repo: str, rest: list[str], rules: Rules) -> None:  # noqa: PLR0911  one answer each
        if self.token not in (None, GOOD_TOKEN, OTHER_TOKEN):
            return self._error(401, "Invalid credentials in Authorization header")
        if not (self.hub.folder / repo).is_dir() or (rules.private and self.token != GOOD_TOKEN):
            if self.token:
                return self._error(404, "Repository not found", "RepoNotFound")
            return self._error(401, "Invalid username or password.")
        revision = rest[1] if len(rest) > 1 else "main"
        if rest[:1] != ["auth-check"] and revision not in ("main", self.hub.commit(repo), *rules.revisions):
            return self._error(404, f"Invalid rev id: {revision}", "RevisionNotFound")
        match rest[:1]:
            case [] | ["revision"]:
                return self._json(self._model(repo, rules))
            case ["tree"]:
                return self._tree(repo)
            case ["auth-check"]:
                return self._auth_check(repo, rules)
        return self._error(404, "Not found")

    def _model(self, repo: str, rules: Rules) -> dict[str, Any]:
        sizes = self.query.get("blobs") == "true" and not rules.without_sizes
        answer = {
            "_id": _sha1(repo)[:24], "id": repo, "modelId": repo, "author": repo.partition("/")[0],
            "sha": self.hub.commit(repo), "lastModified": "2026-11-20T10:00:00.000Z",
            "createdAt": "2026-09-01T10:00:00.000Z", "private": rules.private, "gated": rules.gated or False,
            "disabled": rules.disabled, "downloads": 1234, "likes": 5, "tags": [f"license:{rules.licence}"],
            "library_name": "transformers", "pipeline_tag": "text-generation",
            "cardData": {"license": rules.licence}, "spaces": [],
            "usedStorage": sum(self.hub.files(repo).values()),
            "siblings": [self._sibling(path, size, sizes) for path, size in self.hub.files(repo).items()],
        }  # fmt: skip
        if rules.parameters:
            answer["safetensors"] = {"parameters": rules.parameters, "total": sum(rules.parameters.values())}
        return {**answer, **rules.answer}

    def _sibling(self, path: str, size: int, sizes: bool) -> dict[str, Any]:
        if not sizes:
            return {"rfilename": path}
        lfs = {"lfs": {"sha256": _sha256(path), "size": size, "pointerSize": 135}} if size > 10_000_000 else {}
        return {"rfilename": path, "size": size, "blobId": _sha1(path), **lfs}

    def _tree(self, repo: str) -> None:
        files = self.hub.files(repo)
        folders = {str(parent) for path in files for parent in Path(path).parents} - {"."}
        entries = [{"type": "directory", "oid": _sha1(path), "size": 0, "path": path} for path in sorted(folders)]
        for path, size in files.items():
            lfs = {"lfs": {"oid": _sha256(path), "size": size, "pointerSize": 135}} if size > 10_000_000 else {}
            entries.append({"type": "file", "oid": _sha1(path), "size": size, "path": path, **lfs})
        at = int(self.query.get("cursor", 0))
        headers = {}
        if at + self.hub.page < len(entries):
            query = urlencode({**self.query, "cursor": at + self.hub.page})
            headers["Link"] = f'<{self.hub.url}{urlsplit(self.path).path}?{query}>; rel="next"'
        self._json(entries[at : at + self.hub.page], headers)

    def _auth_check(self, repo: str, rules: Rules) -> None:
        if not rules.gated or self.token == GOOD_TOKEN:
            return self._send(200, b"OK")
        restricted = f"Access to model {repo} is restricted"
        if self.token:
            return self._error(403, f"{restricted} and you are not in the authorized list. Visit "
                               f"https://huggingface.co/{repo} to ask for access.", "GatedRepo")  # fmt: skip
        return self._error(401, f"{restricted}. You must have access to it and be authenticated to access it. "
                           "Please log in.", "GatedRepo")  # fmt: skip

    # --- faults ---------------------------------------------------------------------------------------------

    def _spoiled(self, rules: Rules) -> bool:
        """Behave as badly as the rules say; True where that was the answer."""
        if rules.delay:
            self.hub.over.wait(rules.delay)
        if rules.status:
            self._error(rules.status, "Internal Error - We're working hard to fix this as soon as possible!")
        match rules.fault:
            case "silent":
                self.hub.over.wait(60)
                self.close_connection = True
            case "portal":
                self._send(200, PORTAL, {"Content-Type": "text/html"})
            case "nonsense":
                self._json({"id": ["a", "list"], "siblings": "none"})
            case "cut" | "trickle":
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", "100000")
                self.end_headers()
                self.wfile.write(b'{"id": "')
                while rules.fault == "trickle" and not self.hub.over.wait(0.1):
                    self.wfile.write(b"a")
                self.close_connection = True
        return bool(rules.status or rules.fault)

    # --- answers --------------------------------------------------------------------------------------------

    def _json(self, data: Any, headers: dict[str, str] | None = None) -> None:
        self._send(200, json.dumps(data).encode(), {"Content-Type": "application/json", **(headers or {})})

    def _error(self, status: int, message: str, code: str | None = None) -> None:
        headers = {"X-Error-Message": message, **({"X-Error-Code": code} if code else {})}
        body = json.dumps({"error": message}).encode()
        self._send(status, body, {"Content-Type": "application/json", **headers})

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        left = max((self.hub.quota or 500) - len(self.hub.requests), 0)
        self.send_response(status)
        limits = {"RateLimit": f'"api";r={left};t=120', "RateLimit-Policy": '"fixed window";"api";q=500;w=300'}
        for name, value in {**limits, **(headers or {}), "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _sha1(text: str) -> str:
    return hashlib.sha1(text.encode()).hexdigest()


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
