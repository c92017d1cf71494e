package exact_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
)

// solutionOf computes a whole solution from multipliers.
func solutionOf(examples []exact.Example, lambda exact.Vector, origin bool) exact.Solution {
	s := exact.Solution{Lambda: lambda, B: new(big.Rat)}
	s.Plus, s.Minus = times(num(0), examples[0].X), times(num(0), examples[0].X)
	for i, e := range examples {
		switch {
		case origin:
			s.Plus = combine(num(1), s.Plus, mul(num(e.Y), lambda[i]), e.X)
		case e.Y > 0:
			s.Plus = combine(num(1), s.Plus, lambda[i], e.X)
		default:
			s.Minus = combine(num(1), s.Minus, lambda[i], e.X)
		}
	}
	s.W = minus(s.Plus, s.Minus)
	s.SqGamma = square(s.W)
	if !origin {
		s.SqGamma = mul(s.SqGamma, rat("1/4"))
		s.B = mul(rat("-1/2"), dot(s.W, combine(num(1), s.Plus, num(1), s.Minus)))
	}
	return s
}

// requireProved requires that the multipliers give and prove the solution: they are convex, and every example has at
// least the margin ½‖w‖², their mean. Through the origin it is ‖w‖².
func requireProved(t require.TestingT, s exact.Solution, examples []exact.Example, origin bool) {
	proved, err := exact.Prove(examples, s.Lambda, origin)
	require.NoError(t, err)
	want := solutionOf(examples, s.Lambda, origin)
	for _, got := range []exact.Solution{s, proved} {
		for _, pair := range [][2]exact.Vector{{want.Plus, got.Plus}, {want.Minus, got.Minus}, {want.W, got.W},
			{{want.B, want.SqGamma}, {got.B, got.SqGamma}}} {
			equalVectors(t, pair[0], pair[1], "v₊, v₋, w, b, γ²")
		}
	}
	sums, least := map[bool]*big.Rat{true: new(big.Rat), false: new(big.Rat)}, square(s.W)
	for i, e := range examples {
		require.GreaterOrEqual(t, s.Lambda[i].Sign(), 0, "λ")
		sums[origin || e.Y > 0] = add(sums[origin || e.Y > 0], s.Lambda[i])
	}
	equal(t, num(1), sums[true], "Σλ")
	if !origin {
		equal(t, num(1), sums[false], "Σλ of the negatives")
		least = mul(rat("1/2"), least)
	}
	if !s.W.IsZero() {
		atMost(t, least, leastScore(s.W, s.B, examples), "every example has the margin")
	}
}

func TestProveRefuses(t *testing.T) {
	examples := parse("+1,0 +0,1 +2,2 -0,0 --1,0")
	for _, origin := range []bool{false, true} {
		if origin {
			examples = parse("+1,0 +0,1 +2,2 --3,-3 --1,-4")
		}
		s, ok := exact.MaxMargin(examples, origin)
		require.True(t, ok)
		epsilon := rat("1/1000000000000000000000")
		for fault, damage := range map[string]func(lambda []*big.Rat) []*big.Rat{
			"multiplier":          func(l []*big.Rat) []*big.Rat { l[0] = add(l[0], epsilon); return l },
			"two multipliers":     func(l []*big.Rat) []*big.Rat { l[0], l[2] = l[2], l[0]; return l },
			"negative multiplier": func(l []*big.Rat) []*big.Rat { l[2], l[0] = num(-1), add(l[0], num(1)); return l },
			"missing multiplier":  func(l []*big.Rat) []*big.Rat { l[1] = nil; return l },
			"too few multipliers": func(l []*big.Rat) []*big.Rat { return l[:4] },
			"too many":            func(l []*big.Rat) []*big.Rat { return append(l, num(0)) },
			"none":                func([]*big.Rat) []*big.Rat { return nil },
		} {
			_, err := exact.Prove(examples, damage(slices.Clone(s.Lambda)), origin)
			require.Error(t, err, "%s, origin=%v", fault, origin)
		}
		_, err := exact.Prove(examples, s.Lambda, !origin)
		require.Error(t, err)
		for i := range examples {
			bad := slices.Clone(examples)
			bad[i].Y = -examples[i].Y
			_, err := exact.Prove(bad, s.Lambda, origin)
			require.Error(t, err, "label %d, origin=%v", i, origin)
			bad = slices.Clone(examples)
			bad[i].X = times(num(-3), bad[i].X)
			bad[i].X[0] = add(bad[i].X[0], num(bad[i].Y*-9))
			_, err = exact.Prove(bad, s.Lambda, origin)
			require.Error(t, err, "example %d, origin=%v", i, origin)
		}
		_, err = exact.Prove(nil, nil, origin)
		require.Error(t, err)
	}
	for _, origin := range []bool{false, true} { // on the right side, and within the margin
		lambda := map[bool]string{false: "1,1,0", true: "1,0,0"}[origin]
		_, err := exact.Prove(parse("+4 --4 +3"), point(lambda), origin)
		require.ErrorContains(t, err, "example 2: ")
		_, err = exact.Prove(parse("+0,4 -0,-4 +0,3"), point(lambda), origin) // beside hulls with a common coordinate
		require.ErrorContains(t, err, "example 2: ")
	}
}

