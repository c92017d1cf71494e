package adversarial

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
)

// The range of r is the same, however the domain says it.
func TestRangeOfR(t *testing.T) {
	all := Range[float64]{}
	for where, want := range map[string]Range[float64]{
		"":                                  all,
		"gamma > 0":                         all,
		"1.2 <= r <= 1.995":                 {1.2, 1.995},
		"r >= 2":                            {2, math.MaxFloat64},
		"r<8 and d == 2 && 1.5 <= r":        {1.5, 8},
		"r <= 3 && (r >= 1)":                {0, 3},
		"r <= 3 || d == 1":                  all,
		"d == 1 ? r <= 3 : r <= 4":          all,
		"3 <= r && r <= 2":                  all,
		"r < sqrt(3) && 1 <= r && rho <= 2": {1, math.MaxFloat64},
	} {
		require.Equal(t, want, Conjecture{Statement: certificate.Statement{Where: where}}.rangeOfR(), where)
	}
	c := Conjecture{Statement: certificate.Statement{Where: "d == 2"}, R: Range[float64]{1, 8}}
	require.Equal(t, c.R, c.rangeOfR())
	require.Equal(t, "1 <= r <= 8 && (d == 2)", c.Whole().Where)
}
