"""Conversations of a Claude data export (conversations.json): who wrote is `human` or `assistant`.

The export names no model in most of its messages. Where messages say which one they answer, the way to the newest is
followed; the other ways are branches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from parley.core.formats import Localised
from parley.core.importing.moments import moment
from parley.core.importing.parts import get_content_of, get_list, get_map, text
from parley.core.importing.reading import Importer, Source
from parley.core.importing.talk import Said, Speaker, Talk, called, left_out, make_note, make_title
from parley.core.importing.trees import Tree

SPEAKERS = (Speaker("human", "Human", "person"), Speaker("assistant", "Claude", "voice"))


def _find_conversations(source: Source) -> list[Mapping[str, Any]]:
    return [found for found in source.objects if isinstance(found.get("chat_messages"), list)]


def _recognises(source: Source) -> bool:
    return bool(_find_conversations(source))


def _talks(source: Source) -> list[Talk]:
    return [_build_talk(found, source) for found in _find_conversations(source)]


def _build_talk(found: Mapping[str, Any], source: Source) -> Talk:
    counts: Counter[str] = Counter()
    model = text(found.get("model"))
    messages = [get_map(each) for each in get_list(found.get("chat_messages"))]
    tree = Tree(
        {
            text(each.get("uuid")) or str(place): _convert_message(each, model, counts)
            for place, each in enumerate(messages)
        },
        _map_parents(messages),
    )
    leaf = text(found.get("current_leaf_message_uuid"))
    lines, branches, left = tree.find_way(leaf if leaf in tree else tree.last, ("assistant",))
    title = text(found.get("name")).strip() or make_title(lines, "Claude")
    return Talk(
        text(found.get("uuid")), "Claude", "claude", source.name, title, list(SPEAKERS), lines,
        warnings=left_out(counts), branches=branches, branches_left=left,
    )  # fmt: skip


def _map_parents(messages: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return what each message answers: what it says, else the one before it."""
    ids = [text(each.get("uuid")) or str(place) for place, each in enumerate(messages)]
    known = set(ids)
    parents: dict[str, str] = {}
    for place, each in enumerate(messages):
        said = each.get("parent_message_uuid")  # of the first message it is an id that no message has
        before = ids[place - 1] if place else ""
        parents[ids[place]] = (said if said in known else "") if isinstance(said, str) else before
    return parents


def _convert_message(message: Mapping[str, Any], model: str, counts: Counter[str]) -> list[Said]:
    """Return a message as a line, with the tools that were called before it and what was given along."""
    at = moment(message.get("created_at"))
    sender = text(message.get("sender"))
    content = get_content_of(message.get("content"))
    counts.update(content.others)
    words = (content.text or text(message.get("text"))).strip()  # older exports have the text alone
    found = [called(call.name, call.arguments, "Claude", at) for call in content.calls]
    names = {call.id: call.name for call in content.calls}  # a result has the id of its call, and no name
    found += [make_note(names.get(tool, tool), result, at) for tool, result in content.results]
    for given in map(get_map, get_list(message.get("attachments"))):
        # A text that was pasted or uploaded; of other files there is the name alone.
        name = text(given.get("file_name")) or "attachment"
        found.append(Said("", text(given.get("extracted_content")) or name, at, name=name, kind="attachment"))
    if files := get_list(message.get("files")):
        counts["file"] += len(files)
    if sender in ("human", "assistant") and (words or content.thoughts):
        said = text(message.get("model")) or model
        spoken_by = said if sender == "assistant" else ""
        found.append(Said(sender, words, at, content.thoughts, spoken_by))
    elif sender not in ("human", "assistant"):
        counts[sender or "?"] += 1
    return found


CLAUDE = Importer("claude", Localised(en="Claude export", de="Claude-Export"), _recognises, talks=_talks)
