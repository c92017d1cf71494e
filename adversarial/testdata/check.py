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
import math
import operator
import pathlib
import re
import sys
import typing
from fractions import Fraction


class Refused(Exception):
    """Why a certificate proves nothing."""


class Undecided(Exception):
    """A comparison that BITS do not decide: all is computed anew with twice as many."""


class Malformed(Exception):
    """Why a text is no certificate."""


def refuse(reason):
    raise Refused(reason)


# ---- theory/real: a number is a fraction, or an interval where it is irrational or long

BITS = 320  # of the fractions of intervals
ONE, ZERO = Fraction(1), Fraction(0)


class Interval:
    """A number between lo and hi, in units of 2^-BITS.

    Of a root, square is the fraction whose root it is. So ties of roots are decided."""

    __slots__ = ("lo", "hi", "square")

    def __init__(self, lo, hi, square=None):
        self.lo, self.hi, self.square = lo, hi, square

    def __neg__(self):
        return Interval(-self.hi, -self.lo)

    def __abs__(self):
        return picked(max, self, -self)

    def __add__(self, other):
        lo, hi = ends(other)
        return between(self.lo + lo, self.hi + hi)

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        if not isinstance(other, Interval) and other == 1:
            return self
        if self.square is not None and (squared := square(other)) is not None:
            return root(self.square * squared)
        products = [a * b for a in ends(self) for b in ends(other)]
        return between(min(products) >> BITS, -(-max(products) >> BITS))

    def __truediv__(self, other):
        return self * (ONE / other)

    def __rtruediv__(self, other):
        if self.square is not None:
            return root(1 / self.square) * other
        if self == 0:
            raise ZeroDivisionError
        unit = 1 << 2 * BITS
        return between(unit // self.hi, -(-unit // self.lo)) * other

    __radd__, __rmul__ = __add__, __mul__

    def __lt__(self, other):
        return less(self, other)

    def __gt__(self, other):
        return less(other, self)

    def __le__(self, other):
        return not less(other, self)

    def __ge__(self, other):
        return not less(self, other)

    def __eq__(self, other):
        return not (self < other or self > other)


def ends(a):
    """What a number is at least and at most, in units of 2^-BITS."""
    if isinstance(a, Interval):
        return a.lo, a.hi
    n = a.numerator << BITS
    return n // a.denominator, -(-n // a.denominator)


def between(lo, hi, square_of=None):
    """The number with these ends, a fraction where they are the same."""
    return Fraction(lo, 1 << BITS) if lo == hi else Interval(lo, hi, square_of)


def short(a):
    """A number, in an interval where it is a long fraction."""
    if isinstance(a, Interval) or max(a.numerator.bit_length(), a.denominator.bit_length()) <= 16 * BITS:
        return a
    return between(*ends(a))


def is_zero(a):
    """Whether a number is known to be 0."""
    return not isinstance(a, Interval) and a == 0


def square(a):
    """The square of a number of at least 0 where that is known to be a fraction, else None."""
    if isinstance(a, Interval):
        return a.square
    return a * a if a >= 0 else None


def less(a, b):
    """a < b, of an interval at least. The ends of two may touch."""
    if a is b:
        return False
    s, t = square(a), square(b)
    if s is not None and t is not None:
        return s < t
    (low, high), (least, most) = ends(a), ends(b)
    if high < least or low >= most:
        return high < least
    raise Undecided("a comparison")


def picked(pick, *numbers):
    """The greatest or the least, as pick is max or min, enclosed where it is undecided which one that is."""
    def of_two(a, b):
        try:
            return pick(a, b)
        except Undecided:
            return between(*map(pick, ends(a), ends(b)))
    return functools.reduce(of_two, numbers)


def increasing(f, a):
    """f(a), of a function of fractions that increases."""
    if not isinstance(a, Interval):
        return f(a)
    low, high = (f(Fraction(end, 1 << BITS)) for end in ends(a))
    return between(ends(low)[0], ends(high)[1])


def bound(a):
    """What |a| is at most, in units of 2^-BITS."""
    return max(map(abs, ends(a)))


def floor(a):
    if not isinstance(a, Interval):
        return Fraction(math.floor(a))
    if a.lo >> BITS != a.hi >> BITS:
        raise Undecided("a floor")
    return Fraction(a.lo >> BITS)


def sqrt(a):
    if a < 0:
        refuse("no value: the root of a negative number")
    return increasing(root, a)


def log(a):
    if a <= 0:
        refuse("no value: the logarithm of what is not positive")
    return increasing(logarithm, a)


def exp(a):
    if bound(a) >> BITS >= 1 << 16:
        refuse("no value: an exponential out of range")
    return increasing(exponential, a)


def power(a, e):
    """a^e."""
    parts = 0 if isinstance(e, Interval) else e.denominator
    if parts == 2 and ends(a)[0] >= 0:
        return power(sqrt(a), 2 * e)
    if parts != 1:
        return a if is_zero(a) and e > 0 else exp(e * log(a))
    if e < 0:
        return ONE / power(a, -e)
    if e * (bound(a) >> BITS).bit_length() > 1 << 17:
        refuse("no value: a power out of range")
    return integer_power(a, int(e))


def integer_power(a, n):
    if n == 0:
        return ONE
    half = integer_power(a, n // 2)
    return short(half * half * a if n % 2 else half * half)


def signed_power(a, e):
    """sign(a)|a|^e, which increases."""
    return increasing(lambda q: power(abs(q), e) * ((q > 0) - (q < 0)), a)


def root(q):
    exactly = Fraction(math.isqrt(q.numerator), math.isqrt(q.denominator))
    n = math.isqrt((q.numerator << 2 * BITS) // q.denominator)
    return exactly if exactly ** 2 == q else Interval(n, n + 1, q)


def series(term, ratio, weight):
    """The sum of terms that halve at least: the rest is less than twice the next."""
    total = ZERO
    for n in itertools.count():
        if bound(term) <= 1:
            return total + Interval(-2 * bound(term), 2 * bound(term) + 1)
        total += term * weight(n)
        term = between(*ends(term * ratio(n)))


def logarithm(q):
    """Of m 2^e: 2 artanh((m-1)/(m+1)) + 2e artanh(1/3), artanh t = the sum of t^k/k over odd k."""
    def artanh(t):
        return series(t, lambda n: t * t, lambda n: Fraction(1, 2 * n + 1))
    if q == 1:
        return ZERO
    e = q.numerator.bit_length() - q.denominator.bit_length()
    m = q / Fraction(2) ** e
    return 2 * artanh(between(*ends((m - 1) / (m + 1)))) + 2 * e * artanh(Fraction(1, 3))


def exponential(q):
    """(e^t)^(2^k), t = q/2^k, |t| <= 1/2, e^t = the sum of t^n/n!"""
    if q == 0:
        return ONE
    k = int(abs(q)).bit_length() + 1
    t = between(*ends(q / 2 ** k))
    total = series(ONE, lambda n: t / (n + 1), lambda n: ONE)
    for _ in range(k):
        total *= total
    return total


# ---- theory/formula: the language of statements

TOKEN = re.compile(r"[A-Za-z_]\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?(?:300|[12]?\d?\d))?|[<>=!]=|&&|\|\||\S", re.A)
LEVELS = {"or": 1, "||": 1, "and": 2, "&&": 2, "==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3,
          "+": 4, "-": 4, "*": 5, "/": 5, "^": 7}
COMPARISON, SIGN, POWER = 3, 6, 7
RELATIONS = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}


def recursion(r, s, c):
    """The largest m with r^s f^m(1) >= 1."""
    g = ONE
    for m in range(10 ** 4):
        if g <= c / power(Fraction(2), s - 1):
            g *= 1 - (s - 1) * power(g / c, 1 / (s - 1))
        else:
            g = g * (1 - s / 2) + c / power(Fraction(2), s)
        g = short(g)
        if power(r, s) * g < 1:
            return Fraction(m)
    refuse("no value: a recursion of more than 10^4 steps")


OPERATIONS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": power, "0 -": operator.neg,
    "==": operator.eq, "!=": operator.ne, **RELATIONS, "abs": abs, "ceil": lambda a: -floor(-a), "exp": exp,
    "floor": floor, "log": log, "max": functools.partial(picked, max), "min": functools.partial(picked, min),
    "recursion": recursion, "sqrt": sqrt,
}
# How many arguments functions have, of others 1.
COUNTS = {"max": range(2, 4097), "min": range(2, 4097), "recursion": [3]}
# Functions that are defined in the language: their parameters, some of which may be left out, and their value.
DEFINED = {
    "kappa0": ("delta eta s=2 c=1", "max(0, eta) > delta ? 0 : eta <= 0 ? 1 : eta <= c*delta^s"
               " ? max(0, 1 - (s-1)*c^(1/(1-s))*(eta/delta)^(s/(s-1)))^(1/s) : max(0, 1 - s*eta + c*delta^s)^(1/s)"),
    "fall": ("delta eta s=2 c=1", "-log(kappa0(delta, eta, s, c))"),
    "excess": ("phi", "phi == 0 ? 1 : 2*(phi/(1 - phi) + log(1 - phi))/phi^2"),
    "excess_mcp": ("phi", "phi == 0 ? 1 : -(2*phi + log(1 - 2*phi))/(2*phi^2)"),
}


class Node(typing.NamedTuple):
    """An expression that has been read. Of a number and of a term, which is a name with a constant, kids is that."""

    op: str
    kids: tuple
    condition: bool = False


@functools.cache
def defined(name):
    """The value of a function of the language, and its parameters."""
    names = [param.partition("=")[0] for param in DEFINED[name][0].split()]
    return Expression(DEFINED[name][1], False, names), names


def evaluate(node, at):
    """The value of an expression, given those of its terms."""
    op, kids = node.op, node.kids
    if op == "number":
        return kids
    if op == "term":
        return at[kids]
    if op == "?":
        return evaluate(kids[1] if evaluate(kids[0], at) else kids[2], at)
    if op == "!":
        return not evaluate(kids[0], at)
    if op in ("&&", "||"):
        return joined(*kids, op == "||", at)
    values = [evaluate(kid, at) for kid in kids]
    if op in DEFINED:
        value, names = defined(op)
        return value.compute({(name, None): v for name, v in zip(names, values)})
    value = OPERATIONS[op](*values)
    return value if node.condition else short(value)


def joined(a, b, decisive, at):
    """a || b (decisive is True) or a && b (False). Where a is undecided, b may decide."""
    try:
        return decisive if evaluate(a, at) is decisive else evaluate(b, at)
    except Undecided:
        if evaluate(b, at) is decisive:
            return decisive
        raise


class Expression:
    """A text that has been read: compute takes the values of its terms, by their names."""

    def __init__(self, text, condition, names):
        self.tokens, self.at, self.terms, self.names, self.chains = TOKEN.findall(text), 0, [], names, 0
        if len(text) > 4096:
            refuse("an expression of more than 4096 bytes")
        self.root = self.whole()
        if self.at < len(self.tokens) or self.root.condition is not condition:
            refuse(f"{text!r} cannot be read")

    def compute(self, at):
        return evaluate(self.root, at)

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def accept(self, *texts):
        found = self.peek() in texts
        self.at += found
        return found

    def expect(self, text):
        if not self.accept(text):
            refuse(f"unexpected {self.peek() or 'end'}, expected {text}")

    def node(self, op, *kids):
        """An operation: of conditions &&, ||, ! and what c ? x : y chooses between, else of numbers."""
        logical = op in ("&&", "||", "!") or op == "?" and kids[1].condition
        for i, kid in enumerate(kids):
            if kid.condition is not (logical or op == "?" and i == 0):
                refuse("a condition in the place of a number, or the other way")
        return Node(op, kids, logical or LEVELS.get(op) == COMPARISON)

    def whole(self):
        c = self.expression(1)
        if not self.accept("?"):
            return c
        x = self.whole()
        self.expect(":")
        return self.node("?", c, x, self.whole())

    def expression(self, least):
        """Operands with operators that bind so tightly at least; x^y^z is x^(y^z)."""
        x = self.operand()
        while LEVELS.get(self.peek(), 0) >= least:
            op = self.peek()
            self.at += 1
            if LEVELS[op] == COMPARISON:
                x = self.chain(op, x)
            else:
                y = self.expression(POWER if op == "^" else LEVELS[op] + 1)
                x = self.node({"and": "&&", "or": "||"}.get(op, op), x, y)
        return x

    def chain(self, op, x):
        """The rest of x < y < z, which is x < y && y < z."""
        y = self.expression(COMPARISON + 1)
        result = self.node(op, x, y)
        while op in RELATIONS and self.peek() in RELATIONS:
            op, x = self.peek(), y
            self.at, self.chains = self.at + 1, self.chains + 1
            if self.chains > 8:
                refuse("more than 8 comparisons such as 1 < r < 2")
            y = self.expression(COMPARISON + 1)
            result = self.node("&&", result, self.node(op, x, y))
        return result

    def operand(self):
        token = self.peek()
        self.at += 1
        if token[:1].isdigit() or token[:1] == "." and token != ".":
            return Node("number", Fraction(token))
        if token == "(":
            x = self.whole()
            self.expect(")")
            return x
        if token == "+":
            return self.expression(SIGN)
        if token == "-":
            return self.node("0 -", self.expression(SIGN))
        if token in ("!", "not"):
            return self.node("!", self.expression(SIGN))
        called = self.accept("(")
        if called and (token in DEFINED or token.isalpha() and token in OPERATIONS):
            return self.call(token)
        if called is not (token in WITH_CONSTANT) or token not in self.names:
            refuse(f"unexpected {token or 'end'}")
        return self.term(token, self.constant() if called else None)

    def call(self, name):
        args = []
        while not self.accept(")"):
            if args:
                self.expect(",")
            args.append(self.whole())
        if name in DEFINED:
            params = DEFINED[name][0].split()
            defaults = [param.partition("=")[2] for param in params[len(args):]]
            args += [Node("number", Fraction(default)) for default in defaults if default]
        if len(args) not in ([len(params)] if name in DEFINED else COUNTS.get(name, [1])):
            refuse(f"{len(args)} arguments of {name}")
        return self.node(name, *args)

    def constant(self):
        """The phi of m(phi)."""
        outside, self.terms = self.terms, []
        x = self.whole()
        self.expect(")")
        q = None if self.terms or x.condition else evaluate(x, {})
        self.terms = outside
        return q if isinstance(q, Fraction) else refuse("no constant, expected a ratio of integers, as in m(1/2)")

    def term(self, name, constant):
        if (name, constant) not in self.terms:
            self.terms.append((name, constant))
        return Node("term", (name, constant))


# ---- algos/expr: expressions of learners

RATIO = re.compile(r"-?\d+(/0*[1-9]\d*)?", re.A)
DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?", re.A)
KEY = re.compile(r"""([^=(),'"]+)=""")
# Quotes that begin a word keep parentheses and commas in it.
TEXT = re.compile(r"""(?:(?:^|(?<=[\s(,=]))(?:"[^"]*"|'[^']*')|[^(),])*""")


class Expr(typing.NamedTuple):
    """A name with arguments, each a key ("" by position) and an Expr, or a name or a literal alone."""

    name: str
    args: list = None

    def __str__(self):
        if self.args is None:
            return self.name
        return f"{self.name}({','.join((f'{key}=' if key else '') + str(value) for key, value in self.args)})"

    def is_number(self):
        return self.args is None and self.name[:1] in tuple("+-.0123456789")

    def ratio(self):
        """The number that a literal is, None of another expression."""
        if self.args is not None or not (DECIMAL.fullmatch(self.name) or RATIO.fullmatch(self.name)):
            return None
        return Fraction(self.name)


def parse_expr(text):
    text = text.strip()
    e, at = read_expr(text, 0)
    return e if at == len(text) else refuse(f"{text!r}: misplaced parentheses or commas")


def read_expr(text, at):
    """The expression that begins at a place of a text, and where it ends."""
    name, at = TEXT.match(text, at)[0].strip(), TEXT.match(text, at).end()
    if text[at:at + 1] != "(":
        return Expr(name), at
    args = []
    while not args or text[at:at + 1] == ",":
        key = KEY.match(text, at + 1)
        value, at = read_expr(text, key.end() if key else at + 1)
        args.append((key[1].strip() if key else "", value))
    if text[at:at + 1] != ")":
        refuse(f"{text!r}: expected a closing parenthesis")
    at = re.compile(r"\s*").match(text, at + 1).end()
    return Expr(name, [] if args == [("", Expr(""))] else args), at


# ---- algos/exact: vectors

def dot(x, y):
    return sum(map(operator.mul, x, y), ZERO)


def plus(x, c, y):
    return [a + c * b for a, b in zip(x, y)]


def minus(x, y):
    return [a - b for a, b in zip(x, y)]


def blend(weights, points):
    return [dot(weights, coordinates) for coordinates in zip(*points)]


def up(u, p):
    """u^<p-1>, sign(u)|u|^(p-1) in each coordinate: u itself in l2."""
    return u if p == 2 else [signed_power(v, p - 1) for v in u]


def power_of(u, p):
    """|u|^p."""
    return dot(u, u) if p == 2 else sum((signed_power(abs(v), p) for v in u), ZERO)


def norm(u, p):
    """|u|, to the last bit where at most one coordinate is not 0."""
    only = [abs(v) for v in u if not is_zero(v)]
    if len(only) < 2:
        return only[0] if only else ZERO
    return power(power_of(u, p), 1 / p)


def solve(rows):
    """Linear equations, each its coefficients and its right side."""
    for k in range(len(rows)):
        rows[k:] = sorted(rows[k:], key=lambda row: row[k] == 0)
        rows = [row if i == k else plus(row, -row[k] / rows[k][k], rows[k]) for i, row in enumerate(rows)]
    return [row[-1] / row[k] for k, row in enumerate(rows)]


# ---- algos/exact: learners

class Step(typing.NamedTuple):
    """What a learner did at an example, with its numbers before."""

    y: int
    predicted: int
    updated: bool
    opening: bool = False
    score: typing.Any = None  # y(w.x + b)
    target: typing.Any = None  # gamma_t |w|, None where there is no gamma_t
    dual: typing.Any = None  # |w|, None as well

    def mistake(self):
        return self.predicted != self.y

    def within(self, phi, gamma=None):
        """y(w.x + b) <= phi gamma |w|, of gamma_t if no other gamma is given."""
        if self.target is None:
            return False
        limit = self.target if gamma is None else gamma * self.dual
        return self.score <= limit * phi if phi >= 0 else -self.score >= limit * -phi


class Learner:
    """A learner of sign(w.x + b), w = u^<p-1>, which is u in l2. Some keep U = |u|^p, and some gamma_t |w|, the aim."""

    has_bias = has_margin = normalises = is_random = False
    U = aim = None

    def __init__(self, name, params, dim):
        self.name, self.params, self.p = name, params, params.get("p", Fraction(2))
        self.u, self.kept, self.first_gamma = [ZERO] * dim, [], None

    def score(self, x):
        return dot(up(self.u, self.p), x)

    def margin(self, x, y):
        return y * self.score(x)

    def size(self):
        return power_of(self.u, self.p) if self.U is None else self.U

    def dual(self):
        """|w| = |u|^(p-1)."""
        return power(self.size(), 1 - 1 / self.p)

    def predict(self, x):
        return 1 if self.margin(x, 1) >= 0 else -1

    def target(self):
        return self.aim

    def gamma(self):
        return None if self.target() is None else self.target() / self.dual()

    def step(self, x, y):
        a = self.margin(x, y)
        predicted = y if (a >= 0 if y > 0 else a > 0) else -y
        if not self.has_bias and not any(x):
            return Step(y, predicted, False)
        target, dual = self.target(), None
        if target is not None:
            dual = self.dual()
            self.first_gamma = self.first_gamma or self.gamma()
        return Step(y, predicted, self.update(x, y, a), False, a, target, dual)


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
    """ROMMA and NAROMMA: u = w/|w|^2 is the least point between u and z = y x, with the margin |u|^2."""

    has_margin = True

    def margin(self, x, y):
        if self.kept == [(x, y)]:  # the last that was learned has the target
            return self.aim
        return y * self.score(x)

    def update(self, x, y, a):
        if self.kept and (a > self.params["rho"] * self.aim or a >= self.aim):
            return False
        if self.kept and "step4" in self.name and a * a == dot(x, x) * self.U:
            return False
        z, origin = [y * v for v in x], [ZERO] * len(x)
        self.u = nearest_of_segment(self.u, z, origin, 2)[0] if self.kept else z
        self.U = self.aim = dot(self.u, self.u)
        if self.U == 0:
            refuse("no value: no classifier meets the constraints of an update")
        self.kept = [(x, y)]
        return True


class Sum(Learner):
    """A learner in l2 whose u is the sum of the c z that are kept."""

    U = ZERO

    def score(self, x):
        return sum((c * s for z, c in self.kept if (s := dot(z, x))), ZERO)

    def extend(self, tau, tau2, x, y, a):
        """u + tau y x, given tau^2 and the score. Multiples of one direction are one."""
        z = [y * v for v in x]
        self.U = short(self.U + 2 * tau * a + tau2 * dot(x, x))
        for i, (other, c) in enumerate(self.kept):
            if (ratio := multiple(z, other)) is not None:
                self.kept[i] = other, short(c + tau * ratio)
                return
        self.kept.append((z, tau))


def multiple(z, other):
    """The c with z = c other, None if there is none."""
    k = next(k for k, v in enumerate(other) if v)
    c = z[k] / other[k]
    return c if all(v == c * w for v, w in zip(z, other)) else None


class MaximumCosine(Sum):
    """MCP and CMCP, whose rho is 0: L = l^2, gamma_t = 1/l."""

    has_margin, L = True, ZERO

    def target(self):
        return sqrt(self.U / self.L) if self.kept else None

    def update(self, x, y, a):
        target, n, before = self.target(), dot(x, x), self.U
        if target is None:
            self.extend(ONE, ONE, x, y, a)
            self.L = 1 / n
            return True
        if not a <= target * self.params["rho"] or "strict" in self.name and a >= target / 2:
            return False
        tau = target / n
        self.extend(tau, tau * tau, x, y, a)
        if a <= 0:
            self.L += 1 / n
        elif "sharp" in self.name:
            self.L = (self.L + 2 / n + 1 / (self.L * n * n)) * before / self.U
        else:
            self.L += (1 - 2 * (a / target)) / n
        self.L = short(self.L)
        return True


class Ball(Sum):
    """A classifier sqrt(f) u."""

    f = ONE

    def clip(self, R2):
        """f that makes |sqrt(f) u| at most 1/R. Where u is along one example, that is known."""
        try:
            if self.U * self.f * R2 <= 1:
                return
            (z, c), = self.kept
            self.kept, self.U = [(z, ONE if c > 0 else -ONE)], dot(z, z)
            self.f = 1 / (self.U * R2)
        except (Undecided, ValueError):
            self.f = picked(min, self.f, 1 / (self.U * R2))


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
        self.length = norm(x, self.p)
        return super().step(x, y)

    def target(self):
        """gamma_t |x| |w|, in the scale of the score."""
        return self.gamma() * self.length * self.dual()

    def gamma(self):
        return root(self.B2 / self.k)

    def update(self, x, y, a):
        limit = self.gamma() * self.length / sqrt(self.f)
        if self.p != 2:
            limit *= sqrt(power(self.U, 2 * (self.p - 2) / self.p))
        if a > limit * self.phi:
            return False
        tau2 = self.C2 / self.k / (self.length * self.length * self.f)
        self.k += 1
        if self.p != 2:
            theta = plus(self.u, sqrt(tau2) * y, x)
            by = picked(max, norm(theta, self.p), ONE)
            self.u = [short(v / by) for v in theta]
            self.U = power_of(self.u, self.p)
            return True
        self.extend(sqrt(tau2), tau2, x, y, a)
        self.clip(1)
        return True


class Randomized(Learner):
    """The randomized classifier by FTRL, without a coin: u is the sum of all y x."""

    is_random = True

    def __init__(self, name, params, dim):
        super().__init__(name, params, dim)
        self.t, self.R2, self.expected = 0, ZERO, ZERO

    def meets(self, x):
        self.t += 1
        before, self.R2 = self.R2, self.params.get("R", 0) ** 2 or max(self.R2, dot(x, x))
        return self.R2 != before

    def draws(self, q):
        """Counts half of |y - q|, for the probability (1 + y q)/2 of the label y."""
        self.expected += (1 - picked(max, -ONE, picked(min, ONE, q))) / 2

    def step(self, x, y):
        self.meets(x)
        a = y * self.score(x)
        divisor = max(2 * self.t * (ONE if "printed" in self.name else self.R2 ** 2), self.R2 * self.size())
        self.draws(a / root(divisor) if a else a)
        return super().step(x, y)

    def update(self, x, y, a):
        self.u = plus(self.u, y, x)
        return True


class RandomizedDescent(Ball, Randomized):
    """The randomized classifier by OMD: x is sqrt(f) u."""

    def step(self, x, y):
        if self.meets(x):
            self.clip(self.R2)
        self.draws(y * self.score(x) * sqrt(self.f))
        return Learner.step(self, x, y)

    def update(self, x, y, a):
        tau2 = Fraction(2, self.t) / self.R2 ** 2 / self.f
        self.extend(sqrt(tau2), tau2, x, y, a)
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
        self.ends, self.level = {}, (0, [], [])

    def place(self, u, share):
        self.u, self.w, self.U = u, up(u, self.p), power_of(u, self.p)
        self.aim = share * self.U
        if self.U == 0:
            refuse("no value: the hulls of the classes meet")

    def margin(self, x, y):
        if self.aim is None:
            return y * next(iter(self.ends), 1)
        if self.level[0] == y and on_line(x, *self.level[1:]):
            return self.aim
        beyond = y * dot(self.w, minus(x, self.ends[y]))
        return self.aim if is_zero(beyond) else self.aim + beyond

    def step(self, x, y):
        if self.aim is not None:
            return super().step(x, y)
        label = next(iter(self.ends), 1)
        self.ends.setdefault(y, x)
        if len(self.ends) == 2:
            self.start()
        return Step(y, label, label != y, True)

    def difference(self):
        return minus(self.ends[1], self.ends[-1])


def on_line(x, point, direction):
    z = minus(x, point)
    return not any(z) or 0 < dot(z, direction) ** 2 == dot(z, z) * dot(direction, direction)


def nearest_of_segment(v, x, o, p):
    """The point of the segment [v, x] that is nearest o, and whether it is known not to be x."""
    d, u = minus(x, v), minus(v, o)
    if p == 2:
        t = -dot(u, d) / dot(d, d)
    else:
        t = zero_of(lambda t: dot(up(plus(u, t, d), p), d))
    t = picked(min, ONE, picked(max, ZERO, t))
    return [short(c) for c in blend([1 - t, t], [v, x])], ends(t)[1] < 1 << BITS


def zero_of(g):
    """Where a function that increases in [0, 1] is 0, or the end that is nearest to that."""
    def edge(sure, other, holds):
        while abs(other - sure) > 1:
            middle = (sure + other) // 2
            if holds(*ends(g(Fraction(middle, 1 << BITS)))):
                sure = middle
            else:
                other = middle
        return sure
    if ends(g(ONE))[1] <= 0:
        return ONE
    return between(edge(0, 1 << BITS, lambda low, high: high < 0), edge(1 << BITS, 0, lambda low, high: low > 0))


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

    def violates(self, a):
        limit = self.params["rho"] * self.aim
        return a <= limit and a < self.aim and not ("printed" in self.name and a >= limit)

    def update(self, x, y, a):
        if not self.violates(a):
            return False
        v, line = self.ends[y], self.lines[y]
        self.ends[y], inside = nearest_of_segment(v, x, self.ends[-y], self.p)
        self.place(self.difference(), Fraction(1, 2))
        if not any(isinstance(c, Interval) for c in v):
            line = v, [ZERO] * len(v)
        if line and not on_line(x, *line):
            line = None if any(line[1]) else (line[0], minus(x, line[0]))
        self.lines[y] = line
        self.level = (y, *line) if line and inside else (y, x, [ZERO] * len(x))
        return True


class NaiveOMM(OMM):
    """Solves the offline problem over the examples kept."""

    def step(self, x, y):
        if self.aim is None and ("keep" not in self.name or y not in self.ends):
            self.kept.append((x, y))
        return super().step(x, y)

    def start(self):
        self.ends = dict(zip((1, -1), nearest_points(self.kept)))
        super().start()

    def update(self, x, y, a):
        violates = self.violates(a)
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
        points = [blend(weights, side) for side in zip(*corral)]
        w = minus(*points)
        enter = min(P, key=lambda x: dot(w, x)), max(N, key=lambda x: dot(w, x))
        if dot(w, minus(*enter)) >= dot(w, w):
            return points
        corral, weights, theta = corral + [enter], weights + [ZERO], ZERO
        while theta < 1:  # go to the least point of the affine hull, or as far as the weights are positive
            z = [minus(*pair) for pair in corral]
            mu = solve([[dot(a, b) for b in z] + [ONE, ZERO] for a in z] + [[ONE] * len(z) + [ZERO, ONE]])
            theta = min([ONE] + [l / (l - m) for l, m in zip(weights, mu) if m <= 0])
            moved = [(l + theta * (m - l), pair) for l, m, pair in zip(weights, mu, corral)]
            weights, corral = map(list, zip(*[(l, pair) for l, pair in moved if l]))


# ---- algos/exact: names, and the parameters with their domains, or with values that the name stands for

P, TWO = "p=2 [1.02, 100]", "p=2 [2, 2]"  # in norms, and in l2 alone
R, RHO = f"R? [0, inf); {TWO}", "rho=1/2 [0, 1/2]"
KINDS = {
    "perceptron": (Perceptron, P),
    "margin-perceptron": (Perceptron, "beta [0, inf)"),
    "romma": (ROMMA, "eps [0, 1]; rho=1-eps"),
    "a-romma": (ROMMA, "rho=1; eps=0"),
    "naromma": (ROMMA, "rho=1"),
    "naromma(step4=printed)": (ROMMA, "rho=1"),
    "pumma": (PUMMA, f"delta [0, 1); {P}; rho=1-delta"),
    "pa": (Passive, ""),
    "pa-i": (Passive, "C (0, inf)"),
    "pa-ii": (Passive, "C (0, inf)"),
    "mira": (Passive, "eps=1"),
    "amira": (Passive, "eps [0, 1]"),
    "e-omm": (OMM, f"{P}; rho=1"),
    "ce-omm": (OMM, f"{P}; rho=0"),
    "omm": (OMM, f"rho [0, 1]; {P}"),
    "omm(rule=printed)": (OMM, f"rho [0, 1]; {P}"),
    "n-omm": (NaiveOMM, f"rho=1 [0, 1]; {TWO}"),
    "n-omm(keep=violating)": (NaiveOMM, f"rho=1 [0, 1]; {TWO}"),
    "randomized": (Randomized, R),
    "randomized(psi=printed)": (Randomized, R),
    "randomized-omd": (RandomizedDescent, R),
    "cmcp": (MaximumCosine, "rho=0"),
    "mcp": (MaximumCosine, RHO),
    "mcp(rule=strict)": (MaximumCosine, RHO),
    "mcp(rule=sharp)": (MaximumCosine, RHO),
    "alma": (ALMA, "alpha (0, 1]; B? (0, inf); C? (0, inf); p=2 [2, 100]"),
    "second-order": (SecondOrder, "a (0, inf)"),
    "arow": (SecondOrder, "a (0, inf)"),
    "amira-1-best": (ManyAMIRA, "eps (0, 1]; k=1"),
    "amira-k-best": (ManyAMIRA, "eps (0, 1]; k? [1, 1000000] of integers"),
    "multiclass-perceptron": (ManyPerceptron, ""),
}
FORM = re.compile(r"(\w+)(?:=(1-\w+|[\d/]+))?(\??)(?: ([^;]+))?")


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


def complete(name, given):
    """The parameters of a name, in the form "eps (0, 1]; k? [1, 9] of integers; p=2 [2, 100]; rho=1-eps"."""
    params, known = {}, set()
    for key, default, optional, domain in FORM.findall(KINDS[name][1]):
        if domain and key in given:
            params[key] = given[key] if lies(given[key], domain) else refuse(f"{name}: {key}, expected it in {domain}")
        elif default:
            _, less_than_one, base = default.rpartition("1-")
            params[key] = 1 - params[base] if less_than_one else Fraction(default)
        elif not optional:
            refuse(f"{name}: expected the parameter {key}")
        known |= {key} if domain else set()
    return params if set(given) <= known else refuse(f"{name}: expected the parameters {sorted(known)}")


def lies(q, domain):
    low, high, of_integers = re.match(r".(\S+), ([^])]+).(.*)", domain).groups()
    above = q >= Fraction(low) if domain[0] == "[" else q > Fraction(low)
    below = high == "inf" or q < Fraction(high) or q == Fraction(high) and "]" in domain
    return above and below and (not of_integers or q.denominator == 1)


# ---- certificate: words.go, learner.go and problem.go

OF_POINTS = "R Dbar shortest Dplus Dminus D Delta".split()
OF_STREAM = ["d"] + OF_POINTS + "gamma gamma0 r U L1 L2".split()
ANSWERS = "T mistakes opening_mistakes later_mistakes updates later_updates".split()
OF_RUN = ANSWERS + "m mbar gamma3 last_gamma errors margin expected_mistakes".split()
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

    kind, lift = Learner, None  # a program has none of the traits of learners

    def __init__(self, text, answers=None):
        e, self.answers = self.unlift(parse_expr(text)), answers
        if answers is not None:
            self.name, self.params = str(e), stated_params(e)
            return
        self.name, given = named(e)
        if self.name not in KINDS:
            refuse(f"no exact learner is called {self.name!r}")
        self.kind, self.params = KINDS[self.name][0], complete(self.name, given)
        if self.lift is not None and self.kind.has_bias:
            refuse(f"{self.name} has a bias of its own")

    def unlift(self, e):
        """L of bias(L, c), whose c is the lift."""
        args = e.args or []
        if e.name != "bias":
            return e
        if not 1 <= len(args) <= 2 or args[0][0] or len(args) == 2 and args[1][0] not in ("", "c"):
            refuse(f"{e}, expected a learner and a constant, as in bias(perceptron,c=1)")
        self.lift = args[1][1].ratio() if len(args) == 2 else ONE
        return args[0][1] if self.lift else refuse(f"{e}: the constant coordinate")

    def of_classes(self, classes):
        if self.kind is ManyAMIRA:
            self.params["k"] = min(self.params.get("k", classes), Fraction(classes - 1))

    def optimum(self):
        return "gamma" if self.kind.has_bias else "gamma0"

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
            if self.learner.norm() != self.against.norm():
                refuse("against: there is one geometry")
        self.p = self.learner.norm()
        self.count()
        if s["relation"] not in RELATIONS or s["passes"] < 1:
            refuse("statement: its relation or passes")
        if s["fixed"]:
            if not is_length(s["fixed"]) or self.learner.kind.normalises:
                refuse("statement: fixed is no length")
            self.has(s["fixed"])
        names = WORDS + [name for name in self.learner.params if name not in WORDS]
        self.quantity = Expression(s["quantity"], False, names)
        self.claim = Expression(s["claim"], False, names)
        self.where = Expression(s["where"] or "0 == 0", True, names)
        for name, _ in self.quantity.terms + self.claim.terms + self.where.terms:
            self.has(name)

    def count(self):
        for side in filter(None, (self.learner, self.against)):
            many = side.kind in (ManyPerceptron, ManyAMIRA)
            if not many and self.classes:
                refuse("a learner of two classes, and a number of classes")
            if many and not self.classes and side is self.against:
                refuse("against: expected a learner of two classes")
            if many:
                self.classes = self.classes or 3
                if not 2 <= self.classes <= 32:
                    refuse("classes, expected from 2 to 32")
                side.of_classes(self.classes)

    def has(self, name):
        """Refuses a term that no stream can have a value for."""
        own, learner = name.removeprefix("their_"), self.learner
        if own != name:
            learner = self.against or refuse(f"{name} without a second learner")
        for terms, lacks, what in (
            (set(OF_RUN) - set(ANSWERS), learner.kind is Learner, "a program, expected a count of its answers"),
            (TWO_CLASSES, self.classes, "many classes"),
            (OWN_MARGIN, not learner.kind.has_margin, "a learner without a margin of its own"),
            ({"mbar"}, learner.kind.normalises, "a learner that normalises"),
            ({"mbar"}, self.learner.lift != learner.lift, "a learner on other points"),
            ({"expected_mistakes"}, not learner.kind.is_random, "a learner that is not randomized"),
        ):
            if own in terms and lacks:
                refuse(f"{name} of {what}")

    def stream_of(self, stream, side):
        """The stream that terms are about: of many classes the differences of its examples."""
        stream = side.lifted(stream)
        if not self.classes:
            return stream
        labels = range(self.classes)
        return [([v * ((c == y) - (c == z)) for c in labels for v in x], 1)
                for x, y in stream for z in labels if z != y]

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
        self.learner, self.steps = side.kind(side.name, side.params, dim), []
        answers = None if side.answers is None else iter(side.answers)
        if answers and not all(is_float(v) for x, _ in stream for v in x):
            refuse("no value: a number that float64 does not have")
        at_rest = False
        for self.passes in range(1, s["passes"] + 1):
            start = len(self.steps)
            for x, y in stream:
                self.steps.append(stated_step(answers, y) if answers else self.learner.step(x, y))
            at_rest = s["at_rest"] and not any(step.updated for step in self.steps[start:])
            if at_rest:
                break
        if s["at_rest"] and not at_rest:
            refuse("no value: the learner does not come to rest")
        if answers and next(answers, None):
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
    return Step(y, **answer)


# The terms that count steps.
COUNTED = {
    "T": lambda s: True,
    "mistakes": Step.mistake,
    "opening_mistakes": lambda s: s.mistake() and s.opening,
    "later_mistakes": lambda s: s.mistake() and not s.opening,
    "updates": lambda s: s.updated,
    "later_updates": lambda s: s.updated and not s.opening,
}


class Facts:
    """The values of terms on a stream, each computed once, when a term first asks for it."""

    def __init__(self, problem, certificate):
        self.problem, self.statement, self.p = problem, problem.statement, problem.p
        self.given, self.comparator = certificate["stream"], certificate["comparator"]
        self.multipliers = certificate["multipliers"]
        problem.check(self.given, self.comparator)
        self.stream = problem.stream_of(self.given, problem.learner)
        self.value, self.raw, self.run = map(functools.cache, (self.value, self.raw, self.run))

    def number(self, expression):
        return expression.compute({term: self.value(*term) for term in expression.terms})

    def value(self, name, constant):
        """The value of a term, measured in the fixed length if there is one, and U in its inverse."""
        value, fixed = self.raw(name, constant), self.statement["fixed"]
        if not fixed or not is_length(name) and name != "U":
            return value
        unit = self.raw(fixed, None)
        return value / (ONE / unit if name == "U" else unit)

    def raw(self, name, constant):
        """The value of a term in no unit."""
        learner = self.problem.learner
        if name in learner.params and name not in WORDS:
            return learner.params[name]
        if name.startswith("their_"):
            return self.of_run(self.problem.against, name.removeprefix("their_"), constant)
        if name == "d":
            return Fraction(len(self.stream[0][0]))
        if name in MARGINS:
            return self.margin(name)
        if name == "r":
            return self.raw("D", None) / self.raw("gamma", None)
        if name in OF_POINTS:
            return self.length(name)
        if name == "U":
            return norm(self.the_comparator(), self.p / (self.p - 1))
        if name in ("L1", "L2"):
            return self.loss(name)
        return self.of_run(learner, name, constant)

    # Lengths

    def length(self, name):
        segments, pick = self.segments(name), min if name == "shortest" else max
        if not segments:
            return ZERO
        if self.p == 2:
            return root(pick(dot(x, x) for x in segments))
        return picked(pick, *(norm(x, self.p) for x in segments))

    def segments(self, name):
        if name in ("R", "Dbar", "shortest"):
            return [x for x, _ in self.stream]
        counts = {"Dplus": lambda y, z: y == z == 1, "Dminus": lambda y, z: y == z == -1,
                  "D": lambda y, z: y == z, "Delta": lambda y, z: y != z}[name]
        return [minus(x, o) for (x, y), (o, z) in itertools.combinations(self.stream, 2) if counts(y, z)]

    # Margins

    def margin(self, name):
        """The margin that multipliers prove."""
        origin, stream, multipliers = name == "gamma0", self.stream, self.multipliers[name]
        if not origin and len({y for _, y in stream}) < 2:
            refuse("gamma has no value: a class is missing")
        sums = [sum(l for l, (_, y) in zip(multipliers, stream) if origin or y == label) for label in (1, -1)]
        if len(multipliers) != len(stream) or min(multipliers) < 0 or sums != [1, 1]:
            refuse(f"multipliers.{name}: not convex")
        points = [x for x, _ in stream]
        w = blend([l * y for l, (_, y) in zip(multipliers, stream)], points)
        if not any(w):
            return ZERO
        if self.p != 2:
            return self.enclose(w, origin)
        b, least = (ZERO, dot(w, w)) if origin else (-dot(w, blend(multipliers, points)) / 2, dot(w, w) / 2)
        if any(y * (dot(w, x) + b) < least for x, y in stream):  # the mean by multipliers is the least
            refuse(f"multipliers.{name}: not those of the margin")
        return root(dot(w, w) if origin else dot(w, w) / 4)

    def enclose(self, u, origin):
        """In a norm: from half the gap between the classes along w = u^<p-1>, over |w|, to half of |u|."""
        w, half = up(u, self.p), 1 if origin else Fraction(1, 2)
        lower = ZERO
        for label in (1,) if origin else (1, -1):
            lower += picked(min, *(y * dot(w, x) for x, y in self.stream if origin or y == label))
        lower = lower * half / power(power_of(u, self.p), 1 - 1 / self.p)
        return between(max(ends(lower)[0], 0), ends(norm(u, self.p) * half)[1])

    # The comparator

    def the_comparator(self):
        return self.comparator or refuse("there is no comparator u")

    def loss(self, name):
        u, each, total = self.the_comparator(), max(1, self.problem.classes - 1), ZERO
        losses = [max(ZERO, 1 - y * dot(u, x)) for x, y in self.stream]
        for i in range(0, len(losses), each):
            total += max(losses[i:i + each]) ** (2 if name == "L2" else 1)
        return total * self.run(self.problem.learner).passes

    # Runs

    def run(self, side):
        return Run(side, self.problem, self.given)

    def of_run(self, side, name, constant):
        run = self.run(side)
        if name in ("gamma3", "last_gamma"):
            gamma = run.learner.first_gamma if name == "gamma3" else run.learner.gamma()
            return gamma if gamma is not None else refuse(f"{name} has no value: the run has no gamma_t")
        if name == "margin":
            return last_margin(run.learner, self.problem.stream_of(self.given, side))
        if name == "expected_mistakes":
            return run.learner.expected
        if name == "errors":
            return Fraction(sum(run.learner.predict(x) != y for x, y in side.lifted(self.given)))
        if name == "m":
            return Fraction(sum(s.within(constant) for s in run.steps))
        if name == "mbar":
            return Fraction(sum(s.within(constant, self.raw(side.optimum(), None)) for s in run.steps))
        return Fraction(sum(map(COUNTED[name], run.steps)))


def last_margin(learner, stream):
    if is_zero(learner.size()):
        return ZERO
    least = picked(min, *(learner.margin(x, y) for x, y in stream))
    return picked(max, ZERO, least) / learner.dual()


# ---- certificate: verify.go

def verify(certificate):
    """Refuses a certificate whose stream does not refute its statement."""
    problem = Problem(certificate["statement"], certificate["answers"])
    if problem.p != 2 and BITS > 640:  # more precision decides no more there, and takes minutes
        refuse("undecided in a norm")
    facts = Facts(problem, certificate)
    if not facts.number(problem.where):
        refuse(f"where: {problem.statement['where']} does not hold of the stream")
    holds = RELATIONS[problem.statement["relation"]]
    if holds(facts.number(problem.quantity), facts.number(problem.claim)):
        refuse("the statement holds of the stream")
    for side in filter(None, (problem.learner, problem.against)):
        facts.run(side)


# ---- certificate: file.go

MAX_DIGITS, MOST_VALUES, DEEPEST, MOST_BYTES = 1 << 16, 1 << 20, 8, 64 << 20
ANSWERED = [{"predicted": int, "updated": bool, "opening": bool}]
CERTIFICATE = {
    "format": int,
    "statement": {"learner": str, "against": str, "quantity": str, "relation": str, "claim": str, "where": str,
                  "passes": int, "at_rest": bool, "fixed": str, "classes": int},
    "stream": [{"x": [Fraction], "y": int}],
    "comparator": [Fraction],
    "multipliers": {name: [Fraction] for name in MARGINS},
    "code": {"name": str, "version": str, "command": str},
    "answers": ANSWERED,
    # What format 1 has in other places
    "rival": [Fraction],
    "geometry": {name: {"multipliers": [Fraction]} for name in MARGINS},
    "runs": {"learner": ANSWERED},
}


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


def short_text(text):
    return text if len(text) <= MAX_DIGITS else malformed("more digits than a certificate has")


def integer(text):
    return int(short_text(text))


def unique(pairs):
    if len(dict(pairs)) < len(pairs) or not all(re.fullmatch("[a-z][a-z0-9_]*", key) for key, _ in pairs):
        malformed("expected each key once, in small letters")
    return dict(pairs)


def shaped(value, shape):
    """A value in a shape, which is empty where there is no value."""
    kind = str if shape is Fraction else shape if isinstance(shape, type) else type(shape)
    if value is None and shape is not Fraction:
        value = kind()
    if type(value) is not kind or kind is int and not -2 ** 63 <= value < 2 ** 63:
        malformed(f"expected a {kind.__name__}")
    if kind is list:
        return [shaped(v, shape[0]) for v in value]
    if kind is dict:
        return {key: shaped(value.get(key), part) for key, part in shape.items()}
    if kind is str:
        short_text(value)
    if shape is Fraction:
        return Fraction(value) if RATIO.fullmatch(value) else malformed("expected integers or ratios of integers")
    return value


def read(text):
    """A certificate of either format, in the form of format 2. Fields of both must have their shape."""
    limited(text)
    hooks = {"object_pairs_hook": unique, "parse_constant": malformed, "parse_int": integer, "parse_float": short_text}
    given = json.loads(text, **hooks)
    if isinstance(given, dict) and given.get("record") is not None:
        malformed("a record of a claim that survived, expected a certificate")
    c = shaped(given, CERTIFICATE)
    if c["format"] not in (1, 2):
        malformed(f"format {c['format']}, expected 1 or 2")
    if c["format"] == 1:
        c["comparator"], c["answers"] = c["rival"], c["runs"]["learner"]
        c["multipliers"] = {name: c["geometry"][name]["multipliers"] for name in MARGINS}
    if given.get("code") is None:
        c["answers"] = None
    c["stream"] = [(row["x"], row["y"]) for row in c["stream"]]
    s = c["statement"]
    s["relation"], s["passes"] = s["relation"] or "<=", s["passes"] or 1
    if any(not s[part].isascii() for part in ("quantity", "claim", "where")):
        refuse("statement: expected it in ASCII")
    return c


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
    except ZeroDivisionError:
        return 1, "refused: no value: division by 0"
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
