package replay_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/algos/registry"
	"marginlab/internal/rapidtest"
	"marginlab/props/replay"
	"marginlab/props/stream"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

// exactly is a_t and γ_t of v₊ and v₋ as they are shown, each the nearest float64.
func exactly(s replay.Certified) (a, gamma float64) {
	plus, minus, x := exact.Floats(s.Plus...), exact.Floats(s.Minus...), exact.Floats(s.X...)
	u := plus.Minus(minus)
	middle := minus.Plus(big.NewRat(1, 2), u)
	norm := new(big.Float).SetPrec(200).SetRat(u.SqNorm())
	norm.Sqrt(norm)
	score := new(big.Float).SetPrec(200).SetRat(u.Dot(x.Minus(middle)))
	a, _ = score.Quo(score, norm).Float64()
	gamma, _ = norm.Quo(norm, big.NewFloat(2)).Float64()
	return s.Y * a, gamma
}

// What OMM reports of a_t and γ_t, and what is measured of them, is within the room left for
// rounding; and the room is not so wide that nothing would ever be outside of it. Each form reaches
// a part of it: the dense one a hundredth, and less where what is far away turns with w.
func TestRoomIsWhatRoundingTakes(t *testing.T) {
	t.Parallel()
	seeds := rapidtest.Count(400, 1_500, 20_000)
	for _, form := range []struct {
		learner     string
		sparse, far bool // stored so, and with more room for a_t than for γ_t
		reached     float64
	}{
		{"e-omm", false, false, 1. / 100},
		{"e-omm", false, true, 1. / 500},
		{"e-omm", true, true, 1. / 5_000},
		{"n-omm", false, true, 1. / 2_000},
	} {
		l, err := registry.Parse(form.learner)
		require.NoError(t, err)
		reached := 0.0
		for seed := range seeds {
			c := stream.Cases(l, stream.Draws{}).Example(seed)
			steps, err := replay.Certificates(c)
			require.NoError(t, err, c)
			for _, s := range steps {
				if c.Sparse() != form.sparse || (s.Room > s.Noise) != form.far || s.G == 0 {
					continue
				}
				a, gamma := exactly(s)
				off := math.Abs(s.Reported.A() - a)
				require.LessOrEqual(t, max(off, math.Abs(s.A-a)), s.Room, "%s: t=%d: a_t = %v is %v, measured as %v", c, s.T, a, s.Reported.A(), s.A)
				require.LessOrEqual(t, max(math.Abs(s.Reported.Gamma()-gamma), math.Abs(s.G-gamma)), s.Noise, "%s: t=%d: gamma_t", c, s.T)
				if s.Noise > 1e-11*gamma && (!form.far || form.sparse || s.X.Distance(s.Minus) > 100*s.G) { // and not what learners take for a tie
					reached = max(reached, off/s.Room)
				}
			}
		}
		require.Greater(t, reached, form.reached, "%+v", form)
	}
}
