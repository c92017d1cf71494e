package diameter

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

// images are points of ℓ2, one of each vector, whose squared distances bound the distances of the vectors in ℓp. The
// image of x has the coordinates v_i(x_i − c_i), from a centre c. In ℓ2 all v_i are 1. Else, where the coordinates
// are M_i = max x_i − min x_i wide, at most M = max M_i, let v_i² = (M_i/M)^{p−2}/M². For p > 2
//
//	(‖x−y‖_p/M)^p ≤ Σ v_i²(x_i−y_i)²,  as |t|^p ≤ M_i^{p−2}t² for |t| ≤ M_i,
//
// and for p < 2, by Hölder's inequality,
//
//	(‖x−y‖_p/M)² ≤ S Σ v_i²(x_i−y_i)²,  S = (Σ (M_i/M)^p)^{2/p−1}.
type images struct {
	p        float64
	scale    float64 // 1/M
	share    float64 // S
	rounding float64 // relative error of a square, and of a power of a distance, at most
}

// nearSquare returns a square such that, for p ≠ 2, pairs of images up to it are no farther apart than the length.
func (s *images) nearSquare(length float64) float64 {
	if s.p < 2 {
		return float64(length*s.scale*length*s.scale) * (1 - s.rounding) / s.share
	}
	return max(0, float64(vec.Power(length*s.scale, s.p)*(1-s.rounding))-1e-300) // 1e-300 covers powers that vanish
}

// length returns a length that no pair up to the square exceeds.
func (s *images) length(square float64) float64 {
	switch {
	case s.p == 2:
		return math.Sqrt(square) * (1 + 0x1p-50)
	case s.p < 2:
		return math.Sqrt(square*s.share) * (1 + s.rounding) / s.scale
	}
	return num.Pow(square, 1/s.p) * (1 + s.rounding) / s.scale
}

// coordinate holds the facts about one coordinate of all vectors.
type coordinate struct {
	low, high, c, v float64
	stored          int // the number of vectors that store it
	column          int // its place among the axes of a row, -1 if it is none
}

// survey returns the coordinates, and the axes among them: those that spread most, without constants.
func (f *finder) survey(p float64) (all []coordinate, axes []int) {
	for _, x := range f.x {
		for len(all) < x.Dim() {
			all = append(all, coordinate{low: math.Inf(1), high: math.Inf(-1), v: 1, column: -1})
		}
		for k, t := range x.Value {
			i := &all[x.Coordinate(k)]
			i.low, i.high, i.c, i.stored = min(i.low, t), max(i.high, t), i.c+t/float64(len(f.x)), i.stored+1
		}
	}
	f.images = images{p: p}
	widest := 0.0
	for k := range all {
		i := &all[k]
		if i.stored < len(f.x) { // 0 where it is not stored
			i.low, i.high = min(i.low, 0), max(i.high, 0)
		}
		if widest = max(widest, i.high-i.low); i.low < i.high {
			axes = append(axes, k)
		} else {
			i.v = 0
		}
	}
	if p != 2 {
		f.scale = min(1/widest, math.MaxFloat64)
		// Quotients, their powers, and the roots and weights that they are compared with have an error of a few units
		// times p; log t, which is above -745 where t^p is not 0, has an equal one; a sum has one unit a coordinate.
		f.rounding = (float64(16*p) + float64(4*len(all)) + 800) * 0x1p-52
		for _, k := range axes {
			width := (all[k].high - all[k].low) * f.scale
			f.share += vec.Power(width, p)
			all[k].v = num.Pow(width, float64(p/2)-1) * f.scale
		}
		f.share = num.Pow(max(1, f.share), 2/p-1)
	}
	spread := func(k int) float64 { return float64(all[k].stored) * all[k].v * (all[k].high - all[k].low) }
	slices.SortStableFunc(axes, func(i, j int) int { return cmp.Compare(spread(j), spread(i)) })
	axes = axes[:min(len(axes), mostAxes)]
	for column, k := range axes {
		all[k].column = column
	}
	return all, axes
}

// embed computes the rows of all vectors. The centre c is their mean, except in a coordinate that is no axis and that
// some vectors do not store, where it is 0: so only axes and stored coordinates have to be read. Each computed
// coordinate of an image has an error of 2 units of itself. Each square and inner product has an error of less than
// 4(d+8) units of the greatest square, for d coordinates, which is less than δ. The bounds in a row have room for δ,
// and so hold for the computed numbers.
func (f *finder) embed(p float64) {
	all, some := f.survey(p)
	open := 0.0 // ‖m‖² in the coordinates, without the axes, that a vector may not store
	for k := range all {
		if i := &all[k]; i.column < 0 && i.stored < len(f.x) {
			i.c, open = 0, open+float64(i.v*i.low*i.v*i.low)
		}
	}
	f.rows = make([][]float64, len(f.x))
	width := axes + len(some)
	numbers := make([]float64, len(f.x)*width)
	inParallel(len(f.x), 256, func(n int) {
		row := numbers[n*width : (n+1)*width]
		for column, k := range some {
			row[axes+column] = -all[k].v * all[k].c
		}
		others, fromCorner := 0.0, open
		for k, t := range f.x[n].Value {
			i := &all[f.x[n].Coordinate(k)]
			if e := i.v * (t - i.c); i.column >= 0 {
				row[axes+i.column] = e
			} else {
				m := i.v * (t - i.low)
				others, fromCorner = others+float64(e*e), fromCorner+float64(m*m)
			}
		}
		for column, k := range some {
			m := row[axes+column] + float64(all[k].v*(all[k].c-all[k].low))
			fromCorner += float64(m * m)
		}
		row[corner], row[residual], row[rho] = fromCorner, others, others+vec.Dot(row[axes:], row[axes:])
		f.rows[n] = row
	})
	most, stored := 0.0, 0
	for i, row := range f.rows {
		most, stored = max(most, row[rho], row[corner]), max(stored, len(f.x[i].Value))
	}
	delta := float64(16*(float64(float64(stored+mostAxes)*0x1p-53)+f.rounding)*most) + 1e-300
	for _, row := range f.rows {
		row[corner] += delta
		for _, k := range []int{rho, residual} {
			row[k] = math.Sqrt(row[k] + delta)
		}
	}
}

// inParallel calls f with 0…n−1 on all processors; each takes some numbers at a time.
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
