"""One link and one optimisation for a batch loop and all the rules it reaches.

Left alone, Numba links, optimises and emits every function together with all that it calls, and again inside
each of its callers, although only the batch loop is ever called. Here a function becomes a `LinkedFunction`,
whose code stays as it was written until a `Whole`, the batch loop, takes in all the functions it reaches,
closes them to the outside, and is optimised and emitted once. A function is compiled once for all the loops
that reach it, those that check bounds and those that do not.

This leans on how Numba 0.68 works inside but changes nothing of it: library classes and pipelines of our own,
for our functions alone.
"""

from collections.abc import Iterator
from typing import Any, TypeVar, cast

from llvmlite.binding import Linkage, parse_assembly
from numba import _dynfunc  # type: ignore[attr-defined]  # written in C
from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.environment import lookup_environment

from kamchatka.simulate.compiler.cells import ARE_CHECKED

ENVIRONMENT = "_ZN08NumbaEnv"
"""How the variables begin through which a function reaches Python: to print, or to raise with a value."""


class LinkedFunction(JITCodeLibrary):
    """The code of one function, neither optimised nor emitted by itself.

    Numba would finish whatever is linked at once, and optimise whatever is added.
    """

    def add_linking_library(self, library: CodeLibrary) -> None:
        self._linking_libraries.append(library)

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout  # all that is left of it: linking asks for it


class Whole(LinkedFunction):
    """The code of a batch loop and, once finished, of everything it reaches."""

    checked = False
    """Whether bounds are checked."""

    def finalize(self) -> None:
        module, codegen = self._final_module, cast(Any, self._codegen)
        own = {value.name for value in _bodies(module)}
        parts, others = _reached(self)
        for part in parts:
            module.link_in(part._final_module, preserve=True)
        checked = parse_assembly(f"@{ARE_CHECKED} = constant i1 {int(self.checked)}")
        checked.data_layout, checked.triple = module.data_layout, module.triple
        module.link_in(checked)
        # After the parts: of finished code the linker takes in only what is called by then.
        for library in others:
            self._reload_init.update(library._reload_init)
            module.link_in(library._get_module_for_linking(), preserve=True)
        for value in _bodies(module):
            if value.name not in own and not value.name.startswith(ENVIRONMENT):
                value.linkage = Linkage.internal
        self._linking_libraries = []
        super().finalize()
        for variable in module.global_variables:
            if variable.name.startswith(ENVIRONMENT):
                codegen.set_env(variable.name, lookup_environment(variable.name))


def _bodies(module: Any) -> Iterator[Any]:
    """The functions and variables that a module does not only name."""
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration:
            yield value


def _reached(library: LinkedFunction) -> tuple[list[LinkedFunction], list[Any]]:
    """Every library behind this one, each once: the parts, and what Numba finished by itself."""
    parts: list[LinkedFunction] = [library]
    others: list[Any] = []
    for part in parts:  # grows while it is read
        for each in part._linking_libraries:
            found: list[Any] = parts if isinstance(each, LinkedFunction) else others
            if each not in found:
                found.append(each)
    return parts[1:], others


Library = TypeVar("Library", bound=LinkedFunction)


class PartCompiler(Compiler):
    """Compiles a function into a LinkedFunction, which callers can link but nobody can call.

    Numba makes a library of its own only where there is none, and emits its code to ask for the address.
    """

    def compile_extra(self, func: Any) -> Any:
        context = self.state.targetctx.subtarget(get_executable=_nothing_to_call)
        setattr(context, ARE_CHECKED, True)  # asked when it is linked
        self.state.targetctx = context
        self.state.library = _library(LinkedFunction, context, func)
        return super().compile_extra(func)


class WholeCompiler(Compiler):
    """Compiles a batch loop into a Whole."""

    def compile_extra(self, func: Any) -> Any:
        self.state.library = library = _library(Whole, self.state.targetctx, func)
        library.checked = bool(self.state.flags.boundscheck)
        return super().compile_extra(func)


def _library(kind: type[Library], context: Any, func: Any) -> Library:
    library = kind(context.codegen(), func.__qualname__)
    library.enable_object_caching()
    return library


def _nothing_to_call(library: Any, fndesc: Any, env: Any) -> Any:
    """Stands for the function where the compiler looks up its code; it has no address."""
    return _dynfunc.make_function(
        fndesc.lookup_module(), fndesc.qualname.split(".")[-1], "", 0, env, (library,)
    )
