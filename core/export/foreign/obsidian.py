"""Notes for Obsidian: one of the run, one for each member, one for each scene, part or day, with links between them.

Links are relative, so that the folder can stand anywhere in a vault.
"""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from parley.core.base.line import drop_control, keep_visible
from parley.core.cast.affinity import pair
from parley.core.cast.member import Member
from parley.core.export.base import Exporter, Options
from parley.core.export.markdown import SET_IN, break_lines, escape
from parley.core.export.rows import Row
from parley.core.export.structured import dump_json_text
from parley.core.export.transcript import Transcript
from parley.core.formats import Localised
from parley.core.log.events.base import Event
from parley.core.log.persona import as_told

MEMBERS, TALKS, DAYS = "Members", "Talk", "Days"
"""The folders of the notes."""
DATED = (1980, 1, 1, 0, 0, 0)
"""What every file in the archive is dated, so that the same run gives the same archive."""
LONGEST_HEADING = 60


@dataclass
class _Part:
    """A stretch of the run that has a note of its own: `name` is the file's, `title` what stands above it."""

    name: str
    title: str
    rows: list[Row] = field(default_factory=list)
    day: str = ""


class _Vault:
    """The notes of a run."""

    def __init__(self, transcript: Transcript, options: Options) -> None:
        self._transcript = transcript
        self._options = options
        taken: set[str] = set()  # names are told apart within a folder: each has a set of its own
        self.members = {member.id: file_name(member.name, taken, member.id) for member in transcript.config.members}
        self.parts = _split_into_parts(transcript)
        self.days: dict[str, list[_Part]] = {}
        for part in self.parts:
            if part.day:
                self.days.setdefault(part.day, []).append(part)
        taken = set()
        self.day_names = {day: file_name(day, taken) for day in self.days}
        self.index = file_name(transcript.title, set())

    def files(self) -> Iterator[tuple[str, str]]:
        """Yield all notes, by their path."""
        yield f"{self.index}.md", self._index()
        for member in self._transcript.config.members:
            yield f"{MEMBERS}/{self.members[member.id]}.md", self._write_member_note(member)
        for day in self.days:
            yield f"{DAYS}/{self.day_names[day]}.md", self._write_day_note(day)
        for place in range(len(self.parts)):
            yield f"{TALKS}/{self.parts[place].name}.md", self._format_part(place)

    def _index(self) -> str:
        transcript, say = self._transcript, self._transcript.say
        config, state = transcript.config, transcript.state
        about: dict[str, Any] = {
            "title": transcript.title, "run": state.run, "mode": config.mode, "format": config.format.id,
            "topic": config.topic, "date": state.started_at.date().isoformat() if state.started_at else "",
            "turns": len(state.turns), "tags": ["parley"],
        }  # fmt: skip
        if config.imported:
            about["imported"] = config.imported
        text = [_format_front_matter(about), f"# {escape(transcript.title)}", ""]
        text += [f"> {escape(transcript.voices.sentence(transcript.language))}", ""]
        text += [
            f"- **{escape(name)}**: {escape(value)}" for name, value in transcript.facts(numbers=self._options.numbers)
        ]
        text += ["", f"## {escape(say['cast'])}", ""]
        text += [f"- {self._link_to_member(member.id, '')}{_format_role(member)}" for member in config.members]
        text += ["", f"## {escape(say['transcript'])}", ""]
        if self.days:
            text += [f"- {_link(f'{DAYS}/{self.day_names[day]}', day)}" for day in self.days]
        text += [f"- {_link(f'{TALKS}/{part.name}', part.title)}" for part in self.parts if not part.day]
        if (found := transcript.distilled) is not None:
            text += ["", f"## {escape(say['aftermath'])}", "", break_lines(found.summary)]
            for action in found.actions:
                text.append(f"- [ ] {self._link_to_member(action.owner, '')}: {escape(action.text)}")
        return _join_lines(text)

    def _write_member_note(self, member: Member) -> str:
        transcript, say = self._transcript, self._transcript.say
        state = transcript.state
        voice = say["person"] if state.was_person(member.id) else transcript.get_voice_of(member)
        about = {
            "name": member.name, "member": member.id, "role": member.role, "voice": voice,
            "turns": state.spoken.get(member.id, 0), "words": state.words.get(member.id, 0), "run": state.run,
            "tags": ["parley/member"],
        }  # fmt: skip
        text = [
            _format_front_matter(about),
            f"# {escape(member.name)}",
            "",
            _link(f"../{self.index}", transcript.title),
            "",
        ]
        told = as_told(transcript.config, member)
        for prose in (told.identity, told.biography, told.personality, told.working_style):
            text += [break_lines(prose), ""] if prose.strip() else []
        ties = [
            (other.id, state.get_affinity_of(member.id, other.id))
            for other in transcript.config.members
            if other.id != member.id and pair(member.id, other.id) in state.affinity
        ]
        if ties:
            text += [f"## {escape(say['affinity'])}", ""]
            text += [f"- {self._link_to_member(one, '../')}: {transcript.number(value)}" for one, value in ties]
            text.append("")
        heard = [(part, sum(row.spoken and row.speaker == member.id for row in part.rows)) for part in self.parts]
        if any(count for _, count in heard):
            text += [f"## {escape(say['transcript'])}", ""]
            text += [f"- {_link(f'../{TALKS}/{part.name}', part.title)}: {count}" for part, count in heard if count]
            text.append("")
        found = transcript.distilled
        memories = [each for each in found.memories if each.member == member.id] if found else []
        if memories:
            text += [f"## {escape(say['memories'])}", ""]
            text += [f"- {escape(transcript.memory_kind(each.kind))}: {escape(each.text)}" for each in memories]
        return _join_lines(text)

    def _write_day_note(self, day: str) -> str:
        text = [
            _format_front_matter({"day": day, "run": self._transcript.state.run, "tags": ["parley/day"]}),
            f"# {escape(day)}",
            "",
        ]
        text += [_link(f"../{self.index}", self._transcript.title), ""]
        text += [f"- {_link(f'../{TALKS}/{part.name}', part.title)}" for part in self.days[day]]
        return _join_lines(text)

    def _format_part(self, place: int) -> str:
        part = self.parts[place]
        there = dict.fromkeys(row.speaker for row in part.rows if row.spoken and row.speaker in self.members)
        about: dict[str, Any] = {
            "run": self._transcript.state.run,
            "members": [f"[[../{MEMBERS}/{self.members[one]}]]" for one in there],
            "tags": ["parley/talk"],
        }
        if part.day:
            about["day"] = f"[[../{DAYS}/{self.day_names[part.day]}]]"
        first = next((row for row in part.rows if row.kind == "scene"), None)
        if first is not None:
            about |= {"scene": first.scene, "clock": first.clock, "place": first.name}
        text = [_format_front_matter(about), f"# {escape(part.title)}", ""]
        around = [(each, sign) for each, sign in ((place - 1, "←"), (place + 1, "→")) if 0 <= each < len(self.parts)]
        ways = [f"{sign} {_link(self.parts[each].name, self.parts[each].title)}" for each, sign in around]
        text += [" · ".join([_link(f"../{self.index}", self._transcript.title), *ways]), ""]
        for row in part.rows:
            text += [self._format_row(row), ""]
        return _join_lines(text)

    def _format_row(self, row: Row) -> str:
        say = self._transcript.say
        if row.kind == "scene":
            return f"*{', '.join(map(escape, row.to))}*"
        if row.kind == "part":
            return f"*{break_lines(row.text)}*" if row.text else ""
        if row.kind == "event":
            return f"> *{escape(row.name)}:* {break_lines(row.text, SET_IN_QUOTE)}"
        if not row.spoken:
            return f"> **{escape(row.name)}** ({escape(row.audience(say))}): {break_lines(row.text, SET_IN_QUOTE)}"
        if row.staged:
            return f"*{break_lines(row.text, SET_IN)}* ^turn-{row.turn}"
        who = self._link_to_member(row.speaker, "../") if row.speaker in self.members else f"**{escape(row.name)}**"
        notes = f" ({escape('; '.join(row.notes(say)))})" if row.notes(say) else ""
        acts = "".join(f"*{escape(act)}* " for act in row.acts)
        thoughts = [thought for thought in row.thoughts if thought.strip()] if self._options.thoughts else []
        inner = "".join(f"\n\n*\\[{escape(thought)}\\]*" for thought in thoughts)  # bare brackets would begin a link
        return f"{who}{notes}: {acts}{break_lines(row.text, SET_IN)} ^turn-{row.turn}{inner}"

    def _link_to_member(self, member: str, up: str) -> str:
        name = self._transcript.name_of(member)
        return _link(f"{up}{MEMBERS}/{self.members[member]}", name) if member in self.members else escape(name)


