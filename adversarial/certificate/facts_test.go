package certificate_test

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	. "marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/algos/registry"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// valueOf returns the value of a term of a learner on a stream.
func valueOf(t testing.TB, learner, term string, stream []exact.Example, u exact.Vector) real.Number {
	t.Helper()
	e, err := formula.Parse(term, Words())
	require.NoError(t, err)
	s := Statement{Learner: learner, Quantity: term, Claim: "0"}
	f, err := compile(t, s).Look(stream, u, Limit{})
	require.NoError(t, err)
	v, err := f.Value(e.Terms()[0], 256)
	require.NoError(t, err)
	return v
}

// Values of terms by hand, "" for a term without a value.
func TestTermsByHand(t *testing.T) {
	for _, c := range []struct {
		learner, stream, comparator string
		passes                      int
		want                        map[string]string
	}{
		// On a line every norm is |x|, and here every length is of one pair.
		{"perceptron", "+0 +5 -1 -8 -20", "", 1,
			map[string]string{"Dplus": "5", "Dminus": "19", "D": "19", "Delta": "20", "R": "20", "shortest": "0"}},
		{"perceptron(p=3)", "+0 +5 -1 -8 -20", "", 1,
			map[string]string{"Dplus": "5", "Dminus": "19", "D": "19", "Delta": "20", "R": "20", "shortest": "0"}},
		{"a-romma", "+1 +2", "", 1,
			map[string]string{"gamma": "", "gamma0": "1", "Dminus": "0", "Delta": "0", "Dplus": "1"}},
		// u = 1 loses 1 and 2 on x = 0 and x = −1, in each of two passes.
		{"perceptron", "+0 +-1 +3", "1", 2, map[string]string{"L1": "6", "L2": "10"}},
		// With many classes the loss is the greatest of the differences: for u = ((1), (0), (−1)) of 1 + 1 and 1 − 1, 1
		// + 1 and 1 + 2, 1 − 1 and 1 − 2.
		{"amira-k-best(eps=1)", "1:1 0:-1 0:1", "1,0,-1", 1, map[string]string{"L1": "5", "L2": "13"}},
	} {
		var u exact.Vector
		if c.comparator != "" {
			u = point(t, strings.Split(c.comparator, ",")...)
		}
		for term, want := range c.want {
			s := Statement{Learner: c.learner, Quantity: term, Claim: "0", Passes: c.passes}
			look, err := compile(t, s).Look(streamOf(t, c.stream), u, Limit{})
			require.NoError(t, err)
			v, err := look.Value(formula.Term{Name: term}, 64)
			if want == "" {
				require.Error(t, err, "%s of %s", term, c.learner)
				continue
			}
			require.NoError(t, err)
			got, rational := v.Rational()
			require.True(t, rational)
			require.Equal(t, want, got.RatString(), "%s of %s", term, c.learner)
		}
	}
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
		{func(s *Statement) { s.Learner, s.Claim = "alma(alpha=1/2)", "mbar(0)" },
			"mbar of alma, expected a learner of the examples as they are"},
		{func(s *Statement) { s.Against, s.Claim = "perceptron", "their_gamma3" },
			"their_gamma3 of perceptron, expected a learner with a margin of its own"},
		{func(s *Statement) { s.Learner, s.Against, s.Claim = "a-romma", "bias(a-romma,c=2)", "their_mbar(0)" },
			"their_mbar of bias(a-romma,c=2), expected a learner on the points of a-romma: gamma and gamma0 are theirs"},
		{func(s *Statement) {
			s.Learner, s.Against, s.Claim = "randomized", "perceptron", "their_expected_mistakes"
		},
			"their_expected_mistakes of perceptron, expected the learner randomized"},
		{func(s *Statement) { s.Learner = "n-omm(p=3)" },
			`learner "n-omm(p=3)": learner "n-omm": parameter p is 3, expected it in [2, 2]`},
		{func(s *Statement) { s.Learner, s.Against = "e-omm(p=3)", "e-omm" },
			`against "e-omm", expected a learner in the norm of e-omm(p=3): there is one geometry`},
		{func(s *Statement) { s.Against = "amira-k-best(eps=1)" }, "expected a learner of two classes, as e-omm is"},
		{func(s *Statement) { s.Classes = 3 }, `"e-omm" learns two classes`},
	} {
		s := good
		c.spoil(&s)
		_, err := Compile(s)
		require.ErrorContains(t, err, c.want, "%+v", s)
	}
	p := compile(t, good)
	require.Equal(t, "<=", p.Relation)
	require.Equal(t, 1, p.Passes)
	_, err := Compile(Statement{Learner: "e-omm", Quantity: "mistakes +", Claim: "2"})
	var syntax *formula.SyntaxError
	require.ErrorAs(t, err, &syntax)
}

