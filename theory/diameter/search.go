package diameter

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"marginlab/theory/vec"
)

// finder looks for the largest distance. The vectors have [images] in ℓ2. Seen from a centre c there, with ρ(x) =
// ‖x−c‖, some coordinates Px, and r(x) = ‖(I−P)(x−c)‖,
//
//	‖x−y‖ ≤ ρ(x) + ρ(y)  and  ‖x−y‖² ≤ ‖P(x−y)‖² + (r(x)+r(y))².
//
// From the corner m of the least coordinates, x−m and y−m have no negative coordinate, so that
//
//	‖x−y‖² ≤ ‖x−m‖² + ‖y−m‖²,
//
// which is nearly an equality for the largest distances of sparse vectors with few features in common. The search
// measures the pairs that all these bounds admit. The worst case is still all pairs: points of a sphere in many
// dimensions.
type finder struct {
	*progress
	images
	x    []vec.Vector
	rows [][]float64 // the columns below, for each vector

	lock    sync.Mutex
	longest float64       // the largest distance found
	nearest atomic.Uint64 // the bits of best
	ties    float64       // 1, or more where pairs that are barely farther are skipped
}

// The columns of a row, with room for rounding: their bounds hold to the last digit. The axes are the coordinates of
// the image that spread most.
const (
	rho      = iota // ρ(x)
	corner          // ‖x−m‖²
	residual        // r(x)
	axes

	mostAxes = 32
)

// best returns a square such that pairs up to it are no farther apart than one that was found, except for ties.
func (f *finder) best() float64 { return math.Float64frombits(f.nearest.Load()) }

// span encloses the largest distance within x, or between x and y if y is not nil. It takes at most that many steps
// of the search; if steps is exact, the ends of the interval are equal.
func span(p float64, x, y []vec.Vector, steps int, progress *progress) Interval {
	if progress.settle(0); len(x) == 0 || progress.stopped.Load() {
		return Interval{}
	}
	f := &finder{progress: progress, x: slices.Concat(x, y), ties: 1 + tied}
	f.embed(p)
	a := f.distinctBox(0, len(x))
	b := a
	if y != nil {
		b = f.distinctBox(len(x), len(f.x))
	}
	farthest := slices.MaxFunc(a.of, f.byRho)
	for _, i := range b.of {
		f.measure(farthest, i)
	}
	upper := f.search(a, b, steps)
	if upper > 0 { // pairs that are open, or ties that were skipped
		upper = max(upper, f.length(f.best()))
	}
	return Interval{f.longest, max(f.longest, upper)}
}

