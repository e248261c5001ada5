"""A state as plain values, for scripts."""

from __future__ import annotations

from typing import Any

import msgspec

from parley.core.log.played import PLAYED, chosen_by
from parley.core.log.state import State


def report(state: State) -> dict[str, Any]:
    """Return everything that is known of the run at `state`, JSON-ready.

    Nothing in it tells whether the run was ever interrupted: a resumed run and an undisturbed one report alike.
    """
    config = state.setup
    distilled = state.distilled
    found: dict[str, Any] = {
        "id": state.run,
        "mode": config.mode,
        "format": config.format.id,
        "title": config.title,
        "topic": config.topic,
        "language": config.language,
        "seed": config.seed,
        "policy": chosen_by(state),
        "parent": state.parent,
        "parent_turn": state.parent_turn,
        "status": state.status,
        "reason": state.reason,
        "detail": state.detail,
        "turn": len(state.turns),
        "turns": config.turns,
        "place": config.place,
        "members": [
            {
                "id": member.id,
                "name": member.name,
                "role": member.role,
                "voice": state.get_voice_label(member.id),
                "turns": state.spoken.get(member.id, 0),
                "words": state.words.get(member.id, 0),
                "muted": member.id in state.muted,
            }
            for member in config.members
        ],
        "affinity": {f"{a}|{b}": value for (a, b), value in sorted(state.affinity.items())},
        "breakpoints": sorted(state.breakpoints),
        "bookmarks": sorted(state.bookmarks),
        "floor": state.floor,
        "authors": [{**msgspec.to_builtins(author), "turns": count} for author, count in state.authors.items()],
        "tokens": msgspec.to_builtins(state.usage),
        "cost": round(state.cost, 8),  # a sum of floats: without the noise of its last digits
        "transcript": [
            {
                "turn": turn.number,
                "member": turn.member,
                "name": state.name_of(turn.member),
                "text": turn.text,
                "thoughts": list(turn.ended.thoughts),
                **({"acts": list(turn.ended.acts)} if turn.ended.acts else {}),
                "author": turn.ended.author,
                "words_by": msgspec.to_builtins(turn.author),
                "edited": turn.ended.edited,
                **({"drafts": msgspec.to_builtins(turn.reply.drafts)} if turn.reply and turn.reply.drafts else {}),
                **({"led": turn.reply.led} if turn.reply and turn.reply.led else {}),
            }
            for turn in state.turns
        ],
        "topics": [
            {"turn": entry.turn, "text": entry.text, "to": list(entry.heard_by)}
            for entry in state.entries
            if entry.kind == "topic"
        ],
        "summary": distilled.summary if distilled else "",
        "memories": [msgspec.to_builtins(memory) for memory in distilled.memories] if distilled else [],
        "drifts": [msgspec.to_builtins(drift) for drift in distilled.drifts] if distilled else [],
        "actions": [msgspec.to_builtins(action) for action in distilled.actions] if distilled else [],
    }
    spec = PLAYED[config.mode]
    return found | spec.report(state) if spec.report is not None else found