// The traits of an exact model agree with the learner's kind.
func TestTraits(t *testing.T) {
	models := 0
	for _, spec := range registry.Learners().Checked() {
		s, err := exact.Parse(spec.String())
		if err != nil || spec.Bias != 0 {
			continue
		}
		models++
		k := spec.Kind
		for trait, has := range map[exact.Traits]bool{
			exact.OwnBias: k.OwnBias, exact.OwnMargin: k.OwnMargin,
			exact.Normalises: k.Normalises, exact.DrawsLabels: k.Random,
		} {
			require.Equal(t, has, s.Has(trait), spec.String())
		}
	}
	require.Greater(t, models, 15)
}

// The triangle (0,0)−, (2,2)+, (2,0)−: D = 2, γ* = 1, and e-OMM errs at each.
func TestRefuted(t *testing.T) {
	rapidtest.Slow(t)
	triangle := streamOf(t, "-0,0 +2,2 -2,0")
	for _, c := range []struct {
		statement  Statement
		comparator exact.Vector
		want       bool
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
		got, err := compile(t, c.statement).Refuted(triangle, c.comparator, Limit{})
		require.NoError(t, err, c.statement.String())
		require.Equal(t, c.want, got, c.statement.String())
		_, err = compile(t, c.statement).Certify(triangle, c.comparator, Limit{})
		if c.want {
			require.NoError(t, err, c.statement.String())
		} else {
			var refusal *RefusedError
			require.ErrorAs(t, err, &refusal, c.statement.String())
			if where := c.statement.Where; where != "" {
				require.Equal(t, "where: "+where+" does not hold of the stream", refusal.Reason)
			}
		}
	}
}

func TestWhatCannotBeToldIsAnError(t *testing.T) {
	stream := planted(0)
	_, err := compile(t, Statement{Learner: "e-omm", Quantity: "exp(1)", Claim: "exp(1) + exp(-5000)"}).Refuted(stream, nil, Limit{Prec: 256})
	var undecided *real.UndecidedError
	require.ErrorAs(t, err, &undecided)
	tie := compile(t, Statement{Learner: "perceptron(p=3)", Quantity: "R/gamma0", Claim: "1"}) // of roots
	_, err = tie.Refuted(streamOf(t, "+1,1 --1,-1"), nil, Limit{Prec: 256})
	require.ErrorAs(t, err, &undecided)
	_, err = compile(t, Statement{Learner: "pa", Quantity: "mistakes", Claim: "0"}).Refuted(stream, nil, Limit{Bits: 2})
	var long *exact.TooLongError
	require.ErrorAs(t, err, &long)
	_, err = compile(t, Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "0"}).Refuted(nil, nil, Limit{})
	require.ErrorContains(t, err, "empty")
	_, err = compile(t, Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "0"}).Refuted(stream, point(t, "1"), Limit{})
	require.ErrorContains(t, err, "comparator has 1 coordinates")
}

// The counts of a run agree with its steps.
func TestCountsAreThoseOfTheSteps(t *testing.T) {
	for _, learner := range []string{"e-omm", "n-omm", "pumma(delta=0)", "perceptron"} {
		p := compile(t, Statement{Learner: learner, Quantity: "mistakes", Claim: "0", Passes: 2})
		look, err := p.Look(planted(2), nil, Limit{})
		require.NoError(t, err)
		runs, err := look.Runs()
		require.NoError(t, err)
		counts := map[string]int64{"T": int64(len(runs[0].Steps))}
		for _, step := range runs[0].Steps {
			for name, is := range map[string]bool{
				"mistakes": step.Predicted != step.Y, "later_mistakes": step.Predicted != step.Y && !step.Opening,
				"opening_mistakes": step.Predicted != step.Y && step.Opening,
				"updates":          step.Updated, "later_updates": step.Updated && !step.Opening,
			} {
				if is {
					counts[name]++
				}
			}
		}
		for _, name := range []string{"T", "mistakes", "later_mistakes", "opening_mistakes", "updates", "later_updates"} {
			v, err := look.Value(formula.Term{Name: name}, 64)
			require.NoError(t, err)
			got, rational := v.Rational()
			require.True(t, rational)
			require.Zero(t, got.Cmp(big.NewRat(counts[name], 1)), "%s of %s is %v, expected %d", name, learner, got, counts[name])
		}
	}
}

