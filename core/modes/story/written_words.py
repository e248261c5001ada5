"""What is written for a story: its places, its people's answers, its Jester's jokes. What is not is told by the rules.

A written answer is found by its keys: all words of a key that say something have to be in what the player said. Where
that does not settle it and a model for embeddings is there, it is found by meaning;
what the model found is in the log, and here it is only said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random

import msgspec
from rapidfuzz import fuzz

from parley.core.base.errors import ParleyError
from parley.core.base.stems import stems
from parley.core.cast.member import PLAYER
from parley.core.engine.requests import turn_request
from parley.core.engine.stage import Stage
from parley.core.log.events.turn import Author, TurnKind, TurnStarted
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import AnswerMatched
from parley.core.modes.story.rules.names import told, wordlist, words_of
from parley.core.modes.story.rules.parts import Saying, Someone
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import get_sentence, words
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.part import RehearsalPart, Words

ALIKE = 86
"""How alike, of 100, a key of several words and what was said are at least where not all of its words are there."""
LEAST_WORDS = 2
"""Words of a key that may be found by likeness."""


class StoryPart(RehearsalPart):
    """The written words of a setting."""

    def line(self, request: Request, random: Random) -> Words:
        """Return what is written for the speaker's moment; else what happens, as a stage direction."""
        setting = request.perspective.config[StoryConfig].setting
        text = _Moment(request).written()
        if text:
            return Words(text, (), Author(kind="writer", name=setting.id))
        return Words(_Moment(request).staged())

    def find_answer(self, request: Request, *, certain: bool) -> Words | None:
        """Return the written answer that a person has to what was said or done; None where they have none.

        `certain`: only one that is surely meant, for somebody who can say something else.
        """
        moment = _Moment(request)
        someone = moment.setting.someone(moment.me.id)
        if someone is None:
            return None
        settled = moment.settle_answer(someone)
        text = moment.find_by_words(someone, certain=certain) if settled is None else settled
        return Words(text, (), Author(kind="writer", name=moment.setting.id)) if text else None


