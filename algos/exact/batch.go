package exact

import (
	"fmt"
	"math/big"
	"slices"
)

// BatchResult is what a batch algorithm ends with.
type BatchResult struct {
	Separator  bool   // else a combination that is as near the origin as was asked for
	Weights    Vector // one an example
	Iterations int    // in all loops
	Loops      int    // calls of SNKPVN by ISNKPVN, else 1
}

// Directions are the examples x/‖x‖. The error is a *[NoValueError] where a length is not rational, or 0.
func Directions(stream []Example) ([]Example, error) {
	all := slices.Clone(stream)
	for i, e := range stream {
		length, rational := root(Rationals().Rational(e.X.SqNorm())).Rational()
		if !rational || length.Sign() == 0 {
			return nil, &NoValueError{fmt.Sprintf("stream[%d].x has the squared length %s, expected the square of a rational number above 0, as 25 of (3, 4)",
				i, e.X.SqNorm().RatString())}
		}
		all[i].X = e.X.Times(length.Inv(length))
	}
	return all, nil
}

// Solve runs a batch algorithm, one that sees all examples at once. The models are those whose numbers are rational: an
// entropy has none, nor has a norm near ℓ1. RP14 is the paper; see package normalized for its symbols. The points are
// the directions y x/‖x‖, as printed of np the y x. The error is a *[NoValueError], or says that a number has more bits
// than the limit.
func (s *Spec) Solve(stream []Example, limit Limit) (r *BatchResult, err error) {
	if s.word() != "printed" {
		if stream, err = Directions(stream); err != nil {
			return nil, err
		}
	}
	a := hull{limit: limit.OrDefault()}
	for _, e := range stream {
		row := make(Vector, len(stream))
		for j, o := range stream {
			row[j] = e.X.Dot(o.X)
			row[j].Mul(row[j], integer(e.Y*o.Y))
		}
		a.gram = append(a.gram, row)
	}
	err = Try(func() { r = s.solve(a, s.Params) })
	return r, err
}

// hull are points a_i, by G_ij = a_i·a_j, and how many bits weights may have.
type hull struct {
	gram  []Vector
	limit Limit
}

// image is Gα.
func (a hull) image(alpha Vector) Vector {
	x := make(Vector, len(a.gram))
	for i, row := range a.gram {
		x[i] = row.Dot(alpha)
	}
	return x
}

// weights are those of the points in proportion to 1, ratio, ratio², …
func (a hull) weights(ratio *big.Rat) Vector {
	p := NewVector(len(a.gram))
	power, sum := integer(1), new(big.Rat)
	for _, weight := range p {
		sum.Add(sum, weight.Set(power))
		power.Mul(power, ratio)
	}
	return p.Times(sum.Inv(sum))
}

func positive(x Vector) bool { return x[least(x)].Sign() > 0 }

// least is the first j at which x_j is least.
func least(x Vector) int { return slices.Index(x, slices.MinFunc(x, (*big.Rat).Cmp)) }

// mix is x + θ(y − x).
func (x Vector) mix(theta *big.Rat, y Vector) Vector { return x.Plus(theta, y.Minus(x)) }

func squareOf(q *big.Rat) *big.Rat { return new(big.Rat).Mul(q, q) }

// mostIterations is how many updates a Perceptron of a batch makes: a margin may ask for any number.
const mostIterations = 100_000

// perceptron is Algorithms 2 and 3 of RP14: α_k is 1/k times the number of updates at each
// point, as θ_k = 1/(k+1). It gives up where k+1 > 1/margin².
func (a hull) perceptron(p values) *BatchResult {
	updates, image := NewVector(len(a.gram)), NewVector(len(a.gram))
	for k := 0; ; k++ {
		if positive(image) {
			return &BatchResult{true, updates.Times(big.NewRat(1, int64(k))), k, 1}
		}
		if made := squareOf(p["margin"]); made.Mul(made, integer(k+1)).Cmp(integer(1)) > 0 || k == mostIterations {
			noValue("no separator within %d iterations", k)
		}
		a.mustFit(k, nil)
		i := least(image)
		updates[i].Add(updates[i], integer(1))
		image = image.Plus(integer(1), a.gram[i])
	}
}

