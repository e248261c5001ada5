"""From a card to a member, and back with what of the member is otherwise by now.

The card that a member was made of is kept. Whoever writes it again makes the same member of it once more, and changes
in it what differs: everything else, known or not, stays as it came.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from parley.core.base.errors import FileError
from parley.core.base.line import keep_visible
from parley.core.base.sentences import Sentence
from parley.core.cast.card import LONGEST, MOST_GREETINGS, Card
from parley.core.cast.member import PLAYER, RESERVED, Member, make_slug
from parley.core.importing.cards.books import clean_text, get_book_of, with_book
from parley.core.importing.cards.reading import ENDINGS, V1, Data, read, why_of
from parley.core.perspective.decorators import parse_decorators

LONGEST_NAME, LONGEST_LINE, MOST_LINES = 80, 2_000, 60
"""Characters of a name and of a sample line, and sample lines."""
OURS = "parley"
"""The key among a card's extensions under which stands what only members have."""
EXTRA = (
    "role", "age", "pronouns", "colour", "letter", "biography", "working_style", "favourite_games", "private_life",
    "tone", "quirk",
)  # fmt: skip
"""Fields of a member that cards have no place for. Voices and servers are never among them."""
BACKFILLED = (
    "This character card is Character Card V3, but it is loaded as a Character Card V2. Please use a Character Card V3 "
    "compatible application to use this character card properly."
)
"""What the specification has stand in the notes of a card that is there for older programs alone."""
_START = re.compile(r"<START>", re.IGNORECASE)
_LABEL = re.compile(r"\s*(\{\{char\}\}|<bot>|\{\{user\}\}|<user>|[^\n:{}<>]{1,80}):\s*", re.IGNORECASE)
_CHAR = ("{{char}}", "<bot>")


def get_version_of(card: Mapping[str, Any]) -> int:
    """Return the version of a card's specification: 1, 2 or 3."""
    spec = str(card.get("spec", ""))
    return 3 if spec == "chara_card_v3" else 2 if spec.startswith("chara_card_") else 1


def data_of(card: Data) -> Data:
    """Return where a card's fields stand."""
    inner = card.get("data")
    return inner if get_version_of(card) > 1 and isinstance(inner, dict) else card


def member_of(card: Data, file: str = "") -> tuple[Member, list[str]]:
    """Return the member that a card makes, and what of it is not played, as sentences. Raises `ValueError` where it
    makes none.
    """
    data, warnings = data_of(card), list[str]()

    def text(key: str, what: Sentence) -> str:
        return _cut_text(clean_text(data.get(key)), what, warnings)

    name = keep_visible(clean_text(data.get("name")))[:LONGEST_NAME].strip()
    if not name:
        raise ValueError(Sentence("it says no name"))
    lore = None
    if isinstance(book := data.get("character_book"), dict) and book.get("entries"):
        try:
            lore, told = get_book_of(book, name)
            warnings += told
        except ValueError as error:
            warnings.append(Sentence("The lore book is kept and not played: {why}.", why=why_of(error)))
    nickname = keep_visible(clean_text(data.get("nickname")))[:LONGEST_NAME]
    first = clean_text(data.get("first_mes"))
    made = Member(
        id=_make_member_id(name),
        name=name,
        identity=text("description", Sentence("description")),
        personality=text("personality", Sentence("personality")),
        directive=text("system_prompt", Sentence("system prompt")),
        lines=sample_lines(clean_text(data.get("mes_example")), (name, nickname), warnings),
        card=Card(
            file=file,
            nickname="" if nickname == name else nickname,
            greetings=_limit_greetings([first, *_clean_texts(data.get("alternate_greetings"))], warnings),
            group_greetings=_limit_greetings(_clean_texts(data.get("group_only_greetings")), warnings),
            scenario=text("scenario", Sentence("scenario")),
            reminder=text("post_history_instructions", Sentence("post-history instructions")),
            notes=text("creator_notes", Sentence("creator's notes")),
            maker=keep_visible(clean_text(data.get("creator")))[:400],
            tags=tuple(keep_visible(tag)[:80] for tag in _clean_texts(data.get("tags"))[:100]),
            lore=lore,
        ),
    )
    return _restore_extra_fields(made, data, warnings), warnings