class _Moment:
    """What a request of a story says of its moment, by the pieces of `yield_pieces`."""

    def __init__(self, request: Request) -> None:
        view = request.perspective
        self.request, self.config, self.me = request, view.config, view.me
        self.setting, self.language = view.config[StoryConfig].setting, view.config.language
        self.said = [block.said for block in view.witnessed() if block.speaker]
        self.heard = next((block.said for block in reversed(view.witnessed()) if block.speaker == PLAYER), "")
        if request.kind == "greeting":
            self.heard = next(iter(self.list_texts("act")), "")  # not among what they witnessed: it came before

    def list_texts(self, piece: str) -> list[str]:
        """Return the texts of all pieces of an id."""
        return [each.text for each in self.request.material if each.id == piece]

    def written(self) -> str:
        """Return the written text; empty where there is none."""
        if self.me.id == "narrator":
            return self._format_narration()
        if self.me.id == "jester":
            return self._find_unsaid_text(self.me.lines)
        someone = self.setting.someone(self.me.id)
        if someone is None:
            return ""
        settled = self.settle_answer(someone)
        return settled if settled is not None else self._answer(someone)

    def staged(self) -> str:
        """Return what happens, as a stage direction by the rules."""
        if self.me.id == "narrator" and self.request.kind == "closing":
            happened = " ".join(self.list_texts("happened")).removesuffix(".")
            worth = [self._look_up_wording("staged_moments", moments=happened)] if happened else []
            return f"({' '.join([self._look_up_wording('staged_end'), *worth])})"
        did = self.list_texts("denied") + self.list_texts("did") + self.list_texts("facts")
        if self.me.id == "narrator" and did:
            return f"({' '.join(did)})"
        answer = "farewell" if self.list_texts("bidden") or self._has_parted() else "staged_answer"
        key = {"narrator": "staged", "jester": "staged_jester"}.get(self.me.id, answer)
        told = self._look_up_wording(key)
        return told if told.startswith("(") else f"({told})"

    def _look_up_wording(self, key: str, **values: str) -> str:
        return words(self.language, key, part="speaking", name=self.me.name, **values)

    def _format_narration(self) -> str:
        place = self.setting.place(next(iter(self.list_texts("place")), ""))
        if place is None or self.request.kind == "closing" or self.list_texts("denied") or self.list_texts("blow"):
            return ""
        described = place.description.text(self.language)
        if self.request.kind == "opening":
            return f"{self.setting.premise.text(self.language)} {described}"
        moved = any(each.id == "did" and each.member == "go" for each in self.request.material)
        new = not any(described in said for said in self.said)
        if moved and new:
            way = place.way.text(self.language) if place.way else ""
            return f"{way} {described}".strip()
        if self.list_texts("facts") or (self.list_texts("did") and not moved):
            return ""
        return self._find_unsaid_text(sight.text.text(self.language) for sight in place.sights)

    def _find_unsaid_text(self, texts: Iterable[str]) -> str:
        """Return the first text that was not said yet; empty: all were."""
        return next((text for text in texts if not any(text in said for said in self.said)), "")

    def find_candidates(self) -> Sequence[Saying]:
        """Return the answers among which it is open which one the player means."""
        someone = self.setting.someone(self.me.id)
        if someone is None or self.settle_answer(someone) is not None:
            return ()
        sayings = self._list_sayable_sayings(someone)
        certain = find_answers(self.heard, sayings, self.language, certain=True)
        acts = (
            self._find_saying_for_act(someone, act)
            for act in _iterate_line_acts(self.heard, self.language, certain=True)
        )
        if self._find_unsaid_text(certain) or any(acts):
            return ()
        return [each for each in sayings if each.about and self._find_unsaid_text([each.text.text(self.language)])]

    def settle_answer(self, someone: Someone) -> str | None:
        """Return what somebody says whatever is asked of them; None: it depends on that."""
        if self.request.kind == "greeting":
            met = any(each.id == "met" and each.member == self.me.id for each in self.request.material)
            greeting = self._find_saying_for_act(someone, "again" if met else "greeting")
            # Whoever begins with a question is answered, too.
            if self.heard.rstrip().endswith("?"):
                return f"{greeting} {self._answer(someone)}".strip()
            asks = wordlist("asks").intersection(words_of(self.heard))
            return f"{greeting} {self.find_by_words(someone) if asks else ''}".strip()
        if self.list_texts("bidden") or self._has_parted():
            return self._find_saying_for_act(someone, "part")
        given = [each for each in someone.says if not (each.about or each.on) and self._has_received_item(each.given)]
        if given:
            return self._find_unsaid_text(saying.text.text(self.language) for saying in given)
        return None

    def _answer(self, someone: Someone) -> str:
        """Return what somebody says to what they heard, at least that they do not know."""
        unknown = "unknown" if self.heard.rstrip().endswith("?") else "statement"
        return self.find_by_words(someone) or self._find_saying_for_act(someone, unknown)

    def find_by_words(self, someone: Someone, *, certain: bool = False) -> str:
        """Return the answer that what they heard asks for; empty where nothing is written for it."""
        sayings = self._list_sayable_sayings(someone)
        meant = [each.text for each in self.request.material if each.id == "meant" and each.member == self.me.id]
        if meant:
            found = self._find_unsaid_text(text for each in sayings if (text := each.text.text(self.language)) in meant)
        else:
            found = self._find_unsaid_text(find_answers(self.heard, sayings, self.language, certain=certain))
        line_acts = _iterate_line_acts(self.heard, self.language, certain=certain)
        acts = (self._find_saying_for_act(someone, act) for act in line_acts)
        # What a model has read in a question comes behind what its own words find.
        asked = set(self.list_texts("asked"))
        read = (
            each.text.text(self.language)
            for each in sayings
            if asked.intersection(get_keys_of(each, self.language)) and not (certain and self._is_about_else(each))
        )
        return found or next((text for text in acts if text), "") or self._find_unsaid_text(read)

    def _is_about_else(self, saying: Saying) -> bool:
        """Return whether an answer has less than half of the words that were said: a small model reads a topic in any
        question.
        """
        text = " ".join([*get_keys_of(saying, self.language), saying.text.text(self.language)])
        said = frozenset(stems(self.heard, self.language))
        return 2 * len(said.intersection(stems(text, self.language))) < len(said)

    def _has_parted(self) -> bool:
        return any(each.id == "did" and each.member == "part" for each in self.request.material)

    def _find_saying_for_act(self, someone: Someone, act: str) -> str:
        return self._find_unsaid_text(
            saying.text.text(self.language) for saying in self._list_sayable_sayings(someone) if act in saying.on
        )

    def _list_sayable_sayings(self, someone: Someone) -> tuple[Saying, ...]:
        """Return what they can say as things lie: whether the player and they have the thing that it is about."""
        theirs, mine = (
            {each.text for each in self.request.material if each.id == "has" and each.member == one}
            for one in (PLAYER, self.me.id)
        )
        return filter_by((*someone.says, *self.setting.says), mine=mine, theirs=theirs)

    def _has_received_item(self, item: str) -> bool:
        if not item:
            return False
        name = self.setting.item_name(item, self.language)
        given = [each.text for each in self.request.material if each.id == "did" and each.member == "give"]
        return any(name in text for text in given)  # a deed is told by a sentence that names the thing


