"""Dispatchers: loops that run block after block, by number, until one stops."""

from collections.abc import Mapping
from typing import Any

from interpreter.native.llvm import llvm_ir
from interpreter.native.subset import Dispatch


def write_dispatch(d: Dispatch, symbols: Mapping[str, Any]) -> None:
    """Writes the function of a dispatcher. *symbols*: all functions, by name."""
    ir = llvm_ir()
    function = symbols[d.name]
    number = ir.IntType(64)
    s, first, w = function.args[:3]
    entry, head, inside, join, lost, end = (function.append_basic_block() for _ in range(6))
    b = ir.IRBuilder(entry)
    b.branch(head)
    b.position_at_end(head)
    block, left = b.phi(number), b.phi(number)
    steps = number(1) if d.once else function.args[3]
    block.add_incoming(first, entry)
    left.add_incoming(steps, entry)
    goes_on = b.icmp_signed(">=", block, number(0))
    b.cbranch(b.and_(goes_on, b.icmp_signed(">", left, number(0))), inside, end)
    b.position_at_end(inside)
    if d.stop is not None:
        wrong, goes = function.append_basic_block(), function.append_basic_block()
        error, used, given = d.stop
        b.cbranch(b.icmp_signed("!=", b.load(b.gep(s, [number(error)])), number(0)), wrong, goes)
        b.position_at_end(wrong)
        past = b.icmp_signed(">", *(b.load(b.gep(s, [number(slot)])) for slot in (used, given)))
        b.cbranch(past, end, goes)
        b.position_at_end(goes)
    frame = b.load(b.gep(s, [number(d.frame)]))
    switch = b.switch(block, lost)
    results = []
    for i, name in enumerate(d.blocks):
        case = function.append_basic_block()
        switch.add_case(number(i), case)
        b.position_at_end(case)
        results.append((b.call(symbols[name], [s, frame, w]), case))
        b.branch(join)
    b.position_at_end(join)
    # Without blocks nothing arrives here, and LLVM 15 refuses a `phi` of nothing.
    following = b.phi(number) if results else number(d.lost)
    for result, case in results:
        following.add_incoming(result, case)
    block.add_incoming(following, join)
    left.add_incoming(b.sub(left, number(1)), join)
    b.branch(head)
    b.position_at_end(lost)
    b.ret(number(d.lost))
    b.position_at_end(end)
    if d.once:
        b.ret(block)
    else:
        b.ret(b.select(b.icmp_signed("<", block, number(0)), block, number(d.spent)))