func TestNumbersOfClasses(t *testing.T) {
	for classes, wrong := range map[int]string{1: "classes 1, expected from 2 to 32", 2: "", 32: "", 33: "classes 33, expected from 2 to 32"} {
		_, err := Compile(Statement{Learner: "amira-k-best(eps=1)", Classes: classes, Quantity: "updates", Claim: "1"})
		line := fmt.Sprintf("amira-k-best(eps=1) of %d classes: updates <= 1", classes)
		got, parse := adversarial.ParseStatement(line)
		if wrong == "" {
			require.NoError(t, err)
			require.NoError(t, parse)
			require.Equal(t, classes, got.Classes)
			continue
		}
		require.EqualError(t, err, wrong)
		var syntax *formula.SyntaxError
		require.ErrorAs(t, parse, &syntax)
		require.Equal(t, "classes, expected a number from 2 to 32", syntax.Msg)
		require.Equal(t, strings.Index(line, " classes")-len(fmt.Sprint(classes)), syntax.Pos)
	}
	_, err := Compile(Statement{Learner: "amira-k-best(eps=1)", Against: "amira-k-best(eps=1/2)", Quantity: "mistakes",
		Claim: "1"})
	require.NoError(t, err)
	require.Equal(t, []string{"+1", "-1", "1"}, []string{Statement{}.Label(1), Statement{}.Label(-1), Statement{Classes: 3}.Label(1)})
}

func TestFormOfStreams(t *testing.T) {
	three := compile(t, Statement{Learner: "amira-k-best(eps=1)", Classes: 3, Quantity: "updates", Claim: "1"})
	for y, wrong := range map[int]string{-1: "stream[0].y is -1, expected a class from 0 to 2", 0: "", 2: "", 3: "stream[0].y is 3, expected a class from 0 to 2"} {
		_, err := three.Look([]exact.Example{{X: point(t, "1"), Y: y}}, nil, Limit{})
		if wrong == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, wrong)
		}
	}
	lifted := compile(t, Statement{Learner: "bias(perceptron,2)", Quantity: "updates", Claim: "1"})
	for n, wrong := range map[int]string{1: "comparator has 1 coordinates, expected 2", 2: "", 3: "comparator has 3 coordinates, expected 2"} {
		_, err := lifted.Look([]exact.Example{{X: point(t, "1"), Y: 1}}, exact.NewVector(n), Limit{})
		if wrong == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, wrong)
		}
	}
}

// One mistake on one example with R = gamma0 = 1: exact arithmetic tells the sides apart, however near they are.
func TestSidesAreCompared(t *testing.T) {
	stream := streamOf(t, "-1")
	for claim, want := range map[string]int{
		"mistakes <= (R/gamma0)^2":                  0,
		"mistakes <= (R/gamma0)^2 - 1/10^40":        1,
		"mistakes <= (R/gamma0)^2 + 1/10^40":        -1,
		"mistakes <= sqrt(2)^2 - 1 + 1/10^12":       -1,
		"mistakes >= (R/gamma0)^2":                  0,
		"mistakes >= (R/gamma0)^2 + 1/10^40":        1,
		"mistakes >= (R/gamma0)^2 - 3/10^20":        -1,
		"mistakes <= 0 where T == 2":                -1,
		"mistakes <= sqrt(T - 2)":                   -1,
		"mistakes + r <= 1":                         -1, // r has no value
		"2*mistakes <= 4*(R/gamma0)^2 where T == 1": -1,
	} {
		s, err := adversarial.ParseStatement("perceptron: " + claim)
		require.NoError(t, err)
		p, err := Compile(s)
		require.NoError(t, err)
		order, err := p.Compare(stream, nil, Limit{})
		require.NoError(t, err)
		require.Equal(t, want, order, claim)
	}
	s, err := adversarial.ParseStatement("perceptron: mistakes <= (R/gamma0)^2")
	require.NoError(t, err)
	p, err := Compile(s)
	require.NoError(t, err)
	_, err = p.Compare(nil, nil, Limit{})
	require.Error(t, err)
}

