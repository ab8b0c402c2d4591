"""Commands before round 1: create a tournament, list tournaments, change settings, attach documents."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from rich.table import Column, Table

from kamchatka.app.archive.copier import Copier
from kamchatka.app.commands.execution import execute
from kamchatka.app.files import data_folder
from kamchatka.app.office import TERMINAL
from kamchatka.app.tournaments.entries import register_person
from kamchatka.app.tournaments.listing import open_listed
from kamchatka.app.tournaments.logo import set_logo
from kamchatka.app.tournaments.opening import OpenTournament, create, open_tournament, texts_now
from kamchatka.app.tournaments.removal import remove_trial
from kamchatka.app.tournaments.settings import change_settings
from kamchatka.app.tournaments.shelving import aside, put_aside, take_back
from kamchatka.app.tournaments.texts import changed_texts, texts_of
from kamchatka.cli.call import Sure, option
from kamchatka.cli.casebook import cases
from kamchatka.cli.output import command, console
from kamchatka.cli.scoring.inputs import parse_sets
from kamchatka.cli.tournament.desk import DeskCall, Id
from kamchatka.messages import text
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.formula.loading import read_formula
from kamchatka.tournament.events import Attachment
from kamchatka.tournament.format.loading import read_recorded_format
from kamchatka.tournament.progress import next_step, state_of
from kamchatka.tournament.settings import AttachFile, NameJudge, RemoveLogo, attachment_kind
from kamchatka.tournament.views.settings import read_settings

KINDS = ", ".join(get_args(Attachment))
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NOME=VALORE",
        help="Opzione del formato o della formula · option of format or formula.",
    ),
]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="SEZIONE.VOCE=VALORE",
        help="Variante del regolamento, per esempio closing.mode=at-most · variation of the regulation.",
    ),
]
Reference = Annotated[
    str, typer.Option(help="Fonte ufficiale di una variante · official source of a variation.")
]
Rulebook = Annotated[str, typer.Option(help="Regolamento o file .toml · regulation or .toml file.")]
Formula = Annotated[str, typer.Option(help="Formula o file .toml · formula or .toml file.")]
AGREED = [
    option("fee", str, "In euro, per esempio 10 o 7,50 · in euros, such as 10 or 7.50."),
    option("member_fee", str, "Quota per i soci · fee for members."),
    option("starts", str, "Giorno del turno 1, aaaa-mm-gg · day of round 1."),
    option("place", str, "La sede · the venue."),
    option("club", str, "Chi organizza · who organises."),
    option(
        "cases_off",
        list[str],
        "Un caso che qui decide il giudice · a case left to the judge here.",
        "--off",
        metavar="CASE",
    ),
    option("confirmation", str, "Chi conferma i referti dai telefoni: nobody, player, judge · who confirms."),
]
"""Options for settings that can be given from the start."""
LATER = [
    option("contact", str, "Il recapito arbitrale · arbitral contact."),
    option("recognised", bool, "Club riconosciuto · recognised club."),
    option("selection", bool, "Selezione nazionale · national selection."),
    option("sponsors", list[str], "Sponsor · sponsor.", "--sponsor"),
    option("competitors", list[str], "Sponsor concorrente dell'editore · competing sponsor.", "--competitor"),
]
OPTIONS = {"new": AGREED, "settings": [*AGREED, *LATER]}
"""Settings that a command takes besides its own parameters."""


def new(
    call: DeskCall,
    name: Annotated[str, typer.Argument(metavar="NOME", help="Il nome del torneo · the tournament's name.")],
    *,
    format: Annotated[
        str, typer.Option("--format", help="Formato o file .toml · format or .toml file.")
    ] = "tre-partite",
    rulebook: Rulebook = "",
    formula: Formula = "",
    judge: Annotated[str, typer.Option(help="Il giudice ufficiale · the official judge.")] = "",
    sets: Sets = None,
    rules: Rules = None,
    official: Annotated[
        bool, typer.Option("--official", help="Torneo ufficiale · official tournament.")
    ] = False,
    reference: Reference = "",
    friendly: Annotated[
        bool,
        typer.Option(
            "--friendly",
            help="Fra amici: senza giudice né firme · among friends: neither judge nor signatures.",
        ),
    ] = False,
    **given: Any,
) -> None:
    """Crea un torneo da un formato · make a tournament from a format."""
    texts = texts_of(format, rulebook, formula, _parse_rules(rules))
    options, formula_options = _split(texts.format, texts.formula, parse_sets(sets))
    gates = {"judge_gate": "1", "signature_gate": "1"} if friendly else {}
    agreed = _agreed({**given, "name": name, "official": official, **gates})
    with call.writing() as office:
        id = create(
            office,
            TERMINAL,
            texts=texts,
            options=options,
            formula_options={**texts.formula_options, **formula_options},
            reference=reference,
            **agreed,
        )
        if judge:
            desk = open_tournament(office, id)
            execute(office, TERMINAL, id, NameJudge(register_person(office, TERMINAL, desk, judge)))
    call.answer({"id": id}, "tournament.created", name=" ".join(name.split()), id=id)
    if not call.as_json:
        call.say_next("enter", id)


def _parse_rules(given: list[str] | None) -> dict[str, object]:
    return parse_sets(given, "--rule", "closing.mode=at-most")


def _split(format: str, formula: str, given: dict[str, object]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split options into those of the format and those that only the formula has."""
    own = read_recorded_format(format, name="format.toml").option
    others = read_formula(formula, name="formula.toml").option
    of_formula = {key: value for key, value in given.items() if key in others and key not in own}
    return {key: value for key, value in given.items() if key not in of_formula}, of_formula


