package kernel

import "marginlab/theory/vec"

// points are the points of a Gram matrix in the columns in which not all are 0, dense or
// sparse. x·z has the same bits in both forms.
type points struct {
	radial  bool  // they are measured by ‖x−z‖², else by x·z
	columns []int // in order
	sparse  bool
	present int       // coordinates that are not 0
	value   []float64 // of one point after the other

	// of sparse points:
	index []int     // of the values, in columns
	ends  []int     // of each point in value
	sq    []float64 // ‖x‖², with the bits of x·x unless radial
}

// isSparse reports whether n points with that many coordinates present, in d columns, are
// stored sparse: where that is faster, which is long after it takes less memory.
//
// Note: of two points a core takes 0.13 ns a column if they are dense, and 12 ns and
// 0.4 ns a coordinate present if they are sparse and in a block.
func isSparse(present, n, d int) bool { return 4*present < n*(d-96) }

// survey finds the form of the points.
func survey(x []vec.Vector, dim int, radial bool) points {
	p := points{radial: radial}
	is := make([]bool, dim)
	for _, x := range x {
		for k, v := range x.Value {
			if v != 0 {
				is[x.Coordinate(k)] = true
				p.present++
			}
		}
	}
	for j, u := range is {
		if u {
			p.columns = append(p.columns, j)
		}
	}
	p.sparse = isSparse(p.present, len(x), len(p.columns))
	return p
}

// bytes is the memory that n points take, and what they are measured with.
func (p *points) bytes(n int) int64 {
	d := int64(len(p.columns))
	if p.sparse {
		return 16*int64(p.present) + 16*int64(n) + 8*blockRows*d
	}
	return 8 * int64(n) * d
}

// place stores the points.
func (p *points) place(x []vec.Vector, dim int) {
	at := make([]int, dim) // the column
	for k, j := range p.columns {
		at[j] = k
	}
	if !p.sparse {
		d := len(p.columns)
		p.value = make([]float64, len(x)*d)
		for i, x := range x {
			for k, v := range x.Value {
				if v != 0 {
					p.value[i*d+at[x.Coordinate(k)]] = v
				}
			}
		}
		return
	}
	p.value, p.index = make([]float64, 0, p.present), make([]int, 0, p.present)
	p.ends, p.sq = make([]int, len(x)), make([]float64, len(x))
	full := make([]float64, len(p.columns))
	for i, x := range x {
		for k, v := range x.Value {
			if v != 0 {
				p.value, p.index = append(p.value, v), append(p.index, at[x.Coordinate(k)])
			}
		}
		p.ends[i] = len(p.value)
		stored := p.point(i)
		if p.radial {
			p.sq[i] = stored.SqNorm()
			continue
		}
		stored.AddTo(full, 1)
		p.sq[i] = vec.DotThin(stored, full)
		for _, j := range stored.Index {
			full[j] = 0
		}
	}
}

// point is x_i in the columns.
func (p *points) point(i int) vec.Vector {
	if !p.sparse {
		d := len(p.columns)
		return vec.Vector{Value: p.value[i*d : (i+1)*d]}
	}
	from, to := 0, p.ends[i]
	if i > 0 {
		from = p.ends[i-1]
	}
	return vec.Vector{Index: p.index[from:to], Value: p.value[from:to]}
}

// itself measures x_i with itself.
func (p *points) itself(i int) float64 {
	switch {
	case p.radial:
		return 0
	case p.sparse:
		return p.sq[i]
	}
	x := p.point(i).Value
	return vec.Dot(x, x)
}

// block is up to [blockRows] vectors, stored as the points are, that these are measured with.
type block struct {
	*points
	x    []vec.Vector
	sq   []float64   // ‖x‖², if the points are sparse
	full [][]float64 // the vectors, dense, if the points are sparse
}

// beside readies vectors.
func (p *points) beside(x ...vec.Vector) block {
	b := block{points: p, x: x}
	for _, x := range x {
		if p.sparse {
			b.sq = append(b.sq, x.SqNorm())
			b.full = append(b.full, x.Densify(len(p.columns)).Value)
		}
	}
	return b
}

// measure returns x·x_j or ‖x−x_j‖² of each of the vectors x.
func (b block) measure(j int) (s [blockRows]float64) {
	z := b.point(j)
	for r, x := range b.x {
		switch {
		case b.sparse:
			s[r] = vec.DotThin(z, b.full[r])
			if b.radial {
				s[r] = apart(x, b.sq[r], z, b.points.sq[j], s[r])
			}
		case b.radial:
			s[r] = vec.SqDistDense(x.Value, z.Value)
		default:
			s[r] = vec.Dot(x.Value, z.Value)
		}
	}
	return s
}

// apart returns ‖x−z‖² of sparse vectors, given their squared norms and x·z: from these
// where at least a quarter of ‖x‖² + ‖z‖² is left, and else from the differences. Its
// rounding is so at most four times that of the squared norms, relatively.
func apart(x vec.Vector, xx float64, z vec.Vector, zz, xz float64) float64 {
	sum := xx + zz
	if apart := sum - float64(2*xz); apart >= sum/4 {
		return apart
	}
	return vec.SqDist(x, z)
}
