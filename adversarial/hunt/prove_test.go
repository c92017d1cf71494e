package hunt

import (
	"context"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
)

// Where float64 has a ratio of 1 the exact answer counts in ℓ₂, on either side. In another norm such a
// ratio is a tie, which is not asked for, unless it is clearly above.
func TestExactAnswersCountAtTheBorder(t *testing.T) {
	s := line(1, -1, 1, 1) // two mistakes
	for claim, want := range map[string]bool{"2*(1 - 1/10^14)": true, "2*(1 + 1/10^14)": false, "2": false, "2*(1 - 1/10^6)": true, "2*(1 + 1/10^6)": false} {
		for _, learner := range []string{"perceptron", "perceptron(p=3)"} {
			at := targetOf(t, certificate.Statement{Learner: learner, Quantity: "mistakes", Claim: claim}, span(0, 0), span(0, 0))
			p := &prover{t: at, evaluator: newEvaluator(t.Context(), at), work: mostWork,
				limit: certificate.Limit{Bits: 1 << 11, Prec: 1 << 9}}
			tie := claim == "2*(1 - 1/10^14)" && !at.rotates()
			require.Equal(t, want && !tie, p.refuted(latticeOf(s)), "%s: %s", learner, claim)
			asked := want && !tie || at.rotates() && claim != "2*(1 + 1/10^6)"
			require.Equal(t, mostWork-2*one(asked), p.work, "%s: %s, once at most", learner, claim)
		}
	}
}

// What only float64 takes for a refutation is none, and no doubt; what there was no time for is one.
func TestRefutationsByRoundingAlone(t *testing.T) {
	s := line(1, -1, 1, 1) // two mistakes
	at := targetOf(t, certificate.Statement{Learner: "perceptron", Quantity: "mistakes", Claim: "1 + (10^17 + 1 - 10^17)"}, span(0, 0), span(0, 0))
	require.Greater(t, newEvaluator(t.Context(), at).score(s).Ratio, 1.9)
	got, err := at.certify(t.Context(), s)
	require.NoError(t, err)
	require.Nil(t, got)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err = at.certify(ctx, s)
	require.NoError(t, err, "float64 needs the context, and finds nothing")
	require.Nil(t, got)
}

// The comparator of a certificate has as few binary digits as refute, and is as it was where none do.
func TestComparatorsAreSimple(t *testing.T) {
	at := targetOf(t, certificate.Statement{Learner: "perceptron", Quantity: "updates + 10", Claim: "20*(L1 + abs(U - 0.34)*100)"}, span(0, 0), span(0, 0))
	examples := rationals(latticeOf(line(3, 1)))
	simple := at.simple(examples, exact.Floats(0.3399999))
	require.Equal(t, "11/32", simple[0].RatString())
	for unit := int64(1); unit < 32; unit *= 2 {
		short := exact.Vector{big.NewRat(int64(math.Round(0.3399999*float64(unit))), unit)}
		order, err := at.problem.Compare(examples, short, certificate.Limit{})
		require.NoError(t, err)
		require.False(t, order > 0)
	}
	none := exact.Floats(1e-30)
	require.Equal(t, none, at.simple(examples, none))
	require.Nil(t, at.simple(examples, nil))
}

// A candidate that exact arithmetic does not confirm is dropped, unless it is not time yet for an attempt.
func TestWhatIsNoRefutationIsDropped(t *testing.T) {
	t.Parallel()
	at, err := compile(conjectureOf(t, "e-omm: mistakes <= 3"))
	require.NoError(t, err)
	n := at.island()
	n.Front.offer(member{line(1, 1), score{Ratio: 2, Ease: 1, Inside: true}}) // as it would be by rounding
	n.Front.offer(member{line(2, 1), score{Ratio: 0.5, Ease: 4, Inside: true}})
	n.best = n.Front.top()
	n.Patience = 1
	early := n.attempt(t.Context(), at, false)
	require.Nil(t, early.Refuted)
	require.Len(t, early.Front, 2)
	n.Rounds = 1
	after := n.attempt(t.Context(), at, false)
	require.Nil(t, after.Refuted)
	require.Len(t, after.Front, 1)
	require.Equal(t, 0.5, after.best.Ratio)
	require.Zero(t, after.Doubts, "what is refused is in no doubt")
	require.Len(t, n.Front, 2, "the island before is as it was")
}

// What an island tries to certify refutes by more than rounding: first what does so clearly, and of that the smallest.
// Then come the ties, those above 1 first.
func TestSuspectsAreInOrder(t *testing.T) {
	t.Parallel()
	n := new(target).island()
	for examples, ratio := range []float64{1: 1 + 1e-6, 2: 1 + 1e-4, 3: 1 + 1e-9, 4: 1.25, 5: 1.5, 6: 1 - 1e-10, 7: 0.9, 8: 1} {
		n.Front.offer(member{newStream(examples, 1), score{Ratio: ratio, Ease: math.Exp2(float64(examples)), Inside: examples > 0}})
	}
	ratios := func(all []member) (ratios []float64) {
		for _, m := range all {
			ratios = append(ratios, m.score.Ratio)
		}
		return ratios
	}
	refuting, ties := n.suspects()
	require.Equal(t, []float64{1.25, 1.5, 1 + 1e-6, 1 + 1e-4}, ratios(refuting))
	require.Equal(t, []float64{1 + 1e-9, 1 - 1e-10, 1}, ratios(ties))
}