// measure computes the distance of a pair and keeps it if it is the largest so far.
func (f *finder) measure(i, j int) {
	length, square := 0.0, 0.0
	if f.p == 2 {
		square = vec.SqDist(f.x[i], f.x[j])
		length = math.Sqrt(square)
	} else {
		length = distance(f.p, f.x[i], f.x[j])
		square = f.nearSquare(length)
	}
	if square < f.best() {
		return
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	f.longest = max(f.longest, length)
	f.nearest.Store(math.Float64bits(max(float64(square*f.ties), f.best())))
}

func (f *finder) byRho(i, j int) int { return cmp.Compare(f.rows[i][rho], f.rows[j][rho]) }

// box bounds some vectors.
type box struct {
	of          []int     // their positions, in falling order of ρ if it is a leaf
	low, high   []float64 // of each column
	left, right *box      // the halves, once they were computed
	halve       sync.Once
	columns     [][]float64 // of a leaf, once they were computed
}

const (
	leafSize = 128 // vectors in a box that is not split
	shells   = 4   // the preference for splitting a box into shells around c over an axis, measured on images
)

func (f *finder) box(of []int) *box {
	if len(of) <= leafSize {
		slices.SortFunc(of, func(i, j int) int { return f.byRho(j, i) })
	}
	b := &box{of: of, low: slices.Clone(f.rows[of[0]]), high: slices.Clone(f.rows[of[0]])}
	for _, i := range of {
		for k, t := range f.rows[i] {
			b.low[k], b.high[k] = min(b.low[k], t), max(b.high[k], t)
		}
	}
	return b
}

// distinctBox returns the box of x[from:to] without repetitions, which would make as many pairs at the same distance.
func (f *finder) distinctBox(from, to int) *box {
	of := make([]int, to-from)
	for k := range of {
		of[k] = from + k
	}
	compare := func(i, j int) int {
		if c := f.byRho(i, j); c != 0 {
			return c
		}
		return cmp.Or(slices.Compare(f.x[i].Value, f.x[j].Value), slices.Compare(f.x[i].Index, f.x[j].Index))
	}
	slices.SortFunc(of, compare)
	return f.box(slices.CompactFunc(of, func(i, j int) bool { return compare(i, j) == 0 }))
}

// halves splits b in the middle of its longest side; or of its distances from c or m, if splits across the longest
// sides down to leaves leave the pair of b with itself too wide. Most boxes are never split, because no vector far
// from another is in them.
func (f *finder) halves(b *box) (left, right *box) {
	b.halve.Do(func() {
		side := func(k int) float64 { return b.high[k] - b.low[k] }
		keys := make([]int, len(b.low)-axes)
		for k := range keys {
			keys[k] = axes + k
		}
		slices.SortStableFunc(keys, func(k, l int) int { return cmp.Compare(side(l), side(k)) })
		key, wide := rho, float64(4*b.high[residual]*b.high[residual])
		for _, k := range keys[min(len(keys), bits.Len(uint(len(b.of)/leafSize))):] {
			wide += float64(side(k) * side(k))
		}
		switch {
		case wide > f.best() && b.high[corner] < 2*b.high[rho]*b.high[rho]:
			key = corner
		case wide <= f.best() && len(keys) > 0 && side(keys[0]) > shells*side(rho):
			key = keys[0]
		}
		slices.SortFunc(b.of, func(i, j int) int { return cmp.Compare(f.rows[i][key], f.rows[j][key]) })
		middle := len(b.of) / 2
		b.left, b.right = f.box(b.of[:middle]), f.box(b.of[middle:])
	})
	return b.left, b.right
}

// boxPair is two boxes whose vectors are compared, or one box twice.
type boxPair struct {
	a, b  *box
	bound float64 // on the squared distances
}

func (f *finder) pair(a, b *box) boxPair {
	r, s := a.high[rho]+b.high[rho], a.high[residual]+b.high[residual]
	radial := min(r*r, a.high[corner]+b.high[corner])
	if radial <= f.best() {
		return boxPair{a, b, radial}
	}
	sum := float64(s * s)
	for k := axes; k < len(a.low); k++ {
		e := max(a.high[k]-b.low[k], b.high[k]-a.low[k])
		sum += float64(e * e)
	}
	return boxPair{a, b, min(sum, radial)}
}

const exact = -1 // a number of steps: search until all is settled

// Only tests change these.
var (
	tasks = 1 << 9                // the first steps of such a search, whose open pairs processors share
	tied  = float64(2 * Rounding) // the part of a square that they skip
)

// search settles the pairs of a and b, first the pairs that may be farthest. After that many steps it returns a
// length that no pair exceeds, 0 if all is settled. An exact search continues on all processors. Its first part skips
// pairs that are farther than the longest found by less than [Rounding]; then it finds the longest of the pairs that
// are still farther. Both results are the same on every machine.
func (f *finder) search(a, b *box, steps int) (upper float64) {
	open, limit := []boxPair{f.pair(a, b)}, steps // in rising order of their bounds
	if steps == exact {
		limit = tasks
	}
	byBound := func(p, q boxPair) int { return cmp.Compare(p.bound, q.bound) }
	for ; len(open) > 0 && limit > 0; limit-- {
		last := len(open) - 1
		parts := f.step(open[last])
		open = open[:last]
		for _, part := range parts {
			at, _ := slices.BinarySearchFunc(open, part, byBound)
			open = slices.Insert(open, at, part)
		}
	}
	if len(open) > 0 && steps != exact {
		return f.length(open[len(open)-1].bound)
	}
	f.ties = 1
	var settle func(p boxPair)
	settle = func(p boxPair) {
		parts := f.step(p)
		slices.SortFunc(parts, byBound)
		for _, part := range slices.Backward(parts) {
			settle(part)
		}
	}
	inParallel(len(open), 1, func(k int) { settle(open[len(open)-1-k]) })
	return 0
}

// step settles a pair of boxes, or splits one of them and returns the pairs that are left to settle.
func (f *finder) step(p boxPair) []boxPair {
	a, b := p.a, p.b
	if len(b.of) > len(a.of) {
		a, b = b, a
	}
	switch {
	case f.stopped.Load():
		return nil
	case p.bound <= f.best():
	case len(a.of) <= leafSize:
		f.compare(a, b)
	case a == b:
		left, right := f.halves(a)
		return []boxPair{f.pair(left, left), f.pair(right, right), f.pair(left, right)}
	default:
		left, right := f.halves(a)
		return []boxPair{f.pair(left, b), f.pair(right, b)}
	}
	settled := pairs(len(a.of), len(b.of))
	if a == b {
		settled /= 2
	}
	f.settle(settled)
	return nil
}

// compare measures the pairs of two leaves that the bounds admit. For a vector x it computes
//
//	Px·Py − r(x)r(y) − ρ(y)²/2
//
// for all y that are far enough from c. Where that is at least (ρ(x)² − best)/2, we have ‖P(x−y)‖² + (r(x)+r(y))² ≤
// best.
func (f *finder) compare(a, b *box) {
	b.halve.Do(func() { b.columns = f.columns(b.of) })
	var room [leafSize]float64
	for k, i := range a.of {
		x, best, from := f.rows[i], f.best(), 0
		if a == b {
			from = k + 1
		}
		others := b.of[from:]
		sums := room[:sort.Search(len(others), func(n int) bool {
			r := x[rho] + f.rows[others[n]][rho]
			return r*r <= best
		})]
		copy(sums, b.columns[0][from:])
		for c, column := range b.columns[1:] {
			vec.AddScaled(sums, x[residual+c], column[from:from+len(sums)])
		}
		least := (float64(x[rho]*x[rho]) - best) / 2
		for n, sum := range sums {
			if j := others[n]; sum < least && x[corner]+f.rows[j][corner] > f.best() {
				f.measure(i, j)
			}
		}
	}
}

// columns returns −ρ²/2, −r and the axes of a leaf's vectors.
func (f *finder) columns(leaf []int) [][]float64 {
	columns := make([][]float64, 1+len(f.rows[leaf[0]])-residual)
	for _, i := range leaf {
		row := f.rows[i]
		columns[0] = append(columns[0], -row[rho]*row[rho]/2)
		columns[1] = append(columns[1], -row[residual])
		for c, t := range row[axes:] {
			columns[2+c] = append(columns[2+c], t)
		}
	}
	return columns
}
