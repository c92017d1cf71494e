package multiclass

import "slices"

// update is what k-best AMIRA does at an example, in terms of the scores s_z =
// w^(z)·x and of ‖x‖² alone:
//
//	Z ← the k best z ≠ y, those with w·ΔΦ = s_y − s_z ≤ 1−ε
//	w ← argmin ½‖w'−w‖²  s.t.  w'·ΔΦ(x,y,z) ≥ 1, z ∈ Z
//	  = w + Σ η_z ΔΦ(x,y,z):  w^(y) += Σ η_z x,  w^(z) −= η_z x
//
// with the Gram matrix ΔΦ_z·ΔΦ_z' = ‖x‖²(1 + δ_zz') and F_z = 1 − w·ΔΦ_z. It
// implements amira.txt, Algorithm 3; with k = 1, Algorithm 2, where η is
// (1 − w·ΔΦ)/2‖x‖². Of equal scores the lower class is the better.
type update struct {
	epsilon float64
	k       int
	z       []int // Z, from the greatest score on
	eta     []float64
	r, f    []float64
	gram    []float64
	scores  []float64 // of all classes, at the present example
	err     error
}

func newUpdate(classes int, epsilon float64, k int) update {
	checkClasses(classes)
	if !(epsilon > 0 && epsilon <= 1) {
		panic("multiclass: AMIRA needs 0 < epsilon <= 1")
	}
	if k < 1 {
		panic("multiclass: AMIRA needs at least one wrong class, k >= 1")
	}
	k = min(k, classes-1)
	return update{
		epsilon: epsilon, k: k,
		z: make([]int, 0, k), eta: make([]float64, k), r: make([]float64, k), f: make([]float64, k),
		scores: make([]float64, classes),
	}
}

// Classes implements [Learner].
func (u *update) Classes() int { return len(u.scores) }

// Err implements [Learner]: the quadratic program of an update that was not
// solved, and not made.
func (u *update) Err() error { return u.err }

// solve finds Z and η at an example of class y with ‖x‖² = xx, and reports
// whether there is something to update. x = 0 changes nothing.
func (u *update) solve(y int, xx float64) bool {
	u.choose(y)
	n := len(u.z)
	if n == 0 || xx == 0 {
		return false
	}
	u.gram = slices.Grow(u.gram[:0], n*n)[:n*n]
	for i, z := range u.z {
		for j := range n {
			u.gram[i*n+j] = xx
		}
		u.gram[i*n+i] = 2 * xx
		u.f[i] = 1 - (u.scores[y] - u.scores[z])
	}
	if _, err := Hildreth(u.eta[:n], u.r[:n], u.gram, u.f[:n]); err != nil {
		u.err = err
		return false
	}
	return true
}

// choose makes z the violations among the k best wrong classes: as violations
// have the greatest scores, the k best of them all.
func (u *update) choose(y int) {
	u.z = u.z[:0]
	for z, s := range u.scores {
		if z == y || !(u.scores[y]-s <= 1-u.epsilon) {
			continue
		}
		at := len(u.z)
		for at > 0 && u.scores[u.z[at-1]] < s {
			at--
		}
		if at < u.k {
			u.z = slices.Insert(u.z[:min(len(u.z), u.k-1)], at, z)
		}
	}
}

// apply makes w ← w + Σ η_z ΔΦ(x,y,z), where add makes w^(c) ← w^(c) + αx.
func (u *update) apply(y int, add func(c int, alpha float64)) {
	var d float64 // d_t = Σ η_z
	for i, z := range u.z {
		if eta := u.eta[i]; eta > 0 {
			add(z, -eta)
			d += eta
		}
	}
	add(y, d)
}
