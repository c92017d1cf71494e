#!/usr/bin/env python3
"""Checks certificates of marginlab.

A certificate refutes a statement about an online learner by one stream of rational points.
This program shares no code with the one that made it. It runs the learner in fractions, and in intervals what is
irrational or long; checks the multipliers that prove the maximum margin; computes every term; and holds the quantity
against the claim. What a certificate says beside its statement, stream, comparator, multipliers and a program's
answers is not read. Exit status: 0 all are valid, 1 one is refused, 2 one is malformed.

Of a witness, which is about somebody's program, the answers are taken as they are stated.

The parts below have the names of the Go files that take the same steps: theory/real, theory/formula, the files of
algos/exact, and problem.go, facts.go and verify.go of adversarial/certificate."""
import argparse
import functools
import itertools
import json
import pathlib
import re
import sys
from fractions import Fraction
from math import isqrt


class Refused(Exception):
    """Why a certificate proves nothing."""


class Undecided(Exception):
    """A comparison that BITS do not decide: all is computed anew with twice as many."""


class Malformed(Exception):
    """Why a text is no certificate."""


def refuse(reason):
    raise Refused(reason)


# ---- theory/real: numbers

BITS = 320  # of the fractions of intervals
ONE, ZERO = Fraction(1), Fraction(0)


def length_of_ratio(q):
    return max(q.numerator.bit_length(), q.denominator.bit_length())


def floor_in_units(q):
    return (q.numerator << BITS) // q.denominator


