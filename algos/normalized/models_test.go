package normalized_test

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
	"marginlab/algos/normalized"
	"marginlab/algos/registry"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Algorithms 2, 3 and 5 of RP14 in rational numbers, on points whose directions are rational: a second
// implementation, written from the paper. See package normalized for its symbols. [watcher] checks the steps of the
// smoothed algorithms.

// ended is the end of a model.
type ended struct {
	separator  bool         // else a combination as near the origin as required
	weights    exact.Vector // one a point
	iterations int
}

// modelledBy returns the points y x/‖x‖, for Algorithm 2 as printed the y x. The examples have integers for lengths.
func modelledBy(t require.TestingT, stream []exact.Example, printed bool) (a modelled) {
	points := make([]exact.Vector, len(stream))
	for i, e := range stream {
		length := big.NewRat(1, 1)
		if square := e.X.SqNorm(); !printed {
			length.SetInt(new(big.Int).Sqrt(square.Num()))
			require.Equal(t, square, squareOf(length))
		}
		points[i] = e.X.Times(length.Quo(integer(e.Y), length))
	}
	for _, x := range points {
		row := make(exact.Vector, len(points))
		for j, z := range points {
			row[j] = x.Dot(z)
		}
		a = append(a, row)
	}
	return a
}

func integer(n int) *big.Rat { return big.NewRat(int64(n), 1) }

// modelled are points a_i, with G_ij = a_i·a_j.
type modelled []exact.Vector

// image returns Gα.
func (a modelled) image(alpha exact.Vector) exact.Vector {
	x := make(exact.Vector, len(a))
	for i, row := range a {
		x[i] = row.Dot(alpha)
	}
	return x
}

func positive(x exact.Vector) bool { return x[least(x)].Sign() > 0 }

// least returns the first j at which x_j is least.
func least(x exact.Vector) int { return slices.Index(x, slices.MinFunc(x, (*big.Rat).Cmp)) }

func squareOf(q *big.Rat) *big.Rat { return new(big.Rat).Mul(q, q) }

// perceptron runs Algorithms 2 and 3 of RP14: α_k is 1/k times the number of updates at each point, as θ_k = 1/(k+1).
// It gives up where k+1 > 1/margin².
func (a modelled) perceptron(p map[string]*big.Rat) *ended {
	updates, image := exact.NewVector(len(a)), exact.NewVector(len(a))
	for k := 0; ; k++ {
		if positive(image) {
			return &ended{true, updates.Times(big.NewRat(1, int64(k))), k}
		}
		if made := squareOf(p["margin"]); made.Mul(made, integer(k+1)).Cmp(integer(1)) > 0 {
			return &ended{false, nil, k}
		}
		i := least(image)
		updates[i].Add(updates[i], integer(1))
		image = image.Plus(integer(1), a[i])
	}
}

// vonNeumann runs Algorithm 5 of RP14, which also ends at a separator.
func (a modelled) vonNeumann(p map[string]*big.Rat) *ended {
	weights := exact.NewVector(len(a))
	for _, weight := range weights {
		weight.SetFrac64(1, int64(len(a)))
	}
	for k := 0; ; k++ {
		image := a.image(weights)
		square := weights.Dot(image)
		near := square.Cmp(squareOf(p["eps"])) <= 0
		if near || positive(image) {
			return &ended{!near, weights, k}
		}
		j := least(image)
		// ‖(1−θ)w + θa_j‖² is least at (w·w − w·a_j)/‖w − a_j‖², which is positive because w·a_j is not.
		theta := new(big.Rat).Sub(square, image[j])
		theta.Quo(theta, new(big.Rat).Add(theta, new(big.Rat).Sub(integer(1), image[j])))
		if theta.Cmp(integer(1)) > 0 {
			theta = integer(1)
		}
		nearest := exact.NewVector(len(weights))
		nearest[j].SetInt64(1)
		weights = weights.Plus(theta, nearest.Minus(weights))
	}
}

// models are the algorithms in settings with rational numbers.
var models = []struct {
	algorithm string
	solve     func(modelled, map[string]*big.Rat) *ended
}{
	{"np(margin=1/5)", modelled.perceptron}, {"np(margin=1/9,rule=printed)", modelled.perceptron},
	{"nkp(margin=1/5)", modelled.perceptron}, {"nvn(eps=2/5)", modelled.vonNeumann},
}

// The models and the algorithms, over features and over the kernel matrix, end after the same iterations, with the same
// weights.
func TestModelsAgree(t *testing.T) {
	ends := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		modelsAgree(t, rapid.SliceOfN(rapid.Custom(func(t *rapid.T) exact.Example {
			a, b := rapid.IntRange(0, 3).Draw(t, "a"), rapid.IntRange(-3, 3).Draw(t, "b")
			if a == 0 && b == 0 {
				a = 1
			}
			y := rapid.SampledFrom([]int{1, -1}).Draw(t, "y")
			return exact.Example{X: exact.Vector{integer(a*a - b*b), integer(2 * a * b)}, Y: y}
		}), 1, 6).Draw(t, "stream"), ends)
	})
	for _, end := range []string{"", "separator", "combination"} {
		require.Greater(t, ends[end], 5, "%q", end)
	}
}

// modelsAgree counts how the algorithms end.
func modelsAgree(t require.TestingT, examples []exact.Example, ends map[string]int) {
	s := stream{dim: len(examples[0].X)}
	for _, e := range examples {
		s.examples = append(s.examples, theory.Example{X: vec.Dense(floatsOf(e.X)...), Y: theory.Label(e.Y)})
	}
	for i, m := range slices.Concat(models, models) {
		spec, err := registry.Parse(m.algorithm)
		require.NoError(t, err)
		params := map[string]*big.Rat{}
		for _, a := range spec.Args {
			if a.Words == nil && a.Text != "" {
				params[a.Name], _ = new(big.Rat).SetString(a.Text)
			}
		}
		printed := strings.HasSuffix(m.algorithm, "printed)")
		points := normalized.Points(linear(t, s))
		if i >= len(models) {
			if points = linearGram(t, s); spec.Kind.Name == "np" {
				continue // it needs features
			}
		}
		want := m.solve(modelledBy(t, examples, printed), params)
		r, _, err := normalized.Solve(context.Background(), spec, points, nil)
		require.Equal(t, want.weights == nil, err != nil, m.algorithm)
		require.Equal(t, want.iterations, r.Iterations, m.algorithm)
		require.Equal(t, want.separator, r.Certificate == normalized.Separator, m.algorithm)
		if ends[string(r.Certificate)]++; want.weights == nil { // it gave up
			continue
		}
		if !printed { // its weights are for the y x, not for the directions
			require.InDeltaSlice(t, floatsOf(want.weights), r.Weights, 1e-9, m.algorithm)
		}
	}
}

func floatsOf(x exact.Vector) (all []float64) {
	for _, v := range x {
		f, _ := v.Float64()
		all = append(all, f)
	}
	return all
}
