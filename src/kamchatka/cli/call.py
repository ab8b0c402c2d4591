"""Common options of commands, gathered in a Call, and how commands answer."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, ClassVar, NoReturn, get_type_hints

import typer

from kamchatka.app.library import FOLDER
from kamchatka.app.plain import plain
from kamchatka.cli.output import WORDS, AsJson, Lang, console, fail, language, print_json, remark
from kamchatka.faults import FaultyFile
from kamchatka.messages import Language, text

Command = Callable[..., None]
Options = Mapping[str, tuple[Any, Any]]
YES = ("s", "si", "sì", "y", "yes")
Sure = Annotated[bool, typer.Option("--yes", help="Senza chiedere conferma · without asking first.")]
STANDARD_INPUT = Path("-")
FileArg = Annotated[Path, typer.Argument(help="Un file .toml · a .toml file.")]


@dataclass(frozen=True)
class Call:
    """One call of a command: answers as JSON or for people, in which language."""

    options: ClassVar[Options] = {"as_json": (AsJson, False)}
    """Options that commands with this Call get, with their types and defaults."""
    command: str
    lang: Language
    as_json: bool = False

    def give(self, view: object, draw: Callable[[], object]) -> None:
        """Print a view as JSON, or draw it for people."""
        if self.as_json:
            print_json(plain(view, self.lang))
        else:
            draw()

    def say(self, line: str) -> None:
        """Print one line for people."""
        console().print(line, soft_wrap=True)

    def answer(self, data: object, code: str, **values: object) -> None:
        """Print data as JSON, or the sentence `code` for people."""
        self.give(data, lambda: self.say(text(code, self.lang, **values)))

    def must_confirm(self, question: str) -> None:
        """Ask before deleting something; any answer but yes ends the command. A site does not ask again."""
        if typer.prompt(question, "", show_default=False, err=True).strip().casefold() not in YES:
            remark(text("people.cli.nothing", self.lang))
            raise typer.Exit(1)
        WORDS.set((*WORDS.get(), "--yes"))

    def fail_by_faults(self, error: FaultyFile, words: str = "code where line sentence") -> NoReturn:
        """Report all faults of a file, in JSON with the fields in `words`, and exit with status 2."""
        if not self.as_json:
            fail(error.report(self.lang))
        print_json({"faults": plain(error.faults, self.lang, words)})
        raise typer.Exit(2) from error


class SpokenCall(Call):
    """A call with the option `--lang`."""

    options: ClassVar[Options] = {**Call.options, "lang": (Lang, "")}


def called(command: str = "", more: Sequence[inspect.Parameter] = ()) -> Callable[[Command], Command]:
    """Decorator that adds the options of the command's Call after its own parameters.

    The parameters in `more` replace its `**given`.
    """

    def decorate(function: Command) -> Command:
        call, *own = inspect.signature(function).parameters.values()
        kind: type[Call] = call.annotation

        @wraps(function)
        def typed(**given: Any) -> None:
            common = {name: given.pop(name) for name in kind.options}
            given |= {name: FOLDER.get() / each for name, each in given.items() if _is_file(each)}
            function(kind(command, language(common.pop("lang", "")), **common), **given)

        written = [each.replace(kind=each.KEYWORD_ONLY) for each in own if each.kind != each.VAR_KEYWORD]
        common = [parameter(name, *said) for name, said in kind.options.items()]
        every = [*written, *more, *common]
        typed.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
        typed.__annotations__ = {each.name: each.annotation for each in every}
        return typed

    return decorate


def _is_file(given: object) -> bool:
    return isinstance(given, Path) and given != STANDARD_INPUT


def parameter(name: str, kind: Any, default: Any = None) -> inspect.Parameter:
    """A parameter of a command, with its Annotated type."""
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def option(
    name: str, kind: Any, help: str, *words: str, default: Any = None, **settings: Any
) -> inspect.Parameter:
    """An option shared by commands; its flag comes from `name` unless `words` are given."""
    return parameter(name, Annotated[kind | None, typer.Option(*words, help=help, **settings)], default)


def options_of(kind: type) -> list[inspect.Parameter]:
    """Options made from the Annotated fields of a dataclass; other fields are skipped."""
    hints = get_type_hints(kind, include_extras=True)
    typed = (each for each in fields(kind) if hasattr(hints[each.name], "__metadata__"))
    return [parameter(each.name, hints[each.name], each.default) for each in typed]
