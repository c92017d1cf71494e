package vec

import "slices"

// Present holds the coordinates that some vectors store, in blocks of the length of a sum's lanes. The zero value has
// none.
type Present struct{ blocks []bool }

// Add adds the coordinates of x, and reports whether there are new blocks.
func (p *Present) Add(x Vector) (more bool) {
	p.blocks = append(p.blocks, make([]bool, max(0, x.Dim()/lanes+1-len(p.blocks)))...)
	for k := range x.Value {
		is := &p.blocks[x.Coordinate(k)/lanes]
		more, *is = more || !*is, true
	}
	return more
}

// Narrow returns the space of the blocks that are present, of dim dimensions.
func (p *Present) Narrow(dim int) *Narrow {
	n, last := &Narrow{whole: dim}, dim/lanes
	for block := range last + 1 {
		if block == 0 || block == last || block < len(p.blocks) && p.blocks[block] {
			n.blocks = append(n.blocks, block)
		}
	}
	n.dim = (len(n.blocks)-1)*lanes + dim%lanes
	return n
}

// Narrow is a space without most of the coordinates that no vector stores. The others stay in their lanes: where a
// sum of [Dot] or [SqDist] in the whole space adds the zeros of a block, the sum here skips it, and has the same
// bits. The same is true of norms of ℓ2. In other ℓp powers are summed in halves, which are different here, and the
// last bits may differ.
//
// The first block is always kept, and so is an incomplete block at the end.
type Narrow struct {
	whole, dim int
	blocks     []int // the kept blocks of the whole space, in order
}

// Dim returns the dimension of the space.
func (n *Narrow) Dim() int { return n.dim }

// Whole returns the dimension of the whole space.
func (n *Narrow) Whole() int { return n.whole }

// Of returns x in the space, with shared values. It panics if x has a coordinate that is left out.
func (n *Narrow) Of(x Vector) Vector {
	if x.Index == nil {
		if block := max(0, len(x.Value)-1) / lanes; len(x.Value) > n.dim || n.blocks[block] != block {
			panic(outside)
		}
		return x
	}
	index := make([]int, len(x.Index))
	for k, i := range x.Index {
		block, kept := slices.BinarySearch(n.blocks, i/lanes)
		if !kept || i >= n.whole {
			panic(outside)
		}
		index[k] = block*lanes + i%lanes
	}
	return Vector{Index: index, Value: x.Value}
}

const outside = "vec: a vector has a coordinate that the narrow space has not"

// Widen maps w from the space to the whole space.
func (n *Narrow) Widen(w []float64) []float64 {
	wide := make([]float64, n.whole)
	for at, block := range n.blocks {
		copy(wide[block*lanes:], w[at*lanes:min((at+1)*lanes, n.dim)])
	}
	return wide
}