def get_card_of(member: Member, before: Data | None, version: int = 0) -> tuple[Data, list[str]]:
    """Return the card of a member: `before` with what is otherwise by now, else a new one; and what it cannot hold.

    `version` is that of the specification, 0: the card's own, of a new one the second.
    """
    card = _create_empty_card() if before is None else copy.deepcopy(before)  # deep: the kept card stays as it came
    base = Member(id="nobody", name="?") if before is None else member_of(card)[0]  # for a new card all is a change
    warnings: list[str] = []
    own, had = member.card or Card(), base.card or Card()
    # What the member has now, what the card made of it, and how a card writes the first.
    fields: dict[str, tuple[object, object, object]] = {
        "name": (member.name, base.name, member.name),
        "description": (member.identity, base.identity, member.identity),
        "personality": (member.personality, base.personality, member.personality),
        "mes_example": (member.lines, base.lines, _format_examples(member.lines)),
        "scenario": (own.scenario, had.scenario, own.scenario),
        "first_mes": (own.greetings[:1], had.greetings[:1], "".join(own.greetings[:1])),
        "system_prompt": (member.directive, base.directive, member.directive),
        "post_history_instructions": (own.reminder, had.reminder, own.reminder),
        "creator_notes": (own.notes, had.notes, own.notes),
        "alternate_greetings": (own.greetings[1:], had.greetings[1:], list(own.greetings[1:])),
        "group_only_greetings": (own.group_greetings, had.group_greetings, list(own.group_greetings)),
        "nickname": (own.nickname, had.nickname, own.nickname),
        "creator": (own.maker, had.maker, own.maker),
        "tags": (own.tags, had.tags, list(own.tags)),
    }
    changes: dict[str, Any] = {key: value for key, (now, then, value) in fields.items() if now != then}
    if own.lore is not None and own.lore != had.lore:
        changes["character_book"] = with_book(data_of(card).get("character_book"), own.lore)
    elif own.lore is None and had.lore is not None:
        changes["character_book"] = None  # `_apply_changes` takes out what is None
    extra, were = _dump_extra_fields(member), _dump_extra_fields(base)
    if extra != were:
        extensions = dict(data_of(card).get("extensions") or {})
        extensions.pop(OURS, None)
        changes["extensions"] = extensions | ({OURS: extra} if extra else {})
    if changes.keys() - {"name", "description", "personality", "mes_example", "scenario", "first_mes"}:
        wanted = max(version or get_version_of(card), 2)  # version 1 has no place for these
        card = converted(card, wanted if get_version_of(card) == 1 else get_version_of(card))
    _apply_changes(card, changes)
    if version and version != get_version_of(card):
        if version == 1:
            warnings.append(Sentence("A card of version 1 holds a name and five texts; the rest was left out."))
        card = converted(card, version)
    return card, warnings


def converted(card: Data, version: int) -> Data:
    """Return the card in another version of the specification."""
    data = copy.deepcopy(data_of(card))
    if version == get_version_of(card):
        return card
    if version == 1:
        return {key: data.get(key, "") for key in ("name", *V1)}
    if get_version_of(card) == 1:
        known = {key: data.pop(key) for key in list(data) if key in _create_empty_card()["data"]}
        data = _create_empty_card()["data"] | known | ({"extensions": {"v1": data}} if data else {})  # nothing is lost
    entries = [each for each in (data.get("character_book") or {}).get("entries") or () if isinstance(each, dict)]
    if version == 3:
        data.setdefault("group_only_greetings", [])
        for entry in entries:
            entry.setdefault("use_regex", False)  # required by the third version
    else:
        for entry in entries:
            if str(entry.get("content", "")).lstrip().startswith("@@"):  # older programs would send these to the model
                entry["content"] = parse_decorators(entry["content"]).text
    rest = {key: value for key, value in card.items() if key not in ("spec", "spec_version", "data")}
    head: Data = {"spec": f"chara_card_v{version}", "spec_version": f"{version}.0"}
    return head | (rest if get_version_of(card) > 1 else {}) | {"data": data}


def fit_older(card: Data) -> Data:
    """Return a card of the third version as older programs can read it, with a note in it that says so."""
    older = converted(card, 2)
    data = older["data"]
    data["creator_notes"] = "\n\n".join(filter(None, (BACKFILLED, clean_text(data.get("creator_notes")))))
    return older


