"""Character cards: read as other programs write them, made into members, and written again."""

from __future__ import annotations

import base64
import io
import json
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from parley.core.base.errors import FileError, ParleyError, UsageError
from parley.core.cast.card import LONGEST
from parley.core.cast.lore import LONGEST_BOOK
from parley.core.cast.member import Member
from parley.core.home import Home
from parley.core.importing.cards import charx, png
from parley.core.importing.cards.mapping import BACKFILLED, converted, data_of, get_card_of, get_version_of, member_of
from parley.core.importing.cards.reading import parse_object, read
from parley.core.studio import cards
from parley.core.studio.library import Library

REAL = Path(__file__).parents[2] / "cards"
FILES = sorted(path for path in REAL.iterdir() if path.suffix != ".md")
GREETING = "*sets a cup before you* Drink. You can tell me later, {{user}}, what you were doing out there."
SAID = (
    "You get used to the wind. It is the quiet that wakes me.", "Seventeen ships this week. Sixteen came back.",
    "Ask the sea.",
)  # fmt: skip


def card(**data: Any) -> dict[str, Any]:
    full = {"name": "Ann", "description": "A ghost.", "first_mes": "Boo.", "extensions": {}} | data
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": full}


def written(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), "utf-8")
    return path


@pytest.fixture
def library(home: Home) -> Library:
    return Library(home)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_other_programs_wrote_becomes_a_member(path: Path) -> None:
    found = cards.read_card(path)
    member = found.member
    assert member is not None
    assert member.card is not None
    assert (member.name, member.lines, found.warnings) == ("Maren", SAID, ())
    assert member.card.greetings[0] == GREETING
    assert member.card.scenario.startswith("A storm has cut the rock off.")
    assert member.voice is None


def test_each_version_says_what_it_has() -> None:
    (third,) = [cards.read_card(path).member for path in FILES if path.name == "ccardlib-v3.json"]
    assert third is not None
    assert third.card is not None
    assert third.card.lore is not None
    assert third.identity.startswith("{{char}} keeps the lighthouse")
    assert (third.card.nickname, third.card.maker, third.card.tags) == ("Mar", "A tester", ("sea", "calm"))
    assert third.card.greetings[1:] == ("The lamp is lit. Come in, {{user}}.", "You again.")
    assert third.card.group_greetings == ("*looks around* So many of you.",)
    assert (third.directive, third.card.reminder) == (
        "{{original}}\nSpeak like somebody who lives alone.", "Keep to one thought at a time.",
    )  # fmt: skip
    book = third.card.lore
    assert (book.name, book.scan_depth, book.budget, book.recursive, len(book.entries)) == (
        "Sark Rock",
        3,
        300,
        True,
        7,
    )
    wreck = book.entries[0]
    assert (wreck.keys, wreck.secondary, wreck.position) == (("Elsinore", "the wreck"), ("cargo",), "before")
    assert [entry.depth for entry in book.entries[:3]] == [None, None, 2]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_card_goes_back_byte_for_byte(home: Home, library: Library, tmp_path: Path, path: Path) -> None:
    taken = cards.import_cards(home, library, [cards.read_card(path)], "Coast")
    (member,) = library.cast(taken.cast.id).members
    out = tmp_path / f"out{path.suffix}"
    assert cards.export(home, member, out) == []
    assert out.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_only_what_was_changed_is_otherwise(home: Home, library: Library, tmp_path: Path, path: Path) -> None:
    before = read(path).card
    cards.import_cards(home, library, [cards.read_card(path)], "Coast")
    (member,) = library.cast("coast").members
    assert member.card is not None
    own = member.card.model_copy(update={"scenario": "Noon.", "greetings": ("Hey.", *member.card.greetings[1:])})
    out = tmp_path / f"out{path.suffix}"
    cards.export(home, member.model_copy(update={"name": "Mara", "card": own}), out)
    after = read(out).card
    assert get_version_of(after) == get_version_of(before)
    changed = {"name": "Mara", "scenario": "Noon.", "first_mes": "Hey."}
    assert data_of(after) == data_of(before) | changed
    rest = {key: value for key, value in before.items() if key not in ("data", *changed)}
    assert {key: after[key] for key in rest} == rest
    if path.name == "sillytavern.png":
        # Its fields stand there twice.
        assert (after["name"], after["scenario"], after["fav"]) == ("Mara", "Noon.", False)