@functools.total_ordering
class Number:
    """A real number: q where it is known to be rational and short, else between lo and hi, in units of 2^-BITS.

    Of a root, square is the rational number whose root it is. So ties of roots are decided."""

    __slots__ = ("q", "ends", "root_of")

    def __init__(self, q, ends=None, root_of=None):
        self.q, self.ends, self.root_of = q, ends, root_of
        if ends is None:
            self.q = Fraction(q)
            if length_of_ratio(self.q) > 16 * BITS:
                self.q, self.ends = None, (floor_in_units(self.q), -floor_in_units(-self.q))

    @staticmethod
    def between(lo, hi, root_of=None):
        return Number(Fraction(lo, 1 << BITS)) if lo == hi else Number(None, (lo, hi), root_of)

    @property
    def lo(self):
        return self.ends[0] if self.ends else floor_in_units(self.q)

    @property
    def hi(self):
        return self.ends[1] if self.ends else -floor_in_units(-self.q)

    @property
    def square(self):
        """The square of a number of at least 0 where that is known to be rational, else None."""
        if self.q is None:
            return self.root_of
        return self.q ** 2 if self.q >= 0 else None

    def size(self):
        return max(abs(self.lo), abs(self.hi))

    def is_zero(self):
        return self.q == 0

    def __neg__(self):
        return Number.between(-self.hi, -self.lo) if self.q is None else Number(-self.q)

    def __add__(self, other):
        other = number(other)
        if self.q is not None and other.q is not None:
            return Number(self.q + other.q)
        return Number.between(self.lo + other.lo, self.hi + other.hi)

    def __sub__(self, other):
        return self + -number(other)

    def __mul__(self, other):
        a, b = self, number(other)
        if b.q is None:
            a, b = b, a
        if b.q is not None and (a.q is not None or b.q == 0):
            return Number(a.q * b.q if b.q else 0)
        if b.q == 1:
            return a
        if a.square is not None and b.square is not None:
            return root(a.square * b.square)
        if b.q is not None and b.q.denominator == 1:
            return Number.between(*sorted(end * b.q.numerator for end in a.ends))
        ends = [s * t for s in a.ends for t in (b.lo, b.hi)]
        return Number.between(min(ends) >> BITS, -(-max(ends) >> BITS))

    def __truediv__(self, other):
        a, b = self, number(other)
        if b.sign() == 0:
            refuse("no value: division by 0")
        if b.q is not None:
            return a * Number(1 / b.q)
        if a.square is not None and b.square is not None:
            return a * root(1 / b.square)
        quotients = [(s << BITS, t) for s in (a.lo, a.hi) for t in b.ends]
        return Number.between(min(s // t for s, t in quotients), -min(-s // t for s, t in quotients))

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return number(other) - self

    def __rtruediv__(self, other):
        return number(other) / self

    def sign(self):
        return self.compare(0)

    def compare(self, other):
        """-1, 0 or 1, or Undecided."""
        if self is other:
            return 0
        other = number(other)
        if self.q is not None and other.q is not None:
            a, b = self.q, other.q
        elif self.square is not None and other.square is not None:
            a, b = self.square, other.square
        elif self.hi < other.lo or self.lo > other.hi:
            a, b = self.lo, other.lo
        else:
            raise Undecided("a sign")
        return (a > b) - (a < b)

    def __lt__(self, other):
        return self.compare(other) < 0

    def __eq__(self, other):
        return self.compare(other) == 0

    def max(self, other):
        other = number(other)
        try:
            return other if self.compare(other) < 0 else self
        except Undecided:
            return Number.between(max(self.lo, other.lo), max(self.hi, other.hi))

    def min(self, other):
        return -(-self).max(-number(other))

    def abs(self):
        return self.max(-self)

    def image(self, f):
        """f of the number, a function of rational numbers that increases."""
        if self.q is not None:
            return f(self.q)
        return Number.between(f(Fraction(self.lo, 1 << BITS)).lo, f(Fraction(self.hi, 1 << BITS)).hi)

    def floor(self):
        lo, hi = (self.lo >> BITS, self.hi >> BITS) if self.q is None else 2 * (self.q // 1,)
        if lo != hi:
            raise Undecided("a floor")
        return Number(lo)

    def ceil(self):
        return -(-self).floor()

    def sqrt(self):
        if self.sign() < 0:
            refuse("no value: the root of a negative number")
        return self.image(root)

    def log(self):
        if self.sign() <= 0:
            refuse("no value: the logarithm of what is not positive")
        return self.image(logarithm)

    def exp(self):
        if self.size() >> BITS >= 1 << 16:
            refuse("no value: an exponential out of range")
        return self.image(exponential)

    def pow(self, exponent):
        exponent = number(exponent)
        n = exponent.q
        if n is not None and n.denominator == 2 and self.lo >= 0:
            return self.sqrt().pow(2 * n)
        if n is None or n.denominator > 1:
            if self.is_zero() and exponent.sign() > 0:
                return self
            return (exponent * self.log()).exp()
        if n < 0:
            return 1 / self.pow(-n)
        if n * (self.size() >> BITS).bit_length() > 1 << 17:
            refuse("no value: a power out of range")
        return self.integer_power(int(n))

    def integer_power(self, n):
        if n == 0:
            return Number(1)
        half = self.integer_power(n // 2)
        return half * half * self if n % 2 else half * half

    def signed_power(self, exponent):
        """sign(a)|a|^exponent, which increases."""
        return self.image(lambda q: Number(abs(q)).pow(exponent) * ((q > 0) - (q < 0)))


def number(v):
    return v if isinstance(v, Number) else Number(v)


def root(q):
    exactly = Fraction(isqrt(q.numerator), isqrt(q.denominator))
    if exactly * exactly == q:
        return Number(exactly)
    n = isqrt((q.numerator << 2 * BITS) // q.denominator)
    return Number.between(n, n + 1, q if length_of_ratio(q) < 1 << 18 else None)


def series(term, ratio, weight):
    """The sum of terms that halve at least: the rest is less than twice the next."""
    total = Number(0)
    for n in itertools.count():
        if term.size() <= 1:
            return total + Number.between(-2 * term.size(), 2 * term.size() + 1)
        total += term * weight(n)
        term *= ratio(n)
        term = Number.between(term.lo, term.hi)


def logarithm(q):
    """Of m 2^e: 2 artanh((m-1)/(m+1)) + 2e artanh(1/3), artanh t = the sum of t^k/k over odd k."""
    def artanh(t):
        return series(t, lambda n: t * t, lambda n: Number(Fraction(1, 2 * n + 1)))
    if q == 1:
        return Number(0)
    e = q.numerator.bit_length() - q.denominator.bit_length()
    m = q / Fraction(2) ** e
    return 2 * artanh(Number((m - 1) / (m + 1))) + 2 * e * artanh(Number(Fraction(1, 3)))


def exponential(q):
    """(e^t)^(2^k), t = q/2^k, |t| <= 1/2, e^t = the sum of t^n/n!"""
    if q == 0:
        return Number(1)
    k = int(abs(q)).bit_length() + 1
    t = Number(q / 2 ** k)
    power = series(Number(1), lambda n: t / (n + 1), lambda n: Number(1))
    for _ in range(k):
        power *= power
    return power


# ---- theory/formula: the language of statements

TOKEN = re.compile(r"[A-Za-z_]\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?(?:300|[12]?\d?\d))?|[<>=!]=|&&|\|\||\S", re.A)
LEVELS = {"or": 1, "||": 1, "and": 2, "&&": 2, "==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3,
          "+": 4, "-": 4, "*": 5, "/": 5, "^": 7}
COMPARISON, SIGN, POWER = 3, 6, 7
RELATIONS = ("<=", "<", ">=", ">")
OPERATIONS = {"+": Number.__add__, "-": Number.__sub__, "*": Number.__mul__, "/": Number.__truediv__,
              "^": Number.pow}


def recursion(r, s, c):
    """The largest m with r^s f^m(1) >= 1."""
    g = Number(1)
    for m in range(10 ** 4):
        if g <= c / Number(2).pow(s - 1):
            g *= 1 - (s - 1) * (g / c).pow(1 / (s - 1))
        else:
            g = g * (1 - s / 2) + c / Number(2).pow(s)
        if r.pow(s) * g < 1:
            return Number(m)
    refuse("no value: a recursion of more than 10^4 steps")


# The functions with how many arguments they have at least and at most.
FUNCTIONS = {
    "abs": (Number.abs, 1, 1), "ceil": (Number.ceil, 1, 1), "exp": (Number.exp, 1, 1),
    "floor": (Number.floor, 1, 1), "log": (Number.log, 1, 1), "sqrt": (Number.sqrt, 1, 1),
    "max": (Number.max, 2, 4096), "min": (Number.min, 2, 4096), "recursion": (recursion, 3, 3),
}
# Those that are defined in the language: their parameters, some of which may be left out, and their value.
DEFINED = {
    "kappa0": ("delta eta s=2 c=1", "max(0, eta) > delta ? 0 : eta <= 0 ? 1 : eta <= c*delta^s"
               " ? max(0, 1 - (s-1)*c^(1/(1-s))*(eta/delta)^(s/(s-1)))^(1/s) : max(0, 1 - s*eta + c*delta^s)^(1/s)"),
    "fall": ("delta eta s=2 c=1", "-log(kappa0(delta, eta, s, c))"),
    "excess": ("phi", "phi == 0 ? 1 : 2*(phi/(1 - phi) + log(1 - phi))/phi^2"),
    "excess_mcp": ("phi", "phi == 0 ? 1 : -(2*phi + log(1 - 2*phi))/(2*phi^2)"),
}


def function(name):
    """A function with how many arguments it has at least and at most."""
    if name in FUNCTIONS:
        return FUNCTIONS[name]
    text, value = DEFINED[name]
    params = [param.partition("=") for param in text.split()]
    names = [param for param, _, _ in params]
    body = Expression(value, False, names)

    def call(*args):
        given = [*args, *(Number(default) for _, _, default in params[len(args):])]
        return body.compute({(param, None): v for param, v in zip(names, given)})
    return call, [default for _, _, default in params].count(""), len(params)


def decides(a, b, decisive, at):
    """a || b (decisive is True) or a && b (False). Where a is undecided, b may decide."""
    try:
        return decisive if a(at) is decisive else b(at)
    except Undecided:
        if b(at) is decisive:
            return decisive
        raise


def compares(op, x, y):
    """A comparison; the ends of intervals may touch."""
    known = x.q is not None and y.q is not None or x.square is not None and y.square is not None
    if known or x is y:
        order = x.compare(y)
        return order < 0 if op == "<" else order <= 0 if op == "<=" else (order == 0) is (op == "==")
    if op in ("==", "!="):
        return (x.compare(y) == 0) is (op == "==")
    if op == "<" and x.lo >= y.hi or op == "<=" and x.lo > y.hi:
        return False
    if op == "<" and x.hi < y.lo or op == "<=" and x.hi <= y.lo:
        return True
    raise Undecided("a comparison")


class Expression:
    """A text that has been read: compute takes the values of its terms, by their names."""

    def __init__(self, text, condition, names):
        self.tokens, self.at, self.terms, self.names, self.chains = TOKEN.findall(text), 0, [], names, 0
        if len(text) > 4096:
            refuse("an expression of more than 4096 bytes")
        kind, self.compute = self.whole()
        if self.at < len(self.tokens) or kind is not (bool if condition else Number):
            refuse(f"{text!r} cannot be read")

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def accept(self, *texts):
        found = self.peek()
        if found and found in texts:
            self.at += 1
            return found
        return None

    def expect(self, text):
        return self.accept(text) or refuse(f"unexpected {self.peek() or 'end'}, expected {text}")

    @staticmethod
    def typed(kind, *parts):
        """What computes the parts, which are all of a kind."""
        if any(part[0] is not kind for part in parts):
            refuse("a condition in the place of a number, or the other way")
        return [part[1] for part in parts]

    def whole(self):
        condition = self.expression(1)
        if not self.accept("?"):
            return condition
        x = self.whole()
        self.expect(":")
        y = self.whole()
        (c,), (x_of, y_of) = self.typed(bool, condition), self.typed(x[0], x, y)
        return x[0], lambda at: x_of(at) if c(at) else y_of(at)

    def expression(self, least):
        x = self.operand()
        while LEVELS.get(self.peek(), 0) >= least:
            op = self.accept(*LEVELS)
            if LEVELS[op] == COMPARISON:
                x = self.chain(op, x)
            else:
                x = self.operation(op, x, self.expression(POWER if op == "^" else LEVELS[op] + 1))
        return x

    def chain(self, op, x):
        y = self.expression(COMPARISON + 1)
        result = self.operation(op, x, y)
        while op in RELATIONS and self.peek() in RELATIONS:
            op, x, self.chains = self.accept(*RELATIONS), y, self.chains + 1
            if self.chains > 8:
                refuse("more than 8 comparisons such as 1 < r < 2")
            y = self.expression(COMPARISON + 1)
            result = self.operation("&&", result, self.operation(op, x, y))
        return result

    def operation(self, op, x, y):
        if LEVELS[op] < COMPARISON:
            a, b = self.typed(bool, x, y)
            return bool, lambda at: decides(a, b, op in ("or", "||"), at)
        if op in (">", ">="):
            op, x, y = op.replace(">", "<"), y, x
        a, b = self.typed(Number, x, y)
        if op in OPERATIONS:
            return Number, lambda at: OPERATIONS[op](a(at), b(at))
        return bool, lambda at: compares(op, a(at), b(at))

    def operand(self):
        token = self.peek()
        self.at += 1
        if token[:1].isdigit() or token[:1] == "." and token != ".":
            q = Fraction(token)
            return Number, lambda at: Number(q)
        if token == "(":
            x = self.whole()
            self.expect(")")
            return x
        if token == "+":
            return self.expression(SIGN)
        if token == "-":
            a, = self.typed(Number, self.expression(SIGN))
            return Number, lambda at: -a(at)
        if token in ("!", "not"):
            a, = self.typed(bool, self.expression(SIGN))
            return bool, lambda at: not a(at)
        called = self.accept("(")
        if called and (token in FUNCTIONS or token in DEFINED):
            return self.call(token)
        if bool(called) is not (token in WITH_CONSTANT) or token not in self.names:
            refuse(f"unexpected {token or 'end'}")
        return self.term(token, self.constant() if called else None)

    def call(self, name):
        compute, least, most = function(name)
        parts = []
        while not self.accept(")"):
            if parts:
                self.expect(",")
            parts.append(self.whole())
        if not least <= len(parts) <= most:
            refuse(f"{len(parts)} arguments of {name}")
        parts = self.typed(Number, *parts)
        if name in ("min", "max"):
            return Number, lambda at: functools.reduce(compute, [part(at) for part in parts])
        return Number, lambda at: compute(*[part(at) for part in parts])

    def constant(self):
        outside, self.terms = self.terms, []
        compute, = self.typed(Number, self.whole())
        self.expect(")")
        q = None if self.terms else compute({}).q
        self.terms = outside
        return q if q is not None else refuse("no constant, expected a ratio of integers, as in m(1/2)")

    def term(self, name, constant):
        key = name, constant
        if key not in self.terms:
            self.terms.append(key)
        return Number, lambda at: at[key]


# ---- algos/expr: expressions of learners

DECIMAL = r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?"
RATIO = r"-?\d+(/0*[1-9]\d*)?"


class Expr:
    """A name with arguments, each a key ("" by position) and an Expr."""

    def __init__(self, name, args=None):
        self.name, self.args = name, args

    def __str__(self):
        if self.args is None:
            return self.name
        return f"{self.name}({','.join((f'{key}=' if key else '') + str(value) for key, value in self.args)})"

    def is_number(self):
        return self.args is None and self.name[:1] in tuple("+-.0123456789")

    def ratio(self):
        """The number that a literal is, None of another expression."""
        if self.args is not None or not re.fullmatch(f"{DECIMAL}|{RATIO}", self.name, re.A):
            return None
        return Fraction(self.name)


def parse_expr(text):
    text = text.strip()
    e, at = read_expr(text, 0)
    return e if at == len(text) else refuse(f"{text!r}: misplaced parentheses or commas")


def read_word(text, at, ends):
    start = at
    while at < len(text) and text[at] not in ends:
        if text[at] in "'\"" and (at == 0 or text[at - 1] in " \t\n(,="):
            at = max(at, text.find(text[at], at + 1))
        at += 1
    return text[start:at].strip(), at


def read_expr(text, at):
    name, at = read_word(text, at, "(),")
    if text[at:at + 1] != "(":
        return Expr(name), at
    args, separator = [], ","
    while separator == ",":
        start = at + 1
        key, at = read_word(text, start, "=(),")
        if not key or text[at:at + 1] != "=":
            key, at = "", start - 1
        value, at = read_expr(text, at + 1)
        args.append((key, value))
        separator = text[at:at + 1]
    if separator != ")":
        refuse(f"{text!r}: expected a closing parenthesis")
    if len(args) == 1 and not args[0][0] and str(args[0][1]) == "":
        args = []
    at += 1
    return Expr(name, args), at + len(text[at:]) - len(text[at:].lstrip())


# ---- algos/exact: vectors

def dot(x, y):
    return sum(map(lambda a, b: a * b, x, y), ZERO)


def plus(x, c, y):
    return [a + c * b for a, b in zip(x, y)]


def minus(x, y):
    return [a - b for a, b in zip(x, y)]


def blend(weights, points):
    return [dot(weights, coordinates) for coordinates in zip(*points)]


def up(u, p):
    """u^<p-1>, sign(u)|u|^(p-1) in each coordinate: u itself in l2."""
    return u if p == 2 else [number(v).signed_power(p - 1) for v in u]


def power_of(u, p):
    """|u|^p."""
    if p == 2:
        return number(dot(u, u))
    return number(sum((number(v).abs().signed_power(p) for v in u), Number(0)))


def norm(u, p):
    """|u|, to the last bit where at most one coordinate is not 0."""
    only = [number(v).abs() for v in u if not number(v).is_zero()]
    if len(only) < 2:
        return only[0] if only else Number(0)
    return power_of(u, p).pow(1 / p)


def solve(rows):
    """Linear equations, each its coefficients and its right side."""
    for k in range(len(rows)):
        rows[k:] = sorted(rows[k:], key=lambda row: row[k] == 0)
        rows = [row if i == k else plus(row, -row[k] / rows[k][k], rows[k]) for i, row in enumerate(rows)]
    return [row[-1] / row[k] for k, row in enumerate(rows)]


# ---- algos/exact: learners

class Step:
    """What a learner did at an example, with its score y(w.x + b) before."""

    def __init__(self, y, predicted, updated, opening=False, score=None, target=None, size=None):
        self.y, self.predicted, self.updated, self.opening = y, predicted, updated, opening
        self.score, self.target = score, target  # target is gamma_t |w|, None where there is no gamma_t
        self.size = size  # gives |w|

    def mistake(self):
        return self.predicted != self.y

    def within(self, phi, gamma=None):
        """y(w.x + b) <= phi gamma |w|, of gamma_t if no other gamma is given."""
        if self.opening or self.target is None:
            return False
        limit = self.target if gamma is None else gamma * self.size()
        return number(self.score) <= limit * phi if phi >= 0 else number(-self.score) >= limit * -phi


class Learner:
    """A learner of sign(w.x + b), w = u^<p-1>, which is u in l2."""

    has_bias = has_margin = normalises = is_random = False

    def __init__(self, name, params, dim):
        self.name, self.params, self.p = name, params, params.get("p", Fraction(2))
        self.u, self.b, self.kept, self.first_gamma = [ZERO] * dim, ZERO, [], None

    def score(self, x):
        return dot(up(self.u, self.p), x) + self.b

    def margin(self, x, y):
        return y * self.score(x)

    def square(self):
        """|u|^p."""
        return power_of(self.u, self.p)

    def size(self):
        """|w| = |u|^(p-1), now or later: u is replaced, and not changed."""
        u, p = self.u, self.p
        return lambda: power_of(u, p).pow(1 - 1 / p)

    def target(self):
        return None

    def gamma(self):
        return self.target() / self.size()()

    def last_gamma(self):
        return self.gamma() if self.target() is not None else None

    def step(self, x, y):
        a = self.margin(x, y)
        sign = number(a).sign()
        predicted = y if sign > 0 or sign == 0 and y > 0 else -y
        if not self.has_bias and not any(x):
            return Step(y, predicted, False)
        target, size = self.target(), self.size()
        if target is not None and self.first_gamma is None:
            self.first_gamma = self.gamma()
        return Step(y, predicted, self.update(x, y, a), False, a, target, size)


class Perceptron(Learner):
    def update(self, x, y, a):
        if updated := a <= self.params.get("beta", 0):
            self.u = plus(self.u, y, x)
        return updated


class Passive(Learner):
    """PA, PA-I, PA-II, MIRA and AMIRA."""

    def update(self, x, y, a):
        if not (a <= 1 - self.params.get("eps", 0) and a < 1):
            return False
        soft = 1 / (2 * self.params["C"]) if self.name == "pa-ii" else 0
        tau = (1 - a) / (dot(x, x) + soft)
        if self.name == "pa-i":
            tau = min(tau, self.params["C"])
        self.u = plus(self.u, y * tau, x)
        return True


class SecondOrder(Learner):
    """The second-order Perceptron and AROW: A u = v, A = a + the sum of x x' and v that of y x over the kept."""

    def update(self, x, y, a):
        learns = a < 1 if self.name == "arow" else a < 0 or a == 0 and y < 0
        if learns:
            self.kept.append((x, y))
            columns = range(len(x))
            self.u = solve([[sum(z[i] * z[j] for z, _ in self.kept) + self.params["a"] * (i == j) for j in columns]
                            + [sum(s * z[i] for z, s in self.kept)] for i in columns])
        return learns


class ROMMA(Learner):
    """ROMMA and, in another scale, NAROMMA: u = argmin |u'|^2 with u'.z >= 1 and u'.u >= |u|^2, z = y x."""

    has_margin = True

    def target(self):
        return Number(1) if self.kept else None

    def margin(self, x, y):
        if self.kept == [(x, y)]:  # the last that was learned has the target
            return Number(1)
        return y * self.score(x)

    def update(self, x, y, a):
        if self.kept and (a > 1 - self.params.get("eps", 0) or a >= 1):
            return False
        if self.kept and "step4" in self.name and a * a == dot(x, x) * self.square():
            return False
        self.relax([y * v for v in x])
        self.kept = [(x, y)]
        return True

    def relax(self, z):
        s, n, square = number(dot(self.u, z)), dot(z, z), self.square()
        if not self.kept or s >= n * square:
            self.u = [number(v / n) for v in z]
            return
        across = n * square - s * s
        if across.sign() == 0:
            refuse("no value: no classifier meets the constraints of an update")
        self.u = blend([(n * square - s) / across, square * (1 - s) / across], [self.u, z])


class Sum(Learner):
    """A learner in l2 whose u is the sum of the c z that are kept, with U = |u|^2."""

    def __init__(self, name, params, dim):
        super().__init__(name, params, dim)
        self.U = Number(0)

    def score(self, x):
        return sum((c * s for z, c in self.kept if (s := dot(z, x))), Number(0))

    def square(self):
        return self.U

    def size(self):
        square, p = self.U, self.p
        return lambda: square.pow(1 - 1 / p)

    def extend(self, tau, tau2, x, y, a):
        """u + tau y x, given tau^2 and the score. Multiples of one direction are one."""
        z = [y * v for v in x]
        self.U = self.U + 2 * tau * a + tau2 * dot(x, x)
        for i, (other, c) in enumerate(self.kept):
            if (ratio := multiple(z, other)) is not None:
                self.kept = self.kept[:i] + [(other, c + tau * ratio)] + self.kept[i + 1:]
                return
        self.kept = self.kept + [(z, tau)]


def multiple(z, other):
    """The c with z = c other, None if there is none."""
    k = next(k for k, v in enumerate(other) if v)
    c = z[k] / other[k]
    return c if all(v == c * w for v, w in zip(z, other)) else None


class MaximumCosine(Sum):
    """MCP and CMCP, whose rho is 0: L = l^2, gamma_t = 1/l."""

    has_margin, L = True, Number(0)

    def target(self):
        return (self.U / self.L).sqrt() if self.kept else None

    def update(self, x, y, a):
        target, n, before = self.target(), dot(x, x), self.U
        if target is None:
            self.extend(Number(1), Number(1), x, y, a)
            self.L = Number(1 / n)
            return True
        if not a <= target * self.params["rho"] or "strict" in self.name and a >= target / 2:
            return False
        tau = target / n
        self.extend(tau, tau * tau, x, y, a)
        if a.sign() <= 0:
            self.L += 1 / n
        elif "sharp" in self.name:
            self.L = (self.L + 2 / n + 1 / (self.L * n * n)) * before / self.U
        else:
            self.L += (1 - 2 * (a / target)) * (1 / n)
        return True


class Ball(Sum):
    """A classifier sqrt(f) u."""

    f = Number(1)

    def clip(self, R2):
        """f that makes |sqrt(f) u| at most 1/R. Where u is along one example, that is known."""
        try:
            if self.U * self.f * R2 <= 1:
                return
            (z, c), = self.kept
            self.kept, self.U = [(z, Number(c.sign()))], Number(dot(z, z))
            self.f = 1 / (self.U * R2)
        except (Undecided, ValueError):
            self.f = self.f.min(1 / (self.U * R2))


class ALMA(Ball):
    """ALMA: theta = sqrt(f) u; update iff y w.x/|x| <= (1-alpha) B sqrt(p-1)/sqrt(k)."""

    has_margin = normalises = True

    def __init__(self, name, params, dim):
        super().__init__(name, params, dim)
        alpha, C = params["alpha"], params.get("C")
        B2 = params["B"] ** 2 if "B" in params else 8 / alpha ** 2
        self.B2 = B2 * (self.p - 1)
        self.C2 = (C ** 2 if C is not None else 2) / (self.p - 1)
        self.phi, self.k = 1 - alpha, 1

    def score(self, x):
        return super().score(x) if self.p == 2 else Learner.score(self, x)

    def step(self, x, y):
        n = norm(x, self.p)
        self.length2, self.length = n * n, n
        return super().step(x, y)

    def target(self):
        """gamma_t |x| |w|, in the scale of the score."""
        return self.gamma() * self.length * self.size()()

    def gamma(self):
        return root(self.B2 / self.k)

    def update(self, x, y, a):
        limit = self.gamma() * self.length / self.f.sqrt()
        if self.p != 2:
            limit *= self.square().pow(2 * (self.p - 2) / self.p).sqrt()
        if number(a) > limit * self.phi:
            return False
        tau2 = self.C2 / self.k / (self.length2 * self.f)
        self.k += 1
        if self.p != 2:
            theta = plus(self.u, tau2.sqrt() * y, x)
            by = norm(theta, self.p).max(1)
            self.u = [v / by for v in theta]
            self.U = power_of(self.u, self.p)
            return True
        self.extend(tau2.sqrt(), tau2, x, y, a)
        self.clip(1)
        return True


class Randomized(Learner):
    """The randomized classifier by FTRL, without a coin: u is the sum of all y x."""

    is_random = True

    def __init__(self, name, params, dim):
        super().__init__(name, params, dim)
        self.t, self.R2, self.expected = 0, ZERO, Number(0)

    def meets(self, x):
        self.t += 1
        before, self.R2 = self.R2, self.params.get("R", 0) ** 2 or max(self.R2, dot(x, x))
        return self.R2 != before

    def draws(self, q):
        """Counts half of |y - q|, for the probability (1 + y q)/2 of the label y."""
        self.expected += (1 - q.min(1).max(-1)) * Fraction(1, 2)

    def step(self, x, y):
        self.meets(x)
        a = number(y * self.score(x))
        divisor = Number(2 * self.t * (1 if "printed" in self.name else self.R2 ** 2)).max(self.R2 * self.square())
        self.draws(a if divisor.is_zero() or a.is_zero() else a / divisor.sqrt())
        return super().step(x, y)

    def update(self, x, y, a):
        self.u = plus(self.u, y, x)
        return True


class RandomizedDescent(Ball, Randomized):
    """The randomized classifier by OMD: x is sqrt(f) u."""

    def step(self, x, y):
        if self.meets(x):
            self.clip(self.R2)
        self.draws(y * self.score(x) * self.f.sqrt())
        return Learner.step(self, x, y)

    def update(self, x, y, a):
        tau2 = Fraction(2, self.t) / self.R2 ** 2 / self.f
        self.extend(tau2.sqrt(), tau2, x, y, a)
        self.clip(self.R2)
        return True


class ManyClasses(Learner):
    """A learner of many classes: u is the w of all of them, one after the other."""

    def blocks(self, d):
        return [self.u[i:i + d] for i in range(0, len(self.u), d)]

    def scores(self, x):
        return [dot(w, x) for w in self.blocks(len(x))]

    def predict(self, x):
        scores = self.scores(x)
        return scores.index(max(scores))


class ManyPerceptron(ManyClasses):
    def step(self, x, y):
        w, scores = self.blocks(len(x)), self.scores(x)
        z = max((z for z in range(len(w)) if z != y), key=lambda z: scores[z])
        updated = any(x) and scores[y] <= scores[z]
        if updated:
            w[y], w[z] = plus(w[y], ONE, x), plus(w[z], -ONE, x)
            self.u = sum(w, [])
        return Step(y, scores.index(max(scores)), updated)


class ManyAMIRA(ManyClasses):
    """k-best AMIRA."""

    def step(self, x, y):
        w, scores, n = self.blocks(len(x)), self.scores(x), dot(x, x)
        wrong = sorted((z for z in range(len(w)) if z != y), key=lambda z: -scores[z])[:int(self.params["k"])]
        wrong = [z for z in wrong if n and scores[y] - scores[z] <= 1 - self.params["eps"]]
        if wrong:  # eta is F - S of the m of the greatest F, and 0 of the others
            F = [(1 - scores[y] + scores[z]) / n for z in wrong]
            S = next(s for m in range(len(F), 0, -1) if F[m - 1] > (s := sum(F[:m]) / (m + 1)))
            w[y] = plus(w[y], S, x)
            for z, f in zip(wrong, F):
                w[z] = plus(w[z], min(ZERO, S - f), x)
            self.u = sum(w, [])
        return Step(y, scores.index(max(scores)), bool(wrong))


class Opening(Learner):
    """A learner with a bias. Until there is an example of each class it predicts the label of the first.

    The ends are a point of each class, by the label, whose margin is the target, a share of |u|^p. Examples of the
    label level[0] on the line of level have it as well, and so no precision has to decide it."""

    has_bias = has_margin = True

    def __init__(self, name, params, dim):
        super().__init__(name, params, dim)
        self.ends, self.level, self.aim = {}, (0, [], []), None

    def target(self):
        return self.aim

    def square(self):
        return Number(0) if self.aim is None else self.whole

    def place(self, u, share):
        self.u, self.w, self.whole = u, up(u, self.p), power_of(u, self.p)
        self.aim = share * self.whole
        if self.whole.sign() == 0:
            refuse("no value: the hulls of the classes meet")

    def margin(self, x, y):
        if self.aim is None:
            return y * next(iter(self.ends), 1)
        if self.level[0] == y and on_line(x, *self.level[1:]):
            return self.aim
        beyond = number(y * dot(self.w, minus(x, self.ends[y])))
        return self.aim if beyond.is_zero() else self.aim + beyond

    def step(self, x, y):
        if self.aim is not None:
            return super().step(x, y)
        label = next(iter(self.ends), 1)
        self.keep(x, y)
        self.ends.setdefault(y, x)
        if len(self.ends) == 2:
            self.start()
        return Step(y, label, label != y, True)

    def keep(self, x, y):
        pass

    def difference(self):
        return minus(self.ends[1], self.ends[-1])


def on_line(x, point, direction):
    z = minus(x, point)
    return not any(z) or 0 < dot(z, direction) ** 2 == dot(z, z) * dot(direction, direction)


def nearest_of_segment(v, x, o, p):
    """The point of the segment [v, x] that is nearest o, and whether it is known not to be x."""
    d, u = minus(x, v), minus(v, o)
    if p == 2:
        t = number(-dot(u, d)) / dot(d, d)
    else:
        t = zero_of(lambda t: number(dot(up(plus(u, t, d), p), d)))
    t = t.max(0).min(1)
    return blend([1 - t, t], [v, x]), t.hi < 1 << BITS


def zero_of(g):
    """Where a function that increases in [0, 1] is 0, or the end that is nearest to that."""
    def edge(sure, other, holds):
        while abs(other - sure) > 1:
            middle = (sure + other) // 2
            if holds(g(Number(Fraction(middle, 1 << BITS)))):
                sure = middle
            else:
                other = middle
        return sure
    if g(Number(1)).hi <= 0:
        return Number(1)
    return Number.between(edge(0, 1 << BITS, lambda v: v.hi < 0), edge(1 << BITS, 0, lambda v: v.lo > 0))


class PUMMA(Opening):
    """The ends are the examples kept; u is the least point between u and half of their difference."""

    def half(self):
        return [v / 2 for v in self.difference()]

    def start(self):
        self.place(self.half(), 1)

    def update(self, x, y, a):
        if not a < (1 - self.params["delta"]) * self.aim:
            return False
        self.ends[y] = x
        self.place(nearest_of_segment(self.u, self.half(), [ZERO] * len(x), self.p)[0], 1)
        return True


class OMM(Opening):
    """The ends are v+ and v-, each on its line if that is known: a point and a direction."""

    def start(self):
        self.lines = {y: (x, [ZERO] * len(x)) for y, x in self.ends.items()}
        self.place(self.difference(), Fraction(1, 2))

    def update(self, x, y, a):
        limit = self.params["rho"] * self.aim
        if a > limit or a >= self.aim or "printed" in self.name and a >= limit:
            return False
        v, line = self.ends[y], self.lines[y]
        self.ends[y], inside = nearest_of_segment(v, x, self.ends[-y], self.p)
        self.place(self.difference(), Fraction(1, 2))
        if all(number(c).q is not None for c in v):
            line = [number(c).q for c in v], [ZERO] * len(v)
        if line and not on_line(x, *line):
            line = None if any(line[1]) else (line[0], minus(x, line[0]))
        self.lines[y] = line
        self.level = (y, *line) if line and inside else (y, x, [ZERO] * len(x))
        return True


class NaiveOMM(OMM):
    """Solves the offline problem over the examples kept."""

    def keep(self, x, y):
        if "keep" not in self.name or y not in self.ends:
            self.kept.append((x, y))

    def start(self):
        self.ends = dict(zip((1, -1), nearest_points(self.kept)))
        super().start()

    def update(self, x, y, a):
        rho = self.params["rho"]
        violates = a <= rho * self.aim if rho < 1 else a < self.aim
        if violates or "keep" not in self.name:
            self.kept.append((x, y))
        if violates:
            self.start()
        return violates


def nearest_points(examples):
    """Points of the hulls of the two classes, by Wolfe's method on the differences of their points."""
    P, N = ([x for x, y in examples if y == label] for label in (1, -1))
    corral, weights = [(P[0], N[0])], [ONE]
    while True:
        ends = [blend(weights, side) for side in zip(*corral)]
        w = minus(*ends)
        enter = min(P, key=lambda x: dot(w, x)), max(N, key=lambda x: dot(w, x))
        if dot(w, minus(*enter)) >= dot(w, w):
            return ends
        corral, weights, theta = corral + [enter], weights + [ZERO], ZERO
        while theta < 1:  # go to the least point of the affine hull, or as far as the weights are positive
            z = [minus(*pair) for pair in corral]
            mu = solve([[dot(a, b) for b in z] + [ONE, ZERO] for a in z] + [[ONE] * len(z) + [ZERO, ONE]])
            theta = min([ONE] + [l / (l - m) for l, m in zip(weights, mu) if m <= 0])
            moved = [(l + theta * (m - l), pair) for l, m, pair in zip(weights, mu, corral)]
            weights, corral = map(list, zip(*[(l, pair) for l, pair in moved if l]))


# ---- algos/exact: names, and the domains of parameters; "?" marks one that may be left out. Others are fixed.

P, TWO = {"p": "[1.02, 100]?"}, {"p": "[2, 2]?"}  # in norms, and in l2 alone
R, RHO, HALF = {"R": "[0, inf)?", **TWO}, {"rho": "[0, 1]", **P}, {"rho": "[0, 1/2]?"}
EPS, A = {"eps": "(0, 1]"}, {"a": "(0, inf)"}
KINDS = {
    "perceptron": (Perceptron, P, {}),
    "margin-perceptron": (Perceptron, {"beta": "[0, inf)"}, {}),
    "romma": (ROMMA, {"eps": "[0, 1]"}, {}),
    "a-romma": (ROMMA, {}, {"eps": ZERO, "rho": ONE}),
    "naromma": (ROMMA, {}, {"rho": ONE}),
    "naromma(step4=printed)": (ROMMA, {}, {"rho": ONE}),
    "pumma": (PUMMA, {"delta": "[0, 1)", **P}, {}),
    "pa": (Passive, {}, {}),
    "pa-i": (Passive, {"C": "(0, inf)"}, {}),
    "pa-ii": (Passive, {"C": "(0, inf)"}, {}),
    "mira": (Passive, {}, {"eps": ONE}),
    "amira": (Passive, {"eps": "[0, 1]"}, {}),
    "e-omm": (OMM, P, {"rho": ONE}),
    "ce-omm": (OMM, P, {"rho": ZERO}),
    "omm": (OMM, RHO, {}),
    "omm(rule=printed)": (OMM, RHO, {}),
    "n-omm": (NaiveOMM, {"rho": "[0, 1]?", **TWO}, {}),
    "n-omm(keep=violating)": (NaiveOMM, {"rho": "[0, 1]?", **TWO}, {}),
    "randomized": (Randomized, R, {}),
    "randomized(psi=printed)": (Randomized, R, {}),
    "randomized-omd": (RandomizedDescent, R, {}),
    "cmcp": (MaximumCosine, {}, {"rho": ZERO}),
    "mcp": (MaximumCosine, HALF, {}),
    "mcp(rule=strict)": (MaximumCosine, HALF, {}),
    "mcp(rule=sharp)": (MaximumCosine, HALF, {}),
    "alma": (ALMA, {"alpha": "(0, 1]", "B": "(0, inf)?", "C": "(0, inf)?", "p": "[2, 100]?"}, {}),
    "second-order": (SecondOrder, A, {}),
    "arow": (SecondOrder, A, {}),
    "amira-1-best": (ManyAMIRA, EPS, {"k": ONE}),
    "amira-k-best": (ManyAMIRA, {**EPS, "k": "[1, 1000000]?"}, {}),
    "multiclass-perceptron": (ManyPerceptron, {}, {}),
}


def lies(q, domain):
    low, high = domain.strip("[(])?").split(", ")
    above = q >= Fraction(low) if domain[0] == "[" else q > Fraction(low)
    return above and (high == "inf" or q < Fraction(high) or q == Fraction(high) and "]" in domain)


def named(e):
    """The name of an expression, with its words, and the parameters that are numbers."""
    words, params = [], {}
    for key, value in e.args or []:
        if not value.is_number():
            words.append((key, value))
        elif key in params or value.ratio() is None:
            refuse(f"{e}: {key} cannot be read, or is there twice")
        else:
            params[key] = value.ratio()
    return str(Expr(e.name, words or None)), params


def check_params(name, params, domains):
    for key, domain in domains.items():
        if key in params and not lies(params[key], domain) or key not in params and "?" not in domain:
            refuse(f"{name}: parameter {key}, expected it in {domain}")
    if not set(params) <= set(domains):
        refuse(f"{name}: expected the parameters {', '.join(domains)}")


def completed(name, params, classes):
    """The parameters, with their defaults and those that the name stands for."""
    kind, domains, fixed = KINDS[name]
    defaults = {"p": Fraction(2), "rho": ONE if kind is NaiveOMM else Fraction(1, 2)}
    params = {key: defaults[key] for key in domains if key in defaults} | params | fixed
    if name in ("romma", "pumma"):
        params["rho"] = 1 - params["eps" if kind is ROMMA else "delta"]
    if kind is ManyAMIRA and classes:
        params["k"] = min(params.get("k", Fraction(classes)), Fraction(classes - 1))
    return params


# ---- certificate: words.go, learner.go and problem.go

OF_POINTS = "R Dbar shortest Dplus Dminus D Delta".split()
OF_STREAM = ["d"] + OF_POINTS + "gamma gamma0 r U L1 L2".split()
OF_RUN = ("T mistakes opening_mistakes later_mistakes updates later_updates m mbar gamma3 "
          "last_gamma errors margin expected_mistakes").split()
ANSWERS = "T mistakes opening_mistakes later_mistakes updates later_updates".split()
LENGTHS = OF_POINTS + "gamma gamma0 gamma3 last_gamma margin".split()
MARGINS = ("gamma", "gamma0")
TWO_CLASSES = {"gamma", "r", "D", "Dplus", "Dminus", "Delta"}
OWN_MARGIN = {"m", "mbar", "gamma3", "last_gamma"}
WITH_CONSTANT = "m mbar their_m their_mbar".split()
WORDS = OF_STREAM + OF_RUN + ["their_" + name for name in OF_RUN]
MOST_STEPS = 100_000


def is_length(name):
    return name.removeprefix("their_") in LENGTHS


class Side:
    """A learner of the statement, on the points (x, c) if it has a lift c."""

    kind = lift = answers = None

    def __init__(self, text, answers=None):
        e = parse_expr(text)
        if e.name == "bias":
            e = self.unlift(e)
        if answers is not None:
            self.answers, self.name, self.params = answers, str(e), stated_params(e)
            return
        self.name, self.params = named(e)
        if self.name not in KINDS:
            refuse(f"no exact learner is called {self.name!r}")
        self.kind, domains, _ = KINDS[self.name]
        check_params(self.name, self.params, domains)
        if self.params.get("k", ONE).denominator != 1:
            refuse(f"{self.name}: k is no integer")
        self.given, self.params = self.params, completed(self.name, self.params, 0)
        if self.lift is not None and self.kind.has_bias:
            refuse(f"{self.name} has a bias of its own")

    def unlift(self, e):
        args = e.args or []
        if not 1 <= len(args) <= 2 or args[0][0] or len(args) == 2 and args[1][0] not in ("", "c"):
            refuse(f"{e}, expected a learner and a constant, as in bias(perceptron,c=1)")
        self.lift = args[1][1].ratio() if len(args) == 2 else ONE
        return args[0][1] if self.lift else refuse(f"{e}: the constant coordinate")

    def of_classes(self, classes):
        self.params = completed(self.name, self.given, classes)

    def trait(self, name):
        return self.kind is not None and getattr(self.kind, name)

    def optimum(self):
        return "gamma" if self.trait("has_bias") else "gamma0"

    def norm(self):
        return self.params.get("p", Fraction(2))

    def lifted(self, stream):
        return stream if self.lift is None else [(x + [self.lift], y) for x, y in stream]


def stated_params(e):
    """The parameters of a program, or of the learner that it is held to be."""
    params = {}
    for key, value in e.args or []:
        if key and value.ratio() is not None:
            params[key] = value.ratio()
        elif key == "as":
            try:
                params |= Side(str(value)).params
            except Refused:
                pass
    return params


class Problem:
    """A statement that has been read."""

    def __init__(self, statement, answers):
        s = self.statement = statement
        self.learner, self.against, self.classes = Side(s["learner"], answers), None, s["classes"]
        if s["against"]:
            self.against = Side(s["against"])
            if self.against.kind is None:
                refuse("against: expected a learner with an exact model")
            if self.learner.norm() != self.against.norm():
                refuse("against: there is one geometry")
        self.p = self.learner.norm()
        self.count()
        if s["relation"] not in RELATIONS or s["passes"] < 1:
            refuse("statement: its relation or passes")
        if s["fixed"]:
            if not is_length(s["fixed"]) or self.learner.trait("normalises"):
                refuse("statement: fixed is no length")
            self.has(s["fixed"])
        names = WORDS + [name for name in self.learner.params if name not in WORDS]
        self.quantity = Expression(s["quantity"], False, names)
        self.claim = Expression(s["claim"], False, names)
        self.where = Expression(s["where"], True, names) if s["where"] else None
        for name, _ in self.terms():
            self.has(name)

    def count(self):
        for side in (self.learner, self.against):
            many = side is not None and side.kind in (ManyPerceptron, ManyAMIRA)
            if side is not None and not many and self.classes:
                refuse("a learner of two classes, and a number of classes")
            if many and not self.classes and side is self.against:
                refuse("against: expected a learner of two classes")
            if many:
                self.classes = self.classes or 3
                if not 2 <= self.classes <= 32:
                    refuse("classes, expected from 2 to 32")
                side.of_classes(self.classes)

    def terms(self):
        expressions = [e for e in (self.quantity, self.claim, self.where) if e]
        return list(dict.fromkeys(term for e in expressions for term in e.terms))

    def has(self, name):
        """Refuses a term that no stream can have a value for."""
        own, learner = name.removeprefix("their_"), self.learner
        if own != name:
            learner = self.against or refuse(f"{name} without a second learner")
        for terms, lacks, what in (
            (set(OF_RUN) - set(ANSWERS), learner.kind is None, "a program, expected a count of its answers"),
            (TWO_CLASSES, self.classes, "many classes"),
            (OWN_MARGIN, not learner.trait("has_margin"), "a learner without a margin of its own"),
            ({"mbar"}, learner.trait("normalises"), "a learner that normalises"),
            ({"mbar"}, self.learner.lift != learner.lift, "a learner on other points"),
            ({"expected_mistakes"}, not learner.trait("is_random"), "a learner that is not randomized"),
        ):
            if own in terms and lacks:
                refuse(f"{name} of {what}")

    def spoken(self, stream, side):
        """The stream that terms are about: of many classes the differences of its examples."""
        stream = side.lifted(stream)
        if not self.classes:
            return stream
        labels = range(self.classes)
        return [([v * ((c == y) - (c == z)) for c in labels for v in x], 1) for x, y in stream for z in labels if z != y]

    def check(self, stream, comparator):
        labels = range(self.classes) if self.classes else (1, -1)
        d = len(stream[0][0]) if stream else 0
        if not d or any(len(x) != d or y not in labels for x, y in stream):
            refuse("stream: its form")
        if comparator and len(comparator) != (d + (self.learner.lift is not None)) * max(1, self.classes):
            refuse("comparator: its dimension")
        if self.statement["passes"] * len(stream) > MOST_STEPS:
            refuse("too many steps")


# ---- certificate: facts.go

class Run:
    """The run of a learner over a stream, repeated."""

    def __init__(self, side, problem, stream):
        s, stream = problem.statement, side.lifted(stream)
        dim = len(stream[0][0]) * max(1, problem.classes)
        self.learner, self.steps = None, []
        if side.kind is not None:
            self.learner = side.kind(side.name, side.params, dim)
        elif not all(is_float(v) for x, _ in stream for v in x):
            refuse("no value: a number that float64 does not have")
        answers = iter(side.answers or [])
        at_rest = False
        for self.passes in range(1, s["passes"] + 1):
            start = len(self.steps)
            for x, y in stream:
                self.steps.append(self.learner.step(x, y) if self.learner else stated_step(answers, y))
            at_rest = s["at_rest"] and not any(step.updated for step in self.steps[start:])
            if at_rest:
                break
        if s["at_rest"] and not at_rest:
            refuse("no value: the learner does not come to rest")
        if next(answers, None) is not None:
            refuse("answers: more than steps")


def is_float(q):
    try:
        return Fraction(float(q)) == q
    except OverflowError:
        return False


def stated_step(answers, y):
    answer = next(answers, None) or refuse("answers: fewer than steps")
    if answer["predicted"] not in (1, -1):
        refuse("answers: expected 1 or -1")
    return Step(y, answer["predicted"], answer["updated"], answer["opening"])


class Facts:
    """The values of terms on a stream, each computed once, when a term first asks for it."""

    def __init__(self, problem, certificate):
        self.problem, self.statement, self.p = problem, problem.statement, problem.p
        self.given, self.comparator = certificate["stream"], certificate["comparator"]
        self.multipliers = certificate["multipliers"]
        problem.check(self.given, self.comparator)
        self.stream = problem.spoken(self.given, problem.learner)
        self.known, self.runs = {}, {}

    def number(self, expression):
        return expression.compute({term: self.value(*term) for term in expression.terms})

    def value(self, name, constant=None):
        if (name, constant) in self.known:
            return self.known[name, constant]
        value, unit = self.raw(name, constant), self.statement["fixed"]
        if unit and (is_length(name) or name == "U"):
            measure = self.raw(unit)
            if measure.is_zero():
                refuse(f"{name} has no value: the unit is 0")
            value = value * measure if name == "U" else value / measure
        self.known[name, constant] = value
        return value

    def raw(self, name, constant=None):
        """The value in no unit."""
        key = "raw " + name, constant
        if key not in self.known:
            self.known[key] = self.computed(name, constant)
        return self.known[key]

    def computed(self, name, constant):
        learner = self.problem.learner
        if name in learner.params and name not in WORDS:
            return Number(learner.params[name])
        if name.startswith("their_"):
            return self.of_run(self.problem.against, name.removeprefix("their_"), constant)
        if name in MARGINS:
            return self.margin(name)
        if name in OF_POINTS:
            return self.length(name)
        if name in ("L1", "L2"):
            return self.loss(name)
        if name == "r":
            if self.raw("gamma").is_zero():
                refuse("r has no value: the classes are not separable")
            return self.raw("D") / self.raw("gamma")
        if name == "U":
            return norm(self.the_comparator(), self.p / (self.p - 1))
        if name == "d":
            return Number(len(self.stream[0][0]))
        return self.of_run(learner, name, constant)

    # Lengths

    def length(self, name):
        segments = self.segments(name)
        if not segments:
            return Number(0)
        if self.p == 2:
            squares = [dot(x, x) for x in segments]
            return root(min(squares) if name == "shortest" else max(squares))
        return functools.reduce(Number.min if name == "shortest" else Number.max, [norm(x, self.p) for x in segments])

    def segments(self, name):
        if name in ("R", "Dbar", "shortest"):
            return [x for x, _ in self.stream]
        counts = {"Dplus": lambda y, z: y == z == 1, "Dminus": lambda y, z: y == z == -1,
                  "D": lambda y, z: y == z, "Delta": lambda y, z: y != z}[name]
        return [minus(x, o) for (x, y), (o, z) in itertools.combinations(self.stream, 2) if counts(y, z)]

    # Margins

    def margin(self, name):
        """The margin that multipliers prove."""
        origin, stream, multipliers = name == "gamma0", self.stream, self.multipliers[name] or []
        if not origin and len({y for _, y in stream}) < 2:
            refuse("gamma has no value: a class is missing")
        sums = [sum((l for l, (_, y) in zip(multipliers, stream) if origin or y == label), ZERO) for label in (1, -1)]
        if len(multipliers) != len(stream) or min(multipliers) < 0 or sums != [1, 1]:
            refuse(f"multipliers.{name}: not convex")
        points = [x for x, _ in stream]
        w = blend([l * y for l, (_, y) in zip(multipliers, stream)], points)
        if not any(w):
            return Number(0)
        if self.p != 2:
            return self.enclose(w, origin)
        both = blend(multipliers, points)
        b, least = (ZERO, dot(w, w)) if origin else (-dot(w, both) / 2, dot(w, w) / 2)
        for l, (x, y) in zip(multipliers, stream):
            margin = y * (dot(w, x) + b)
            if margin < least or margin > least and l > 0:
                refuse(f"multipliers.{name}: not those of the margin")
        return root(dot(w, w) if origin else dot(w, w) / 4)

    def enclose(self, u, origin):
        """In a norm: from half the gap between the classes along w = u^<p-1>, over |w|, to half of |u|."""
        w, half = up(u, self.p), 1 if origin else Fraction(1, 2)
        lower = Number(0)
        for label in (1,) if origin else (1, -1):
            scores = [number(y * dot(w, x)) for x, y in self.stream if origin or y == label]
            lower += functools.reduce(Number.min, scores)
        lower = lower * half / power_of(u, self.p).pow(1 - 1 / self.p)
        return Number.between(lower.max(0).lo, (norm(u, self.p) * half).hi)

    # The comparator

    def the_comparator(self):
        return self.comparator or refuse("there is no comparator u")

    def loss(self, name):
        u, each, total = self.the_comparator(), max(1, self.problem.classes - 1), ZERO
        losses = [max(ZERO, 1 - y * dot(u, x)) for x, y in self.stream]
        for i in range(0, len(losses), each):
            total += max(losses[i:i + each]) ** (2 if name == "L2" else 1)
        return Number(total * self.run(self.problem.learner).passes)

    # Runs

    def run(self, side):
        if side not in self.runs:
            self.runs[side] = Run(side, self.problem, self.given)
        return self.runs[side]

    def of_run(self, side, name, constant):
        run = self.run(side)
        if name in ("gamma3", "last_gamma"):
            gamma = run.learner.first_gamma if name == "gamma3" else run.learner.last_gamma()
            return gamma if gamma is not None else refuse(f"{name} has no value: the run has no gamma_t")
        if name == "margin":
            return self.last_margin(run.learner, self.problem.spoken(self.given, side))
        if name == "expected_mistakes":
            return run.learner.expected
        if name == "errors":
            return Number(sum(predict(run.learner, x) != y for x, y in side.lifted(self.given)))
        counted = {
            "T": lambda s: True,
            "mistakes": lambda s: s.mistake(),
            "opening_mistakes": lambda s: s.mistake() and s.opening,
            "later_mistakes": lambda s: s.mistake() and not s.opening,
            "updates": lambda s: s.updated,
            "later_updates": lambda s: s.updated and not s.opening,
            "m": lambda s: s.within(constant),
            "mbar": lambda s: s.within(constant, self.raw(side.optimum())),
        }[name]
        return Number(sum(map(counted, run.steps)))

    @staticmethod
    def last_margin(learner, stream):
        if learner.square().is_zero():
            return Number(0)
        margins = [number(learner.margin(x, y)) for x, y in stream]
        return functools.reduce(Number.min, margins).max(0) / learner.size()()


def predict(learner, x):
    if isinstance(learner, ManyClasses):
        return learner.predict(x)
    return 1 if number(learner.margin(x, 1)).sign() >= 0 else -1


# ---- certificate: verify.go

def verify(certificate):
    """Refuses a certificate whose stream does not refute its statement."""
    problem = Problem(certificate["statement"], certificate["answers"] if certificate["code"] else None)
    if problem.p != 2 and BITS > 640:  # more precision decides no more there, and takes minutes
        refuse("undecided in a norm")
    facts = Facts(problem, certificate)
    if problem.where and not facts.number(problem.where):
        refuse(f"where: {problem.statement['where']} does not hold of the stream")
    order = facts.number(problem.quantity).compare(facts.number(problem.claim))
    relation = problem.statement["relation"]
    if relation[0] == ">":
        order = -order
    if order < 0 or order == 0 and relation in ("<=", ">="):
        refuse("the statement holds of the stream")
    for side in filter(None, (problem.learner, problem.against)):
        facts.run(side)


# ---- certificate: file.go

MAX_DIGITS, MOST_VALUES, DEEPEST, MOST_BYTES = 1 << 16, 1 << 20, 8, 64 << 20
STATEMENT = {"learner": str, "against": str, "quantity": str, "relation": str, "claim": str, "where": str,
             "passes": int, "at_rest": bool, "fixed": str, "classes": int}
CODE = {"name": str, "version": str, "command": str}
ANSWER = {"predicted": int, "updated": bool, "opening": bool}


def malformed(reason):
    raise Malformed(reason)


def limited(text):
    if text.count(",") >= MOST_VALUES or text.count("[") + text.count("{") > MOST_VALUES:
        malformed("more values than a certificate has")
    depth = 0
    plain = re.sub(r"\\.", "", text, flags=re.S)
    for part in re.finditer(r'"[^"]*"?|[\[{}\]]', plain):  # texts, and the brackets outside of them
        depth += 1 if part[0] in "[{" else -1 if part[0] in "}]" else 0
        if depth > DEEPEST:
            malformed("more brackets than a certificate has")


def short(text):
    return text if len(text) <= MAX_DIGITS else malformed("more digits than a certificate has")


def integer(text):
    return int(short(text))


def unique(pairs):
    if len(dict(pairs)) < len(pairs) or not all(re.fullmatch("[a-z][a-z0-9_]*", key) for key, _ in pairs):
        malformed("expected each key once, in small letters")
    return {key: value for key, value in pairs if value is not None}


def typed(value, kind, default):
    """A value of a kind, or the default where there is none."""
    if value is None:
        return default
    if type(value) is not kind or kind is int and not -2 ** 63 <= value < 2 ** 63:
        malformed(f"expected a {kind.__name__}")
    return short(value) if kind is str else value


def fields(value, kinds):
    value = typed(value, dict, {})
    return {key: typed(value.get(key), kind, kind()) for key, kind in kinds.items()}


def vector(value):
    value = typed(value, list, [])
    if not all(isinstance(v, str) and re.fullmatch(RATIO, short(v), re.A) for v in value):
        malformed("expected integers or ratios of integers in quotes")
    return [Fraction(v) for v in value]


def proof(comparator, multipliers, answers):
    """What formats 1 and 2 have in different places."""
    return {
        "comparator": vector(comparator),
        "multipliers": {name: vector(multipliers.get(name)) for name in MARGINS},
        "answers": [fields(row, ANSWER) for row in typed(answers, list, [])],
    }


def read(text):
    """The parts of a certificate that are read. A field of the other format must be of its kind too."""
    limited(text)
    hooks = {"object_pairs_hook": unique, "parse_constant": malformed, "parse_int": integer, "parse_float": short}
    c = typed(json.loads(text, **hooks), dict, {})
    if "record" in c:
        malformed("a record of a claim that survived, expected a certificate")
    form = typed(c.get("format"), int, 0)
    if form not in (1, 2):
        malformed(f"format {form}, expected 1 or 2")
    margins, runs = typed(c.get("geometry"), dict, {}), typed(c.get("runs"), dict, {})
    multipliers = {name: typed(margins.get(name), dict, {}).get("multipliers") for name in MARGINS}
    both = [proof(c.get("rival"), multipliers, runs.get("learner")),
            proof(c.get("comparator"), typed(c.get("multipliers"), dict, {}), c.get("answers"))]
    statement = fields(c.get("statement"), STATEMENT)
    statement["relation"] = statement["relation"] or "<="
    statement["passes"] = statement["passes"] or 1
    if any(not statement[part].isascii() for part in ("quantity", "claim", "where")):
        refuse("statement: expected it in ASCII")
    rows = [typed(row, dict, {}) for row in typed(c.get("stream"), list, [])]
    return {
        "statement": statement,
        "stream": [(vector(row.get("x")), typed(row.get("y"), int, 0)) for row in rows],
        "code": c.get("code") is not None and fields(c["code"], CODE),
        **both[form - 1],
    }


def verdict(name):
    """The exit status of a file, and what is said of it."""
    global BITS
    try:
        path = pathlib.Path(name)
        if path.stat().st_size > MOST_BYTES:
            return 2, "malformed: more than 64 MiB"
        certificate = read(path.read_text("utf-8"))
        for BITS in (320 << n for n in range(5)):
            try:
                verify(certificate)
                return 0, "valid"
            except Undecided as what:
                doubt = what
        return 1, f"refused: undecided: {doubt}"
    except Malformed as what:
        return 2, f"malformed: {what}"
    except OSError as what:
        return 2, f"cannot be read: {what.strerror}"
    except (UnicodeError, json.JSONDecodeError) as what:
        return 2, f"malformed: no JSON in UTF-8: {what}"
    except RecursionError:
        return 1, "refused: parentheses in parentheses"
    except Refused as what:
        return 1, f"refused: {what}"


def main():
    about, _, more = __doc__.partition("\n\n")
    usage = argparse.ArgumentParser(prog="check.py", description=about, epilog=more)
    usage.add_argument("files", metavar="FILE", nargs="+", help="a certificate, as marginlab hunt -o writes it")
    files = usage.parse_args().files
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    worst = 0
    for name in files:
        status, text = verdict(name)
        print(f"{name}: {text}".encode(errors="backslashreplace").decode())
        worst = max(worst, status)
    sys.exit(worst)


if __name__ == "__main__":
    main()