SET_IN_QUOTE = "\\\n> "  # each line of a quotation has its mark


def _split_into_parts(transcript: Transcript) -> list[_Part]:
    """Return the stretches of a run: its scenes or parts; without any its days, as far as there are several."""
    rows, taken = transcript.rows, set[str]()
    opening = any(row.kind in {"scene", "part"} for row in rows)
    dates = {row.at.date() for row in rows} if not opening else set()
    found: list[_Part] = []
    day = ""
    for row in rows:
        if row.kind == "scene":
            day = row.day or day
            title = f"{row.heading(transcript.say)}{f': {row.text}' if row.text else ''}"
            fresh = True
        elif row.kind == "part":
            title, fresh = row.name, True
        elif len(dates) > 1:
            title = row.at.date().isoformat()
            fresh = not found or found[-1].title != title
        else:
            title, fresh = transcript.title, not found
        if fresh:
            short = title if len(title) <= LONGEST_HEADING else title[: LONGEST_HEADING - 1].rstrip() + "…"
            # Numbered, so that a list of files has them in their order.
            found.append(_Part(file_name(f"{len(found) + 1:03} {short}", taken), title, day=day))
        found[-1].rows.append(row)
    return found


def _format_role(member: Member) -> str:
    return f", {escape(member.role)}" if member.role else ""