def test_a_picture_stays_as_it_is(home: Home, library: Library, tmp_path: Path) -> None:
    path = REAL / "sillytavern.png"
    cards.import_cards(home, library, [cards.read_card(path)], "Coast")
    member = library.cast("coast").members[0].model_copy(update={"personality": "Loud."})
    cards.export(home, member, tmp_path / "out.png")
    with Image.open(path) as before, Image.open(tmp_path / "out.png") as after:
        assert before.tobytes() == after.tobytes()
        texts = after.text  # type: ignore[attr-defined]  # Pillow has it of PNGs
    both = {key: json.loads(base64.b64decode(texts[key])) for key in ("chara", "ccv3")}
    assert {each["data"]["personality"] for each in both.values()} == {"Loud."}
    assert (both["chara"]["spec"], both["ccv3"]["spec"]) == ("chara_card_v2", "chara_card_v3")
    assert BACKFILLED not in both["chara"]["data"]["creator_notes"]


def test_the_third_version_wins_in_a_png(tmp_path: Path) -> None:
    third = card(name="Third") | {"spec": "chara_card_v3", "spec_version": "3.0"}
    base = (REAL / "tavern-card.png").read_bytes()
    data = png.with_cards(base, {"chara": json.dumps(card(name="Second")).encode(), "ccv3": json.dumps(third).encode()})
    (tmp_path / "both.png").write_bytes(data)
    assert cards.read_card(tmp_path / "both.png").name == "Third"


def test_packed_and_international_texts_are_read(tmp_path: Path) -> None:
    text = base64.b64encode(json.dumps(card(name="Jörg")).encode())
    picture = [chunk for chunk in png.chunks((REAL / "tavern-card.png").read_bytes()) if chunk.kind != b"tEXt"]
    head, end = b"".join(chunk.raw for chunk in picture[:-1]), picture[-1].raw

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    for kind, body in (
        (b"zTXt", b"Chara\0\0" + zlib.compress(text)),
        (b"iTXt", b"chara\0\1\0\0\0" + zlib.compress(text)),
    ):
        (tmp_path / "a.png").write_bytes(png.SIGNATURE + head + chunk(kind, body) + end)
        assert cards.read_card(tmp_path / "a.png").name == "Jörg"


def test_a_charx_keeps_its_files(home: Home, library: Library, tmp_path: Path) -> None:
    path = REAL / "foundry.charx"
    cards.import_cards(home, library, [cards.read_card(path)], "Coast")
    member = library.cast("coast").members[0].model_copy(update={"identity": "Somebody else."})
    cards.export(home, member, tmp_path / "out.charx")
    with zipfile.ZipFile(path) as before, zipfile.ZipFile(tmp_path / "out.charx") as after:
        names = {info.filename for info in before.infolist()}
        assert names == set(after.namelist())
        assert all(before.read(name) == after.read(name) for name in names - {"card.json"})
        data = json.loads(after.read("card.json"))["data"]
    assert data["description"] == "Somebody else."
    assert data["assets"] == data_of(read(path).card)["assets"]
    # Its icon is the picture of a PNG, and JSON says what it cannot hold.
    cards.export(home, member, tmp_path / "out.png")
    with Image.open(tmp_path / "out.png") as picture:
        assert picture.size == (96, 144)
    assert cards.export(home, member, tmp_path / "out.json") == [
        "Of the files in the CHARX 2 were left out: only a CHARX can hold them."
    ]


def test_a_member_without_a_card_becomes_one_and_comes_back(home: Home, tmp_path: Path) -> None:
    member = Member(
        id="ann", name="Ann", role="Ghost", age=300, tone="hollow", identity="A ghost.", directive="Rattle.",
        lines=("Boo.", "Who is there?"), colour="teal",
    )  # fmt: skip
    for ending in cards.ENDINGS:
        out = tmp_path / f"ann{ending}"
        assert cards.export(home, member, out) == []
        back = cards.read_card(out).member
        assert back is not None
        assert back.model_copy(update={"card": None}) == member
    with Image.open(tmp_path / "ann.png") as picture:
        assert picture.size == (400, 600)


def test_versions_are_converted() -> None:
    third = read(REAL / "ccardlib-v3.json").card
    second = converted(third, 2)
    assert (second["spec"], second["spec_version"]) == ("chara_card_v2", "2.0")
    # Older programs would tell decorators.
    assert data_of(second)["character_book"]["entries"][-1]["content"] == "Gulls mean land."
    assert data_of(third)["character_book"]["entries"][-1]["content"].startswith("@@depth")
    first, warnings = get_card_of(member_of(third)[0], third, 1)
    assert sorted(first) == ["description", "first_mes", "mes_example", "name", "personality", "scenario"]
    assert warnings
    assert get_version_of(converted(first, 3)) == 3


