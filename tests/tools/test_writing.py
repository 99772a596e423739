"""A file is always whole."""

import os
from pathlib import Path

import pytest

from tools.writing import write_whole


def test_new_file_in_a_new_folder(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file.txt"
    write_whole(path, "täxt\n")
    assert path.read_bytes() == "täxt\n".encode()
    assert sorted(p.name for p in path.parent.iterdir()) == ["file.txt"]


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old", "utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    write_whole(link, "new")
    assert link.is_symlink()
    assert real.read_text("utf-8") == "new"
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_new_file_gets_the_usual_permissions(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        write_whole(tmp_path / "file.txt", "x")
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)
    assert (tmp_path / "file.txt").stat().st_mode & 0o777 == 0o644


def test_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.txt"
    path.write_text("old", "utf-8")

    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, "new")
    assert path.read_text("utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["file.txt"]


def test_text_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_text("old", "utf-8")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud800")
    assert path.read_text("utf-8") == "old"
    assert len(list(tmp_path.iterdir())) == 1
