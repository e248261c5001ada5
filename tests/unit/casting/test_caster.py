"""Casts from a sentence: written by a voice that fills in forms, whatever it answers, or drawn."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import parley
from parley.core.base.errors import UsageError, VoiceError
from parley.core.cast.member import VoiceSpec
from parley.core.casting.caster import Caster
from parley.core.cli import main
from parley.core.home import Home
from parley.core.studio.shifted import spent_on_attempts
from parley.core.studio.studio import Studio
from tests.scripted_voices import Actor, Company

WARD = "three people of a night ward, two of whom cannot stand each other"
Begin = Callable[..., Caster]


def outline(*names: str, **other: Any) -> str:
    seats = [{"name": name, "role": f"{name}'s role", "pronouns": "she/her"} for name in names]
    bonds = [{"member": names[0], "to": other, "bond": "hostile"} for other in (names[1], "Ghost")]
    whole = {"name": "Night Ward", "description": "A kettle.", "topics": ["It boils"], "members": seats, "bonds": bonds}
    return json.dumps({**whole, **other})


def portrait(**other: Any) -> str:
    texts = dict.fromkeys(("tone", "quirk", "biography", "personality", "working_style", "private_life"), "dry")
    return json.dumps({**texts, "age": 40, "identity": "You watch.", "lines": ["No.", "Yes.", "So."], **other})


@pytest.fixture
def begin(home: Home, monkeypatch: pytest.MonkeyPatch) -> Begin:
    """Who writes casts in the home by these answers."""

    def begun(*acts: Any) -> Caster:
        monkeypatch.setattr(Studio, "get_voices_aside", lambda _self: Company(Actor(*acts, cost=0.01)))
        return Caster(Studio(home), VoiceSpec(provider="openai", model="some"), "en", 1)

    return begun


async def test_a_sentence_becomes_a_cast_whose_members_can_be_others(begin: Begin, home: Home) -> None:
    shown: list[tuple[int, int]] = []
    caster = begin(outline("Vera", "Tom", "Ida"), portrait(notes={"tom": "He hums."}), "{", portrait(), "no", "{}")
    draft = await replace(caster, show=lambda _, *steps: shown.append(steps)).write(WARD)
    vera, tom, ida = draft.cast.members
    assert (vera.name, vera.coordinator, vera.identity, vera.lines) == (
        "Vera",
        True,
        "You watch.",
        ("No.", "Yes.", "So."),
    )
    assert vera.relations["tom"].affinity == tom.relations["vera"].affinity < 0.2
    assert vera.relations["tom"].note == "He hums."
    # A broken form is asked for once more; whose form is broken twice has a name and a role, and that is said.
    assert (tom.tone, ida.tone, shown) == ("dry", "", [(1, 4), (2, 4), (3, 4)])
    assert [str(note)[:5] for note in draft.notes] == ["Bonds", "Ida h"]
    assert draft.cost == pytest.approx(0.06) == spent_on_attempts(home, datetime.now(UTC).astimezone().date())
    # Of a small model little is taken; of somebody else in a place the others think as before.
    draft = await replace(begin(portrait(name="Wilma", pronouns="she")), led=True).replace(draft, "Vera")
    wilma, tom, _ida = draft.cast.members
    assert (wilma.id, wilma.role, wilma.desk, wilma.coordinator) == ("wilma", vera.role, vera.desk, True)
    assert wilma.tone != "dry"
    assert tom.relations["wilma"].affinity == wilma.relations["tom"].affinity < 0.2
    saved = caster.studio.library.cast(caster.studio.library.save_cast(draft.drop("tom").cast).stem)
    assert [(member.id, member.relations) for member in saved.members] == [("wilma", {}), ("ida", {})]
    with pytest.raises(UsageError, match="last member"):
        draft.drop("tom").drop("ida").drop("wilma")


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        (outline("A" * 500, "Bo\x1b[2J\u202e"), {"A" * 59 + "…", "Bo"}),
        (outline(*(f"N{number}" for number in range(900))), {"N0", "N1", "N2"}),
        (outline("director", "player", "Cy", name="studio", cellar="x"), {"director", "player", "Cy"}),
        (outline("Ada", "ada"), None),
        (outline("Ada", "Bo", topics=7), None),
        ("[" * 5_000, None),
        ("Sure! Here is your cast.", None),
    ],
)
async def test_what_a_voice_answers_is_mended_or_refused(begin: Begin, answer: str, names: set[str] | None) -> None:
    caster = begin(answer, answer, *[portrait()] * 3)
    if names is None:
        with pytest.raises(VoiceError, match="cannot be used"):
            await caster.write(WARD)
        return
    draft = await caster.write(WARD)
    assert {member.name for member in draft.cast.members} == names
    assert not {member.id for member in draft.cast.members} & {"director", "player"}
    assert caster.studio.library.save_cast(draft.cast).is_file()


@pytest.mark.parametrize(
    ("sentence", "count"), [("Ein Dutzend Bäcker", 12), ("Dreißig Leute, zwei Lager", 30), ("Wer auch immer, 1720", 5)]
)
async def test_without_a_model_people_are_drawn(home: Home, sentence: str, count: int) -> None:
    draft = await Caster(Studio(home), None, "de", 4).write(sentence)
    assert draft == await Caster(Studio(home), None, "de", 4).write(sentence)
    members = draft.cast.members
    assert len({member.name for member in members}) == len(members) == count
    assert min(each.affinity for member in members for each in member.relations.values()) < 0.2


def test_the_command_line_and_programs_make_drafts(
    home: Home, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked = ["cast", "new", "four bakers", "--voice", "rehearsal", "--seed", "2", "--home", str(home.path)]
    assert main([*asked, "--json"]) == 0
    told, file = json.loads(capsys.readouterr().out), tmp_path / "bakers.toml"
    assert (len(told["cast"]["members"]), told["path"], told["cost"]) == (4, None, 0)
    assert main([*asked, "-o", str(file)]) == main([*asked, "--save"]) == 0
    assert main([*asked, "-o", str(file)]) != 0
    assert "already" in capsys.readouterr().err
    draft = parley.cast("four bakers", voice="rehearsal", seed=2, home=home.path)
    first, second, *others = draft.cast.members
    assert first.id == told["cast"]["members"][0]["id"]
    other = parley.cast(draft.drop(second.id), first.name, voice="rehearsal", home=home.path)
    assert other.cast.members[0].name != first.name
    assert [member.name for member in other.cast.members[1:]] == [member.name for member in others]
    saved = other.save(str(tmp_path / "others.toml"))
    assert main(["check", *map(str, (file, home.casts / "four-bakers.toml", saved))]) == 0
