"""The story's loop: one step is one line, one decision of the rules, or the end; and the director's hand in it."""

from __future__ import annotations

from parley.core.base.errors import RunError
from parley.core.cast.member import PLAYER
from parley.core.engine import summing
from parley.core.engine.director import Director, words_of
from parley.core.engine.floor import say_greeting
from parley.core.engine.mode import FloorNeeded, Mode
from parley.core.engine.stage import Stage
from parley.core.log.authors import PERSON
from parley.core.log.events.run import AutopilotSet
from parley.core.log.events.turn import TurnRetried, TurnStarted
from parley.core.log.state import State
from parley.core.modes.story import (
    arc,
    choices,
    combat,
    creation,
    deeds,
    directing,
    intent_model,
    intents,
    routing,
    speaking,
)
from parley.core.modes.story.asking import get_abilities
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import AgentSkipped, PhaseChanged
from parley.core.modes.story.naming import attribute_tried
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import get_sentence


class StoryDirector(Director):
    """The player's hand in a story, and whether chance plays for them."""

    elsewhere = ("This run is no story.", "Begin a story or a dialogue.")

    async def act(self, text: str) -> None:
        """Do or say something as the player, and let the others answer; "1" to "3" is the choice of that number.

        Raises `UsageError` where the text is empty, `RunError` where it is not the player's turn.
        """
        self.run.ensure_writable()
        text = words_of(text, "line")
        self.stage.calls.ensure_allowed()
        async with self.run.floor:
            self._ensure_player_turn()
            self._record_player_line(choices.expand_choice(self.state, text))
        self.run.play()

    async def do_deed(self, what: str, target: str = "", *, item: str = "", quantity: int = 1) -> None:
        """Do as the player what a tool could do: talk, part, give, take, go, use, follow, drop or pick.

        `target` is a character (talk, follow) or a place (go). Raises `UsageError` where it cannot be.
        """
        self.run.ensure_writable()
        self.stage.calls.ensure_allowed()
        async with self.run.floor:
            self._ensure_player_turn()
            # First asked, then said: what cannot be is not said either.
            done = deeds.do_deed(self.state, self.stage.clock.now(), what, target, item=item, quantity=quantity)
            self._record_player_line(deeds.said(self.state, what, target, item=item, quantity=quantity))
            self.stage.append(done)
        self.run.play()

    def set_autoplay(self, on: bool) -> None:
        """Set whether the player takes one of the choices by chance where nobody else says what they do."""
        self.run.ensure_writable()
        self.stage.append(AutopilotSet(at=self.stage.clock.now(), on=on))

    def _ensure_player_turn(self) -> None:
        self.run.ensure_writable()
        if self.state.open is not None and self.state.open.started.member == PLAYER:
            # Killed in the middle of saying it: it was never said.
            self.run.abandon("the run was interrupted")
        if self.state.open is not None or not self.state[StoryState].is_waiting():
            raise RunError("It is not your turn yet.", hint="Play on until the others have spoken.")

    def _record_player_line(self, text: str) -> None:
        turn, now = self.state.next_turn, self.stage.clock.now()
        self.stage.append(TurnStarted(at=now, turn=turn, member=PLAYER, kind="player"))
        self.stage.end_turn(text, author="director")

    async def finish_open_turn(self) -> None:
        """Finish the turn in flight: its tool calls are answered first."""
        await speaking.go_on(self.stage)

    def ensure_may_speak(self, member: str) -> None:
        """Raise `RunError` for a line of the player's out of their turn: it would be lost, or count twice."""
        if member == PLAYER:
            self._ensure_player_turn()


PATIENCE = 10
"""Turns of the player by which a fight may outlast the story's length, and at most a quarter of it."""


class PlayerNeeded(FloorNeeded):
    """The story goes on when the player has done something."""

    reason = "player"


