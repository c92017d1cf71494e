package num

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/cpu"
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
