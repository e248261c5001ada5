"""A member's portrait: a small PNG in base64, which the cast's file and the log carry along."""

from __future__ import annotations

import base64
import io
import struct
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from parley.core.base.errors import FileError
from parley.core.base.extras import require_extra
from parley.core.base.files import open_file
from parley.core.base.sentences import Sentence, os_reason

SIDE = 72
"""Pixels of a side, as the cast editor makes them: sharp on the plan and in the transcript of a dense screen."""
MOST_SIDE, LONGEST = 128, 40_000
"""Pixels of a side and characters of what is taken from somebody else's file."""
ENDINGS = (".png", ".jpg", ".jpeg")
MOST_BYTES, MOST_PIXELS = 16_000_000, 40_000_000
"""Of a picture that is made one: a photo of a camera has less."""
HEAD = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"  # the first chunk of every PNG; behind it stand width and height


def _check_portrait(text: str) -> str:
    try:
        data = base64.b64decode(text, validate=True)  # else foreign characters are skipped
        fits = not text or (data.startswith(HEAD) and 0 < max(struct.unpack_from(">II", data, len(HEAD))) <= MOST_SIDE)
    except (ValueError, struct.error):
        fits = False
    if not fits:
        raise ValueError(Sentence("a portrait is a PNG of at most {side} pixels a side, in base64", side=MOST_SIDE))
    return text


Portrait = Annotated[
    str,
    AfterValidator(_check_portrait),
    Field("", max_length=LONGEST, exclude_if=lambda portrait: not portrait,
          description="A PNG of at most 128 pixels a side, in base64; the cast editor puts it in."),
]  # fmt: skip
"""The type of a member's field; in a log it takes no room where there is none."""


def read_portrait(path: Path) -> str:
    """Return the middle of somebody's picture as a portrait; of its file nothing else comes along. Raises `FileError`
    for what is no PNG or JPEG, and for what is too large to be decoded.
    """
    with require_extra("cards"):
        from PIL import Image, ImageOps

    try:
        with open_file(path) as file:
            data = file.read(MOST_BYTES + 1)  # one byte more shows that it is too large
        # No other reader of Pillow's is let near a stranger's bytes; the size is known before anything is decoded.
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
            if len(data) > MOST_BYTES or image.width * image.height > MOST_PIXELS:
                hint = "Take one of at most 16 MB and 40 million pixels."
                raise FileError(path, "the picture is too large.", hint=hint)
            # Roughly first: to turn and to fit a large one takes as long as to decode it.
            rough = image.convert("RGBA").reduce(max(1, min(image.size) // (4 * SIDE)))
            small = ImageOps.fit(ImageOps.exif_transpose(rough), (SIDE, SIDE))
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError, Image.DecompressionBombError) as error:
        # A damaged file has Pillow raise what it will; an error of the system has its number.
        if isinstance(error, OSError) and error.errno:
            raise FileError(path, "the picture cannot be read ({reason}).", reason=os_reason(error)) from None
        raise FileError(path, "this is no picture that can be read.", hint="Take a PNG or a JPEG.") from None
    written = io.BytesIO()
    opaque = small.getchannel("A").getextrema()[0] == 255  # an alpha channel of 255 only adds bytes
    (small.convert("RGB") if opaque else small).save(written, "PNG", optimize=True)
    return base64.b64encode(written.getvalue()).decode()