class Story(Mode):
    """The mode of stories, and of dialogues, which are stories that begin with a talk. It has no state of its own."""

    director = StoryDirector

    async def step(self, stage: Stage) -> None:
        """Take the next line, or the next decision."""
        state, story = stage.state, stage.state[StoryState]
        # What is under way comes first, then who is due; a decision only where nobody is, the turn's end last.
        if state.open is not None and state.open.failed is not None:
            stage.append(TurnRetried(at=stage.clock.now(), turn=state.next_turn))  # closes it; its speaker is still due
        if state.open is not None:
            await speaking.go_on(stage)
        elif await summing.gone_on(stage):
            return
        elif story.phase == "creation":
            await self._advance_interview(stage)
        elif story.called and story.fight is None:  # before `due`: nobody speaks before the fight begins
            stage.append(combat.start_fight(state, stage.rng(), stage.clock.now()))
        elif story.due:
            await _run_next_speaker(stage, story.due[0])
        elif story.phase == "epilogue":
            await self._advance_epilogue(stage)
        elif story.routed is None or story.routed.story_turn < story.turn:
            # Before a parting is summarised: whoever is bidden goodbye has yet to say theirs.
            if intent_model.is_due(stage):
                stage.append(await intent_model.read_line(stage))
            else:
                _decide(stage)
        elif story.parting:
            stage.append(await directing.summarise_talk(stage))
        else:
            await self._turn_over(stage)

    async def _advance_interview(self, stage: Stage) -> None:
        """Go on with the interview: a question, an answer, and after the last one the sheet."""
        state, story = stage.state, stage.state[StoryState]
        if story.sheet is not None:
            # Who began as somebody was asked nothing.
            begun = "begins" if story.asked else "talk_begins" if arc.is_all(state) else "sets_out"
            why = get_sentence(state.setup.language, begun)
            stage.append(PhaseChanged(at=stage.clock.now(), phase="exploration", reason=why))
        elif state.setup[StoryConfig].concept or len(story.answers) >= creation.QUESTIONS:
            stage.append(await creation.write_sheet(stage))
        elif story.asked > len(story.answers):
            self._take_player_turn(stage)
        else:
            await speaking.speak(stage, state.setup[StoryConfig].setting.innkeeper, "question")

    async def _advance_epilogue(self, stage: Stage) -> None:
        """Close by the narrator, then end; a run that was killed between two events takes up what is missing."""
        state, routed = stage.state, stage.state[StoryState].routed
        if routed is None or routed.phase != "epilogue":
            stage.append(routing.build_epilogue(state, stage.clock.now()))
        else:
            await self.finish(stage, "story", get_sentence(state.setup.language, "over"))

    async def _turn_over(self, stage: Stage) -> None:
        """Close a turn in which all who were due have spoken: end the story, or offer what may be done next."""
        state, story, now = stage.state, stage.state[StoryState], stage.clock.now()
        if (why := _describe_end_reason(state)) and story.phase == "dialogue":
            # Whoever tells how it ends has to know what was talked of.
            stage.append(deeds.do_deed(state, now, "part", by="rules"))
        elif (why or arc.has_parted(state)) and arc.is_talk(state):
            await self.finish(stage, "story", get_sentence(state.setup.language, "talk_over"))
        elif why:
            stage.append(PhaseChanged(at=now, phase="epilogue", reason=why))
        elif story.offered is None or story.offered.story_turn < story.turn:  # not twice where a run is resumed
            stage.append(await choices.offered(stage, with_reply=speaking.tells_choices(stage)))
        else:
            self._take_player_turn(stage)

    def _take_player_turn(self, stage: Stage) -> None:
        """Take the script's next line, or a choice by chance; else the run waits. Raises `PlayerNeeded`."""
        state, story = stage.state, stage.config[StoryConfig]
        scripted = state[StoryState].scripted < len(story.script)
        author = PERSON
        if not scripted and (name := _find_own_name(state)):
            text = name
        elif scripted:
            line = story.script[state[StoryState].scripted]
            text = choices.expand_choice(state, line)
            # A script of numbers takes what was offered, whose words are another's.
            author = PERSON if text == line.strip() else choices.get_author_of(state, text)
        elif state[StoryState].autoplay:
            text = arc.get_farewell(state) if arc.last_word(state) else choices.draw_choice(state, stage.rng())
            author = choices.get_author_of(state, text)
        else:
            raise PlayerNeeded(get_sentence(stage.config.language, "your_turn"))  # before a turn begins: the run waits
        stage.begin(PLAYER, kind="player", direction="")
        stage.end_turn(text, author="script" if scripted else "rules", words_by=author)


def _find_own_name(state: State) -> str:
    """Return the player's answer where the interview asks for a name that is known already; empty where they have to
    answer.
    """
    story, config = state[StoryState], state.setup[StoryConfig]
    asked = config.setting.questions[len(story.answers) : story.asked] if story.phase == "creation" else ()
    known = [each for each in asked if each.about == "name"]
    return config.player.strip() if known else ""


