"""Chats of SillyTavern, with one character or a group: JSON lines, a header first where there is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from core.duologue.topology import Router
from core.events import TopicInjected
from core.importing.base import FORMAT, Draft, fingerprint, members_named, told
from core.importing.moments import moment
from core.sentences import Sentence
from core.transcript.config import Duologue, RunConfig
from core.transcript.line import encodable

MOST = 30
START = datetime(2023, 1, 1, tzinfo=UTC)
"""Where a chat begins that says no time at all."""


def is_chat(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Whether these are lines of a chat."""
    return any("mes" in row and "name" in row for row in rows[:20])


def draft(rows: Sequence[Mapping[str, Any]], source: str, lines: Sequence[int]) -> Draft:
    """The chat as a run; `lines` are the numbers of its rows in the file.

    Raises `ValueError` where nobody says anything in it, or too many do.
    """
    header = rows[0] if rows and "mes" not in rows[0] else {}
    messages = [row for row in rows if _is_message(row)]
    odd = [line for line, row in zip(lines, rows, strict=True) if not _is_message(row) and row is not header]
    spoken = [row for row in messages if not row.get("is_system")]
    names = list(dict.fromkeys(str(row["name"]) for row in spoken))
    if not names:
        raise ValueError("it has no message that anybody wrote")
    if len(names) > MOST:
        raise ValueError(
            Sentence("it has {count} speakers, and a talk is among {most} at most", count=len(names), most=MOST)
        )
    members = members_named(names)
    ids = dict(zip(names, (member.id for member in members), strict=True))
    title = str(header.get("character_name") or "") or ", ".join(names[:4])
    data = msgspec.json.encode([[str(row["name"]), row["mes"], str(row.get("send_date"))] for row in messages])
    config = RunConfig(
        id=fingerprint(data),
        mode="duologue",
        cast_id="imported",
        members=members,
        format=FORMAT,
        topic="",
        title=encodable(title)[:200],
        seed=0,
        turns=max(1, len(spoken)),
        cap=0,
        imported=f"SillyTavern · {source}",
        duologue=Duologue(opening="", router=Router(kind="alternation" if len(names) == 2 else "round_table")),
    )
    made = Draft(config, warnings=told(odd, Sentence("has no name or no text and was left out.")))
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
    return made


def _is_message(row: Mapping[str, Any]) -> bool:
    return isinstance(row.get("mes"), str) and bool(row.get("name"))


def _add(made: Draft, row: Mapping[str, Any], at: datetime, ids: Mapping[str, str]) -> None:
    text, name = str(row["mes"]), str(row["name"])
    extra = row.get("extra")
    extra = extra if isinstance(extra, Mapping) else {}
    if row.get("is_system"):
        # What is hidden from the model, and narrators: nobody of the members said it.
        if text.strip():
            made.events.append(TopicInjected(at=at, text=encodable(text)))
        return
    reasoning = extra.get("reasoning")
    made.say(
        at, ids[name], text, thoughts=(reasoning,) if isinstance(reasoning, str) and reasoning.strip() else (),
        by_person=bool(row.get("is_user")), provider=str(extra.get("api") or "sillytavern"),
        model=str(extra.get("model") or ""),
    )  # fmt: skip
