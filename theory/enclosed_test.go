package theory

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/vec"
)

// After any number of steps the interval holds the largest distance and a pair is as far
// apart as its lower end; it only gets narrower, down to the length.
func TestSpanEnclosesTheDiameter(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	x := make([]vec.Vector, 1000)
	for i := range x {
		v := make([]float64, 40)
		for k := range v {
			v[k] = rnd.NormFloat64()
		}
		x[i] = vec.Dense(v...)
	}
	for _, n := range []vec.Norm{vec.L2{}, vec.P(1.5), vec.P(3)} {
		for _, y := range [][]vec.Vector{nil, x[:300]} {
			from := x
			if y != nil {
				from = x[300:]
			}
			want := span(n, from, y, exact, goOn)
			require.Equal(t, want.length, want.cover)
			last := spanned{cover: 1e300}
			for _, steps := range []int{0, 1, 10, 100, 1 << 20} {
				s := span(n, from, y, steps, goOn)
				to := from
				if y != nil {
					to = y
				}
				require.Equal(t, Distance(n, from[s.i], to[s.j]), s.length)
				require.GreaterOrEqual(t, s.cover, want.length)
				require.LessOrEqual(t, s.cover, last.cover)
				require.LessOrEqual(t, last.length, s.length)
				last = s
			}
			require.Equal(t, want, last, "all is settled")
			require.Less(t, want.length, span(n, from, y, 1, goOn).cover, "one step settles little")
		}
	}
}

// Of more examples than Most the diameters are those of the search after its last step.
func TestDiametersOfManyExamplesAreEnclosed(t *testing.T) {
	t.Parallel()
	examples := make([]Example, 300)
	for i := range examples {
		examples[i] = Example{X: vec.Dense(float64(i%17), float64(i*i%31), float64(i)), Y: Label(1 - 2*(i%2))}
	}
	all := Lengths{Norms: true, Within: true, Across: true}
	want := all.In(nil, examples, 3)
	all.Most = 299
	require.Equal(t, want, all.In(nil, examples, 3), "the search settles all of so few")
	require.True(t, want.Exact())
	enclosed := want
	enclosed.Found = Diametric{DPlus: want.DPlus / 2, DMinus: want.DMinus, D: want.DMinus, Delta: want.Delta}
	require.False(t, enclosed.Exact())
}

// Up to Most examples, and without a Most any number, are searched to the end.
func TestSearchOfMostEnds(t *testing.T) {
	t.Parallel()
	require.Equal(t, exact, Lengths{}.steps(1<<30))
	require.Equal(t, exact, Lengths{Most: 50}.steps(50))
	require.Equal(t, coverSteps, Lengths{Most: 50}.steps(51))
}
