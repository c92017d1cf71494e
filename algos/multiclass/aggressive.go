package multiclass

import "slices"

// aggressive is k-best AMIRA over whatever has differences ΔΦ(x,y,z) = Φ(x,y) − Φ(x,z):
// classes, or outputs of any structure.
//
//	Z ← the k best z ≠ y by w·Φ(x,z)
//	Z ← {z ∈ Z : w·ΔΦ(x,y,z) ≤ 1−ε}
//	if Z ≠ ∅:
//	  w ← argmin ½‖w'−w‖²  s.t.  w'·ΔΦ(x,y,z) ≥ 1, z ∈ Z,  which is  w + Σ η_z ΔΦ(x,y,z)
//
// It implements ZH13, Algorithm 3.
type aggressive struct {
	epsilon float64
	k       int
	err     error

	f, gram, eta, r []float64 // of [Hildreth]
}

// outputs are the wrong outputs z of the present example.
type outputs interface {
	// violations are the w·ΔΦ of those of the k best whose w·ΔΦ is at most limit, the best first.
	violations(k int, limit float64) []float64
	// dot is ΔΦ_i·ΔΦ_j of the violations.
	dot(i, j int) float64
	// move makes w ← w + Σ η_i ΔΦ_i.
	move(eta []float64)
}

func newAggressive(epsilon float64, k int) aggressive {
	if !(epsilon > 0 && epsilon <= 1) {
		panic("multiclass: AMIRA needs 0 < epsilon <= 1")
	}
	if k < 1 {
		panic("multiclass: AMIRA needs at least one wrong class, k >= 1")
	}
	return aggressive{epsilon: epsilon, k: k}
}

// learn makes the update of an example, and reports whether there is one.
func (a *aggressive) learn(o outputs) bool {
	a.f, a.gram = a.f[:0], a.gram[:0]
	for _, score := range o.violations(a.k, 1-a.epsilon) {
		a.f = append(a.f, 1-score)
	}
	n := len(a.f)
	if n == 0 {
		return false
	}
	for i := range n {
		for j := range n {
			a.gram = append(a.gram, o.dot(i, j))
		}
	}
	a.eta, a.r = slices.Grow(a.eta[:0], n)[:n], slices.Grow(a.r[:0], n)[:n]
	if _, err := Hildreth(a.eta, a.r, a.gram, a.f); err != nil {
		a.err = err
		return false
	}
	o.move(a.eta)
	return true
}

// Err returns the quadratic program of an update that was not solved, and not made, nil while
// all is well.
func (a *aggressive) Err() error { return a.err }
