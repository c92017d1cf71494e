package hunt

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
	"marginlab/internal/shrink"
	"marginlab/theory"
	"marginlab/theory/real"
)

// statements speak of every term, so that a wrong one shows; on separable streams,
// as some exact models end where there is no next classifier.
func statements() []certificate.Statement {
	var all []certificate.Statement
	says := func(learner, quantity, claim string) *certificate.Statement {
		all = append(all, certificate.Statement{Learner: learner, Quantity: quantity, Claim: claim})
		return &all[len(all)-1]
	}
	for _, learner := range []string{
		"perceptron", "romma(eps=1/2)", "a-romma", "pumma(delta=1/4)", "pa", "pa-i(C=1/2)", "pa-ii(C=2)", "mira", "amira(eps=1/4)",
		"e-omm", "ce-omm", "omm(rho=1/2)", "omm(rho=1/2,rule=printed)", "n-omm", "n-omm(keep=violating)", "n-omm(rho=1/2)", "n-omm(keep=violating,rho=0)", "naromma",
	} {
		says(learner, "mistakes + 10*updates", "T*d/3 + 1")
		says(learner, "opening_mistakes + 3*later_mistakes + 5*later_updates", "T")
		says(learner, "errors + 20*margin/R", "2")
		says(learner, "mistakes", "T/4").Passes = 3
	}
	says("e-omm", "Dplus + 2*Dminus + 4*Delta", "5*D + 2*shortest")
	says("e-omm", "R + Dbar", "3*gamma + r")
	says("e-omm", "gamma0", "gamma/2")
	says("e-omm", "gamma3", "last_gamma*3/2")
	says("e-omm", "m(1/2)", "2*m(0) + m(-1/3)")
	says("pumma(delta=1/4)", "gamma3", "2*last_gamma")
	says("romma(eps=1/2)", "m(1/3)", "T/3")
	says("e-omm", "Delta + gamma", "2").Fixed = "D"
	says("perceptron", "updates", "R*U + L1 + L2/3")
	says("perceptron", "U", "1/2").Fixed = "R"
	says("e-omm", "mistakes + 3*errors", "their_mistakes + their_updates/3 + their_errors + their_margin").Against = "perceptron"
	says("perceptron", "mistakes + their_later_updates", "their_later_mistakes + their_m(1/2)").Against = "e-omm"
	says("a-romma", "their_opening_mistakes + T/2", "their_T + their_gamma3 - their_last_gamma").Against = "pumma(delta=1/4)"
	says("perceptron", "their_expected_mistakes", "mistakes").Against = "randomized(R=10)"
	says("bias(a-romma,c=2)", "margin", "gamma0/3 + (d - 2)/9")
	says("bias(perceptron,c=2)", "updates", "R*U/3 + L1 + L2/3")
	says("bias(a-romma,c=3/2)", "R + 2*shortest + mbar(1/3)", "5*gamma0 + 3*D + m(1/3)")
	says("perceptron", "their_margin + their_errors", "gamma0").Against = "bias(a-romma,c=3)"
	says("amira(eps=1/2)", "mistakes", "T/10").AtRest = true
	all[len(all)-1].Passes = 40
	says("e-omm", "mistakes", "1").Where = "r < 3 && Delta > 1"
	says("e-omm", "gamma", "1").Relation = ">="
	says("randomized(R=10)", "expected_mistakes", "T*9/20")
	says("randomized(R=10)", "mistakes", "T/3")
	for _, learner := range []string{
		"perceptron(p=3)", "e-omm(p=3)", "ce-omm(p=4)", "omm(rho=1/2,p=3/2)", "pumma(delta=1/4,p=3)", "alma(alpha=1/2,p=3)",
	} {
		says(learner, "mistakes + 10*updates", "T*d/3 + 1")
		says(learner, "errors + 20*margin/R", "2")
	}
	says("e-omm(p=3)", "Dplus + 2*Dminus + 4*Delta", "5*D + 2*shortest")
	says("e-omm(p=3)", "R + Dbar", "3*gamma + r")
	says("e-omm(p=3/2)", "gamma0", "gamma/2")
	says("e-omm(p=10)", "gamma3", "last_gamma*3/2")
	says("e-omm(p=3)", "m(1/2)", "2*m(0) + m(-1/3)")
	says("pumma(delta=1/4,p=3)", "gamma3", "(p-1)*last_gamma").Fixed = "D"
	says("perceptron(p=3)", "updates", "(p-1)/3*R*U + L1 + L2/3")
	says("perceptron(p=5)", "U", "1/2").Fixed = "R"
	says("e-omm(p=3)", "mistakes + 3*errors", "their_mistakes + their_updates/3 + their_errors + their_margin").Against = "perceptron(p=3)"
	says("romma(eps=1/2)", "mbar(1/3)", "T/3")
	says("e-omm", "mbar(2/3)", "T/3")
	says("perceptron", "their_mbar(1/2)", "mistakes").Against = "pumma(delta=1/4)"
	for i := range all {
		if all[i].Where == "" {
			all[i].Where = "gamma0 > 0"
		}
	}
	return all
}

