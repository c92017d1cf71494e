package hunt

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"

	"marginlab/adversarial/certificate"
	"marginlab/internal/shrink"
)

// The squares of its roots are the stream, but for the signs of x and y together; and their
// lengths are rational where the roots are.
func TestRootsOfStreams(t *testing.T) {
	at, err := compile(adversarial.Conjecture{Statement: certificate.Statement{Learner: "nkp", Quantity: "updates", Claim: "1/rho^2"}})
	require.NoError(t, err)
	g := sourceOf(at, 1)
	for range 200 {
		s := g.fresh()
		back := s.roots().squared()
		for i, e := range back {
			require.Equal(t, s[i].X.Value[0] < 0, e.Y != s[i].Y, "none is turned round without need")
			sign := float64(e.Y) * float64(s[i].Y)
			for k, v := range e.X.Value {
				require.InDelta(t, s[i].X.Value[k], sign*v, 1e-12*math.Sqrt(s[i].X.SqNorm()))
			}
		}
	}
	c := shrink.Stream{Den: 3, Rows: []shrink.Row{{X: []int64{2, -1, 5}, Y: 1}, {X: []int64{0, 4, 1}, Y: -1}}}
	for i, e := range at.rationals(c) {
		require.Equal(t, []string{"100/9", "289/81"}[i], e.X.SqNorm().RatString(), "the length is that of the root squared, 30/9 or 17/9")
		f := at.floats(c)[i]
		for k, v := range e.X {
			want, _ := v.Float64()
			require.InDelta(t, want, f.X.Value[k], 1e-12)
		}
	}
}

// A hunt refutes what is false of batch algorithms, by certificates that are verified, and what
// is proved survives at a ratio of 1 where it is tight.
func TestHuntsForBatchAlgorithms(t *testing.T) {
	for _, c := range []struct {
		claim   string
		refuted bool
		least   float64
	}{
		{"np(margin=0.1,rule=printed): updates <= 1/rho^2 where rho > 0", true, 1},
		{"isnkp-vn(gamma=2,eps=0.1): loops <= log(1/max(eps, rho))/log(gamma)", true, 1},
		{"nkp(margin=0.1): updates <= 0.9/rho^2 where rho > 0", true, 1},
		{"snkp-vn(delta=0.1): updates <= sqrt(n) where rho > 0", true, 1},
		{"nkp(margin=0.1): updates <= 1/rho^2 where rho > 0", false, 0.99},
		{"np(margin=0.1,rule=printed): updates <= (R/gamma0)^2 where gamma0 > 0", false, 0.99},
	} {
		t.Run(c.claim, func(t *testing.T) {
			t.Parallel()
			conjecture, err := adversarial.Claim(c.claim)
			require.NoError(t, err)
			found, err := Hunt{Seed: 1, Workers: 1, Trials: 600, Cold: true}.Run(t.Context(), conjecture)
			require.NoError(t, err)
			require.Equal(t, c.refuted, found.Certificate != nil)
			require.GreaterOrEqual(t, found.Ratio, c.least)
			if c.refuted {
				require.NotNil(t, RequireValid(t, found.Certificate).Batch)
				RequireValid(t, found.Certificate)
			}
		})
	}
}

// What does not suit a batch algorithm is refused, with what was expected.
func TestBatchStatementsThatAreNone(t *testing.T) {
	for claim, want := range map[string]string{
		"nkp against perceptron: updates <= 1":                     "sees all examples at once, expected a statement without against",
		"nkp(margin=0.1) in 2 passes: updates <= 1":                "sees all examples at once",
		"nkp(margin=0.1): updates <= 1 in units of R":              "sees all examples at once",
		"nkp(margin=0.1): mistakes <= 1":                           "mistakes of nkp(margin=0.1), expected a term of a batch algorithm: d, R, Dbar, shortest, gamma0, updates, n, rho, loops, margin",
		"perceptron against nkp(margin=0.1): their_updates <= 1":   "expected a learner with an exact model",
		"snkp(margin=0.1): updates <= 1":                           `no exact learner is called "snkp", expected one of perceptron, `,
		"snkp-vn(delta=0.1,prox=entropy): updates <= 1":            `is called "snkp-vn(prox=entropy)", expected one of`,
		"isnkp-vn(gamma=2,eps=0.1): updates <= log(gamma) + delta": "nothing is called delta",
	} {
		c, err := adversarial.Claim(claim)
		if err == nil {
			_, err = compile(c)
		}
		require.ErrorContains(t, err, want, claim)
	}
}
