"""New run, settings, first run: dialogs and what they change."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from core import settings as settings_file
from core.base.errors import HostNotAllowed, ParleyError, UsageError
from core.cast.cast import Cast
from core.cast.letters import letters
from core.cast.member import VoiceSpec
from core.cast.providers import VOICES, Provider
from core.engine.composing import limits_of
from core.engine.forking import Branch
from core.log.config import RunConfig
from core.log.state import State
from core.modes.duologue.config import DuologueConfig
from core.modes.office.config import OfficeConfig
from core.modes.office.request import DayRequest, SceneRequest
from core.modes.roundtable.request import RoundtableRequest
from core.modes.story.composing import SETTINGS
from core.modes.story.request import DialogueRequest, StoryRequest
from core.settings import Settings
from core.studio import embeddings
from core.studio.studio import Studio
from core.turn_taking.policies import POLICIES
from core.voices.keys import find_key, forget_key, store_key
from core.voices.models import Catalogue
from core.voices.pool import default_voice
from desktop.modes.duologue.commands import branch_of, duologue_wish, fields_of
from desktop.modes.duologue.words import talk_figure, talks
from desktop.modes.office.figures import OfficeFigure
from desktop.modes.office.words import exchanges, kinds, types
from desktop.modes.story.offers import ChoiceFigure, SettingFigure, TalesFigure
from desktop.run.figures import CastFigure, FormatFigure, MemberFigure, NewRunFigure, VoiceFigure
from desktop.settings.model import group_figures
from desktop.shell.notices import Kind, Notice, NoticeButton
from desktop.shell.session import Session, Tell
from desktop.tasks import answered
from desktop.widgets.language import language_of, said

if TYPE_CHECKING:
    # The dialogs are imported when they are asked for: the window is painted sooner.
    from desktop.changes.view import ForkDialog, VoiceDialog
    from desktop.modes.duologue.dialog import TalkForkDialog
    from desktop.new_run.view import NewRunDialog
    from desktop.settings.view import SettingsDialog


LISTING_SECONDS = 10.0
"""How long a server may take to list its models, when one was set."""
MOST_NAMES = 12


class SetupCommands(QObject):
    """What is asked in dialogs.

    Attributes: `last`, the format, cast and provider that were chosen last; `last_office`, the cast of the last scene
    or day; `last_story`, the world of the last story; `last_talk`, the answers of the last duologue; `last_what` was
    put on. Signals: `settings_changed(Settings)`.
    """

    settings_changed = Signal(object)

    def __init__(self, studio: Studio, session: Session, tell: Tell, window: QWidget) -> None:
        super().__init__()
        self._studio = studio
        self._session = session
        self._tell = tell
        self._window = window
        self.last = ("standup", "", "")
        self.last_office, self.last_what, self.last_story = "", "roundtable", ""
        self.last_talk: dict[str, Any] = {}
        self._broken: list[ParleyError] = []
        session.ask_leave = self.ask_leave

    async def ask_leave(self, refused: HostNotAllowed) -> bool:
        """Ask whether a run may talk to somebody else's server; what is always allowed is kept in the settings."""
        from desktop.shell.leave import LeaveDialog

        above = QApplication.activeModalWidget() or QApplication.activeWindow() or self._window
        dialog = LeaveDialog(refused.hosts, said(refused.named_by), above)
        yes = await answered(dialog)
        always = dialog.always.isChecked()
        dialog.deleteLater()
        if yes and always:
            known = self._studio.settings.voices.allowed_hosts
            hosts = tuple(dict.fromkeys((*known, *refused.hosts)))
            try:
                self.apply(settings_file.changed(self._studio.settings, "voices", allowed_hosts=hosts))
            except ParleyError as error:
                # It is allowed for now, and asked about again the next time.
                self._tell(Notice(error.text, kind="warning"))
        return yes

    # New run ------------------------------------------------------------------------------------------------------

    async def new_run(self, what: str = "") -> None:
        """Ask what to put on, and start it; the dialog begins with `what`, or with what was put on last."""
        figure = await asyncio.to_thread(self._offered)
        tales = await asyncio.to_thread(self._tales)
        for fault in self._broken:
            # The rest can be used; whoever wrote the broken file hears of it.
            self._tell(Notice(fault.text, kind="warning"))
        from desktop.new_run.view import NewRunDialog

        office = self._office()
        office = replace(office, what=what or office.what)
        offered = talks(self.language(), self.last_talk)
        dialog = NewRunDialog(figure, self._window, office, tales, offered)
        dialog.wanted.connect(lambda answers: self._session.start_task(self._begin(dialog, answers)))
        await answered(dialog)
        dialog.deleteLater()

    async def _begin(self, dialog: NewRunDialog, answers: dict[str, object]) -> None:
        try:
            config = await asyncio.to_thread(self._composed, answers)
            if not await self._session.start(config):
                return
        except ParleyError as error:
            dialog.show_problem(said(error))
            return
        if answers["what"] == "roundtable":
            self.last = (str(answers["format"]), str(answers["cast"]), str(answers["provider"]))
        else:
            self.last = (*self.last[:2], str(answers["provider"]))
            if "setting" in answers:
                self.last_story = str(answers["setting"])
            elif "sides" in answers:
                self.last_talk = answers
            else:
                self.last_office = str(answers["cast"])
        self.last_what = str(answers["what"])
        for note in config[OfficeConfig].notes if config.find(OfficeConfig) else ():
            self._tell(Notice(note))
        dialog.accept()

    def _composed(self, answers: dict[str, object]) -> RunConfig:
        """The configuration of what was asked for. Raises `UsageError` and its kin."""
        wish = self._wish(answers)
        if answers["what"] in {"story", "dialogue"}:
            return self._studio.compose(_story_wish(wish, answers))
        if answers["what"] == "duologue":
            return self._studio.compose(duologue_wish(wish, answers))
        shared: dict[str, Any] = {
            name: getattr(wish, name)
            for name in ("cast", "members", "topic", "seed", "voice", "language", "limits", "fresh")
        }
        if answers["what"] == "scene":
            asked: dict[str, Any] = {name: str(answers[name]) for name in ("scene_type", "kind", "room", "exchange")}
            return self._studio.compose(SceneRequest(**shared, **asked))
        if answers["what"] == "day":
            days = answers["days"]
            return self._studio.compose(
                DayRequest(
                    **shared,
                    days=days if isinstance(days, int) else 1,
                    first_day=str(answers["first_day"]),
                    autopilot=bool(answers["autopilot"]),
                    translate=str(answers["translate"]),
                )
            )
        return self._studio.compose(wish)

    def _tales(self) -> TalesFigure:
        """The worlds that a story can be played in."""
        language = self.language()
        settings, faults = self._studio.library.all(SETTINGS)
        self._broken += faults
        figures = tuple(
            SettingFigure(
                each.id,
                each.name.text(language),
                each.premise.text(language),
                each.rules.length,
                tuple(
                    ChoiceFigure(one.id, one.name.text(language), one.description.text(language))
                    for one in each.concepts
                ),
                tuple(ChoiceFigure(one.id, one.name, one.description.text(language)) for one in each.people),
            )
            for each in settings
        )
        return TalesFigure(figures, self.last_story, language)

    def _office(self) -> OfficeFigure:
        """What can be put on in an office: every cast with the rooms of its plan."""
        language, rooms = self.language(), {}
        for cast in self._studio.library.casts()[0]:
            with suppress(ParleyError):
                plan = self._studio.library.plan(cast.plan)
                rooms[cast.id] = tuple((room.id, room.title(language)) for room in plan.rooms)
        return OfficeFigure(
            types(), kinds(), exchanges(), rooms, self.last_what, self.last_office or self._own("studio")
        )

    def _own(self, cast: str) -> str:
        """A cast that ships in both languages, in the reader's."""
        return f"{cast}-de" if self.language() == "de" else cast

    def _wish(self, answers: dict[str, object]) -> RoundtableRequest:
        seed = str(answers["seed"])
        limits = limits_of(self._studio.settings)
        for name in ("tokens", "cost"):
            if answers[name] is not None:
                limits = limits.model_copy(update={name: answers[name]})
        turns = answers["turns"]
        members = answers["members"]
        return RoundtableRequest(
            format=str(answers["format"]),
            cast=str(answers["cast"]),
            members=[str(each) for each in members] if isinstance(members, list) else (),
            topic=str(answers["topic"]),
            seed=seed_in(seed) if seed else None,
            turns=turns if isinstance(turns, int) else None,
            policy=str(answers["policy"]),
            voice=VoiceSpec.model_validate({"provider": answers["provider"], "model": answers["model"]}),
            language=str(answers["language"]),
            limits=limits,
            fresh=bool(answers["fresh"]),
        )

    def _offered(self) -> NewRunFigure:
        language = self.language()
        formats, faults = self._studio.library.formats()
        casts, more = self._studio.library.casts()
        self._broken = [*faults, *more]
        voices = self.voices()
        form, cast, provider = self.last
        if self._studio.settings.voices.default != "auto" or not provider:
            # What was chosen in the settings comes before what was used last.
            provider = default_voice(self._studio.home, self._studio.settings).provider
        return NewRunFigure(
            formats=tuple(
                FormatFigure(
                    each.id,
                    each.name.text(language),
                    each.purpose.text(language),
                    each.members,
                    each.turns,
                    each.warmth,
                    tuple(topic.text(language) for topic in each.topics),
                )
                for each in formats
            ),
            casts=tuple(
                CastFigure(
                    each.id,
                    each.name,
                    each.description,
                    each.language,
                    _members(each),
                    each.topics,
                    self._studio.library.is_own(each.id),
                )
                for each in casts
            ),
            voices=voices,
            policies=self._policies(),
            format=form,
            cast=cast or self._own("startup"),
            voice=provider,
            firm=bool(self.last[2]) or self._studio.settings.voices.default != "auto",
        )

    def language(self) -> str:
        """The interface's language."""
        return language_of(self._studio.settings.look.language)

    def voices(self) -> tuple[VoiceFigure, ...]:
        """The voices that can be chosen, and what is wrong with those that cannot."""
        return tuple(self._voice_figure(provider) for provider in VOICES.values())

    def _voice_figure(self, provider: Provider) -> VoiceFigure:
        language, offer = self.language(), provider.offer(self._studio.home, self._studio.settings)
        return VoiceFigure(
            provider.name,
            provider.title.text(language),
            (offer.detail or provider.detail).text(language),
            said(offer.problem),
            models=offer.models,
            model=offer.model,
            spoken=offer.spoken,
            modelled=provider.modelled,
            servers=provider.servers,
        )

    # The open run -------------------------------------------------------------------------------------------------

    async def change_voice(self, member: str) -> None:
        """Ask for another voice, for a member or ("") for everybody."""
        from desktop.changes.view import VoiceDialog

        voices = await asyncio.to_thread(self.voices)
        members = [(each.id, each.name) for each in self._session.model.replay.live.setup.members]
        dialog = VoiceDialog(voices, members, member, self._window)

        def change() -> None:
            who, answer = str(dialog.who.currentData()), dialog.voice.answer()
            self._session.start_task(self._change_voice(dialog, who, VoiceSpec.model_validate(answer)))

        dialog.wanted.connect(change)
        await answered(dialog)
        dialog.deleteLater()

    async def _change_voice(self, dialog: VoiceDialog, who: str, spec: VoiceSpec) -> None:
        try:
            run = await self._session.hand()
            # A member's own voice stands before the run's: everybody means them too.
            own = [each for each in run.state.voices if each] if not who else []
            for member in [who, *own]:
                run.director.change_voice(spec, member)
        except ParleyError as error:
            dialog.show_problem(said(error))
            return
        dialog.accept()

    async def change_policy(self) -> None:
        """Ask how the next speaker is chosen from here on."""
        from desktop.changes.view import PolicyDialog

        dialog = PolicyDialog(self._policies(), self._session.model.replay.live.policy, self._window)

        def change() -> None:
            policy = str(dialog.policy.currentData())
            self._session.do(lambda run: run.director.change_policy(policy))
            dialog.accept()

        dialog.wanted.connect(change)
        await answered(dialog)
        dialog.deleteLater()

    async def fork_with_changes(self) -> None:
        """Ask what shall be different, and fork at the shown turn."""
        from desktop.changes.view import ForkDialog

        model = self._session.model
        state, turn = model.state, model.shown
        voices = await asyncio.to_thread(self.voices)
        if state.setup.find(DuologueConfig) is not None:
            await self._branch(state, turn, voices)
            return
        setup = state.setup
        dialog = ForkDialog(turn, setup.turns, setup.topic, self._policies(), state.policy, voices, self._window)
        dialog.wanted.connect(lambda: self._session.start_task(self._fork(dialog, turn, dialog.changes())))
        await answered(dialog)
        dialog.deleteLater()

    async def _fork(
        self, dialog: ForkDialog | TalkForkDialog, turn: int, changes: dict[str, object], branch: Branch | None = None
    ) -> None:
        try:
            if "seed" in changes:
                changes["seed"] = seed_in(str(changes["seed"]))
            await self._session.fork(turn, changes, branch=branch)
        except ParleyError as error:
            dialog.show_problem(said(error))
            return
        dialog.accept()

    async def _branch(self, state: State, turn: int, voices: tuple[VoiceFigure, ...]) -> None:
        """Ask what a duologue shall have otherwise."""
        from desktop.modes.duologue.dialog import TalkForkDialog

        language = self.language()
        dialog = TalkForkDialog(talk_figure(state, turn, language), talks(language), voices, self._window)

        def fork() -> None:
            changes = dialog.changes()
            self._session.start_task(self._fork(dialog, turn, fields_of(changes), branch_of(changes)))

        dialog.wanted.connect(fork)
        await answered(dialog)
        dialog.deleteLater()

    def _policies(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, POLICIES[name].title.text(self.language())) for name in POLICIES)

    # Settings -----------------------------------------------------------------------------------------------------

    async def settings(self, page: str = "") -> None:
        """The settings dialog."""
        from desktop.settings.view import SettingsDialog

        dialog = SettingsDialog(group_figures(self._studio.settings), await self._key_status(), self._window)
        if page:
            dialog.show_page(page)
        dialog.saved.connect(lambda changed: self._save(dialog, changed))
        dialog.key_saved.connect(lambda key: self._session.start_task(self._keep_key(dialog, key)))
        dialog.key_forgotten.connect(lambda: self._session.start_task(self._keep_key(dialog, "")))
        await answered(dialog)
        dialog.deleteLater()

    def _save(self, dialog: SettingsDialog, changed: dict[str, dict[str, object]]) -> None:
        try:
            settings = self._studio.settings
            for group, values in changed.items():
                settings = settings_file.changed(settings, group, **values)
            self._must_be_voices(changed.get("voices", {}))
            if changed:
                self.apply(settings)
        except ParleyError as error:
            dialog.show_problem(said(error))
            return
        dialog.accept()
        if changed.get("voices", {}).keys() & {"anthropic_model", "anthropic_url"}:
            self._session.start_task(self._tell_of_stranger(settings))

    def _must_be_voices(self, values: dict[str, object]) -> None:
        """Raises `UsageError` and its kin for models and voices that there are not."""
        if model := values.get("embedded_model"):
            Catalogue(self._studio.home.models).get(str(model))
        if voice := values.get("embeddings"):
            embeddings.chosen(self._studio.home, self._studio.settings, str(voice))

    async def _tell_of_stranger(self, settings: Settings) -> None:
        """Say so where the server that is set does not know the model; it may be one that it does not list."""
        from core.voices import anthropic
        from core.voices.anthropic.provider import base_url

        model, server = settings.voices.anthropic_model, base_url(settings)
        key = await asyncio.to_thread(find_key)
        listed = await anthropic.list_models(key=key.key, base_url=server, patience=LISTING_SECONDS)
        # A server of one's own that does not list its models may have any.
        if not (listed.live or not server) or listed.knows(model):
            return
        hint = self.tr("Known are: {0}.").format(", ".join(each.id for each in listed.models[:MOST_NAMES]))
        self._tell(Notice(self.tr("Nobody there knows a model called '{0}'.").format(model), hint=hint, kind="warning"))

    def apply(self, settings: Settings) -> None:
        """Keep new settings and let the window follow them. Raises `FileError`."""
        settings_file.save(self._studio.home.settings, settings)
        self._studio.settings = settings
        self.settings_changed.emit(settings)

    async def _key_status(self) -> str:
        found = await asyncio.to_thread(find_key)
        if found.key:
            place = self.tr("the environment") if found.source == "environment" else self.tr("the system's keyring")
            return self.tr("There is a key in {0}.").format(place)
        return found.note or self.tr("There is no key. It is kept in the system's keyring, never in a file of ours.")

    async def _keep_key(self, dialog: SettingsDialog, key: str) -> None:
        try:
            await asyncio.to_thread(store_key, key) if key else await asyncio.to_thread(forget_key)
        except ParleyError as error:
            dialog.show_problem(said(error))
            return
        self._studio.forget_voices()
        dialog.show_key_status(await self._key_status())

    # First run ----------------------------------------------------------------------------------------------------

    async def welcome(self) -> None:
        """The first-run page, until somebody has answered it."""
        if self._studio.settings.welcomed:
            return
        from desktop.first_run.view import FirstRunDialog, Way

        catalogue = Catalogue(self._studio.home.models)
        name = self._studio.settings.voices.embedded_model
        size = round(catalogue.get(name).download / 1_000_000)
        honest = self.tr("Small: charming rather than deep. English only, about a second a line. Free and private.")
        fetched = self.tr("{0} MB to fetch once.").format(size)
        here = catalogue.installed(name)
        ways = (
            Way(
                "day",
                self.tr("A day in the office"),
                self.tr(
                    "Seven people make a game, meet, argue, and roll dice in the evening. Rehearsed with written "
                    "lines: no key, no download, nothing leaves this machine."
                ),
                self.tr("Watch it now"),
            ),
            Way(
                "embedded",
                self.tr("The embedded model"),
                honest if here else f"{honest} {fetched}",
                self.tr("Use it") if here else self.tr("Fetch and use it"),
            ),
            Way(
                "key", self.tr("Claude"), self.tr("The best lines, in any language. Needs a key."), self.tr("Add a key")
            ),
            Way(
                "server",
                self.tr("A server of your own"),
                self.tr("llama.cpp, Ollama, LM Studio, vLLM: anything that speaks the Messages API."),
                self.tr("Connect"),
            ),
        )
        dialog = FirstRunDialog(ways, self._window)
        dialog.chosen.connect(lambda way: self._session.start_task(self._chosen(way)))
        await answered(dialog)
        dialog.deleteLater()

    async def _chosen(self, way: str) -> None:
        """Whatever is answered, the day begins; what the answer takes besides comes after that."""
        cast = self._own("studio")
        rehearsed = VoiceSpec()
        await self._session.start(self._studio.compose(DayRequest(cast=cast, voice=rehearsed)))
        self.last_what, self.last_office = "day", cast
        self.apply(self._studio.settings.model_copy(update={"welcomed": True}))
        if way == "embedded":
            await self.use_embedded()
        elif way in {"key", "server"}:
            await self.settings("voices")

    async def use_embedded(self) -> None:
        """Have the embedded model write new runs; fetch it first where it is not here."""
        catalogue = Catalogue(self._studio.home.models)
        name = self._studio.settings.voices.embedded_model
        if not catalogue.installed(name) and not await self._fetched(catalogue, name):
            return
        self.apply(settings_file.changed(self._studio.settings, "voices", default="embedded"))
        begin = NoticeButton(self.tr("Start a standup with it"), lambda: self._session.start_task(self._standup()))
        told = self.tr("New runs are written by the embedded model.")
        self._tell(Notice(told, key="embedded", buttons=(begin,), seconds=0))

    async def _standup(self) -> None:
        voice = VoiceSpec(provider="embedded", model=self._studio.settings.voices.embedded_model)
        await self._session.start(self._studio.compose(RoundtableRequest(voice=voice)))

    async def _fetched(self, catalogue: Catalogue, name: str) -> bool:
        """Whether a model was fetched; a notice tells how far it is, lets it be cancelled, and says what went wrong."""
        loop, cancel = asyncio.get_running_loop(), threading.Event()
        total = catalogue.get(name).download
        told = -1

        def show(done: int) -> None:
            nonlocal told
            part = min(9, 10 * done // total)
            if part > told and not cancel.is_set():
                # Ten times and no more: a screen reader says each.
                told = part
                fetching = self.tr("Fetching the embedded model: {0} of {1} MB.")
                numbers = round(done / 1_000_000), round(total / 1_000_000)
                stop = NoticeButton(self.tr("Cancel"), cancel.set)
                self._tell(Notice(fetching.format(*numbers), key="embedded", buttons=(stop,), seconds=0))

        def progress(done: int, _total: int) -> None:
            loop.call_soon_threadsafe(show, done)

        show(0)
        try:
            await asyncio.to_thread(catalogue.fetch, name, progress=progress, cancel=cancel)
        except ParleyError as error:
            again = NoticeButton(self.tr("Try again"), lambda: self._session.start_task(self.use_embedded()))
            kind: Kind = "info" if cancel.is_set() else "error"
            sentence = self.tr("The embedded model was not fetched.") if cancel.is_set() else said(error)
            self._tell(Notice(sentence, kind=kind, key="embedded", buttons=(again,), seconds=0))
            return False
        finally:
            # The window may close meanwhile: the thread must not go on behind it.
            cancel.set()
        return True


def _members(cast: Cast) -> tuple[MemberFigure, ...]:
    marks = letters(cast.members)
    return tuple(
        MemberFigure(member.id, member.name, marks[member.id], member.colour, member.role) for member in cast.coloured()
    )


def _story_wish(wish: RoundtableRequest, answers: dict[str, object]) -> StoryRequest:
    length = answers["length"]
    partner = str(answers["partner"])
    kind = DialogueRequest if partner else StoryRequest
    return kind(
        **({"partner": partner} if partner else {}),
        setting=str(answers["setting"]),
        concept=str(answers["concept"]),
        player=str(answers["player"]),
        autoplay=bool(answers["autoplay"]),
        turns=length if isinstance(length, int) else None,
        seed=wish.seed,
        voice=wish.voice,
        language=wish.language,
        limits=wish.limits,
    )


def seed_in(text: str) -> int:
    """The seed that somebody typed. Raises `UsageError`."""
    try:
        return int(text)
    except ValueError:
        raise UsageError(f"The seed '{text[:40]}' is not a whole number.") from None