// In float64 a stream refutes a statement as it does exactly, but for what rounding
// hides.
func TestScoresAreThoseOfTheExactModels(t *testing.T) {
	draws := rapidtest.Count(12, 12, 60)
	for i, s := range statements() {
		t.Run(fmt.Sprintf("%d %s", i, s), func(t *testing.T) {
			t.Parallel()
			target := targetOf(t, s, span(1, 3), span(2, 9))
			g := sourceOf(target, uint64(i))
			e := newEvaluator(t.Context(), target)
			decided, refutes := 0, 0
			for range draws {
				drawn := g.planted()
				drawn.snap([]float64{0.25, 1}[g.rng.IntN(2)])
				c := latticeOf(drawn)
				got := e.score(floatsOf(c))
				if got.Ratio > 1-1e-6 && got.Ratio < 1+1e-6 {
					continue
				}
				order, err := target.problem.Compare(rationals(c), vector(e.comparator),
					certificate.Limit{Bits: 1 << 12, Prec: 512})
				var long *exact.TooLongError
				var undecided *real.UndecidedError
				if errors.As(err, &long) || errors.As(err, &undecided) {
					continue
				}
				require.NoError(t, err)
				require.Equal(t, got.Inside && got.Ratio > 1, order > 0, "%v: ratio %v", c, got.Ratio)
				decided++
				refutes += one(order > 0)
			}
			require.GreaterOrEqual(t, decided, draws/3)
			t.Logf("%d of %d refute", refutes, decided)
		})
	}
}

// A stream's score does not depend on the streams that were scored before.
func TestScoresForgetEarlierStreams(t *testing.T) {
	for i, s := range statements() {
		target := targetOf(t, s, span(1, 3), span(1, 9))
		g, e := sourceOf(target, uint64(i)), newEvaluator(t.Context(), target)
		for range 20 {
			drawn := g.fresh()
			fresh := newEvaluator(t.Context(), target)
			want := fresh.score(drawn)
			require.Equal(t, fmt.Sprint(want), fmt.Sprint(e.score(drawn)), "%s: %v", s, drawn) // NaN is not itself
			require.Equal(t, fresh.comparator, e.comparator)
		}
	}
}

// A score allocates nothing after those of some streams of the same size, of learners
// that can be reset, where the streams are separable and refute nothing.
func TestScoresDoNotAllocate(t *testing.T) {
	for learner, claim := range map[string]string{
		"e-omm": "r^2", "ce-omm": "r^2", "pumma(delta=1/100)": "r^2",
		"perceptron": "(R/gamma0)^2", "romma": "(R/gamma0)^2", "amira(eps=1/2)": "(R/gamma0)^2", "alma(alpha=1/2)": "(R/gamma0)^2",
	} {
		target, err := compile(adversarial.Conjecture{
			Statement: certificate.Statement{Learner: learner, Quantity: "mistakes + updates", Claim: claim + " + Delta + 1000"},
			Examples:  span(12, 12), Dim: span(5, 5),
		})
		require.NoError(t, err)
		g, e := sourceOf(target, 1), newEvaluator(t.Context(), target)
		var streams []stream
		for range 20 {
			streams = append(streams, g.planted())
		}
		least := math.Inf(1)
		for range 5 { // what an earlier test has left to itself may allocate meanwhile
			least = min(least, testing.AllocsPerRun(2, func() {
				for _, s := range streams {
					e.score(s)
				}
			}))
		}
		require.Zero(t, least, learner)
	}
}

// The way across a hyperplane is the shortest: Hölder's inequality is an equality.
func TestTheWayAcrossIsTheShortest(t *testing.T) {
	for _, learner := range []string{"e-omm", "e-omm(p=3)", "e-omm(p=1.5)"} {
		target := targetOf(t, certificate.Statement{Learner: learner, Quantity: "mistakes", Claim: "r"}, span(0, 0),
			span(0, 0))
		w := []float64{3, -1, 0.5}
		way, square := target.across(w)
		require.InEpsilon(t, square, target.norm.Of(way)*target.norm.Dual().Of(w), 1e-12, learner)
		require.InEpsilon(t, square, target.norm.Of(way)*target.norm.Of(way), 1e-12, learner)
	}
}

// Runs of many passes count all their steps, those too that have more than are kept.
func TestLongRuns(t *testing.T) {
	apart, alike := []theory.Example(line(1, 1, -1, -1)), []theory.Example(line(1, 1, 1, -1))
	for _, row := range []struct {
		learner, quantity, claim string
		stream                   []theory.Example
		ratio                    float64
	}{
		{"e-omm in 50000 passes", "m(2)", "T - 2", apart, 1},
		{"e-omm in 50000 passes", "m(1/2)", "T", apart, 0},
		{"e-omm in 50000 passes", "mbar(2)", "T - 2", apart, 1},
		{"e-omm in 50000 passes", "2 + mbar(1/2)", "T", apart, 2e-5},
		{"e-omm in 50000 passes", "gamma + 0*mbar(2)", "2", apart, 0.5}, // γ∗ as it is solved
		{"e-omm against n-omm in 50000 passes", "their_mbar(2)", "m(2)", apart, 1},
		{"e-omm in 50000 passes", "gamma3", "gamma", apart, 1},
		{"perceptron in 50000 passes", "later_updates", "T", alike, 1},
		{"perceptron in 50000 passes", "later_mistakes", "T", alike, 0.5},
		{"perceptron in 50000 passes", "opening_mistakes", "T", alike, 0},
		{"randomized(R=2) in 50000 passes", "expected_mistakes", "T", alike, 0.5002785971731596},
	} {
		c := conjectureOf(t, row.learner+": "+row.quantity+" <= "+row.claim)
		ratio, _, err := Evaluate(c, row.stream)
		require.NoError(t, err)
		require.InDelta(t, row.ratio, ratio, 1e-9, c.String())
	}
	_, inside, err := Evaluate(conjectureOf(t, "perceptron in 600000 passes: updates <= T"), alike)
	require.NoError(t, err)
	require.True(t, inside)
}

// latticeOf is the stream on the lattice of 12 bits, the fourth that is asked for.
func latticeOf(s stream) shrink.Stream {
	asked := 0
	c, _ := s.lattice(func(shrink.Stream) bool { asked++; return asked == 4 })
	return c
}
