"""What the Hub says of one repository, and each way in which it may not."""

from datetime import UTC, datetime

import pytest

from spark_tui.catalog.repository import File, Parameters, Wanted
from spark_tui.hub import asking
from spark_tui.hub.asking import HubError, ask
from tests.hub.server import GOOD_TOKEN, OTHER_TOKEN, Hub, Rules, serving

BIG = {"config.json": 700, "model-00001-of-00002.safetensors": 100 * 10**9, "model-00002-of-00002.safetensors": 77_000}


def trouble(repo: str, revision: str | None = None) -> tuple[str, str]:
    with pytest.raises(HubError) as raised:
        ask(Wanted(repo, revision))
    return raised.value.trouble.kind, raised.value.trouble.text


def test_files_of_any_size_are_told_without_downloading_them(hub: Hub) -> None:
    hub.add("acme/big", BIG, licence="apache-2.0", parameters={"BF16": 1_000, "F8_E4M3": 99_000})

    found = ask(Wanted("acme/big"))

    assert found.files == tuple(File(path=path, bytes=size) for path, size in BIG.items())
    assert found.bytes == 100_000_077_700
    assert found.name == "acme/big"
    assert found.commit == hub.commit("acme/big")
    assert found.changed == datetime(2026, 11, 20, 10, tzinfo=UTC)
    assert found.licence == "apache-2.0"
    assert found.parameters == (Parameters(type="BF16", count=1_000), Parameters(type="F8_E4M3", count=99_000))
    assert not found.gated
    assert hub.requests == ["/api/models/acme/big?blobs=true"]


def test_the_pinned_revision_is_asked_for(hub: Hub) -> None:
    hub.add("acme/small", {"a.safetensors": 5})
    commit = hub.commit("acme/small")

    assert ask(Wanted("acme/small", commit)).commit == commit
    assert hub.requests == [f"/api/models/acme/small/revision/{commit}?blobs=true"]


def test_where_sizes_are_left_out_the_paged_list_tells_them(hub: Hub) -> None:
    many = {f"part/{number:03}.safetensors": number for number in range(25)}
    hub.add("acme/many", many, without_sizes=True)
    hub.page = 10

    found = ask(Wanted("acme/many"))

    assert {file.path: file.bytes for file in found.files} == many
    assert sum("/tree/" in request for request in hub.requests) == 3


def test_a_renamed_repository_is_followed_and_its_new_name_told(hub: Hub) -> None:
    hub.add("acme/new", {"a.safetensors": 5})
    hub.rules["acme/old"] = Rules(renamed_to="acme/new")

    assert ask(Wanted("acme/old")).name == "acme/new"


@pytest.mark.parametrize(
    ("token", "allowed"), [(None, False), (OTHER_TOKEN, False), (GOOD_TOKEN, True)], ids=["none", "other's", "owner's"]
)
def test_a_gated_repository_tells_its_size_and_whether_one_may(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, token: str | None, allowed: bool
) -> None:
    if token:
        monkeypatch.setenv("HF_TOKEN", token)
    hub.add("acme/gated", {"a.safetensors": 5}, gated="manual")

    found = ask(Wanted("acme/gated"))

    assert (found.gated, found.allowed, found.bytes) == (True, allowed, 5)


