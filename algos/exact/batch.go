package exact

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"marginlab/theory/real"
)

// Batch is the model of a batch algorithm, one that sees all examples at once. The models are
// those whose numbers are rational: an entropy has none. RP14 is the paper; see package
// normalized for its symbols.
type Batch struct {
	kind  batchKind
	given values
}

type batchKind struct {
	name   string
	params []param
	raw    bool // its points are the y x, not the y x/‖x‖
	solve  func(a hull, p values, bits int) (*BatchResult, error)
}

func batchKinds() []batchKind {
	margin, eps, delta := param{name: "margin", domain: "(0, 1]"}, param{name: "eps", domain: "(0, 1]"}, param{name: "delta", domain: "(0, 1]"}
	factor := param{name: "gamma", domain: "(1, inf)"}
	return []batchKind{
		{"np", []param{margin}, false, hull.perceptron},
		{"np(rule=printed)", []param{margin}, true, hull.perceptron},
		{"nkp", []param{margin}, false, hull.perceptron},
		{"nvn", []param{eps}, false, hull.vonNeumann},
		{"snkp-vn", []param{delta, {name: "ratio", domain: "[0, 1]", optional: true}}, false, hull.smoothed},
		{"isnkp-vn", []param{factor, eps}, false, hull.iterated},
	}
}

// FindBatch returns the model of that name, with all its parameters, and no others. The error
// says what was expected.
func FindBatch(name string, params map[string]*big.Rat) (*Batch, error) {
	var names []string
	for _, k := range batchKinds() {
		if k.name == name {
			return &Batch{k, params}, check(k.name, k.params, params)
		}
		names = append(names, k.name)
	}
	return nil, fmt.Errorf("no batch algorithm with an exact model is called %q, expected one of %s", name, strings.Join(names, ", "))
}

// BatchResult is what a batch algorithm ends with.
type BatchResult struct {
	Separator  bool   // else a combination that is as near the origin as was asked for
	Weights    Vector // one an example
	Iterations int    // in all loops
	Loops      int    // calls of SNKPVN by ISNKPVN, else 1
}

// GaveUpError says that an algorithm made as many iterations as it makes.
type GaveUpError struct{ Iterations int }

func (e *GaveUpError) Error() string {
	return fmt.Sprintf("no separator within %d iterations", e.Iterations)
}

// IrrationalError says that an example (counted from 0) has no direction of rational coordinates.
type IrrationalError struct {
	Example  int
	SqLength *big.Rat
}

func (e *IrrationalError) Error() string {
	return fmt.Sprintf("stream[%d].x has the squared length %s, expected the square of a rational number above 0, as 25 of (3, 4)", e.Example, e.SqLength.RatString())
}

// Directions are the examples x/‖x‖. The error is an *[IrrationalError].
func Directions(stream []Example) ([]Example, error) {
	all := slices.Clone(stream)
	for i, e := range stream {
		length, rational := real.Root(e.X.SqNorm()).Rational()
		if !rational || length.Sign() == 0 {
			return nil, &IrrationalError{i, e.X.SqNorm()}
		}
		all[i].X = e.X.Times(length.Inv(length))
	}
	return all, nil
}

// Run runs the algorithm on examples. The error is a *[GaveUpError] or an *[IrrationalError],
// or says that a number has more bits than the limit.
func (b *Batch) Run(stream []Example, limit Limit) (*BatchResult, error) {
	if !b.kind.raw {
		var err error
		if stream, err = Directions(stream); err != nil {
			return nil, err
		}
	}
	a := make(hull, len(stream))
	for i, e := range stream {
		a[i] = NewVector(len(stream))
		for j, o := range stream {
			a[i][j].Mul(big.NewRat(int64(e.Y*o.Y), 1), e.X.Dot(o.X))
		}
	}
	return b.kind.solve(a, b.given, limit.bits())
}

// hull are points a_i, by G_ij = a_i·a_j.
type hull []Vector

// image is Gα.
func (a hull) image(alpha Vector) Vector {
	x := NewVector(len(a))
	for i := range a {
		x[i] = a[i].Dot(alpha)
	}
	return x
}

// uniform are the weights 1/n.
func (a hull) uniform() Vector {
	p := NewVector(len(a))
	for i := range p {
		p[i].SetFrac64(1, int64(len(a)))
	}
	return p
}

// unit are the weights of the point j alone.
func (a hull) unit(j int) Vector {
	p := NewVector(len(a))
	p[j].SetInt64(1)
	return p
}

func positive(x Vector) bool { return x[least(x)].Sign() > 0 }

// least is the first j at which x_j is least.
func least(x Vector) int {
	at := 0
	for j := range x {
		if x[j].Cmp(x[at]) < 0 {
			at = j
		}
	}
	return at
}

// mix is x + θ(y − x).
func (x Vector) mix(theta *big.Rat, y Vector) Vector { return x.Plus(theta, y.Minus(x)) }

