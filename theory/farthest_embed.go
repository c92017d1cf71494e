package theory

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

const (
	minAxes, maxAxes = 4, 32 // orthonormal axes of the projection P
	samples          = 8     // vectors that the centre c is the mean of
)

// embed finds the coordinates of all vectors by Gram–Schmidt with pivoting: each
// axis points from c to the vector with the largest residual, a. All is computed
// from squared distances to c and to the pivots,
//
//	p(x) = (r(x)² + r(a)² − ‖(I−P)(x−a)‖²) / 2r(a),
//
// so that a far translation of the data costs no digits, and sparse vectors stay
// sparse. It stops when the residuals of most pairs are too small for the best.
//
// Rounding leaves numbers p_l(x) that are nearly projections, and the bound holds for
// them. Let K_xy = (x−c)·(y−c) and S_xy = K_xy − Σ_l p_l(x)p_l(y), but S_xy = 0 where x or y
// is a pivot: there Σ_l p_l p_l is off K by δ at most, however many axes there are, because
// ‖(I−P)(x−a)‖² is computed from ‖x−a‖² for each. Let w_x be the multipliers that make x of
// the pivots, Σ_k w_xk p(a_k) = p(x), and z_x = x−c − Σ_k w_xk (a_k−c). Then S_xy is z_x·z_y up
// to δ h_x h_y with h_x = 1 + Σ_k |w_xk|, and by Cauchy and Schwarz
//
//	‖x−y‖² = ‖P(x−y)‖² + S_xx − 2S_xy + S_yy ≤ ‖P(x−y)‖² + (r(x)+r(y))²,  r(x)² = S_xx + 2δ h_x².
func (f *finder) embed() {
	stored := 0
	for _, v := range f.x {
		stored = max(stored, len(v.Value))
	}
	rr := f.centred()
	if f.stopped.Load() {
		return
	}
	most := slices.Max(rr)
	// A computed squared distance, at most 4·most, is off by a relative stored·2⁻⁵² at most,
	// one made of powers by more: the ‖x−c‖² by 8 off·most with what they are summed from, and
	// half the sum of two of them and of ‖x−a‖² by 10. Each axis adds less than 2⁻⁴⁹·most, and
	// off is above maxAxes·2⁻⁵³. Squares of the smallest numbers vanish altogether.
	off := float64(float64(stored+maxAxes) * 0x1p-53)
	if f.powers != nil {
		off += f.powers.rounding
	}
	if most > 0 {
		f.slack = float64(16*off*most) + 1e-300 // δ
	}
	f.rho = make([]float64, len(f.x))
	for k := range rr {
		f.rho[k] = math.Sqrt(rr[k] + f.slack)
	}
	f.fromCorner(off, stored)
	var pivots []int
	for len(f.p) < maxAxes && !f.stopped.Load() {
		a := floats.MaxIdx(rr)
		// An axis through a residual that is mostly rounding would not be
		// orthogonal to the others.
		if rr[a] <= 1e-8*most || len(f.p) >= minAxes && 8*num.Sum(rr)/float64(len(rr)) <= f.best.Load().best {
			break
		}
		p := f.project(a, rr)
		for _, b := range pivots {
			p[b] = 0
		}
		f.p, pivots, rr[a] = append(f.p, p), append(pivots, a), 0
	}
	if f.stopped.Load() {
		return
	}
	f.r = rr
	inParallel(len(rr), func(k int) {
		h := f.lever(pivots, k)
		f.r[k] = math.Sqrt(max(0, rr[k]) + float64(3*h*h*f.slack)) // rr[k] is S_xx up to δ
	})
	for k := range rr {
		f.unit = max(f.unit, f.sqNorm(k))
	}
	if f.unit == 0 {
		f.unit = 1 // one point
	}
	f.own = f.newOwn()
}

// lever is h of vector k, from the coordinates of the pivots, a triangle.
func (f *finder) lever(pivots []int, k int) float64 {
	var w [maxAxes]float64
	h := 1.0
	for l := len(pivots) - 1; l >= 0; l-- {
		p := f.p[l]
		rest := p[k]
		for m := l + 1; m < len(pivots); m++ {
			rest -= float64(w[m] * p[pivots[m]])
		}
		w[l] = rest / p[pivots[l]]
		h += math.Abs(w[l])
	}
	return h
}

