package kernel

import (
	"container/list"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"marginlab/algos"
	"marginlab/theory/vec"
)

// Gram is the Gram matrix K_ij = K(x_i,x_j) of points, a row at a time. Rows are computed in blocks, on all cores,
// and kept as long as memory allows; then the least recently used ones make room. A Gram is not safe for concurrent
// use.
type Gram struct {
	kernel Kernel
	points
	diag []float64 // K_ii

	number    []int // 0, …, n−1, of unit vectors
	one       []float64
	embedding *Embedding // of the points, nil before its first use

	room     int // the number of rows that may be kept
	row      []*list.Element
	recent   *list.List // of cached, the last used first
	computed int
}

// cached is a kept row.
type cached struct {
	i     int
	value []float64
}

// blockRows is the number of rows that are computed at a time, from one reading of the points. The more are computed
// ahead, the more of them are not needed in the end, because the learner will have changed.
const blockRows = 8

// leastRows is the least room in rows, unless there are fewer: rows computed ahead must not evict each other.
const leastRows = 4 * blockRows

// DefaultMemory is the memory for points and rows, in bytes, where none is given.
const DefaultMemory = 4 << 30

// NewGram returns the Gram matrix of valid points in dim dimensions. It keeps as many rows as memory bytes hold
// ([DefaultMemory] if 0) beside the points. These are stored sparse if less than about a quarter of the coordinates
// is present. The error is that not even a few blocks of rows fit, or that a kernel value is too large.
func NewGram(k Kernel, x []vec.Vector, dim int, memory int64) (*Gram, error) {
	n := len(x)
	if n == 0 {
		panic("kernel: a Gram matrix of no points")
	}
	if memory == 0 {
		memory = DefaultMemory
	}
	sparse, held := form(x, dim)
	g := &Gram{
		kernel: k, points: points{radial: k.radial, sparse: sparse}, diag: make([]float64, n), number: make([]int, n),
		one: []float64{1}, row: make([]*list.Element, n), recent: list.New(),
	}
	g.room = int(min(int64(n), max(0, memory-held)/int64(8*n)))
	if least := min(leastRows, n); g.room < least {
		return nil, fmt.Errorf("kernel: %d bytes of memory for %d points of %d features and %d rows of the kernel matrix, "+
			"expected at least %d bytes", memory, n, dim, least, held+int64(8*n*least))
	}
	g.place(x, dim)
	for i := range n {
		g.number[i], g.diag[i] = i, k.of(g.selfProduct(i))+k.ridge
		if !(g.diag[i] <= vec.MaxSqNorm) {
			return nil, fmt.Errorf("kernel: %s of example %d with itself is %.3g, expected at most %.3g: scale the features down",
				k, i+1, g.diag[i], vec.MaxSqNorm)
		}
	}
	return g, nil
}

// firsts returns, for every point, the first point that K does not distinguish from it: the first with the same
// coordinates, if there is no ridge.
func (g *Gram) firsts() []int {
	first := make([]int, g.Len())
	alike := map[float64][]int{} // by ‖x‖²
	for i := range first {
		first[i] = i
		if g.kernel.ridge > 0 {
			continue
		}
		x := g.x[i]
		xx := x.SqNorm()
		others := alike[xx]
		k := slices.IndexFunc(others, func(j int) bool {
			return slices.Equal(x.Index, g.x[j].Index) && slices.Equal(x.Value, g.x[j].Value)
		})
		if k >= 0 {
			first[i] = others[k]
		} else {
			alike[xx] = append(others, i)
		}
	}
	return first
}

// Embedding returns the [Embedding] of the points, which all callers share.
func (g *Gram) Embedding() *Embedding {
	if g.embedding == nil {
		g.embedding = NewEmbedding(g)
	}
	return g.embedding
}

// Embedded returns φ(x_i) of [Gram.Embedding]. The first call places all points. It panics if they take more than the
// Embedding's Memory; a caller that sets Memory must place them first.
func (g *Gram) Embedded(i int) vec.Vector {
	e := g.Embedding()
	if e.phi[e.first[i]] == nil {
		if err := e.Place(context.Background(), g.Len()); err != nil {
			panic(err.Error())
		}
	}
	return e.Point(i)
}

// Space returns the Hilbert space of the kernel over the points.
func (g *Gram) Space() algos.Space { return algos.Space{Dim: g.Len(), Gram: g} }

// Unit returns e_i, which stands for x_i in the space.
func (g *Gram) Unit(i int) vec.Vector { return vec.Vector{Index: g.number[i : i+1], Value: g.one} }

// Kernel returns K.
func (g *Gram) Kernel() Kernel { return g.kernel }

// Len returns the number of points.
func (g *Gram) Len() int { return len(g.diag) }

// Diag returns K(x_i,x_i).
func (g *Gram) Diag(i int) float64 { return g.diag[i] }

// Computed returns the number of rows computed so far.
func (g *Gram) Computed() int { return g.computed }

// Row returns K(x_i,x_j) for all j. It is for reading, until the next call.
func (g *Gram) Row(i int) []float64 {
	if g.row[i] == nil {
		g.compute([]int{i})
	}
	g.recent.MoveToFront(g.row[i])
	return g.row[i].Value.(*cached).value
}

// Ahead makes the row of order[0] ready if it is wanted. If it has to compute the row, it also computes those of the
// next wanted points in the order: so the rows that a learner asks for one by one are computed in blocks. If there is
// no room for all rows, it looks ahead no further than a quarter of the room: a learner changes, and a row computed
// for nothing must not evict a useful one.
func (g *Gram) Ahead(order []int, wanted func(i int) bool) {
	const horizon = 8192 // points looked at
	if g.row[order[0]] != nil || !wanted(order[0]) {
		return
	}
	window := g.Len()
	if g.room < window {
		window = g.room * blockRows / leastRows
	}
	block := []int{order[0]}
	seen := map[int]bool{order[0]: true}
	for _, i := range order[1:min(len(order), horizon)] {
		if len(block) == blockRows || len(seen) == window {
			break
		}
		if seen[i] || !wanted(i) {
			continue
		}
		seen[i] = true
		if g.row[i] == nil {
			block = append(block, i)
		} else {
			g.recent.MoveToFront(g.row[i])
		}
	}
	g.compute(block)
}

// compute computes the rows of a block of distinct points that have none.
func (g *Gram) compute(block []int) {
	g.computed += len(block)
	n, rows := g.Len(), make([][]float64, len(block))
	for r, i := range block {
		rows[r] = g.keep(i)
	}
	g.load(block...)
	const part = 1024 // columns a worker takes at a time
	var taken atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+part-1)/part) {
		workers.Go(func() {
			for from := int(taken.Add(part)) - part; from < n; from = int(taken.Add(part)) - part {
				for j := from; j < min(n, from+part); j++ {
					s := g.measure(j, block...)
					for r, row := range rows {
						row[j] = g.kernel.of(s[r])
					}
				}
			}
		})
	}
	workers.Wait()
	g.unload(block...)
	for r, i := range block {
		rows[r][i] = g.diag[i]
	}
}

// keep returns the memory for row i; if there is no other, that of the least recently used row.
func (g *Gram) keep(i int) []float64 {
	var c *cached
	if g.recent.Len() < g.room {
		c = &cached{value: make([]float64, g.Len())}
	} else {
		c = g.recent.Remove(g.recent.Back()).(*cached)
		g.row[c.i] = nil
	}
	c.i = i
	g.row[i] = g.recent.PushFront(c)
	return c.value
}
