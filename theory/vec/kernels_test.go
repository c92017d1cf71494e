package vec

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// kernel is one set of implementations.
type kernel struct {
	name      string
	dot       func(x, y []float64) float64
	sqDist    func(x, y []float64) float64
	dotSq     func(x, y []float64) (xy, yy float64)
	addScaled func(y []float64, alpha float64, x []float64)
}

var (
	inGo = kernel{"go", dotLanes, sqDistLanes, dotSqLanes, addScaledLoop}
	long = kernel{"the machine", dotLong, sqDistLong, dotSqLong, addScaledLong}
)

// requireAgree compares a kernel with Go: the same bits, or NaN.
func requireAgree(t require.TestingT, k kernel, x, y []float64, alpha float64) {
	same := func(what string, want, got float64) {
		if math.Float64bits(want) != math.Float64bits(got) && !(math.IsNaN(want) && math.IsNaN(got)) {
			require.Fail(t, "other bits", "%s of %s, %d coordinates: %v in Go, %v", what, k.name, len(x), want, got)
		}
	}
	same("x·y", inGo.dot(x, y), k.dot(x, y))
	same("‖x−y‖²", inGo.sqDist(x, y), k.sqDist(x, y))
	xy, yy := k.dotSq(x, y)
	same("x·y, of two,", inGo.dot(x, y), xy)
	same("‖y‖², of two,", inGo.dot(y, y), yy)

	// Writes stay between the guards.
	const guard = 12345.678
	room := make([]float64, len(y)+2*lanes)
	written := func(what string, want, got func(dst []float64)) {
		for i := range room {
			room[i] = guard
		}
		dst, wanted := room[lanes:lanes+len(y)], slices.Clone(y)
		copy(dst, y)
		want(wanted)
		got(dst)
		for i := range wanted {
			same(what, wanted[i], dst[i])
		}
		for i := range lanes {
			same("what is before "+what, guard, room[i])
			same("what is after "+what, guard, room[lanes+len(y)+i])
		}
	}
	written("y + αx", func(y []float64) { inGo.addScaled(y, alpha, x) }, func(y []float64) { k.addScaled(y, alpha, x) })
}

// edges are numbers that the arithmetic treats separately, and numbers that show the order of a sum.
var edges = []float64{
	0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(),
	math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 0x1p-1022, 0x1p-537, -0x1.8p-537,
	math.MaxFloat64, -math.MaxFloat64, 0x1p511, 1e16, -1e16, 0x1p-53, 1 + 0x1p-52, 0.1,
}

func number() *rapid.Generator[float64] {
	return rapid.OneOf(rapid.Float64Range(-10, 10), rapid.Float64Range(-10, 10), rapid.Float64Range(-10, 10),
		rapid.Float64(), rapid.SampledFrom(edges))
}

func TestKernels(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.OneOf(rapid.IntRange(0, 100), rapid.SampledFrom([]int{127, 128, 129, 1000, 1001, 4099})).Draw(t, "d")
		fill := rapid.SampledFrom([]*rapid.Generator[float64]{number(), rapid.Float64Range(-10, 10)}).Draw(t, "of")
		x, y := drawSlice(t, fill, d, "x"), drawSlice(t, fill, d, "y")
		requireAgree(t, long, x, y, number().Draw(t, "alpha"))
	})
	// all lengths and alignments, of numbers whose sum depends on its order
	x, y := make([]float64, 120), make([]float64, 120)
	for i := range x {
		x[i], y[i] = math.Sin(float64(i+1))*math.Exp(float64(i%7)), math.Cos(float64(3*i+1))
	}
	for d := range 101 {
		for at := range 8 {
			requireAgree(t, long, x[at:at+d], y[2*at:2*at+d], 0.3)
		}
	}
	minus := make([]float64, 40)
	for i := range minus {
		minus[i] = math.Copysign(0, -1)
	}
	for d := range 41 { // −0·1, a sum that must be +0
		requireAgree(t, long, minus[:d], x[:d], 1)
	}
	for _, e := range edges { // coordinates beyond the end of x and y are not read and do not count
		x := append(append([]float64{}, y[:37]...), e, e, e)
		for d := range 38 {
			requireAgree(t, long, x[37-d:37], y[37-d:37], e)
		}
	}
}

// drawSlice returns a slice of d numbers at any offset in its array, with NaN around it.
func drawSlice(t *rapid.T, fill *rapid.Generator[float64], d int, label string) []float64 {
	at := rapid.IntRange(0, 8).Draw(t, "offset of "+label)
	room := make([]float64, at+d+lanes)
	for i := range room {
		room[i] = math.NaN()
	}
	some := rapid.SliceOfN(fill, 1, 24).Draw(t, label)
	for i := range d {
		room[at+i] = some[i%len(some)] * (1 + float64(i/len(some))/64)
	}
	return room[at : at+d]
}

