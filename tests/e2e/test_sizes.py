"""`sizes` as a program of its own: over TLS, behind a sign-in page, and broken off by the owner."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.repository import File, Repository, Wanted
from spark_tui.catalog.weighing import every_wanted
from spark_tui.hub import kept
from spark_tui.hub.refresh import Answer
from tests.e2e.conftest import Open
from tests.hub.server import GOOD_TOKEN, Hub, Rules, serving
from tests.waiting import ago, wait_until

PROGRAM = [sys.executable, "-m", "spark_tui"]


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate for the loopback, signed by itself, and its key."""
    files = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-out", files[0], "-keyout", files[1], "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
        check=True, capture_output=True,
    )  # fmt: skip
    return files


@pytest.fixture
def secure(tmp_path: Path, certificate: tuple[Path, Path]) -> Iterator[Hub]:
    with serving(Hub(tmp_path / "hub"), certificate) as hub:
        hub.folder.mkdir(exist_ok=True)
        yield hub


def environment(hub: Hub, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "HF_HUB_OFFLINE"}
    return {**kept, "HF_ENDPOINT": hub.url, **more}


def sizes(hub: Hub, *argv: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, "sizes", *argv],
        env=environment(hub, **more),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_over_tls_with_a_certificate_that_the_system_trusts(secure: Hub, certificate: tuple[Path, Path]) -> None:
    secure.add("acme/big", {"a.safetensors": 177 * 10**9})
    done = sizes(secure, "acme/big", SSL_CERT_FILE=str(certificate[0]))
    assert (done.returncode, done.stderr) == (0, "")
    assert "177 GB in 1 file" in done.stdout


def test_what_is_missing_is_told_over_tls_as_over_plain_http(secure: Hub, certificate: tuple[Path, Path]) -> None:
    # The library takes a 401 for a missing repository over https only; with a token the Hub says 404.
    for more in ({}, {"HF_TOKEN": GOOD_TOKEN}):
        done = sizes(secure, "acme/gone", SSL_CERT_FILE=str(certificate[0]), **more)
        assert done.returncode == 1
        assert "acme/gone is gone from localhost" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_certificate_that_nobody_trusts_is_told(secure: Hub) -> None:
    secure.add("acme/big", {"a.safetensors": 5})
    done = sizes(secure, "acme/big")
    assert done.returncode == 1
    assert "The certificate of localhost" in done.stderr
    assert "SSL_CERT_FILE" in done.stderr


def test_the_token_is_nowhere_but_in_the_request(secure: Hub, certificate: tuple[Path, Path]) -> None:
    secure.add("acme/big", {"a.safetensors": 5}, private=True)
    done = sizes(secure, "acme/big", SSL_CERT_FILE=str(certificate[0]), HF_TOKEN=GOOD_TOKEN)
    assert done.returncode == 0
    assert secure.tokens == {GOOD_TOKEN}
    assert GOOD_TOKEN not in done.stdout + done.stderr
    home = Path(os.environ["SPARK_TUI_HOME"])
    assert not [file for file in home.rglob("*") if file.is_file() and GOOD_TOKEN.encode() in file.read_bytes()]


def test_control_c_leaves_at_once_and_keeps_what_arrived(tmp_path: Path) -> None:
    with serving(Hub(tmp_path / "hub")) as hub:
        hub.add("acme/fast", {"a.safetensors": 5 * 10**9})
        hub.add("acme/slow", {"a.safetensors": 5 * 10**9})
        hub.rules["acme/slow"] = Rules(fault="silent")
        program = subprocess.Popen([*PROGRAM, "sizes", "acme/fast", "acme/slow"], env=environment(hub),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
        wait_until(lambda: len(hub.requests) == 2, 20)
        time.sleep(0.5)
        program.send_signal(signal.SIGINT)
        started = time.monotonic()
        _, err = program.communicate(timeout=10)
    assert time.monotonic() - started < 1
    assert program.returncode == 130
    assert "Traceback" not in err
    offline = subprocess.run([*PROGRAM, "sizes", "acme/fast"], env={**environment(hub), "HF_HUB_OFFLINE": "1"},
                             capture_output=True, text=True, check=True)  # fmt: skip
    assert "5.0 GB in 1 file" in offline.stdout


def test_the_app_goes_on_when_the_hub_dies_half_way(terminal: Open, catalog: Catalog, tmp_path: Path) -> None:
    with serving(Hub(tmp_path / "hub")) as hub:
        hub.add_all(every_wanted(catalog), 90 * 10**9)
        hub.everywhere = Rules(delay=0.3)
        app = terminal(HF_ENDPOINT=hub.url, HF_HUB_OFFLINE="0")
        app.wait_for("setups match on 2 boxes")
        app.press("Enter")
        app.wait_for("sizes 24 of")
    app.wait_for("sizes just now")  # Of those that arrived; the rest cannot be reached and stays as published.
    app.wait_for("180↓")
    app.press("r")
    app.wait_for("cannot be reached")
    app.press("Down", "Enter")
    app.wait_for("One box, estimated")


def test_without_a_network_it_says_how_old_its_sizes_are(terminal: Open, tmp_path: Path) -> None:
    old = Repository(name="Mia-AiLab/GLM-5.3-Flash-EXL3-4bpw-TensorFold", commit="c", seen=ago(days=3, hours=1),
                     files=(File(path="model.safetensors", bytes=176 * 10**9),))  # fmt: skip
    kept.save(
        tmp_path / "home" / "spark-tui.db", [Answer(Wanted(old.name, "078455ffe6472f9a52fbc1139f58b9db2881b25c"), old)]
    )
    app = terminal(under="unshare --map-root-user --net", HF_HUB_OFFLINE="0")
    app.wait_for("setups match on 2 boxes")
    app.press("Enter")
    app.wait_for("sizes 3 days ago")
    app.wait_for("178 3d")


def test_the_real_hub_answers_as_ours_does() -> None:
    if os.environ.get("SPARK_TUI_LIVE") != "1":
        pytest.skip("asks huggingface.co; run with SPARK_TUI_LIVE=1")
    kept = {name: value for name, value in os.environ.items() if name not in ("HF_HUB_OFFLINE", "HF_ENDPOINT")}
    done = subprocess.run([*PROGRAM, "sizes", "openai-community/gpt2", "--json"], env=kept, capture_output=True,
                          text=True, timeout=60, check=True)  # fmt: skip
    assert '"bytes": ' in done.stdout
