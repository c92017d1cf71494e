package theory_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// The search for the diameter of 1000 points, which make half a million pairs, takes no more inner
// products and runs of a kernel than in November 2026. They are the same on every machine. Fewer are
// a gain, to be written down.
func TestWorkOfDiameters(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	spaces := []struct {
		norm vec.Norm
		dim  int
	}{{vec.L2{}, 2}, {vec.L2{}, 20}, {vec.L2{}, 60}, {vec.P(1.5), 6}, {vec.P(3), 6}}
	most := map[string][][2]int64{ // inner products and runs, by space
		"gaussian":      {{11524, 11014}, {49781, 15364}, {469188, 39776}, {45568, 178}, {1024, 4}},
		"sphere":        {{142369, 11809}, {556599, 26207}, {1102798, 46341}, {532480, 2080}, {396032, 1547}},
		"clusters":      {{39940, 11125}, {28747, 19065}, {60445, 21183}, {39424, 154}, {50176, 196}},
		"lattice":       {{11269, 11014}, {380389, 22377}, {721544, 53707}, {93952, 367}, {59136, 231}},
		"collinear":     {{11267, 11020}, {11267, 11020}, {11267, 11020}, {4608, 18}, {256, 1}},
		"duplicates":    {{11267, 11020}, {11267, 11020}, {11267, 11020}, {256, 1}, {256, 1}},
		"one point":     {{10265, 10018}, {10265, 10018}, {10265, 10018}, {256, 1}, {256, 1}},
		"outliers":      {{11780, 11015}, {14526, 14024}, {14526, 14024}, {512, 2}, {512, 2}},
		"ties":          {{11834, 11069}, {67188, 20786}, {258913, 41916}, {2560, 10}, {2048, 8}},
		"antipodes":     {{152842, 12337}, {553014, 22622}, {571017, 40625}, {516096, 2016}, {461056, 1801}},
		"presence":      {{42500, 11135}, {302559, 17732}, {502755, 37643}, {139520, 545}, {81408, 318}},
		"one-hot":       {{11268, 11013}, {60242, 28375}, {109119, 44357}, {256, 1}, {256, 1}},
		"far antipodes": {{152842, 12337}, {553014, 22622}, {571017, 40625}, {516096, 2016}, {461056, 1801}},
		"needle":        {{11267, 11020}, {11267, 11020}, {17667, 11045}, {3840, 15}, {256, 1}},
	}
	for _, cloud := range clouds {
		for k, in := range spaces {
			rnd, x := rand.New(rand.NewPCG(1, 6)), make([]vec.Vector, 1000)
			for i := range x {
				x[i] = vec.Dense(cloud.point(rnd, i, in.dim)...)
			}
			work := vec.Count(func() { theory.Diameter(in.norm, x) })
			require.LessOrEqual(t, work.Dots, most[cloud.name][k][0], "inner products: %s, %+v", cloud.name, in)
			require.LessOrEqual(t, work.Rows, most[cloud.name][k][1], "runs: %s, %+v", cloud.name, in)
		}
	}
}
