package trial

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// hostile draws n examples in dim dimensions at a distance of about margin from a hyperplane that is at a distance
// far from the origin, in lengths of 1, all times scale.
func hostile(seed uint64, n, dim int, margin, far, scale float64) []theory.Example {
	rng := rand.New(rand.NewPCG(seed, 18))
	w, there := rapidtest.Normal(rng, dim, 1), rapidtest.Normal(rng, dim, 1)
	vec.L2{}.Grad(w, w)
	examples := make([]theory.Example, n)
	for i := range examples {
		y := theory.Label(2*(i%2) - 1)
		x := rapidtest.Normal(rng, dim, 1)
		vec.AddScaled(x, float64(y)*margin*(1+rng.Float64())-vec.Dot(w, x), w)
		vec.AddScaled(x, far, there)
		for k := range x {
			x[k] *= scale
		}
		examples[i] = theory.Example{X: vec.Dense(x...), Y: y}
	}
	return examples
}

// checked runs every learner that has theorems on d, and checks these on it.
func checked(t *testing.T, d *Data, passes iter.Seq[[]int]) iter.Seq2[*algos.Spec, *Run] {
	learners, err := d.Checked()
	require.NoError(t, err)
	return func(yield func(*algos.Spec, *Run) bool) {
		for _, l := range learners {
			r := learned(t, d, l, Options{Passes: passes})
			for i, s := range r.Trace.Steps {
				if math.IsNaN(s.Score) || math.IsInf(s.Score, 0) {
					t.Fatalf("%s: score %v at step %d", l, s.Score, i+1)
				}
			}
			for _, run := range r.Held() {
				for _, v := range verdicts(t, run) {
					require.True(t, v.Holds || v.Guarantee.Status != theory.Proved, "%s: %s: %v, bound %v", l, v.Guarantee.ID, v.Value, v.Bound)
					require.False(t, v.Applies() && v.Holds && math.IsNaN(v.Bound+v.Value), "%s: %s", l, v.Guarantee.ID)
				}
			}
			if !yield(l, r) {
				return
			}
		}
	}
}

// Every learner stays within the proved theorems on numbers that are hard for float64, and where it decides otherwise
// than exact arithmetic, some step was within rounding of a tie.
func TestHostileNumbers(t *testing.T) {
	t.Parallel()
	n := rapidtest.Count(6, 8, 40)
	again := func(y theory.Label, x ...float64) []theory.Example {
		return slices.Repeat([]theory.Example{{X: vec.Dense(x...), Y: y}}, n)
	}
	var line []theory.Example
	for i := range n {
		y := 2*(i%2) - 1
		s := float64(y) * (0.1 + float64(i)/7)
		line = append(line, theory.Example{X: vec.Dense(s*0.1, s*0.2, s*0.3), Y: theory.Label(y)})
	}
	for name, examples := range map[string][]theory.Example{
		"far by 1e3 D":       hostile(1, n, 3, 0.5, 1e3, 1),
		"far by 1e6 D":       hostile(2, n, 3, 0.5, 1e6, 1),
		"far by 1e9 D":       hostile(3, n, 3, 0.5, 1e9, 1),
		"scale 1e149":        hostile(4, n, 3, 0.5, 0, 1e149),
		"scale 1e-134":       hostile(5, n, 3, 0.5, 0, 1e-134),
		"margin of 1e-6 D":   hostile(6, n, 3, 1e-6, 0, 1),
		"margin of 1e-9 D":   hostile(7, n, 3, 1e-9, 0, 1),
		"margin of 1e-12 D":  hostile(8, n, 3, 1e-12, 0, 1),
		"duplicates":         again(-1, 1./7, -2./7),
		"duplicates of both": append(again(-1, 0.1, 0.7), again(+1, 0.1, 0.8)...),
		"on a line":          line,
		"one dimension":      hostile(9, n, 1, 0.5, 0, 1),
		"one dimension, far": hostile(10, n, 1, 0.5, 1e6, 1),
		"many dimensions":    hostile(11, 6, rapidtest.Count(16, 20, 300), 0.5, 0, 1),
		"one example":        hostile(12, 1, 3, 0.5, 0, 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := NewData(name, examples, theory.Dim(examples))
			passes := benchdata.InOrder(len(examples), 2)
			for l, r := range checked(t, d, passes) {
				if l.Kind.Task != theory.Online {
					continue
				}
				if name == "scale 1e149" && l.Kind.Name == "second-order" {
					require.Contains(t, r.Rounded(d), "beyond double precision") // a = 1 is negligible against 1e298
				}
				if exactly, err := d.Redecide(t.Context(), r, passes); err == nil && exactly.Otherwise > 0 {
					require.NotZero(t, exactly.Doubtful, "%s decides otherwise from step %d on", l, exactly.First)
				}
			}
		})
	}
}

// The same holds on streams of many examples that are few points, and in many dimensions.
func TestHostileSizes(t *testing.T) {
	t.Parallel()
	n, dim := rapidtest.Count(500, 5_000, 1_000_000), rapidtest.Count(300, 20_000, 1_000_000)
	few, rng := hostile(13, 4, 3, 0.01, 3, 1), rand.New(rand.NewPCG(14, 18))
	repeated := make([]theory.Example, n)
	for i := range repeated {
		repeated[i] = few[rng.IntN(len(few))]
	}
	sparse := make([]theory.Example, 40)
	for i := range sparse {
		index, value := make([]int, 0, 30), make([]float64, 0, 30)
		for k := range 30 {
			index = append(index, k*(dim/30)+rng.IntN(dim/30))
			value = append(value, rng.NormFloat64())
		}
		sparse[i] = theory.Example{X: vec.Sparse(index, value), Y: theory.Label(2*(i%2) - 1)}
	}
	for name, examples := range map[string][]theory.Example{
		"duplicates":              repeated,
		"many dimensions":         hostile(15, 6, dim, 0.5, 0, 1),
		"many dimensions, sparse": sparse,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := NewData(name, examples, theory.Dim(examples))
			runs := 0
			for l, r := range checked(t, d, benchdata.InOrder(len(examples), 1)) {
				if r.Stop != nil {
					require.ErrorContains(t, r.Stop, "expected at most 16384 dimensions", l)
				} else if l.Kind.Task == theory.Online {
					require.Equal(t, len(examples), r.Trace.Seen, l)
				}
				runs++
			}
			require.Greater(t, runs, 10)
		})
	}
}
