package certificate

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/theory/formula"
	"marginlab/theory/real"
)

func compile(t testing.TB, s Statement) *Problem {
	t.Helper()
	p, err := Compile(s)
	require.NoError(t, err, s.String())
	return p
}

func TestStatementsInALine(t *testing.T) {
	for want, s := range map[string]Statement{
		"e-omm: mistakes <= 2 + r^2/4 where r < 3":                    {Learner: "e-omm", Quantity: "mistakes", Claim: "2 + r^2/4", Where: "r < 3"},
		"e-omm against n-omm in 5 passes: margin >= their_margin":     {Learner: "e-omm", Against: "n-omm", Quantity: "margin", Relation: ">=", Claim: "their_margin", Passes: 5},
		"a-romma at rest within 9 passes: R*U <= 1 in units of gamma": {Learner: "a-romma", Quantity: "R*U", Claim: "1", Passes: 9, AtRest: true, Fixed: "gamma"},
	} {
		require.Equal(t, want, s.String())
	}
}

func TestCompileNamesTheFault(t *testing.T) {
	good := Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "2"}
	for _, c := range []struct {
		spoil func(*Statement)
		want  string
	}{
		{func(s *Statement) { s.Learner = "omm(rho=1/2" }, "learner"},
		{func(s *Statement) { s.Learner = "omm(rho)" }, `option "rho", expected key=value`},
		{func(s *Statement) { s.Learner = "omm(rho=2)" }, "in [0, 1]"},
		{func(s *Statement) { s.Learner = "omm(rho=1/0)" }, "denominator"},
		{func(s *Statement) { s.Learner = "omm(rho=1e9999)" }, "decimal"},
		{func(s *Statement) { s.Learner = "omm(rho=0,rho=1)" }, "twice"},
		{func(s *Statement) { s.Learner = "omm(printed)" }, "key=value"},
		{func(s *Statement) { s.Learner = "svm" }, "no exact learner"},
		{func(s *Statement) { s.Against = "svm" }, "against"},
		{func(s *Statement) { s.Relation = "=<" }, "relation"},
		{func(s *Statement) { s.Passes = -1 }, "passes"},
		{func(s *Statement) { s.Fixed = "T" }, "fixed"},
		{func(s *Statement) { s.Learner, s.Fixed = "alma(alpha=0.7)", "D" }, "alma normalises the features"},
		{func(s *Statement) { s.Fixed = "their_margin" }, "fixed: their_margin"},
		{func(s *Statement) { s.Quantity = "" }, "quantity"},
		{func(s *Statement) { s.Quantity = "mistaks" }, "quantity"},
		{func(s *Statement) { s.Claim = "r < 3" }, "claim"},
		{func(s *Statement) { s.Where = "r" }, "where"},
		{func(s *Statement) { s.Claim = "delta" }, "claim"},
		{func(s *Statement) { s.Claim = "their_mistakes" }, "second learner"},
		{func(s *Statement) { s.Claim = "expected_mistakes" }, "randomized"},
		{func(s *Statement) { s.Learner, s.Claim = "perceptron", "gamma3" }, "gamma3 of perceptron"},
		{func(s *Statement) { s.Learner, s.Where = "mira", "m(1/2) > 0" }, "m of mira"},
	} {
		s := good
		c.spoil(&s)
		_, err := Compile(s)
		require.ErrorContains(t, err, c.want, "%+v", s)
	}
	p := compile(t, good)
	require.Equal(t, "<=", p.Relation)
	require.Equal(t, 1, p.Passes)
	require.Nil(t, p.WhereExpr)
	_, err := Compile(Statement{Learner: "e-omm", Quantity: "mistakes +", Claim: "2"})
	var syntax *formula.SyntaxError
	require.ErrorAs(t, err, &syntax)
}

func TestOptionsInAnyOrderAndExactly(t *testing.T) {
	for _, text := range []string{"omm(rho=0.1,rule=printed)", " omm ( rule=printed , rho = 1e-1 ) ", "omm(rho=1/10, rule=printed)"} {
		l, err := exact.Parse(text)
		require.NoError(t, err)
		require.Equal(t, "omm(rule=printed)", l.Name())
		require.Zero(t, l.Params()["rho"].Cmp(big.NewRat(1, 10)))
	}
}

