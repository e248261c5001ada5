"""Character cards in the home: taken into casts, kept as they came, and written again."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from parley.core.base.definition import MAX_BYTES
from parley.core.base.errors import FileError, ParleyError, UsageError, convert_to_sentence
from parley.core.base.extras import require_extra
from parley.core.base.line import keep_visible
from parley.core.base.packaged import get_resource
from parley.core.base.sentences import Sentence
from parley.core.cast.cast import Cast, Language
from parley.core.cast.colours import get_tones
from parley.core.cast.lore import LoreBook
from parley.core.cast.member import PLAYER, RESERVED, Member, make_slug
from parley.core.cast.saving import cast_toml
from parley.core.export.base import save
from parley.core.home import Home
from parley.core.importing.cards import charx, png
from parley.core.importing.cards.books import find_books_in, get_book_of
from parley.core.importing.cards.mapping import converted, data_of, fit_older, get_card_of, get_version_of, member_of
from parley.core.importing.cards.reading import ENDINGS, CardFile, dumped, parse_card, parse_object, read, why_of
from parley.core.studio.library import Library
from parley.core.studio.taking import Taken


@dataclass(frozen=True)
class FoundCard:
    """What a file holds: a member or a lore book; and what is not played."""

    source: CardFile
    member: Member | None = None
    book: LoreBook | None = None
    warnings: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called."""
        return self.member.name if self.member is not None else self.book.name if self.book is not None else ""


@dataclass(frozen=True)
class TakenCards:
    """What became of cards: the `cast` they are in, who came, how many books; `files` say how to undo it."""

    cast: Cast
    path: Path
    members: tuple[str, ...]
    books: int = 0
    warnings: tuple[str, ...] = ()
    files: Mapping[Path, Taken] = field(default_factory=dict)


def read_card(path: Path) -> FoundCard:
    """Return what is in a file; nothing is written. Raises `FileError` where it is no card and no book."""
    return _made(read(path), path)


def keep_card(home: Home, found: FoundCard) -> None:
    """Keep a card or a book as it came, so that it can be written again. Raises `FileError`."""
    target = home.cards / found.source.file
    if not target.exists():  # named by a hash of what is in it
        save(target, iter([found.source.data]), parents=True)


def is_one(path: Path) -> bool:
    """Return whether there is a card or a book in a file."""
    try:
        return bool(read(path).what)
    except ParleyError:
        return False


def is_meant(path: Path) -> bool:
    """Return whether a file can only be meant as a card or a book: by its ending, or by what a JSON file says."""
    ending = path.suffix.lower()
    return ending in ENDINGS and (ending != ".json" or is_one(path))


def _made(source: CardFile, path: Path) -> FoundCard:
    try:
        if source.what == "card":
            member, warnings = member_of(source.card, source.file)
            return FoundCard(source, member=member, warnings=tuple(warnings))
        book, warnings = get_book_of(find_books_in(source.card), keep_visible(path.stem)[:400], source.file)
        return FoundCard(source, book=book, warnings=tuple(warnings))
    except ValueError as error:
        raise FileError(path, "this cannot be taken over: {why}.", why=why_of(error)) from None


# Into a cast ------------------------------------------------------------------------------------------------------


def import_cards(
    home: Home, library: Library, found: Sequence[FoundCard], into: str = "", language: Language = "en"
) -> TakenCards:
    """Take members and books into an own cast; without `into`, and where there is none of that name, into a new one.

    Who is there already by the very same card is left as they are. Raises `UsageError`, `FileError`; then nothing is
    written.
    """
    cast, name = _cast(library, found, into, language)
    members = list(cast.members)
    books = list(cast.lore)
    warnings: list[str] = []
    came: list[str] = []
    kept: dict[Path, bytes] = {}
    for each in found:
        file = each.source.file
        warnings += [
            Sentence("{name}: {warning}", name=each.name, warning=convert_to_sentence(one)) for one in each.warnings
        ]
        if each.book is not None:
            if not any(book.file == file for book in books):
                books.append(each.book)
                kept[home.cards / file] = each.source.data
        elif each.member is not None:
            card = each.member.card
            if card is not None and any(one.card and one.card.file == card.file for one in members):
                warnings.append(Sentence("{name} is in this cast already and was left alone.", name=each.name))
                continue
            id_ = _find_free_name(each.member.name, [one.id for one in members])
            members.append(each.member.model_copy(update={"id": id_}))
            came.append(id_)
            if card is not None:
                kept[home.cards / file] = each.source.data
    if not members:
        raise UsageError("A lore book alone makes no cast.", hint="Say into which cast it is to go: --into CAST")
    made = cast.model_copy(update={"members": tuple(members), "lore": tuple(books)})
    made = _validate_cast(made)
    files = _write_cards_and_cast(home, library, made, name, kept)
    path = home.casts / f"{name or made.id}.toml"
    return TakenCards(made, path, tuple(came), len(books) - len(cast.lore), tuple(warnings), files)


