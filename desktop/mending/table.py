"""Which errors can be mended, and how: one row for each kind of trouble, the first that fits counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parley.core.base.errors import (
    FileError,
    HostNotAllowed,
    LogError,
    LogLockedError,
    LogLostError,
    NeverBegunError,
    NewerLogError,
    UnknownModeError,
    VoiceUnavailable,
)
from parley.desktop.mending.trouble import Trouble
from parley.desktop.widgets.language import QT_TRANSLATE_NOOP

MOST = 2
"""So many buttons has a notice."""


@dataclass(frozen=True, slots=True)
class Mend:
    """A button: its title in English; with `turn` only where a turn can be taken again, with `path` only where it is
    about a file; one that `leads_away` closes the dialog in which it stands."""

    title: str
    turn: bool = False
    path: bool = False
    leads_away: bool = False


MENDS: dict[str, Mend] = {
    "key": Mend(QT_TRANSLATE_NOOP("Mends", "Enter a key…")),
    "server": Mend(QT_TRANSLATE_NOOP("Mends", "Server…")),
    "model": Mend(QT_TRANSLATE_NOOP("Mends", "Model…")),
    "servers": Mend(QT_TRANSLATE_NOOP("Mends", "Servers…")),
    "hosts": Mend(QT_TRANSLATE_NOOP("Mends", "Allowed servers…")),
    "limits": Mend(QT_TRANSLATE_NOOP("Mends", "Raise the limit…")),
    "fetch": Mend(QT_TRANSLATE_NOOP("Mends", "Fetch the model")),
    "copy": Mend(QT_TRANSLATE_NOOP("Mends", "Copy the command")),
    "retry": Mend(QT_TRANSLATE_NOOP("Mends", "Retry"), turn=True),
    "voice": Mend(QT_TRANSLATE_NOOP("Mends", "Another voice…"), turn=True),
    "changed": Mend(QT_TRANSLATE_NOOP("Mends", "Fork with changes…"), leads_away=True),
    "fork": Mend(QT_TRANSLATE_NOOP("Mends", "Fork here"), leads_away=True),
    "library": Mend(QT_TRANSLATE_NOOP("Mends", "Open the library"), leads_away=True),
    "file": Mend(QT_TRANSLATE_NOOP("Mends", "Show the file"), path=True),
    "voices": Mend(QT_TRANSLATE_NOOP("Mends", "Settings")),
}
"""What can be done about trouble; what each does, says `parley.desktop.mending.commands`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Trouble of an `error` class, of one of these `kinds`, of whose sentence these words are a part, with `command`
    only where there is one to type; and its mends, the best first."""

    mends: tuple[str, ...]
    error: type[BaseException] = BaseException
    kinds: tuple[str, ...] = ()
    says: str = ""
    command: bool = False

    def fits(self, trouble: Trouble) -> bool:
        """Return whether it is about this trouble."""
        error = trouble.error is None and self.error is BaseException  # without an error only rules for all fit
        error = error or (trouble.error is not None and issubclass(trouble.error, self.error))
        if self.command and not trouble.command:
            return False
        return error and (not self.kinds or trouble.kind in self.kinds) and self.says in trouble.text


RULES: tuple[Rule, ...] = (
    # A part that is not installed: cluster, hub, an engine.
    Rule(mends=("copy", "voice"), command=True),
    # Voices.
    Rule(mends=("servers",), error=HostNotAllowed, says="may cost you money"),
    Rule(mends=("hosts",), error=HostNotAllowed),
    Rule(mends=("servers", "voice"), says="no server called"),
    Rule(mends=("model", "voice"), says="No model is chosen"),
    Rule(mends=("fetch", "voice", "voices"), says="parley models get", kinds=("unavailable",)),
    Rule(mends=("key", "voice", "server"), says="API key", kinds=("unavailable", "auth")),
    Rule(mends=("key", "server"), says="no key and no server", kinds=("unavailable",)),
    Rule(mends=("key", "server"), says="no key for", kinds=("unavailable",)),
    Rule(mends=("server", "voice"), says="server's URL"),
    Rule(mends=("key", "retry", "voices"), kinds=("auth",)),
    Rule(mends=("voice", "retry", "voices"), kinds=("credit", "unwritten")),
    Rule(mends=("retry", "server"), kinds=("connection",)),
    Rule(mends=("changed", "voice"), kinds=("context_full",)),
    Rule(mends=("voice", "retry", "voices"), kinds=("unavailable", "bad_request")),
    Rule(
        mends=("retry", "voice"),
        kinds=(
            "rate_limited", "overloaded", "server", "timeout", "dropped", "empty", "refused", "invalid",
        ),
    ),
    Rule(mends=("model",), kinds=("unknown_model",)),
    Rule(mends=("voices",), error=VoiceUnavailable),
    # A budget that is used up.
    Rule(mends=("limits", "changed"), kinds=("turns", "tokens", "cost", "day_cost", "time")),
    # Files of runs: of another Parley, of a newer one, damaged.
    Rule(mends=("fork", "library"), error=LogLockedError),
    Rule(mends=("library",), error=LogLostError),
    Rule(mends=("library", "file"), error=UnknownModeError),
    Rule(mends=("file", "library"), error=NewerLogError),
    Rule(mends=("file", "library"), error=NeverBegunError),
    Rule(mends=("file", "library"), error=LogError),
    Rule(mends=("file", "library"), kinds=("damage",)),
    # Any other file: a cast, a plan, a spec with a wrong value, a folder that cannot be written.
    Rule(mends=("file",), error=FileError),
)  # fmt: skip


def get_mends_of(trouble: Trouble) -> tuple[str, ...]:
    """Return the names of the mends of a trouble, the best first; none where there is nothing that a button could
    do.
    """
    rule = next((rule for rule in RULES if rule.fits(trouble)), None)
    return tuple(_iterate_possible_mends(rule, trouble))[:MOST] if rule is not None else ()


def _iterate_possible_mends(rule: Rule, trouble: Trouble) -> Iterator[str]:
    for name in rule.mends:
        mend = MENDS[name]
        if (trouble.in_turn or not mend.turn) and (trouble.path is not None or not mend.path):
            yield name
