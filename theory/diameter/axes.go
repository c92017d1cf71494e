package diameter

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

const (
	minAxes, maxAxes = 4, 32 // orthonormal axes of the projection P
	wide             = 16    // times the coordinates of a vector are too many for c and m
	together         = 256   // vectors that a processor embeds at a time
)

// embed finds the rows of all vectors. P(x−c) is found by Gram–Schmidt with pivoting: each axis
// points from c to the vector with the largest residual, a. All is computed from squared distances to
// c and to the pivots,
//
//	p(x) = (r(x)² + r(a)² − ‖(I−P)(x−a)‖²) / 2r(a),
//
// so that a far translation of the data costs no digits, and sparse vectors stay sparse. It stops
// when the residuals of most pairs are too small for the best.
//
// Rounding leaves numbers p_l(x) that are nearly projections, and the bound holds for them. Let
// K_xy = (x−c)·(y−c) and S_xy = K_xy − Σ_l p_l(x)p_l(y), but S_xy = 0 where x or y is a pivot: there
// Σ_l p_l p_l is off K by δ at most, however many axes there are, because ‖(I−P)(x−a)‖² is computed
// from ‖x−a‖² for each. Let w_x be the multipliers that make x of the pivots, Σ_k w_xk p(a_k) = p(x),
// and z_x = x−c − Σ_k w_xk (a_k−c). Then S_xy is z_x·z_y up to δ h_x h_y with h_x = 1 + Σ_k |w_xk|,
// and by Cauchy and Schwarz
//
//	‖x−y‖² = ‖P(x−y)‖² + S_xx − 2S_xy + S_yy ≤ ‖P(x−y)‖² + (r(x)+r(y))²,  r(x)² = S_xx + 2δ h_x².
func (f *finder) embed(p float64) {
	stored := 0
	for _, x := range f.x {
		stored = max(stored, len(x.Value))
	}
	low, high := corners(f.x)
	f.space = spaceOf(p, low, high)
	c := make([]float64, len(low)) // the mean, or the origin where the mean has too many coordinates
	if len(c) <= wide*stored {
		for _, x := range f.x {
			x.AddTo(c, 1/float64(len(f.x)))
		}
	}
	centre, m := f.like(c), f.like(low)
	fromCentre := f.squares(centre)
	most := slices.Max(fromCentre)
	// A computed squared distance, at most 4·most, is off by a relative 2·off at most. So is ‖x−c‖²,
	// and half the sum of two of them and of ‖x−a‖² is off by 10·off·most. Each axis adds less than
	// 2⁻⁴⁹·most, and off is above maxAxes·2⁻⁵³. Squares of the smallest numbers vanish altogether.
	off := float64(float64(max(stored, len(centre.Value), len(m.Value))+maxAxes)*0x1p-53) + f.rounding
	delta := 0.
	if most > 0 {
		delta = float64(16*off*most) + 1e-300
	}
	rr := slices.Clone(fromCentre)
	var columns [][]float64
	var pivots []int
	for len(columns) < maxAxes {
		a := floats.MaxIdx(rr)
		// An axis through a residual that is mostly rounding would not be orthogonal to the others.
		if rr[a] <= 1e-8*most || len(columns) >= minAxes && 8*num.Sum(rr)/float64(len(rr)) <= f.best() {
			break
		}
		p := f.project(a, rr, columns)
		for _, b := range pivots {
			p[b] = 0
		}
		columns, pivots, rr[a] = append(columns, p), append(pivots, a), 0
	}
	fromCorner := make([]float64, len(f.x))
	if len(m.Value) > wide*stored {
		floats.AddConst(math.Inf(1), fromCorner) // m is far from all, and bounds nothing
	} else {
		fromCorner = f.squares(m)
		floats.Scale(1+float64(8*off), fromCorner)
		floats.AddConst(1e-300, fromCorner)
	}
	f.width = axes + len(columns)
	f.rows = make([]float64, len(f.x)*f.width)
	inParallel(len(f.x), together, func(i int) {
		row, h := f.row(i), leverage(columns, pivots, i)
		row[rho], row[corner] = math.Sqrt(fromCentre[i]+delta), fromCorner[i]
		row[residual] = math.Sqrt(max(0, rr[i]) + float64(4*h*h*delta)) // rr is S_xx, and a bound rounded, up to δ
		for l, p := range columns {
			row[axes+l] = p[i]
		}
	})
}

// project returns the coordinates on a new axis through x_a, orthogonal to the axes before, and takes
// them from the squared residuals rr. It measures the vector that is farthest from x_a.
func (f *finder) project(a int, rr []float64, columns [][]float64) []float64 {
	p, aa := f.squares(f.x[a]), rr[a]
	if from := f.split; from < len(f.x) && a < from {
		f.measure(from+floats.MaxIdx(p[from:]), a)
	} else {
		f.measure(floats.MaxIdx(p[:from]), a)
	}
	for i, dd := range p {
		for _, c := range columns {
			e := c[i] - c[a]
			dd -= float64(e * e)
		}
		p[i] = (rr[i] + aa - dd) / (2 * math.Sqrt(aa))
		rr[i] -= float64(p[i] * p[i])
	}
	return p
}

// leverage returns h of vector i, from the coordinates of the pivots, a triangle.
func leverage(columns [][]float64, pivots []int, i int) float64 {
	var w [maxAxes]float64
	h := 1.0
	for l := len(pivots) - 1; l >= 0; l-- {
		p := columns[l]
		rest := p[i]
		for m := l + 1; m < len(pivots); m++ {
			rest -= float64(w[m] * p[pivots[m]])
		}
		w[l] = rest / p[pivots[l]]
		h += math.Abs(w[l])
	}
	return h
}

// squares returns the squared distances of all vectors from v, 0 once the search is stopped.
func (f *finder) squares(v vec.Vector) []float64 {
	dd := make([]float64, len(f.x))
	if f.settle(0); !f.stopped.Load() {
		inParallel(len(dd), together, func(i int) { dd[i] = f.square(f.x[i], v) })
	}
	return dd
}

// like returns v sparse if the vectors are.
func (f *finder) like(v []float64) vec.Vector {
	if f.x[0].IsSparse() {
		return vec.Dense(v...).Sparsify()
	}
	return vec.Dense(v...)
}

// corners returns the least and the largest of every coordinate.
func corners(x []vec.Vector) (low, high []float64) {
	for _, v := range x {
		for len(low) < v.Dim() {
			low, high = append(low, math.Inf(1)), append(high, math.Inf(-1))
		}
	}
	seen := make([]int, len(low))
	for _, v := range x {
		for k, t := range v.Value {
			i := v.Coordinate(k)
			low[i], high[i] = min(low[i], t), max(high[i], t)
			seen[i]++
		}
	}
	for i, n := range seen {
		if n < len(x) { // 0 where it is not stored
			low[i], high[i] = min(low[i], 0), max(high[i], 0)
		}
	}
	return low, high
}

// inParallel calls f with 0…n−1, from all processors, each of which takes some at a time.
func inParallel(n, some int, f func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+some-1)/some) {
		workers.Go(func() {
			for from := int(next.Add(int64(some))) - some; from < n; from = int(next.Add(int64(some))) - some {
				for i := from; i < min(from+some, n); i++ {
					f(i)
				}
			}
		})
	}
	workers.Wait()
}