def filter_by(sayings: Sequence[Saying], *, mine: Collection[str], theirs: Collection[str]) -> tuple[Saying, ...]:
    """Return the sayings that fit what the speaker (`mine`) and the player (`theirs`) have, by ids of things."""

    def is_fitting(saying: Saying) -> bool:
        # With keys or acts, `given` is a condition; alone it is an occasion, which `settle_answer` looks for.
        had = not saying.given or not (saying.about or saying.on) or saying.given in mine
        missing = saying.without not in mine and saying.without not in theirs
        return had and missing and (not saying.seen or saying.seen in theirs)

    return tuple(filter(is_fitting, sayings))


def told_by(state: State, member: str) -> tuple[Saying, ...]:
    """Return the written answers that somebody of the story can give now."""
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    someone = setting.someone(member)
    if someone is None:
        return ()
    return filter_by((*someone.says, *setting.says), mine=story.get_items_of(member), theirs=story.get_items_of(PLAYER))


def find_candidates(request: Request) -> tuple[str, Sequence[Saying]]:
    """Return what the player said, and the written answers among which it is open which one they mean; none where their
    words or the moment settle it.
    """
    moment = _Moment(request)
    return moment.heard, moment.find_candidates() if moment.heard.strip() else ()


def get_keys_of(saying: Saying, language: str) -> tuple[str, ...]:
    """Return the keys by which an answer is found."""
    return _split_keys(saying.about.text(language)) if saying.about is not None else ()


def _iterate_line_acts(said: str, language: str, *, certain: bool = False) -> Iterator[str]:
    """Yield what a line does, of what people have answers to: thank, ask who they are …, by `[acts]` of the words.

    `certain`: only where nothing else is said.
    """
    asked = frozenset(stems(said, language))
    line = f" {' '.join(words_of(said))} "
    for act, phrases in told()["acts"].items():
        found = [phrase for phrase in _split_keys(phrases) if f" {' '.join(words_of(phrase))} " in line]
        if any(not certain or asked <= _compute_key_stems(phrase, language) for phrase in found):
            yield act


def find_answers(said: str, sayings: Sequence[Saying], language: str, *, certain: bool = False) -> Iterator[str]:
    """Yield the written answers whose keys are in what was said, the one with the most of it first.

    `certain`: only by keys that are all of what was said, or a whole phrase of it. One word says too little: who asks
    what the crossing costs does not ask to cross.
    """
    asked = frozenset(stems(said, language))
    found: list[tuple[float, int, str]] = []
    for place, saying in enumerate(sayings):
        keys = [key for key in get_keys_of(saying, language) if not certain or _is_certain(key, asked, language)]
        score = max((_score_key(key, said, asked, language) for key in keys), default=0.0)
        if score:
            found.append((-score, place, saying.text.text(language)))  # `place` keeps the written order among equals
    yield from (text for _score, _place, text in sorted(found))