// Whether a learner has a margin of its own is said by its kind; here by a run.
func TestLearnersWithAMargin(t *testing.T) {
	for _, text := range []string{
		"perceptron", "pa", "pa-i(C=1)", "pa-ii(C=1)", "mira", "amira(eps=1/2)", "randomized", "romma(eps=1)", "a-romma", "naromma",
		"pumma(delta=0)", "e-omm", "ce-omm", "omm(rho=1/2)", "omm(rho=1/2,rule=printed)", "n-omm", "n-omm(keep=violating)", "n-omm(rho=1/2)",
		"cmcp", "mcp", "alma(alpha=1/2)", "naromma(step4=printed)", "randomized(psi=printed)", "randomized-omd",
	} {
		l, err := exact.Parse(text)
		require.NoError(t, err, text)
		r, err := l.Run(2, planted(1), exact.Repeat{}, exact.Limit{})
		require.NoError(t, err, text)
		require.Equal(t, r.LastGamma().Exists(), kindOf(l.Name()).OwnMargin, text)
		require.Equal(t, r.Expected.Exists(), kindOf(l.Name()).Random, text)
	}
}

// The triangle (0,0)−, (2,2)+, (2,0)−: D = 2, γ* = 1, and e-OMM errs at each.
func TestRefuted(t *testing.T) {
	triangle := []exact.Example{{X: point(t, "0", "0"), Y: -1}, {X: point(t, "2", "2"), Y: 1}, {X: point(t, "2", "0"), Y: -1}}
	for _, c := range []struct {
		statement Statement
		rival     exact.Vector
		want      bool
	}{
		{Statement{Quantity: "mistakes", Claim: "2"}, nil, true},
		{Statement{Quantity: "mistakes", Claim: "3"}, nil, false}, // a tie
		{Statement{Quantity: "mistakes", Claim: "2 + r^2/4"}, nil, false},
		{Statement{Quantity: "mistakes", Claim: "2 + r^2/4 - 1e-30"}, nil, true},
		{Statement{Quantity: "3 - mistakes", Relation: ">=", Claim: "0"}, nil, false},
		{Statement{Quantity: "3 - mistakes", Relation: ">=", Claim: "1e-30"}, nil, true},
		{Statement{Quantity: "Delta^2", Claim: "sqrt(8)^2"}, nil, false}, // a tie of irrational numbers
		{Statement{Quantity: "Delta^2", Relation: "<", Claim: "sqrt(8)^2"}, nil, true},
		{Statement{Quantity: "Delta", Relation: "<", Claim: "sqrt(8)"}, nil, true},
		{Statement{Quantity: "sqrt(8)", Relation: ">", Claim: "Delta"}, nil, true},
		{Statement{Quantity: "mistakes", Relation: "<", Claim: "3"}, nil, true},
		{Statement{Quantity: "mistakes", Relation: "<", Claim: "3 + 1e-30"}, nil, false},
		{Statement{Quantity: "mistakes", Relation: "<", Claim: "3 - 1e-30"}, nil, true},
		{Statement{Quantity: "3 - mistakes", Relation: ">", Claim: "0"}, nil, true},
		{Statement{Quantity: "3 - mistakes", Relation: ">", Claim: "-1e-30"}, nil, false},
		{Statement{Quantity: "gamma3", Claim: "Delta/2 - 1e-40"}, nil, true},
		{Statement{Quantity: "mistakes", Claim: "2", Where: "r < 2"}, nil, false},
		{Statement{Quantity: "mistakes", Claim: "2", Where: "r <= 2"}, nil, true},
		{Statement{Quantity: "mistakes", Claim: "2", Where: "gamma0 > 0"}, nil, false}, // inseparable through the origin
		{Statement{Quantity: "mistakes", Claim: "log(gamma0)"}, nil, false},            // no value
		{Statement{Quantity: "mistakes", Claim: "1/(r - 2)"}, nil, false},
		{Statement{Quantity: "mistakes", Claim: "U"}, nil, false},
		{Statement{Quantity: "mistakes", Claim: "U"}, point(t, "3", "0"), false},
		{Statement{Quantity: "mistakes", Claim: "U"}, point(t, "2", "2"), true},
		{Statement{Quantity: "L1", Claim: "10"}, point(t, "2", "2"), false},            // 1 + 0 + 5
		{Statement{Quantity: "L1", Claim: "5 + 10/9"}, point(t, "2", "2"), false},      // 6 at most
		{Statement{Quantity: "L1", Claim: "11", Passes: 2}, point(t, "2", "2"), true},  // 12
		{Statement{Quantity: "L2", Claim: "26 - 1/9"}, point(t, "2", "2"), true},       // 1 + 0 + 25
		{Statement{Quantity: "R", Claim: "2.8"}, nil, true},                            // √8
		{Statement{Quantity: "R", Claim: "1.5", Fixed: "D"}, nil, false},               // √2
		{Statement{Quantity: "U", Claim: "7", Fixed: "D"}, point(t, "0", "4"), true},   // 8
		{Statement{Quantity: "mistakes", Claim: "2", Fixed: "shortest"}, nil, true},    // 0, but nothing is measured
		{Statement{Quantity: "mistakes*R", Claim: "2", Fixed: "shortest"}, nil, false}, // in which nothing can be measured
		{Statement{Quantity: "T", Claim: "5", Passes: 5, AtRest: true}, nil, true},     // 6: the second pass is at rest
		{Statement{Quantity: "T", Claim: "2", Passes: 1, AtRest: true}, nil, false},    // it does not get there
		{Statement{Against: "perceptron", Quantity: "their_mistakes", Claim: "1"}, nil, true},
		{Statement{Against: "perceptron", Quantity: "mistakes", Claim: "their_mistakes"}, nil, true}, // 3 and 2
		{Statement{Learner: "ce-omm", Quantity: "rho + d + shortest + Dplus", Claim: "2"}, nil, false},
		{Statement{Learner: "e-omm", Quantity: "rho + d + shortest + Dplus", Claim: "2"}, nil, true},
	} {
		if c.statement.Learner == "" {
			c.statement.Learner = "e-omm"
		}
		got, err := compile(t, c.statement).Refuted(triangle, c.rival, Limit{})
		require.NoError(t, err, c.statement.String())
		require.Equal(t, c.want, got, c.statement.String())
		_, err = compile(t, c.statement).Certify(triangle, c.rival, Limit{})
		if c.want {
			require.NoError(t, err, c.statement.String())
		} else {
			var refusal *RefusedError
			require.ErrorAs(t, err, &refusal, c.statement.String())
		}
	}
}

