package exact_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/theory"
	"marginlab/theory/real"
	"marginlab/theory/vec"
)

// near bounds the error of the floating-point learners, relative to the rounding errors' natural scale ‖w‖‖x‖ + |b|:
// about 10⁶ units in the last place, for a few steps on integers of one digit.
const near = 1e-9

func dense(x exact.Vector) vec.Vector {
	v := make([]float64, len(x))
	for i := range x {
		v[i], _ = x[i].Float64()
	}
	return vec.Dense(v...)
}

// floats returns a stream in float64.
func floats(stream []exact.Example) (all []theory.Example) {
	for _, e := range stream {
		all = append(all, theory.Example{X: dense(e.X), Y: theory.Label(e.Y)})
	}
	return all
}

// enclosedLearners returns the learners whose numbers have roots.
func enclosedLearners() []setting {
	return settingsOf(false, "cmcp", "mcp", "mcp(rule=strict)", "mcp(rule=sharp)",
		"alma(alpha=0.5)", "alma(alpha=1)", "alma(alpha=0.75,B=1.25,C=0.5)")
}

// run runs the learner once over the stream.
func (s setting) run(t require.TestingT, dim int, stream []exact.Example) *result {
	result, err := runNamed(s.learner, dim, stream, exact.Limit{})
	require.NoError(t, err)
	return result
}

func forEachEnclosed(t *testing.T, f func(t *rapid.T, l setting)) {
	for _, l := range enclosedLearners() {
		t.Run(l.String(), rapid.MakeCheck(func(t *rapid.T) { f(t, l) }))
	}
}

// root encloses √q with the sign of q.
func root(q *big.Rat) real.Interval {
	x, err := real.NewInterval(200, new(big.Rat).Abs(q)).Sqrt()
	if err != nil {
		panic(err)
	}
	if q.Sign() < 0 {
		return x.Neg()
	}
	return x
}

// requireSame requires that two intervals may contain the same number, to about 50 digits.
func requireSame(t require.TestingT, want, got real.Interval, what string) {
	gap := got.Sub(want)
	tiny := new(big.Rat).SetFrac(num(1).Num(), new(big.Int).Lsh(num(1).Num(), 100))
	require.True(t, gap.Contains(num(0)) && gap.Upper().Cmp(tiny) < 0 && gap.Lower().Cmp(new(big.Rat).Neg(tiny)) > 0,
		"%s: %v, expected %v", what, got, want)
}

// The classifiers with roots decide as the floating-point ones do, until a tie within rounding.
func TestEnclosedLearnersDecideAsFloats(t *testing.T) {
	t.Parallel()
	compared, all := map[string]int{}, map[string]int{}
	forEachEnclosed(t, func(t *rapid.T, l setting) {
		d := streams(false, 45).Draw(t, "stream")
		result := l.run(t, d.dim, d.stream)
		spec, err := algos.Parse(l.learner)
		require.NoError(t, err)
		twin := spec.New(d.dim)
		same := sameDecisions(t, l.Spec, twin, result.Steps, d.stream, 6*near, 0)
		compared[l.learner] += same
		if all[l.learner] += len(d.stream); same < len(d.stream) {
			return
		}
		w, _ := lastOf(t, result, 64)
		dot, exactly2, float2 := 0.0, 0.0, 0.0
		for k, v := range twin.State().Classifier.W {
			f, _ := w[k].Lower().Float64()
			dot, exactly2, float2 = dot+f*v, exactly2+f*f, float2+v*v
		}
		require.InEpsilon(t, 1+exactly2*float2, 1+dot*math.Abs(dot), 1e-9, "the direction")
		gamma := twin.State().Gamma
		if result.LastGamma().Exists() {
			require.InEpsilon(t, gamma, float(t, result.LastGamma()), 1e-9, "γ_t")
		}
	})
	for name := range all {
		t.Logf("%s: %d of %d decisions compared", name, compared[name], all[name])
		require.Greater(t, 10*compared[name], 9*all[name], name)
	}
}

// sameDecisions counts the steps until a learner in float64 decides otherwise than the model, which it may do at a tie
// within rounding: by a part of ‖w‖, or of the least ‖w‖ that counts.
func sameDecisions(t require.TestingT, model *exact.Spec, twin algos.Learner, steps []exact.Decision,
	stream []exact.Example, part, least float64) int {
	for i, e := range stream {
		s := twin.Step(dense(e.X), theory.Label(e.Y))
		tie := part * max(least, s.Norm)
		if steps[i].Predicted != int(s.Predicted) {
			require.False(t, s.Opening)
			require.InDelta(t, 0, s.Score, tie, "label of example %d", i+1)
			return i
		}
		if steps[i].Updated != s.Updated && !s.Opening {
			require.InDelta(t, limitOf(model, s), s.Score, tie, "update at example %d", i+1)
			return i
		}
	}
	return len(stream)
}

// limitOf returns the limit with which the twin of a model compared its score.
func limitOf(model *exact.Spec, s theory.Step) float64 {
	if alpha := model.Params["alpha"]; alpha != nil {
		f, _ := alpha.Float64()
		return (1 - f) * s.Target / s.Norm
	}
	if rho := model.Params["rho"]; rho != nil && rho.Sign() > 0 {
		f, _ := rho.Float64()
		return f * s.Target
	}
	return 0
}

// requireNotLess fails where large is known to be less than small.
func requireNotLess(t require.TestingT, large, small real.Interval, what string) {
	order, decided := large.Cmp(small)
	require.False(t, decided && order < 0, "%s: %v < %v", what, large, small)
}

// w = x − x: the learner has no w, and can never get one.
func TestEnclosedInseparableStreamsAreRefused(t *testing.T) {
	_, err := runNamed("mcp", 2, parse("+1,2 -1,2"), exact.Limit{})
	require.EqualError(t, err, "example 2: no classifier meets the constraints of the update, expected a separable stream")
}

// a_t ≤ φγ_t at each step, and γ₃, with roots squared by hand.
func TestEnclosedWithin(t *testing.T) {
	// mcp: at step 2 a = 1/4 and γ = 1; at step 3 w = (21,16)/17, 1/ℓ² = 17/25,
	// a = (21−32)/17/‖w‖, ‖w‖² = 697/289, a² = 121/697.
	result, err := runNamed("mcp", 2, parse("+1,0 +1/4,1 +1,-2"), exact.Limit{})
	require.NoError(t, err)
	equal(t, num(1), result.Gamma3().Square, "γ₃ = 1")
	for _, c := range []struct {
		step int
		phi  string
		want bool
	}{
		{0, "1", false}, // no margin yet
		{1, "1/4", true}, {1, "1/5", false}, {1, "-1", false},
		{2, "0", true}, {2, "-1/2", true}, {2, "-51/100", false}, // 121/697 = (.50527)² 17/25
		{2, "-5052/10000", true}, {2, "-5053/10000", false},
	} {
		got, err := result.Within(c.step, rat(c.phi))
		require.NoError(t, err)
		require.Equal(t, c.want, got, "step %d, phi %s", c.step, c.phi)
	}
}
