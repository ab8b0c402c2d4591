"""How machine code reads and writes the cells of a record, as in `pos.armies[t]`; in force once imported.

Python counts a negative index from the end, and Numba corrects every index that might be one. The rules never
mean that, so compiled cells take an index as it is: a wrong one would meet a neighbouring field. Where bounds
are checked, an index that is no cell of its own field is an error, negative ones included. A function that is
compiled once for both kinds of loops asks a constant of the loop, which the optimiser then resolves.

It holds for every record that this process compiles; fields have one dimension.
"""

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin
from numba.np.arrayobj import load_item, make_array, store_item

ARE_CHECKED = "kamchatka_bounds_are_checked"
"""The constant that a batch loop defines for all the functions linked into it."""


@lower_builtin(operator.getitem, types.NestedArray, types.Integer)
def read_cell(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The cell as a number."""
    cells, index = signature.args
    return load_item(context, builder, cells, place_of(context, builder, cells, index, arguments))


@lower_builtin(operator.setitem, types.NestedArray, types.Integer, types.Integer)
def write_cell(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
    """The cell gets a number, cut to its width."""
    cells, index, number = signature.args
    place = place_of(context, builder, cells, index, arguments[:2])
    store_item(context, builder, cells, context.cast(builder, arguments[2], number, cells.dtype), place)


def place_of(context: Any, builder: Any, cells: Any, index: Any, arguments: Any) -> Any:
    """Where the cell lies."""
    array = make_array(cells)(context, builder, arguments[0])
    at = context.cast(builder, arguments[1], index, types.int64)
    checked = bounds_are_checked(context, builder)
    if checked is not None:
        outside = builder.icmp_unsigned(">=", at, at.type(cells.shape[0]))
        with cgutils.if_unlikely(builder, builder.and_(checked, outside)):
            context.call_conv.return_user_exc(builder, IndexError, ("no such cell",))
    return builder.gep(array.data, [at])


def bounds_are_checked(context: Any, builder: Any) -> Any:
    """Whether this function checks bounds, as a bit; None if it never does."""
    if not hasattr(context, ARE_CHECKED):
        return cgutils.true_bit if context.enable_boundscheck else None
    constant = builder.module.globals.get(ARE_CHECKED)
    if constant is None:
        constant = ir.GlobalVariable(builder.module, cgutils.bool_t, ARE_CHECKED)
        constant.initializer, constant.linkage = cgutils.false_bit, "weak"  # a batch loop's own is stronger
    return builder.load(constant)
