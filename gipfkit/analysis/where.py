"""Reads conditions on the columns of the game table, such as ``turns > 40 and winner == "white"``.

The text is parsed by Python's own parser and built anew from a few kinds of node; it is never evaluated as Python.
Comparisons, ``and``, ``or``, ``not``, arithmetic (+ - * / // %), columns, literals and ``in`` are all there is. A
comparison with an empty value is false; ``== None`` asks for one.
"""

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from gipfkit.analysis.columns import COLUMNS, Column

LONGEST, DEEPEST = 1000, 50
_TEXT, _NUMBER, _YES_NO, _NONE, _LIST = "text", "number", "yes/no", "None", "a list"

_Evaluate = Callable[[Mapping[str, Any]], Any]
_ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_ORDER: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_INSTEAD: dict[type[ast.AST], str] = {
    ast.BitAnd: "& is not for conditions: write and",
    ast.BitOr: "| is not for conditions: write or",
    ast.Invert: "~ is not for conditions: write not",
    ast.Pow: "** is left out",
    ast.Is: "write == instead of is",
    ast.IsNot: "write != instead of is not",
    ast.Call: "functions can't be called",
    ast.Attribute: "there are no attributes: a column's name stands alone",
    ast.Subscript: "there is nothing to index",
}


class ConditionError(ValueError):
    """A condition that can't be read or is refused; the message says why."""


class _Part(NamedTuple):
    """A part of a condition: what it comes to for a row, the kind of its values, its words."""

    of: _Evaluate
    kind: str
    text: str


def condition(text: str, table: str | Sequence[Column] = "game") -> Callable[[Mapping[str, Any]], bool]:
    """Read a condition on the columns of a table and give the function that checks a row.

    ``table`` is the name of a table or the columns themselves.

    >>> condition("turns > 40 and 'jong' in white")({"turns": 42, "white": "Koen de Jongh"})
    False
    """
    if len(text) > LONGEST:
        raise ConditionError(f"the condition is longer than {LONGEST} characters")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else "it can't be read"
        raise ConditionError(f"{text!r} is no condition: {reason}") from error
    columns = COLUMNS[table] if isinstance(table, str) else table
    kinds = {column.name: column.kind for column in columns}
    part = _Reader(text.strip(), kinds).read(tree.body, 0)
    if part.kind != _YES_NO:
        raise ConditionError(f"{part.text} is {part.kind}, no condition: compare it with something")
    return part.of