def _agreed(given: Mapping[str, Any]) -> dict[str, Any]:
    """The typed settings, parsed, by name."""
    listed = {name: tuple(words) for name, words in given.items() if isinstance(words, list)}
    if "cases_off" in listed:
        listed["cases_off"] = cases(listed["cases_off"])
    return read_settings(**{**given, **listed})


def list_tournaments(call: DeskCall) -> None:
    """Tutti i tornei, e a che punto sono · every tournament, and how far it is."""
    with call.reading() as office:
        found, shelf = open_listed(office, call.lang), aside(office)
    others = [
        *((each.id, "unreadable", each.reason(call.lang)) for each in found.unreadable),
        *((id, "aside", "") for id in shelf),
    ]
    rows: list[dict[str, object]] = [
        {
            "id": each.id,
            "name": each.tournament.settings.name,
            "state": state_of(each.tournament),
            "next": next_step(each.tournament),
        }
        for each in found.desks
    ]
    rows += [{"id": id, "name": None, "state": state, "reason": reason} for id, state, reason in others]
    call.give(rows, lambda: _print_list(call, found.desks, others))


def _print_list(call: DeskCall, desks: list[OpenTournament], others: list[tuple[str, str, str]]) -> None:
    if not desks and not others:
        example = command("tournament", "new", "Raduno dei Portici", "--format", "raduno")
        console().print(text("tournament.none", call.lang, command=example), soft_wrap=True)
        return
    grid = Table(
        Column(text("tournament.column.id", call.lang), no_wrap=True, overflow="fold"),
        *(text(f"tournament.column.{name}", call.lang) for name in ("name", "state", "round")),
    )
    for each in desks:
        state = text(f"tournament.state.{state_of(each.tournament).replace('-', '_')}", call.lang)
        rounds = str(len(each.tournament.rounds))
        grid.add_row(each.id, each.tournament.settings.name, state, rounds)
    for id, state, reason in others:
        grid.add_row(id, reason, text(f"tournament.state.{state}", call.lang), "")
    console().print(grid)


def shelve(
    call: DeskCall,
    id: Id,
    *,
    back: Annotated[bool, typer.Option("--back", help="Rimettilo nell'elenco · list it again.")] = False,
) -> None:
    """Mette da parte un torneo che non si legge · put an unreadable tournament aside."""
    with call.writing() as office:
        (take_back if back else put_aside)(office, TERMINAL, id)
    call.answer({"id": id, "aside": not back}, "tournament.taken_back" if back else "tournament.aside", id=id)


def remove(
    call: DeskCall,
    id: Id,
    *,
    yes: Sure = False,
) -> None:
    """Cancella un torneo di prova, se nulla è pubblicato · delete a trial if nothing is published."""
    name = call.desk(id).tournament.settings.name
    if not yes:
        call.must_confirm(text("tournament.remove_ask", call.lang, name=name))
    with call.writing() as office:
        remove_trial(office, TERMINAL, id)
        Copier(office, data_folder()).remove(TERMINAL, id)
    call.answer({"id": id, "removed": True}, "tournament.removed", name=name)


def settings(
    call: DeskCall,
    id: Id,
    *,
    rulebook: Rulebook = "",
    formula: Formula = "",
    sets: Sets = None,
    rules: Rules = None,
    reference: Reference = "",
    **given: Any,
) -> None:
    """Cambia ciò che è concordato · change what is agreed."""
    with call.writing() as office:
        desk = open_tournament(office, id)
        now = desk.tournament.settings
        overrides: dict[str, Any] = {**now.overrides, **_parse_rules(rules)}
        asked = overrides if rulebook else _parse_rules(rules)
        texts = changed_texts(texts_now(office, desk), rulebook, formula, asked)
        options, formula_options = _split(texts.format, texts.formula, parse_sets(sets))
        changed = replace(
            now,
            options={**now.options, **options},
            formula_options={**now.formula_options, **formula_options},
            overrides=overrides,
            **_agreed(given),
        )
        call.report(
            change_settings(office, TERMINAL, id, changed, texts=texts, reference=reference, lang=call.lang)
        )


def logo(
    call: DeskCall,
    id: Id,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="PNG o SVG, fino a 1 MB · PNG or SVG, up to 1 MB.")
    ] = None,
    *,
    remove: Annotated[bool, typer.Option("--remove", help="Toglilo · remove it.")] = False,
) -> None:
    """Il logo del club sui fogli · the club's logo on papers."""
    if remove or file is None:
        if not remove:
            raise NotUnderstood("no_file")
        call.act(id, lambda *_: RemoveLogo())
        return
    content = _content(file)
    with call.writing() as office:
        call.report(set_logo(office, TERMINAL, open_tournament(office, id).id, content, lang=call.lang))


def _content(file: Path) -> bytes:
    """The content of a file; NotUnderstood if it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise NotUnderstood("unreadable", path=file, error=error) from error


def attach(
    call: DeskCall,
    id: Id,
    kind: Annotated[str, typer.Argument(metavar="TIPO", help=f"Uno di: {KINDS} · one of: {KINDS}.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Il documento · the document.")],
) -> None:
    """Allega un documento: se ne conserva nome e impronta · attach a document, by name and digest."""
    known = attachment_kind(kind)
    digest = hashlib.sha256(_content(file)).hexdigest()
    asked = AttachFile(known, file.name, digest)
    call.act(id, lambda *_: asked)
