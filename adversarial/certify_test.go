package adversarial

import (
	"context"
	"errors"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/internal/shrink"
)

// Where float64 has a ratio of 1 the exact answer counts in ℓ₂, on either side. In another norm such a
// ratio is a tie, which is not asked for, unless it is clearly above.
func TestExactAnswersCountAtTheBorder(t *testing.T) {
	s := line(1, -1, 1, 1) // two mistakes
	for claim, want := range map[string]bool{"2*(1 - 1/10^14)": true, "2*(1 + 1/10^14)": false, "2": false, "2*(1 - 1/10^6)": true, "2*(1 + 1/10^6)": false} {
		for _, learner := range []string{"perceptron", "perceptron(p=3)"} {
			at := targetOf(t, certificate.Statement{Learner: learner, Quantity: "mistakes", Claim: claim}, Range[int]{}, Range[int]{})
			p := &prover{evaluator: newEvaluator(at), ctx: t.Context(), stop: func() {}, work: mostWork, limit: certificate.Limit{Bits: 1 << 11, Prec: 1 << 9}}
			tie := claim == "2*(1 - 1/10^14)" && !at.rotates()
			require.Equal(t, want && !tie, p.proved(latticeOf(s)), "%s: %s", learner, claim)
			asked := want && !tie || at.rotates() && claim != "2*(1 + 1/10^6)"
			require.Equal(t, mostWork-2*one(asked), p.work, "%s: %s, once at most", learner, claim)
		}
	}
}

// A question costs the coordinates that the learner is shown, of many classes those of its differences,
// and one that no precision answers as much for each that was tried. The attempt ends when the work is
// done, in doubt if there was such a question.
func TestWorkOfExactQuestions(t *testing.T) {
	for _, c := range []struct{ classes, examples, dim, passes, cost int }{{0, 3, 2, 1, 6}, {0, 3, 2, 5, 30}, {3, 4, 2, 1, 4 * 2 * 6}, {4, 1, 5, 1, 5 * 12}} {
		s := certificate.Statement{Learner: "perceptron", Quantity: "mistakes", Claim: "1", Passes: c.passes, Classes: c.classes}
		if c.classes > 0 {
			s.Learner = "amira-k-best(eps=1/4)"
		}
		at := targetOf(t, s, Range[int]{}, Range[int]{})
		p := &prover{evaluator: newEvaluator(at)}
		x, y := make([][]float64, c.examples), make([]int, c.examples)
		for i := range x {
			x[i], y[i] = make([]float64, c.dim), 1
			x[i][0] = 1
		}
		asked, _ := shrink.FromFloats(x, y, func(shrink.Stream) bool { return true })
		require.True(t, p.refutes(asked) || p.facts.steps > 0)
		stopped := 0
		p.work, p.stop = 2*c.cost+1, func() { stopped++ }
		p.spend(asked, nil)
		require.Equal(t, c.cost+1, p.work)
		p.spend(asked, nil)
		require.Equal(t, []int{1, 0}, []int{p.work, stopped})
		require.False(t, p.doubt)
		p.work, p.limit.Prec = 3*c.cost, 256
		p.spend(asked, errors.New("undecided"))
		require.Equal(t, []int{0, 1}, []int{p.work, stopped}, "at 128 bits, at 256, and without")
		require.True(t, p.doubt)
	}
}

// What only float64 takes for a refutation is none, and no doubt; what there was no time for is one.
func TestRefutationsByRoundingAlone(t *testing.T) {
	s := line(1, -1, 1, 1) // two mistakes
	at := targetOf(t, certificate.Statement{Learner: "perceptron", Quantity: "mistakes", Claim: "1 + (10^17 + 1 - 10^17)"}, Range[int]{}, Range[int]{})
	require.Greater(t, newEvaluator(at).score(s).Ratio, 1.9)
	got, err := at.certify(t.Context(), s)
	require.NoError(t, err)
	require.Equal(t, outcome{}, got)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err = at.certify(ctx, s)
	require.NoError(t, err)
	require.Equal(t, outcome{doubt: true}, got)
}

// The comparator of a certificate has as few binary digits as refute, and is as it was where none do.
func TestComparatorsAreSimple(t *testing.T) {
	at := targetOf(t, certificate.Statement{Learner: "perceptron", Quantity: "updates + 10", Claim: "20*(L1 + abs(U - 0.34)*100)"}, Range[int]{}, Range[int]{})
	examples := rational(latticeOf(line(3, 1)))
	simple := at.simpleComparator(examples, exact.Floats(0.3399999))
	require.Equal(t, "11/32", simple[0].RatString())
	for unit := int64(1); unit < 32; unit *= 2 {
		short := exact.Vector{big.NewRat(int64(math.Round(0.3399999*float64(unit))), unit)}
		refuted, err := at.problem.Refuted(examples, short, certificate.Limit{})
		require.NoError(t, err)
		require.False(t, refuted)
	}
	none := exact.Floats(1e-30)
	require.Equal(t, none, at.simpleComparator(examples, none))
	require.Nil(t, at.simpleComparator(examples, nil))
}
