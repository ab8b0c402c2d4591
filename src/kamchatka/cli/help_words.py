"""Pages of help and lines of usage in the reader's language, also where the library writes them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import typer
from typer.exceptions import TyperException

from kamchatka.cli.output import language
from kamchatka.messages import LANGUAGES, Language, text

BETWEEN = " · "
"""Stands between the two languages of a text of help: Italian, then English."""

NAMED = {
    "SHEET": "sheet",
    "RESULTS": "results",
    "PLAYER": "player",
    "NOME=VALORE": "setting",
    "key": "key",
    "file": "file",
}
"""What is to be typed, as commands name it, and what people read instead."""

TYPES = ("str", "int", "path")
"""Kinds of values that the library names in its own words."""


def in_the_language_of_the_reader(command: Any) -> Any:
    """The command with its pages of help in one language; words are looked up only when a page is shown."""
    command.context_class = Reading
    for under in getattr(command, "commands", {}).values():
        in_the_language_of_the_reader(under)
    return command


class Reading(typer.Context):
    """A command being read, which speaks the reader's language."""

    def make_formatter(self) -> Any:
        """Every line of usage and every page of help begins here."""
        lang = language()
        _put_into_words(self.command, lang)
        formatter: Any = super().make_formatter()
        prefix = text("cli.misuse.usage", lang, usage="")
        formatter.write_usage = partial(formatter.write_usage, prefix=prefix)
        return formatter

    def get_help(self) -> str:
        """The page of help of this command."""
        _put_frames_into_words(language())
        return super().get_help()

    @contextmanager
    def scope(self, cleanup: bool = True) -> Iterator[Any]:
        """Whatever goes wrong while this command is read is told with its usage."""
        with super().scope(cleanup) as found:
            try:
                yield found
            except TyperException as error:
                if getattr(error, "ctx", self) is None:
                    error.ctx = self  # type: ignore[attr-defined]
                raise


def one_language(words: str, lang: Language) -> str:
    """The half of a text of help that is in this language; a text without halves stays whole."""
    return "\n\n".join(_half(paragraph, lang) for paragraph in words.split("\n\n"))


def named(what: str, lang: Language) -> str:
    """What is to be typed, as this reader calls it."""
    return text(f"cli.named.{NAMED[what]}", lang) if what in NAMED else what


def _half(paragraph: str, lang: Language) -> str:
    halves = paragraph.split(BETWEEN)
    if len(halves) != len(LANGUAGES):
        return paragraph
    chosen = halves[LANGUAGES.index(lang)].strip()
    return chosen[:1].upper() + chosen[1:] + ("" if chosen[-1:] in ".!?" else ".")


def _put_frames_into_words(lang: Language) -> None:
    # Only pages of help are drawn with it, and it takes a while to load.
    from typer import rich_utils

    rich_utils.ARGUMENTS_PANEL_TITLE = text("cli.misuse.arguments", lang)
    rich_utils.OPTIONS_PANEL_TITLE = text("cli.misuse.options", lang)
    rich_utils.COMMANDS_PANEL_TITLE = text("cli.misuse.commands", lang)
    rich_utils.REQUIRED_LONG_STRING = text("cli.misuse.required", lang)
    rich_utils.DEFAULT_STRING = text("cli.misuse.default", lang, value="{}")


def _put_into_words(command: Any, lang: Language) -> None:
    """Everything that a page of this command shows; saying it twice changes nothing."""
    command.options_metavar = text("cli.misuse.some_options", lang)
    command.help = one_language(command.help or "", lang)
    option = command.get_help_option(typer.Context(command))
    if option is not None:
        option.help = text("cli.misuse.this_page", lang)
        option.display_type = lambda ctx: ""
    for parameter in command.params:
        _put_parameter_into_words(parameter, lang)
    if hasattr(command, "commands"):
        command.subcommand_metavar = text("cli.misuse.some_command", lang)
        for under in command.commands.values():
            under.help = one_language(under.help or "", lang)


def _put_parameter_into_words(parameter: Any, lang: Language) -> None:
    parameter.help = one_language(parameter.help or "", lang)
    if (shown := parameter.display_name_raw) in NAMED and parameter.param_type_name == "argument":
        parameter.metavar = named(shown, lang)
    elif parameter.metavar is not None:
        parameter.metavar = named(parameter.metavar, lang)
    if getattr(parameter, "is_flag", False):
        # It takes no value.
        parameter.display_type = lambda ctx: ""
    elif not parameter.type_descriptor.is_choice:
        said = parameter.display_type(None).replace(" range", "")
        told = re.sub(r"\w+", lambda found: _type(found[0], lang), said)
        parameter.display_type = lambda ctx: told


def _type(name: str, lang: Language) -> str:
    return text(f"cli.type.{name}", lang) if name in TYPES else name