class _Reader:
    """Builds a condition from its nodes."""

    def __init__(self, source: str, kinds: Mapping[str, str]):
        self.source, self.kinds = source, kinds

    def read(self, node: ast.expr, depth: int) -> _Part:
        """Read any node."""
        if depth > DEEPEST:
            raise ConditionError("the condition is nested too deep")
        match node:
            case ast.BoolOp():
                return self._logic(node, depth + 1)
            case ast.UnaryOp():
                return self._unary(node, depth + 1)
            case ast.BinOp():
                return self._arithmetic(node, depth + 1)
            case ast.Compare():
                return self._comparison(node, depth + 1)
            case ast.Name():
                return self._column(node)
            case ast.Constant():
                return self._literal(node)
            case ast.Tuple() | ast.List():
                return self._list(node, depth + 1)
        raise self._refused(node, node)

    def _text(self, node: ast.expr) -> str:
        return ast.get_source_segment(self.source, node) or "this"

    def _refused(self, kind: ast.AST, node: ast.expr) -> ConditionError:
        allowed = "comparisons, and, or, not, arithmetic, in, columns and literals are all there is"
        return ConditionError(f"{self._text(node)}: {_INSTEAD.get(type(kind), allowed)}")

    def _column(self, node: ast.Name) -> _Part:
        name = node.id
        if name not in self.kinds:
            from difflib import get_close_matches

            near = get_close_matches(name, self.kinds, 3)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(self.kinds)}"
            raise ConditionError(f"{name} is no column: {hint}")
        return _Part(lambda row: row[name], self.kinds[name], name)

    def _literal(self, node: ast.Constant) -> _Part:
        value = node.value
        if value is not None and not isinstance(value, str | int | float):
            raise self._refused(node, node)
        kind = _NONE if value is None else _YES_NO if isinstance(value, bool) else _NUMBER
        kind = _TEXT if isinstance(value, str) else kind
        return _Part(lambda _: value, kind, self._text(node))

    def _list(self, node: ast.Tuple | ast.List, depth: int) -> _Part:
        parts = [self.read(element, depth) for element in node.elts]
        if not all(isinstance(_bare(element), ast.Constant) for element in node.elts):
            raise ConditionError(f"{self._text(node)}: a list holds literals alone; conditions are joined with and")
        values = frozenset(part.of({}) for part in parts)
        kinds = {part.kind for part in parts}
        return _Part(lambda _: values, f"{_LIST} of {' and '.join(sorted(kinds))}", self._text(node))

    def _logic(self, node: ast.BoolOp, depth: int) -> _Part:
        parts = [self._wanted(value, _YES_NO, depth) for value in node.values]
        checks = [part.of for part in parts]
        if isinstance(node.op, ast.And):
            return _Part(lambda row: all(check(row) for check in checks), _YES_NO, self._text(node))
        return _Part(lambda row: any(check(row) for check in checks), _YES_NO, self._text(node))

    def _unary(self, node: ast.UnaryOp, depth: int) -> _Part:
        if isinstance(node.op, ast.Not):
            check = self._wanted(node.operand, _YES_NO, depth).of
            return _Part(lambda row: not check(row), _YES_NO, self._text(node))
        if not isinstance(node.op, ast.USub | ast.UAdd):
            raise self._refused(node.op, node)
        value, sign = self._wanted(node.operand, _NUMBER, depth).of, -1 if isinstance(node.op, ast.USub) else 1
        return _Part(lambda row: _number(operator.mul, sign, value(row)), _NUMBER, self._text(node))

    def _arithmetic(self, node: ast.BinOp, depth: int) -> _Part:
        calculate = _ARITHMETIC.get(type(node.op))
        if calculate is None:
            raise self._refused(node.op, node)
        left, right = (self._wanted(side, _NUMBER, depth).of for side in (node.left, node.right))
        return _Part(lambda row: _number(calculate, left(row), right(row)), _NUMBER, self._text(node))

    def _wanted(self, node: ast.expr, kind: str, depth: int) -> _Part:
        part = self.read(node, depth)
        if part.kind != kind:
            need = "a number is needed" if kind == _NUMBER else "a condition is needed"
            raise ConditionError(f"{part.text} is {part.kind}: {need}")
        return part

    def _comparison(self, node: ast.Compare, depth: int) -> _Part:
        parts = [self.read(side, depth) for side in (node.left, *node.comparators)]
        checks = [self._pair(op, a, b, node) for op, a, b in zip(node.ops, parts, parts[1:], strict=False)]
        if len(checks) == 1:
            return _Part(checks[0], _YES_NO, self._text(node))
        return _Part(lambda row: all(check(row) for check in checks), _YES_NO, self._text(node))

    def _pair(self, op: ast.cmpop, left: _Part, right: _Part, node: ast.Compare) -> _Evaluate:
        if isinstance(op, ast.In | ast.NotIn):
            inside = self._inside(left, right)
            return inside if isinstance(op, ast.In) else lambda row: left.of(row) is not None and not inside(row)
        if isinstance(op, ast.Eq | ast.NotEq):
            if _NONE not in (left.kind, right.kind):
                _alike(left, right)
                return lambda row: _equal(left.of(row), right.of(row), isinstance(op, ast.Eq))
            return lambda row: (left.of(row) is right.of(row)) is isinstance(op, ast.Eq)
        compare = _ORDER.get(type(op))
        if compare is None:
            raise self._refused(op, node)
        _alike(left, right)
        if left.kind not in (_TEXT, _NUMBER):
            raise ConditionError(f"{left.text} is {left.kind}: it has no order")
        return lambda row: _ordered(compare, left.of(row), right.of(row))

    def _inside(self, left: _Part, right: _Part) -> _Evaluate:
        if right.kind == _TEXT:
            _alike(left, right)
            return lambda row: _contains(right.of(row), left.of(row))
        if not right.kind.startswith(_LIST):
            raise ConditionError(f"{right.text} is {right.kind}: in needs a list, such as ('1-0', '0-1'), or a text")
        if right.kind not in (f"{_LIST} of {left.kind}", f"{_LIST} of "):
            raise ConditionError(f"{left.text} is {left.kind}, {right.text} is {right.kind}")
        return lambda row: left.of(row) in right.of(row)


def _bare(node: ast.expr) -> ast.expr:
    """Give a literal without its sign."""
    return node.operand if isinstance(node, ast.UnaryOp) else node


def _alike(left: _Part, right: _Part) -> None:
    if left.kind != right.kind:
        raise ConditionError(f"{left.text} is {left.kind}, {right.text} is {right.kind}: they can't be compared")


def _number(calculate: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """Calculate; with an empty value, or where there is no result, the result is empty."""
    try:
        return None if left is None or right is None else calculate(left, right)
    except (ZeroDivisionError, OverflowError):
        return None


def _equal(left: Any, right: Any, wanted: bool) -> bool:
    return left is not None and right is not None and (left == right) is wanted


def _ordered(compare: Callable[[Any, Any], bool], left: Any, right: Any) -> bool:
    return left is not None and right is not None and compare(left, right)


def _contains(text: str | None, part: str | None) -> bool:
    return text is not None and part is not None and part in text
