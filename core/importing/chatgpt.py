"""Conversations of a ChatGPT data export (conversations.json): a tree of messages each, whose `current_node` is the end
of the way that was shown last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from parley.core.formats import Localised
from parley.core.importing.moments import moment
from parley.core.importing.parts import get_list, get_map, text
from parley.core.importing.reading import Importer, Source
from parley.core.importing.talk import Said, Speaker, Talk, called, left_out, make_note, make_title
from parley.core.importing.trees import Tree

SPEAKERS = (Speaker("user", "User", "person"), Speaker("assistant", "ChatGPT", "voice"))
SPOKEN = ("text", "multimodal_text")
THOUGHTS = ("thoughts", "reasoning_recap")
SILENT = ("user_editable_context", "model_editable_context", "app_pairing_content")
"""What the program puts in by itself: who the user is, what is remembered."""


def _find_conversations(source: Source) -> list[Mapping[str, Any]]:
    return [found for found in source.objects if _extract_nodes(found)]


def _extract_nodes(found: Mapping[str, Any]) -> Mapping[str, Any]:
    nodes = get_map(found.get("mapping"))
    some = get_map(next(iter(nodes.values()), None))  # one is enough to tell them from another program's `mapping`
    return nodes if "message" in some or "children" in some else {}


def _recognises(source: Source) -> bool:
    return bool(_find_conversations(source))


def _talks(source: Source) -> list[Talk]:
    return [_build_talk(found, source) for found in _find_conversations(source)]


def _build_talk(found: Mapping[str, Any], source: Source) -> Talk:
    counts: Counter[str] = Counter()
    usual = text(found.get("default_model_slug"))
    nodes = {str(one): get_map(node) for one, node in _extract_nodes(found).items()}
    # In the order in which they were written, as far as that is known; what has no time stands where the file has it.
    order = sorted(nodes, key=lambda one: _time(get_map(nodes[one].get("message"))))
    read = {one: _convert_message(get_map(nodes[one].get("message")), usual, counts) for one in order}
    tree = Tree(read, {one: text(node.get("parent")) for one, node in nodes.items()})
    leaf = text(found.get("current_node"))
    lines, branches, left = tree.find_way(leaf if leaf in tree else tree.last, ("assistant",))
    title = text(found.get("title")).strip() or make_title(lines, "ChatGPT")
    key = text(found.get("conversation_id")) or text(found.get("id"))
    return Talk(
        key, "ChatGPT", "chatgpt", source.name, title, list(SPEAKERS), lines,
        warnings=left_out(counts), branches=branches, branches_left=left,
    )  # fmt: skip


def _time(message: Mapping[str, Any]) -> float:
    at = moment(message.get("create_time"))
    return at.timestamp() if at else 0.0


def _convert_message(message: Mapping[str, Any], usual: str, counts: Counter[str]) -> list[Said]:
    """Return a message as a line or a note; nothing where it has no words."""
    author, about = get_map(message.get("author")), get_map(message.get("metadata"))
    content = get_map(message.get("content"))
    kind, role = text(content.get("content_type")), text(author.get("role"))
    at = moment(message.get("create_time"))
    if not kind or about.get("is_visually_hidden_from_conversation") or kind in SILENT:  # a root has no content at all
        return []
    words, others = _extract_words(content, kind)
    counts.update(others)
    to = text(message.get("recipient"))
    model = text(about.get("model_slug")) or usual
    if role == "assistant" and kind in THOUGHTS:
        return [Said("assistant", "", at, thoughts=(words,), model=model)] if words else []
    if role == "assistant" and to not in ("", "all"):  # said to a tool, and not to the person
        return [called(to, words, "ChatGPT", at)] if words else []
    if role == "tool":
        tool = text(author.get("name"))
        return [make_note(tool, words, at)] if words else []
    if role == "system":
        return [Said("", words, at, name="System", kind="system")] if words else []
    if role not in ("user", "assistant"):
        counts[role or "?"] += 1
        return []
    shown = words or ", ".join(f"[{each}]" for each in others)
    return [Said(role, shown, at, model=model if role == "assistant" else "")] if shown else []


def _extract_words(content: Mapping[str, Any], kind: str) -> tuple[str, Counter[str]]:
    """Return what a content says, and by its kind what no line can hold."""
    others: Counter[str] = Counter()
    if kind == "thoughts":
        thoughts = map(get_map, get_list(content.get("thoughts")))
        return "\n\n".join(filter(None, (text(one.get("content")) for one in thoughts))), others
    if kind == "reasoning_recap":
        return "", others  # "Thought for 5 seconds": no thought itself
    if isinstance(content.get("parts"), list):
        pieces = []
        for part in content["parts"]:
            if isinstance(part, str):
                pieces.append(part)
                continue
            piece = get_map(part)
            if heard := text(piece.get("text")):
                pieces.append(heard)  # what was said aloud, written down
            else:
                others[text(piece.get("content_type")) or "?"] += 1
        return "\n\n".join(each for each in pieces if each.strip()).strip(), others
    words = text(content.get("text")) or text(content.get("result"))  # code and its output; pages that were looked at
    if not words and kind not in (*SPOKEN, *THOUGHTS):
        others[kind] += 1
    return words.strip(), others


CHATGPT = Importer("chatgpt", Localised(en="ChatGPT export", de="ChatGPT-Export"), _recognises, talks=_talks)
