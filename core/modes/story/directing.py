"""The stage direction of a turn of a story: where it stands, what the rules decided, and how much may be said.

The Keeper has to keep to the numbers of the rules; texts are cut to the words that they may have. After a talk the
narrator knows a summary of it, never the words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from parley.core.base import forms
from parley.core.base.line import clean
from parley.core.base.prompts import prompt
from parley.core.cast.member import PLAYER
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.events.turn import TurnKind
from parley.core.log.state import Entry, State
from parley.core.modes.story import arc, events
from parley.core.modes.story.arc import is_all, is_leaving
from parley.core.modes.story.asking import NARRATOR, asked, get_abilities
from parley.core.modes.story.behaviour import list_facts
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.naming import list_exits
from parley.core.modes.story.rules.parts import AGENTS, QUESTIONS
from parley.core.modes.story.shown import list_tasks, recall_events, so_far
from parley.core.modes.story.state import HERE, StoryState, inventory
from parley.core.modes.story.words import words
from parley.core.modes.story.written_words import find_answers, told_by
from parley.core.turn_taking.moves import injected_for

PARTNER_WORDS = 80
"""Words that a character may say at once."""
EPILOGUE = 3
"""By how much an epilogue may be longer than what the narrator says else."""
QUESTIONS_ASKED = frozenset({"ask", "meta"})
"""What a player may do that changes nothing: the rules have answered it."""
MOST_TOLD = 40
"""Things that happened of which an epilogue is told, the newest."""

_TONES = ((-50, "hostile"), (-10, "wary"), (15, "open"), (50, "friendly"))
"""Up to which trust, excluded, a character speaks how."""


def direction(state: State, member: str, kind: TurnKind, *, tools: bool, brief: bool = False) -> str:
    """Return what `member` is told for this turn and no other; `tools`, whether they are offered any.

    `brief`: a character whom a small model plays is told the moment alone. It reads slowly, and what it does not need
    leads it astray.
    """
    story = state[StoryState]
    if brief and kind != "question" and member not in AGENTS:
        return _describe_moment(state, member, kind)
    part = member
    told: dict[str, Any]
    if kind == "question":
        part, answer = "host", story.answers[-1] if story.answers else ""
        number = min(story.asked, QUESTIONS - 1) + 1
        told = {"number": number, "questions": QUESTIONS, "question": asked_next(state), "answer": answer}
    elif member == "narrator":
        told = _build_narration_values(state, kind)
    elif member == "keeper":
        told = {"words": keeper_room(state)}
    elif member == "jester":
        talking = story.phase == "dialogue" and story.partner
        told = {
            "sentences": state.setup[StoryConfig].setting.rules.jester_sentences,
            "partner": state.name_of(story.partner) if talking else "",
        }
    else:
        part, told = "partner", _build_talk_values(state, member)
    common = {"part": part, "kind": kind, "phase": story.phase, "tools": tools}
    common["facts"] = list_decisions(state)
    if kind != "question":
        told |= describe_hero(state, items=part != "partner")  # a partner is told what they carry by `theirs`
        told["cards"] = recall_events(state, member)
        did = [each for each in story.did if each.text]
        told["denied"] = [each.text for each in did if each.refused]
        told["asked"] = [each.text for each in did if each.what in QUESTIONS_ASKED and not each.refused]
        told["done"] = [each.text for each in did if each.what not in QUESTIONS_ASKED and not each.refused]
    return prompt("story_direction", state.setup.language, **common, **told)


def _describe_moment(state: State, member: str, kind: TurnKind) -> str:
    """Return the moment of a character in a few sentences: where, what was done, what they know of it, what to say."""
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    did = [each for each in story.did if each.text and each.what != "meta"]  # the rules answer questions on the game
    someone = setting.someone(member)
    return prompt(
        "story_brief",
        language,
        kind=kind,
        me=state.name_of(member),
        hero=state.name_of(PLAYER),
        act=story.act,
        place=setting.place_name(story.here, language),
        tone=_describe_tone(state, member),
        wants=someone.wants.text(language) if someone and someone.wants else "",
        done=[each.text for each in did if not each.refused] + list_decisions(state),
        denied=[each.text for each in did if each.refused],
        put_in=injected_for(state, member),
        knows=next(find_answers(story.act, told_by(state, member), language), ""),
        parting=bool(story.parting),
    )


def asked_next(state: State) -> str:
    """Return the question of the interview that is due, as the setting has it."""
    questions = state.setup[StoryConfig].setting.questions
    return questions[min(state[StoryState].asked, QUESTIONS - 1)].text.text(state.setup.language)


def narrator_words(state: State, kind: TurnKind) -> tuple[int, int]:
    """Return the fewest and the most words of the narrator's turn."""
    least, most = state.setup[StoryConfig].setting.rules.narrator_words
    return (most, EPILOGUE * most) if kind == "closing" else (least, most)


