#!/usr/bin/env python3
"""Checks certificates of marginlab: python3 check.py FILE...

A certificate refutes a statement about an online learner by one stream of rational points. This program shares nothing with the
one that made it: it runs the learner in fractions, checks the multipliers that prove the maximum margin, computes all numbers
anew, in intervals what is irrational, and compares each field. Exit status: 0 all are valid, 1 one is refused (also what would
take too long to compute), 2 one is malformed, or of the learner alma or a norm with p, which are not here."""
import ast, functools, hashlib, itertools, json, operator, pathlib, re, sys
from fractions import Fraction as Q
from math import isqrt
Refused, Undecided, Malformed = (type(name, (Exception,), {}) for name in ("Refused", "Undecided", "Malformed"))
def stop(reason, kind=Refused): raise kind(reason)
BITS = 320  # of numbers in [lo, hi], known if the ends are equal (of what is known and >= 0 also the square); doubled where undecided
def length(q): return max(q.numerator.bit_length(), q.denominator.bit_length())
def short(q): return q if length(q) <= 2 ** 18 else stop("a number is too long")
def down(x): return (x * (unit := Q(2) ** (BITS + x.denominator.bit_length() - abs(x.numerator).bit_length())) // 1) / unit
class Num:
    def __init__(self, lo, hi=None, square=None):
        self.lo, self.hi = (short(Q(lo)), Q(lo)) if hi in (None, lo) else (down(lo), -down(-hi))
        self.square, self.size = self.lo ** 2 if self.lo == self.hi >= 0 else square, max(abs(self.lo), abs(self.hi))
    __neg__, __add__, __sub__ = lambda a: Num(-a.hi, -a.lo), lambda a, b: Num(a.lo + b.lo, a.hi + b.hi), lambda a, b: a + -b
    def __mul__(a, b):
        ends = [s * t for s in (a.lo, a.hi) for t in (b.lo, b.hi)]
        return root(a.square * b.square) if a.known(b) else Num(min(ends), max(ends))
    def __truediv__(a, b):
        return a * (root(1 / b.square) if b.square else Num(1 / b.hi, 1 / b.lo)) if b.sign() else stop("no value: division by 0")
    def sign(a): return stop("a sign", Undecided) if a.lo <= 0 <= a.hi and a.lo < a.hi else (a.lo > 0) - (a.lo < 0)
    known = lambda a, b: a.square is not None and b.square is not None
    compare = lambda a, b: (a.square > b.square) - (a.square < b.square) if a.known(b) else (a - b).sign()
    __lt__, __le__ = lambda a, b: a.compare(b) < 0, lambda a, b: a.compare(b) <= 0
    __eq__, __ne__ = lambda a, b: a.compare(b) == 0, lambda a, b: a.compare(b) != 0
    def __bool__(a): stop("a number where a condition is expected")
    def max(a, b): return (a if b < a else b) if a.known(b) else Num(max(a.lo, b.lo), max(a.hi, b.hi))
    def floor(a): return Num(a.lo // 1) if a.lo // 1 == a.hi // 1 else stop("floor", Undecided)
    def sqrt(a): return root(a.lo) if a.lo == a.hi >= 0 else Num(root(a.lo).lo, root(a.hi).hi) if a.sign() > 0 else stop("no value: a root")
    def log(a):  # of m 2^e: 2 artanh((m-1)/(m+1)) + 2e artanh(1/3), artanh t = the sum of t^k/k for odd k, |t| <= 1/2
        if a.sign() <= 0: stop("no value: logarithm of what is not positive")
        artanh = lambda t: series(t, lambda n: t * t, lambda n: Num(Q(1, 2 * n + 1))); e = a.hi.numerator.bit_length() - a.hi.denominator.bit_length()
        return Num(2) * artanh(Num(1) - Num(2) / (a / Num(Q(2) ** e) + Num(1))) + Num(2 * e) * artanh(Num(Q(1, 3)))
    def exp(a):  # (e^t)^(2^k), t = a/2^k, |t| <= 1/2, e^t = the sum of t^n/n!
        if a.size > 2 ** 16: stop("no value: exponential out of range")
        t = a / Num(2 ** (k := int(a.size).bit_length() + 1))
        return functools.reduce(lambda x, _: x * x, range(k), series(Num(1), lambda n: t / Num(n + 1), lambda n: Num(1)))
    def __pow__(a, b):
        n = b.lo if b.lo == b.hi else Q(1, 3)
        if n.denominator == 2 and a.lo >= 0: return a.sqrt() ** Num(2 * n)
        if n.denominator > 1: return (b * a.log()).exp() if a.size or b.sign() <= 0 else a
        if n < 0: return Num(1) / a ** Num(-n)
        if n * length(a.square or (a.lo if a.lo == a.hi else Q(a.size // 1 + 1))) > 2 ** 17: stop("a power is too long")
        return a.power(int(n))
    def power(a, n): return (a if n % 2 else Num(1)) * (h := a.power(n // 2)) * h if n else Num(1)
def root(q):
    unit, exact = 1 << BITS + q.denominator.bit_length(), Q(isqrt(q.numerator), isqrt(q.denominator))
    n = isqrt(q.numerator * unit * unit // q.denominator); return Num(exact) if exact * exact == q else Num(Q(n, unit), Q(n + 1, unit), q)
def series(term, ratio, weight, total=Num(0), n=0):  # of terms that halve at least: the rest is less than twice the next
    while term.size * 4 ** BITS > 1: total, term, n = total + term * weight(n), Num(down((s := term * ratio(n)).lo), -down(-s.hi)), n + 1
    return total + Num(-2 * term.size, 2 * term.size)
def kappa0(x, y, s=Num(2), c=Num(1)):
    if x < y.max(zero := Num(0)): stop("no value: kappa0 of an eta above delta")
    if y <= zero: return Num(1)
    one, most = Num(1), c * x ** s
    rest = one - (s - one) * c ** (one / (one - s)) * (y / x) ** (s / (s - one)) if y <= most else one - s * y + most
    return rest.max(zero) ** (one / s)
# ---- The language: with its symbols replaced it is Python's, on Nums. Terms and calls are names of its own.
TOKEN = re.compile(r"\s*((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?(?![\w.])|[A-Za-z]\w*|\*\*|[<>=!]=|&&|\|\||[-+*/^()<>!?:,])", re.A)
PYTHON = {"^": "**", "&&": " and ", "||": " or ", "!": "~", "and": " and ", "or": " or ", "not": "~"}  # ~ binds as ! does
CALLS = {"sqrt": Num.sqrt, "log": Num.log, "exp": Num.exp, "floor": Num.floor, "ceil": lambda a: -(-a).floor(), "pow": Num.__pow__,
         "abs": lambda a: a.max(-a), "kappa0": kappa0, "max": lambda *v: functools.reduce(Num.max, v), "min": lambda *v: -functools.reduce(Num.max, [-a for a in v])}
OF_RUN = "T mistakes opening_mistakes later_mistakes updates later_updates m gamma3 last_gamma errors margin expected_mistakes".split()
TERMS = "d R Dbar shortest Dplus Dminus D Delta gamma gamma0 r U L1 L2".split() + OF_RUN + [f"their_{name}" for name in OF_RUN]
def typed(n):  # bool or Num: what an expression of Python is, if all its parts are what they have to be
    if isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Invert): n.op = ast.Not()
    parts = [typed(k) for k in ast.iter_child_nodes(n) if isinstance(k, ast.expr) and not isinstance(k, (ast.Name, ast.Constant))]
    if isinstance(n, ast.IfExp): return parts[1] if parts[0] is bool and parts[1] is parts[2] else stop("the types around ?")
    logical = isinstance(getattr(n, "op", 0), (ast.And, ast.Or, ast.Not))
    if isinstance(n, ast.Call) and (len(n.args) > 1) != (n.func.id in ("f", "pow", "min", "max", "kappa0")) \
        or isinstance(n, ast.Call) and n.func.id == "kappa0" and len(n.args) == 3 \
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
            if token in ("(", "m", "their_m", *CALLS):
                args = [token != "(" and self.tokens.pop(0) != "(" and stop(f"{token} without its argument") or self.translate()]
                while self.tokens.pop(0) == ",": args.append(self.translate())
                source += self.m(token, *args) if token.endswith("m") else token.strip("(") + f"({', '.join(args)})"
            elif PYTHON.get(token) == "~" and self.tokens[0] not in ("(", "!", "not"): stop("! of what is no condition")
            else: source += PYTHON.get(token) or (self.term(token) if token[0].isalpha() else re.sub(r"(.*\d.*)", r"N('\1')", token))
        return source
    def m(self, name, arg): return self.term(name, str(phi.lo)) if (phi := run(arg, Num)).lo == phi.hi else stop("m of what is no ratio")
    def term(self, name, phi=None): self.terms.append((name, phi)); return f"f({name!r}, {phi!r})"
# ---- Learners: w and b. A step is what was done, and where there is a margin gamma_t: a = y(w.x + b), gamma_t |w|, |w|^2.
def dot(x, y): return sum(map(operator.mul, x, y))
def plus(x, c, y): return [a + c * b for a, b in zip(x, y)]
minus, blend = lambda x, y: plus(x, -1, y), lambda weights, points: [dot(weights, c) for c in zip(*points)]
def done(label, y, updated, opening=False): return {"predicted": label, "mistake": label != y, "updated": updated, "opening": opening}
class Learner:
    bias, target, keep = property(lambda self: isinstance(self, (Pumma, Omm))), lambda self: None, lambda self, x, y: None
    def __init__(self, d, name, p): self.w, self.b, self.name, self.p, self.ends, self.kept = [Q(0)] * d, Q(self.bias), name, p, {}, []
    score, square = lambda self, x: dot(self.w, x) + self.b, lambda self: dot(self.w, self.w)
    def step(self, x, y):
        a, target, square = short(y * self.score(x)), self.target(), short(self.square()); label = y if a > 0 or a == 0 and y > 0 else -y
        if self.bias and len(self.ends) < 2:  # the initialisation, until there is an example of each class
            self.b, _, _ = self.b if self.ends else Q(y), self.keep(x, y), self.ends.setdefault(y, x)
            return len(self.ends) == 2 and self.start() or (done(label, y, label != y, True), None)
        if not self.bias and not any(x): return done(label, y, False), None
        return done(label, y, self.update(x, y, a)), target and (a, target, square)
class Additive(Learner):  # w += tau y x
    def update(self, x, y, a):
        C, loss = self.p.get("C"), 1 - a if a <= 1 - self.p.get("eps", 0) and a < 1 else Q(0)
        tau = Q(a <= 0) if self.name == "perceptron" else loss / (dot(x, x) + (1 / (2 * C) if self.name == "pa-ii" else 0))
        self.w = plus(self.w, y * (min(tau, C) if self.name == "pa-i" else tau), x); return tau > 0
class SecondOrder(Additive):  # and AROW: Aw = v, A = a + the sum of x x' and v that of y x over the kept
    def update(self, x, y, a):
        if learns := a < (self.name == "arow") or a == 0 and y < 0:
            self.kept, coordinates = self.kept + [(x, y)], range(len(x))
            self.w = solve([[sum(z[i] * z[j] for z, _ in self.kept) + self.p["a"] * (i == j) for j in coordinates]
                            + [sum(s * z[i] for z, s in self.kept)] for i in coordinates])
        return learns
class Randomized(Learner):  # w is the sum of all y x
    t, most, expected = 0, Q(0), Num(0)
    def step(self, x, y):
        a, self.t, self.most = y * self.score(x), self.t + 1, self.p.get("R", 0) ** 2 or max(self.most, dot(x, x))
        divisor = max(2 * self.t * (1 if "printed" in self.name else self.most ** 2), self.most * self.square())
        q = root(min(Q(1), a * a / divisor) if a else Q(0)); self.expected += Num(Q(1, 2)) * (Num(1) - q if a > 0 else Num(1) + q)
        return super().step(x, y)
    def update(self, x, y, a): self.w = plus(self.w, y, x); return True
class Romma(Learner):  # and, in another scale, NAROMMA
    def target(self): return Q(1) if any(self.w) else None
    def update(self, x, y, a):
        along = "step4" in self.name and a * a == dot(x, x) * self.square()
        return not (any(self.w) and (a > 1 - self.p.get("eps", 0) or a >= 1 or along)) and self.relax([y * c for c in x])
    def relax(self, z):  # w = argmin |w'|^2: w'.z >= 1, w'.w >= |w|^2
        s, N, U = dot(self.w, z), dot(z, z), self.square()
        if N == 0 or (c := N * U - s * s) == 0 and s < 0: stop("no value: no classifier meets the constraints of an update")
        self.w = [v / N for v in z] if s >= N * U else plus([(N * U - s) / c * v for v in self.w], U * (1 - s) / c, z); return True
class Mcp(Learner):  # and CMCP: w is the sum of the kept, U = |w|^2, L = l^2
    U, L = Num(0), Num(0)
    def score(self, x): return functools.reduce(Num.__add__, [c * Num(dot(z, x)) for z, c in self.kept if dot(z, x)], Num(0))
    square, target = lambda self: self.U, lambda self: (self.U / self.L).sqrt() if self.kept else None
    def step(self, x, y):
        z, N, a, target, U = [y * c for c in x], Num(dot(x, x)), Num(y) * self.score(x), self.target(), self.U
        first, positive = target is None, a.sign() > 0; updated = any(x) and (first or a <= target * Num(Q(self.name == "mcp", 2)))
        if updated:
            tau, eta = Num(1) if first else target / N, a / target if positive and not first else Num(0)
            self.U, self.kept = self.U + Num(2) * tau * a + tau * tau * N, self.kept + [(z, tau)]; self.L += (Num(1) - Num(2) * eta) / N
        return done(y if positive or a.sign() == 0 and y > 0 else -y, y, updated), None if first or not any(x) else (a, target, U)
class Pumma(Romma):
    def start(self):
        self.relax([c / 2 for c in minus(self.ends[1], self.ends[-1])]); self.b = -dot(self.w, plus(self.ends[1], 1, self.ends[-1])) / 2
    def update(self, x, y, a):
        if inside := a < 1 - self.p["delta"]: self.ends[y] = x; self.start()
        return inside
class Omm(Learner):  # the ends are v+ and v-
    def target(self): return self.square() / 2
    def start(self):
        p, n = self.ends[1], self.ends[-1]; self.w, self.b = minus(p, n), (dot(n, n) - dot(p, p)) / 2
        if not any(self.w): stop("no value: the hulls of the classes meet")
    def update(self, x, y, a):
        limit, u, z = self.p["rho"] * self.target(), minus(self.ends[y], self.ends[-y]), minus(self.ends[y], x)
        if a > limit or a == limit and "printed" in self.name or a >= self.target(): return False
        self.ends[y] = plus(self.ends[y], -min(Q(1), dot(u, z) / dot(z, z)), z); self.start(); return True
class NaiveOmm(Omm):
    def keep(self, x, y): "keep" in self.name and y in self.ends or self.kept.append((x, y))
    def start(self): self.ends = dict(zip((1, -1), nearest(self.kept))); super().start()
    def update(self, x, y, a):
        if (violates := a < self.target()) or "keep" not in self.name: self.kept.append((x, y))
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
LEARNERS = [  # names, the domain of the parameter ("?": it may be left out), and the parameters that the name stands for
    (Additive, "perceptron pa", {}, {}), (Additive, "pa-i pa-ii", {"C": "(0,inf)"}, {}), (Additive, "amira", {"eps": "(0,1]"}, {}),
    (SecondOrder, "second-order arow", {"a": "(0,inf)"}, {}), (Additive, "mira", {}, {"eps": 1}),
    (Randomized, "randomized randomized(psi=printed)", {"R": "[0,inf)?"}, {}),
    (Romma, "romma", {"eps": "[0,1]"}, {}), (Romma, "a-romma", {}, {"eps": 0, "rho": 1}), (Pumma, "pumma", {"delta": "[0,1)"}, {}),
    (Romma, "naromma naromma(step4=printed)", {}, {"rho": 1}), (Omm, "omm omm(rule=printed)", {"rho": "[0,1]"}, {}),
    (Omm, "e-omm", {}, {"rho": 1}), (Omm, "ce-omm", {}, {"rho": 0}), (NaiveOmm, "n-omm n-omm(keep=violating)", {}, {"rho": 1}),
    (Mcp, "mcp", {}, {"rho": Q(1, 2)}), (Mcp, "cmcp", {}, {"rho": 0})]
OPTION = re.compile(r" *([A-Za-z][A-Za-z0-9]*) *= *(?:([A-Za-z][\w./+-]*)|([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?|-?\d+/\d+)) *", re.A)
def lies(q, domain): return (q > 0 or q == 0 and domain[0] == "[") and ("inf" in domain or q < 1 or q == 1 and domain[-1] == "]")
def learner(text, d):  # words are part of the name, numbers are parameters
    base, inside = (re.fullmatch(r" *([a-z][a-z-]*) *(?:\(([^()]*)\))? *", text) or stop(f"{text!r} is no learner")).groups()
    options = [(OPTION.fullmatch(o) or stop(f"{text!r}: an option")).groups() for o in (inside or "").split(",") if (inside or "").strip()]
    if base == "alma" or any(k == "p" for k, _, _ in options): stop("cannot be checked here: alma, and norms with p", Malformed)
    name, p = f"{base}({','.join(f'{k}={v}' for k, v, _ in options if v)})".replace("()", ""), {k: Q(v) for k, _, v in options if v}
    for kind, names, domains, stands in LEARNERS:
        if name in names.split() and all(k in p and lies(p[k], v) or k not in p and "?" in v for k, v in domains.items()):
            also = {"rho": 1 - p[k] for k in p if kind in (Romma, Pumma)}
            if {*p} <= {*domains} and len(options) == len(p) + name.count("="): return kind(d, name, {**p, **stands, **also})
    stop(f"{text!r} is no learner, or not with these parameters")
BIAS = re.compile(r" *bias *\((.*), *(?:c *= *)?([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?|-?\d+/\d+) *\) *", re.A)
def lifted(text, stream):  # of bias(L,c): L, and the points (x, c)
    name, c = (m := BIAS.fullmatch(text)) and m.groups() or (text, None)
    if c and (not Q(c) or learner(name, 1).bias): stop(f"{text!r}: a bias")
    return name, [(x + [Q(c)] if c else x, y) for x, y in stream]
class Run:
    def __init__(self, text, statement, stream):
        text, stream = lifted(text, stream)
        self.learner, self.steps, self.stream, rest = learner(text, len(stream[0][0])), [], stream, False
        if statement["passes"] * len(stream) > 10 ** 5: stop("too many steps")
        for self.passes in range(1, statement["passes"] + 1):
            self.steps += (now := [self.learner.step(x, y) for x, y in stream])
            if rest := statement["at_rest"] and not any(s[0]["updated"] for s in now): break
        if statement["at_rest"] and not rest: stop("no value: the learner does not come to rest")
    def value(self, name, phi):
        number, over = lambda v: v if isinstance(v, Num) else Num(v), lambda t, square: number(t) / number(square).sqrt()  # t/|w|
        own, scores = [s for _, s in self.steps if s], [(number(self.learner.score(x)), y) for x, y in self.stream]
        target, square = own[0][1:] if name == "gamma3" and own else (self.learner.target(), self.learner.square())
        if "gamma" in name: return over(target, square) if own or name == "last_gamma" and target is not None else stop(f"no value: {name}")
        if name == "margin": return over(CALLS["max"](Num(0), CALLS["min"](*(Num(y) * s for s, y in scores))), square if number(square).size else 1)
        if name == "expected_mistakes": return self.learner.expected
        if name in ("T", "errors"): return Num(len(self.steps) if name == "T" else sum((s.sign() >= 0) != (y > 0) for s, y in scores))
        if name == "m" and not isinstance(self.learner, (Additive, Randomized)): return Num(sum(number(a) <= Num(phi) * number(t) for a, t, _ in own))
        return Num(sum(d["updated" if "updates" in name else "mistake"] for d, _ in self.steps if "_" not in name or d["opening"] == name.startswith("opening")))
LENGTHS = "R Dbar shortest Dplus Dminus D Delta gamma gamma0 gamma3 last_gamma margin their_gamma3 their_last_gamma their_margin".split()
PAIRS = {"Dplus": lambda y, z: y == z == 1, "Dminus": lambda y, z: y == z == -1, "D": operator.eq, "Delta": operator.ne}
def ratio(text): return Q(text) if re.fullmatch(r"-?\d+(/\d+)?", text, re.A) and str(Q(text)) == text else stop(f"{text!r} is no ratio in lowest terms")
class Facts:
    def __init__(self, c):
        self.s, self.rival = c["statement"], c["rival"] and [ratio(v) for v in c["rival"]]
        self.given = [([ratio(v) for v in row["x"]], row["y"]) for row in c["stream"]]
        _, self.stream = _, S = lifted(self.s["learner"], self.given)
        if not all(x for x, y in self.given) or any(len(x) != len(S[0][0]) or abs(y) != 1 for x, y in S + [(self.rival or S[0][0], 1)]): stop("stream: its form")
        self.runs = [Run(self.s[text], self.s, self.given) if self.s[text] else None for text in ("learner", "against")]
        self.geometry = {name: self.margin(c["geometry"][name], name) for name in ("gamma", "gamma0")}
    def margin(self, stated, name):  # what the multipliers prove
        S, origin = self.stream, name == "gamma0"
        if not origin and len({y for x, y in S}) < 2: return None
        l = [ratio(v) for v in stated["multipliers"]] if stated else []
        sums = [sum(v for v, (x, y) in zip(l, S) if origin or y == s) for s in (1, -1)]
        if len(l) != len(S) or min(l) < 0 or sums != [1, 1]: stop(f"geometry.{name}.multipliers: not convex")
        w, p = (blend([v * of(y) for v, (x, y) in zip(l, S)], [x for x, y in S]) for of in (int, lambda y: y if origin else y > 0))
        if not any(w): return {"square": Q(0), "w": None, "b": None, "point": p, "multipliers": l}
        b, k = Q(0) if origin else dot(w, minus(w, plus(p, 1, p))) / 2, Q(2 if origin else 1, 2)
        slacks = [y * (dot(w, x) + b) - k * dot(w, w) for x, y in S]
        if any(t < 0 or t > 0 and v > 0 for v, t in zip(l, slacks)): stop(f"geometry.{name}.multipliers: not those of the margin")
        return {"square": k * k * dot(w, w), "w": w, "b": b, "point": None, "multipliers": l}
    def value(self, name, phi=None):  # lengths in the fixed one
        value, unit = self.raw(name, phi and Q(phi)), self.s["fixed"]
        return value / self.raw(unit) if unit and name in LENGTHS else value * self.raw(unit) if unit and name == "U" else value
    def raw(self, name, phi=None):
        S, (own, their) = self.stream, self.runs
        if name not in TERMS: return Num(own.learner.p[name])
        if name[:6] == "their_": return their.value(name[6:], phi)
        if name in ("d", "R", "Dbar", "shortest"): return Num(len(S[0][0])) if name == "d" else root((min if name == "shortest" else max)(dot(x, x) for x, y in S))
        pairs = [minus(x, o) for (x, y), (o, z) in itertools.combinations(S, 2) if name in PAIRS and PAIRS[name](y, z)]
        if name in PAIRS: return root(max((dot(v, v) for v in pairs), default=Q(0)))
        if name in self.geometry or name == "r": return root(self.geometry[name]["square"]) if name != "r" else self.raw("D") / self.raw("gamma")
        if name == "U": return root(dot(self.rival, self.rival))
        if name not in ("L1", "L2"): return own.value(name, phi)
        return Num(own.passes * sum(max(Q(0), 1 - y * dot(self.rival, x)) ** int(name[1]) for x, y in S))
def leaves(value, path=""):  # (path, text, whether it is a string) of all that holds no others
    items = [(f"{path}.{k}".strip("."), v) for k, v in value.items()] if isinstance(value, dict) else \
        [(f"{path}[{i}]", v) for i, v in enumerate(value)] if isinstance(value, list) else []
    own = [] if items else [(path, str(value) if isinstance(value, (str, Q)) else json.dumps(value), isinstance(value, (str, Q)))]
    return own + [leaf for place, v in items for leaf in leaves(v, place)]
def enclosure(number, stated, bits):  # equal ends if the number is rational, else the multiples of 2^-bits next to it
    if stated[:1] == stated[1:] and number.lo <= ratio(stated[0]) <= number.hi: return [ratio(stated[0])] * 2
    if (number.hi - number.lo) * 4 ** bits >= 1: stop("an enclosure", Undecided)
    return [Q(-(-number.lo * 2 ** bits // 1) - 1, 2 ** bits), Q(number.hi * 2 ** bits // 1 + 1, 2 ** bits)]
def sealed(value, part): return hashlib.sha256("".join("%s=%s\n" % leaf[:2] for leaf in leaves(value, part)).encode()).hexdigest()
STATEMENT = dict(learner=str, against=str, quantity=str, relation=str, claim=str, where=str, passes=int, at_rest=bool, fixed=str)
def check(c):
    s, seal = c["statement"], {part: sealed(c[part], part) for part in ("statement", "stream", "rival")}
    for part in seal: c["seal"][part] == seal[part] or stop(f"{part}: not the one that was sealed")
    if s["relation"] not in ("<=", ">=") or s["passes"] < 1 or s["fixed"] not in ("", *LENGTHS): stop("statement: cannot be read")
    facts, (quantity, claim, where) = Facts(c), (Expression(s[k] or "0 < 1") for k in ("quantity", "claim", "where"))
    if s["fixed"] and facts.raw(s["fixed"]) is None or not where.value(bool, facts): stop("where: does not hold of the stream")
    sides, terms = (quantity.value(Num, facts), claim.value(Num, facts)), []
    if sides[0].compare(sides[1]) != (1 if s["relation"] == "<=" else -1): stop("the statement holds of the stream")
    for name, phi in dict.fromkeys(quantity.terms + claim.terms + where.terms):
        number, stated = facts.value(name, phi), c["terms"][len(terms)]
        form = {"value": number.lo} if number.lo == number.hi else {"square": number.square}
        if "between" in stated: form = {"between": enclosure(number, stated["between"], 64)}
        terms.append({"name": name if phi is None else f"{name}({phi})", **form})
    tries = ([enclosure(side, c[k], 64 << n) for side, k in zip(sides, ("quantity", "claim"))] for n in range(9))
    ends = next((e for e in tries if e[0][0] > e[1][1] or e[1][0] > e[0][1]), None) or stop("the sides are too close")
    known = {"format": 1, "statement": {k: of(s[k]) for k, of in STATEMENT.items()}, "stream": [{"x": x, "y": int(y)} for x, y in facts.given],
             "rival": facts.rival if any(t["name"] in ("U", "L1", "L2") for t in terms) else None, "terms": terms, "geometry": facts.geometry,
             "runs": dict(zip(("learner", "against"), [one and [d for d, _ in one.steps] for one in facts.runs])),
             "quantity": ends[0], "claim": ends[1], "seal": seal}
    for stated, expected in itertools.zip_longest(leaves(c), leaves(known)):
        stated == expected or stop(f"{(stated or expected)[0]}: stated {stated and stated[1]}, expected {expected and expected[1]}")
def unique(pairs): return d if len(d := dict(pairs)) == len(pairs) and all(k.isidentifier() for k in d) else stop("malformed: keys", Malformed)
def verdict(name):
    global BITS
    try:
        c = json.loads(pathlib.Path(name).read_text("utf-8"), object_pairs_hook=unique)
        for BITS in (320 << n for n in range(5)):
            try: return check(c) or (0, "valid")
            except Undecided as what: doubt = what
        return 1, f"refused: undecided: {doubt}"
    except Malformed as what: return 2, str(what)
    except (OSError, UnicodeError, json.JSONDecodeError) as what: return 2, f"malformed: {what!r}"
    except Exception as what: return 1, f"refused: {what}"
if __name__ == "__main__":
    getattr(sys, "set_int_max_str_digits", int)(0); sys.exit(max(print(f"{name}: {(v := verdict(name))[1]}") or v[0] for name in sys.argv[1:]))