// perceptron is Algorithms 2 and 3 of RP14: α_k is 1/k times the number of updates at each
// point, as θ_k = 1/(k+1).
func (a hull) perceptron(p values, _ int) (*BatchResult, error) {
	updates, image := NewVector(len(a)), NewVector(len(a))
	for k := int64(0); ; k++ {
		if positive(image) {
			return &BatchResult{true, updates.Times(big.NewRat(1, k)), int(k), 1}, nil
		}
		if made := new(big.Rat).Mul(big.NewRat(k+1, 1), new(big.Rat).Mul(p["margin"], p["margin"])); made.Cmp(integer(1)) > 0 { // k+1 > 1/margin²
			return nil, &GaveUpError{int(k)}
		}
		i := least(image)
		updates[i].Add(updates[i], integer(1))
		image = image.Plus(integer(1), a[i])
	}
}

// vonNeumann is Algorithm 5 of RP14, which ends at a separator too.
func (a hull) vonNeumann(p values, bits int) (*BatchResult, error) {
	weights := a.uniform()
	for k := 0; ; k++ {
		image := a.image(weights)
		square := weights.Dot(image)
		near := square.Cmp(new(big.Rat).Mul(p["eps"], p["eps"])) <= 0
		if near || positive(image) {
			return &BatchResult{!near, weights, k, 1}, nil
		}
		if err := shortWeights(k, bits, weights); err != nil {
			return nil, err
		}
		j := least(image)
		// ‖(1−θ)w + θa_j‖² is least at (w·w − w·a_j)/‖w − a_j‖², which is above 0 as w·a_j is not.
		theta := new(big.Rat).Sub(square, image[j])
		theta.Quo(theta, new(big.Rat).Add(theta, new(big.Rat).Sub(integer(1), image[j])))
		if theta.Cmp(integer(1)) > 0 {
			theta = integer(1)
		}
		weights = weights.mix(theta, a.unit(j))
	}
}

// smoothed is Algorithm 6 of RP14 from weights in proportion to 1, ratio, ratio², …, the uniform
// ones if there is no ratio, with ≤ for its < delta.
func (a hull) smoothed(p values, bits int) (*BatchResult, error) {
	q := a.uniform()
	if ratio := p["ratio"]; ratio != nil {
		power, sum := integer(1), new(big.Rat)
		for i := range q {
			q[i].Set(power)
			sum.Add(sum, power)
			power.Mul(power, ratio)
		}
		q = q.Times(sum.Inv(sum))
	}
	return a.from(q, new(big.Rat).Mul(p["delta"], p["delta"]), bits)
}

// from is SNKPVN(q, δ), given δ².
func (a hull) from(q Vector, sqDelta *big.Rat, bits int) (*BatchResult, error) {
	n := int64(len(a))
	alpha, mu := q, big.NewRat(2*n, 1)
	around := func() Vector { // p^q_μ(α), the point of Δ nearest q − Gα/μ
		return simplexPoint(q.Plus(new(big.Rat).Neg(new(big.Rat).Inv(mu)), a.image(alpha)))
	}
	pMu := around()
	weights := pMu
	for k := int64(0); ; k++ {
		switch {
		case positive(a.image(alpha)):
			return &BatchResult{true, alpha, int(k), 1}, nil
		case weights.Dot(a.image(weights)).Cmp(sqDelta) <= 0:
			return &BatchResult{false, weights, int(k), 1}, nil
		}
		if err := shortWeights(int(k), bits, append(alpha[:len(alpha):len(alpha)], weights...)); err != nil {
			return nil, err
		}
		theta := big.NewRat(2, k+3)
		rest := new(big.Rat).Sub(integer(1), theta)
		alpha = alpha.Plus(theta, weights).Times(rest).Plus(new(big.Rat).Mul(theta, theta), pMu)
		mu = new(big.Rat).Mul(mu, rest)
		pMu = around()
		weights = weights.mix(theta, pMu)
	}
}

// iterated is Algorithm 7 of RP14, which ends where ‖q‖ ≤ eps.
func (a hull) iterated(p values, bits int) (*BatchResult, error) {
	q, iterations := a.uniform(), 0
	for loop := 0; ; loop++ {
		square := q.Dot(a.image(q))
		if square.Cmp(new(big.Rat).Mul(p["eps"], p["eps"])) <= 0 {
			return &BatchResult{false, q, iterations, loop}, nil
		}
		sqGamma := new(big.Rat).Mul(p["gamma"], p["gamma"])
		r, err := a.from(q, square.Quo(square, sqGamma), bits)
		if err != nil {
			return nil, err
		}
		iterations += r.Iterations
		if r.Separator {
			return &BatchResult{true, r.Weights, iterations, loop + 1}, nil
		}
		q = r.Weights
	}
}

// simplexPoint is the point of Δ nearest v: max(v_i − t, 0) for the t at which they sum to 1.
func simplexPoint(v Vector) Vector {
	sorted := slices.Clone(v)
	slices.SortFunc(sorted, func(x, y *big.Rat) int { return y.Cmp(x) })
	sum, t := integer(-1), new(big.Rat)
	for i, x := range sorted {
		sum.Add(sum, x)
		next := new(big.Rat).Quo(sum, big.NewRat(int64(i+1), 1))
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

func shortWeights(k, bits int, weights Vector) error {
	for _, v := range weights {
		if n := max(v.Num().BitLen(), v.Denom().BitLen()); n > bits {
			return fmt.Errorf("iteration %d: a weight of %d bits, expected at most %d", k, n, bits)
		}
	}
	return nil
}