func TestOneClassHasNoGamma(t *testing.T) {
	stream := []exact.Example{{X: point(t, "1"), Y: 1}, {X: point(t, "2"), Y: 1}}
	for claimed, want := range map[string]bool{"gamma - 9": false, "gamma0 - 9": true, "Dminus": true, "Delta": true, "Dplus + 5": false} {
		got, err := compile(t, Statement{Learner: "a-romma", Quantity: "mistakes + updates", Claim: claimed}).Refuted(stream, nil, Limit{})
		require.NoError(t, err)
		require.Equal(t, want, got, claimed)
	}
}

func TestWhatCannotBeToldIsAnError(t *testing.T) {
	stream := planted(0)
	_, err := compile(t, Statement{Learner: "e-omm", Quantity: "exp(1)", Claim: "exp(1) + exp(-5000)"}).Refuted(stream, nil, Limit{Prec: 256})
	var undecided *real.UndecidedError
	require.ErrorAs(t, err, &undecided)
	_, err = compile(t, Statement{Learner: "pa", Quantity: "mistakes", Claim: "0"}).Refuted(stream, nil, Limit{Bits: 2})
	var long *exact.TooLongError
	require.ErrorAs(t, err, &long)
	_, err = compile(t, Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "0"}).Refuted(nil, nil, Limit{})
	require.ErrorContains(t, err, "empty")
	_, err = compile(t, Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "0"}).Refuted(stream, point(t, "1"), Limit{})
	require.ErrorContains(t, err, "rival")
}