def look_up_wording(state: State, key: str, **values: object) -> str:
    """Return one of the sentences of what is told to voices, or in their place."""
    return words(state.setup.language, key, part="speaking", **values)


def _build_narration_values(state: State, kind: TurnKind) -> dict[str, Any]:
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    place, closing = setting.place(story.here), kind == "closing"
    least, most = narrator_words(state, kind)
    lying = inventory(setting, story.get_items_of(HERE + story.here), language)
    lurking = map(setting.foe, place.foes if place else ())
    foes = [story.people[foe] for foe in story.fight.foes if foe in story.people] if story.fight else []
    return {
        "least": least,
        "words": most,
        "place": f"{setting.place_name(story.here, language)} ({story.here})",  # ids go into tool calls
        "described": place.description.text(language).rstrip() if place else "",
        "exits": [_describe_exit(state, way) for way in list_exits(state)],
        "present": [_describe_character(state, one) for one in story.present()],
        "lying": list_items(lying),
        "quests": list_tasks(state),
        "flags": [name if value == name else f"{name}: {value}" for name, value in story.flags.items()],
        "hero": state.name_of(PLAYER),
        "foes": [
            f"{state.name_of(foe.person.id)}, "
            + look_up_wording(state, "stood", now=foe.health, most=foe.person.health)
            for foe in foes
            if foe.health > 0
        ],
        "lurking": [f"{foe.name.text(language)} ({foe.id})" for foe in lurking if foe],
        "opening": setting.opening.text(language),
        "arc": _describe_story_arc(state),
        "so_far": [text for _turn, text in so_far(state)[-MOST_TOLD:]] if closing else [],
    }


def _build_talk_values(state: State, member: str) -> dict[str, Any]:
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    me = story.people[member]
    return {
        "id": member,
        "place": setting.place_name(story.here, language),
        "trust": me.trust,
        "tone": _describe_tone(state, member),
        "statuses": [get_status_word(state, status) for status in me.statuses],
        "following": me.following,
        "mine": list_items(inventory(setting, me.items, language)),
        "theirs": list_items(inventory(setting, story.player.items, language)),
        # What was said before the talk began is not in their history.
        "act": "" if _has_player_spoken(state) else story.act,
        "answers": _has_player_spoken(state),
        "met": any(talk.character == member for talk in story.talks) or (member == story.host and bool(story.answers)),
        "parting": bool(story.parting),
        "bidden": is_leaving(state),
    }


def _describe_tone(state: State, member: str) -> str:
    """Return how a character speaks who trusts the player so far."""
    trust = state[StoryState].people[member].trust
    return look_up_wording(state, f"tone_{next((name for below, name in _TONES if trust < below), 'devoted')}")


def _has_player_spoken(state: State) -> bool:
    """Return whether the player has said anything in the talk under way."""
    said = next((turn for turn in reversed(state.turns) if turn.member == PLAYER), None)
    return said is not None and said.number >= state[StoryState].opened


def _describe_exit(state: State, way: str) -> str:
    """Return an exit with what the narrator has to know to describe the place behind it in the same turn."""
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    place = setting.place(way)
    there = [
        f"{state.name_of(one)} ({one})"
        for one, standing in story.people.items()
        if one != PLAYER and standing.location == way and standing.health > 0
    ]
    told = place.description.text(language).rstrip(" .") if place else ""
    return f"{setting.place_name(way, language)} ({way}): " + ". ".join(
        part for part in (told, ", ".join(there)) if part
    )


def _describe_character(state: State, one: str) -> str:
    standing = state[StoryState].people[one]
    someone = state.setup[StoryConfig].setting.someone(one)
    what = someone.role.text(state.setup.language) if someone else look_up_wording(state, standing.person.archetype)
    parts = [what, look_up_wording(state, "trust", value=standing.trust)]
    parts += [get_status_word(state, status) for status in standing.statuses]
    if standing.following:
        parts.append(look_up_wording(state, "follows"))
    return f"{state.name_of(one)} ({one}): {', '.join(parts)}"


def _describe_story_arc(state: State) -> str:
    story, length = state[StoryState], state.setup[StoryConfig].length
    told = look_up_wording(state, f"arc_{arc.stage(story.turn, length)}", turn=story.turn, length=length)
    return f"{told} {look_up_wording(state, 'urgent')}" if arc.compute_share(story.turn, length) >= arc.URGENT else told


