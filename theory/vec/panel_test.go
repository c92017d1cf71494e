package vec

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every level marks what the definition, in float64, says is farther, but for pairs
// within the rounding of t; of whole numbers, which are not rounded, exactly.
func TestFartherMarksByItsDefinition(t *testing.T) {
	t.Parallel()
	for name, level := range farthers {
		rnd := rand.New(rand.NewPCG(1, 2))
		for _, whole := range []bool{true, false} {
			for k := range 70 {
				x, y := somePanel(rnd, k, whole), somePanel(rnd, k, whole)
				var sums [PanelWidth][PanelWidth]float64
				for i := range sums {
					for j := range sums[i] {
						at := func(row int) float64 { return float64(x[row*PanelWidth+i]) * float64(y[row*PanelWidth+j]) }
						inner := -at(1)
						for l := range k {
							inner += at(2 + l)
						}
						sums[i][j] = float64(x[i]) + float64(y[j]) - 2*inner
					}
				}
				bound := sums[k%PanelWidth][0]
				off := float64(2*k+12) * 0x1p-24
				if whole {
					off = 0
				}
				var marks [PanelWidth]uint16
				level(&marks, x, y, float32(bound))
				for i := range sums {
					for j, sum := range sums[i] {
						marked := marks[i]>>j&1 == 1
						if sum > float64(float32(bound))+off || math.IsInf(sum, -1) || sum <= float64(float32(bound))-off {
							require.Equal(t, sum > float64(float32(bound)), marked, "%s, %d coordinates: %d and %d", name, k, i, j)
						}
					}
				}
			}
		}
	}
}

// somePanel has squared lengths up to 1, but where all are whole numbers, and one vector
// that is missing.
func somePanel(rnd *rand.Rand, k int, whole bool) []float32 {
	p := make([]float32, (2+k)*PanelWidth)
	for i := range PanelWidth {
		if i == rnd.IntN(40) {
			p[i] = float32(math.Inf(-1))
			continue
		}
		square := 0.0
		for row := 1; row < 2+k; row++ {
			v := math.Round(8 * rnd.NormFloat64())
			if !whole {
				v = rnd.NormFloat64() / 3 / math.Sqrt(float64(k+1))
			}
			p[row*PanelWidth+i] = float32(v)
			square += v * v
		}
		if !whole && square > 1 {
			panic("the rounding is that of squared lengths up to 1")
		}
		p[i] = float32(square)
	}
	return p
}

func TestPanelsOfDifferentSizesPanic(t *testing.T) {
	var marks [PanelWidth]uint16
	Farther(&marks, make([]float32, 32), make([]float32, 32), -1) // of no coordinates
	require.EqualValues(t, 0xffff, marks[15])
	Farther(&marks, make([]float32, 48), make([]float32, 48), 0)
	require.Zero(t, marks[15])
	for _, size := range [][2]int{{32, 48}, {16, 16}, {40, 40}, {0, 0}} {
		require.Panics(t, func() { Farther(&marks, make([]float32, size[0]), make([]float32, size[1]), 0) })
	}
}

func BenchmarkFarther(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 2))
	x, y := somePanel(rnd, 32, false), somePanel(rnd, 32, false)
	var marks [PanelWidth]uint16
	for b.Loop() {
		Farther(&marks, x, y, 3)
	}
	b.ReportMetric(float64(b.N)*PanelWidth*PanelWidth/b.Elapsed().Seconds(), "pairs/s")
}
