package exact_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
)

func naiveOMM(t require.TestingT, keep, rho string, dim int) *exact.NaiveOMM {
	learner := map[string]string{"all": "n-omm(rho=%s)", "violating": "n-omm(keep=violating,rho=%s)"}[keep]
	return newLearner(t, fmt.Sprintf(learner, rho), dim).(*exact.NaiveOMM)
}

// An update is at a_t < γ_t, for ρ < 1 at a_t ≤ ργ_t. It solves over all examples kept: w, b and γ_t become those of
// their maximum margin, and γ_t falls. Without an update nothing changes. At rest the margin is ργ∗ or more.
func TestNaiveOMMOfAnyRho(t *testing.T) {
	t.Parallel()
	ties, violations := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := streams(true, 7).Draw(t, "stream")
		text := rapid.SampledFrom([]string{"0", "1/4", "1/2", "1"}).Draw(t, "rho")
		rho := rat(text)
		for _, keep := range []string{"all", "violating"} {
			l := naiveOMM(t, keep, text, d.dim)
			var kept []exact.Example
			first := map[int]bool{}
			for rest := false; !rest; {
				rest = true
				each(t, l, d, func(a at) {
					if a.Opening {
						if keep == "all" || !first[a.Example.Y] {
							kept = append(kept, a.Example)
						}
						first[a.Example.Y] = true
						rest = false
						return
					}
					score := mul(num(a.Example.Y), add(dot(a.w, a.X), a.b))
					limit := mul(rho, mul(rat("1/2"), square(a.w)))
					order := score.Cmp(limit)
					equal(t, score, a.Score, "score")
					equal(t, limit, a.Limit, "limit")
					equal(t, mul(rat("1/2"), square(a.w)), a.Target, "target")
					require.Equal(t, order < 0 || order == 0 && text != "1", a.Updated, "a_t, %v, and ργ_t, %v, times ‖w‖", score, limit)
					if keep == "all" || a.Updated {
						kept = append(kept, a.Example)
					}
					require.Equal(t, showStream(kept), showStream(l.Kept()))
					if !a.Updated {
						equalVectors(t, a.w, a.wNext, "w")
						return
					}
					rest = false
					violations++
					if order == 0 {
						ties++
					}
					best, _ := exact.MaxMargin(kept, false)
					equal(t, best.SqGamma, rational(t, l.SqGamma()), "γ²")
					equalVectors(t, best.W, a.wNext, "w")
					atMost(t, mul(rat("1/2"), square(a.wNext)), leastScore(a.wNext, a.bNext, kept), "of all kept")
					require.Negative(t, square(a.wNext).Cmp(square(a.w)))
				})
				if len(first) < 2 {
					return
				}
			}
			best, _ := exact.MaxMargin(d.stream, false)
			w, b := classifier(t, l)
			for _, e := range d.stream {
				a := mul(num(e.Y), add(dot(w, e.X), b))
				atMost(t, mul(mul(rho, rho), mul(best.SqGamma, square(w))), mul(a, a), "(ργ∗‖w‖)² and a_t²")
				require.GreaterOrEqual(t, a.Sign(), 0)
			}
		}
	})
	require.Positive(t, ties)
	require.Positive(t, violations)
}