_ENDS = re.compile(r"(?<![.!?…])[.!?…]++[\"'”“»«’)]*(?=\s|$)")  # possessive: no backtracking over many dots
_NUMBER = re.compile(r"\d+")
_DIFFICULTY = re.compile(r"\b(?:DC|SG)\s*\d+", re.IGNORECASE)


def list_decisions(state: State) -> list[str]:
    """Return what the rules decided in this story turn, as sentences; of a fight that just began, who comes in which
    order.
    """
    story, language = state[StoryState], state.setup.language
    told = list_facts(story)
    if story.fight is not None and not story.fight.round and story.resolved == story.turn:
        order = ", ".join(f"{check.roll.total} {state.name_of(check.who)}" for check in story.fight.initiative)
        told = [*told, words(language, "initiative", part="speaking", order=order)]
    return told


def keeps_to(line: str, told: list[str]) -> bool:
    """Return whether a line of the Keeper's has no numbers but those of `told`.

    Where the rules decided nothing, at most a difficulty may be named.
    """
    if not told:
        line = _DIFFICULTY.sub("", line)
    return set(_NUMBER.findall(line)) <= set(_NUMBER.findall(" ".join(told)))


def keeper_room(state: State) -> int:
    """Return how many words the Keeper has: no fewer than the rules need for what they decided."""
    least = state.setup[StoryConfig].setting.rules.keeper_words
    return max(least, len(" ".join(list_decisions(state)).split()))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, with their marks."""
    found: list[str] = []
    begin = 0
    for end in _ENDS.finditer(text):
        found.append(text[begin : end.end()].strip())
        begin = end.end()
    return [one for one in (*found, text[begin:].strip()) if one]


def in_words(text: str, most: int) -> tuple[str, str]:
    """Return `text` in at most `most` words, and what was cut: behind the last sentence that ends in the second half of
    it, else at a word, which is marked with '…'."""
    words = text.split()
    if len(words) <= most:
        return text, ""
    head = " ".join(words[:most])
    ends = [end.end() for end in _ENDS.finditer(head) if len(head[: end.end()].split()) * 2 >= most]
    if ends:
        return head[: ends[-1]], " ".join(words)[ends[-1] :].strip()
    return head.rstrip(" ,;:–—-") + "…", " ".join(words[most:])


def in_sentences(text: str, most: int) -> tuple[str, str]:
    """Return `text` in at most `most` sentences, and what was cut."""
    said = sentences(text)
    return (text, "") if len(said) <= most else (" ".join(said[:most]), " ".join(said[most:]))


def describe_hero(state: State, *, items: bool = True) -> dict[str, Any]:
    """Return the player as a direction or a task has them: `player`, a line; `player_about`, what they were told of
    themselves.
    """
    sheet = state[StoryState].sheet
    about = " ".join(sheet.description.split()) if sheet is not None else ""
    return {"player": format_player(state, items=items), "player_about": about}


def format_player(state: State, *, items: bool = True) -> str:
    """Return who the player is and how they are."""
    story = state[StoryState]
    parts = [state.name_of(PLAYER)]
    if story.sheet is not None:
        parts += [called] if (called := get_concept(state)) else []
        parts.append(look_up_wording(state, "health", now=story.player.health, most=story.health))
    parts += [get_status_word(state, status) for status in story.player.statuses]
    carried = list_items(inventory(state.setup[StoryConfig].setting, story.player.items, state.setup.language))
    if items and carried:
        parts.append(look_up_wording(state, "carries", items=", ".join(carried)))
    return ", ".join(parts)


def get_concept(state: State) -> str:
    """Return what the player is: the name of their concept, in the run's language; a sheet by hand may have its id."""
    sheet, language = state[StoryState].sheet, state.setup.language
    if sheet is None:
        return ""
    known = (each for each in state.setup[StoryConfig].setting.concepts if each.id == sheet.concept)
    return next((each.name.text(language) for each in known), sheet.concept)


def list_items(items: Iterable[tuple[str, str, int]]) -> list[str]:
    """Return things by name, with the number where there is more than one."""
    return [name if quantity == 1 else f"{quantity} × {name}" for _item, name, quantity in items]


def get_status_word(state: State, status: str) -> str:
    """Return what a status is called; one that is unknown, as in a log written by hand, stands for itself."""
    try:
        return look_up_wording(state, status)
    except KeyError:
        return status


MOST_WORDS = 90


class _Answer(msgspec.Struct):
    summary: str


SCHEMA = forms.record({"summary": {**forms.TEXT, "minLength": 1, "maxLength": 600}})