func TestReadRefusesWhatIsNoCertificate(t *testing.T) {
	text := string(written(t, certify(t, corpus(t)[0])))
	for _, c := range []struct{ old, new, want string }{
		{`"format": 1`, `"format": 1,`, "line 2"},
		{`"format": 1`, `"format": 1.0`, "format"},
		{`"format": 1`, `"format": "1"`, "format"},
		{`"format": 1`, `"format": 1, "format": 1`, "format"},
		{`"format": 1`, `"version": 1`, "version"},
		{`"fixed": ""`, `"fixed": "", "more": 1`, "more"},
		{"\"at_rest\": false,\n", "", "at_rest"},
		{`["2","2"]`, `["4/2","2"]`, "stream[1].x[0]"},
		{`["2","2"]`, `["2.0","2"]`, "stream[1].x[0]"},
		{`["2","2"]`, `["1/0","2"]`, "1/0"},
		{`["2","2"]`, `[2,"2"]`, "stream"},
		{`["2","2"]`, `[null,"2"]`, "stream[1].x[0]"},
		{`"y":1`, `"y":1e0`, "stream[1].y"},
		{`"y":1`, `"y":null`, "stream[1].y"},
		{"\n}\n", "\n}\n{}", "end of the file"},
		{"\n}\n", ",\n \"more\": 1\n}\n", "more: expected nothing more"},
		{"\n}\n", "", "unexpected EOF"},
		{text, "", "EOF"},
		{text, "[]", "expected a JSON object"},
		{text, strings.Repeat("[", 100_000), "line 1, column 10: more than 8 brackets are open"},
		{text, strings.Repeat(`{"a":`, 100_000), "line 1, column 45: more than 8 brackets are open"},
		{`["2","2"]`, `["` + strings.Repeat("9", 100_000) + `","2"]`, "stream[1].x[0]: 100000 characters, expected at most 65536"},
	} {
		require.Contains(t, text, c.old)
		_, err := Read(strings.NewReader(strings.Replace(text, c.old, c.new, 1)))
		require.ErrorContains(t, err, c.want)
		require.Less(t, len(err.Error()), 300)
	}
}

func TestEnclosures(t *testing.T) {
	for _, ends := range [][2]string{
		{"1/3", "1/3"}, {"0.3", "0.34"}, {"-1", "1"}, {"-0.7", "-0.6"}, {"3.1401", "3.1416"}, {"2/7", "1/3"}, {"7/3", "3"}, {"-9/4", "-2"},
	} {
		lo, hi := point(t, ends[0])[0], point(t, ends[1])[0]
		got := simplest(lo, hi)
		require.True(t, lo.Cmp(got) <= 0 && got.Cmp(hi) <= 0, "%v: %v", ends, got)
		for denom := int64(1); denom < got.Denom().Int64(); denom++ { // none has a lesser denominator
			first := under(new(big.Rat).Neg(lo), big.NewInt(denom)) // -⌈lo·denom⌉
			require.Positive(t, new(big.Rat).SetFrac(first.Neg(first), big.NewInt(denom)).Cmp(hi), "%v: %v", ends, got)
		}
	}
	root, err := formula.Parse("sqrt(2)", formula.Words{})
	require.NoError(t, err)
	interval := func(prec uint) (real.Interval, error) { return root.Interval(prec, nil) }
	wide, err := around(interval, 8, 1<<12)
	require.NoError(t, err)
	require.Equal(t, [2]string{"181/128", "363/256"}, [2]string{wide[0].RatString(), wide[1].RatString()}, "362 and 363 in units of 2^-8")
	f := compile(t, Statement{Learner: "e-omm", Quantity: "sqrt(2) + 10^-20", Claim: "sqrt(2)"}).facts(planted(0), nil, Limit{})
	quantity, bound, err := f.sides()
	require.NoError(t, err)
	require.Positive(t, quantity[0].Cmp(bound[1]))
	two := big.NewRat(2, 1)
	require.Negative(t, new(big.Rat).Mul(bound[0], bound[0]).Cmp(two))
	require.Positive(t, new(big.Rat).Mul(bound[1], bound[1]).Cmp(two))
	unit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 128))
	require.Zero(t, new(big.Rat).Sub(bound[1], bound[0]).Cmp(unit), "2^-64 does not tell them apart, 2^-128 does")
}