def _cast(library: Library, found: Sequence[FoundCard], into: str, language: Language) -> tuple[Cast, str]:
    """Return the cast that they go into, and the name by which it is saved anew; empty for a new one."""
    if into and into in library.cast_names():
        if not library.is_own(into):
            hint = Sentence("Copy it in the cast editor, or name a cast that there is not yet.")
            raise UsageError("The cast '{name}' ships with Parley and stays as it is.", name=into, hint=hint)
        return library.cast(into), into
    first = next((each for each in found if each.book is None), found[0])
    title = keep_visible(into or first.name)[:80].strip() or "Cards"
    id_ = _find_free_name(title, library.cast_names())
    # It is made valid once it has members.
    return Cast.model_construct(id=id_, name=title, language=language, members=(), lore=()), ""


def _validate_cast(cast: Cast) -> Cast:
    try:
        made = Cast.model_validate(cast.model_dump(exclude_defaults=True))  # nothing has checked it so far
    except ValueError as error:
        raise UsageError("The cast would not be one: {why}.", why=str(error).splitlines()[-1][:200]) from None
    if (size := len(cast_toml(made).encode())) > MAX_BYTES:
        template = "The cast would have {size} MB; at most {most} MB are possible."
        raise UsageError(
            template, size=f"{size / 1e6:.1f}", most=MAX_BYTES // 1_000_000, hint="Take fewer cards at once."
        )
    return made


def _write_cards_and_cast(
    home: Home, library: Library, cast: Cast, name: str, kept: Mapping[Path, bytes]
) -> dict[Path, Taken]:
    """Write the cards as they came, then the cast; where that fails, nothing of it stays."""
    path = home.casts / f"{name or cast.id}.toml"
    before = path.read_bytes() if path.exists() else None
    fresh = {target: data for target, data in kept.items() if not target.exists()}
    try:
        for target, data in fresh.items():
            save(target, iter([data]), parents=True)
        library.save_cast(cast, name)
    except ParleyError:
        for target in fresh:  # those that were there before may belong to other casts
            target.unlink(missing_ok=True)
        raise
    return {path: Taken(before, path.read_bytes())}


def _find_free_name(name: str, taken: Sequence[str]) -> str:
    wanted = make_slug(name)
    used = {*taken, RESERVED, PLAYER}
    return (
        wanted
        if wanted not in used
        else next(each for at in range(2, len(used) + 3) if (each := f"{wanted[:36]}-{at}") not in used)
    )


# And back ---------------------------------------------------------------------------------------------------------


def kept(home: Home, member: Member) -> CardFile | None:
    """Return the card that a member came with, as it is kept; None where there is none."""
    if member.card is None or not member.card.file:
        return None
    path = home.cards / member.card.file
    try:
        return parse_card(path.read_bytes(), path)
    except (OSError, ParleyError):
        return None  # the export reports that it is gone


