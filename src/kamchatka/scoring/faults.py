"""What is wrong with a formula, a sheet or a results file, and names that nothing goes by."""

from functools import partial

from kamchatka.faults import Fault, FaultyFile
from kamchatka.messages import Language, text

sheet_fault = partial(Fault, catalogues=("scoring.faults",))
"""A fault of one table's sheet."""
formula_fault = partial(Fault, catalogues=("formula.faults",))
"""A fault of a formula file."""
results_fault = partial(Fault, catalogues=("standings.faults", "scoring.faults"))
"""A fault of a file of results."""


class FaultyFormula(FaultyFile):
    """A formula file that cannot be used."""


class FaultySheet(FaultyFile):
    """A sheet or results file that cannot be true."""


class UnknownFormula(LookupError):
    """No shipped formula has this id."""

    def __init__(self, wanted: str, known: tuple[str, ...]) -> None:
        super().__init__(wanted)
        self.wanted = wanted
        self.known = known

    def sentence(self, lang: Language) -> str:
        """Which there are."""
        return text("scoring.faults.unknown_formula", lang, id=self.wanted, known=", ".join(self.known))


class UnknownOption(ValueError):
    """An option the formula does not have, or a value it may not take."""

    def __init__(self, name: str, value: str, allowed: tuple[str, ...], least: str = "") -> None:
        super().__init__(f"{name} = {value}")
        self.name = name
        self.value = value
        self.allowed = allowed
        self.least = least
        """The least number it may be, where any number from there on will do."""

    def sentence(self, lang: Language) -> str:
        """What may be chosen."""
        if self.least:
            return text(
                "scoring.faults.option_least", lang, name=self.name, value=self.value, least=self.least
            )
        code = "option_value" if self.value else "option_name"
        values = {"name": self.name, "value": self.value, "allowed": ", ".join(self.allowed) or "-"}
        return text(f"scoring.faults.{code}", lang, **values)


class UnfitOption(UnknownOption):
    """A value that cannot stand where the option is used."""

    def __init__(self, name: str, value: str, example: str, fault: Fault | None = None) -> None:
        super().__init__(name, value, ())
        self._example = example
        self._wanted = fault.values.get("wanted") if fault else None

    def sentence(self, lang: Language) -> str:
        """What is wanted there."""
        like = text("formula.wanted.like", lang, example=self._example)
        wanted = self._wanted(lang) if callable(self._wanted) else like
        return text("formula.option_unfit", lang, name=self.name, given=self.value, wanted=wanted)
