"""Everything that is wrong with a formula file, found in one go, whatever options will be chosen later."""

from collections.abc import Iterator, Mapping
from typing import Any

from kamchatka import ledger
from kamchatka.scoring.formula.cross_checks import column_faults, option_faults, twice_faults, when_faults
from kamchatka.scoring.formula.draft import Draft
from kamchatka.scoring.formula.fault import FormulaFault, as_written, closest
from kamchatka.scoring.formula.keys import CITING, LITERAL, TEXTS, Key, Misfit, keys_of
from kamchatka.scoring.formula.lines import Path
from kamchatka.scoring.formula.model import Formula, Option
from kamchatka.scoring.formula.options import Options
from kamchatka.scoring.formula.spread import MOST, Spread, Standing, Stray, TooMany
from kamchatka.scoring.formula.term import Term
from kamchatka.scoring.formula.terms import KINDS


def faults_of(draft: Draft) -> tuple[FormulaFault, ...]:
    """Every fault, in the order of the file; none: every table can be scored, under every choice."""
    # What an option may bring about is looked at for each choice: the same fault may be found twice.
    found = {
        (fault.code, fault.where, fault.line, str(fault.values)): fault for fault in _Check(draft).faults()
    }
    return tuple(sorted(found.values(), key=lambda fault: fault.line or 0))


class _Check:
    """One file being gone through."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._options = Options.of(draft.raw)

    def faults(self) -> Iterator[FormulaFault]:
        raw = self._draft.raw
        yield from self._table(keys_of(Formula), raw, (), inside=("term", "option"))
        yield from self._terms(raw.get("term", []))
        yield from self._stated(raw.get("option", {}))
        if not self._draft.is_part:
            yield from column_faults(self._draft)

    def _terms(self, terms: object) -> Iterator[FormulaFault]:
        if not isinstance(terms, list) or not (terms or self._draft.is_part):
            yield self._wrong(("term",), Misfit((), terms, "terms", ()))
            return
        for at, term in enumerate(terms):
            if isinstance(term, dict):
                yield from self._term(term, ("term", at))
            else:
                yield self._wrong(("term", at), Misfit((), term, "terms", ()))
        yield from twice_faults(self._draft)

    def _term(self, term: Mapping[str, Any], path: Path) -> Iterator[FormulaFault]:
        kind = term.get("kind")
        model = KINDS.get(kind) if isinstance(kind, str) else None
        if model is not None:
            yield from self._table(keys_of(model), term, path)
        else:
            yield self._unknown_kind(term, path)
            every = {name for each in KINDS.values() for name in keys_of(each)}
            yield from self._table(keys_of(Term), term, path, inside=tuple(every - keys_of(Term).keys()))
        yield from when_faults(self._draft, self._options, term, path)

    def _unknown_kind(self, term: Mapping[str, Any], path: Path) -> FormulaFault:
        path = (*path, "kind")
        kinds, kind = tuple(KINDS), term.get("kind")
        if kind is None:
            return self._draft.fault("missing_key", path, allowed=kinds)
        values = {"given": as_written(kind)}
        return self._draft.fault("unknown_kind", path, values, allowed=kinds, near=closest(kind, kinds))

    def _stated(self, options: object) -> Iterator[FormulaFault]:
        if not isinstance(options, dict):
            yield self._wrong(("option",), Misfit((), options, "option_table", ()))
            return
        for name, option in options.items():
            path: Path = ("option", name)
            if isinstance(option, dict):
                yield from self._table(keys_of(Option), option, path, literal=True)
                yield from option_faults(self._draft, self._options, name)
            else:
                yield self._wrong(path, Misfit((), option, "option_table", ()))

    def _table(
        self,
        keys: Mapping[str, Key],
        raw: Mapping[str, Any],
        path: Path,
        *,
        inside: tuple[str, ...] = (),
        literal: bool = False,
    ) -> Iterator[FormulaFault]:
        """The keys of one table; those `inside` are gone through by somebody else."""
        for name in raw:
            if name not in keys and name not in inside:
                near, allowed = closest(name, keys), tuple(keys)
                yield self._draft.fault(
                    "unknown_key", (*path, name), near=near, allowed=() if near else allowed
                )
        for name, key in keys.items():
            if name not in raw:
                if key.is_required and not (self._draft.is_part and not path):
                    yield self._draft.fault("missing_key", (*path, name), allowed=key.words)
            elif name not in inside:
                yield from self._value(key, raw[name], (*path, name), literal=literal or name in LITERAL)

    def _value(self, key: Key, raw: object, path: Path, *, literal: bool) -> Iterator[FormulaFault]:
        spread = Spread(self._options, is_text=key.wanted in TEXTS)
        try:
            look = spread.shallow if key.table else spread.deep
            standing = [Standing(raw, {})] if literal else look(raw, path)
        except TooMany:
            yield self._draft.fault("too_many_values", path, {"most": str(MOST)})
            return
        for stray in spread.strays:
            yield from self._stray(stray)
        for each in standing:
            yield from self._standing(key, each, path)

    def _standing(self, key: Key, standing: Standing, path: Path) -> Iterator[FormulaFault]:
        if key.table is not None and isinstance(standing.value, dict):
            at = standing.elsewhere.get(path, path)
            yield from self._table(keys_of(key.table), standing.value, at, literal=at[0] == "option")
            return
        found = list(key.misfits(standing.value))
        for misfit in found:
            at = (*path, *misfit.at)
            written = _written_at(at, standing.elsewhere)
            used = () if written == at or written[0] != "option" else at
            yield self._wrong(written, misfit, used, key.bounds)
        if not found and key.wanted in CITING:
            for cited in dict.fromkeys(_texts_in(standing.value)):
                if not ledger.known(cited):
                    at = standing.elsewhere.get(path, path)
                    yield self._draft.fault("unknown_clause", at, {"id": as_written(cited)})

    def _stray(self, stray: Stray) -> Iterator[FormulaFault]:
        if self._draft.is_part and stray.code == "unknown_option":
            return
        values = {"option": stray.option, "given": stray.given}
        known = tuple(self._options.stated) if stray.code == "unknown_option" else ()
        near = closest(stray.option, known)
        yield self._draft.fault(stray.code, stray.at, values, near=near, allowed=() if near else known)

    def _wrong(
        self, path: Path, misfit: Misfit, used: Path = (), bounds: Mapping[str, str] | None = None
    ) -> FormulaFault:
        values = {"given": as_written(misfit.given), **(bounds or {})}
        if used:
            values["used"] = self._draft.where(used)
        code = "unfit_option" if used else "wrong_value"
        if not misfit.wanted:
            code = "unfit_option_word" if used else "unknown_choice"
        near = closest(misfit.given, misfit.allowed) if isinstance(misfit.given, str) else ""
        return self._draft.fault(code, path, values, wanted=misfit.wanted, allowed=misfit.allowed, near=near)


def _written_at(at: Path, elsewhere: Mapping[Path, Path]) -> Path:
    """Where a part of a value is really written: behind the nearest reference around it."""
    for end in range(len(at), 0, -1):
        if at[:end] in elsewhere:
            return (*elsewhere[at[:end]], *at[end:])
    return at


def _texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for each in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        yield from _texts_in(each)
