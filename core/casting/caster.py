"""Casts from a sentence, by any model that fills in forms: first who they are, then each of them alone.

What is asked, and what it cost, stands in a log beside those of turns that are drawn again; so it counts for the day.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from parley.core.base import forms
from parley.core.base.clock import SystemClock
from parley.core.base.errors import RunError, UsageError, VoiceError, VoiceUnavailable
from parley.core.base.line import capped, keep_visible
from parley.core.base.packaged import get_resource
from parley.core.base.prompts import prompt
from parley.core.base.schema import fits
from parley.core.base.sentences import Sentence
from parley.core.cast.cast import Cast, Language
from parley.core.cast.member import Member, Relation, VoiceSpec
from parley.core.cast.providers import simulated
from parley.core.casting import draft as drafting
from parley.core.casting.draft import BONDS, CastDraft, free_id
from parley.core.engine.composing import FEWEST_MEMBERS, check_members, seeded, with_id
from parley.core.engine.requests import get_chance_of
from parley.core.engine.stage import Stage
from parley.core.log.config import RunConfig
from parley.core.log.events.run import RunStarted
from parley.core.log.log import Log
from parley.core.log.state import State
from parley.core.perspective.perspective import Perspective
from parley.core.studio.studio import Studio
from parley.core.voices.base import Request
from parley.core.voices.pool import default_voice, speaks
from parley.core.voices.rehearsal.instance import fit_value

LONGEST_SENTENCE = 2_000
LONGEST_TEXT = 300
"""A little less than a form has room for: where a voice was cut off, its last whole sentence is kept."""
GIVEN = Sentence("Only lives are by the model, manners and notes are drawn: so small a one makes all alike.")
ATTEMPTS = 2
UNUSABLE = ("invalid", "empty")
"""Failures of a form that another attempt may not have."""
TEMPERATURE = 0.9
FORMS = "cast_forms.json"
"""What is asked of an outline and of a member, by the fields of a cast and a member, among the prompts."""

Form = dict[str, Any]
Show = Callable[[CastDraft, int, int], object]


@dataclass(frozen=True)
class Caster:
    """Who makes casts in a studio: a `voice`, or nobody (None), and then they are drawn.

    A `led` voice is asked for less. `show` hears of the draft as it grows, of how many steps are done, and of how many
    there are.
    """

    studio: Studio
    voice: VoiceSpec | None
    language: Language
    seed: int
    led: bool = False
    show: Show = lambda _draft, _done, _steps: None

    @classmethod
    def choose(cls, studio: Studio, voice: VoiceSpec | None, language: Language, seed: int | None = None) -> Caster:
        """Return who makes a cast with the voice that was asked for, else with the usual one where it can.

        Raises `VoiceUnavailable` for one that fills in no forms.
        """
        spec, seed = voice or default_voice(studio.home, studio.settings), seeded(seed)
        if simulated(spec.provider) or (voice is None and not speaks(spec, language, studio.home, studio.settings)):
            return cls(studio, None, language, seed)
        studio.choose(spec)
        able = studio.get_voices_aside().voice(spec).capabilities
        if not able.fills_forms:
            hint = "Choose another voice, or rehearsal: then the cast is drawn."
            raise VoiceUnavailable("{label} fills in no forms: it cannot write a cast.", label=spec.label, hint=hint)
        return cls(studio, spec, language, seed, able.led)

    async def write(self, sentence: str, count: int = 0) -> CastDraft:
        """Return a cast of so many members, 0: as many as the sentence says. Raises `UsageError`, `VoiceError`,
        `RunError` where the day's budget is used up.
        """
        sentence = keep_visible(sentence)
        if not 0 < len(sentence) <= LONGEST_SENTENCE:
            raise UsageError("Say in a sentence who they are, in 1 to {most:,} characters.", most=LONGEST_SENTENCE)
        count = count or drafting.count_members(sentence, self.language)
        if count:
            check_members(count)
        if self.voice is None:
            return drafting.draw_cast(self.studio.library, sentence, self.language, self.seed, count)
        with self._open_stage(sentence) as stage:
            draft = await self._write_outline(stage, sentence, count)
            draft = replace(draft, notes=(*draft.notes, *([GIVEN] if self.led else [])))
            steps = len(draft.cast.members) + 1
            for done, member in enumerate(draft.cast.members, 1):
                self.show(draft, done, steps)
                try:
                    draft = await self._write_member(stage, draft, draft.find(member.id), anew=False)
                except VoiceError as error:
                    if error.kind not in UNUSABLE:
                        raise
                    told = Sentence("{name} has a name and a role alone: {why}", name=member.name, why=error.sentence)
                    draft = replace(draft, notes=(*draft.notes, told))
                draft = replace(draft, cost=stage.state.own_cost)
        return draft

    async def replace(self, draft: CastDraft, name: str) -> CastDraft:
        """Return the draft with somebody else in a member's place, of whom the others think as before. Raises as
        `write` does, and `UnknownName`.
        """
        member = draft.find(name)
        if self.voice is None:
            return drafting.draw_again(draft, member, self.seed)
        with self._open_stage(draft.sentence) as stage:
            made = await self._write_member(stage, draft, member, anew=True)
            return replace(made, cost=draft.cost + stage.state.own_cost)

    @contextmanager
    def _open_stage(self, sentence: str) -> Iterator[Stage]:
        """Open a log for what is asked; it stays where something was paid."""
        studio, author = self.studio, Member(id="author", name="Author")
        assert self.voice is not None
        config = with_id(
            RunConfig(
                id="", cast_id="cast", members=(author,), format=studio.library.format("standup"), topic=sentence,
                language=self.language, seed=self.seed, turns=0, voice=self.voice,
            )
        )  # fmt: skip
        path = studio.home.attempts / f"cast-{config.id}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        log, clock = Log.create(path, lock=studio.home.lock(config.id), fsync="never"), SystemClock()
        stage = Stage(log, State(), studio.get_voices_aside(), clock)
        try:
            stage.append(RunStarted.begin(at=clock.now(), config=config.as_json()))
            yield stage
        finally:
            log.close()
            if not stage.state.own_cost:
                path.unlink(missing_ok=True)

    async def _write_outline(self, stage: Stage, sentence: str, count: int) -> CastDraft:
        schema = load_forms()["outline"]
        members, bonds = schema["properties"]["members"], schema["properties"]["bonds"]
        # Where nobody says how many, a small model does not know when to stop.
        members["minItems"], members["maxItems"] = (count, count) if count else (FEWEST_MEMBERS, members["maxItems"])
        bonds["maxItems"] = 2 * members["maxItems"]

        def read_form(form: Form) -> CastDraft:
            seats = {seat["name"].casefold(): seat for seat in form["members"] if seat["name"]}
            if len(seats) < FEWEST_MEMBERS:
                raise ValueError("it names fewer than two members")
            library, found, ids = self.studio.library, dict[str, Member](), set[str]()
            for name, seat in seats.items():
                ids.add(own := free_id(name, ids))
                found[name] = Member.model_validate({**seat, "id": own, "coordinator": not found})  # the first leads
            left_out = len(form["members"]) - len(seats)
            for bond in form["bonds"]:
                a, b = bond["member"].casefold(), bond["to"].casefold()
                if a != b and {a, b} <= found.keys():
                    said = Relation(affinity=BONDS[bond["bond"]])
                    # Made just now, and nobody else's yet.
                    found[a].relations[found[b].id] = found[b].relations[found[a].id] = said
                else:
                    left_out += 1
            told = "Bonds with nobody who is there, and names that came twice, were left out: {count}."
            name, plan = form["name"] or sentence[:40], drafting.choose_plan(library, len(found))
            cast = Cast(
                id=free_id(name, library.cast_names()), name=name, description=form["description"] or sentence,
                language=self.language, plan=plan.id, topics=tuple(filter(None, dict.fromkeys(form["topics"]))),
                members=drafting.seat_members(plan, [*found.values()]),
            )  # fmt: skip
            return CastDraft(sentence, cast, notes=(Sentence(told, count=left_out),) if left_out else ())

        asked = prompt("cast_outline", self.language, count=count)
        return await self._fill_form(stage, asked, schema, 500 + 90 * members["maxItems"], read_form)

    async def _write_member(self, stage: Stage, draft: CastDraft, member: Member, *, anew: bool) -> CastDraft:
        words = {affinity: bond for bond, affinity in BONDS.items()}
        bonds = {one: words.get(each.affinity, "") for one, each in member.relations.items()}
        others = [each for each in draft.cast.members if each is not member]
        # Left to itself a small model makes everybody alike: what can be is written already.
        given = (
            drafting.draw_nature(self.language, self.seed, draft.cast.members.index(member), bonds) if self.led else {}
        )
        asked = prompt(
            "cast_member", self.language, cast=draft.cast, me=member, others=others, bonds=bonds, anew=anew, given=given
        )  # fmt: skip
        known = {"name", "pronouns"} if not anew else set[str]()  # the outline named them
        asked_for = load_forms()["member"] | {"notes": forms.record(dict.fromkeys(bonds, load_forms()["note"]))}
        schema = forms.record({name: part for name, part in asked_for.items() if name not in {*given, *known}})

        def read(form: Form) -> CastDraft:
            form = {**given, **form}
            notes, name = form.pop("notes"), form.get("name", member.name)
            if not name or name.casefold() in {each.name.casefold() for each in others}:
                raise ValueError("it gives two members one name, or one of them none")
            if not form["identity"] or not form["tone"]:
                raise ValueError("it says nothing of them")
            form["age"] = form["age"] if 0 < form["age"] <= 120 else None  # the form requires a number in any case
            form["lines"] = [line for line in dict.fromkeys(form["lines"]) if line]
            form["id"] = member.id if name == member.name else free_id(name, {each.id for each in others})
            form["relations"] = {
                one: {"affinity": each.affinity, "note": notes.get(one, "")} for one, each in member.relations.items()
            }
            return draft.swap_member(member, Member.model_validate({**member.model_dump(), **form}))

        return await self._fill_form(stage, asked, schema, 900, read)

    async def _fill_form(
        self, stage: Stage, asked: str, schema: forms.Schema, room: int, read: Callable[[Form], CastDraft]
    ) -> CastDraft:
        """Return the draft that `read` makes of the form, filled in a second time where it was broken. Raises
        `VoiceError`."""
        fault = VoiceError("empty", "The voice said nothing.")
        for _attempt in range(ATTEMPTS):
            if (left := self.studio.compute_left_today()) is not None and left <= 0:  # the first may have used it up
                raise RunError("The day's budget is used up: nobody can be asked today.")
            config = stage.config
            request = Request(
                perspective=Perspective(config, config.members[0], config.topic, (), 0), direction=asked,
                task=prompt("cast_task", self.language), schema=schema, temperature=TEMPERATURE, max_tokens=room,
                purpose="cast", chance=get_chance_of(self.seed, stage.state.seq, "cast"),  # seq: a second reply differs
            )  # fmt: skip
            try:
                reply = await stage.ask_voice(request, "")
                form = fit_value(_clean_form(forms.read(reply.text, dict[str, Any])), schema)
                if not fits(form, schema):
                    raise ValueError("something in it is not what was asked for")
                return replace(read(form), model=reply.model or reply.provider)
            except VoiceError as error:
                if error.kind not in UNUSABLE:
                    raise
                fault = error
            except ValueError as error:  # includes pydantic's and msgspec's errors
                why = str(error).splitlines()[0][:200].rstrip(".")
                hint = "Try again, or choose a larger model."
                fault = VoiceError("invalid", "The voice's form cannot be used: {why}.", why=why, hint=hint)
        raise fault


def load_forms() -> dict[str, Any]:
    """Return the forms, to be changed as one likes."""
    found: dict[str, Any] = json.loads(get_resource("prompts", FORMS).read_text("utf-8"))
    return found


def _clean_form(value: Any) -> Any:
    """Return the same with each text on one line, ending with a sentence, and nothing in it that cannot be seen."""
    if isinstance(value, dict):
        return {key: _clean_form(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_clean_form(each) for each in value]
    return capped(keep_visible(value), LONGEST_TEXT) if isinstance(value, str) else value