def sample_lines(examples: str, names: tuple[str, ...], warnings: list[str]) -> tuple[str, ...]:
    """Return what a character says in the examples of a card, a line each; what others say there is not theirs."""
    own = {*_CHAR, *(name.casefold() for name in names if name)}
    found: list[str] = []
    for block in _START.split(examples):
        mine, said = True, list[str]()  # what stands before the first name is the character's
        for line in block.strip().split("\n"):
            if (label := _LABEL.match(line)) is not None and (_is_known_label(label[1]) or label[1].casefold() in own):
                found += [" ".join(" ".join(said).split())] if mine else []
                mine, said = label[1].casefold() in own, [line[label.end() :]]
            else:
                said.append(line)
        found += [" ".join(" ".join(said).split())] if mine else []
    found = list(dict.fromkeys(line for line in found if line))
    if (long := sum(len(line) > LONGEST_LINE for line in found)) or len(found) > MOST_LINES:
        template = (
            "Of the example lines the first {most} are told, each up to {longest:,} characters; {count} are longer."
        )
        warnings.append(Sentence(template, most=MOST_LINES, longest=LONGEST_LINE, count=long))
    return tuple(line[:LONGEST_LINE].strip() for line in found[:MOST_LINES])


def _is_known_label(label: str) -> bool:
    return label.casefold() in {"{{user}}", "<user>", *_CHAR}


def _format_examples(lines: tuple[str, ...]) -> str:
    return "\n".join(f"<START>\n{{{{char}}}}: {line}" for line in lines)


def _create_empty_card() -> Data:
    """Return a new card of the second version."""
    data: Data = dict.fromkeys(
        (
            "name", *V1, "creator_notes", "system_prompt", "post_history_instructions", "creator", "character_version",
        ),
        "",
    )  # fmt: skip
    data |= {"alternate_greetings": [], "tags": [], "extensions": {}}
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}


def _apply_changes(card: Data, changes: Mapping[str, Any]) -> None:
    data = data_of(card)
    for key, value in changes.items():
        # Some programs write a card's fields twice, as in version 1 besides.
        if data is not card and key in card and card[key] == data.get(key):
            card[key] = value
        if value is None:
            data.pop(key, None)
        else:
            data[key] = value


def _dump_extra_fields(member: Member) -> Data:
    full = member.model_dump(mode="json", exclude_defaults=True)
    return {name: full[name] for name in EXTRA if name in full}


def _restore_extra_fields(member: Member, data: Data, warnings: list[str]) -> Member:
    """Return the member with what Parley itself wrote into the card."""
    extensions = data.get("extensions")
    extra = extensions.get(OURS) if isinstance(extensions, dict) else None
    if not isinstance(extra, dict):
        return member
    try:
        full = member.model_dump(exclude_defaults=True)
        return Member.model_validate(full | {name: extra[name] for name in EXTRA if name in extra})
    except ValidationError:
        warnings.append(Sentence("What Parley had written into it cannot be read and is left as it is."))
        return member


def _make_member_id(name: str) -> str:
    made = make_slug(name)
    return f"{made}-1" if made in (RESERVED, PLAYER) else made  # ids that mean somebody else


def _limit_greetings(texts: list[str], warnings: list[str]) -> tuple[str, ...]:
    kept = [text for text in texts if text]
    if len(kept) > MOST_GREETINGS:
        template = "It has {count} greetings; the first {most} can be chosen."
        warnings.append(Sentence(template, count=len(kept), most=MOST_GREETINGS))
    return tuple(_cut_text(text, Sentence("greeting"), warnings) for text in kept[:MOST_GREETINGS])


def _cut_text(text: str, what: Sentence, warnings: list[str]) -> str:
    if len(text) <= LONGEST:
        return text
    template = "The {what} has {count:,} characters; the first {most:,} are played, and the card keeps all of them."
    warnings.append(Sentence(template, what=what, count=len(text), most=LONGEST))
    return text[:LONGEST].strip()


def _clean_texts(value: object) -> list[str]:
    return [clean_text(each) for each in value] if isinstance(value, list) else []


class CardFiles:
    """Files of character cards, as files that hold somebody who can be played."""

    endings = ENDINGS

    def read(self, path: Path) -> Member:
        """Return the member that a card makes. Raises `FileError`, also for a lore book."""
        source = read(path)
        if source.what != "card":
            raise FileError(path, "this is no character card.")
        try:
            return member_of(source.card)[0]
        except ValueError as error:
            raise FileError(path, "this cannot be taken over: {why}.", why=why_of(error)) from None


CARDS = CardFiles()
