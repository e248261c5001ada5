"""A card in a PNG: text chunks beside the picture, which stays as it is, byte for byte."""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEYWORDS = ("ccv3", "chara")
"""The chunks that hold a card; what version 3 says wins."""
MOST_TEXT = 16_000_000
"""Bytes of a chunk's text."""
_TEXTS = (b"tEXt", b"zTXt", b"iTXt")


class Chunk(NamedTuple):
    """A piece of a PNG, `raw` with its length and its sum."""

    kind: bytes
    data: bytes
    raw: bytes


def chunks(data: bytes) -> Iterator[Chunk]:
    """Yield the chunks, as far as they are whole. Raises `ValueError` for what is no PNG."""
    if not data.startswith(SIGNATURE):
        raise ValueError("it is no PNG")
    at = len(SIGNATURE)
    while at + 12 <= len(data):  # a chunk's length, kind and sum are 12 bytes
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        end = at + 12 + length
        if end > len(data):
            return
        yield Chunk(kind, data[at + 8 : end - 4], data[at:end])
        if kind == b"IEND":
            return
        at = end


def find_cards_in(data: bytes) -> dict[str, bytes]:
    """Return the JSON of the cards in a PNG, by the chunk's keyword. Raises `ValueError` where one cannot be read."""
    found: dict[str, bytes] = {}
    for chunk in chunks(data):
        keyword = _read_chunk_keyword(chunk)
        if keyword in KEYWORDS and keyword not in found:
            text = _unpack_chunk_text(chunk)
            if not text.lstrip().startswith(b"{"):  # else it is plain JSON: base64 has no brace
                try:
                    text = base64.b64decode(text, validate=False)  # what is no base64, such as line breaks, is skipped
                except (binascii.Error, ValueError):
                    raise ValueError("its text is not base64") from None
            found[keyword] = text
    return found


def with_cards(picture: bytes, cards: Mapping[str, bytes]) -> bytes:
    """Return the picture with these cards, by keyword, in place of those that it has."""
    kept = [chunk for chunk in chunks(picture) if _read_chunk_keyword(chunk) not in KEYWORDS and chunk.kind != b"IEND"]
    texts = (_pack_chunk(b"tEXt", keyword.encode() + b"\0" + base64.b64encode(card)) for keyword, card in cards.items())
    return SIGNATURE + b"".join([*(chunk.raw for chunk in kept), *texts, _pack_chunk(b"IEND", b"")])


def _pack_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _read_chunk_keyword(chunk: Chunk) -> str:
    if chunk.kind not in _TEXTS:
        return ""
    return chunk.data.partition(b"\0")[0][:80].decode("latin-1").lower()  # as the PNG specification encodes it


def _unpack_chunk_text(chunk: Chunk) -> bytes:
    """Return the text of a chunk. Raises `ValueError` where it is too long or cannot be unpacked."""
    text = chunk.data.partition(b"\0")[2]
    packed = chunk.kind == b"zTXt"
    if chunk.kind == b"iTXt":
        packed = text[:1] == b"\x01"
        # Whether and how it is packed, a language, and the keyword in that language.
        text = text[2:].partition(b"\0")[2].partition(b"\0")[2]
    elif packed:
        text = text[1:]  # behind the byte that names the method
    if packed:
        try:
            text = zlib.decompressobj().decompress(text, MOST_TEXT + 1)  # a small chunk may unpack to gigabytes
        except zlib.error:
            raise ValueError("its text cannot be unpacked") from None
    if len(text) > MOST_TEXT:
        raise ValueError("its text is too long")
    return text
