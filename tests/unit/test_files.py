"""What is no regular file is refused, and never waited for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parley.core.base.errors import LogError, ParleyError
from parley.core.base.files import open_file, read_bytes
from parley.core.home import Home
from parley.core.studio.marks import MarksFile
from parley.core.studio.runs import read_heads

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")


def test_a_pipe_in_the_home_is_a_sentence(tmp_path: Path) -> None:
    home = Home(tmp_path)
    os.mkfifo(home.marks)
    with pytest.raises(LogError, match="it is a pipe or a device"):
        MarksFile(home).refresh()
    assert list(read_heads(home.marks)) == []
    with pytest.raises(ParleyError):
        MarksFile(home).set_star(["r1"])


@pytest.mark.parametrize("path", [Path("/dev/zero"), Path("/dev")], ids=["device", "folder"])
def test_a_device_and_a_folder_are_no_files(path: Path) -> None:
    with pytest.raises(OSError, match=r"pipe or a device|directory"):
        read_bytes(path)


def test_a_file_is_read_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"one\r\ntwo")
    assert read_bytes(tmp_path / "a") == b"one\r\ntwo"
    with open_file(tmp_path / "a") as file:
        assert file.readline() == b"one\r\n"
