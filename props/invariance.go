package props

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// mapped is c with the points f(x), stored as c's are.
func (c Case) mapped(f func([]float64) []float64) Case {
	stream := make([]theory.Example, len(c.Stream))
	for t, e := range c.Stream {
		x := vec.Dense(f(expand(e.X, c.Dim))...)
		if e.X.IsSparse() {
			x = x.Sparsify()
		} else if n := len(e.X.Value); norm(x.Value[n:]) == 0 {
			x.Value = x.Value[:n]
		}
		stream[t] = theory.Example{X: x, Y: e.Y}
	}
	c.Stream = stream
	return c
}

// TranslationInvariance: OMM's and PUMMA's γ_t, predictions and updates are the same on x+u
// as on x (omm.txt, Remark 3.4), to a relative 1e-6 in γ_t for ‖u‖ up to 10⁶·D.
func TranslationInvariance(c Case) error { _, err := translation(c); return err }

func translation(c Case) (comparison, error) {
	c = c.stored(vec.Vector.Clone) // far from the origin nothing is sparse
	move := func(x []float64) []float64 { return along(x, 1, c.U) }
	return likeness{first: c, second: c.mapped(move), f: 1, slack: 1e-6, move: move}.check()
}

// ReflectionInvariance: on the stream turned by x ↦ ‖v‖²x − 2(v·x)v, a
// reflection times ‖v‖², predictions and updates stay, and γ_t and a_t are
// multiplied by ‖v‖².
func ReflectionInvariance(c Case) error { _, err := reflection(c); return err }

func reflection(c Case) (comparison, error) {
	turned, f := c, 1.0
	for _, v := range c.V {
		if vv := dot(v, v); vv > 0 {
			turned = turned.mapped(func(x []float64) []float64 {
				return along(along(make([]float64, len(x)), vv, x), -2*dot(v, x), v)
			})
			f *= vv
		}
	}
	turned.Learner = c.Learner.Scaled(f)
	return likeness{first: c, second: turned, f: f, slack: 1e-9}.check()
}

// ScaleEquivariance: on cx predictions and updates are those on x, and γ_t and
// a_t are c times as large; bit by bit if c is a power of two.
func ScaleEquivariance(c Case) error { _, err := scaling(c); return err }

func scaling(c Case) (comparison, error) {
	move := func(x []float64) []float64 { return along(make([]float64, len(x)), c.C, x) }
	big := c.mapped(move)
	big.Learner = c.Learner.Scaled(c.C)
	f, _ := math.Frexp(c.C)
	return likeness{first: c, second: big, f: c.C, slack: 1e-9, exact: f == 0.5 && !isNaive(c.Learner), move: move}.check()
}

// AxesAreNoMatter: in ℓp a learner does on the stream with its coordinates in another
// order and some of them turned round what it does on the stream: these are the
// isometries of ℓp, p ≠ 2. It takes the first v for the order and the signs.
func AxesAreNoMatter(c Case) error { _, err := axes(c); return err }

func axes(c Case) (comparison, error) {
	order := make([]int, c.Dim)
	for i := range order {
		order[i] = i
	}
	v := make([]float64, c.Dim)
	if len(c.V) > 0 {
		copy(v, c.V[0])
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(v[i], v[j]) })
	move := func(x []float64) []float64 {
		y := slices.Clone(x) // one that the learner appends stays where it is
		for k, i := range order {
			if y[k] = x[i]; v[i] < 0 {
				y[k] = -x[i]
			}
		}
		return y
	}
	return likeness{first: c, second: c.mapped(move), f: 1, slack: 1e-9, move: move}.check()
}

// MahalanobisIsL2: in the norm √(xᵀMx), M = LLᵀ, a learner does what it does in ℓ2 on
// the points Lᵀx.
func MahalanobisIsL2(c Case) error { _, err := mahalanobis(c); return err }