async def summarise_talk(stage: Stage) -> events.DialogueSummarised:
    """Return what the talk that has just ended comes to: by the narrator's voice where it can, else by rules, with the
    reason.

    What changed is said by the rules in any case.
    """
    state = stage.state

    def read_answer(answer: str) -> _Answer:
        found = forms.read(answer, _Answer)
        found.summary = in_words(clean(found.summary, *stage.list_names(NARRATOR)).text, MOST_WORDS)[0]
        if not found.summary:
            raise msgspec.DecodeError  # to `asked` an unusable answer: the rules sum up
        return found

    if came_to_blows(state) or is_all(state) or get_abilities(stage, NARRATOR).led:
        # How it ended is told as the fight that it became; where nobody tells a story, nobody has to know of it; and a
        # small model takes half a minute to sum up what was not said.
        return by_rules(state, stage.clock.now())
    answer, note = await asked(stage, _build_question, read_answer, purpose="summary", part="parting")
    at, character = stage.clock.now(), state[StoryState].parting
    if answer is None:
        return by_rules(state, at, note or "")
    told = " ".join([answer.summary, *list_news(state)])
    return events.DialogueSummarised(at=at, character=character, summary=told, method="voice")


def came_to_blows(state: State) -> bool:
    """Return whether the talk ended with a blow of the player's."""
    return any(
        did.what == "attack" and any(isinstance(each, events.DialogueClosed) for each in did.effects)
        for did in state[StoryState].did
    )


def by_rules(state: State, at: datetime, note: str = "") -> events.DialogueSummarised:
    """Return who talked, what changed hands, and how they stand now."""
    said = [entry for entry in talk(state) if entry.kind == "line"]
    names = {"player": state.name_of(PLAYER), "other": state.name_of(state[StoryState].parting)}
    opening = _format_parting(
        state, "talked" if sum(entry.speaker == PLAYER for entry in said) > 1 else "talked_once", **names
    )
    told = " ".join([opening, *list_news(state), _format_parting(state, "blows" if came_to_blows(state) else "parted")])
    return events.DialogueSummarised(
        at=at, character=state[StoryState].parting, summary=told, method="rules", note=note
    )


def talk(state: State) -> list[Entry]:
    """Return what the player and the character said and did in the talk that has just ended."""
    story = state[StoryState]
    return [
        entry
        for entry in state.entries
        if entry.turn >= story.opened and entry.kind in {"line", "event"} and story.parting in entry.heard_by
    ]


def list_news(state: State) -> list[str]:
    """Return what the talk changed, in sentences: what changed hands, trust, who follows, how they feel."""
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    other = story.parting
    moved = Counter[str]()  # net: what went back and forth is no news
    trust: list[events.TrustChanged] = []
    follows: list[bool] = []
    feels: dict[str, int] = {}
    tasks: list[tuple[str, events.QuestAdvanced]] = []
    for effect in story.changes:
        match effect:
            case events.ItemMoved(giver=giver, receiver=receiver) if {giver, receiver} == {PLAYER, other}:
                moved[effect.item] += effect.quantity * (1 if receiver == PLAYER else -1)
            case events.TrustChanged(character=character) if character == other:
                trust.append(effect)
            case events.Followed(character=character, on=on) if character == other:
                follows.append(on)
            case events.StatusSet(who=who) if who == other:
                feels[effect.status] = effect.turns
            case events.QuestAdvanced() if (quest := setting.find_quest(effect.quest)) is not None:
                tasks.append((quest.name.text(language), effect))
    told = prompt(
        "story_parting",
        language,
        player=state.name_of(PLAYER),
        other=state.name_of(other),
        got=[f"{many} × {setting.item_name(item, language)}" for item, many in moved.items() if many > 0],
        gave=[f"{-many} × {setting.item_name(item, language)}" for item, many in moved.items() if many < 0],
        before=trust[0].before if trust else 0,
        after=trust[-1].after if trust else 0,  # steps between the first and the last cancel out
        follows=follows[-1:],
        tasks=tasks,
        feels=[get_status_word(state, status) for status, turns in feels.items() if turns > 0],
    )
    return told.split("\n") if told else []  # the template writes one sentence a line


def _build_question(state: State) -> Question:
    story, language = state[StoryState], state.setup.language
    changes, heard = list_news(state), talk(state)
    names = {"player": state.name_of(PLAYER), "other": state.name_of(story.parting)}
    told = describe_hero(state)
    task = prompt("story_summary_task", language, changed=changes, **told | {"player_line": told["player"]} | names)
    since = heard[0].seq if heard else state.seq  # the voice is shown nothing of before the talk
    return Question(task, _format_parting(state, "question"), SCHEMA, max_tokens=400, since=since)


def _format_parting(state: State, key: str, **values: object) -> str:
    return words(state.setup.language, key, part="parting", **values)