// sqNorm is ‖P(x−c)‖² + r(x)² of vector k.
func (f *finder) sqNorm(k int) float64 {
	sum := f.r[k] * f.r[k]
	for _, p := range f.p {
		sum += float64(p[k] * p[k])
	}
	return sum
}

// squares returns the squared distances of all vectors from one of them, and measures
// the largest. Once the search is stopped they are zeros.
func (f *finder) squares(a int) []float64 {
	dd := make([]float64, len(f.x))
	if f.ended() {
		return dd
	}
	inParallel(len(dd), func(i int) { dd[i] = f.square(f.x[i], f.x[a]) })
	from, to := 0, len(f.x)
	if a < f.split && f.split < to {
		from = f.split
	} else if f.split < to {
		to = f.split
	}
	f.measure(from+floats.MaxIdx(dd[from:to]), a)
	return dd
}

// ended reports whether the search is stopped, and asks the watcher.
func (f *finder) ended() bool {
	if !f.stopped.Load() && !f.settled(0) {
		f.stopped.Store(true)
	}
	return f.stopped.Load()
}

// inParallel calls f with 0…n−1, from all processors.
func inParallel(n int, f func(i int)) {
	const few = 256
	parts := max(1, min(runtime.GOMAXPROCS(0), n/few))
	var workers sync.WaitGroup
	for k := range parts {
		workers.Go(func() {
			for i := k * n / parts; i < (k+1)*n/parts; i++ {
				f(i)
			}
		})
	}
	workers.Wait()
}

// fromCorner measures ‖x−m‖². Where all is in whole numbers nothing is rounded. Sparse vectors of
// few numbers that reach below 0 in many coordinates are far from m, which bounds nothing then.
func (f *finder) fromCorner(off float64, stored int) {
	low, _ := corners(f.x)
	m := vec.Dense(low...)
	if f.x[0].IsSparse() {
		m = m.Sparsify()
	}
	if f.q = make([]float64, len(f.x)); len(m.Value) > 2*stored {
		for i := range f.q {
			f.q[i] = math.Inf(1)
		}
	} else {
		inParallel(len(f.q), func(i int) { f.q[i] = f.square(f.x[i], m) })
	}
	whole := f.powers == nil && slices.Max(f.q) < 1<<52 && !slices.ContainsFunc(f.x, func(v vec.Vector) bool {
		return slices.ContainsFunc(v.Value, func(t float64) bool { return t != math.Trunc(t) })
	})
	if f.grain = 1; !whole {
		f.grain, f.speck = 1+float64(8*off), 1e-300
	}
}

// sample is the position of s_k of m.
func (f *finder) sample(k, m int) int { return k * len(f.x) / m }

// centred returns ‖x−c‖² of every x, for c the mean of m of them, s_1…s_m:
//
//	‖x−c‖² = (1/m) Σ_k ‖x−s_k‖² − (1/m²) Σ_{k<l} ‖s_k−s_l‖².
func (f *finder) centred() []float64 {
	rr := make([]float64, len(f.x))
	m := min(samples, len(f.x))
	for k := range m {
		for i, dd := range f.squares(f.sample(k, m)) {
			rr[i] += dd / float64(m)
		}
	}
	// The first sums at s_1…s_m count every pair of them twice.
	spread := 0.0
	for k := range m {
		spread += rr[f.sample(k, m)] / float64(2*m)
	}
	for i := range rr {
		rr[i] = max(0, rr[i]-spread)
	}
	return rr
}

// project returns the coordinates on a new axis through x_a, orthogonal to
// the axes before, and takes them from the squared residuals rr.
func (f *finder) project(a int, rr []float64) []float64 {
	aa := rr[a]
	p := f.squares(a)
	for k, dd := range p {
		for _, c := range f.p {
			e := c[k] - c[a]
			dd -= float64(e * e)
		}
		p[k] = (rr[k] + aa - dd) / (2 * math.Sqrt(aa))
	}
	for k, t := range p {
		rr[k] -= float64(t * t)
	}
	return p
}