// Multipliers that are not convex prove neither a margin nor that there is none.
func TestProveRefusesMultipliersThatAreNotConvex(t *testing.T) {
	_, err := exact.Prove(parse("+1,0 +1,1 +1,2"), point("1,0,0"), true)
	require.NoError(t, err)
	for _, c := range []struct {
		origin           bool
		examples, lambda string
	}{
		{false, "+0,1 +2,1 -0,-1 -2,-1", "3/2,-1/2,3/2,-1/2"},
		{false, "+1 +2 -0", "3/2,-1/2,1"},
		{false, "+1 -0", "1,5"},
		{false, "+1 -0", "1,0"},
		{false, "+0 --1", "5,1"},
		{false, "+0 --1", "0,1"},
		{true, "+1,0 +1,1 +1,2", "2,-2,1"},
		{false, "+0 -0", "1,5"},
		{false, "+0 -0", "5,1"},
		{false, "+1 +2 -0", "2,-1,1"},
		{true, "+0 -1", "0,0"},
		{true, "+1 +2", "2,-1"},
	} {
		_, err := exact.Prove(parse(c.examples), point(c.lambda), c.origin)
		require.ErrorContains(t, err, "multiplier", "%v", c)
	}
}

// Prove accepts exactly those convex multipliers that give the maximum margin.
func TestProveAcceptsOptimalMultipliersOnly(t *testing.T) {
	t.Parallel()
	accepted, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		examples := clouds(4, 2).Draw(t, "examples")
		origin := rapid.Bool().Draw(t, "origin")
		lambda := vector(rapid.SliceOfN(rapid.IntRange(0, 2), len(examples), len(examples)).Draw(t, "lambda"))
		lambda[0], lambda[1] = add(lambda[0], num(1)), add(lambda[1], num(1))
		sum := map[bool]*big.Rat{true: new(big.Rat), false: new(big.Rat)}
		for i, e := range examples {
			sum[origin || e.Y > 0] = add(sum[origin || e.Y > 0], lambda[i])
		}
		for i, e := range examples {
			lambda[i] = quo(lambda[i], sum[origin || e.Y > 0])
		}
		s := solutionOf(examples, lambda, origin)
		best, _ := exact.MaxMargin(examples, origin)
		if best.SqGamma.Cmp(s.SqGamma) == 0 {
			accepted++
			requireProved(t, s, examples, origin)
		} else {
			refused++
			_, err := exact.Prove(examples, lambda, origin)
			require.Error(t, err)
		}
	})
	require.Positive(t, accepted)
	require.Positive(t, refused)
}