def test_the_token_goes_with_the_library_s_own_requests(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", GOOD_TOKEN)
    hub.add("acme/private", {"a.safetensors": 5}, private=True)

    assert ask(Wanted("acme/private")).bytes == 5
    assert hub.tokens == {GOOD_TOKEN}


@pytest.mark.parametrize("token", [None, OTHER_TOKEN])
def test_what_is_gone_is_told(hub: Hub, monkeypatch: pytest.MonkeyPatch, token: str | None) -> None:
    if token:
        monkeypatch.setenv("HF_TOKEN", token)
    hub.add("acme/private", {"a.safetensors": 5}, private=True)

    for repo in ("acme/gone", "acme/private"):
        kind, text = trouble(repo)
        assert kind == "missing"
        assert text.startswith(f"{repo} is gone from localhost")


def test_a_token_that_is_not_valid_is_told(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_expired")
    hub.add("acme/small", {"a.safetensors": 5})

    kind, text = trouble("acme/small")

    assert kind == "token"
    assert "hf auth login" in text
    assert "hf_expired" not in text


def test_a_revision_that_is_gone_is_told(hub: Hub) -> None:
    hub.add("acme/small", {"a.safetensors": 5})
    assert trouble("acme/small", "0123abc" + 33 * "0")[0] == "revision"


def test_a_disabled_repository_is_told(hub: Hub) -> None:
    hub.add("acme/bad", {"a.safetensors": 5}, disabled=True)
    assert trouble("acme/bad")[0] == "disabled"


def test_the_limit_of_requests_is_told_with_how_long_to_wait(hub: Hub) -> None:
    hub.add("acme/small", {"a.safetensors": 5})
    hub.quota = 0
    kind, text = trouble("acme/small")
    assert kind == "rate limit"
    assert "in 120 s" in text


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        (Rules(status=503), "server"),
        (Rules(status=500), "server"),
        (Rules(fault="cut"), "cut"),
        (Rules(fault="silent"), "too slow"),
        (Rules(fault="portal"), "web page"),
        (Rules(fault="nonsense"), "unreadable"),
        (Rules(answer={"id": None}), "unreadable"),
        (Rules(answer={"siblings": [{"size": 5}]}), "unreadable"),
        (Rules(answer={"siblings": [{"rfilename": "a", "size": -5}]}), "unreadable"),
        (Rules(answer={"siblings": [{"rfilename": "a", "size": "5"}]}), "unreadable"),
        (Rules(answer={"siblings": [{"rfilename": "a", "size": 10**40}]}), "unreadable"),
        (Rules(answer={"siblings": [{"rfilename": "a", "size": 1e30}]}), "unreadable"),
        (Rules(answer={"lastModified": "yesterday"}), "unreadable"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_every_fault_is_one_sentence(hub: Hub, monkeypatch: pytest.MonkeyPatch, rules: Rules, kind: str) -> None:
    monkeypatch.setattr(asking, "SECONDS", 0.3)
    hub.add("acme/small", {"a.safetensors": 5})
    hub.rules["acme/small"] = rules

    found, text = trouble("acme/small")

    assert found == kind
    assert text.endswith(".")
    assert "\n" not in text


def test_names_from_the_hub_are_data(hub: Hub) -> None:
    hub.add("acme/small", {"a.safetensors": 5})
    hub.rules["acme/small"] = Rules(answer={
        "sha": "\x1b[31mabc\u202e", "cardData": {"license": "mit\x1b]0;title\x07"},
        "siblings": [{"rfilename": "\x1b[2J../../etc/passwd", "size": 5}],
    })  # fmt: skip

    found = ask(Wanted("acme/small"))

    assert (found.commit, found.licence, found.files[0].path) == ("abc", "mit", "../../etc/passwd")


def test_a_server_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_HUB_OFFLINE")
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    kind, text = trouble("acme/small")
    assert kind == "unreachable"
    assert "127.0.0.1:9" in text


@pytest.mark.parametrize(
    "endpoint",
    ["localhost", "ftp://localhost", "http://[", "http://no such host", "http://localhost:99999", "http://[::x"],
)
def test_an_endpoint_that_is_no_address_is_told(monkeypatch: pytest.MonkeyPatch, endpoint: str) -> None:
    monkeypatch.delenv("HF_HUB_OFFLINE")
    monkeypatch.setenv("HF_ENDPOINT", endpoint)
    assert trouble("acme/small")[0] == "unreachable"


def test_offline_nothing_is_asked(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert trouble("acme/small")[0] == "offline"
    assert hub.requests == []


@pytest.mark.parametrize("name", ["no-slash", "a/b/c", "acme/..", "acme/sp ace", "acme/\x1b[31m"])
def test_what_is_no_repository_name_is_told(hub: Hub, name: str) -> None:
    assert trouble(name)[0] == "missing"


def test_a_password_in_the_endpoint_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_HUB_OFFLINE")
    monkeypatch.setenv("HF_ENDPOINT", "http://user:secret@127.0.0.1:9")
    assert trouble("acme/small") == (
        "unreachable", "127.0.0.1:9 cannot be reached; look at the network or HF_ENDPOINT and try again."
    )  # fmt: skip


def test_a_token_that_is_no_plain_text_is_told(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_\u00e4")
    hub.add("acme/small", {"a.safetensors": 5})
    assert trouble("acme/small")[0] == "token"
    assert hub.requests == []


def test_the_token_does_not_follow_the_address_of_the_next_page(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", GOOD_TOKEN)
    hub.add("acme/many", {f"{number}.safetensors": 1 for number in range(9)}, without_sizes=True)
    hub.page = 3
    seen_with_token = []
    with serving(Hub(hub.folder)) as other:
        other.page = 3
        hub.url = other.url  # Pages go on at another host.
        ask(Wanted("acme/many"))
        seen_with_token = sorted(map(str, other.tokens))
        assert other.requests
    assert seen_with_token == ["None"]


@pytest.mark.parametrize("answer", [{"safetensors": {"parameters": {"BF16": 10**400}, "total": 1}},
                                    {"gguf": {"total": 10**400}}, {"gguf": {"total": -5}}], ids=str)  # fmt: skip
def test_absurd_numbers_of_parameters_are_not_believed(hub: Hub, answer: dict[str, object]) -> None:
    hub.add("acme/small", {"a.safetensors": 5})
    hub.rules["acme/small"] = Rules(answer=answer)
    assert trouble("acme/small")[0] == "unreadable"
