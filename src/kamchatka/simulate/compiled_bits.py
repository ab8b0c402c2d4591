"""The second, compiled body of `rules.bits`: single machine instructions."""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core.typing.templates import Signature
from numba.extending import intrinsic, overload, register_jitable

from kamchatka.rules import bits


@intrinsic
def _popcount(typing: Any, mask: Any) -> tuple[Signature, Any]:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


@intrinsic
def _trailing_zeros(typing: Any, mask: Any) -> tuple[Signature, Any]:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


def register_bits() -> None:
    """Give the compiler these bodies for the functions of `rules.bits`."""

    @overload(bits.count, inline="never")
    def _count(mask: Any) -> Any:
        def body(mask: Any) -> Any:
            return _popcount(mask)  # type: ignore[call-arg]

        return body

    @overload(bits.lowest, inline="never")
    def _lowest(mask: Any) -> Any:
        def body(mask: Any) -> Any:
            return _trailing_zeros(mask)  # type: ignore[call-arg]

        return body

    register_jitable(bits.nth)
    register_jitable(bits.contains)
