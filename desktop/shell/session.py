"""The session: which run is open, whether it is live, and the director's hand on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from parley.core.base.errors import HostNotAllowed, LogError, LogLostError, ParleyError, RunError, UsageError
from parley.core.base.sentences import Sentence
from parley.core.engine.gate import Pace
from parley.core.engine.run import Run
from parley.core.log.codec import get_text_of
from parley.core.log.config import RunConfig
from parley.core.log.events.run import RunEnded, RunPaused
from parley.core.log.events.turn import TurnFailed
from parley.core.log.whispers import report_unused
from parley.core.studio import runs, trash
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio, Watching
from parley.desktop.bridge import Batch, Bridge
from parley.desktop.mending.trouble import Trouble, find_command_in
from parley.desktop.run.model import RunModel
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.tasks import Tasks
from parley.desktop.widgets.language import said

if TYPE_CHECKING:
    from parley.core.engine.forking import Branch

Tell = Callable[[Notice], None]
Talk = Callable[[str, str], Awaitable[None]]
"""Asks how a talk with a member of a cast shall begin."""
T = TypeVar("T")
LARGE_RUN = 100_000
"""Of how many events a run is let go before the next is read: some 12 MB of memory."""
LONGEST_SILENCE = 2.0
"""Seconds that what nobody waits for is put off while a run begins."""
AskPause = Callable[[str, bool], Awaitable[bool]]
"""Asks whether a run that plays, called so, may be paused; True: the window is to close, False: another run comes."""

Mends = Callable[[Trouble, Callable[[], object], Callable[[], object]], Sequence[NoticeButton]]
"""The buttons that mend trouble; the first call comes when what one began is done, the second before one leads away
from where it stands."""


def no_mends(_trouble: Trouble, _after: Callable[[], object], _leave: Callable[[], object]) -> Sequence[NoticeButton]:
    return ()


async def _accept_always(_title: str, _closing: bool) -> bool:
    return True


class Session(QObject):
    """One window's run.

    A run that was opened is only read; the first command that changes it opens its log for writing and makes it live.
    `ask_pause` is asked before a run that plays is left for another, or for good; `ask_leave` asks the user whether a
    run may talk to somebody else's server; `mends` gives dialogs the buttons of trouble. Signals: `changed()` when
    another run is open or it has become live or still; `happened(Batch)` after the model took it; `library_changed()`;
    `voice_wanted()` when the director wants to go on with another voice; `put_back(text, member)` when a topic or a
    whisper was not put in, since the run had ended or it cannot be; `stayed()` when the open run was not left
    after all.
    """

    changed = Signal()
    happened = Signal(object)
    library_changed = Signal()
    voice_wanted = Signal()
    put_back = Signal(str, str)
    stayed = Signal()

    def __init__(self, studio: Studio, model: RunModel, tasks: Tasks, tell: Tell) -> None:
        super().__init__()
        self.studio = studio
        self.model = model
        self.run: Run | None = None
        self.ask_pause: AskPause = _accept_always
        self.mends: Mends = no_mends
        self.speed = 0.0 if studio.settings.talk.unpaced else studio.settings.talk.speed
        self._tasks = tasks
        self._tell = tell
        self._bridge: Bridge | None = None
        self._lived: Path | None = None
        self.ask_leave: Callable[[HostNotAllowed], Awaitable[bool]] | None = None
        self.ask_without: Callable[[ParleyError], Awaitable[bool]] | None = None
        self._opening = asyncio.Lock()  # opening, beginning and leaving a run wait for the disk: one of them at a time
        self._spoken = asyncio.Event()
        self._spoken.set()
        self._over = False

    # Opening ------------------------------------------------------------------------------------------------------

    async def may_pause(self, *, closing: bool = False) -> bool:
        """Return whether the open run may be left; one that plays is asked about first."""
        if not self.playing:
            return True
        title, topic = self.model.title, self.model.replay.live.setup.topic
        if await self.ask_pause(f"{title}: {topic}" if topic else title, closing):
            return True
        self.stayed.emit()
        return False

    async def open(self, ref: str, *, turn: int | None = None, only_first: bool = False) -> bool:
        """Show a run, at its end or at a turn; the one that was open is left. False where it was not to be left, or
        where any is open by now (`only_first`).
        """
        path = await asyncio.to_thread(runs.find, self.studio.home, ref)
        # Somebody may be quicker than the program's own beginning, also while this waits for its turn.
        # Asked outside the lock: the question may stand for minutes, and a run that ends meanwhile needs the lock.
        if (only_first and self.model.loaded) or (path != self.model.path and not await self.may_pause()):
            return False
        async with self._opening:
            if only_first and self.model.loaded:  # once more: it has waited for the lock
                return False
            opened = await self._read_run(ref)
            # A run that is live here stays as it is, and only turns to `turn`: releasing it would pause it.
            if self.model.path is None or opened.path != self.model.path or self.run is None:
                await self._release_run(for_good=opened.path != self.model.path)
                await self._show_run(opened)
            if turn is not None:
                self.model.show(turn)
        return True

    async def _read_run(self, ref: str) -> Opened:
        """Read a run. Where a large one is shown that nobody plays, it is let go first, and shown again if that fails:
        the two at once would take the memory of both.
        """
        held = self.model.path if self.run is None and len(self.model.replay.events) > LARGE_RUN else None
        if held is not None:
            self.model.close()
        try:
            return await asyncio.to_thread(self.studio.open, ref)
        except (ParleyError, OSError):
            if held is not None:
                await self._show_run(await asyncio.to_thread(self.studio.open, str(held)))
            raise

    async def with_leave(self, act: Callable[[], Awaitable[T]]) -> T:
        """Call `act`, and again once somebody allows that it talks to other people's servers, or goes without tools
        that are missing. Raises `HostNotAllowed` or `UsageError` where nobody does."""
        try:
            return await act()
        except HostNotAllowed as refused:
            if self.ask_leave is None or not await self.ask_leave(refused):
                raise
            self.studio.allow_hosts(refused.hosts)
            return await act()  # a second coroutine: the first has ended
        except UsageError as missing:
            if self.ask_without is None or not await self.ask_without(missing):
                raise
            return await act()

    async def start(self, config: RunConfig, *, plays: bool = True) -> bool:
        """Begin a new run and, unless it is to wait, play it. False where the one that plays was not to be left."""
        if not await self.may_pause():
            return False
        self._spoken.clear()

        async def begin_run() -> None:
            async with self._opening:
                # Begun before the open run is left: what cannot begin must not stop what plays.
                bridge = Bridge(config.id, self)
                run = self.studio.start(config, self._make_watch(bridge))
                await self._release_run(for_good=True)
                await self._make_live(run, bridge)

        await self.with_leave(begin_run)
        if plays:
            self.play()
        return True

    async def wait_for_words(self) -> None:
        """Wait while a run that was just started has no whole line yet, `LONGEST_SILENCE` at most: work that nobody
        waits for would delay its first words.
        """
        if not self._spoken.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._spoken.wait(), LONGEST_SILENCE)
            self._spoken.set()

    async def fork(
        self,
        turn: int,
        overrides: dict[str, object] | None = None,
        *,
        edit: str = "",
        branch: Branch | None = None,
    ) -> None:
        """Fork the open run at a turn and show the fork; the parent stays as it was."""
        if self.model.path is None:
            return
        path, played = str(self.model.path), self.playing
        # Here somebody watches: a rehearsal's simulated clock would let it rush by.
        changes = {"simulated": False} | (overrides or {})

        async def fork_run() -> None:
            async with self._opening:
                bridge = Bridge("fork", self)
                run = self.studio.fork(path, turn, changes, edit=edit, branch=branch, watching=self._make_watch(bridge))
                await self._release_run()
                await self._make_live(run, bridge)

        await self.with_leave(fork_run)
        told = self.tr("This is a fork of turn {0}. Press Play to go on from here.").format(turn)
        hints = [self.tr("The run that it comes from was paused.")] if played else []
        if not (overrides or edit or branch) and self.model.replay.live.setup.is_rehearsed():
            hints.append(self.tr("Put something in first: of itself a rehearsal goes the same way again."))
        self._tell(Notice(told, hint=" ".join(hints)))

    async def ensure_run(self) -> Run:
        """Return the run, opened for writing if it was not. Raises `RunError` where none is open."""
        async with self._opening:
            if self.run is None:
                if self.model.path is None:
                    raise RunError(self.tr("No run is open."))
                bridge = Bridge(self.model.replay.live.run, self)
                run = self.studio.resume(str(self.model.path), self._make_watch(bridge))
                # Another Parley may have written to it since it was opened here.
                stale = run.stage.log.count - bridge.held != len(self.model.replay.events)  # held: what resuming wrote
                await self._make_live(run, bridge, show=stale)
            assert self.run is not None
            return self.run

    async def leave_none(self) -> None:
        """Close the run and show none."""
        async with self._opening:
            await self._release_run()
            self.model.close()
            self.changed.emit()

    async def close(self, *, for_good: bool = False) -> None:
        """Leave the open run: its spending stops, its log is given back. `for_good`: the window closes."""
        self._over |= for_good
        async with self._opening:
            await self._release_run(for_good=for_good)

    def _make_watch(self, bridge: Bridge) -> Watching:
        return Watching(bridge.watcher, bridge, self.get_pace(), (bridge.tap,), attended=True)

    def get_pace(self) -> Pace:
        """Return the pauses of the settings at the speed of the slider; speed 0 is as fast as it goes."""
        talk = self.studio.settings.talk
        return Pace(talk.pace_shortest, talk.pace_longest, self.speed or 1.0, unpaced=not self.speed)

    async def _make_live(self, run: Run, bridge: Bridge, *, show: bool = True) -> None:
        self.run, self._bridge, self._lived = run, bridge, run.stage.log.path
        self._keep_in_step()
        self.model.alive = True
        if show:
            await self._show_run(await asyncio.to_thread(self.studio.open, str(run.stage.log.path)))
        # Not before: what this run did would be folded into the one that was shown.
        bridge.happened.connect(self._on_happened)
        self._tasks.start(self._play_to_end(run), "run")
        self.changed.emit()
        if not show:
            # Showing it would have told so: in the library it is live from now on.
            self.library_changed.emit()

    async def _play_to_end(self, run: Run) -> None:
        try:
            await run.live()
        except Exception:
            # Nobody listens at this run's gate any more: whoever presses Play next opens it afresh.
            await self._leave_run(run)
            raise
        finally:
            if self._bridge is not None and self.run is run:
                self._bridge.flush()
        # Ended by itself: the log is whole, and whoever wants to look needs no lock.
        await self._leave_run(run)

    async def _leave_run(self, run: Run) -> None:
        """Leave this run; not one that was opened in the meantime."""
        async with self._opening:
            if self.run is run:
                await self._release_run()

    async def _show_run(self, opened: Opened) -> None:
        config = opened.state.setup
        plan = self.studio.plan_of(config) or self.studio.library.plan("studio")
        self.model.open(opened, plan)
        for sentence in opened.damage.sentences():
            self._tell(Notice(sentence, kind="warning", trouble=Trouble(kind="damage", path=opened.path)))
        self.changed.emit()
        self.library_changed.emit()

    async def _release_run(self, *, for_good: bool = False) -> None:
        """Give the open run back. `for_good`: it is not shown any more, and is not kept if it failed before a turn."""
        run, bridge, self.run, self._bridge = self.run, self._bridge, None, None  # at once: `close` waits for the disk
        if run is not None:
            # A disk that is full cannot take the last pause; the run is left all the same, and that was told.
            try:
                await run.close()
            except LogLostError as lost:
                self._tell(Notice(sentence_of(lost), kind="error", trouble=Trouble.of(lost)))
            except LogError:
                pass
        if bridge is not None:
            bridge.flush()
            bridge.happened.disconnect(self._on_happened)
            bridge.deleteLater()
        self.model.alive = False
        if for_good and self._lived is not None and self._lived == self.model.path:
            await self._take_away(self._lived)
        if run is not None:
            self.changed.emit()
            self.library_changed.emit()

    async def _take_away(self, path: Path) -> None:
        """Move a run that was live here into the trash where it failed before its first turn, and say so."""
        home, marks = self.studio.home, self.studio.marks
        if await asyncio.to_thread(trash.take_away, home, marks, path, self.model.replay.live) is not None:
            told = self.tr("The run that failed before its first turn was moved to the trash. Nothing was paid.")
            self._tell(Notice(told, key="failure"))

    def _on_happened(self, batch: Batch) -> None:
        self.model.take(batch)
        if self.model.replay.turns:
            self._spoken.set()
        self.happened.emit(batch)
        for _seq, event in batch.events:
            if isinstance(event, TurnFailed) and event.kind == "unwritten":
                pass  # That its writing ends is no failure: it is asked who goes on
            elif isinstance(event, TurnFailed):
                text = get_text_of(event)
                spoke = self.model.replay.live.get_voice_of(event.member).provider
                command = find_command_in(str(text))
                trouble = Trouble(kind=event.kind, text=str(text), in_turn=True, command=command, voice=spoke)
                self._tell(Notice(text, kind="error", key="failure", trouble=trouble))
            elif isinstance(event, RunEnded):
                if event.reason != "director" and event.reason not in self.model.mode.plain_ends:
                    self._tell(Notice(get_text_of(event), kind="warning", trouble=Trouble(kind=event.reason)))
                if (lost := report_unused(self.model.replay.live)) is not None:
                    self._tell(Notice(said(lost), kind="warning", key="whispers"))
                self.library_changed.emit()
            elif isinstance(event, RunPaused) and event.reason in {"floor", "breakpoint"}:
                self._tell(Notice(self.model.explain_hold() or get_text_of(event), key="paused"))

    # The director's hand ------------------------------------------------------------------------------------------

    def start_task(self, coroutine: Coroutine[Any, Any, object]) -> None:
        """Run a command that has to wait for something; none any more once the window closes."""
        if self._over:
            coroutine.close()  # a timer may ask for it when no loop is left that would run it
        else:
            self._tasks.start(coroutine, "command")

    def do_to_run(self, what: Callable[[Run], None]) -> None:
        """Do something to the run, making it live first if it is not."""

        async def act_on_run() -> None:
            what(await self.ensure_run())

        self.start_task(self.with_leave(act_on_run))

    @property
    def playing(self) -> bool:
        """Whether the gate stands open for good."""
        return self.run is not None and self.run.state.status == "playing"

    def play(self) -> None:
        """Play from the end."""
        self.model.show(None)
        self.do_to_run(lambda run: run.play())

    def pause(self) -> None:
        """Close the gate."""
        if self.run is not None:
            self.run.pause()

    def cancel_wait(self) -> None:
        """Stop waiting for a provider that asked for patience: the turn is abandoned and the run pauses."""
        if self.run is not None:
            self.run.pause(Sentence("The wait was cancelled."), cancel=True)

    def step_turn(self) -> None:
        """Show the next turn there is, or have a new one spoken."""
        if not self.model.live:
            self.model.show(self.model.shown + 1)
        else:
            self.do_to_run(lambda run: run.step())

    async def stop(self) -> None:
        """End the run for good."""
        await (await self.ensure_run()).stop()

    async def retry(self, turn: int = 0) -> None:
        """Take the turn that failed or was broken off, else the last one, again; with `turn`, that one."""

        async def retry_turn() -> None:
            (await self.ensure_run()).director.retry(turn)

        await self.with_leave(retry_turn)

    async def speak_as(self, member: str, text: str) -> None:
        """Take the next turn by hand."""
        self.model.show(None)
        await (await self.ensure_run()).director.speak_as(member, text)

    def inject(self, text: str, member: str = "") -> None:
        """Put a topic in, or whisper to a member; nothing that was typed is lost where it cannot be."""
        if self.model.replay.live.status == "ended":
            self.put_back.emit(text, member)
            return
        self.model.show(None)

        def inject_text(run: Run) -> None:
            later = run.stage.behaviour.heard_later(run.state)  # asked before: the topic changes the state
            try:
                run.director.inject(text, (member,) if member else ())
            except ParleyError:
                self.put_back.emit(text, member)
                if run.state.status == "ended":
                    return
                raise
            if later:
                self._tell(Notice(said(later), key="heard_later", seconds=8))

        self.do_to_run(inject_text)

    def set_speed(self, speed: float) -> None:
        """Watch faster or slower; 0 is as fast as it goes."""
        self.speed = speed
        if self.run is not None:
            self.run.pace.follow(self.get_pace())
        self._keep_in_step()

    def _keep_in_step(self) -> None:
        """Show each turn before the next one begins, unless the run goes as fast as it can."""
        if self._bridge is not None:
            self._bridge.in_step = bool(self.speed)

    async def bookmark(self, turn: int) -> None:
        """Mark a turn, or take the mark away; also in a run that has ended."""
        ended = self.model.replay.live.status == "ended"
        (await self.ensure_run()).director.bookmark(turn)
        if ended:  # it was made live for the mark alone
            await self.close()


def sentence_of(error: BaseException) -> str:
    """Return what to tell the user of an error that is theirs to act on; empty where it is ours."""
    if isinstance(error, ParleyError):
        return said(error)
    if isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:  # a TaskGroup wraps one error, too
        return sentence_of(error.exceptions[0])
    return ""