// For more than 8 coordinates a caller sees the result of the Go in lanes.go; for fewer, the sum in 4 lanes.
func TestOrderOfSummation(t *testing.T) {
	t.Parallel()
	public := kernel{"vec", Dot, SqDistDense, DotSq, AddScaled}
	vectors := kernel{
		"Vector",
		func(x, y []float64) float64 { return Dense(x...).Dot(y) },
		func(x, y []float64) float64 { return SqDist(Dense(x...), Dense(y...)) },
		func(x, y []float64) (xy, yy float64) { return Dense(y...).DotSq(x) },
		func(y []float64, alpha float64, x []float64) { Dense(x...).AddTo(y, alpha) },
	}
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(short+1, 200).Draw(t, "d")
		x, y, alpha := drawSlice(t, number(), d, "x"), drawSlice(t, number(), d, "y"), number().Draw(t, "alpha")
		requireAgree(t, public, x, y, alpha)
		requireAgree(t, vectors, x, y, alpha)
	})
	third := 1.0 / 3
	p := []float64{0.1, 0.2, third, 0.4, 1e-17, 0.6, 0.7, 1e16}
	q := []float64{third, 1.1, 0.9, 0.7, 0.5, 1e-3, 1e3, 1.3}
	term := func(x, y []float64) (f, g []float64) {
		for i := range x {
			f, g = append(f, float64(x[i]*y[i])), append(g, float64((x[i]-y[i])*(x[i]-y[i])))
		}
		return f, g
	}
	sum := func(v []float64) float64 {
		var lane [4]float64
		for i, t := range v {
			if k := i % 4; i < len(v)&^3 {
				lane[k] += t
			} else {
				lane[0] += t
			}
		}
		return (lane[0] + lane[2]) + (lane[1] + lane[3])
	}
	for from := range p {
		for to := from; to <= len(p); to++ {
			x, y := p[from:to], q[from:to]
			products, squares := term(x, y)
			own, _ := term(y, y)
			require.Equal(t, sum(products), Dot(x, y))
			require.Equal(t, sum(squares), SqDistDense(x, y))
			xy, yy := DotSq(x, y)
			require.Equal(t, []float64{sum(products), sum(own)}, []float64{xy, yy})
			s := Dense(x...).Sparsify() // no coordinate is 0
			require.Equal(t, sum(products), s.Dot(y), "of a sparse vector")
			xy, yy = s.DotSq(y)
			require.Equal(t, []float64{sum(products), Dot(x, x)}, []float64{xy, yy}, "of a sparse vector")
			xy, yy = s.Dots(y, p[from:to])
			require.Equal(t, []float64{sum(products), s.Dot(p[from:to])}, []float64{xy, yy}, "with two vectors")
			w := slices.Clone(y)
			AddScaled(w, third, x)
			for i := range w {
				require.Equal(t, y[i]+float64(third*x[i]), w[i])
			}
			more := append(append([]float64{}, x...), q...)
			require.Equal(t, sum(squares)+Dot(q, q), SqDistDense(more, y), "of unequal lengths")
			require.Equal(t, sum(squares)+Dot(q, q), SqDistDense(y, more), "of unequal lengths")
		}
	}
}

func TestUnequalLengthsPanic(t *testing.T) {
	for _, f := range []func(x, y []float64){
		func(x, y []float64) { Dot(x, y) },
		func(x, y []float64) { DotSq(x, y) },
		func(x, y []float64) { AddScaled(x, 1, y) },
	} {
		require.PanicsWithValue(t, "vec: vectors of different lengths", func() { f(make([]float64, 3), make([]float64, 2)) })
		require.PanicsWithValue(t, "vec: vectors of different lengths", func() { f(make([]float64, 20), make([]float64, 30)) })
	}
}

func FuzzKernels(f *testing.F) {
	for d := range 40 {
		data := make([]byte, 0, 16*d+8)
		for i := range 2*d + 1 {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(edges[(7*i+d)%len(edges)]))
		}
		f.Add(data, byte(d))
	}
	f.Fuzz(func(t *testing.T, data []byte, offset byte) {
		at := int(offset % 8)
		room := make([]float64, at, at+len(data)/8)
		for len(data) >= 8 {
			room = append(room, math.Float64frombits(binary.LittleEndian.Uint64(data)))
			data = data[8:]
		}
		v, alpha := room[at:], 0.5
		if len(v)%2 == 1 {
			v, alpha = v[1:], v[0]
		}
		requireAgree(t, long, v[:len(v)/2], v[len(v)/2:], alpha)
	})
}
