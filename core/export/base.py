"""What an exporter is: text in pieces, written to a file wholly or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from parley.core.base.errors import DiskFullError, FileError, UsageError
from parley.core.base.files import is_full
from parley.core.export.transcript import Transcript, read
from parley.core.formats import Localised
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.state import State
from parley.core.office.plan import Plan

Progress = Callable[[float], None]
"""Called with the finished part, 0 to 1. What it raises cancels the export, and nothing is left of it."""


@dataclass(frozen=True)
class Options:
    """What to put in: inner `thoughts`, `numbers` (tokens, cost, seconds), the `language` of the labels.

    An empty language means the run's. `plan` is the floor plan of the HTML replay; without one the run's own is looked
    up among those that ship. `parents` lets missing folders be made.
    `title` is the name that somebody gave the run; empty: its own. `member` is through whose eyes it is seen, by id, in
    formats that are `by_member`; empty: whose the format says.
    """

    thoughts: bool = True
    numbers: bool = True
    language: str = ""
    plan: Plan | None = None
    parents: bool = False
    title: str = ""
    member: str = ""


Render = Callable[[Transcript, Sequence[Event], Options], Iterator[str] | Iterator[bytes]]
"""An export, piece by piece: of `paper` bytes, else text."""

Files = Callable[[Transcript, Sequence[Event], Options], Iterator[tuple[str, str]]]
"""The files of an export that is a folder: their paths in it, and their texts."""

Look = Literal["text", "markdown", "table", "page", "paper"]
"""How an export is read: as it stands, as Markdown, as a table (CSV), in a browser, or on paper (PDF)."""

ARCHIVE = ".zip"
"""What a file ends in that a folder of files is packed into."""


def every_run(_config: RunConfig) -> bool:
    """Return what fits every run."""
    return True


@dataclass(frozen=True)
class Exporter:
    """A format: `name` is what `--to` takes, `suffix` what its files end in.

    `look`: how it is read; `raw`: its pieces are the events, not what is read of them. `fits` says for which
    runs it is offered. `by_member`: it is what one member lived. `files` gives the files of one that is a folder, which
    `render` packs into an archive.
    """

    name: str
    title: Localised
    suffix: str
    render: Render
    look: Look = "text"
    raw: bool = False
    fits: Callable[[RunConfig], bool] = every_run
    by_member: bool = False
    files: Files | None = None

    def write(
        self,
        state: State,
        events: Sequence[Event],
        target: Path,
        options: Options = Options(),
        progress: Progress | None = None,
    ) -> None:
        """Write the run to `target`, replacing a file that is there.

        Raises `UsageError` where the format does not fit the run, `FileError` where it cannot be written. A failed or
        cancelled export leaves nothing and harms nothing.
        """
        if not self.fits(state.setup):
            raise UsageError("This run cannot be exported as {name}.", name=self.name, hint="Choose another format.")
        transcript = read(state, events, options.language, options.title)
        if self.files is not None and not target.name.lower().endswith((ARCHIVE, self.suffix)):
            # Where the name is no archive's, a folder is meant.
            save_folder(target, self.files(transcript, events, options), progress, parents=options.parents)
            return
        pieces = self.render(transcript, events, options)
        # Every format writes about one piece a row or event; the estimate need not be exact, only grow.
        expected = max(len(events) if self.raw else len(transcript.rows), 1) + 24
        save(target, _report_piece_progress(pieces, expected, progress), parents=options.parents)
        if progress:
            progress(1.0)

    @property
    def is_text(self) -> bool:
        """Whether it is one text, neither pages to print nor a folder of files."""
        return self.look != "paper" and self.files is None

    def text(self, state: State, events: Sequence[Event], options: Options = Options()) -> str:
        """Return the whole run. Raises `UsageError` where the format does not fit it, or is no text."""
        if not self.is_text or not self.fits(state.setup):
            raise UsageError("This run cannot be given as text in the format {name}.", name=self.name)
        transcript = read(state, events, options.language, options.title)
        return "".join(cast("Iterator[str]", self.render(transcript, events, options)))

    def build_preview(self, state: State, events: Sequence[Event], options: Options, length: int) -> str:
        """Return the first `length` characters of what would be written, marked where there is more: for a preview.

        Of a page it is what a browser would show first, as HTML without scripts and styles.
        """
        transcript = read(state, events, options.language, options.title)
        if self.files is not None:
            notes = self.files(transcript, events, options)
            return cut_pieces((f"`{path}`\n\n{text}\n\n" for path, text in notes), length)
        pieces = cast("Iterator[str]", self.render(transcript, events, options))
        return excerpt_page(pieces, length) if self.look == "page" else cut_pieces(pieces, length)


def cut_pieces(pieces: Iterator[str], length: int) -> str:
    """Return the first `length` characters, marked where there is more."""
    text = ""
    for piece in pieces:
        text += piece
        if len(text) > length:
            return text[:length] + "\n…"
    return text


_NOT_READ = re.compile(
    r"<(head|style|script|noscript|svg|footer|label|nav|button)\b.*?(?:</\1>|\Z)"  # or to where the text was cut
    r'|<section class="[^"]*\bstage\b.*?(?:</section>|\Z)'  # what only the script fills
    r'|<span class="face".*?</span>|<a class="number".*?</a>',  # beside each turn: a picture and a link to itself
    re.DOTALL,
)
_BODY = "<body"


def excerpt_page(pieces: Iterator[str], length: int) -> str:
    """Return about the first `length` characters of what there is to read in a page's body, as plain HTML: without
    scripts, styles, drawings, and what only a script fills. What people wrote is escaped in the page and stays so."""
    text, begin, more, enough = "", -1, False, length
    for piece in pieces:
        text += piece
        begin = text.find(_BODY) if begin < 0 else begin
        if begin >= 0 and len(text) - begin > enough:
            if more := len(_NOT_READ.sub("", text[begin:])) > length:
                break
            enough = len(text) - begin + length  # A drawing counts for nothing
    # Names in their members' colours: of the page's own sheet, the values for a light page and for a dark one.
    colours = re.findall(r"--(m\d+):(#\w+);", text[: max(begin, 0)])
    each = zip(["light", "dark"], (colours[: len(colours) // 2], colours[len(colours) // 2 :]), strict=True)
    sheet = "".join(f".{look} .{name} b{{color:{colour}}}" for look, found in each for name, colour in found)
    body = text[max(begin, 0) :]  # Not within a tag, nor an entity
    body = _NOT_READ.sub("", body[: body.rfind(">") + 1])
    # Turns have numbers of their own, which notes between them do not count.
    body = body.replace("<ol ", '<ul style="list-style-type:none;-qt-list-indent:0" ').replace("</ol>", "</ul>")
    body = body.replace("</b><span", "</b> <span") + ("<p>…</p>" if more else "")
    # A page's headings are smaller than those of plain HTML.
    body = re.sub("(?<=[</]h)[12]", lambda level: str(int(level[0]) + 2), body)
    return f"<style>{sheet}</style>{body}"


def _report_piece_progress(
    pieces: Iterator[str | bytes], expected: int, progress: Progress | None
) -> Iterator[str | bytes]:
    step = max(1, expected // 100)
    for count, piece in enumerate(pieces):
        if progress and count % step == 0:
            progress(min(count / expected, 0.99))
        yield piece


def save(target: Path, pieces: Iterator[str | bytes], *, parents: bool = False) -> None:
    """Write the pieces to a file beside `target` and let it take its place. Raises `FileError`."""
    folder = target.parent
    try:
        if target.is_dir():
            raise FileError(target, "this is a folder.", hint="Name the file to write, for example one inside it.")
        if parents:
            folder.mkdir(parents=True, exist_ok=True)
        if target.exists() and not target.is_file():
            with target.open("wb") as stream:  # A pipe or a terminal: there is nothing to replace
                stream.writelines(_encode_pieces(pieces))
            return
        _replace_file(target, pieces)
    except OSError as error:
        raise _explain_unwritable_target(target, error) from None


def save_folder(
    target: Path, files: Iterator[tuple[str, str]], progress: Progress | None = None, *, parents: bool = False
) -> None:
    """Write files into a folder beside `target` and let it take its place: all of them or none. One that is there must
    be empty. Raises `FileError`."""
    part = target.with_name(f".{target.name[:80]}.{os.getpid()}.part")  # beside it: `rename` works within a disk only
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            hint = "Name a folder that is not there yet, or a file with the ending .zip."
            raise FileError(target, "there is something here already: nothing was written.", hint=hint)
        if parents:
            target.parent.mkdir(parents=True, exist_ok=True)
        part.mkdir()
        for count, (name, text) in enumerate(files):
            file = part.joinpath(*name.split("/"))  # an export's paths have slashes on every system
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode("utf-8", "replace"))  # a log may hold half of a surrogate pair
            if progress:
                progress(min(count / (count + 20), 0.99))  # their number is unknown: it approaches 1
        # Windows lets nothing take the place of a folder that is there.
        with contextlib.suppress(FileNotFoundError):
            target.rmdir()
        part.rename(target)
    except OSError as error:
        raise _explain_unwritable_target(target, error) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)  # where all went well it was renamed
    if progress:
        progress(1.0)


def _encode_pieces(pieces: Iterator[str | bytes]) -> Iterator[bytes]:
    for piece in pieces:
        yield piece if isinstance(piece, bytes) else piece.encode("utf-8", "replace")


def _replace_file(target: Path, pieces: Iterator[str | bytes]) -> None:
    part = target.with_name(f".{target.name[:80]}.{os.getpid()}.part")
    try:
        with part.open("wb") as stream:
            stream.writelines(_encode_pieces(pieces))
            stream.flush()
            # Before the rename: else a power cut leaves an empty file in place of the old one.
            os.fsync(stream.fileno())
        part.replace(target)
    except BaseException:  # also what `progress` raises to cancel it
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def _explain_unwritable_target(target: Path, error: OSError) -> FileError:
    if error.errno == errno.ENOENT:
        hint = "Make it first, or choose another one."
        return FileError(target, "there is no folder {parent}.", parent=target.parent, hint=hint)
    if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return FileError(target, "you may not write there.", hint="Choose another folder.")
    if is_full(error):
        hint = "Free some space, or choose another disk."
        return DiskFullError(target, "the disk is full: nothing was written.", hint=hint)
    why = error.strerror or str(error)
    return FileError(target, "the file cannot be written ({why}).", why=why, hint="Choose another file.")
