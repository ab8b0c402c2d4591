"""A command typed wrong: which word, how it is used, where help is; in the reader's language."""

import re
import sys
from functools import partial
from typing import Any

import typer
from typer.exceptions import TyperException

from kamchatka.cli.output import language
from kamchatka.messages import Language, text

SHORT = 2
"""Words on the command line that may ask for help without saying so: a group of commands alone."""

QUOTED = re.compile(r"'([^']*)'")


def in_the_language_of_the_reader(command: Any) -> Any:
    """The command with what the library itself writes on pages of help put into our words."""
    lang = language()
    if lang != "en" and (len(sys.argv) <= SHORT or "--help" in sys.argv):
        # Only pages of help are drawn with it, and it takes a while to load.
        from typer import rich_utils

        rich_utils.ARGUMENTS_PANEL_TITLE = text("cli.misuse.arguments", lang)
        rich_utils.OPTIONS_PANEL_TITLE = text("cli.misuse.options", lang)
        rich_utils.COMMANDS_PANEL_TITLE = text("cli.misuse.commands", lang)
        rich_utils.REQUIRED_LONG_STRING = text("cli.misuse.required", lang)
        rich_utils.DEFAULT_STRING = text("cli.misuse.default", lang, value="{}")
        _explain_help(command, lang)
    return command


class _Context(typer.Context):
    """A command being read, whose usage line begins in the reader's language."""

    def make_formatter(self) -> Any:
        formatter: Any = super().make_formatter()
        prefix = text("cli.misuse.usage", language(), usage="")
        formatter.write_usage = partial(formatter.write_usage, prefix=prefix)
        return formatter


def _explain_help(command: Any, lang: Language) -> None:
    """Say what `--help` does, here and in the commands below."""
    command.context_class = _Context
    option = command.get_help_option(typer.Context(command))
    if option is not None:
        option.help = text("cli.misuse.this_page", lang)
    for under in getattr(command, "commands", {}).values():
        _explain_help(under, lang)


def misuse(error: TyperException) -> str:
    """Everything to say; nothing where the page of help has already been shown."""
    if type(error).__name__ == "NoArgsIsHelpError":
        return error.format_message()
    lang = language()
    lines = [_sentence(error, lang)]
    context: Any = getattr(error, "ctx", None)
    if context is not None:
        usage = context.get_usage().partition(": ")[2]
        lines.append(text("cli.misuse.usage", lang, usage=usage))
        lines.append(text("cli.misuse.help", lang, command=f"{context.command_path} --help"))
    return "\n".join(lines)


def _sentence(error: TyperException, lang: Language) -> str:
    """What is wrong; what we have no words for is said in those of the library."""
    said, name = error.format_message(), _name(error)
    context: Any = getattr(error, "ctx", None)
    match type(error).__name__:
        case "MissingParameter":
            return text("cli.misuse.missing", lang, name=name)
        case "NoSuchOption":
            return text("cli.misuse.option", lang, name=name)
        case "BadParameter":
            return text("cli.misuse.value", lang, name=name, why=error.message.rstrip("."))
        case "UsageError" if said.startswith("No such command") and (found := QUOTED.search(said)):
            known = ", ".join(sorted(context.command.commands))
            return text("cli.misuse.command", lang, name=found[1], known=known)
    return said


def _name(error: TyperException) -> str:
    """The option or argument that is meant, as people type it."""
    parameter: Any = getattr(error, "param", None)
    hint = parameter.get_error_hint() if parameter is not None else getattr(error, "option_name", "")
    return str(hint).replace("'", "")