async def _run_next_speaker(stage: Stage, member: str) -> None:
    state = stage.state
    story, rules = state[StoryState], state.setup[StoryConfig].setting.rules
    why = ""
    first = story.routed is None or story.routed.agents[:1] == (member,)  # the first to answer is never out of tokens
    if member in state.muted:
        why = get_sentence(state.setup.language, "muted")
    elif state.floor == member:
        # Whom the director lets speak is not held back.
        pass
    elif _has_story_turned(state):
        why = get_sentence(state.setup.language, "turned")
    elif rules.turn_tokens and story.tokens >= rules.turn_tokens and not first:
        why = get_sentence(state.setup.language, "no_tokens", used=story.tokens, bound=rules.turn_tokens)
    greeting = state.setup.greeting
    if why:
        stage.append(AgentSkipped(at=stage.clock.now(), agent=member, reason=why))
    elif greeting is not None and greeting.member == member and not state.turns:  # only as the run's first line
        say_greeting(stage, greeting)
    else:
        await speaking.speak(stage, member, arc.get_kind_of(state))


def _has_story_turned(state: State) -> bool:
    """Return whether the story has turned to somebody else since it was decided who answers: then the rest of the turn
    is skipped.
    """
    routed, last = state[StoryState].routed, state.turns[-1] if state.turns else None
    return routed is not None and last is not None and last.number >= routed.turn and speaking.has_turned(last.answers)


def _decide(stage: Stage) -> None:
    """Decide by the rules what the player did, where they have a say; then decide who answers."""
    state, rng, now = stage.state, stage.rng(), stage.clock.now()
    story = state[StoryState]
    read = not speaking.has_reader(stage)  # the rules read the words where no voice does it with tools
    if story.routed is None and story.turn == 0 and state.setup[StoryConfig].partner:  # the opening of a dialogue
        if not story.partner:  # else a run that was killed after it is resumed
            stage.append(deeds.talk(state, now, state.setup[StoryConfig].partner, by="rules"))
        stage.append(routing.build_greeting(state, now))
        return
    if arc.taken_up(state):
        stage.append(deeds.talk(state, now, state.setup[StoryConfig].partner, by="rules"))
    elif read and not story.did and story.act:
        for done in intents.read(state, now):
            stage.append(done)
    # Once a turn, even if the run was killed after the dice. A mere question never leads to dice or a fight.
    if story.turn and story.resolved < story.turn and not (read and intents.only_asked(state)):
        if story.fight is not None:
            if read or story.did:
                stage.append(combat.play_round(state, rng, now))
        elif story.phase in ("exploration", "dialogue"):
            if attack := combat.trigger_fight(state, rng, now, read=read):
                if story.partner and not story.parting:
                    stage.append(combat.broken_off(state, now))  # before the fight, whose fold clears the partner
                stage.append(attack)
            elif (
                read
                # What is only said in a talk throws no dice, whatever words are in it.
                and (story.phase == "exploration" or attribute_tried(state))
                and not any(did.refused for did in story.did)
                and (thrown := deeds.roll_for_act(state, rng, now))
            ):
                stage.append(thrown)
    if story.fight is not None and (over := combat.build_ending(state, now)):
        stage.append(over)
    if story.phase == "dialogue" and not story.parting and _describe_end_reason(state) and arc.is_talk(state):
        # Nobody else tells how it ends: whoever answers the last line takes their leave with it.
        stage.append(deeds.do_deed(state, now, "part", by="script"))
    able = get_abilities(stage, routing.NARRATOR)
    # A voice of another profile can only put into words what the rules have decided.
    brief, staged = able.profile != "messages", able.staged or able.led
    stage.append(routing.build_route(state, rng, now, brief=brief, read=read or bool(story.did), staged=staged))


def _describe_end_reason(state: State) -> str:
    """Return why the story ends now; empty: it goes on."""
    story, story_config = state[StoryState], state.setup[StoryConfig]
    language = state.setup.language
    if story.defeats and (story_config.setting.rules.defeat == "end" or story.defeats > 1):
        return get_sentence(language, "defeated")
    # A talk has no end of its own: a story that waited for one would be as much longer as it may be.
    if story.turn >= story_config.length + (min(PATIENCE, story_config.length // 4) if story.fight is not None else 0):
        return get_sentence(language, "length", turns=story_config.length)
    if story_config.script and story.scripted >= len(story_config.script) and not story.autoplay:
        return get_sentence(language, "script_over")
    return ""


MODE = Story()
