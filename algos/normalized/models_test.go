package normalized_test

import (
	"cmp"
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

// The algorithms of RP14 in rational numbers, on points whose directions are rational: a second implementation,
// written from the paper. See package normalized for its symbols.

// ended is what a model ends with.
type ended struct {
	separator         bool         // else a combination that is as near the origin as was asked for
	weights           exact.Vector // one a point
	iterations, loops int
}

// modelledBy are the points y x/‖x‖, of Algorithm 2 as printed the y x. The examples have integers for lengths.
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

// modelled are points a_i, by G_ij = a_i·a_j.
type modelled []exact.Vector

// image is Gα.
func (a modelled) image(alpha exact.Vector) exact.Vector {
	x := make(exact.Vector, len(a))
	for i, row := range a {
		x[i] = row.Dot(alpha)
	}
	return x
}

// weights are those of the points in proportion to 1, ratio, ratio², …
func (a modelled) weights(ratio *big.Rat) exact.Vector {
	p := exact.NewVector(len(a))
	power, sum := integer(1), new(big.Rat)
	for _, weight := range p {
		sum.Add(sum, weight.Set(power))
		power.Mul(power, ratio)
	}
	return p.Times(sum.Inv(sum))
}

func positive(x exact.Vector) bool { return x[least(x)].Sign() > 0 }

// least is the first j at which x_j is least.
func least(x exact.Vector) int { return slices.Index(x, slices.MinFunc(x, (*big.Rat).Cmp)) }

// mix is x + θ(y − x).
func mix(x exact.Vector, theta *big.Rat, y exact.Vector) exact.Vector {
	return x.Plus(theta, y.Minus(x))
}

func squareOf(q *big.Rat) *big.Rat { return new(big.Rat).Mul(q, q) }

// perceptron is Algorithms 2 and 3 of RP14: α_k is 1/k times the number of updates at each
// point, as θ_k = 1/(k+1). It gives up where k+1 > 1/margin².
func (a modelled) perceptron(p map[string]*big.Rat) *ended {
	updates, image := exact.NewVector(len(a)), exact.NewVector(len(a))
	for k := 0; ; k++ {
		if positive(image) {
			return &ended{true, updates.Times(big.NewRat(1, int64(k))), k, 1}
		}
		if made := squareOf(p["margin"]); made.Mul(made, integer(k+1)).Cmp(integer(1)) > 0 {
			return &ended{false, nil, k, 0}
		}
		i := least(image)
		updates[i].Add(updates[i], integer(1))
		image = image.Plus(integer(1), a[i])
	}
}

// vonNeumann is Algorithm 5 of RP14, which ends at a separator too.
func (a modelled) vonNeumann(p map[string]*big.Rat) *ended {
	weights := a.weights(integer(1))
	for k := 0; ; k++ {
		image := a.image(weights)
		square := weights.Dot(image)
		near := square.Cmp(squareOf(p["eps"])) <= 0
		if near || positive(image) {
			return &ended{!near, weights, k, 1}
		}
		j := least(image)
		// ‖(1−θ)w + θa_j‖² is least at (w·w − w·a_j)/‖w − a_j‖², which is above 0 as w·a_j is not.
		theta := new(big.Rat).Sub(square, image[j])
		theta.Quo(theta, new(big.Rat).Add(theta, new(big.Rat).Sub(integer(1), image[j])))
		if theta.Cmp(integer(1)) > 0 {
			theta = integer(1)
		}
		nearest := exact.NewVector(len(weights))
		nearest[j].SetInt64(1)
		weights = mix(weights, theta, nearest)
	}
}

// smoothed is Algorithm 6 of RP14 from weights in proportion to 1, ratio, ratio², …, the uniform
// ones if there is no ratio, with ≤ for its < delta.
func (a modelled) smoothed(p map[string]*big.Rat) *ended {
	return a.from(a.weights(cmp.Or(p["ratio"], integer(1))), squareOf(p["delta"]))
}

// from is SNKPVN(q, δ), given δ².
func (a modelled) from(q exact.Vector, sqDelta *big.Rat) *ended {
	alpha, mu := q, integer(2*len(q))
	around := func() exact.Vector { // p^q_μ(α), the point of Δ nearest q − Gα/μ
		return simplexPoint(q.Plus(new(big.Rat).Neg(new(big.Rat).Inv(mu)), a.image(alpha)))
	}
	weights := around()
	for k, pMu := 0, weights; ; k++ {
		switch {
		case positive(a.image(alpha)):
			return &ended{true, alpha, k, 1}
		case weights.Dot(a.image(weights)).Cmp(sqDelta) <= 0:
			return &ended{false, weights, k, 1}
		}
		theta := big.NewRat(2, int64(k+3))
		rest := new(big.Rat).Sub(integer(1), theta)
		alpha = alpha.Plus(theta, weights).Times(rest).Plus(squareOf(theta), pMu)
		mu = new(big.Rat).Mul(mu, rest)
		pMu = around()
		weights = mix(weights, theta, pMu)
	}
}

// iterated is Algorithm 7 of RP14, which ends where ‖q‖ ≤ eps.
func (a modelled) iterated(p map[string]*big.Rat) *ended {
	q, iterations := a.weights(integer(1)), 0
	for loop := 0; ; loop++ {
		square := q.Dot(a.image(q))
		if square.Cmp(squareOf(p["eps"])) <= 0 {
			return &ended{false, q, iterations, loop}
		}
		r := a.from(q, square.Quo(square, squareOf(p["gamma"])))
		iterations += r.iterations
		if r.separator {
			return &ended{true, r.weights, iterations, loop + 1}
		}
		q = r.weights
	}
}

// simplexPoint is the point of Δ nearest v: max(v_i − t, 0) for the t at which they sum to 1.
func simplexPoint(v exact.Vector) exact.Vector {
	sorted := slices.SortedFunc(slices.Values(v), func(x, y *big.Rat) int { return y.Cmp(x) })
	sum, t := integer(-1), new(big.Rat)
	for i, x := range sorted {
		sum.Add(sum, x)
		next := new(big.Rat).Quo(sum, integer(i+1))
		if x.Cmp(next) <= 0 {
			break
		}
		t = next
	}
	p := exact.NewVector(len(v))
	for i, x := range v {
		if x.Cmp(t) > 0 {
			p[i].Sub(x, t)
		}
	}
	return p
}

// models are the algorithms with settings whose numbers are rational.
var models = []struct {
	algorithm string
	solve     func(modelled, map[string]*big.Rat) *ended
}{
	{"np(margin=1/5)", modelled.perceptron}, {"np(margin=1/9,rule=printed)", modelled.perceptron},
	{"nkp(margin=1/5)", modelled.perceptron}, {"nvn(eps=2/5)", modelled.vonNeumann},
	{"snkp-vn(delta=1/7)", modelled.smoothed},
	{"snkp-vn(delta=1/7,ratio=1/3)", modelled.smoothed}, {"snkp-vn(delta=1/5,ratio=0)", modelled.smoothed},
	{"isnkp-vn(gamma=3/2,eps=1/9)", modelled.iterated},
}

// The models and the algorithms, over features and over the kernel matrix, end after the same iterations and calls,
// with the same weights. Two opposite points cancel without others, whose weights the projection of SNKPVN onto the
// simplex soon clips.
func TestModelsAgree(t *testing.T) {
	ends := map[string]int{}
	var clipped []exact.Example
	for _, x := range [][]float64{{1, 0}, {-1, 0}, {3, 4}, {-3, 4}, {0, 1}} {
		clipped = append(clipped, exact.Example{X: exact.Floats(x...), Y: 1})
	}
	modelsAgree(t, clipped, ends)
	require.Positive(t, ends["clipped"])
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

// modelsAgree counts how the algorithms end, and the iterates whose projection has a weight of 0.
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
		r, _, err := normalized.Solve(context.Background(), spec, points, func(s normalized.State) {
			if s.Start != nil && slices.Min(s.PMu) == 0 {
				ends["clipped"]++
			}
		})
		require.Equal(t, want.weights == nil, err != nil, m.algorithm)
		require.Equal(t, want.iterations, r.Iterations, m.algorithm)
		require.Equal(t, want.separator, r.Certificate == normalized.Separator, m.algorithm)
		if ends[string(r.Certificate)]++; want.weights == nil { // it gave up
			continue
		}
		require.Equal(t, want.loops, r.Loops, m.algorithm)
		if !printed { // whose weights are of the y x, not of the directions
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

// What is as near the origin as was asked for, exactly, is near enough: with the norm that an algorithm ended with for
// its accuracy it ends there again. The points −1 and 1 have combinations of rational norms.
func TestModelsEndAtTheirAccuracy(t *testing.T) {
	for name, solve := range map[string]func(modelled, map[string]*big.Rat) *ended{
		"eps": modelled.vonNeumann, "delta": modelled.smoothed, "eps of loops": modelled.iterated,
	} {
		again := 0
		for plus := 1; plus <= 3; plus++ {
			var a modelled
			signs := exact.Floats(append(slices.Repeat([]float64{1}, plus), slices.Repeat([]float64{-1}, 5)...)...)
			for _, y := range signs {
				a = append(a, signs.Times(y))
			}
			for _, accuracy := range []*big.Rat{integer(1), big.NewRat(1, 2), big.NewRat(1, 5)} {
				key, _, _ := strings.Cut(name, " ")
				params := map[string]*big.Rat{key: accuracy, "gamma": big.NewRat(3, 2)}
				first := solve(a, params)
				require.False(t, first.separator)
				norm := first.weights.Dot(signs)
				norm.Abs(norm)
				require.LessOrEqual(t, norm.Cmp(accuracy), 0, name)
				if norm.Sign() > 0 {
					params[key] = norm
					require.Equal(t, first, solve(a, params), "%s at %s, %d points", name, norm, plus)
					again++
				}
			}
		}
		require.Positive(t, again, name)
	}
}

// Algorithm 2 of RP14 as printed: (1, 0) and −(5, 12) have ρ² = 4/13, of their directions, and more than 1/ρ²
// updates: a long example outweighs many updates at a short one.
func TestAlgorithm2AsPrintedIsRefutedExactly(t *testing.T) {
	examples := []exact.Example{{X: exact.Floats(1, 0), Y: 1}, {X: exact.Floats(5, 12), Y: -1}}
	params := map[string]*big.Rat{"margin": big.NewRat(1, 10)}
	directions := modelledBy(t, examples, false)
	half := exact.Vector{big.NewRat(1, 2), big.NewRat(1, 2)}
	image := directions.image(half)
	require.Equal(t, image[0], image[1], "so that these weights are of the nearest point")
	require.Equal(t, big.NewRat(4, 13), image[0])
	require.Equal(t, 7, modelledBy(t, examples, true).perceptron(params).iterations)
	require.LessOrEqual(t, directions.perceptron(params).iterations, 3)
}

// Algorithm 7 of RP14: the logarithm of 1/ρ is 0 of one point, whose separator takes a call.
func TestLoopsAsPrintedAreRefutedExactly(t *testing.T) {
	r := modelled{{integer(1)}}.iterated(map[string]*big.Rat{"gamma": integer(2), "eps": big.NewRat(1, 100)})
	require.Equal(t, 1, r.loops)
	require.True(t, r.separator)
}
