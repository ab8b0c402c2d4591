"""`kamchatka people`: the register of people; list, add, correct, export, merge and erase entries."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Column, Table

from kamchatka.app.archive.copier import renew_copies
from kamchatka.app.files import ONLY_THE_OWNER, data_folder, write_whole
from kamchatka.app.office import TERMINAL
from kamchatka.app.plain import plain
from kamchatka.app.register import merging, people
from kamchatka.cli.call import Sure, called, option
from kamchatka.cli.office import Database, OfficeCall
from kamchatka.cli.output import Lang, command, console, json_text, language, print_json, remark
from kamchatka.messages import Language, text
from kamchatka.refusals import NotPossibleNow

app = typer.Typer(no_args_is_help=True, help="L'anagrafe dei giocatori · the register of players.")

LISTED = ("name", "club", "email")
FIELDS = {
    "surname": "Il cognome, dentro il nome · the surname, within the name.",
    "club": "Il club · the club.",
    "email": "L'indirizzo di posta · the e-mail address.",
    "phone": "Il telefono · the phone number.",
    "born": "Data di nascita, aaaa-mm-gg · date of birth, yyyy-mm-dd.",
    "consent": "Informativa accettata, e quando · notice accepted, and when.",
}
NEW = "Il nuovo valore, vuoto per toglierlo · the new value."
Who = Annotated[str, typer.Argument(metavar="CHI", help="Nome o codice · name or id.")]


@app.command("list")
@called()
def list_people(call: OfficeCall) -> None:
    """Tutti, in ordine di cognome · everybody, by surname."""
    with call.reading() as office:
        found = people.register(office)
    data = [{"id": each.id, **each.person.model_dump()} for each in found]
    call.give(data, lambda: _print_list(found, call.lang))


def _print_list(found: list[people.RegisterEntry], lang: Language) -> None:
    if not found:
        example = command("people", "add", "Anna Bianchi", "--club", "Aosta")
        console().print(text("people.cli.empty", lang, command=example), soft_wrap=True)
        return
    id_column = Column(text("people.cli.id", lang), no_wrap=True, min_width=18)
    table = Table(id_column, *(Column(text(f"log.words.{name}", lang), overflow="fold") for name in LISTED))
    for each in found:
        table.add_row(each.id, *(getattr(each.person, name) for name in LISTED))
    console().print(table)


@app.command()
@called("people add", [option(field, str, help, default="") for field, help in FIELDS.items()])
def add(
    call: OfficeCall,
    name: Annotated[str, typer.Argument(metavar="NOME", help="Nome e cognome · full name.")],
    **typed: str,
) -> None:
    """Scrive una persona nell'anagrafe · write somebody into the register."""
    person = people.person_of({"name": name, **typed})
    with call.writing() as office:
        who = people.enter(office, TERMINAL, person)
    _answer(call, "added", id=who, name=person.name)


@app.command()
@called("people correct", [option(field, str, NEW) for field in ("name", *FIELDS)])
def correct(call: OfficeCall, who: Who, **typed: str | None) -> None:
    """Corregge i dati indicati, gli altri restano · correct what is given, the rest stays."""
    given = {field: new for field, new in typed.items() if new is not None}
    with call.writing() as office:
        found = people.find(office, who)
        people.correct(office, TERMINAL, found, given)
    _answer(call, "corrected", id=found)


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
    with OfficeCall("people export", said, as_json=True, database=database).reading() as office:
        everybody = [each.id for each in people.register(office)]
        chosen = everybody if who is None else [people.find(office, who)]
        found = [people.dossier(office, TERMINAL, each, said) for each in chosen]
    document = {
        "people": [
            {
                "id": each.registered.id,
                **each.registered.person.model_dump(),
                "merged": [{"id": one.id, **one.person.model_dump()} for one in each.merged],
                "events": plain(each.entries, said, "at=event.at sentence note"),
                "traces": plain(each.traces, said, "kind place said erased=is_erased"),
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
@called("people merge")
def merge(
    call: OfficeCall,
    kept: Annotated[str, typer.Argument(metavar="RESTA", help="Chi resta · who stays.")],
    other: Annotated[str, typer.Argument(metavar="DOPPIO", help="Il doppione · the duplicate.")],
) -> None:
    """Unisce due voci che sono la stessa persona · make one of two entries for one person."""
    with call.writing() as office:
        first, second = people.find(office, kept), people.find(office, other)
        merging.merge(office, TERMINAL, first, second)
    _answer(call, "merged", id=first, other=second)


@app.command()
@called("people unmerge")
def unmerge(
    call: OfficeCall,
    other: Annotated[
        str, typer.Argument(metavar="DOPPIO", help="Chi era stato unito · who had been merged.")
    ],
) -> None:
    """Disfa un'unione: tornano due voci · undo a merge: two entries again."""
    with call.writing() as office:
        found = people.find(office, other, people.merged_entries(office))
        merging.unmerge(office, TERMINAL, found)
    _answer(call, "unmerged", id=found)


@app.command()
@called("people distinct")
def distinct(
    call: OfficeCall,
    one: Who,
    other: Annotated[str, typer.Argument(metavar="ALTRO", help="Nome o codice · name or id.")],
) -> None:
    """Due voci simili sono due persone diverse · two similar entries are two different people."""
    with call.writing() as office:
        first, second = people.find(office, one), people.find(office, other)
        merging.distinguish(office, TERMINAL, first, second)
    _answer(call, "distinct", id=first, other=second)


@app.command()
@called("people erase")
def erase(
    call: OfficeCall,
    who: Who,
    yes: Sure = False,
) -> None:
    """Cancella per sempre i dati di una persona · erase a person's data for ever."""
    with call.reading() as office:
        found = people.find(office, who)
        known = [each.person for each in people.register(office) if each.id == found]
    if not yes:
        shown = ", ".join(filter(None, [*(part for each in known for part in (each.name, each.club)), found]))
        call.must_confirm(text("people.cli.sure", call.lang, who=shown))
    with call.writing() as office:
        people.erase(office, TERMINAL, found)
        for trouble in renew_copies(office, data_folder()):
            remark(trouble.sentence(call.lang))
    _answer(call, "erased", id=found)


def _answer(call: OfficeCall, done: str, **values: str) -> None:
    call.answer(values, f"people.cli.{done}", **values)
