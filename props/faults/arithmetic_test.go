package faults_test

// arithmetic are mistakes in exact numbers and in the language of bounds.
var arithmetic = []fault{
	{
		mistake: "an interval of a product rounds its upper end down", file: "theory/real/interval.go",
		old:  "return outward(op(down(prec), x.lo, less), op(up(prec), x.hi, more))",
		new:  "return outward(op(down(prec), x.lo, less), op(down(prec), x.hi, more))",
		test: "./theory/real TestIntervalsHoldRationals", cases: 250,
	},
	{
		mistake: "an interval of a sum rounds its lower end up", file: "theory/real/interval.go",
		old: "return outward(down(prec).Add(x.lo, y.lo)", new: "return outward(up(prec).Add(x.lo, y.lo)",
		test: "./theory/real TestIntervalsHoldRationals", cases: 25,
	},
	{
		mistake: "an interval of a quotient divides by the same ends", file: "theory/real/interval.go",
		old:  "return x.corners(y.hi, y.lo, (*big.Float).Quo), nil",
		new:  "return x.corners(y.lo, y.hi, (*big.Float).Quo), nil",
		test: "./theory/real TestIntervalsHoldRationals",
	},
	{
		mistake: "intervals that touch are in order", file: "theory/real/interval.go",
		old: "case x.hi.Cmp(y.lo) < 0:", new: "case x.hi.Cmp(y.lo) <= 0:",
		test: "./theory/real TestOrderOfIntervals",
	},
	{
		mistake: "the absolute value of an interval around 0 is not from 0", file: "theory/real/interval.go",
		old: "return x.Max(x.Neg()).Max(x.integer(0))", new: "return x.Max(x.Neg())",
		test: "./theory/real TestIntervalsHoldRationals", cases: 50,
	},
	{
		mistake: "the floor of a negative number is toward 0", file: "theory/real/interval.go",
		old: "if accuracy == big.Above {", new: "if accuracy == big.Below {",
		test: "./theory/real TestIntervalsAreSharp",
	},
	{
		mistake: "a root is rounded to the nearest on both sides", file: "theory/real/functions.go",
		old: "	for squareCmp(r) > 0 {\n		r.Sub(r, ulp(r))\n	}\n", new: "",
		test: "./theory/real TestRootsAreCorrectlyRounded",
	},
	{
		mistake: "the logarithm's exponent is one too large", file: "theory/real/functions.go",
		old: "		m.SetMantExp(m, 1)\n		e--\n", new: "		m.SetMantExp(m, 1)\n",
		test: "./theory/real TestFunctionsAtFloats",
	},
	{
		mistake: "the floor of a number with a negative root is one too large", file: "theory/real/arithmetic.go",
		old: "m.Not(m) //", new: "m.Neg(m) //",
		test: "./theory/real TestNumbersAreInTheirIntervals", cases: 10,
	},
	{
		mistake: "an inverse keeps the sign of its root", file: "theory/real/arithmetic.go",
		old: "return a.field.exact(norm.Quo(a.q, norm), b.Neg(b), a.r)", new: "return a.field.exact(norm.Quo(a.q, norm), b, a.r)",
		test: "./theory/real TestNumbersAreInTheirIntervals", cases: 10,
	},
	{
		mistake: "powers group from the left", file: "theory/formula/parse.go",
		old: "x = p.operation(op, x, p.expression(power))", new: "x = p.operation(op, x, p.expression(power+1))",
		test: "./theory/formula TestPrecedence",
	},
	{
		mistake: "a minus binds more tightly than a power", file: "theory/formula/parse.go",
		old: "return p.node(\"−\", t.pos, p.expression(sign))", new: "return p.node(\"−\", t.pos, p.expression(power+1))",
		test: "./theory/formula TestPrecedence",
	},
	{
		mistake: "a chain of comparisons forgets its first", file: "theory/formula/parse.go",
		old: "all = p.node(\"&&\", op.pos, all, p.operation(op, x, y))", new: "all = p.operation(op, x, y)",
		test: "./theory/formula TestHolds",
	},
	{
		mistake: "what is at most equal is decided to be less", file: "theory/formula/operations.go",
		old: "order := least; order <= most; order++", new: "order := least; order < most; order++",
		test: "./theory/formula TestUndecided",
	},
	{
		mistake: "a condition in doubt is decided by its first half", file: "theory/formula/exact.go",
		old: "case err == nil && decides(x):", new: "case err == nil && x.Exists():",
		test: "./theory/formula TestHolds",
	},
}
