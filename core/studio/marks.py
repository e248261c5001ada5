"""What somebody noted of runs, beside their logs: names, stars, tags, what is put away.

A run's log has one writer and is never changed by whoever only tidies up; these notes are a journal of the home, to
which every window and command may append. Where it is lost, no run is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

import msgspec

from parley.core.base.errors import UsageError
from parley.core.base.line import drop_control, repair_text
from parley.core.base.sentences import Sentence
from parley.core.home import Home
from parley.core.log.events.base import Event
from parley.core.log.journal import Journal

MARKS_VERSION = 1
"""Version of the events; a journal with a higher one is refused with a sentence."""

LONGEST_TITLE = 200
LONGEST_TAG = 40
MOST_TAGS = 20
"""Characters of a name and of a tag, and tags of one run."""

Title = Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)]
Tag = Annotated[str, msgspec.Meta(max_length=LONGEST_TAG)]


class RunsMarked(Event, frozen=True, kw_only=True, tag="runs.marked"):
    """Runs got a name ("": their own again), a star, tags, or were archived. What is not said stays as it is."""

    runs: tuple[str, ...]
    title: Title | None = None
    starred: bool | None = None
    archived: bool | None = None
    tagged: tuple[Tag, ...] = ()
    untagged: tuple[Tag, ...] = ()


class RunTrashed(Event, frozen=True, kw_only=True, tag="run.trashed"):
    """The log `file` of a run lies in the trash since then; `title` is what it was called."""

    run: str
    file: str
    title: str = ""
    mode: str = ""


@dataclass(frozen=True, slots=True)
class Marks:
    """What was noted of one run. `title` is the name that it was given, empty where it has its own."""

    title: str = ""
    starred: bool = False
    archived: bool = False
    tags: tuple[str, ...] = ()

    def after(self, event: RunsMarked) -> Marks:
        """Return the notes after one more."""
        # Taken off first, then put on: `put_back` takes all off that are there and puts on those that were.
        tags = [*(tag for tag in self.tags if tag not in event.untagged), *event.tagged]
        return Marks(
            # Another program may have written it, or somebody by hand.
            title=self.title if event.title is None else _on_one_line(event.title),
            starred=self.starred if event.starred is None else event.starred,
            archived=self.archived if event.archived is None else event.archived,
            tags=tuple(dict.fromkeys(tags))[:MOST_TAGS],
        )


UNMARKED = Marks()


class MarksFile:
    """The notes of a home. Every question looks first at what others have appended.

    Reading raises `LogError` and `NewerLogError`, writing besides `LogLockedError`.
    """

    def __init__(self, home: Home) -> None:
        self._journal: Journal[RunsMarked | RunTrashed] = Journal(
            home.marks, home.lock("marks"), "marks", (RunsMarked, RunTrashed), MARKS_VERSION
        )
        self._marks: dict[str, Marks] = {}
        self._trashed: dict[str, RunTrashed] = {}

    @property
    def faults(self) -> Sequence[Sentence]:
        """What is said of lines that cannot be read."""
        return self._journal.faults

    def refresh(self) -> Mapping[str, Marks]:
        """Return all notes by the run's id."""
        if self._journal.replaced:  # read() then gives all of the other file, from its beginning
            self._marks, self._trashed = {}, {}
        for event in self._journal.read():
            if isinstance(event, RunTrashed):
                self._trashed[event.file] = event
                continue
            for run in event.runs:
                if (after := self._marks.get(run, UNMARKED).after(event)) != UNMARKED:
                    self._marks[run] = after
                else:
                    self._marks.pop(run, None)
        return self._marks

    def of(self, run: str) -> Marks:
        """Return what was noted of a run."""
        return self.refresh().get(run, UNMARKED)

    def list_trashed(self) -> Mapping[str, RunTrashed]:
        """Return how each log came into the trash, by its file's name; it need not lie there any more."""
        self.refresh()
        return self._trashed

    def tags(self) -> list[str]:
        """Return all tags that some run has, by name."""
        return sorted({tag for marks in self.refresh().values() for tag in marks.tags}, key=str.casefold)

    # Writing ------------------------------------------------------------------------------------------------------

    def rename(self, run: str, title: str) -> None:
        """Give a run a name of its own; without one it is called as its log says. Raises `UsageError`."""
        self._append(RunsMarked(at=_read_current_time(), runs=(run,), title=_validate_line(title, LONGEST_TITLE)))

    def set_star(self, runs: Collection[str], *, on: bool = True) -> None:
        """Put a star on runs, or take it off."""
        self._append(RunsMarked(at=_read_current_time(), runs=tuple(runs), starred=on))

    def archive(self, runs: Collection[str], *, on: bool = True) -> None:
        """Put runs away: they are listed only where somebody asks for the archive. Or bring them back."""
        self._append(RunsMarked(at=_read_current_time(), runs=tuple(runs), archived=on))

    def tag(self, runs: Collection[str], add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Give runs tags, and take others off. Raises `UsageError` for what cannot be a tag."""
        added, removed = tuple(map(tag_of, add)), tuple(map(tag_of, remove))
        if added or removed:
            self._append(RunsMarked(at=_read_current_time(), runs=tuple(runs), tagged=added, untagged=removed))

    def note_trashed(self, run: str, file: str, title: str, mode: str) -> None:
        """Note that a log is about to be moved into the trash."""
        self._append(
            RunTrashed(at=_read_current_time(), run=run, file=repair_text(file), title=repair_text(title), mode=mode)
        )

    def put_back(self, before: Mapping[str, Marks]) -> None:
        """Undo: give runs the notes that they had."""
        now = self.refresh()
        events = [
            RunsMarked(
                at=_read_current_time(), runs=(run,), title=then.title, starred=then.starred, archived=then.archived,
                tagged=then.tags, untagged=now.get(run, UNMARKED).tags,
            )
            for run, then in before.items()
            if now.get(run, UNMARKED) != then
        ]  # fmt: skip
        self._append(*events)

    def _append(self, *events: RunsMarked | RunTrashed) -> None:
        events = tuple(each for each in events if not isinstance(each, RunsMarked) or each.runs)
        if not events:
            return
        with self._journal.hold_lock():
            # A file that is no journal of this kind, or of a newer version, is left alone.
            self.refresh()
            self._journal.append(*events)


def tag_of(text: str) -> str:
    """Return a tag as it is kept: one line without `#` before it. Raises `UsageError`."""
    tag = _validate_line(text.strip().lstrip("#"), LONGEST_TAG)
    if not tag or "," in tag:
        raise UsageError("'{tag}' cannot be a tag.", tag=text[:LONGEST_TAG], hint="A tag is a word or a few.")
    return tag


def _validate_line(text: str, longest: int) -> str:
    line = _on_one_line(text)
    if len(line) > longest:
        raise UsageError(
            "This is too long: {count} characters.",
            count=len(line),
            hint=Sentence("At most {most} are kept.", most=longest),
        )
    return line


def _on_one_line(text: str) -> str:
    return " ".join(repair_text(drop_control(text)).split())


def _read_current_time() -> datetime:
    return datetime.now(UTC)
