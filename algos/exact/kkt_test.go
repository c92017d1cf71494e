package exact_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
)

// madeOf makes all of a solution from any multipliers, so that nothing but its
// optimality can be wrong.
func madeOf(examples []exact.Example, lambda exact.Vector, origin bool) exact.Solution {
	s := exact.Solution{Origin: origin, Lambda: lambda, B: new(big.Rat)}
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

func TestVerifyRefuses(t *testing.T) {
	examples := parse("+1,0 +0,1 +2,2 -0,0 --1,0")
	for _, origin := range []bool{false, true} {
		if origin {
			examples = parse("+1,0 +0,1 +2,2 --3,-3 --1,-4")
		}
		s, err := exact.MaxMargin(examples, origin)
		require.NoError(t, err)
		require.NoError(t, s.Verify(examples))
		epsilon := rat("1/1000000000000000000000")
		for fault, damage := range map[string]func(s *exact.Solution){
			"multiplier":          func(s *exact.Solution) { s.Lambda[0] = add(s.Lambda[0], epsilon) },
			"two multipliers":     func(s *exact.Solution) { s.Lambda[0], s.Lambda[2] = s.Lambda[2], s.Lambda[0] },
			"negative multiplier": func(s *exact.Solution) { s.Lambda[2] = num(-1); s.Lambda[0] = add(s.Lambda[0], num(1)) },
			"missing multiplier":  func(s *exact.Solution) { s.Lambda[1] = nil },
			"too few multipliers": func(s *exact.Solution) { s.Lambda = s.Lambda[:4] },
			"too many":            func(s *exact.Solution) { s.Lambda = append(s.Lambda, num(0)) },
			"v+":                  func(s *exact.Solution) { s.Plus[1] = add(s.Plus[1], epsilon) },
			"v-":                  func(s *exact.Solution) { s.Minus[0] = sub(s.Minus[0], epsilon) },
			"missing coordinate":  func(s *exact.Solution) { s.Minus[0] = nil },
			"w":                   func(s *exact.Solution) { s.W[0] = add(s.W[0], epsilon) },
			"scale of w":          func(s *exact.Solution) { s.W = times(num(2), s.W); s.B = mul(num(2), s.B) },
			"no w":                func(s *exact.Solution) { s.W = nil },
			"b":                   func(s *exact.Solution) { s.B = add(s.B, epsilon) },
			"no b":                func(s *exact.Solution) { s.B = nil },
			"margin":              func(s *exact.Solution) { s.SqGamma = add(s.SqGamma, epsilon) },
			"no margin":           func(s *exact.Solution) { s.SqGamma = nil },
			"origin":              func(s *exact.Solution) { s.Origin = !s.Origin },
		} {
			bad := s
			bad.Lambda, bad.Plus = slices.Clone(s.Lambda), slices.Clone(s.Plus)
			bad.Minus, bad.W = slices.Clone(s.Minus), slices.Clone(s.W)
			damage(&bad)
			require.Error(t, bad.Verify(examples), "%s, origin=%v", fault, origin)
		}
		for i := range examples {
			bad := slices.Clone(examples)
			bad[i].Y *= 3
			require.Error(t, s.Verify(bad), "label %d, origin=%v", i, origin)
			bad[i].Y = -examples[i].Y
			require.Error(t, s.Verify(bad), "label %d, origin=%v", i, origin)
			require.Error(t, s.Verify(bad), "label %d, origin=%v", i, origin)
			bad[i].Y = 0
			require.Error(t, s.Verify(bad), "label %d, origin=%v", i, origin)
			bad = slices.Clone(examples)
			bad[i].X = times(num(-3), bad[i].X)
			bad[i].X[0] = add(bad[i].X[0], num(bad[i].Y*-9))
			require.Error(t, s.Verify(bad), "example %d, origin=%v", i, origin)
			bad[i].X = bad[i].X[:1]
			require.Error(t, s.Verify(bad), "dimension of %d, origin=%v", i, origin)
		}
		require.Error(t, s.Verify(examples[1:]))
		require.Error(t, s.Verify(nil))
		require.Error(t, exact.Solution{Origin: origin}.Verify(examples))
	}
	touching := parse("+1 -1")
	require.Error(t, madeOf(touching, vector([]int{1, 1}), false).Verify(touching), "w = 0")
	for _, origin := range []bool{false, true} { // on the right side, and within the margin
		within := parse("+4 --4 +3")
		lambda := map[bool]string{false: "1,1,0", true: "1,0,0"}[origin]
		require.ErrorContains(t, madeOf(within, point(lambda), origin).Verify(within), "example 2: ")
	}
}

// Where the multipliers are not convex, and all else follows from them and is right.
func TestVerifyRefusesMultipliersThatAreNotConvex(t *testing.T) {
	for _, c := range []struct{ examples, lambda string }{
		{"+0,1 +2,1 -0,-1 -2,-1", "3/2,-1/2,3/2,-1/2"},
		{"+1 +2 -0", "3/2,-1/2,1"},
		{"+1 -0", "1,5"},
		{"+1 -0", "1,0"},
		{"+0 --1", "5,1"},
		{"+0 --1", "0,1"},
	} {
		examples := parse(c.examples)
		require.Error(t, madeOf(examples, point(c.lambda), false).Verify(examples), "%v", c)
	}
	through := parse("+1,0 +1,1 +1,2")
	require.NoError(t, madeOf(through, point("1,0,0"), true).Verify(through))
	require.Error(t, madeOf(through, point("2,-2,1"), true).Verify(through))
	for _, c := range []struct {
		origin           bool
		examples, lambda string
	}{
		{false, "+0 -0", "1,5"},
		{false, "+0 -0", "5,1"},
		{false, "+0 -1", "1,1"}, // the point of one hull only
		{false, "+1 -0", "1,1"},
		{false, "+1 +2 -0", "2,-1,1"},
		{true, "+0 -1", "0,0"},
		{true, "+1 +2", "2,-1"},
	} {
		examples := parse(c.examples)
		claim := &exact.NotSeparableError{Origin: c.origin, Lambda: point(c.lambda), Point: point("0")}
		require.Error(t, claim.Verify(examples), "%v", c)
	}
}

// Of all convex multipliers, with all else made from them, those are accepted that
// are of the maximum margin.
func TestVerifyAcceptsOptimalMultipliersOnly(t *testing.T) {
	t.Parallel()
	accepted, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		examples := clouds(4, 2).Draw(t, "examples")
		origin := rapid.Bool().Draw(t, "origin")
		lambda := vector(rapid.SliceOfN(rapid.IntRange(0, 2), len(examples), len(examples)).Draw(t, "lambda"))
		lambda[0], lambda[1] = add(lambda[0], num(1)), add(lambda[1], num(1))
		sum := map[int]*big.Rat{1: new(big.Rat), -1: new(big.Rat)}
		for i, e := range examples {
			y := e.Y
			if origin {
				y = 1
			}
			sum[y] = add(sum[y], lambda[i])
		}
		for i, e := range examples {
			y := e.Y
			if origin {
				y = 1
			}
			lambda[i] = quo(lambda[i], sum[y])
		}
		s := madeOf(examples, lambda, origin)
		best, err := exact.MaxMargin(examples, origin)
		if err == nil && best.SqGamma.Cmp(s.SqGamma) == 0 {
			accepted++
			require.NoError(t, s.Verify(examples))
		} else {
			refused++
			require.Error(t, s.Verify(examples))
		}
	})
	require.Positive(t, accepted)
	require.Positive(t, refused)
}
