"""What a worker of a cluster does: it plays a run on from the log so far, and sends every line home.

Nothing is kept: no log lies here, and keys, models and leave to talk to servers are those of the worker's own home.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

from parley.core.base.errors import HostNotAllowed, LogError, ParleyError
from parley.core.engine.mode_spec import MODES
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.log.codec import decode_all, encode
from parley.core.log.events.base import LOG_VERSION, Event
from parley.core.log.events.turn import VoiceReplied
from parley.core.log.fold import fold
from parley.core.log.log import Tap
from parley.core.log.state import State
from parley.core.studio.cluster.task import Message, Order, Outcome, Task, events_topic, orders_topic
from parley.core.studio.experiments.service import ExperimentService

PROTOCOL = f"parley-{LOG_VERSION}-1"
"""What desk and worker must both speak: the logs' version and that of the messages."""

FLUSH_SECONDS = 0.05
"""For so long at most lines are kept back, so that one message holds several."""

_homes: dict[tuple[str, str], Bench] = {}
_making = threading.Lock()


def play(task: Task) -> Outcome:
    """Play a run on, in a thread of a Dask worker, until it has ended or stands."""
    from distributed import Event as Flag
    from distributed import get_client

    if task["protocol"] != PROTOCOL:
        return _build_refusal(
            f"The worker's Parley speaks {PROTOCOL}, this one {task['protocol']}.", "Install the same one."
        )
    flag = Flag(task["attempt"], client=get_client())  # kept by the scheduler: it outlives the worker that sets it
    if flag.is_set():
        return {"begun": False, "first": 0, "lines": [], "fault": "", "hint": ""}
    flag.set()
    with _making:  # several threads of a worker may come first at once
        key = (task["session"], task["home"])
        bench = _homes.get(key)
        if bench is None:
            # Those of earlier sessions have nothing left to do.
            for other in [one for one in _homes if one[0] != task["session"]]:
                _homes.pop(other).close()
            bench = _homes[key] = Bench(task)
    return bench.play(task)


def _build_refusal(fault: str, hint: str = "") -> Outcome:
    return {"begun": True, "first": 0, "lines": [], "fault": fault, "hint": hint}


class SentLog:
    """A log whose file is elsewhere: what is appended is sent there, what was paid for at once."""

    def __init__(self, count: int, size: int, *, paid: bool, send: Callable[[int, list[bytes]], None]) -> None:
        self.path = Path("elsewhere.jsonl")
        self.count = self.first = count
        self.size = size
        self.taps: list[Tap] = []
        self.lines: list[bytes] = []
        self._sent = 0
        self._paid = paid
        self._send = send
        self._timer: asyncio.TimerHandle | None = None

    def append(self, event: Event) -> int:
        """Take one event and return its seq; the taps see it afterwards."""
        line = encode(event) + b"\n"
        self.lines.append(line)
        self.size += len(line)
        if self._paid and isinstance(event, VoiceReplied):
            self.flush()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.flush)
        seq = self.count
        self.count += 1
        for tap in self.taps:
            tap(seq, event)
        return seq

    def ensure_whole(self) -> None:
        """Do nothing: whoever has the file looks."""

    def flush(self) -> None:
        """Send what was not sent yet."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if lines := self.lines[self._sent :]:
            self._send(self.first + self._sent, lines)
            self._sent = len(self.lines)

    def close(self) -> None:
        """Close it: what was not sent goes with the outcome."""
        if self._timer is not None:
            self._timer.cancel()


class Bench:
    """What the runs of one session share in a worker's process: an event loop, voices, limits on calls."""

    def __init__(self, task: Task) -> None:
        from distributed import get_client, get_worker

        self._worker = get_worker()
        self._client = get_client()
        self._session = task["session"]
        self._loop = asyncio.new_event_loop()
        self._runs: dict[str, Run] = {}
        self._halted: dict[str, Order] = {}
        threading.Thread(target=self._loop.run_forever, name="parley-runs", daemon=True).start()
        self._studio = LentStudio(Home.find(task["home"] or None))
        topic = orders_topic(self._session)
        self._client.subscribe_topic(topic, self._receive_order)
        for earlier in self._client.get_events(topic):  # orders given before this process listened hold, too
            self._receive_order(earlier)

    def play(self, task: Task) -> Outcome:
        """Play one run; called from threads of the worker."""
        return asyncio.run_coroutine_threadsafe(self._play(task), self._loop).result()

    def close(self) -> None:
        """Let the loop end; its session is over."""
        self._loop.call_soon_threadsafe(self._loop.stop)

    async def _play(self, task: Task) -> Outcome:
        attempt = task["attempt"]
        if (events := decode_all(task["log"])) is None:
            return _build_refusal("The log cannot be read by the worker.")
        state = fold(events)
        # The desk says how many, by how many workers there are; the worker's own settings do not.
        self._studio.parallel = task["calls"]

        def send(first: int, lines: list[bytes]) -> None:
            message: Message = {"attempt": attempt, "first": first, "lines": lines}
            self._worker.log_event(events_topic(self._session), message)

        log = SentLog(len(events), len(task["log"]), paid=not state.setup.simulated, send=send)
        fault, hint = "", ""
        try:
            run = self._studio.build_run(log, state)
            self._runs[attempt] = run
            try:
                if order := self._halted.get(attempt):
                    run.pause(order["why"])
                else:
                    run.play()
                await run.live(until_paused=True)
            finally:
                del self._runs[attempt]
                log.close()
        except HostNotAllowed as refused:
            fault, hint = refused.sentence, "Allow it in the settings of the worker's own home."
        except LogError:
            raise
        except ParleyError as error:
            fault, hint = error.sentence, error.hint
        return {"begun": True, "first": log.first, "lines": log.lines, "fault": str(fault), "hint": str(hint)}

    def _receive_order(self, event: tuple[float, Order]) -> None:
        """Receive an order, in the loop of Dask."""
        self._loop.call_soon_threadsafe(self._obey_order, event[1])

    def _obey_order(self, order: Order) -> None:
        for attempt in order["attempts"]:
            self._halted[attempt] = order  # one may come before the attempt does
            if (run := self._runs.get(attempt)) is not None:
                run.pause(order["why"], cancel=order["cancel"])


class LentStudio(ExperimentService):
    """A studio whose runs have their logs elsewhere. Budgets are the desk's, by what comes back."""

    def build_run(self, log: SentLog, state: State) -> Run:
        """Return the run of a log that is written elsewhere."""
        stage = self._build_stage(log, state, None)
        return Run(stage, MODES[state.setup.mode].load(), mid_turn=self.settings.talk.pause_mid_turn)