def test_what_only_members_have_goes_along_but_no_voice(home: Home, tmp_path: Path) -> None:
    member = Member.model_validate({"id": "ann", "name": "Ann", "role": "Ghost", "voice": {"provider": "rehearsal"}})
    cards.export(home, member, tmp_path / "ann.json")
    text = (tmp_path / "ann.json").read_text("utf-8")
    assert json.loads(text)["data"]["extensions"] == {"parley": {"role": "Ghost"}}
    hostile = card(extensions={"parley": {"role": "Ghost", "voice": {"base_url": "http://evil"}, "id": "director"}})
    made, _warnings = member_of(hostile)
    assert (made.id, made.role, made.voice) == ("ann", "Ghost", None)


# Into casts -------------------------------------------------------------------------------------------------------


def test_cards_go_into_a_cast_once(home: Home, library: Library, tmp_path: Path) -> None:
    ann, bob = (cards.read_card(written(tmp_path / f"{name}.json", card(name=name))) for name in ("Ann", "Ännchen B."))
    taken = cards.import_cards(home, library, [ann, bob])
    assert (taken.cast.id, taken.members) == ("ann", ("ann", "annchen-b"))
    again = cards.import_cards(home, library, [ann], "ann")
    assert (again.members, again.warnings) == ((), ("Ann is in this cast already and was left alone.",))
    assert len(library.cast("ann").members) == 2
    with pytest.raises(UsageError, match="ships with Parley"):
        cards.import_cards(home, library, [ann], "studio")


def test_a_lore_book_goes_into_a_cast(home: Home, library: Library, tmp_path: Path) -> None:
    book = cards.read_card(written(tmp_path / "coast.json", WORLD))
    with pytest.raises(UsageError, match="alone makes no cast"):
        cards.import_cards(home, library, [book])
    assert not home.casts.exists()
    ann = cards.read_card(written(tmp_path / "ann.json", card()))
    cards.import_cards(home, library, [ann, book], "coast")
    (kept,) = library.cast("coast").lore
    assert kept.name == "coast"
    tower, hidden, deep = kept.entries
    assert (tower.keys, tower.logic, tower.secondary, tower.whole) == (("tower",), "not_any", ("chess",), True)
    assert hidden.off
    assert deep.depth == 2
    assert deep.probability == 40
    assert cards.import_cards(home, library, [book], "coast").books == 0


WORLD = {
    "entries": {
        "0": {
            "uid": 0, "key": ["tower"], "keysecondary": ["chess"], "comment": "The tower", "content": "It leans.",
            "constant": False, "selective": True, "selectiveLogic": 2, "order": 100, "position": 0, "disable": False,
            "probability": 100, "useProbability": True, "depth": 4, "matchWholeWords": True, "caseSensitive": None,
            "scanDepth": None, "excludeRecursion": False, "sticky": 2, "cooldown": None,
        },
        "1": {"uid": 1, "key": ["x"], "keysecondary": [], "comment": "", "content": "Off.", "disable": True},
        "2": {
            "uid": 2, "key": ["sea"], "keysecondary": [], "content": "Salt.", "position": 4, "depth": 2,
            "probability": 40, "useProbability": True,
        },
    }
}  # fmt: skip
"""As SillyTavern keeps world info."""


# Guests -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not JSON"),
        (b"[1]", "no JSON object"),
        (b'{"a": 1}', "neither a character card nor a lore book"),
        (b'{"spec": "chara_card_v2", "data": {"name": ""}}', "says no name"),
        (b'{"name": "A", "description": NaN, "first_mes": ""}', "NaN is no number"),
        (b'{"name": "A", "description": ' + b"9" * 5_000 + b"}", "a number in it is too long"),
        (b'{"name": "A", "x": ' + b"[" * 5_000 + b"]" * 5_000 + b"}", "nested too deeply"),
        (b'{"name": "A", "description": "", "x": ' + b"[" * 100 + b"]" * 100 + b"}", "nested too deeply"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (png.SIGNATURE + b"\0\0\0\0IEND\0\0\0\0", "no character card in it"),
        (b"PK\x03\x04", "no archive"),
    ],
)  # fmt: skip
def test_what_is_no_card_is_a_sentence(tmp_path: Path, data: bytes, says: str) -> None:
    (tmp_path / "odd.json").write_bytes(data)
    with pytest.raises(FileError, match=says):
        cards.read_card(tmp_path / "odd.json")


