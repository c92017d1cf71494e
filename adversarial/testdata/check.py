#!/usr/bin/env python3
"""Checks certificates of marginlab.

A certificate refutes a statement about an online learner by one stream of rational points. This program shares nothing with the
one that made it: it runs the learner in fractions, checks the multipliers that prove the maximum margin, computes all numbers
anew, in intervals what is irrational or long, and compares each field. Exit status: 0 all are valid, 1 one is refused (also what
would take too long to compute), 2 one is malformed, or of the learner alma, which is not here.

Of a witness, which is about somebody's program, it takes the answers as they are stated, and checks all that follows from them."""
import argparse, ast, builtins, copy, functools, hashlib, itertools, json, operator, pathlib, re, sys
from fractions import Fraction as Q
from math import isqrt
Refused, Undecided, Malformed = (type(name, (Exception,), {}) for name in ("Refused", "Undecided", "Malformed"))
def stop(reason, kind=Refused): raise kind(reason)
# ---- Numbers. Every decision is certain, or Undecided: then all is computed anew with twice the BITS.
BITS = 320
def length(q): return max(q.numerator.bit_length(), q.denominator.bit_length())
def below(q): return (q.numerator << BITS) // q.denominator
class Num:  # q, or where that is not known or long what is between lo and hi units of 2^-BITS; of what is >= 0 the square too, if known
    __slots__ = "q", "ends", "known_square"
    def __init__(self, lo, hi=None, square=None):
        self.q, self.ends, self.known_square = None if lo != hi else Q(lo, 1 << BITS), (lo, hi), square
        if hi is None: self.q = lo if type(lo) is Q else Q(lo)
        if hi is None and length(self.q) > 16 * BITS: self.q, self.ends = None, (below(self.q), -below(-self.q))
    lo, hi = property(lambda a: a.ends[0] if a.q is None else below(a.q)), property(lambda a: a.ends[1] if a.q is None else -below(-a.q))
    square, size = property(lambda a: a.known_square if a.q is None or a.q < 0 else a.q ** 2), property(lambda a: max(abs(a.lo), abs(a.hi)))
    def __neg__(a): return Num(-a.hi, -a.lo) if a.q is None else Num(-a.q)
    def __add__(a, b):
        b = number(b)
        return Num(a.lo + b.lo, a.hi + b.hi) if a.q is None or b.q is None else Num(a.q + b.q)
    def __mul__(a, b):
        a, b = (b, a) if (b := number(b)).q is None else (a, b)  # what is known comes second
        if a.q is not None or b.q == 0: return Num(a.q * b.q) if b.q else b
        if b.q == 1 or a.known(b): return a if b.q == 1 else root(a.square * b.square)
        if b.q is not None and b.q.denominator == 1: return Num(*sorted(end * b.q.numerator for end in a.ends))
        (s, t), u, v = a.ends, b.lo, b.hi
        ends = [s * (u if s > 0 else v), t * (v if t > 0 else u)] if u >= 0 else [s * u, s * v, t * u, t * v]
        return Num(min(ends) >> BITS, -(-max(ends) >> BITS))
    def __truediv__(a, b):
        if (b := number(b)).sign() == 0: stop("no value: division by 0")
        if b.q is not None or a.known(b): return a * (Num(1 / b.q) if b.q is not None else root(1 / b.square))
        ends = [(s << BITS, t) for s in (a.lo, a.hi) for t in b.ends]
        return Num(min(s // t for s, t in ends), -min(-s // t for s, t in ends))
    __radd__, __rmul__, __rtruediv__ = __add__, __mul__, lambda a, b: number(b) / a
    __sub__, __rsub__ = lambda a, b: a + -number(b), lambda a, b: -a + b
    def sign(a): return stop("a sign", Undecided) if a.q is None and a.lo <= 0 <= a.hi else (a.hi > 0) - (a.lo < 0)
    known = lambda a, b: a.square is not None and b.square is not None
    def compare(a, b): return 0 if a is b else (a.square > b.square) - (a.square < b.square) if a.known(b := number(b)) else (a - b).sign()
    __lt__, __le__, __gt__, __ge__, __eq__, __ne__ = (lambda a, b, is_so=is_so: is_so(a.compare(b), 0) for is_so in map(operator.__dict__.get, "lt le gt ge eq ne".split()))
    def __bool__(a): stop("a number where a condition is expected")
    def max(a, b): return (a if b < a else b) if a.known(b) or a.q is not None and b.q is not None else Num(max(a.lo, b.lo), max(a.hi, b.hi))
    def image(a, f): return f(a) if a.q is not None else Num(f(Num(a.lo, a.lo)).lo, f(Num(a.hi, a.hi)).hi)  # by a function that increases
    def floor(a): return Num(a.lo >> BITS) if a.lo >> BITS == a.hi >> BITS else stop("floor", Undecided)
    def sqrt(a): return a.image(lambda v: root(v.q)) if a.sign() >= 0 else stop("no value: a root")
    def log(a): return a.image(logarithm) if a.sign() > 0 else stop("no value: logarithm of what is not positive")
    def exp(a): return a.image(exponential) if a.size >> BITS < 2 ** 16 else stop("no value: exponential out of range")
    def __pow__(a, b):
        n = Q(1, 3) if (b := number(b)).q is None else b.q
        if n.denominator == 2 and a.lo >= 0: return a.sqrt() ** (2 * n)
        if n.denominator > 1: return (b * a.log()).exp() if a.size or b.sign() <= 0 else a
        if n < 0: return 1 / a ** -n
        if n * (a.size >> BITS).bit_length() > 2 ** 17: stop("a power is too long")
        return a.power(int(n))
    def power(a, n): return (a if n % 2 else Num(1)) * (h := a.power(n // 2)) * h if n else Num(1)
    def signed(a, e): return a.image(lambda v: Num(abs(v.q)) ** e * (1 if v.q > 0 else -1))  # sign(a)|a|^e
def number(v): return v if isinstance(v, Num) else Num(v)
def root(q):
    exact, n = Q(isqrt(q.numerator), isqrt(q.denominator)), isqrt((q.numerator << 2 * BITS) // q.denominator)
    return Num(exact) if exact * exact == q else Num(n, n + 1, q if length(q) < 2 ** 18 else None)
def logarithm(a):  # of m 2^e: 2 artanh((m-1)/(m+1)) + 2e artanh(1/3), artanh t = the sum of t^k/k for odd k, |t| <= 1/2
    artanh = lambda t: series(t, lambda n: t * t, lambda n: Num(Q(1, 2 * n + 1))); e = a.q.numerator.bit_length() - a.q.denominator.bit_length()
    return 2 * artanh(1 - 2 / (a / Q(2) ** e + 1)) + 2 * e * artanh(Num(Q(1, 3)))
def exponential(a):  # (e^t)^(2^k), t = a/2^k, |t| <= 1/2, e^t = the sum of t^n/n!
    t = a / 2 ** (k := (a.size >> BITS).bit_length() + 1)
    return functools.reduce(lambda x, _: x * x, range(k), series(Num(1), lambda n: t / (n + 1), lambda n: Num(1)))
def series(term, ratio, weight):  # of terms that halve at least: the rest is less than twice the next
    total, n = Num(0), 0
    while term.size > 1: total, term, n = total + term * weight(n), Num((s := term * ratio(n)).lo, s.hi), n + 1
    return total + Num(-2 * term.size, 2 * term.size)
def kappa0(x, y, s=Num(2), c=Num(1)):
    if x < y.max(zero := Num(0)): return zero
    if y <= zero: return Num(1)
    most = c * x ** s
    rest = 1 - (s - 1) * c ** (1 / (1 - s)) * (y / x) ** (s / (s - 1)) if y <= most else 1 - s * y + most
    return rest.max(zero) ** (1 / s)
def fall(*a): return -kappa0(*a).log()
def excess(p): return 2 * (p / (1 - p) + (1 - p).log()) / p ** 2 if p != 0 else Num(1)
def excess_mcp(p): return -(2 * p + (1 - 2 * p).log()) / (2 * p ** 2) if p != 0 else Num(1)
def recursion(r, s, c):
    g, two = Num(1), Num(2)
    for m in range(10 ** 4):
        g = g * (1 - (s - 1) * (g / c) ** (1 / (s - 1))) if g <= c / two ** (s - 1) else g * (1 - s / 2) + c / two ** s
        if r ** s * g < 1: return Num(m)
    stop("no value: recursion of more than 10^4 steps")
# ---- The language: with its symbols replaced it is Python's, on Nums. Terms and calls are names of its own.
TOKEN = re.compile(r"\s*((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?(?![\w.])|[A-Za-z]\w*|[<>=!]=|&&|\|\||[-+*/^()<>!?:,])", re.A)
PYTHON = {"^": "**", "&&": " and ", "||": " or ", "!": "~", "and": " and ", "or": " or ", "not": "~"}  # ~ binds as ! does
CALLS = {"sqrt": Num.sqrt, "log": Num.log, "exp": Num.exp, "floor": Num.floor, "ceil": lambda a: -(-a).floor(), 
         "abs": lambda a: a.max(-a), "kappa0": kappa0, "fall": fall, "excess": excess, "excess_mcp": excess_mcp, "recursion": recursion, "max": lambda *v: functools.reduce(Num.max, v), "min": lambda *v: -functools.reduce(Num.max, [-a for a in v])}
OF_RUN = "T mistakes opening_mistakes later_mistakes updates later_updates m mbar gamma3 last_gamma errors margin expected_mistakes".split()
COUNTS = "m mbar their_m their_mbar".split()  # of steps, with a constant
TERMS = "d R Dbar shortest Dplus Dminus D Delta gamma gamma0 r U L1 L2".split() + OF_RUN + [f"their_{name}" for name in OF_RUN]
def typed(n):  # bool or Num: what an expression of Python is, if all its parts are what they have to be
    if isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Invert): n.op = ast.Not()
    parts = [typed(k) for k in ast.iter_child_nodes(n) if isinstance(k, ast.expr) and not isinstance(k, (ast.Name, ast.Constant))]
    if isinstance(n, ast.IfExp): return parts[1] if parts[0] is bool and parts[1] is parts[2] else stop("the types around ?")
    logical = isinstance(getattr(n, "op", 0), (ast.And, ast.Or, ast.Not))
    if isinstance(n, ast.Call) and (len(n.args) > 1) != (n.func.id in ("f", "min", "max", "kappa0", "fall", "recursion")) \
        or isinstance(n, ast.Call) and (n.func.id in ("kappa0", "fall") and len(n.args) == 3 or n.func.id == "recursion" and len(n.args) != 3) \
        or isinstance(n, ast.Compare) and n.ops[1:] and {ast.Eq, ast.NotEq} & {*map(type, n.ops)} or isinstance(n, ast.Tuple) \
        or {*parts} - {bool if logical else Num}: stop("the types")
    return bool if logical or isinstance(n, ast.Compare) else Num
def run(source, expected, f=None):  # the value, of the type expected
    if typed((tree := ast.parse(source.strip(), mode="eval")).body) is not expected: stop(f"expected a {expected.__name__}")
    return eval(compile(tree, "", "eval"), {"__builtins__": {}, "N": lambda s: Num(Q(s)), "f": f, **CALLS})
class Expression:
    def __init__(self, text):
        self.tokens, self.terms = TOKEN.findall(text), []; self.source = self.translate()
        if TOKEN.sub("", text).strip() or self.tokens or len(text) > 4096: stop(f"{text!r} cannot be read")
    def value(self, kind, facts): return run(self.source, kind, facts.value)
    def translate(self):
        source = ""
        while self.tokens and self.tokens[0] not in (")", ",", ":"):
            token = self.tokens.pop(0)
            if token == "?": return f"({self.translate()} if {source} else {self.tokens.pop(0) and self.translate()})"
            if token in ("(", *COUNTS, *CALLS):
                args = [token != "(" and self.tokens.pop(0) != "(" and stop(f"{token} without its argument") or self.translate()]
                while self.tokens.pop(0) == ",": args.append(self.translate())
                source += self.m(token, *args) if token in COUNTS else token.strip("(") + f"({', '.join(args)})"
            elif PYTHON.get(token) == "~" and self.tokens[0] not in ("(", "!", "not"): stop("! of what is no condition")
            else: source += PYTHON.get(token) or (self.term(token) if token[0].isalpha() else re.sub(r"(.*\d.*)", r"N('\1')", token))
        return source
    def m(self, name, arg): return self.term(name, str(phi)) if (phi := run(arg, Num).q) is not None else stop("m of what is no ratio")
    def term(self, name, phi=None): self.terms.append((name, phi)); return f"f({name!r}, {phi!r})"
# ---- Learners: w and b. A step is what was done, and where there is a margin gamma_t, whether y(w.x + b) <= phi gamma |w| of gamma_t or another.
def dot(x, y): return functools.reduce(operator.add, map(operator.mul, x, y))
def plus(x, c, y): return [a + c * b for a, b in zip(x, y)]
minus, blend = lambda x, y: [*map(operator.sub, x, y)], lambda weights, points: [dot(weights, c) for c in zip(*points)]
def up(u, p): return u if p == 2 else [number(v).signed(p - 1) for v in u]  # u^<p-1>, which has the product |u|^p with u
def power(u, p): return number(dot(u, u) if p == 2 else dot([number(v).max(-number(v)).signed(p) for v in u], [1] * len(u)))
def norm(u, p): return power(u, p) ** (1 / p) if sum(v != 0 for v in u) > 1 else Num(max(map(abs, u)))
def done(label, y, updated, opening=False): return {"predicted": label, "mistake": label != y, "updated": updated, "opening": opening}
class Learner:  # w is u^<p-1>, which is u in l2
    bias, first, target = False, None, lambda self: None  # first is gamma_t at the first step that has one, target is gamma_t |w|
    def __init__(self, d, name, given): self.u, self.b, self.name, self.given, self.p, self.kept = [Q(0)] * d, Q(0), name, given, given.get("p", Q(2)), []
    def score(self, x): return dot(up(self.u, self.p), x) + self.b
    def square(self): return power(self.u, self.p)  # its root is |w| in l2; in general |w| = |u|^(p-1)
    def gamma(self): return self.over(self.target())
    def over(self, a): return a / self.square() ** (1 - 1 / self.p)  # a/|w|
    def margin(self, x, y): return y * self.score(x)
    def within(self, a, phi, gamma): return self.over(a) <= phi * gamma if phi >= Num(0) else self.over(-a) >= -phi * gamma
    def step(self, x, y):
        a, target, before = self.margin(x, y), self.target(), copy.copy(self); label = y if (sign := number(a).sign()) > 0 or sign == 0 and y > 0 else -y
        if not self.bias and not any(x): return done(label, y, False), None
        if target is not None and self.first is None: self.first = self.gamma()
        return done(label, y, self.update(x, y, a)), None if target is None else lambda phi, gamma: a <= phi * target if gamma is None else before.within(number(a), phi, gamma)
class Additive(Learner):  # u += tau y x
    def update(self, x, y, a):
        C, tau = self.given.get("C"), Q(0)
        if self.name == "perceptron": tau = Q(a <= 0)
        elif a <= 1 - self.given.get("eps", 0) and a < 1: tau = (1 - a) / (dot(x, x) + (1 / (2 * C) if self.name == "pa-ii" else 0))
        self.u = plus(self.u, y * (min(tau, C) if self.name == "pa-i" else tau), x); return tau > 0
class SecondOrder(Additive):  # and AROW: Au = v, A = a + the sum of x x' and v that of y x over the kept
    def update(self, x, y, a):
        if learns := a < (self.name == "arow") or a == 0 and y < 0:
            self.kept, coordinates = self.kept + [(x, y)], range(len(x))
            self.u = solve([[sum(z[i] * z[j] for z, _ in self.kept) + self.given["a"] * (i == j) for j in coordinates]
                            + [sum(s * z[i] for z, s in self.kept)] for i in coordinates])
        return learns
class Many(Learner):  # k-best AMIRA of many classes: u is the w of all of them, one after the other
    def scores(self, x): return [dot(self.u[i:i + len(x)], x) for i in range(0, len(self.u), len(x))]
    def predicted(self, x): return (s := self.scores(x)).index(max(s))
    def step(self, x, y):
        w, s, N, k = [self.u[i:i + len(x)] for i in range(0, len(self.u), len(x))], self.scores(x), dot(x, x), self.given["k"]
        wrong = sorted((z for z in range(len(w)) if z != y), key=lambda z: -s[z])[:int(k)]
        wrong = [z for z in wrong if s[y] - s[z] <= 1 - self.given["eps"]]
        if learns := bool(wrong and N):  # eta is F - S of the m of the greatest F, and 0 of the others
            F = [(1 - s[y] + s[z]) / N for z in wrong]
            S = next(S for m in range(len(F), 0, -1) if F[m - 1] > (S := sum(F[:m]) / (m + 1)))
            for z, c in [(y, S)] + [(z, min(Q(0), S - f)) for z, f in zip(wrong, F)]: w[z] = plus(w[z], c, x)
            self.u = sum(w, [])
        return done(s.index(max(s)), y, learns), None
class Randomized(Learner):  # u is the sum of all y x
    t, most, expected = 0, Q(0), Num(0)
    def step(self, x, y):
        a, U, self.t, self.most = y * self.score(x), dot(self.u, self.u), self.t + 1, self.given.get("R", 0) ** 2 or max(self.most, dot(x, x))
        divisor = max(2 * self.t * (1 if "printed" in self.name else self.most ** 2), self.most * U)
        q = root(min(Q(1), a * a / divisor) if a else Q(0)); self.expected += Q(1, 2) * (1 - q if a > 0 else 1 + q)
        return super().step(x, y)
    def update(self, x, y, a): self.u = plus(self.u, y, x); return True
class Romma(Learner):  # and, in another scale, NAROMMA
    def target(self): return Num(1) if self.kept else None
    def margin(self, x, y): return Num(1) if self.kept == [(x, y)] else y * self.score(x)  # the last that was learned has it
    def update(self, x, y, a):
        if self.kept and (a > 1 - self.given.get("eps", 0) or a >= 1 or "step4" in self.name and a * a == dot(x, x) * self.square()): return False
        self.relax([y * c for c in x]); self.kept = [(x, y)]; return True
    def relax(self, z):  # u = argmin |u'|^2: u'.z >= 1, u'.u >= |u|^2
        s, N, U = number(dot(self.u, z)), dot(z, z), self.square()
        if straight := not self.kept or s >= N * U: self.u = [number(v / N) for v in z]
        elif (c := N * U - s * s).sign() == 0: stop("no value: no classifier meets the constraints of an update")
        else: self.u = blend([(N * U - s) / c, U * (1 - s) / c], [self.u, z])
class Mcp(Learner):  # and CMCP, whose rho is 0: u is the sum of the kept, U = |u|^2, L = l^2
    U, L = Num(0), Num(0)
    def score(self, x): return functools.reduce(Num.__add__, [c * dot(z, x) for z, c in self.kept if dot(z, x)], Num(0))
    square, target = lambda self: self.U, lambda self: (self.U / self.L).sqrt() if self.kept else None
    def update(self, x, y, a):
        z, N, target = [y * c for c in x], dot(x, x), self.target()
        if updated := target is None or a <= target * Num(self.given["rho"]) and not ("strict" in self.name and a >= target / 2):
            tau, eta = Num(1) if target is None else target / N, a / target if a > 0 and target is not None else Num(0)
            before, self.U, self.kept = self.U, self.U + 2 * tau * a + tau * tau * N, self.kept + [(z, tau)]
            if "sharp" in self.name and eta > 0: self.L = (self.L + Q(2) / N + 1 / (self.L * N * N)) * before / self.U
            else: self.L += (1 - 2 * eta) / N
        return updated
class Descent(Mcp):  # the randomized classifier by OMD: x is sqrt(f) u, u the sum of the kept and U = |u|^2
    t, most, expected, f = 0, Q(0), Num(0), Num(1)
    target = lambda self: None
    def shorten(self):
        if (s := self.U * self.most * self.f).q is None or s.q > 1:
            if s.hi > 1 << BITS: self.f = -(-self.f).max(-(1 / (self.U * self.most)))
    def step(self, x, y):
        self.t, R = self.t + 1, self.most; self.most = self.given.get("R", 0) ** 2 or max(R, dot(x, x))
        if R != self.most: self.shorten()
        a = y * self.score(x) * self.f.sqrt(); self.expected += Q(1, 2) * (1 - -(-a.max(Num(-1))).max(Num(-1)))
        return super().step(x, y)
    def update(self, x, y, a):
        z, N, tau2 = [y * c for c in x], dot(x, x), Q(2, self.t) / self.most ** 2 / self.f; tau = tau2.sqrt()
        self.U, self.kept = self.U + 2 * tau * a + tau2 * N, self.kept + [(z, tau)]; self.shorten(); return True
class Hull(Learner):  # w.x + b is the target at the end of the class +1, and its negative at that of -1; the target is a share of |u|^p
    bias, level = True, (0, [], [])  # a label, a point and a direction: examples there have the margin of the target as well
    def __init__(self, d, name, given): super().__init__(d, name, given); self.ends, self.aim = {}, None
    target, square = lambda self: self.aim, lambda self: Num(0) if self.aim is None else self.whole
    def place(self, u, share):
        self.u, self.w, self.whole = u, up(u, self.p), power(u, self.p); self.aim = share * self.whole
        if self.whole.sign() == 0: stop("no value: the hulls of the classes meet")
    def margin(self, x, y):
        if self.aim is None: return y * next(iter(self.ends), 1)
        beyond = Num(0) if self.level[0] == y and along(x, *self.level[1:]) else number(y * dot(self.w, minus(x, self.ends[y])))
        return self.aim if beyond.q == 0 else self.aim + beyond
    def step(self, x, y):
        if self.aim is not None: return super().step(x, y)
        label = next(iter(self.ends), 1); self.keep(x, y); self.ends.setdefault(y, x)  # until there is an example of each class
        if len(self.ends) == 2: self.start()
        return done(label, y, label != y, True), None
    def keep(self, x, y): pass
def along(x, point, direction): return (z := minus(x, point)) == [0] * len(x) or 0 < dot(z, direction) ** 2 == dot(z, z) * dot(direction, direction)
def foot(v, x, o, p):  # the point of the segment [v, x] that is nearest o, and whether it is known not to be x
    d, u = minus(x, v), minus(v, o)
    t = number(-dot(u, d)) / dot(d, d) if p == 2 else crossing(lambda t: number(dot(up(plus(u, t, d), p), d)))
    t = -(-t.max(Num(0))).max(Num(-1)); return blend([1 - t, t], [v, x]), t.hi < 1 << BITS
def crossing(g):  # where a function that increases in [0, 1] is 0, or the end that is nearest to that
    def edge(sure, other, holds):
        while abs(other - sure) > 1: sure, other = (m, other) if holds(g(Num(Q(m := (sure + other) // 2, 1 << BITS)))) else (sure, m)
        return sure
    if g(Num(1)).hi <= 0: return Num(1)
    return Num(edge(0, 1 << BITS, lambda v: v.hi < 0), edge(1 << BITS, 0, lambda v: v.lo > 0))
class Pumma(Hull):  # the ends are the examples kept; u is the least point that is beyond u and half of their difference
    def start(self): self.place([v / 2 for v in minus(self.ends[1], self.ends[-1])], 1)
    def update(self, x, y, a):
        if inside := a < (1 - self.given["delta"]) * self.aim:
            self.ends[y] = x; self.place(foot(self.u, [v / 2 for v in minus(self.ends[1], self.ends[-1])], [Q(0)] * len(x), self.p)[0], 1)
        return inside
class Omm(Hull):  # the ends are v+ and v-, each on its line if that is known: a point and a direction
    def start(self): self.lines = {y: (x, [0] * len(x)) for y, x in self.ends.items()}; self.place(minus(self.ends[1], self.ends[-1]), Q(1, 2))
    def update(self, x, y, a):
        limit, v, line = self.given["rho"] * self.aim, self.ends[y], self.lines[y]
        if a > limit or a == limit and "printed" in self.name or a >= self.aim: return False
        self.ends[y], inside = foot(v, x, self.ends[-y], self.p); self.place(minus(self.ends[1], self.ends[-1]), Q(1, 2))
        if all(number(c).q is not None for c in v): line = [number(c).q for c in v], [0] * len(v)
        if line and not along(x, *line): line = None if any(line[1]) else (line[0], minus(x, line[0]))
        self.lines[y], self.level = line, (y, *line) if line and inside else (y, x, [0] * len(x)); return True  # u is orthogonal to the line
class NaiveOmm(Omm):
    def keep(self, x, y): "keep" in self.name and y in self.ends or self.kept.append((x, y))
    def start(self): self.ends = dict(zip((1, -1), nearest(self.kept))); super().start()
    def update(self, x, y, a):
        limit = self.given["rho"] * self.aim; violates = a < limit or a == limit and self.given["rho"] < 1
        if violates or "keep" not in self.name: self.kept.append((x, y))
        return violates and not self.start()
def nearest(examples):  # points of the hulls of the two classes, by Wolfe's method on the differences of their points
    P, N = ([x for x, y in examples if y == s] for s in (1, -1)); corral, weights = [(P[0], N[0])], [Q(1)]
    while True:
        ends, theta = [blend(weights, side) for side in zip(*corral)], 0; w = minus(*ends)
        enter = min(P, key=lambda x: dot(w, x)), max(N, key=lambda x: dot(w, x))
        if dot(w, minus(*enter)) >= dot(w, w): return ends
        corral, weights = corral + [enter], weights + [Q(0)]
        while theta < 1:  # go to the least point of the affine hull, or as far as the weights are positive
            z = [minus(*pair) for pair in corral]
            mu = solve([[dot(a, b) for b in z] + [Q(1), Q(0)] for a in z] + [[Q(1)] * len(z) + [Q(0), Q(1)]])
            theta = min([Q(1)] + [l / (l - m) for l, m in zip(weights, mu) if m <= 0])
            moved = [(l + theta * (m - l), pair) for l, m, pair in zip(weights, mu, corral)]
            weights, corral = map(list, zip(*[(l, pair) for l, pair in moved if l]))
def solve(rows):  # linear equations, each its coefficients and its right side
    for k in range(len(rows)):
        rows[k:] = sorted(rows[k:], key=lambda row: row[k] == 0); rows = [plus(row, -row[k] / rows[k][k], rows[k]) if i != k else row for i, row in enumerate(rows)]
    return [row[-1] / row[k] for k, row in enumerate(rows)]
P = {"p": "[1.02,100]?"}
LEARNERS = [  # names, the domains of the parameters ("?": it may be left out), and those that the name stands for
    (Additive, "perceptron", P, {}), (Additive, "pa", {}, {}), (Additive, "pa-i pa-ii", {"C": "(0,inf)"}, {}), (Additive, "amira", {"eps": "[0,1]"}, {}),
    (Many, "amira-1-best", {"eps": "(0,1]"}, {"k": Q(1)}), (Many, "amira-k-best", {"eps": "(0,1]", "k": "[1,1000000]?"}, {}),
    (SecondOrder, "second-order arow", {"a": "(0,inf)"}, {}), (Additive, "mira", {}, {"eps": 1}),
    (Randomized, "randomized randomized(psi=printed)", {"R": "[0,inf)?", "p": "[2,2]?"}, {}), (Descent, "randomized-omd", {"R": "[0,inf)?", "p": "[2,2]?"}, {}),
    (Romma, "romma", {"eps": "[0,1]"}, {}), (Romma, "a-romma", {}, {"eps": 0, "rho": 1}), (Pumma, "pumma", {"delta": "[0,1)", **P}, {}),
    (Romma, "naromma naromma(step4=printed)", {}, {"rho": 1}), (Omm, "omm omm(rule=printed)", {"rho": "[0,1]", **P}, {}),
    (Omm, "e-omm", P, {"rho": 1}), (Omm, "ce-omm", P, {"rho": 0}), (NaiveOmm, "n-omm n-omm(keep=violating)", {"rho": "[0,1]?", "p": "[2,2]?"}, {}),
    (Mcp, "mcp mcp(rule=strict) mcp(rule=sharp)", {"rho": "[0,1/2]?"}, {}), (Mcp, "cmcp", {}, {"rho": 0})]
OPTION = re.compile(r" *([A-Za-z][A-Za-z0-9]*) *= *(?:([A-Za-z][\w./+-]*)|([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?|-?\d+/\d+)) *", re.A)
def lies(q, domain):
    low, high = domain.strip("[(])?").split(",")
    return (q > Q(low) or q == Q(low) and domain[0] == "[") and (high == "inf" or q < Q(high) or q == Q(high) and "]" in domain)
def named(text):  # words are part of the name, numbers are parameters
    base, inside = (re.fullmatch(r" *([a-z][a-z0-9-]*) *(?:\(([^()]*)\))? *", text) or stop(f"{text!r} is no learner")).groups()
    options = [(OPTION.fullmatch(o) or stop(f"{text!r}: an option")).groups() for o in (inside or "").split(",") if (inside or "").strip()]
    if base == "alma": stop("cannot be checked here: alma", Malformed)
    name, p = f"{base}({','.join(f'{k}={v}' for k, v, _ in options if v)})".replace("()", ""), {k: Q(v) for k, _, v in options if v}
    return (name, p) if len(options) == len(p) + name.count("=") else stop(f"{text!r}: a parameter twice")
def learner(text, d):
    name, p = named(text)
    for kind, names, domains, stands in LEARNERS:
        if name in names.split() and all(k in p and lies(p[k], v) or k not in p and "?" in v for k, v in domains.items()):
            also = {"rho": 1 - p[k] for k in ("eps", "delta") if k in p and kind in (Romma, Pumma)}
            if {*p} <= {*domains}: return kind(d, name, {**{k: {"p": Q(2), "rho": Q(1, 1 if kind is NaiveOmm else 2)}[k] for k in domains if k in ("p", "rho")}, **p, **stands, **also})
    stop(f"{text!r} is no learner, or not with these parameters")
class Answers(Learner):  # of a witness: a program, whose answers are stated
    def __init__(self, text, answers):
        held = re.search(r",as=([a-z-]+(?:\([^()]*\))?)[,)]", text)
        options = re.findall(r"[(,] *([A-Za-z]\w*) *= *(-?\d+/\d+|[-+.\de]+) *(?=[,)])", text) if text[:5] != "exec(" else []
        super().__init__(1, text, learner(held[1], 1).given if held else {k: Q(v) for k, v in options}); self.answers = iter(answers)
    def step(self, x, y):
        stated = next(self.answers, None) or stop("runs.learner: too few answers")
        if any(Q(float(v)) != v for v in x): stop("stream: a number that float64 does not have")
        return done(1 if stated["predicted"] > 0 else -1, y, stated["updated"], stated["opening"]), None
BIAS = re.compile(r" *bias *\((.*), *(?:c *= *)?([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?|-?\d+/\d+) *\) *", re.A)
def lifted(text, stream, program=False):  # of bias(L,c): L, and the points (x, c)
    name, c = (m := BIAS.fullmatch(text)) and m.groups() or (text, None)
    if c and (not Q(c) or not program and learner(name, 1).bias): stop(f"{text!r}: a bias")
    return name, [(x + [Q(c)] if c else x, y) for x, y in stream]
def spoken(stream, M):  # of M classes the differences of the examples, through the origin
    place = lambda x, y, z: [v * ((c == y) - (c == z)) for c in range(M) for v in x]
    return [(place(x, y, z), 1) for x, y in stream for z in range(M) if z != y] if M else stream
class Batch:  # of RP14: a is G, a_i.a_j of the points a_i = y x, or y x/|x|
    p, learner = Q(2), property(lambda self: self)
    def __init__(self, name, p, s, stream):
        if s["against"] or s["passes"] != 1 or s["at_rest"] or s["fixed"] or s.get("classes"): stop("statement: of what sees all examples at once")
        self.given, self.name, self.n = p, name, Q(len(stream)); self.stream = stream if "printed" in name else directions(stream)
        self.a = [[y * z * dot(x, o) for o, z in self.stream] for x, y in self.stream]
        self.iterations, self.loops, self.separates, self.weights = self.solve(**p)
    def value(self, name, phi):
        own = {**self.given, "n": self.n, "updates": self.iterations, "loops": self.loops}
        return Num(own[name]) if name in own else None if name in "d R Dbar shortest gamma0 rho".split() else stop(f"no term of a batch algorithm: {name}")
    image, each = lambda self, w: [dot(row, w) for row in self.a], lambda self: [1 / self.n] * len(self.a)
    def end(self): return {"kind": "separator" if self.separates else "combination", "iterations": self.iterations, "loops": self.loops, "weights": self.weights}
class Updating(Batch):  # alpha is counts/k, as theta is 1/(k+1)
    def solve(self, margin):
        counts = image = [Q(0)] * len(self.a)
        for k in itertools.count():
            if min(image) > 0: return k, 1, True, [c / k for c in counts]
            if (k + 1) * margin ** 2 > 1: stop("no value: it gives up")
            i = image.index(min(image)); counts, image = [c + (j == i) for j, c in enumerate(counts)], plus(image, 1, self.a[i])
class Gilbert(Batch):
    def solve(self, eps):
        w = self.each()
        for k in itertools.count():
            image = self.image(w); square, least = dot(w, image), min(image)
            if (near := square <= eps * eps) or least > 0: return k, 1, not near, w
            i, t = image.index(least), min(Q(1), (square - least) / (square - 2 * least + 1)); w = [(1 - t) * c + t * (j == i) for j, c in enumerate(w)]
class Smoothed(Batch):
    def solve(self, delta, ratio=Q(1)): q = [ratio ** i for i in range(int(self.n))]; return self.around([c / sum(q) for c in q], delta ** 2)
    def around(self, q, square):
        alpha, mu, nearest = q, 2 * self.n, lambda: simplex([c - v / mu for c, v in zip(q, self.image(alpha))])
        p = smooth = nearest()
        for k in itertools.count():
            if (separates := min(self.image(alpha)) > 0) or dot(p, self.image(p)) <= square: return k, 1, separates, alpha if separates else p
            t = Q(2, k + 3); alpha = [(1 - t) * (a + t * c) + t * t * s for a, c, s in zip(alpha, p, smooth)]; mu *= 1 - t
            smooth = nearest(); p = [(1 - t) * c + t * s for c, s in zip(p, smooth)]
class Iterated(Smoothed):
    def solve(self, gamma, eps):
        q, total = self.each(), 0
        for t in itertools.count():
            if (square := dot(q, self.image(q))) <= eps ** 2: return total, t, False, q
            k, _, separates, q = self.around(q, square / gamma ** 2); total += k
            if separates: return total, t + 1, True, q
def simplex(v):  # the nearest point of weights >= 0 of sum 1: max(v_i - t, 0)
    sums = zip(sorted(v, reverse=True), itertools.accumulate(sorted(v, reverse=True)), itertools.count(1))
    t = [(s - 1) / m for c, s, m in sums if c * m > s - 1][-1]
    return [max(c - t, Q(0)) for c in v]
def directions(stream):
    lengths = [root(dot(x, x)).q or stop("no value: a length that is irrational, or 0") for x, _ in stream]
    return [([c / l for c in x], y) for l, (x, y) in zip(lengths, stream)]
SHARE = {k: "(0,1]" for k in ("margin", "eps", "delta")}
BATCH = {"np": (Updating, "margin"), "np(rule=printed)": (Updating, "margin"), "nkp": (Updating, "margin"), "nvn": (Gilbert, "eps"), "snkp-vn": (Smoothed, "delta ratio"), "isnkp-vn": (Iterated, "gamma eps")}
def batch(text, s, stream):  # None if the text is no batch algorithm
    name, p = (None, {}) if BIAS.fullmatch(text) else named(text)
    if name not in BATCH: return None
    kind, names = BATCH[name]
    if not {*names.split()} - {"ratio"} <= {*p} <= {*names.split()} or any(not lies(v, {"gamma": "(1,inf)", "ratio": "[0,1]", **SHARE}[k]) for k, v in p.items()): stop(f"{text!r}: its parameters")
    return kind(name, p, s, stream)
class Run:
    def __init__(self, text, statement, stream, answers=None):
        text, stream = lifted(text, stream, answers is not None); self.seen, self.stream, rest, M = stream, spoken(stream, statement.get("classes", 0)), False, statement.get("classes", 0)
        self.learner, self.steps = learner(text, len(self.stream[0][0])) if answers is None else Answers(text, answers), []
        if isinstance(self.learner, Many) != bool(M) or M and self.learner.given.setdefault("k", Q(M)).denominator > 1: stop("the learner and the classes")
        if M: self.learner.given["k"] = min(self.learner.given["k"], Q(M - 1))
        if statement["passes"] * len(stream) > 10 ** 5: stop("too many steps")
        for self.passes in range(1, statement["passes"] + 1):
            self.steps += (now := [self.learner.step(x, y) for x, y in stream])
            if rest := statement["at_rest"] and not any(s[0]["updated"] for s in now): break
        if statement["at_rest"] and not rest: stop("no value: the learner does not come to rest")
    def value(self, name, phi, gamma=None):
        l, steps = self.learner, [d for d, _ in self.steps]
        if isinstance(l, Answers) and name not in "T mistakes opening_mistakes later_mistakes updates later_updates".split(): stop(f"no count of answers: {name}")
        if name == "gamma3": return l.first if l.first is not None else stop("no value: gamma3")
        if name == "last_gamma": return l.gamma() if l.target() is not None else stop("no value: last_gamma")
        if name == "expected_mistakes": return l.expected
        if name in ("m", "mbar"): return Num(sum(within(Num(phi), gamma) for _, within in self.steps if within)) if isinstance(l, (Romma, Mcp, Hull)) else stop(f"no value: {name}")
        if name == "T": return Num(len(steps))
        if name not in ("errors", "margin"): return Num(sum(d["updated" if "updates" in name else "mistake"] for d in steps if "_" not in name or d["opening"] == name.startswith("opening")))
        if name == "errors" and isinstance(l, Many): return Num(sum(l.predicted(x) != y for x, y in self.seen))
        margins = [(number(l.margin(x, y)), y) for x, y in self.stream]
        if name == "errors": return Num(sum((s := a.sign()) < 0 or s == 0 and y < 0 for a, y in margins))
        return l.over(CALLS["max"](Num(0), CALLS["min"](*(a for a, _ in margins)))) if l.square().size else Num(0)
LENGTHS = "R Dbar shortest Dplus Dminus D Delta gamma gamma0 gamma3 last_gamma margin their_gamma3 their_last_gamma their_margin".split()
PAIRS = {"Dplus": lambda y, z: y == z == 1, "Dminus": lambda y, z: y == z == -1, "D": operator.eq, "Delta": operator.ne}
def ratio(text): return Q(text) if re.fullmatch(r"-?\d+(/\d+)?", text, re.A) and str(Q(text)) == text else stop(f"{text!r} is no ratio in lowest terms")
class Facts:
    def __init__(self, c):
        self.s, self.rival = c["statement"], c["rival"] and [ratio(v) for v in c["rival"]]
        self.given = [([ratio(v) for v in row["x"]], row["y"]) for row in c["stream"]]
        _, S = lifted(self.s["learner"], self.given, "code" in c); M = self.s.get("classes", 0); labels = range(M) if 1 < M <= 32 else (1, -1) if M == 0 else ()
        if not all(x for x, y in self.given) or any(len(x) != len(S[0][0]) or y not in labels for x, y in S): stop("stream: its form")
        self.stream, self.each = spoken(S, M), max(1, M - 1)  # differences of an example
        if self.rival and len(self.rival) != len(self.stream[0][0]): stop("rival: its form")
        answers = {"learner": c["runs"]["learner"]} if "code" in c else {}
        self.batch = None if "code" in c else batch(self.s["learner"], self.s, self.given)
        self.runs = [self.batch or Run(self.s[text], self.s, self.given, answers.get(text)) if self.s[text] else None for text in ("learner", "against")]
        self.p, = {run.learner.p for run in self.runs if run} if self.runs[0] else stop("no learner")  # there is one geometry
        self.geometry, self.gammas = {}, {}
        for name in ("gamma", "gamma0"): self.geometry[name], self.gammas[name] = self.margin(c["geometry"][name], name, self.stream)
        if self.batch and all(root(dot(x, x)).q for x, _ in S): self.geometry["rho"], self.gammas["rho"] = self.margin(c["geometry"]["rho"], "rho", directions(S))
    def margin(self, stated, name, S):  # what the multipliers prove
        origin, p = name != "gamma", self.p
        if not origin and len({y for x, y in S}) < 2: return None, None
        l = [ratio(v) for v in stated["multipliers"]] if stated else []
        sums = [sum(v for v, (x, y) in zip(l, S) if origin or y == s) for s in (1, -1)]
        if len(l) != len(S) or min(l) < 0 or sums != [1, 1]: stop(f"geometry.{name}.multipliers: not convex")
        w, point = (blend([v * of(y) for v, (x, y) in zip(l, S)], [x for x, y in S]) for of in (int, lambda y: y if origin else y > 0))
        if not any(w): return {"square": Q(0), "w": None, "b": None, "point": point, "multipliers": l}, Num(0)
        b, k = Q(0) if origin else dot(w, minus(w, plus(point, 1, point))) / 2, Q(2 if origin else 1, 2)
        if p != 2:  # half the gap between the classes along w = u^<p-1> (through the origin the least y w.x), over |w|, is at most gamma, and that at most k|u|
            least = [CALLS["min"](*(number(y * dot(up(w, p), x)) for x, y in S if origin or y == side)) for side in ((1,) if origin else (1, -1))]
            gamma = Num((k * functools.reduce(Num.__add__, least) / power(w, p) ** (1 - 1 / p)).max(Num(0)).lo, (k * norm(w, p)).hi)
            return {"square": None, "w": None, "b": None, "point": None, "multipliers": l, "between": enclosure(gamma, stated["between"], 64, True)}, gamma
        slacks = [y * (dot(w, x) + b) - k * dot(w, w) for x, y in S]
        if any(t < 0 or t > 0 and v > 0 for v, t in zip(l, slacks)): stop(f"geometry.{name}.multipliers: not those of the margin")
        return {"square": k * k * dot(w, w), "w": w, "b": b, "point": None, "multipliers": l}, root(k * k * dot(w, w))
    def value(self, name, phi=None):  # lengths in the fixed one
        value, unit = self.raw(name, phi and Q(phi)), self.s["fixed"]
        return value / self.raw(unit) if unit and name in LENGTHS else value * self.raw(unit) if unit and name == "U" else value
    def raw(self, name, phi=None):
        S, (own, their) = self.stream, self.runs
        if self.batch and (value := own.value(name, phi)) is not None: return value
        if name == "rho" and self.batch: return self.gammas[name] if name in self.gammas else stop("no value: a length that is irrational, or 0")
        if name not in TERMS: return Num(own.learner.given[name])
        if self.s.get("classes") and name.removeprefix("their_") in "gamma r D Dplus Dminus Delta".split(): stop(f"{name} of many classes")
        if name[-4:] == "mbar":
            run = own if name == "mbar" else their
            if run.stream != S: stop(f"{name} on other points")
            return run.value("mbar", phi, gamma if (gamma := self.gammas["gamma" if run.learner.bias else "gamma0"]) is not None else stop("no value: a class is missing"))
        if name[:6] == "their_": return their.value(name[6:], phi)
        if name == "d": return Num(len(S[0][0]))
        points = [x for x, _ in S] if name in ("R", "Dbar", "shortest") else \
            [minus(x, o) for (x, y), (o, z) in itertools.combinations(S, 2) if name in PAIRS and PAIRS[name](y, z)]
        pick = "min" if name == "shortest" else "max"
        if points and self.p != 2: return CALLS[pick](*(norm(v, self.p) for v in points))
        if points or name in PAIRS: return root(getattr(builtins, pick)((dot(v, v) for v in points), default=Q(0)))
        if name in self.geometry or name == "r": return self.gammas[name] if name != "r" else self.raw("D") / self.raw("gamma")
        if name == "U": return norm(self.rival, self.p / (self.p - 1))
        if name not in ("L1", "L2"): return own.value(name, phi)
        losses, n = [max(Q(0), 1 - y * dot(self.rival, x)) for x, y in S], self.each
        return Num(own.passes * sum(max(losses[i:i + n]) ** int(name[1]) for i in range(0, len(S), n)))
def leaves(value, path=""):  # (path, text, whether it is a string) of all that holds no others
    items = [(f"{path}.{k}".strip("."), v) for k, v in value.items()] if isinstance(value, dict) else \
        [(f"{path}[{i}]", v) for i, v in enumerate(value)] if isinstance(value, list) else []
    own = [] if items else [(path, str(value) if isinstance(value, (str, Q)) else json.dumps(value), isinstance(value, (str, Q)))]
    return own + [leaf for place, v in items for leaf in leaves(v, place)]
def enclosure(v, stated, bits, wide):  # equal ends if the number is rational, else the multiples of 2^-bits around it, and at it either of two
    if stated[:1] == stated[1:] and v.lo <= ratio(stated[0]) * 2 ** BITS <= v.hi: return [ratio(stated[0])] * 2
    if not wide and (v.hi - v.lo) * 4 ** bits >> BITS: stop("an enclosure", Undecided)
    floor, ceil = lambda n: n << bits >> BITS, lambda n: -(-n << bits >> BITS)
    around = [[Q(n, 1 << bits) for n in end] for end in ((ceil(v.lo) - 1, floor(v.lo)), (floor(v.hi) + 1, ceil(v.hi)))]
    ends = [end[str(end[1]) == text] for end, text in zip(around, stated)]
    return ends if not wide or [*map(str, ends)] == stated or BITS > 1000 else stop("an enclosure", Undecided)
def sealed(*parts): return hashlib.sha256("".join("%s=%s\n" % leaf[:2] for value, part in parts for leaf in leaves(value, part)).encode()).hexdigest()
STATEMENT = dict(learner=str, against=str, quantity=str, relation=str, claim=str, where=str, passes=int, at_rest=bool, fixed=str, classes=int)
def check(c):
    s, code = c["statement"], {"code": {k: str(c["code"][k]) for k in ("name", "version", "command")}} if "code" in c else {}
    seal = {part: sealed((c[part], part)) for part in ("statement", "stream", "rival")}
    if code: seal["answers"] = sealed((c["code"], "code"), (c["runs"]["learner"], "runs.learner"))
    for part in seal: c["seal"][part] == seal[part] or stop(f"{part}: not the one that was sealed")
    if not s.get("classes", 1) or s["relation"] not in ("<=", "<", ">=", ">") or s["passes"] < 1 or s["fixed"] not in ("", *LENGTHS): stop("statement: cannot be read")
    facts, (quantity, claim, where) = Facts(c), (Expression(s[k] or "0 < 1") for k in ("quantity", "claim", "where"))
    if s["fixed"] and facts.raw(s["fixed"]) is None or not where.value(bool, facts): stop("where: does not hold of the stream")
    sides, terms = (quantity.value(Num, facts), claim.value(Num, facts)), []
    order, strict = sides[0].compare(sides[1]) * (1 if s["relation"][0] == "<" else -1), len(s["relation"]) == 1
    if order < (0 if strict else 1): stop("the statement holds of the stream")
    for name, phi in dict.fromkeys(quantity.terms + claim.terms + where.terms):
        number, stated = facts.value(name, phi), c["terms"][len(terms)]
        form = {"value": number.q} if number.q is not None else {"square": number.square}
        if "between" in stated: form = {"between": enclosure(number, stated["between"], 64, facts.p != 2)}
        elif form == {"square": None}: stop("a term", Undecided)
        terms.append({"name": name if phi is None else f"{name}({phi})", **form})
    tries = ([enclosure(side, c[k], 64 << n, facts.p != 2) for side, k in zip(sides, ("quantity", "claim"))] for n in range(9))
    ends = next((e for e in tries if order == 0 or e[0][0] > e[1][1] or e[1][0] > e[0][1]), None) or stop("the sides are too close")
    known = {"format": 1, "statement": {k: of(s[k]) for k, of in STATEMENT.items() if k in s or k != "classes"}, **code, "stream": [{"x": x, "y": int(y)} for x, y in facts.given],
             "rival": facts.rival if any(t["name"] in ("U", "L1", "L2") for t in terms) else None, "terms": terms, "geometry": facts.geometry,
             "runs": dict(zip(("learner", "against"), [one and not facts.batch and [d for d, _ in one.steps] or None for one in facts.runs])),
             **({"batch": facts.batch.end()} if facts.batch else {}),
             "quantity": ends[0], "claim": ends[1], "seal": {k: seal[k] for k in ("statement", "answers", "stream", "rival") if k in seal}}
    for stated, expected in itertools.zip_longest(leaves(c), leaves(known)):
        stated == expected or stop(f"{(stated or expected)[0]}: stated {stated and stated[1]}, expected {expected and expected[1]}")
def unique(pairs): return d if len(d := dict(pairs)) == len(pairs) and all(k.isidentifier() for k in d) else stop("malformed: keys", Malformed)
def verdict(name):
    global BITS
    try:
        c = json.loads(pathlib.Path(name).read_text("utf-8"), object_pairs_hook=unique, parse_int=lambda n: int(n) if n != "-0" else stop("-0, expected 0"))
        if not isinstance(c, dict) or "record" in c: return 2, "malformed: a record of a claim that survived, expected a certificate" if "record" in c else "malformed: no object"
        for BITS in (320 << n for n in range(5)):
            try: return check(c) or (0, "valid")
            except Undecided as what: doubt = what
        return 1, f"refused: undecided: {doubt}"
    except Malformed as what: return 2, str(what)
    except OSError as what: return 2, f"cannot be read: {what.strerror}"
    except (UnicodeError, json.JSONDecodeError) as what: return 2, f"malformed: no JSON in UTF-8: {what}"
    except KeyError as what: return 1, f"refused: there is no {what}"
    except Exception as what: return 1, f"refused: {what}"
if __name__ == "__main__":
    about, _, more = __doc__.partition("\n\n")
    usage = argparse.ArgumentParser(prog="check.py", description=about, epilog=more)
    usage.add_argument("files", metavar="FILE", nargs="+", help="a certificate, as marginlab hunt -o writes it")
    files = usage.parse_args().files
    getattr(sys, "set_int_max_str_digits", int)(0); sys.exit(max(print(f"{name}: {(v := verdict(name))[1]}") or v[0] for name in files))
