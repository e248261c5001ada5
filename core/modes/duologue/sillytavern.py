"""Chats of SillyTavern, with one character or a group: JSON lines, a header first where there is one.

What `/hide` hides is a message like any other with `is_system` set: it keeps its speaker, and no model is sent it. The
program's own messages have a type besides, and narrators have one without being hidden: they are nobody's lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from parley.core.base.line import encodable
from parley.core.base.sentences import Sentence
from parley.core.formats import Localised
from parley.core.importing.base import FORMAT, Draft, describe_lines, fingerprint, members_named
from parley.core.importing.moments import moment
from parley.core.importing.reading import Importer, Source
from parley.core.log.config import RunConfig
from parley.core.log.events.run import TopicInjected
from parley.core.log.events.turn import Swipe, Usage
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.modes.duologue.topology import Router

MOST = 30
NAMED = 4
"""Speakers that a title names."""
START = datetime(2023, 1, 1, tzinfo=UTC)
"""Where a chat begins that says no time at all."""
UNUSED = ("", "unused")
"""What stands in a header that names nobody: groups have it, and all chats since 2025."""
OWN_NAMES = ("SillyTavern System", "System", "Note")
"""What the program itself goes by, and its narrator and comments where nobody named them."""
NARRATOR = "narrator"


def _recognises(source: Source) -> bool:
    return any("mes" in row and "name" in row for row in source.rows[:20])


def _drafts(source: Source) -> list[Draft]:
    """The chat as a run. Raises `ValueError` where nobody says anything in it, or too many do."""
    rows = source.rows
    header = rows[0] if rows and "mes" not in rows[0] else {}
    messages = [row for row in rows if _is_message(row)]
    odd = [line for line, row in zip(source.numbers, rows, strict=True) if not _is_message(row) and row is not header]
    spoken = [row for row in messages if not _is_note(row)]
    names = list(dict.fromkeys(str(row["name"]) for row in spoken))
    if not names:
        raise ValueError("it has no message that anybody wrote")
    if len(names) > MOST:
        raise ValueError(
            Sentence("it has {count} speakers, and a talk is among {most} at most", count=len(names), most=MOST)
        )
    members = members_named(names)
    ids = dict(zip(names, (member.id for member in members), strict=True))
    data = msgspec.json.encode([[str(row["name"]), row["mes"], str(row.get("send_date"))] for row in messages])
    config = RunConfig(
        id=fingerprint(data),
        mode="duologue",
        cast_id="imported",
        members=members,
        format=FORMAT,
        topic="",
        title=encodable(_title(header, spoken, source.name))[:200],
        seed=0,
        turns=max(1, len(spoken)),
        cap=0,
        imported=f"SillyTavern · {source.name}",
        duologue=DuologueConfig(opening="", router=Router(kind="alternation" if len(names) == 2 else "round_table")),
    )
    made = Draft(config, warnings=describe_lines(odd, Sentence("has no name or no text and was left out.")))
    at = moment(header.get("create_date")) or next(
        filter(None, (moment(row.get("send_date")) for row in messages)), None
    )
    if at is None:
        made.warnings.append("The chat says no time; its lines stand a second apart.")
    at = first = at or START
    undated = 0
    for row in messages:
        said = moment(row.get("send_date"))
        undated += said is None
        # Edited and imported chats may go back in time; a log does not.
        at = max(at, said) if said is not None else at + timedelta(seconds=1)
        _add(made, row, at, ids)
    made.begin(first)
    made.end(at, "The imported chat ends here.")
    if undated:
        made.warnings.append(
            f"{undated} of {len(messages)} messages have no readable date; they stand after the one before."
        )
    if hidden := sum(bool(row.get("is_system")) for row in spoken):
        made.warnings.append(
            Sentence(
                "Hidden lines that were kept: {count}. They are shown and measured, and no voice is sent them.",
                count=hidden,
            )
        )
    return [made]


def _title(header: Mapping[str, Any], spoken: Sequence[Mapping[str, Any]], source: str) -> str:
    """What the header says that the character is called, else all of them, else the file."""
    named = header.get("character_name")
    if isinstance(named, str) and named.strip() not in UNUSED:
        return named
    everybody = dict.fromkeys(str(row["name"]) for row in spoken)
    characters = dict.fromkeys(str(row["name"]) for row in spoken if not row.get("is_user")) or everybody
    title = ", ".join(list(characters)[:NAMED]) + (" …" if len(characters) > NAMED else "")
    return title or Path(source).stem


def _is_message(row: Mapping[str, Any]) -> bool:
    return isinstance(row.get("mes"), str) and bool(row.get("name"))


def _extra(row: Mapping[str, Any]) -> Mapping[str, Any]:
    extra = row.get("extra")
    return extra if isinstance(extra, Mapping) else {}


def _type(row: Mapping[str, Any]) -> str:
    found = _extra(row).get("type")
    return found if isinstance(found, str) else ""


def _is_note(row: Mapping[str, Any]) -> bool:
    """Whether nobody who takes part said it: a narrator, a comment, a word of the program."""
    if _type(row) == NARRATOR:
        return True
    return bool(row.get("is_system")) and (bool(_type(row)) or str(row["name"]) in OWN_NAMES)


def _add(made: Draft, row: Mapping[str, Any], at: datetime, ids: Mapping[str, str]) -> None:
    text, name = str(row["mes"]), str(row["name"])
    hidden = bool(row.get("is_system"))
    if _is_note(row):
        if text.strip():
            note = TopicInjected(
                at=at, text=encodable(text), name=encodable(name), kind=encodable(_type(row)), hidden=hidden
            )
            made.events.append(note)
        return
    shown, swipes = _swipes(row)
    provider, model, thoughts = _spoken_through(_extra(row))
    made.say(
        at, ids[name], text, thoughts=thoughts, by_person=bool(row.get("is_user")), provider=provider or "sillytavern",
        model=model, usage=Usage(output=_tokens(row)), hidden=hidden, swipes=swipes, swipe=shown,
    )  # fmt: skip


def _tokens(row: Mapping[str, Any]) -> int:
    count = _extra(row).get("token_count")
    return count if isinstance(count, int) and 0 < count < 2**31 else 0


def _swipes(row: Mapping[str, Any]) -> tuple[int, tuple[Swipe, ...]]:
    """The replies among which the line was chosen, and the place of the one that was."""
    texts, infos, shown = row.get("swipes"), row.get("swipe_info"), row.get("swipe_id")
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        return 0, ()
    of_each = infos if isinstance(infos, list) else []
    found = []
    for place, text in enumerate(texts):
        info = of_each[place] if place < len(of_each) and isinstance(of_each[place], Mapping) else {}
        provider, model, thoughts = _spoken_through(_extra(info))
        found.append(
            Swipe(
                text=encodable(text), at=moment(info.get("send_date")), provider=provider, model=model,
                thoughts=tuple(encodable(one) for one in thoughts),
            )
        )  # fmt: skip
    known = isinstance(shown, int) and not isinstance(shown, bool) and 0 <= shown < len(found)
    return (int(str(shown)) if known else 0), tuple(found)


def _spoken_through(extra: Mapping[str, Any]) -> tuple[str, str, tuple[str, ...]]:
    """Provider, model and reasoning of a message or a swipe; empty where it says nothing of them."""
    reasoning = extra.get("reasoning")
    thoughts = (reasoning,) if isinstance(reasoning, str) and reasoning.strip() else ()
    return encodable(str(extra.get("api") or "")), encodable(str(extra.get("model") or "")), thoughts


SILLYTAVERN = Importer("sillytavern", Localised(en="SillyTavern", de="SillyTavern"), _recognises, _drafts)
