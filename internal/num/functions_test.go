package num

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/cpu"
	"gonum.org/v1/gonum/floats"
)

// On a common amd64 the functions have the bits of package math.
func TestBitsOfMath(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" || !cpu.X86.HasFMA {
		t.Skip("package math has other bits here")
	}
	special := []float64{0, math.Copysign(0, -1), 1, -1, 2, 0.5, -0.5, math.Inf(1), math.Inf(-1), math.NaN(), 1e-300, -1e-300, 1e300, -1e300, 5e-324, 709.78, 709.79, -708, -745, -746, 1023.5, -1074, -1022.5, -1073.9, 0.25, 56 * math.Ln2}
	for _, edge := range edges() {
		special = append(special, edge, -edge)
	}
	distinct := len(special)
	rng := rand.New(rand.NewPCG(18, 4))
	for range 200000 {
		special = append(special, rng.NormFloat64()*math.Exp2(float64(rng.IntN(60)-48)))
	}
	same := func(name string, want, got float64, at ...float64) {
		if math.Float64bits(want) != math.Float64bits(got) && !(math.IsNaN(want) && math.IsNaN(got)) {
			require.Failf(t, "bits differ", "%s%v = %v, expected %v", name, at, got, want)
		}
	}
	near := func(name string, want, got, at float64) {
		if want != got && !(math.IsNaN(want) && math.IsNaN(got)) && !(math.Abs(want-got) <= 8*0x1p-53*math.Abs(want)) {
			require.Failf(t, "too far", "%s(%v) = %v, expected %v", name, at, got, want)
		}
	}
	for i, x := range special {
		same("Exp", math.Exp(x), Exp(x), x)
		same("Exp2", math.Exp2(x), Exp2(x), x)
		if !math.IsInf(Exp(x), 1) { // from 709.78 on, as on amd64
			near("Expm1", math.Expm1(x), Expm1(x), x)
		}
		if x == 0 || !(math.Abs(x) < 0x1p-1022) { // the assembly is wrong below
			same("Log", math.Log(x), Log(x), x)
			same("Log10", math.Log10(x), Log10(x), x)
		}
		near("Log1p", math.Log1p(x), Log1p(x), x)
		same("Log2", math.Log2(x), Log2(x), x)
		others := special[(7*i+3)%len(special):][:1]
		if i < distinct {
			others = special[:distinct]
		}
		for _, y := range others {
			same("Hypot", math.Hypot(x, y), Hypot(x, y), x, y)
			if x == 0 || !(math.Abs(x) < 0x1p-1022) {
				if (x != 0 || !math.Signbit(x)) && !math.IsInf(x, -1) {
					same("Pow", math.Pow(x, y), Pow(x, y), x, y)
				}
				same("Pow", math.Pow(math.Abs(x), y), Pow(math.Abs(x), y), math.Abs(x), y)
			}
		}
	}
}

// edges are the numbers where a function turns to another formula, and their neighbours.
func edges() (all []float64) {
	for _, x := range []float64{
		0x1p-54, 0x1p-29, 0x1p-28, 0x1p53, 0x1p63, math.Sqrt2 - 1, 1 - math.Sqrt2/2, math.Sqrt2 / 2, math.Sqrt2, 0.7, 0.5511507033, 0.5, 0.25, 1, 2, 3, 5,
		math.Ln2 / 2, 1.5 * math.Ln2, 2.5 * math.Ln2, 19.5 * math.Ln2, 20.5 * math.Ln2, 56 * math.Ln2, 56.5 * math.Ln2, 709.782712893384, 744.4400719213812, 1000, 1023.9999999999999, 1074, 1075,
		math.Pi / 4, math.Pi / 2, math.Pi, 1 << 29, 1<<12 + 1,
	} {
		all = append(all, x, math.Nextafter(x, 0), math.Nextafter(x, math.Inf(1)))
	}
	for k := 2; k < 60; k += 3 {
		x := math.Ldexp(1, k) - 1
		all = append(all, x, math.Nextafter(x, 0), math.Nextafter(x, math.Inf(1)))
	}
	return all
}

// Below 2⁻¹⁰²², where the assembly of package math is wrong, the logarithm is that of 2¹⁰⁰
// times the number, less that of 2¹⁰⁰.
func TestLogOfTheLeastNumbers(t *testing.T) {
	t.Parallel()
	for x := 0x1p-1021; x > 0; x = math.Trunc(x/0x1.bp-1074) * 0x1p-1074 {
		require.InEpsilon(t, math.Log(x*0x1p100)-100*math.Ln2, Log(x), 1e-15, "%g", x)
		require.InEpsilon(t, math.Log2(x*0x1p100)-100, Log2(x), 1e-15, "%g", x)
	}
}

// The draws, and what they leave of the source, are those of package rand on amd64.
func TestNormalIsThatOfRand(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Skip("package rand has other bits here")
	}
	a, b := rand.New(rand.NewPCG(18, 4)), rand.New(rand.NewPCG(18, 4))
	most := 0.
	for i := range 3_000_000 {
		want, got := a.NormFloat64(), Normal(b)
		if want != got {
			require.Equal(t, want, got, "draw %d", i)
		}
		most = max(most, got)
	}
	require.Greater(t, most, tail, "the tail was reached")
	require.Equal(t, a.Uint64(), b.Uint64())
}

// Where gonum's assembly is, it has the bits of the Go here.
func TestBitsOfGonum(t *testing.T) {
	t.Parallel()
	if !assembly {
		t.Skip("gonum has no assembly here")
	}
	rng := rand.New(rand.NewPCG(1, 18))
	for n := range 70 {
		for range 50 {
			s, u := make([]float64, n+2), make([]float64, n+2)
			for i := range s {
				s[i], u[i] = rng.NormFloat64()*math.Exp2(float64(rng.IntN(20))), rng.NormFloat64()
			}
			s, u = s[:n], u[:n]
			require.Equal(t, math.Float64bits(floats.Dot(s, u)), math.Float64bits(dot(s, u)), "n = %d", n)
			var norm length
			for i := range s {
				norm.add(s[i])
			}
			require.Equal(t, floats.Norm(s, 2), norm.value())
			require.Equal(t, floats.Distance(s, u, 2), Distance(s, u))
			alpha := rng.NormFloat64()
			require.Equal(t, floats.AddScaledTo(make([]float64, n), s, alpha, u), addScaledTo(make([]float64, n), s, alpha, u))
		}
	}
	for _, s := range [][]float64{{math.Inf(1), 1}, {math.Inf(1), math.Inf(-1)}, {1, math.NaN(), 3},
		{math.Inf(1), math.NaN()}, {0, math.NaN(), math.Inf(1)}, {0, 0}, {}, {0, 3, 0, 4}} {
		var n length
		for _, v := range s {
			n.add(v)
		}
		want := floats.Norm(s, 2)
		require.True(t, n.value() == want || math.IsNaN(want) && math.IsNaN(n.value()), "%v: %v, expected %v", s, n.value(),
			want)
	}
}

// What the Go here does not compute, it refuses.
func TestRefused(t *testing.T) {
	two, three := []float64{3, 4}, []float64{1, 2, 2}
	require.PanicsWithValue(t, "num: lengths differ", func() { dot(two, three) })
	require.PanicsWithValue(t, "num: lengths differ", func() { Distance(three, two) })
	require.PanicsWithValue(t, "num: lengths differ", func() { addScaledTo(two, two, 1, three) })
	require.PanicsWithValue(t, "num: lengths differ", func() { addScaledTo(two, three, 1, two) })
}