// vonNeumann is Algorithm 5 of RP14, which ends at a separator too.
func (a hull) vonNeumann(p values) *BatchResult {
	weights := a.weights(integer(1))
	for k := 0; ; k++ {
		image := a.image(weights)
		square := weights.Dot(image)
		near := square.Cmp(squareOf(p["eps"])) <= 0
		if near || positive(image) {
			return &BatchResult{!near, weights, k, 1}
		}
		a.mustFit(k, weights)
		j := least(image)
		// ‖(1−θ)w + θa_j‖² is least at (w·w − w·a_j)/‖w − a_j‖², which is above 0 as w·a_j is not.
		theta := new(big.Rat).Sub(square, image[j])
		theta.Quo(theta, new(big.Rat).Add(theta, new(big.Rat).Sub(integer(1), image[j])))
		if theta.Cmp(integer(1)) > 0 {
			theta = integer(1)
		}
		nearest := NewVector(len(weights))
		nearest[j].SetInt64(1)
		weights = weights.mix(theta, nearest)
	}
}

// smoothed is Algorithm 6 of RP14 from weights in proportion to 1, ratio, ratio², …, the uniform
// ones if there is no ratio, with ≤ for its < delta.
func (a hull) smoothed(p values) *BatchResult {
	return a.from(a.weights(given(p, "ratio", integer(1))), squareOf(p["delta"]))
}

// from is SNKPVN(q, δ), given δ².
func (a hull) from(q Vector, sqDelta *big.Rat) *BatchResult {
	alpha, mu := q, integer(2*len(q))
	around := func() Vector { // p^q_μ(α), the point of Δ nearest q − Gα/μ
		return simplexPoint(q.Plus(new(big.Rat).Neg(new(big.Rat).Inv(mu)), a.image(alpha)))
	}
	weights := around()
	for k, pMu := 0, weights; ; k++ {
		switch {
		case positive(a.image(alpha)):
			return &BatchResult{true, alpha, k, 1}
		case weights.Dot(a.image(weights)).Cmp(sqDelta) <= 0:
			return &BatchResult{false, weights, k, 1}
		}
		a.mustFit(k, append(alpha[:len(alpha):len(alpha)], weights...))
		theta := big.NewRat(2, int64(k+3))
		rest := new(big.Rat).Sub(integer(1), theta)
		alpha = alpha.Plus(theta, weights).Times(rest).Plus(squareOf(theta), pMu)
		mu = new(big.Rat).Mul(mu, rest)
		pMu = around()
		weights = weights.mix(theta, pMu)
	}
}

// iterated is Algorithm 7 of RP14, which ends where ‖q‖ ≤ eps.
func (a hull) iterated(p values) *BatchResult {
	q, iterations := a.weights(integer(1)), 0
	for loop := 0; ; loop++ {
		square := q.Dot(a.image(q))
		if square.Cmp(squareOf(p["eps"])) <= 0 {
			return &BatchResult{false, q, iterations, loop}
		}
		r := a.from(q, square.Quo(square, squareOf(p["gamma"])))
		iterations += r.Iterations
		if r.Separator {
			return &BatchResult{true, r.Weights, iterations, loop + 1}
		}
		q = r.Weights
	}
}

// simplexPoint is the point of Δ nearest v: max(v_i − t, 0) for the t at which they sum to 1.
func simplexPoint(v Vector) Vector {
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
	p := NewVector(len(v))
	for i, x := range v {
		if x.Cmp(t) > 0 {
			p[i].Sub(x, t)
		}
	}
	return p
}

// mustFit fails where a weight is too long, or the context has ended.
func (a hull) mustFit(k int, weights Vector) {
	a.limit.ask()
	if n := longest(weights...); n > a.limit.Bits {
		Fail(fmt.Errorf("iteration %d: a weight of %d bits, expected at most %d", k, n, a.limit.Bits))
	}
}
