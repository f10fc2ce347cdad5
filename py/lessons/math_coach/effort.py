"""How hard a sum is in the head, as a count of little things to do. Knows numbers and lines of working, no shortcuts.

One unit is one thing that has to be thought: a digit added to a digit, a carry, a digit times a digit below 3. What is
only written down, a zero added or a point moved, is free, and nothing costs less than 1.

+ −       1 for every place where two digits meet, 1 more where that carries or borrows, 1 for every place that a
          carry runs on through. Counting one or two on or back is 1; to subtract what is up to ten apart is 2 at
          most. A point costs 1; so does a sign to keep in mind.
×         digit times digit: 1 where one of them is 1 or 2, else 2; 1 more where a carry comes of it; for every line
          beyond the first, as much as there are digits to add. Zeros at the end and powers of ten are free.
÷         for every digit of the answer: 1 when halving (and 1 more for an odd digit), 2 by a single digit,
          otherwise 2 and 2 for every digit of the divisor. A rest costs 1. Powers of ten are free.
a^n       the products one after the other, each a little longer: n(n − 1)/2 times the first.
series    the additions one after the other; of squares or cubes, the powers as well.
times     the hours, the minutes, and 2 when they make an hour.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from domain import Operation, Problem, Quotient, exact_arithmetic, hours_and_minutes, places, reduced
from expression import Binary, Clock, parse, worked_out

_Number = int | Decimal


def effort(operation: Operation, a: _Number, b: _Number, step: int = 1) -> int:
    """How hard `a operation b` is when nothing clever is done; 1 at least. Expects what a `Problem` allows."""
    match operation:
        case Operation.ADD:
            units = _added(a, b)
        case Operation.SUBTRACT:
            units = _added(a, -b) + (b < 0)
        case Operation.MULTIPLY:
            units = _multiplied(_digits(a), _digits(b))
        case Operation.DIVIDE:
            units = _divided(a, b)
        case Operation.SERIES:
            units = (int(b - a) // step) * len(_digits(b))
        case Operation.SUM_OF_SQUARES | Operation.SUM_OF_CUBES:
            units = _powers_added(operation, int(a), int(b))
        case Operation.ADD_TIME:
            units = _times_added(int(a), int(b))
        case _:  # a power
            digits = _digits(a)
            units = int(b) * (int(b) - 1) // 2 * _multiplied(digits, digits) if digits not in ("", "1") else 1
    return max(1, units)


@lru_cache(maxsize=256)
def effort_of(problem: Problem) -> int:
    return effort(problem.operation, problem.a, problem.b, problem.step)


@lru_cache(maxsize=1024)
def effort_of_expr(expr: str) -> int:
    """The effort of every sign in a line of working, added up: "3 + 4 × 10" is 4 × 10, then 3 + 40."""
    with exact_arithmetic():
        return max(1, _of_node(parse(expr)))


def _of_node(node: object) -> int:
    if not isinstance(node, Binary):
        return 0
    inner = _of_node(node.left) + _of_node(node.right)
    left, right = worked_out(node.left), worked_out(node.right)
    if isinstance(left, Clock) and isinstance(right, Clock):
        return inner + max(1, _times_added(left.time, right.time))
    assert isinstance(left, int | Decimal) and isinstance(right, int | Decimal)
    return inner + effort(node.operation, left, right)


def _digits(number: _Number) -> str:
    """The digits that count: 4700, 4.7 and −0.0047 are all "47"; 0 is ""."""
    number = reduced(number)
    text = str(abs(number)) if isinstance(number, int) else "".join(map(str, number.as_tuple().digits))
    return text.strip("0")


def _added(a: _Number, b: _Number) -> int:
    """Two numbers with their signs; the numbers are lined up at the point."""
    point = max(places(a), places(b))
    x, y = int(a.scaleb(point)) if isinstance(a, Decimal) else a * 10**point, 0
    y = int(b.scaleb(point)) if isinstance(b, Decimal) else b * 10**point
    extra = 1 if point else 0
    if x == 0 or y == 0:
        return 1
    if (x < 0) == (y < 0):
        return _carrying(abs(x), abs(y)) + extra + (x < 0)
    big, small = max(abs(x), abs(y)), min(abs(x), abs(y))
    below = (x + y) < 0 or x < 0  # the answer is below zero, or the order has to be turned round first
    return _borrowing(big, small) + extra + below


def _carrying(x: int, y: int) -> int:
    if min(x, y) <= 2:
        return 1
    units = carry = 0
    while x or y:
        (x, p), (y, q) = divmod(x, 10), divmod(y, 10)
        met = p > 0 and q > 0
        carries = p + q + carry > 9
        units += met + carries
        carry = int(carries)
    return units


def _borrowing(x: int, y: int) -> int:
    """x − y for x ≥ y."""
    if y <= 2 or x == y:
        return 1
    units = borrow = 0
    small_step = x - y <= 10
    while y or borrow:
        (x, p), (y, q) = divmod(x, 10), divmod(y, 10)
        borrows = p < q + borrow
        units += (q > 0) + borrows
        borrow = int(borrows)
    return min(units, 2) if small_step else units


def _multiplied(x: str, y: str) -> int:
    """Digits without their zeros at the ends."""
    if x in ("", "1") or y in ("", "1"):
        return 1
    units = 0
    for at, p in enumerate(x):
        for under, q in enumerate(y):
            if p != "0" and q != "0":
                units += 1 if p in "12" or q in "12" else 2
                units += at + under > 0 and int(p) * int(q) > 9
    lines = min(len(x.replace("0", "")), len(y.replace("0", "")))
    return units + (lines - 1) * max(len(x), len(y))


def _divided(a: _Number, b: _Number) -> int:
    divisor = _digits(b)
    if divisor == "1" or a == 0:
        return 1
    quotient = Problem(a, Operation.DIVIDE, b).exact()
    rest = isinstance(quotient, Quotient)
    digits = _digits(quotient.whole if isinstance(quotient, Quotient) else quotient)
    if divisor == "2":
        return len(digits) + sum(digit in "13579" for digit in _digits(a)[:-1]) + rest
    each = 2 if len(divisor) == 1 else 2 + 2 * len(divisor.replace("0", ""))
    return len(digits) * each + rest


def _powers_added(operation: Operation, first: int, last: int) -> int:
    digits = _digits(last)
    count, products = last - first + 1, 1 if operation is Operation.SUM_OF_SQUARES else 3
    return count * products * _multiplied(digits, digits) + (count - 1) * 2 * len(digits)


def _times_added(a: int, b: int) -> int:
    (hours, minutes), (more_hours, more_minutes) = hours_and_minutes(a), hours_and_minutes(b)
    units = _added(hours, more_hours) if hours and more_hours else 0
    units += _added(minutes, more_minutes) if minutes and more_minutes else 0
    return units + (2 if minutes + more_minutes >= 60 else 0)
