package exact_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// near is what the floating-point learners may be off by, relative to the
// rounding errors' natural scale ‖w‖‖x‖ + |b|: about 10⁶ units in the last place,
// for a few steps on integers of one digit.
const near = 1e-9

// The floating-point learners decide as the exact ones until a decision that is
// a tie within rounding, or longer: most decisions are compared.
func TestFloatLearnersDecideAlike(t *testing.T) {
	t.Parallel()
	for _, s := range settings() {
		if !hasTwin(s) {
			continue
		}
		compared, all := 0, 0
		t.Run(s.String(), rapid.MakeCheck(func(t *rapid.T) {
			d := streams(s.bias, s.longest()).Draw(t, "stream")
			n, err := compare(t, s, d)
			require.NoError(t, err)
			compared, all = compared+n, all+len(d.stream)
		}))
		require.Greater(t, 10*compared, 9*all, "%s: %d of %d decisions compared", s, compared, all)
	}
}

// hasTwin reports whether there is a floating-point learner of that name and that
// parameter, which decides the labels without a coin.
func hasTwin(s setting) bool { return !strings.Contains(s.name, "(") && s.name != "randomized" }

// compare is the number of decisions that both make before rounding parts them.
// The error tells of the first step at which something else does.
func compare(t require.TestingT, s setting, d drawn) (int, error) {
	expr := s.name
	if s.param != "" {
		v, _ := rat(s.value).Float64()
		expr = fmt.Sprintf("%s(%s=%v)", s.name, s.param, v)
	}
	return compareWith(t, expr, s, d)
}

func compareWith(t require.TestingT, expr string, s setting, d drawn) (int, error) {
	spec, err := algos.Parse(expr)
	require.NoError(t, err)
	float, l := spec.New(d.dim), s.new(t, d.dim)
	for i, e := range d.stream {
		_, b := classifier(t, l)
		want := mustTake(t, l, e)
		got := float.Step(dense(e.X), theory.Label(e.Y))
		scale2 := add(mul(want.SqNorm, square(e.X)), mul(b, b))
		fault := func(what string, got, exactly any) error {
			return fmt.Errorf("%s parts from the exact %s at example %d of %s: %s is %v, exactly %v (score %s, limit %s)",
				expr, s, i+1, d, what, got, exactly, want.Score.RatString(), want.Limit.RatString())
		}
		switch {
		case want.Predicted != int(got.Predicted):
			if !close(want.Score, num(0), scale2) {
				return i, fault("predicted", got.Predicted, want.Predicted)
			}
			return i, nil
		case want.Updated != got.Updated:
			if !close(want.Score, want.Limit, scale2) {
				return i, fault("updated", got.Updated, want.Updated)
			}
			if !harmless(s, want) {
				return i, nil
			}
		}
		require.Equal(t, want.Opening, got.Opening)
		if a, norm2 := got.A(), want.SqNorm; norm2.Sign() > 0 {
			// a_t‖w‖ = Score: a sign and a square.
			exactly, _ := quo(mul(want.Score, want.Score), norm2).Float64()
			require.InDelta(t, float64(want.Score.Sign())*exactly, a*abs(a), near*(1+exactly), "a_t|a_t| at example %d of %s", i+1, d)
		}
	}
	return len(d.stream), nil
}

// harmless reports a tie at which an update would change next to nothing: at
// the learner's own margin, if it keeps no example as PUMMA does.
func harmless(s setting, st step) bool {
	return strings.HasPrefix(s.name, "pa") || s.name != "pumma" && st.Target != nil && st.Limit.Cmp(st.Target) == 0
}

// close reports |a − b| ≤ near·scale.
func close(a, b, scale2 *big.Rat) bool {
	gap := sub(a, b)
	tol := new(big.Rat).SetFloat64(near * near)
	return mul(gap, gap).Cmp(mul(tol, scale2)) <= 0
}

func abs(a float64) float64 {
	if a < 0 {
		return -a
	}
	return a
}

func dense(x exact.Vector) vec.Vector {
	v := make([]float64, len(x))
	for i := range x {
		v[i], _ = x[i].Float64()
	}
	return vec.Dense(v...)
}

// A parting that rounding does not explain is told with its stream: here of two
// learners that are not the same.
func TestPartingsAreTold(t *testing.T) {
	d := drawn{dim: 2, stream: parse("+2,0 +1,0 +2,1")}
	n, err := compareWith(t, "amira(eps=0.25)", setting{name: "mira"}, d)
	require.EqualError(t, err, "amira(eps=0.25) parts from the exact mira at example 2 of +2,0 +1,0 +2,1: updated is true, exactly false (score 1/2, limit 0)")
	require.Equal(t, 1, n)
}
