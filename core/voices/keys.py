"""API keys: from the environment or the system's keyring, and never anywhere else."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any, Literal

from parley.core.base.errors import ParleyError, UsageError
from parley.core.base.extras import require_extra
from parley.core.base.line import repair_text
from parley.core.base.sentences import Sentence, joined
from parley.core.base.urls import without_credentials
from parley.core.voices.provider import VOICES

SERVICE = "parley"
NO_KEYRING = "PARLEY_NO_KEYRING"
MASK = "[key]"
SHORTEST = 4
"""Characters of a key that is masked in sentences of ours."""
_remembered: set[str] = set()
"""Keys and passwords that this process has used."""

_KEY = re.compile(
    r"""(?ix)
    \b sk-[a-z0-9_-]{6,}
    | (?<=bearer[ ]) [^\s"',;]{6,}
    | (?<=api[-_]key) (["']?\s*[:=]\s*["']?) [^\s"',;]{6,}
    | (?<![\w-]) (?=[\w-]*\d) (?=[\w-]*[a-z]) [\w-]{40,}
    """
)

_SHAPES = re.compile(
    r"""
      \b(?:sk|pk|rk|key|ghp|gho|ghs|xox[abp]|hf)[-_][A-Za-z0-9_\-]{8,}          # keys with a well-known beginning
    | \bAIza[A-Za-z0-9_\-]{20,}
    | \beyJ[A-Za-z0-9_\-]{10,}\.[A-Za-z0-9_\-.]{10,}                             # signed tokens
    | \b[A-Za-z0-9+/_\-]{40,}={0,2}(?![A-Za-z0-9+/_\-/.])                        # anything long and random
    """,
    re.VERBOSE,
)
_NAMED = re.compile(
    r"(?i)((?:api[_-]?key|x-api-key|authorization|token|secret|password|passwd)['\"]?\s*[:=]\s*)"
    r"(?:bearer\s+|basic\s+)?(['\"]?)[^\s'\",;)}\]]+\2"
)


@dataclass(frozen=True)
class FoundKey:
    """A key and where it was; `note` is a sentence where the keyring could not be asked."""

    key: str | None = None
    source: Literal["", "environment", "keyring"] = ""
    note: str = ""

    def __repr__(self) -> str:  # a dataclass's own would show the key
        return f"FoundKey(key={MASK if self.key else None}, source={self.source!r}, note={self.note!r})"


def find_key(account: str = "anthropic") -> FoundKey:
    """Return the account's key: the environment first, then the keyring.

    Never raises. The keyring may ask the person to unlock it: in a window, call this from a thread.
    """
    given = os.environ.get(name_variable(account), "").strip()
    if given:
        remember_secrets(given)
        return FoundKey(given, "environment")
    if not keyring_allowed():
        return FoundKey()
    try:
        import keyring

        stored = (keyring.get_password(SERVICE, account) or "").strip()
    except ModuleNotFoundError:
        return FoundKey()  # Without the package there is none: keys come from the environment
    except Exception as error:  # noqa: BLE001
        # Every backend raises its own errors, D-Bus ones among them; none of them is a reason to stop.
        told = Sentence("The keyring could not be read ({why}).", why=_format_error_reason(error))
        return FoundKey(note=joined(told, _describe_key_alternative(account)))
    remember_secrets(stored)
    return FoundKey(stored, "keyring") if stored else FoundKey()


def name_variable(account: str) -> str:
    """Return which environment variable holds the key of an account, which is the name of a provider or of a server."""
    return re.sub(r"[^A-Z0-9]", "_", account.upper()) + "_API_KEY"


def api_key(account: str = "anthropic") -> str | None:
    """Return the account's key, if there is one."""
    return find_key(account).key


def store_key(key: str, account: str = "anthropic") -> None:
    """Put the key into the keyring. Raises `UsageError` for what is no key, `ParleyError` where there is no keyring."""
    key = key.strip()
    if fault := key_fault(key):
        raise UsageError(fault, hint="Copy it again from the provider's console.")
    if not keyring_allowed():
        raise ParleyError(
            "The keyring is switched off ({no_keyring}).",
            no_keyring=NO_KEYRING,
            hint=_describe_key_alternative(account),
        )
    with require_extra("keyring"):
        import keyring

    try:
        keyring.set_password(SERVICE, account, key)
    except Exception as error:  # noqa: BLE001
        template = "The keyring did not take the key ({reason})."
        raise ParleyError(
            template, reason=_format_error_reason(error), hint=_describe_key_alternative(account)
        ) from None


def forget_key(account: str = "anthropic") -> None:
    """Take the key out of the keyring; nothing happens where there is none. Raises `ParleyError` where it stays."""
    if not keyring_allowed():
        return
    try:
        import keyring

        if keyring.get_password(SERVICE, account) is not None:
            keyring.delete_password(SERVICE, account)
    except ModuleNotFoundError:
        return  # without the package none was stored
    except Exception as error:  # noqa: BLE001
        hint = "Remove it with the system's own tool."
        raise ParleyError(
            "The keyring did not give up the key ({reason}).", reason=_format_error_reason(error), hint=hint
        ) from None


def keyring_allowed() -> bool:
    """Return whether the keyring may be asked at all; not on servers, where it would wait for somebody to unlock it."""
    return os.environ.get(NO_KEYRING, "").strip().lower() in {"", "0", "no", "false"}


def key_fault(key: str) -> str:
    """Return a sentence where `key` cannot be a key; empty where it can."""
    if not key:
        return "The key is empty."
    if not key.isascii() or not key.isprintable() or " " in key:  # HTTP headers cannot carry it
        return "The key contains blanks or characters that no key has."
    return ""


def remember_secrets(*secrets: str | None) -> None:
    """Mask these wherever text of others is kept or shown from here on."""
    _remembered.update(secret for secret in secrets if secret and is_distinct(secret))


def redact(text: str, *secrets: str | None) -> str:
    """Return `text` with everything masked that is one of `secrets`, was used as a key here, or looks like one."""
    for secret in (*secrets, *_remembered, *(os.environ.get(name_variable(name)) for name in VOICES)):
        if secret and len(secret) >= SHORTEST:
            text = text.replace(secret, MASK)
    return _KEY.sub(lambda found: (found.group(1) or "") + MASK, without_credentials(text, f"{MASK}@"))


def is_distinct(secret: str) -> bool:
    """Return whether a secret is one that nobody says by chance: "ollama" and "lm-studio" are keys, too, of servers
    that want none.
    """
    return len(secret) >= 16 or (len(secret) >= 8 and any(letter.isdigit() for letter in secret))


class Echo:
    """Masks secrets in what a server sends: whole, or piece by piece as it streams."""

    def __init__(self, *secrets: str | None) -> None:
        # The longest first: one may be the beginning of another.
        self._secrets = sorted({secret for secret in secrets if secret and is_distinct(secret)}, key=len, reverse=True)
        self._held = ""

    def clean_value(self, value: Any) -> Any:
        """Return text without the secrets, and without what no file can hold; also the texts in a JSON value, keys
        included."""
        if isinstance(value, str):
            for secret in self._secrets:
                value = value.replace(secret, MASK)
            return repair_text(value)
        if isinstance(value, dict):
            return {self.clean_value(name): self.clean_value(each) for name, each in value.items()}
        return [self.clean_value(each) for each in value] if isinstance(value, list) else value

    def filter_piece(self, text: str) -> str:
        """Return what of the text so far can be passed on: the beginning of a secret is kept back until it is none."""
        if not self._secrets:
            return repair_text(text)
        text = self.clean_value(self._held + text)  # whole secrets go first; only a beginning can be left at the end
        longest = max((_overlap(text, secret) for secret in self._secrets), default=0)
        self._held = text[len(text) - longest :]
        return text[: len(text) - longest]

    def take_rest(self) -> str:
        """Return what was kept back at the end: half a secret is one, too."""
        held, self._held = self._held, ""
        return MASK if len(held) >= 8 else held


def _overlap(text: str, secret: str) -> int:
    """Return how many characters at the end of the text are the beginning of the secret."""
    return next((size for size in range(min(len(text), len(secret) - 1), 0, -1) if text.endswith(secret[:size])), 0)


def without_secrets(report: str) -> str:
    """Return a report that people may send around, without anything that looks like a key, a token or a password."""
    return _SHAPES.sub(MASK, _NAMED.sub(rf"\1{MASK}", redact(report)))


def _format_error_reason(error: Exception) -> str:
    first = str(error).strip().splitlines()
    return redact(first[0][:160].rstrip(".")) if first else type(error).__name__


def _describe_key_alternative(account: str) -> str:
    return Sentence("Set {name} instead.", name=name_variable(account))