// Every term of a run, asked of the second learner, is the term of that learner's own run.
func TestTheirTermsAreThoseOfTheSecondLearner(t *testing.T) {
	const one, other = "omm(rho=1/3)", "pumma(delta=1/4)"
	asked := 0
	for _, word := range theory.Hunted() {
		own, theirs := theory.Theirs(formula.Term{Name: word.Name})
		if !theirs || own.Name == "expected_mistakes" {
			continue
		}
		asked++
		if word.Arg {
			own.Arg = big.NewRat(1, 3)
		}
		question := Statement{Learner: one, Against: other, Quantity: "their_" + own.String(), Claim: "0"}
		f, err := compile(t, question).Look(planted(1), nil, Limit{})
		require.NoError(t, err)
		x, err := f.Value(formula.Term{Name: word.Name, Arg: own.Arg}, 256)
		require.NoError(t, err)
		require.Equal(t, valueOf(t, other, own.String(), planted(1), nil).Interval(), x.Interval(), word.Name)
	}
	require.Equal(t, 12, asked)
}

// power returns the p-th power of a number.
func power(a real.Number, p int) float64 { return math.Pow(Middle(a), float64(p)) }

// What the terms in norms are, by hand.
func TestTermsInNormsByHand(t *testing.T) {
	t.Parallel()
	items := inNorms(t)
	value := func(i int, term string) real.Number {
		return valueOf(t, items[i].statement.Learner, term, items[i].stream, items[i].comparator)
	}
	// γ∗ is half the distance of (2, −2) from (0, 1), Σ|·|³ = 8 + 27, and D that of (−3, 0) from (0, 1), 27 + 1: the
	// point of the segment nearest to (2, −2) is its end, as the slope there is −4·3 − 9·1.
	require.InDelta(t, 35./8, power(value(0, "gamma"), 3), 1e-12)
	require.InDelta(t, 28./(35./8), power(value(0, "r"), 3), 1e-12)
	require.InDelta(t, 2, power(value(1, "R"), 3), 1e-12)
	require.True(t, value(1, "gamma0").Exact(), "of one coordinate")
	require.EqualValues(t, 1, Middle(value(1, "gamma0")))
	// ‖u‖∗ is that of 4/3: ((1/2)^{4/3} + (1/3)^{4/3})^{3/4}
	require.InDelta(t, 0.70543, power(value(3, "U"), 1), 1e-5)
	require.InDelta(t, 1+1./16, power(value(3, "Dplus"), 4), 1e-12)
	require.True(t, value(3, "Dminus").Exact())
	require.True(t, value(3, "shortest").IsZero())
	require.True(t, value(4, "gamma").IsZero(), "inseparable in every norm")
	// conv{(1,2), (2,1/2)} in the norm of 3/2: the slope at (1,2) toward the other is
	// 1·1 − √2·3/2 < 0, at (2,1/2) it is √2 − √½·3/2 > 0.
	least := 10.0
	for k := range 1001 {
		s := float64(k) / 1000
		x, y := 1+s, 2-1.5*s
		least = min(least, math.Pow(math.Pow(x, 1.5)+math.Pow(y, 1.5), 2./3))
	}
	require.InDelta(t, least, Middle(value(5, "gamma0")), 1e-6)
}

// Multipliers prove two ends around the margin, which are close for the solver's multipliers.
func TestMarginsInNormsAreClose(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		for _, p := range []string{"3/2", "3", "10"} {
			for _, term := range []string{"gamma", "gamma0"} {
				gamma := valueOf(t, "e-omm(p="+p+")", term, planted(seed), nil)
				if gamma.IsZero() {
					require.Equal(t, "gamma0", term)
					continue
				}
				x := gamma.Interval()
				width := new(big.Rat).Sub(x.Upper(), x.Lower())
				gap, _ := width.Quo(width, x.Upper()).Float64()
				require.Less(t, gap, 1e-7, "p = %s, seed %d, %s: %v", p, seed, term, x)
			}
		}
	}
}

