from __future__ import annotations

import pytest
from keyring.errors import KeyringError

from parley.core.base.errors import ParleyError, UsageError
from parley.core.voices.keys import MASK, Echo, api_key, find_key, forget_key, redact, store_key
from tests.keyring_in_memory import Drawer

SECRET = "sk-ant-api03-AbCdEf0123456789"


def test_a_key_is_stored_found_and_forgotten(drawer: Drawer) -> None:
    assert api_key() is None
    store_key(f"  {SECRET}\n")
    assert drawer.kept == {("parley", "anthropic"): SECRET}
    assert (find_key().key, find_key().source) == (SECRET, "keyring")
    assert SECRET not in repr(find_key())
    forget_key()
    forget_key()
    assert api_key() is None


def test_the_environment_comes_first(drawer: Drawer, monkeypatch: pytest.MonkeyPatch) -> None:
    store_key(SECRET)
    monkeypatch.setenv("ANTHROPIC_API_KEY", " sk-ant-env ")
    assert (find_key().key, find_key().source) == ("sk-ant-env", "environment")
    assert api_key("another") is None
    monkeypatch.setenv("ANTHROPIC_API_KEY", "  ")
    assert api_key() == SECRET


def test_the_keyring_can_be_switched_off(drawer: Drawer, monkeypatch: pytest.MonkeyPatch) -> None:
    store_key(SECRET)
    monkeypatch.setenv("PARLEY_NO_KEYRING", "1")
    drawer.fault = AssertionError("asked all the same")
    assert find_key().key is None
    forget_key()
    with pytest.raises(ParleyError, match="switched off"):
        store_key(SECRET)


@pytest.mark.parametrize("fault", [KeyringError("Failed to unlock the collection!"), OSError("no bus"), ValueError()])
def test_a_keyring_that_fails_is_no_end(drawer: Drawer, fault: Exception) -> None:
    drawer.fault = fault
    found = find_key()
    assert found.key is None
    assert "keyring could not be read" in found.note
    assert "ANTHROPIC_API_KEY" in found.note
    with pytest.raises(ParleyError) as caught:
        store_key(SECRET)
    assert caught.value.hint
    assert SECRET not in str(caught.value)
    with pytest.raises(ParleyError):
        forget_key()


@pytest.mark.parametrize("nothing", ["   ", "sk-ant with blanks", "sk-ant-\u00e4"])
def test_what_is_no_key_is_not_stored(drawer: Drawer, nothing: str) -> None:
    with pytest.raises(UsageError):
        store_key(nothing)
    assert drawer.kept == {}


@pytest.mark.parametrize(
    "text",
    [
        f"invalid key {SECRET}!",
        f"Authorization: Bearer {SECRET}",
        "{'api_key': 'abcdef123456'}",
        "https://host/?api_key=abcdef123456&x=1",
        "AbCdEf0123456789AbCdEf0123456789AbCdEf0123456789",
    ],
)
def test_what_looks_like_a_key_is_masked(text: str) -> None:
    masked = redact(text)
    assert MASK in masked
    assert "bcdef12" not in masked.lower()
    assert "CdEf0123456789" not in masked


def test_a_known_secret_is_masked_whatever_it_looks_like(drawer: Drawer, monkeypatch: pytest.MonkeyPatch) -> None:
    store_key("tulip-and-4711")
    assert find_key().key == "tulip-and-4711"
    assert redact("It is tulip-and-4711.") == f"It is {MASK}."
    monkeypatch.setenv("ANTHROPIC_API_KEY", "my dog")
    assert redact("my dog and hunter2", "hunter2", None, "") == f"{MASK} and {MASK}"


@pytest.mark.parametrize(
    "text",
    ["claude-haiku-5-5 refused the request (400): messages.0: empty.", "req_011CZk2h9xYw", "a-" * 400, "x" * 900],
)
def test_other_text_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize("size", [1, 9, 400])
def test_an_echo_is_masked_however_it_is_cut(size: int) -> None:
    text = f"sk-ant- is how keys begin; yours is {SECRET}, and again {SECRET}{SECRET}. It begins with sk-ant-api03"
    echo = Echo(SECRET, None)
    pieces = [echo.filter_piece(text[at : at + size]) for at in range(0, len(text), size)]
    whole = "".join(pieces)
    assert SECRET not in whole
    assert whole.count(MASK) == 3
    # What only begins like a key is told at the end, unless too much of it was there.
    assert whole + echo.take_rest() in {text.replace(SECRET, MASK), text.replace(SECRET, MASK)[:-12] + MASK}
    assert not echo.take_rest()


def test_an_echo_in_json_is_masked_and_other_values_stay() -> None:
    value = {SECRET: [1, None, {"x": f"a {SECRET} b"}], "n": 2.5, "ok": True}
    assert Echo(SECRET).clean_value(value) == {MASK: [1, None, {"x": f"a {MASK} b"}], "n": 2.5, "ok": True}


@pytest.mark.parametrize("key", ["ollama", ""])
def test_what_anybody_may_say_is_no_secret(key: str) -> None:
    echo = Echo(key)
    assert echo.filter_piece(f"I run on {key}.") + echo.take_rest() == f"I run on {key}."
