"""Whether the values chosen for a formula's options may be chosen, and fit wherever the options stand."""

from collections.abc import Mapping

from kamchatka.messages import Language, text
from kamchatka.scoring.faults import UnknownOption
from kamchatka.scoring.formula.cross_checks import is_from
from kamchatka.scoring.formula.draft import Draft
from kamchatka.scoring.formula.fault import FormulaFault, as_written
from kamchatka.scoring.formula.faults import faults_of
from kamchatka.scoring.formula.options import Options, is_same


class UnfitOption(UnknownOption):
    """A value that cannot stand where the option is used."""

    def __init__(self, name: str, value: object, example: object, fault: FormulaFault | None) -> None:
        super().__init__(name, as_written(value), ())
        self._example = as_written(example)
        self._fault = fault

    def sentence(self, lang: Language) -> str:
        """What is wanted there."""
        remedy = self._fault.remedy(lang) if self._fault else ""
        wanted = remedy or text("formula.wanted.like", lang, example=self._example)
        return text("formula.option_unfit", lang, name=self.name, given=self.value, wanted=wanted)


def check_choices(draft: Draft, chosen: Mapping[str, object], wanted: Mapping[str, object]) -> None:
    """Raise UnknownOption for the first value that may not be chosen."""
    options = Options.of(draft.raw)
    for name in wanted:
        value, option = chosen[name], options.stated[name]
        choices, least, default = options.choices(name), option.get("least"), option["default"]
        if choices:
            if not any(is_same(value, each) for each in choices):
                raise UnknownOption(name, as_written(value), tuple(map(str, choices)))
        elif least is not None:
            if not is_from(value, least):
                raise UnknownOption(name, as_written(value), (), str(least))
        elif isinstance(value, list) != isinstance(default, list):
            raise UnfitOption(name, value, default, None)
    free = {name: chosen[name] for name in wanted if not options.choices(name)}
    for name, value in free.items():
        stated = {**options.stated, name: {**options.stated[name], "default": value}}
        tried = Draft({**draft.raw, "option": stated}, draft.source, draft.own_terms)
        for fault in faults_of(tried):
            raise UnfitOption(name, value, options.stated[name]["default"], fault)
