package theory

import (
	"math"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// The allowances for rounding, at numbers where they are powers of two.
func TestAllowances(t *testing.T) {
	t.Parallel()
	absolute := func(of func(*Setting) (relative, absolute float64), s Setting) float64 {
		relative, absolute := of(&s)
		require.Zero(t, relative)
		return absolute
	}
	at := func(norm float64) (s Setting) {
		s.Trace, s.Examples, s.Dim, s.Iterate.Norm = &Trace{}, 10, 54, norm
		return s
	}
	require.Equal(t, 0x1p-43, absolute(ofProduct, at(0)))
	require.Equal(t, 0x1p-44, absolute(ofRoot, at(2)))
	require.InEpsilon(t, math.Sqrt(0x1p-43), absolute(ofRoot, at(0)), 1e-15)
	require.Equal(t, 0x1p-23, absolute(ofNorm, Setting{Longest: 2}))
	s := at(1)
	s.Trace = &Trace{Updates: 4, Params: map[string]float64{"a": 12}}
	s.DBar = 3 // 1 + NR²/a = 4
	require.Equal(t, 0x1p-41, absolute(ofCondition, s))
	s.Gamma = 0.75 // 8ε·5·4²
	relative, none := ofSquare(&s)
	require.Equal(t, []float64{5 * 0x1p-45, 0}, []float64{relative, none})
}

// The ends of a geometry enclose it: at both, each length is longer and the shortest shorter, by its rounding.
func TestEndsOfAGeometry(t *testing.T) {
	t.Parallel()
	g := Geometry{DPlus: 2, DMinus: 3, D: 3, DBar: 5, Delta: 7, Shortest: 1, Gamma: 11, Lower: 10, Separable: true}
	tol := g.rounding()
	require.InEpsilon(t, 1e-9, tol, 1e-4)
	ends := g.ends()
	require.InEpsilon(t, -tol, ends[0].Gamma/10-1, 1e-6)
	require.InEpsilon(t, tol, ends[1].Gamma/11-1, 1e-6)
	for _, e := range ends {
		for _, of := range [][2]float64{{2, e.DPlus}, {3, e.DMinus}, {3, e.D}, {5, e.DBar}, {7, e.Delta}} {
			require.InEpsilon(t, tol, of[1]/of[0]-1, 1e-6)
		}
		require.InEpsilon(t, -tol, e.Shortest-1, 1e-6)
	}
	for c, equal := range map[[2]float64]bool{{0, 0}: true, {1e6, 1e6 - 1e-4}: true, {1e6, 1e6 - 1e-2}: false, {1e-6, 0.9e-6}: false} {
		require.Equal(t, equal, Geometry{DBar: c[0], Shortest: c[1]}.equalNorms(), "%v", c)
	}
	require.Equal(t, 0.25, Geometry{Gamma: 4, Lower: 3}.Gap())
}

// The ratio of a value to its bound, also where the bound is 0 or negative.
func TestRatio(t *testing.T) {
	t.Parallel()
	most, least := claim{Relation: "<="}, claim{Relation: ">="}
	for c, want := range map[[2]float64]float64{
		{1, 2}: 0.5, {3, 3}: 1, {-3, -3}: 1, {0, 5}: 0, {0, 0}: 0, {-1, 0}: 0, {-1, 2}: 0, {-2, -1}: 0, {-1, -2}: math.Inf(1), {1, 0}: math.Inf(1), {1, -1}: math.Inf(1),
	} {
		require.Equal(t, want, most.ratio(c[0], c[1]), "%v of %v", c[0], c[1])
		require.Equal(t, want, least.ratio(c[1], c[0]), "%v of at least %v", c[1], c[0])
	}
}

// NaN is within no bound, and no value is within NaN.
func TestNaNNeverHolds(t *testing.T) {
	t.Parallel()
	for _, relation := range []string{"<=", "<", ">=", ">"} {
		c := claim{Relation: relation}
		require.False(t, c.within(1, math.NaN(), 1, 1) || c.within(math.NaN(), 1, 1, 1) || c.within(math.NaN(),
			math.NaN(), 1, 1), relation)
	}
}

// A step fits in 32 bytes: the compiler returns a larger struct in memory, which costs a learner a third of its step.
func TestStepsFitInRegisters(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(Step{}), uintptr(32))
}