func mahalanobis(c Case) (comparison, error) {
	in := c.metric()
	c = c.stored(vec.Vector.Clone)
	images := c.mapped(in.image)
	images.M = nil
	var err error
	if images.Learner, err = algos.Parse(c.Learner.String()); err != nil {
		return comparison{}, err
	}
	return likeness{first: c, second: images, f: 1, slack: 1e-9, move: in.image}.check()
}

// scales reports whether the learner does the same on cx as on x.
func scales(s *algos.Spec) bool { return !in(s, "randomized(printed)") }

// StorageIsNoMatter: on the stream stored as sparse vectors a learner does what
// it does on the stream stored as dense ones, to 1e-9.
func StorageIsNoMatter(c Case) error { _, err := storing(c); return err }

func storing(c Case) (comparison, error) {
	full, thin := c.stored(vec.Vector.Clone), c.stored(vec.Vector.Sparsify)
	return likeness{first: full, second: thin, f: 1, slack: 1e-9, move: slices.Clone[[]float64]}.check()
}

// stored is c with its points as store makes them of dense ones.
func (c Case) stored(store func(vec.Vector) vec.Vector) Case {
	stream := make([]theory.Example, len(c.Stream))
	for t, e := range c.Stream {
		stream[t] = theory.Example{X: store(vec.Dense(expand(e.X, c.Dim)...)), Y: e.Y}
	}
	c.Stream = stream
	return c
}

// LabelSwap: with all labels swapped OMM's v₊ and v₋ swap, after every step, so
// that γ_t, a_t and the updates stay. The predictions after the opening are
// swapped except at w·x+b = 0, where both are +1 because sign(0) = +1; in the
// opening both runs predict +1 on x_1, and y_1 of their own after that.
func LabelSwap(c Case) error {
	swapped := c
	swapped.Stream = nil
	for _, e := range c.Stream {
		swapped.Stream = append(swapped.Stream, theory.Example{X: e.X, Y: -e.Y})
	}
	a, err := watch(c)
	if err != nil {
		return err
	}
	b, err := watch(swapped)
	if err != nil {
		return err
	}
	if len(a) != len(b) {
		return fmt.Errorf("%d steps after the opening, %d with the labels swapped", len(a), len(b))
	}
	rho := c.Learner.Params()["rho"]
	for i, m := range a {
		s := b[i]
		// The dense form adds the same numbers, with the other sign; the sparse
		// one in another order, and the solver takes another way.
		slack := 0.0
		slackA := 0.0 // of a_t: a w that a solver finds is known less well than γ_t
		if isNaive(c.Learner) || c.metric().euclidean() && c.Stream[0].X.IsSparse() {
			slack = m.noise * (1 + norm(m.x)/m.g)
		}
		if slackA = slack; isNaive(c.Learner) && !m.in.euclidean() {
			slackA += math.Abs(m.a - s.a)
		}
		tied := (near(m.A(), rho*m.g, slackA) || !m.in.euclidean() && near(m.A(), 0, slackA)) && slack > 0
		switch {
		case slack == 0 && (distance(m.p, s.n) > 0 || distance(m.n, s.p) > 0):
			return fmt.Errorf("t=%d: v+, v- = %v, %v, and %v, %v with the labels swapped", m.t, m.p, m.n, s.p, s.n)
		case !near(m.Gamma(), s.Gamma(), slack), !near(m.A(), s.A(), slackA), m.Updated != s.Updated && !tied:
			return fmt.Errorf("t=%d: gamma_t, a_t = %v, %v (updated: %v), and %v, %v (%v) with the labels swapped", m.t, m.Gamma(), m.A(), m.Updated, s.Gamma(), s.A(), s.Updated)
		case m.Predicted == s.Predicted && math.Abs(m.A()) > slackA, m.Predicted != s.Predicted && slack == 0 && m.Score == 0:
			return fmt.Errorf("t=%d: predicted %+d at a_t = %v, and %+d with the labels swapped", m.t, m.Predicted, m.A(), s.Predicted)
		case tied:
			return nil // rounding decides what comes after
		}
	}
	return nil
}
