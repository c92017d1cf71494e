package theory

import (
	"math"
	"math/rand/v2"

	"marginlab/theory/floats"
	"marginlab/theory/libm"
	"marginlab/theory/vec"
)

// KappaLower searches ℝ^dim for a pair u, z of κ∘(δ,η) of the norm n, nil for ℓ2, with
// a great min_{β∈[0,1]} ‖u−βz‖, which is a lower end of κ∘. It returns the pair, with
// ‖u‖ = 1, ‖z‖ ≤ δ and ℓ(u)·z ≥ η up to rounding, and the value that it certifies:
// for any ‖w‖∗ ≤ 1,
//
//	min_{β∈[0,1]} ‖u−βz‖ ≥ min_{β∈[0,1]} w·(u−βz) = w·u − max(0, w·z),
//
// with equality at w = ℓ(u−βz) for the best β. For an inner product, in two dimensions
// or more, the pair is one of the maximum, and the value is [Kappa0]. Where no pair is
// feasible the value is −Inf. It panics if dim < 1, or not the norm's.
//
// A search makes that many tries of a local one, from pairs of structure (axes,
// diagonals) and then from random ones of the seed. At a feasible pair, a shorter z in
// its direction is no worse, and with ℓ(u)·z = η a longer one is no worse: of z = ηu +
// th with ℓ(u)·h = 0 all ‖u−βz‖ rise with |t|, being convex in t with slope 0 at 0.
// So the search is over u and h alone, with t ≥ 0 greatest.
func KappaLower(n vec.Norm, dim int, delta, eta float64, tries int, seed uint64) (value float64, u, z []float64) {
	if n == nil {
		n = vec.L2{}
	}
	if dim < 1 {
		panic("theory: no pair u, z in less than one dimension")
	}
	if max(0, eta) > delta {
		return math.Inf(-1), nil, nil
	}
	if p, ok := n.(*vec.Pullback); ok {
		if dim != p.Dim() {
			panic("theory: the norm is of another dimension")
		}
		value, u, z = KappaLower(p.Base(), dim, delta, eta, tries, seed)
		back := p.Dual().(*vec.Pullback) // by A⁻ᵀ, whose adjoint is A⁻¹
		back.Adjoint(u, u)
		back.Adjoint(z, z)
		return value, u, z
	}
	s := pairs{n: n, delta: delta, eta: max(0, eta), u: make([]float64, dim), z: make([]float64, dim)}
	for _, room := range []*[]float64{&s.w, &s.at, &s.h} {
		*room = make([]float64, dim)
	}
	s.room = make([]float64, 4*dim)
	if Euclidean.Include(n) || eta <= 0 || dim == 1 { // any u and h that are orthogonal
		start := make([]float64, 2*dim)
		start[0], start[2*dim-1] = 1, 1
		return s.value(start), s.u, s.z
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	best, value := []float64(nil), math.Inf(-1)
	for try := range tries {
		if at, v := s.climb(s.start(rng, try), rng); v > value {
			best, value = at, v
		}
	}
	if best == nil {
		return value, nil, nil
	}
	return s.value(best), s.u, s.z
}

// pairs are u, z at which κ∘(δ,η) is searched, by two directions, of u and h.
type pairs struct {
	n              vec.Norm
	delta, eta     float64
	u, z           []float64 // the pair last looked at
	w, at, h, room []float64
}

// value is what the pair of the directions certifies, −Inf if they make none.
func (s *pairs) value(directions []float64) float64 {
	d := len(s.u)
	copy(s.u, directions[:d])
	floats.Scale(1/s.n.Of(s.u), s.u)
	s.n.Grad(s.w, s.u)
	copy(s.h, directions[d:])
	for range 2 { // the second time takes what rounding left
		floats.Scale(1/s.n.Of(s.h), s.h)
		floats.AddScaled(s.h, -floats.Dot(s.w, s.h), s.u) // ℓ(u)·u = 1
	}
	if !(s.n.Of(s.h) > 0.1) {
		clear(s.h) // h was in the direction of u
	}
	longer := func(t float64) bool {
		copy(s.z, s.u)
		floats.Scale(s.eta, s.z)
		floats.AddScaled(s.z, t, s.h)
		return s.n.Of(s.z) > s.delta
	}
	low, high := 0.0, 10*(s.delta+s.eta) // ‖z‖ ≥ t/10 − η
	for range 60 {
		if t := low + float64((high-low)/2); longer(t) {
			high = t
		} else {
			low = t
		}
	}
	longer(low)
	beta := vec.LeastNorm(s.n, s.u, s.z, s.room)
	floats.AddScaledTo(s.at, s.u, -beta, s.z)
	s.n.Grad(s.w, s.at)
	v := floats.Dot(s.w, s.u) - max(0, floats.Dot(s.w, s.z))
	if math.IsNaN(v) { // a direction is 0
		return math.Inf(-1)
	}
	return max(0, v) // a norm, but for rounding
}

// start are the directions of a try: of structure first, random after them.
func (s *pairs) start(rng *rand.Rand, try int) []float64 {
	d := len(s.u)
	start := make([]float64, 2*d)
	u, h := start[:d], start[d:]
	switch try {
	case 0: // two axes
		u[0], h[d-1] = 1, 1
	case 1: // the diagonal, and one across
		for i := range u {
			u[i] = 1
		}
		h[0], h[d-1] = 1, -1
	case 2: // a diagonal of all axes but one, and that
		for i := range d - 1 {
			u[i] = 1
		}
		h[d-1] = 1
	case 3: // near an axis
		u[0], u[d-1], h[d-1] = 1, 1e-3, -1
	default:
		for i := range start {
			start[i] = libm.Normal(rng)
		}
	}
	return start
}

// climb takes random steps from the directions, longer after a gain and shorter
// after none, until they are very short, or many.
func (s *pairs) climb(from []float64, rng *rand.Rand) (at []float64, value float64) {
	at, value = from, s.value(from)
	next := make([]float64, len(at))
	step := 0.5
	for n := 0; step > 1e-7 && n < 1000; n++ {
		for i, v := range at {
			next[i] = v + float64(step*libm.Normal(rng))
		}
		if v := s.value(next); v > value {
			at, next, value = next, at, v
			step *= 1.6
		} else {
			step *= 0.85
		}
	}
	return at, value
}