def export(home: Home, member: Member, path: Path, version: int = 0) -> list[str]:
    """Write a member as a card, by the file's ending as JSON, PNG or CHARX; return what it could not hold.

    Raises `UsageError`, `FileError`.
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        hint = Sentence("Let its name end in one of these: {names}.", names=", ".join(ENDINGS))
        raise UsageError("'{name}' says no kind of card.", name=path.name[:80], hint=hint)
    source = kept(home, member)
    card, warnings = get_card_of(member, source.card if source is not None else None, version)
    if member.card is not None and member.card.file and source is None:
        template = "The card that {name} came with is not here any more: what only it knew is not in this one."
        warnings.append(Sentence(template, name=member.name))
    data = {".json": _encode_card_as_json, ".png": _encode_card_as_png, ".charx": _encode_card_as_charx}[ending](
        card, member, source, warnings
    )
    save(path, iter([data]))
    return warnings


def _encode_card_as_json(
    card: dict[str, object], _member: Member, source: CardFile | None, warnings: list[str]
) -> bytes:
    if source is not None and source.kind == "json" and source.card == card:
        return source.data  # unchanged, it comes out byte for byte
    if source is not None and source.sizes:
        template = "Of the files in the CHARX {count} were left out: only a CHARX can hold them."
        warnings.append(Sentence(template, count=len(source.sizes)))
    return dumped(card)


def _encode_card_as_png(
    card: dict[str, object], member: Member, source: CardFile | None, _warnings: list[str]
) -> bytes:
    if source is not None and source.kind == "png" and source.card == card:
        return source.data
    if get_version_of(card) < 3:
        return png.with_cards(find_picture_in(source) or drawn(member), {"chara": dumped(card)})
    older = fit_older(card)  # for "chara", the chunk of programs that know no version 3
    if source is not None and source.kind == "png":
        had = png.find_cards_in(source.data)
        if "chara" in had and data_of(parse_object(had["chara"])) == data_of(source.card):
            # Some programs write the same twice.
            older = converted(card, 2)
    return png.with_cards(find_picture_in(source) or drawn(member), {"chara": dumped(older), "ccv3": dumped(card)})


def _encode_card_as_charx(
    card: dict[str, object], member: Member, source: CardFile | None, _warnings: list[str]
) -> bytes:
    if source is not None and source.kind == "charx" and source.card == card:
        return source.data
    card = converted(card, 3)
    if source is not None and source.kind == "charx":
        return charx.pack_archive(dumped(card), {}, source.data)
    icon = "assets/icon/images/main.png"
    picture = find_picture_in(source) or drawn(member)
    data = data_of(card)
    if not data.get("assets"):
        data["assets"] = [{"type": "icon", "uri": f"embeded://{icon}", "name": "main", "ext": "png"}]
    return charx.pack_archive(dumped(card), {icon: png.with_cards(picture, {})})


MOST_BYTES, MOST_PIXELS = 32_000_000, 40_000_000
SIZE = (400, 600)
"""As most programs show a card's picture."""
_ICONS = (".png", ".jpg", ".jpeg", ".webp")


def find_picture_in(source: CardFile | None) -> bytes | None:
    """Return the PNG of a card: the file, or the main icon in a CHARX; None where it has none that can be read."""
    if source is None or source.kind == "json":
        return None
    if source.kind == "png":
        return source.data
    for name in _list_icon_files(source):
        try:
            return _convert_to_png(charx.file_in(source.data, name, MOST_BYTES))
        except ValueError:
            continue
    return None


def _list_icon_files(source: CardFile) -> list[str]:
    """Return the files of a CHARX that may be its icon, the main one first."""
    assets = data_of(source.card).get("assets")
    known = [each for each in assets if isinstance(each, dict)] if isinstance(assets, list) else []
    icons = [each for each in known if each.get("type") == "icon"]
    icons.sort(key=lambda each: each.get("name") != "main")
    named = [charx.get_path_of(str(each.get("uri", ""))) for each in icons]
    return [name for name in named if name in source.sizes and name.lower().endswith(_ICONS)]


def _convert_to_png(data: bytes) -> bytes:
    """Return a picture as PNG. Raises `ValueError` where it is none, or too large."""
    with require_extra("cards"):
        from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP")) as picture:  # only these decoders may run
            if picture.width * picture.height > MOST_PIXELS:  # open() has read the header alone
                raise ValueError("too many pixels")
            if picture.format == "PNG":
                return data
            out = io.BytesIO()
            picture.convert("RGBA").save(out, "PNG")
            return out.getvalue()
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:  # SyntaxError: Pillow's word for broken PNGs
        raise ValueError(str(error)) from None


def drawn(member: Member) -> bytes:
    """Return a picture for a member who has none: the letter of the member on their colour."""
    with require_extra("cards"):
        from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", SIZE, get_tones(member.colour)[0])
    with get_resource("fonts", "Inter-Medium.otf").open("rb") as file:
        font = ImageFont.truetype(io.BytesIO(file.read()), 220)  # a packaged file may have no path, as in a zip
    ImageDraw.Draw(picture).text((SIZE[0] / 2, SIZE[1] / 2), member.initial, "white", font, anchor="mm")
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
