"""`--dry-run`: what would be sent first is shown, and nothing is begun."""

from __future__ import annotations

from parley.core.home import Home
from tests.unit.cli.conftest import Parley, Told


def test_it_shows_what_would_be_sent_and_begins_nothing(parley: Parley, told: Told, home: Home) -> None:
    asked = ("run", "duologue", "-a", "claude-haiku-5-5", "-b", "rehearsal", "--awareness", "none", "--prompt", "Ahoy?")
    said = parley(*asked, "--dry-run")
    assert said.code == 0, said.err
    assert "[user]\nAhoy?" in said.out
    assert "[system]" not in said.out
    first, second = told(*asked, "--dry-run")
    assert first["payload"]["messages"][0]["content"][0]["text"] == "Ahoy?"
    assert (first["turn"], second["turn"], second["name"]) == (1, 2, "rehearsal")
    assert not list(home.runs.glob("*"))