def test_a_text_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    body = b"chara\0\0" + zlib.compress(b"A" * (png.MOST_TEXT + 10), 9)
    chunk = struct.pack(">I", len(body)) + b"zTXt" + body + b"\0\0\0\0"
    (tmp_path / "bomb.png").write_bytes(png.SIGNATURE + chunk)
    with pytest.raises(FileError, match="its text is too long") as caught:
        cards.read_card(tmp_path / "bomb.png")
    assert "its text" not in caught.value.said("de")


def archive(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in files.items():
            target.writestr(name.replace("__", "/"), data)
    return out.getvalue()


def test_archives_cannot_lead_out_or_grow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = json.dumps(card()).encode()
    path = tmp_path / "a.charx"
    for data, says in (
        (archive(**{"card.json": good, "../../evil": b"x"}), "leads out of it"),
        (archive(**{"card.json": good, "/etc/evil": b"x"}), "leads out of it"),
        (archive(assets__a=b"x"), "no card.json"),
        (archive(**{"card.json": b" " * (charx.MOST_CARD + 1)}), "too large"),
    ):
        path.write_bytes(data)
        with pytest.raises(FileError, match=says):
            cards.read_card(path)
    monkeypatch.setattr(charx, "MOST_BYTES", 1_000)
    path.write_bytes(archive(**{"card.json": good, "big": b"\0" * 2_000}))
    with pytest.raises(FileError, match="unpacked it is larger"):
        cards.read_card(path)


def test_huge_fields_are_cut_for_the_play_and_kept_in_the_card(home: Home, library: Library, tmp_path: Path) -> None:
    huge = card(description="x" * (LONGEST + 5), alternate_greetings=["y" * (LONGEST + 1)])
    huge["data"]["character_book"] = {"entries": [{"keys": ["a"], "content": "b" * 30_000} for _ in range(20)]}
    found = cards.read_card(written(tmp_path / "huge.json", huge))
    assert found.member is not None
    assert found.member.card is not None
    assert found.member.card.lore is None
    assert len(found.member.identity) == LONGEST
    assert "The description has 32,005 characters; the first 32,000 are played" in "".join(found.warnings)
    assert any(f"at most {LONGEST_BOOK:,} are possible" in warning for warning in found.warnings)
    cards.import_cards(home, library, [found])
    cards.export(home, library.cast("ann").members[0], tmp_path / "back.json")
    assert parse_object((tmp_path / "back.json").read_bytes()) == huge


@pytest.mark.parametrize(
    "odd",
    [
        {"alternate_greetings": "no list"}, {"tags": [1, None]}, {"character_book": {"entries": "none"}},
        {"character_book": {"entries": [None, {"keys": 5, "content": 7, "extensions": [], "insertion_order": "x"}]}},
        {"character_book": {"scan_depth": -4, "token_budget": 1e300, "entries": [{"key": "a, b", "content": "c"}]}},
        {"extensions": [], "nickname": 7, "creator": {}}, {"name": "director"}, {"name": "player"},
        {"description": "\ud83d half a letter"}, {"extensions": {"parley": {"age": "old"}}},
    ],
)  # fmt: skip
def test_odd_fields_cost_no_card(home: Home, library: Library, tmp_path: Path, odd: dict[str, Any]) -> None:
    before = card(**odd)
    found = cards.read_card(written(tmp_path / "odd.json", before))
    cards.import_cards(home, library, [found], "odd")
    (member,) = library.cast("odd").members
    cards.export(home, member.model_copy(update={"personality": "New."}), tmp_path / "back.json")
    assert json.loads((tmp_path / "back.json").read_bytes()) == card(**odd, personality="New.")


def test_what_cannot_be_written_leaves_nothing(home: Home, library: Library, tmp_path: Path) -> None:
    found = cards.read_card(written(tmp_path / "ann.json", card()))
    home.path.mkdir(parents=True, exist_ok=True)
    home.casts.write_text("a file where the folder should be")
    with pytest.raises(ParleyError):
        cards.import_cards(home, library, [found], "ann")
    assert list(home.cards.iterdir()) == []
