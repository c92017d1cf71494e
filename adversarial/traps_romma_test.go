package adversarial_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/adversarial"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// ROMMA's mistakes without a bias are of the order 1/(2−r)² for r → 2. The proof under romma-close
// allows about 16/(2−r)², and these are from 0.09/(2−r)² to 0.12/(2−r)².
func TestUnbiasedROMMATrapGrows(t *testing.T) {
	t.Parallel()
	for _, gap := range []float64{0.2, 0.1, 0.05, 0.02, 0.01} {
		trap := adversarial.UnbiasedROMMATrap(gap)
		r := 2 - gap
		m := run(t, "romma", trap).Mistakes
		require.GreaterOrEqual(t, m, 3)
		require.InDelta(t, 0.105, float64(m)*gap*gap, 0.015+1e-9, "r = %v", r)
		_, most := rommaAllows(r)
		require.LessOrEqual(t, float64(m), most)
		for _, omm := range []string{"e-omm", "ce-omm", "n-omm"} {
			require.LessOrEqual(t, run(t, omm, trap).Mistakes, 2, omm)
		}
		for _, view := range []theory.View{{}, {Origin: true}} {
			g := geometry(t, trap, view)
			require.InDelta(t, 1, g.Gamma, 1e-8)
			require.InDelta(t, r, g.D, 1e-8)
		}
	}
}

// rommaAllows returns the greatest distance of the nearest points of the two classes from the axis of the maximum
// margin γ∗ = 1, which has no bias, if ROMMA makes a third update, and the greatest number of updates that it then
// makes, for 1 ≤ r < 2 (romma-close in PROOFS.md).
func rommaAllows(r float64) (far, most float64) {
	t := (math.Sqrt(4+3*r*r) - r*r) / (2 * (1 + r*r))
	far = r + r/(2*t)
	return far, math.Pow(r+math.Hypot(1, far), 2)
}

// ROMMA stays within the bounds of [rommaAllows]. An adversary shows it two examples that are drawn, and then always
// the one that it gets most wrong.
func TestROMMAWithoutABias(t *testing.T) {
	t.Parallel()
	spec := parse(t, "romma")
	thrice, far := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom([]float64{1, 1.5, 1.8, 1.9, 1.95, 1.98}).Draw(t, "r")
		least, most := rommaAllows(r)
		q := least * rapid.SampledFrom([]float64{0.1, 0.2, 1.1}).Draw(t, "far") * rapid.Float64Range(0.5, 1.5).Draw(t, "q")
		// The yx of a class are (±q, 0, 1) and what is beside it, as far as r, at a height of 1 or more:
		// that of the trap, shortened, and points between.
		class := func(side float64, beside ...[3]float64) (z [][3]float64) {
			scale := r * rapid.SampledFrom([]float64{1, 1, 1, 0.99, 0.8}).Draw(t, "scale")
			for range rapid.IntRange(0, 4).Draw(t, "between") {
				one, part := rapid.SampledFrom(beside).Draw(t, "one"), rapid.Float64Range(0, 1).Draw(t, "part")
				other := rapid.SampledFrom(beside).Draw(t, "other")
				for i := range one {
					one[i] += part * (other[i] - one[i])
				}
				beside = append(beside, one)
			}
			for _, d := range append(beside, [3]float64{}) {
				z = append(z, [3]float64{side*q + scale*d[0], scale * d[1], 1 + scale*d[2]})
			}
			return z
		}
		up, sideways := math.Sincos(math.Pi / 16 * float64(rapid.IntRange(0, 8).Draw(t, "angle")))
		down, across := math.Sincos(math.Pi / 24 * float64(rapid.IntRange(0, 8).Draw(t, "slant")))
		examples := [][]theory.Example{nil, nil}
		for k, z := range [][][3]float64{
			class(1, [3]float64{0, sideways, up}),
			class(-1, [3]float64{1, 0, 0}, [3]float64{across, -down, 0}),
		} {
			y := 1 - 2*float64(k)
			for _, z := range z {
				examples[k] = append(examples[k], theory.Example{X: vec.Dense(y*z[0], y*z[1], y*z[2]), Y: theory.Label(y)})
			}
		}
		romma := spec.New(3)
		updates := 0
		see := func(e theory.Example) bool {
			step := romma.Step(e.X, e.Y)
			if step.Updated {
				updates++
			}
			return step.Updated
		}
		for _, class := range examples {
			see(class[rapid.SampledFrom([]int{0, 0, 0, 0, 1, len(class) - 1}).Draw(t, "first")])
		}
		for float64(updates) <= most {
			w, worst, score := romma.State().Classifier.W, theory.Example{}, math.Inf(1)
			for _, class := range examples {
				for _, e := range class {
					if s := float64(e.Y) * e.X.Dot(w); s < score {
						worst, score = e, s
					}
				}
			}
			if !see(worst) {
				break
			}
		}
		require.LessOrEqual(t, float64(updates), most)
		if q > least {
			far++
			require.LessOrEqual(t, updates, 2)
		} else if updates > 2 {
			thrice++
		}
	})
	require.Positive(t, thrice, "no third update")
	require.Positive(t, far)
}
