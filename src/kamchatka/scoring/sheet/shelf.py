"""Regulations as sheets and results name them: a shipped one by its id, or a club's own file beside."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from kamchatka.faults import Fault, bare
from kamchatka.messages import Language
from kamchatka.rulebook import FaultyRulebook, Rulebook, UnknownRulebook, load, load_file
from kamchatka.scoring.faults import sheet_fault

ENDING = ".toml"


class NotOnShelf(LookupError):
    """A regulation that cannot be had, with the fault to tell."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


class Shelf:
    """Finds regulations for one file; each is read once. Without a folder only shipped ones are there."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._found: dict[str, Rulebook | Fault] = {}

    def find(self, wanted: str, where: str) -> Rulebook:
        """The regulation; raises NotOnShelf."""
        if wanted not in self._found:
            try:
                self._found[wanted] = self._look(wanted, where)
            except NotOnShelf as missing:
                self._found[wanted] = missing.fault
        found = self._found[wanted]
        if isinstance(found, Fault):
            raise NotOnShelf(replace(found, where=where))
        return found

    def _look(self, wanted: str, where: str) -> Rulebook:
        if wanted.lower().endswith(ENDING) and self.folder is not None:
            return self._file(wanted, self.folder, where)
        try:
            return load(wanted)
        except UnknownRulebook as unknown:
            values = {"id": bare(wanted), "known": ", ".join(unknown.known)}
            raise NotOnShelf(sheet_fault("unknown_rulebook", where, None, values)) from unknown

    def _file(self, wanted: str, folder: Path, where: str) -> Rulebook:
        """A file beside the sheet or in a folder beneath, never elsewhere: sheets come from anybody."""
        values = {"given": bare(wanted)}
        path = Path(wanted)
        if path.is_absolute() or ".." in path.parts or "\0" in wanted:
            raise NotOnShelf(sheet_fault("rulebook_elsewhere", where, None, values))
        try:
            return load_file(folder.joinpath(path))
        except FaultyRulebook as error:
            said = partial(_report, error)
            raise NotOnShelf(sheet_fault("faulty_rulebook", where, None, {"said": said})) from error
        except (OSError, UnicodeDecodeError) as error:
            raise NotOnShelf(sheet_fault("no_rulebook_file", where, None, values)) from error


def _report(faulty: FaultyRulebook, lang: Language) -> str:
    """All that is wrong with the regulation, beneath the sentence that says so."""
    return faulty.report(lang).replace("\n", "\n  ")
