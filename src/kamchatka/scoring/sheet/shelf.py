"""Regulations as sheets and results name them: a shipped one by its id, or a club's own file beside."""

from dataclasses import dataclass, replace
from pathlib import Path

from kamchatka.messages import Language, text
from kamchatka.rulebook import FaultyRulebook, Rulebook, UnknownRulebook, load, load_file
from kamchatka.scoring.faults import Fault, quoted

ENDING = ".toml"


@dataclass(frozen=True)
class RulebookFault(Fault):
    """A regulation of a club's own that cannot be used: all its faults, told as they always are."""

    faulty: FaultyRulebook | None = None

    def sentence(self, lang: Language) -> str:
        assert self.faulty is not None, "made where a regulation was refused"
        said = self.faulty.report(lang).replace("\n", "\n  ")
        return text("scoring.faults.faulty_rulebook", lang, where=self.where, said=said)


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
            values = {"id": quoted(wanted), "known": ", ".join(unknown.known)}
            raise NotOnShelf(Fault("unknown_rulebook", where, None, values)) from unknown

    def _file(self, wanted: str, folder: Path, where: str) -> Rulebook:
        """A file beside the sheet or in a folder beneath, never elsewhere: sheets come from anybody."""
        values = {"given": quoted(wanted)}
        path = Path(wanted)
        if path.is_absolute() or ".." in path.parts or "\0" in wanted:
            raise NotOnShelf(Fault("rulebook_elsewhere", where, None, values))
        try:
            return load_file(folder.joinpath(path))
        except FaultyRulebook as error:
            raise NotOnShelf(RulebookFault("faulty_rulebook", where, faulty=error)) from error
        except (OSError, UnicodeDecodeError) as error:
            raise NotOnShelf(Fault("no_rulebook_file", where, None, values)) from error
