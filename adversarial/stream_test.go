package adversarial

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// The size of a stream is the greatest distance from the first example, or its length where all are
// there, or 1; its means are those of its classes; and what is made of it is as it says.
func TestStreamsOfEveryShape(t *testing.T) {
	at := targetOf(t, certificate.Statement{Learner: "perceptron", Quantity: "mistakes", Claim: "R"}, Range[int]{1, 4}, Range[int]{1, 7})
	require.Equal(t, 1., stream{}.size())
	require.Equal(t, 1., newStream(3, 2).size())
	require.Nil(t, stream{}.mean(1))
	g := sourceOf(at, 1)
	for number := range 200 {
		s := g.fresh()
		if number%10 == 0 {
			for i := range s {
				copy(s[i].X.Value, s[0].X.Value)
			}
		}
		far, length, all := 0., 0., true
		sums, counts := map[theory.Label][]float64{-1: make([]float64, s.dim()), 1: make([]float64, s.dim())}, map[theory.Label]float64{}
		for i, e := range s {
			far = max(far, distance(e, s[0]))
			counts[e.Y]++
			for k, v := range e.X.Value {
				sums[e.Y][k] += v
				if i == 0 {
					length += v * v
				}
				all = all && math.Abs(v) < 1e9
			}
		}
		if far == 0 {
			far = math.Sqrt(length)
		}
		if far == 0 {
			far = 1
		}
		require.InEpsilon(t, far, s.size(), 1e-12)
		require.Equal(t, all, s.finite())
		for y, sum := range sums {
			if counts[y] == 0 {
				require.Nil(t, s.mean(y))
				continue
			}
			for k, v := range s.mean(y) {
				require.InDelta(t, sum[k]/counts[y], v, 1e-12*(far+math.Sqrt(length)))
			}
		}
		lifted := s.lifted(3)
		for i, e := range s {
			require.Equal(t, append(append([]float64{}, e.X.Value...), 3), lifted[i].X.Value)
			require.Equal(t, e.Y, lifted[i].Y)
		}
		c, k := s.clone(), g.rng.IntN(len(s)+1)
		new := theory.Example{X: vec.Dense(make([]float64, s.dim())...), Y: -1}
		more := s.insert(k, new)
		require.Equal(t, c, s)
		require.Len(t, more, len(s)+1)
		require.Equal(t, new, more[k])
		for i, e := range s {
			require.Equal(t, e, more[i+one(i >= k)])
		}
		c.snap(0.25)
		for i, e := range c {
			for k, v := range e.X.Value {
				require.InDelta(t, s[i].X.Value[k], v, 0.125)
				require.Equal(t, 4*v, math.Round(4*v))
			}
		}
		wider := s.embed(s.dim() + 2)
		require.Equal(t, s, wider.embed(s.dim()))
		require.InDelta(t, s.size(), wider.size(), 1e-12*s.size())
	}
	for v, finite := range map[float64]bool{1e9: false, -1e9: false, 0.999e9: true, math.NaN(): false, math.Inf(-1): false} {
		require.Equal(t, finite, line(v, 1).finite())
	}
}