// Multipliers that are not the best prove wider ends: a certificate with them is valid only if it refutes with them.
func TestWorseMultipliersProveLess(t *testing.T) {
	t.Parallel()
	c := certify(t, inNorms(t)[0])
	worse := *c
	worse.Multipliers = Multipliers{"gamma": point(t, "1/2", "1", "1/2")}
	_, err := worse.Verify(Limit{})
	require.Error(t, err, "r < 2 is not proved any more")
	for _, lambda := range []exact.Vector{point(t, "0", "1", "2"), point(t, "-1", "1", "2"), point(t, "0", "1"), point(t, "1/2", "1/2", "1/2"), nil} {
		worse.Multipliers["gamma"] = lambda
		_, err := worse.Verify(Limit{})
		require.ErrorContains(t, err, "multipliers.gamma: ")
	}
}

// Facts of a certificate's stream agree with the verdict.
func TestLookSeesTheVerdict(t *testing.T) {
	t.Parallel()
	s := Statement{Learner: "e-omm", Against: "n-omm", Quantity: "mistakes + r", Claim: "0"}
	c := certify(t, item{statement: s, stream: planted(1)})
	v := requireVerdict(t, c)
	p := compile(t, s)
	require.NoError(t, p.Steps())
	look, err := p.Look(c.Stream, c.Comparator, Limit{})
	require.NoError(t, err)
	runs, err := look.Runs()
	require.NoError(t, err)
	require.Equal(t, []string{"e-omm", "n-omm"}, []string{runs[0].Text, runs[1].Text})
	require.Equal(t, [][]exact.Decision{v.Runs[0].Steps, v.Runs[1].Steps},
		[][]exact.Decision{runs[0].Steps, runs[1].Steps})
	margin, err := look.Margin("gamma", 256)
	require.NoError(t, err)
	best, _ := exact.MaxMargin(c.Stream, false)
	square, _ := margin.Square()
	require.Zero(t, best.SqGamma.Cmp(square))
	for i, term := range p.Terms() {
		value, err := look.Value(term, 256)
		require.NoError(t, err)
		order, decided := value.Cmp(v.Terms[i].Number)
		require.True(t, decided && order == 0, term)
	}
	_, err = look.Value(formula.Term{Name: "U"}, 64)
	require.ErrorContains(t, err, "u has no value: there is no comparator")
	_, err = p.Look(nil, nil, Limit{})
	require.ErrorContains(t, err, "stream is empty")
	p = compile(t, Statement{Learner: "amira-k-best(eps=1)", Quantity: "updates", Claim: "0"})
	require.ErrorContains(t, p.Steps(), "it has 3 classes")
}

// A statement is written in ASCII in its certificate, for readers that know no other signs, and relations are strict
// or not where quantity and claim are equal.
func TestPlainAndStrictStatements(t *testing.T) {
	t.Parallel()
	i := corpus(t)[0]
	i.statement.Claim, i.statement.Where = "2 − 0·r²", "r ≤ 3"
	c := certify(t, i)
	require.Equal(t, "e-omm: mistakes <= 2 - 0*r^2 where r <= 3", c.Statement.String())
	require.Equal(t, [2]string{"2 - 0*r^2", "r <= 3"}, [2]string{c.Statement.Claim, c.Statement.Where})
	names := map[bool][]string{}
	texts := map[bool][][]byte{}
	for _, i := range corpus(t) {
		if !strings.HasPrefix(i.name, "a strict claim") {
			continue
		}
		c := certify(t, i)
		require.Equal(t, map[string]string{"<": ">=", ">": "<="}[i.statement.Relation], c.Statement.Opposite())
		for _, relation := range formula.Relations() {
			c.Statement.Relation = relation
			refuted := c.Statement.Strict()
			names[refuted], texts[refuted] = append(names[refuted], i.name+relation), append(texts[refuted], written(t, c))
		}
	}
	agree(t, names[true], texts[true], true)
	agree(t, names[false], texts[false], false)
}

// Numbers of a run are had anew at each precision, whatever was asked before.
func TestRunsAreOfThePresentPrecision(t *testing.T) {
	t.Parallel()
	look, err := compile(t, Statement{Learner: "e-omm(p=3)", Quantity: "last_gamma", Claim: "0"}).Look(planted(1), nil, Limit{})
	require.NoError(t, err)
	for _, prec := range []uint{100, 400} {
		gamma, err := look.Value(formula.Term{Name: "last_gamma"}, prec)
		require.NoError(t, err)
		x := gamma.Interval()
		width := new(big.Rat).Sub(x.Upper(), x.Lower())
		require.Negative(t, width.Cmp(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), prec/2))), "at %d bits", prec)
		require.Positive(t, width.Sign())
	}
}
