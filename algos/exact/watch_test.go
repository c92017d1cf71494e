package exact

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/real"
)

// Watch shows the run once more: its decisions, and a last classifier that the result has
// too. n-OMM's certificates are half a margin from its hyperplane, on either side.
func TestWatchShowsTheRun(t *testing.T) {
	t.Parallel()
	stream := []Example{{X: Floats(0, 2), Y: -1}, {X: Floats(0, -2), Y: 1}, {X: Floats(1, 0), Y: -1}, {X: Floats(-1, 0), Y: 1}}
	for name, passes := range map[string]int{"e-omm": 3, "n-omm": 3, "pumma(delta=1/100)": 3, "perceptron": 3, "mcp": 3, "alma(alpha=1/2)": 3, "e-omm(p=3)": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			spec, err := Parse(name)
			require.NoError(t, err)
			result, err := spec.Run(2, stream, Repeat{Passes: passes}, Limit{})
			require.NoError(t, err)
			var decisions []Decision
			var last Learner
			require.NoError(t, result.Watch(256, func(l Learner, s *Step) error {
				if last = l; s != nil {
					decisions = append(decisions, s.Decision)
				} else {
					require.Empty(t, decisions, "the learner is shown before the first step")
				}
				return nil
			}))
			require.Equal(t, result.Steps, decisions)
			w, b := result.at(256).learner.Classifier()
			point, bias := last.Classifier()
			meet := func(x, y real.Interval) {
				order, decided := x.Cmp(y)
				require.True(t, !decided || order == 0, "%v and %v", x, y)
			}
			for k := range w {
				meet(w[k].Interval(), point[k].Interval())
			}
			meet(b.Interval(), bias.Interval())
			if c, is := last.(Certified); is && spec.isRational() {
				plus, minus := c.Certificates()
				p, _ := plus.Rational()
				m, _ := minus.Rational()
				square, _ := last.SqGamma().Rational()
				require.Zero(t, p.Minus(m).SqNorm().Cmp(square.Mul(square, integer(4))), "γ_t = ½‖v₊−v₋‖")
			}
		})
	}
}
