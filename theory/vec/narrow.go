package vec

import "slices"

// Present are the coordinates that some vectors have, in blocks of as many as a sum has
// lanes. The zero value has none.
type Present struct{ blocks []uint64 } // a bit for each block

// Add takes in the coordinates of x, and reports whether there are new blocks.
func (p *Present) Add(x Vector) (more bool) {
	n := x.Dim()/lanes/64 + 1
	p.blocks = append(p.blocks, make([]uint64, max(0, n-len(p.blocks)))...)
	for k := range x.Value {
		block := x.Coordinate(k) / lanes
		bit := uint64(1) << (block % 64)
		more = more || p.blocks[block/64]&bit == 0
		p.blocks[block/64] |= bit
	}
	return more
}

// Narrow returns the space of the blocks that are present, of dim dimensions.
func (p *Present) Narrow(dim int) *Narrow {
	n := &Narrow{whole: dim, from: []int{0}}
	for block := 1; block < dim/lanes; block++ {
		if block/64 < len(p.blocks) && p.blocks[block/64]>>(block%64)&1 == 1 {
			n.from = append(n.from, block*lanes)
		}
	}
	if last := dim / lanes * lanes; last > 0 {
		n.from = append(n.from, last)
	}
	n.dim = (len(n.from)-1)*lanes + dim - n.from[len(n.from)-1]
	return n
}

// Narrow is a space without most of the coordinates that no vector has. The others stay in
// their lanes: where a sum of [Dot] or [SqDist] in the whole space takes the zeros of a
// block, here it takes nothing, and has the same bits. So have the norms of ℓ2. In other ℓp
// powers are summed in halves, which are others here, and the last bits may differ.
//
// The first block is always kept, and what is left of a block at the end.
type Narrow struct {
	whole, dim int
	from       []int // the first coordinates of the blocks that are kept
}

// Dim is the dimension of the space.
func (n *Narrow) Dim() int { return n.dim }

// Whole is the dimension of the whole space.
func (n *Narrow) Whole() int { return n.whole }

// Of returns x, which shares its values, in the space. It panics if x has a coordinate that is
// left out.
func (n *Narrow) Of(x Vector) Vector {
	if x.Index == nil {
		block := max(0, len(x.Value)-1) / lanes
		if len(x.Value) > n.dim || n.from[block] != block*lanes {
			panic(outside)
		}
		return x
	}
	index := make([]int, len(x.Index))
	block := 0
	for k, i := range x.Index {
		if block+1 < len(n.from) && i >= n.from[block+1] {
			more, found := slices.BinarySearch(n.from[block+1:], i)
			if block += more; found {
				block++
			}
		}
		if i -= n.from[block]; i >= lanes || n.from[block]+i >= n.whole {
			panic(outside)
		}
		index[k] = block*lanes + i
	}
	return Vector{Index: index, Value: x.Value}
}

const outside = "vec: a vector has a coordinate that the narrow space has not"

// Widen returns w of the space in the whole space.
func (n *Narrow) Widen(w []float64) []float64 {
	wide := make([]float64, n.whole)
	for block, from := range n.from {
		copy(wide[from:], w[block*lanes:min((block+1)*lanes, n.dim)])
	}
	return wide
}
