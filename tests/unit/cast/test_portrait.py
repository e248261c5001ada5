"""Portraits: a stranger's picture made small, and what a cast's file or a log may say is one."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import pytest
from PIL import Image
from pydantic import ValidationError

from parley.core.base.definition import parse_toml
from parley.core.base.errors import FileError
from parley.core.cast.cast import Cast
from parley.core.cast.member import Member
from parley.core.cast.portrait import SIDE, read_portrait
from parley.core.cast.saving import LARGEST, cast_toml


def picture(side: int, kind: str = "PNG") -> bytes:
    written = io.BytesIO()
    Image.effect_noise((side, side + 9), 90).convert("RGB").save(written, kind)
    return written.getvalue()


def test_a_picture_becomes_a_small_png_that_a_cast_keeps_with_its_comments(tmp_path: Path) -> None:
    (tmp_path / "ann").write_bytes(picture(500, "JPEG"))
    portrait = read_portrait(tmp_path / "ann")
    with Image.open(io.BytesIO(base64.b64decode(portrait)), formats=["PNG"]) as small:
        assert small.size == (SIDE, SIDE)
    cast = Cast(id="c", name="C", members=tuple(Member(id=f"m{i}", name="M", portrait=portrait) for i in range(9)))
    text, other = "# Mine.\n" + cast_toml(cast), cast.model_copy(update={"name": "D"})
    assert len(text) > LARGEST
    assert cast_toml(other, text).startswith("# Mine.\n")
    assert parse_toml(cast_toml(other, text), "c", Cast) == other


@pytest.mark.parametrize("data", [b"GIF89a", picture(90)[:200], picture(90)[:16] + b"\0\1\0\0" * 2])
def test_what_is_no_small_png_is_refused_in_a_file_and_in_a_member(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(data)
    with pytest.raises(FileError, match="this is no picture that can be read"):
        read_portrait(tmp_path / "x.png")
    for text in ("</style>", base64.b64encode(data[:20]).decode(), base64.b64encode(picture(500)).decode()):
        with pytest.raises(ValidationError, match="portrait"):
            Member(id="m", name="M", portrait=text)
