package term

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumberIsNullInJSONWithoutValue(t *testing.T) {
	t.Parallel()
	numbers := []Number{0, Number(math.Copysign(0, -1)), 1.5, 16808, Missing(), Number(math.Inf(1)), Number(math.Inf(-1))}
	got, err := json.Marshal(numbers)
	require.NoError(t, err)
	require.Equal(t, `[0,0,1.5,16808,null,null,null]`, string(got))
	var again []Number
	require.NoError(t, json.Unmarshal(got, &again))
	require.Equal(t, numbers[2:4], again[2:4])
	require.True(t, math.IsNaN(float64(again[4])), "null is no number, not 0")
}

func TestNumberForPeople(t *testing.T) {
	t.Parallel()
	require.Equal(t, "0", Number(math.Copysign(0, -1)).String())
	for v, want := range map[Number]string{
		0: "0", 6: "6", 35508: "35508", 0.84444: "0.8444", 1e12: "1e+12", 3.1538e8: "3.154e+08",
		Missing(): "-", Number(math.Inf(1)): "inf",
	} {
		require.Equal(t, want, v.String())
	}
	require.Equal(t, "-", Missing().Format("%.2f"))
	require.Equal(t, "0.75", Fixed(0.75, 2))
}

func TestApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v, w Number
		a, b string
	}{
		{1 + 2e-9, 1, "1.000000002", "1"},
		{1, 1 + 0x1p-52, "1", "1.0000000000000002"},
		{2, 2, "2", "2"},
		{Missing(), 1, "-", "1"},
	} {
		a, b := Apart(c.v, c.w)
		require.Equal(t, c.a, a)
		require.Equal(t, c.b, b)
	}
}

func TestCountsAndRanges(t *testing.T) {
	t.Parallel()
	require.Equal(t, "1 run", Count(1, "run", "runs"))
	require.Equal(t, "0 runs", Count(0, "run", "runs"))
	require.Equal(t, "seed 3", Range("seed", 3, 1))
	require.Equal(t, "seeds 3 to 5", Range("seed", 3, 3))
}
