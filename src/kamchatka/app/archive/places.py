"""Places for the copies of an event: USB sticks, or a chosen folder.

The choice belongs to this computer, not to the event, since a path means nothing on another laptop. So it is
stored in a file of the data folder, outside the log.
"""

import json
import os
import string
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kamchatka.app.files import write_whole
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood

OWN_FOLDER = "Kamchatka"
"""The folder for copies on a stick."""
MOUNTS = ("/media/*", "/media/*/*", "/run/media/*/*", "/Volumes/*")
"""Mount points of sticks on Linux and macOS."""
REMOVABLE = (Path("/run/media"),)
"""Mount points inside a folder of the system."""
SYSTEM = (
    *("/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/proc", "/run", "/sbin", "/sys", "/usr"),
    *("/var/lib", "/var/log", "/var/spool", "/var/cache", "/opt", "/snap"),
    *("/Applications", "/Library", "/System", "/private/etc", "/private/var/db"),
)
"""Folders of Linux and macOS."""


@dataclass(frozen=True)
class Stick:
    """A removable disk."""

    name: str
    root: Path

    @property
    def folder(self) -> Path:
        """Its folder for copies."""
        return self.root / OWN_FOLDER


def is_own_folder(folder: Path) -> bool:
    """Whether this is the folder for copies on a stick."""
    return folder.name == OWN_FOLDER


Sticks = Callable[[], Iterable[Stick]]


def plugged_in() -> list[Stick]:
    """The sticks plugged in now, by name."""
    if sys.platform == "win32":
        return _drives()
    roots = {path for pattern in MOUNTS for path in Path("/").glob(pattern.lstrip("/"))}
    own = sorted((path for path in roots if _is_stick(path)), key=lambda path: path.name.casefold())
    return [Stick(path.name, path) for path in own]


def _is_stick(path: Path) -> bool:
    try:
        # On a Mac the system disk is among the volumes, as a link to the root.
        return path.is_mount() and not path.samefile("/")
    except OSError:
        return False  # pulled out without unmounting


def _drives() -> list[Stick]:
    """Every drive but the system drive."""
    system = os.environ.get("SYSTEMDRIVE", "C:")
    drives = ((f"{letter}:", Path(f"{letter}:\\")) for letter in string.ascii_uppercase)
    return [Stick(name, root) for name, root in drives if name != system and root.exists()]


@dataclass(frozen=True)
class CopyPlace:
    """The folder chosen for the copies of an event."""

    folder: Path
    is_apart: bool
    """Whether it was on another disk than the log when chosen: if not any more, the stick is gone."""

    @property
    def name(self) -> str:
        """Its name for people: the name of the stick, or the path of the folder."""
        stick = self.folder.parent
        return stick.name or str(stick) if is_own_folder(self.folder) else str(self.folder)

    def must_be_there(self, home: Path) -> None:
        """NotPossibleNow if the stick or folder is gone, so that nothing is written to its mount point."""
        try:
            beside = self.folder if self.folder.exists() else self.folder.parent
            is_there = beside.is_dir() and (not self.is_apart or is_apart(beside, home))
        except OSError:  # pulled out without unmounting
            is_there = False
        if not is_there:
            raise NotPossibleNow("copy_place_gone", name=self.name)


def is_apart(folder: Path, home: Path) -> bool:
    """Whether a folder is on another disk than the log."""
    return folder.stat().st_dev != home.stat().st_dev


def system_folders() -> list[Path]:
    """The folders of the operating system and its programs, where no copy may go."""
    if sys.platform == "win32":
        names = ("SYSTEMROOT", "PROGRAMFILES", "PROGRAMFILES(X86)", "PROGRAMDATA")
        return [Path(os.environ[name]) for name in names if name in os.environ]
    return [Path(name) for name in SYSTEM]


def is_of_system(folder: Path) -> bool:
    """Whether a folder is the root of the system, or lies in one of its folders, also by way of a link."""
    place = folder.resolve()
    is_removable = any(place.is_relative_to(each) for each in REMOVABLE)
    system = [each.resolve() for each in system_folders()]
    return place == Path(place.anchor) or (
        not is_removable and any(place.is_relative_to(each) for each in system)
    )


def place_at(folder: Path, home: Path) -> CopyPlace:
    """A folder as a place for copies; creates its last component if it does not exist.

    NotUnderstood if the path is not absolute, NotAllowed if it lies in a folder of the operating system,
    NotPossibleNow if the folder cannot be created.
    """
    if not folder.is_absolute():
        raise NotUnderstood("copy_path", path=folder)
    try:
        if is_of_system(folder):
            raise NotAllowed("copy_over_system", path=folder)
        folder.mkdir(exist_ok=True)
        home.mkdir(parents=True, exist_ok=True)
        return CopyPlace(folder, is_apart(folder, home))
    except OSError as error:
        raise NotPossibleNow("unwritable", path=folder, error=error) from error


def places_file(home: Path) -> Path:
    """The file of the choices."""
    return home / "copie.json"


def chosen_places(home: Path) -> dict[str, CopyPlace]:
    """The chosen places by event id; empty if the file is missing or damaged."""
    try:
        said = json.loads(places_file(home).read_text(encoding="utf-8"))
        return {id: CopyPlace(Path(each["folder"]), bool(each["apart"])) for id, each in said.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def keep_places(home: Path, places: Mapping[str, CopyPlace]) -> None:
    """Save the choices; NotPossibleNow if they cannot be written."""
    said = {id: {"folder": str(each.folder), "apart": each.is_apart} for id, each in places.items()}
    path = places_file(home)
    try:
        home.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(said, indent=1).encode())
    except OSError as error:
        raise NotPossibleNow("unwritable", path=path, error=error) from error