def _is_certain(key: str, asked: frozenset[str], language: str) -> bool:
    parts = _compute_key_stems(key, language)
    return parts == asked or (parts <= asked and len(words_of(key)) > 1)


def _score_key(key: str, said: str, asked: frozenset[str], language: str) -> float:
    """Return how well a key fits what was said: by its words, and by how alike the two are; 0 where it is not in it."""
    parts, words_of_key = _compute_key_stems(key, language), frozenset(words_of(key))
    if len(parts) == 1 and len(words_of_key) > 1 and not words_of_key <= frozenset(words_of(said)):
        return 0.0  # "Do you like music?" is not "do you like her"
    # How many words of the key were said counts first; likeness decides between keys with as many.
    alike = fuzz.token_set_ratio(key.casefold(), said.casefold())  # 0 to 100, whatever the order of words
    if parts and parts <= asked:
        return len(parts) + alike / 100
    if len(parts) >= LEAST_WORDS and len(parts & asked) >= LEAST_WORDS and alike >= ALIKE:
        return len(parts & asked) + alike / 200
    return 0.0


@lru_cache(8_192)
def _compute_key_stems(key: str, language: str) -> frozenset[str]:
    return frozenset(stems(key, language))


@lru_cache(2_048)
def _split_keys(about: str) -> tuple[str, ...]:
    return tuple(key.strip() for key in about.split(",") if key.strip())


PART = StoryPart()


LEAST = 0.4
"""How near a key of an answer and what was said are at least, as the cosine of their standardised vectors.

Chosen by all-MiniLM-L6-v2 on the English ferry: 30 questions in other words than its keys, and 24 about nothing of its
world, these put to two people. At 0.4, 19 of the 30 are answered as they were meant, 6 by an answer beside it, 5 by "I
do not know"; of the 48 others one is answered. At 0.36 it is 21, 8 and 1, and seven others; at 0.5 14, 5 and 11, and
none. Keys alone are compared: with the answers' own texts fewer were right (19 of 30 without a threshold, not 21), for
what somebody says of a thing is often in words of their own. Raw vectors did nearly as well at 0.42, but what is near
in these differs from model to model. Nothing was measured in German.
"""


async def find_meant(stage: Stage, member: str, kind: TurnKind) -> None:
    """Write down which of the written answers of `member`, who speaks next, the player means; not where keys tell.

    Nothing is written where no model is there to be asked. One that fails is told in the event, and keys decide.
    """
    state, near, language = stage.state, stage.nearness, stage.config.language
    before = state[StoryState].meant
    told = before is not None and (before.turn, before.member) == (state.next_turn, member)  # logged before a resume
    if near is None or told or not (model := near.model(language)):
        return
    started = TurnStarted(at=stage.clock.now(), turn=state.next_turn, member=member, kind=kind)
    heard, sayings = find_candidates(turn_request(state.setup, stage.perspective(member), started, state))
    answers = {key: each.text.text(language) for each in sayings for key in get_keys_of(each, language)}
    if not answers:
        return
    # As before every call that is waited for: there must be a log for what comes of it.
    stage.log.ensure_whole()
    asked = AnswerMatched(at=stage.clock.now(), turn=state.next_turn, member=member, model=model)
    try:
        scores = await near.near(heard, list(answers), language)
    except ParleyError as error:
        note = get_sentence(language, "not_by_meaning", part="speaking", why=error.sentence)
        stage.append(msgspec.structs.replace(asked, note=note))  # logged, so that it is not asked again this turn
        return
    score, key = max(zip(scores, answers, strict=True), key=lambda each: each[0])
    score = round(score, 4)
    stage.append(msgspec.structs.replace(asked, answer=answers[key], key=key, score=score, least=LEAST))
