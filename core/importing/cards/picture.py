"""The picture of a card: that which it came with, else one that is drawn of a member's colour and letter."""

from __future__ import annotations

import io

from parley.core.base.packaged import packaged
from parley.core.cast.colours import both
from parley.core.cast.member import Member
from parley.core.importing.cards import charx
from parley.core.importing.cards.mapping import data_of
from parley.core.importing.cards.reading import CardFile

MOST_BYTES, MOST_PIXELS = 32_000_000, 40_000_000
SIZE = (400, 600)
"""As most programs show a card's picture."""
_ICONS = (".png", ".jpg", ".jpeg", ".webp")


def find_picture_in(source: CardFile | None) -> bytes | None:
    """Return the PNG of a card: the file itself, or the main icon in a CHARX; None where it has none that can be
    read.
    """
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
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP")) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise ValueError("too many pixels")
            if picture.format == "PNG":
                return data
            out = io.BytesIO()
            picture.convert("RGBA").save(out, "PNG")
            return out.getvalue()
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ValueError(str(error)) from None


def drawn(member: Member) -> bytes:
    """Return a picture for who has none: the letter of the member on their colour."""
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", SIZE, both(member.colour)[0])
    with packaged("fonts", "Inter-Medium.otf").open("rb") as file:
        font = ImageFont.truetype(io.BytesIO(file.read()), 220)
    ImageDraw.Draw(picture).text((SIZE[0] / 2, SIZE[1] / 2), member.initial, "white", font, anchor="mm")
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