def _link(path: str, shown: str) -> str:
    """Return a link; what is shown may not end it."""
    plain = " ".join(drop_control(shown).replace("[", "(").replace("]", ")").replace("|", "/").split())
    return f"[[{path}|{plain or path}]]"


def _format_front_matter(values: dict[str, Any]) -> str:
    """Return the front matter: JSON is YAML, so that nothing in a name or a topic is anything but a text."""
    told = "\n".join(f"{key}: {_format_yaml_value(value)}" for key, value in values.items() if value not in ("", []))
    return f"---\n{told}\n---\n"


def _format_yaml_value(value: Any) -> str:
    if isinstance(value, str):
        value = " ".join(drop_control(value).split())
    return dump_json_text(value)


def _join_lines(text: Sequence[str]) -> str:
    return "\n".join(text).rstrip() + "\n"


def files(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[tuple[str, str]]:
    """Yield all notes, by their path within the folder."""
    yield from _Vault(transcript, options).files()


def render_run(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[bytes]:
    """Yield the notes in an archive."""
    return pack(files(transcript, events, options))


def pack(texts: Iterator[tuple[str, str]]) -> Iterator[bytes]:
    """Yield an archive of files, given by paths and texts: all of it at the end, and an empty piece for each before."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in texts:
            archive.writestr(zipfile.ZipInfo(path, DATED), text, zipfile.ZIP_DEFLATED)
            yield b""
    yield packed.getvalue()


OBSIDIAN = Exporter(
    "obsidian",
    Localised(en="Obsidian notes (folder or zip)", de="Obsidian-Notizen (Ordner oder Zip)"),
    ".notes.zip",
    render_run,
    files=files,
)


LONGEST = 80
"""Characters of a name; systems take 255 bytes, and a character has up to four."""
_NEVER = re.compile(r'[<>:"/\\|?*\[\]#^%]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\..*)?", re.IGNORECASE)


def file_name(text: str, taken: set[str], otherwise: str = "note") -> str:
    """Return a name without an ending, which none of those `taken` is, whatever the case; it is added to them.

    It has no sign that Windows or a link of Obsidian does not take, begins and ends with no dot or blank, and is none
    of the devices' names that Windows keeps for itself.
    """
    plain = unicodedata.normalize("NFC", _NEVER.sub(" ", keep_visible(text)))
    plain = " ".join(plain.split())[:LONGEST].strip(". ") or otherwise
    if _RESERVED.fullmatch(plain):
        plain = f"_{plain}"
    found, number = plain, 1
    while _normalize_name(found) in taken:
        number += 1
        found = f"{plain} {number}"
    taken.add(_normalize_name(found))
    return found


def _normalize_name(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()  # macOS and Windows take more names for one than Linux does
