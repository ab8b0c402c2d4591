"""`kamchatka people`: who is in the register, one entry for each person, and everything about one of them."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Column, Table

from kamchatka.app import people
from kamchatka.app.office import TERMINAL
from kamchatka.app.plain import plain
from kamchatka.app.saving import ONLY_THE_OWNER, write_whole
from kamchatka.cli.answer import answer
from kamchatka.cli.office import Database, reading, writing
from kamchatka.cli.output import AsJson, Lang, command, console, json_text, language, print_json, remark
from kamchatka.messages import Language, text
from kamchatka.refusals import NotPossibleNow

app = typer.Typer(no_args_is_help=True, help="L'anagrafe dei giocatori · the register of players.")

YES = ("s", "si", "sì", "y", "yes")
FIELDS = ("name", "club", "email", "phone", "born", "consent")
Field = Annotated[str | None, typer.Option(help="Il nuovo valore, vuoto per toglierlo · the new value.")]
Who = Annotated[str, typer.Argument(metavar="CHI", help="Nome o codice · name or id.")]


@app.command("list")
def list_people(database: Database = "", as_json: AsJson = False, lang: Lang = "") -> None:
    """Tutti, in ordine di nome · everybody, by name."""
    said = language(lang)
    with reading(database) as office:
        found = people.register(office)
    data = [{"id": each.id, **each.person.model_dump()} for each in found]
    answer(data, said, lambda: _print_list(found, said), as_json=as_json)


def _print_list(found: list[people.RegisterEntry], said: Language) -> None:
    if not found:
        example = command("people", "add", "Anna Bianchi", "--club", "Aosta")
        console().print(text("people.cli.empty", said, command=example), soft_wrap=True)
        return
    shown = FIELDS[:3]
    id_column = Column(text("people.cli.id", said), no_wrap=True, min_width=18)
    table = Table(id_column, *(Column(text(f"log.words.{name}", said), overflow="fold") for name in shown))
    for each in found:
        table.add_row(each.id, *(getattr(each.person, name) for name in shown))
    console().print(table)


@app.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NOME", help="Nome e cognome · full name.")],
    *,
    club: Annotated[str, typer.Option(help="Il club · the club.")] = "",
    email: Annotated[str, typer.Option(help="L'indirizzo di posta · the e-mail address.")] = "",
    phone: Annotated[str, typer.Option(help="Il telefono · the phone number.")] = "",
    born: Annotated[str, typer.Option(help="Data di nascita, aaaa-mm-gg · date of birth, yyyy-mm-dd.")] = "",
    consent: Annotated[
        str, typer.Option(help="Informativa accettata, e quando · notice accepted, and when.")
    ] = "",
    database: Database = "",
    as_json: AsJson = False,
    lang: Lang = "",
) -> None:
    """Scrive una persona nell'anagrafe · write somebody into the register."""
    typed = {"name": name, "club": club, "email": email, "phone": phone, "born": born, "consent": consent}
    person = people.person_of(typed)
    with writing(database, "people add") as office:
        who = people.enter(office, TERMINAL, person)
    _answer("people.cli.added", lang, as_json, id=who, name=person.name)


@app.command()
def correct(
    who: Who,
    *,
    name: Field = None,
    club: Field = None,
    email: Field = None,
    phone: Field = None,
    born: Field = None,
    consent: Field = None,
    database: Database = "",
    as_json: AsJson = False,
    lang: Lang = "",
) -> None:
    """Corregge i dati indicati, gli altri restano · correct what is given, the rest stays."""
    given = {"name": name, "club": club, "email": email, "phone": phone, "born": born, "consent": consent}
    with writing(database, "people correct") as office:
        found = people.find(office, who)
        people.correct(
            office, TERMINAL, found, {field: new for field, new in given.items() if new is not None}
        )
    _answer("people.cli.corrected", lang, as_json, id=found)


@app.command()
def export(
    who: Annotated[
        str | None, typer.Argument(metavar="[CHI]", help="Senza, tutti · without, everybody.")
    ] = None,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="Dove scrivere · where to write.")] = None,
    database: Database = "",
    lang: Lang = "",
) -> None:
    """Tutto ciò che si conserva di una persona, in JSON · everything kept of a person, as JSON."""
    said = language(lang)
    with reading(database) as office:
        everybody = [each.id for each in people.register(office)]
        chosen = everybody if who is None else [people.find(office, who)]
        found = [people.dossier(office, TERMINAL, each, said) for each in chosen]
    document = {
        "people": [
            {
                "id": each.registered.id,
                **each.registered.person.model_dump(),
                "events": plain(each.entries, said, "at=event.at sentence note"),
            }
            for each in found
        ]
    }
    if to is None:
        print_json(document)
        return
    try:
        write_whole(to, json_text(document).encode() + b"\n", ONLY_THE_OWNER)
    except OSError as error:
        raise NotPossibleNow("unwritable", path=to, error=error) from error
    console().print(text("people.cli.exported", said, count=len(found), path=to), soft_wrap=True)


@app.command()
def merge(
    kept: Annotated[str, typer.Argument(metavar="RESTA", help="Chi resta · who stays.")],
    other: Annotated[str, typer.Argument(metavar="DOPPIO", help="Il doppione · the duplicate.")],
    database: Database = "",
    as_json: AsJson = False,
    lang: Lang = "",
) -> None:
    """Unisce due voci che sono la stessa persona · make one of two entries for one person."""
    with writing(database, "people merge") as office:
        first, second = people.find(office, kept), people.find(office, other)
        people.merge(office, TERMINAL, first, second)
    _answer("people.cli.merged", lang, as_json, id=first, other=second)


@app.command()
def erase(
    who: Who,
    yes: Annotated[
        bool, typer.Option("--yes", help="Senza chiedere conferma · without asking first.")
    ] = False,
    database: Database = "",
    as_json: AsJson = False,
    lang: Lang = "",
) -> None:
    """Cancella per sempre i dati di una persona · erase a person's data for ever."""
    said = language(lang)
    with reading(database) as office:
        found = people.find(office, who)
        known = [each.person for each in people.register(office) if each.id == found]
    if not yes:
        shown = ", ".join(filter(None, [*(part for each in known for part in (each.name, each.club)), found]))
        answer = typer.prompt(text("people.cli.sure", said, who=shown), "", show_default=False, err=True)
        if answer.strip().casefold() not in YES:
            remark(text("people.cli.nothing", said))
            raise typer.Exit(1)
    with writing(database, "people erase") as office:
        people.erase(office, TERMINAL, found)
    _answer("people.cli.erased", lang, as_json, id=found)


def _answer(code: str, lang: str, as_json: bool, **values: str) -> None:
    said = language(lang)
    answer(values, said, lambda: console().print(text(code, said, **values), soft_wrap=True), as_json=as_json)
