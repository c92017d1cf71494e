package benchdata

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// requireNumber holds number against strconv on a text that a blank ends, and one that
// nothing does. It reports whether number took the text.
func requireNumber(t require.TestingT, text string) bool {
	want, err := strconv.ParseFloat(text, 64)
	got, length := number([]byte(text))
	if length > 0 && length == len(text) {
		require.NoError(t, err, "%q", text)
		require.Equal(t, math.Float64bits(want), math.Float64bits(got), "%q is %v, expected %v", text, got, want)
	}
	again, most := number([]byte(text + " 12345678"))
	require.Equal(t, length, most, "%q", text)
	require.Equal(t, math.Float64bits(got), math.Float64bits(again), "%q", text)
	return length > 0 && length == len(text)
}

// A number is read as strconv reads it, to the last bit.
func TestNumberIsCorrectlyRounded(t *testing.T) {
	draw := rapid.Custom(func(t *rapid.T) string {
		v := rapid.Float64().Draw(t, "v")
		switch rapid.SampledFrom([]string{"shortest", "%.*g", "%.*f", "%.*e", "half", "any"}).Draw(t, "kind") {
		case "shortest":
			return strconv.FormatFloat(v, 'g', -1, 64)
		case "%.*g":
			return fmt.Sprintf("%.*g", rapid.IntRange(0, 22).Draw(t, "digits"), v)
		case "%.*f":
			return fmt.Sprintf("%+.*f", rapid.IntRange(0, 22).Draw(t, "digits"), math.Mod(v, 1e6))
		case "%.*e":
			return fmt.Sprintf("%.*E", rapid.IntRange(0, 22).Draw(t, "digits"), v)
		case "half": // as near to the middle of two float64s as 19 digits are
			m := rapid.Uint64Range(1<<53, 1<<54-1).Draw(t, "m") | 1
			v := float64(m-1) + rapid.Float64Range(0, 2).Draw(t, "up")
			return fmt.Sprintf("%de%d", uint64(v)|1, rapid.IntRange(-30, 30).Draw(t, "e"))
		default:
			return rapid.StringMatching("[+-]?[0-9]{0,22}[.]?[0-9]{0,22}([eE][+-]?[0-9]{0,4})?").Draw(t, "text")
		}
	})
	rapid.Check(t, func(t *rapid.T) { requireNumber(t, draw.Draw(t, "text")) })

	rnd := rand.New(rand.NewPCG(3, 5))
	for range 20_000 {
		digits := 1 + rnd.IntN(19)
		text := strconv.FormatUint(rnd.Uint64N(1e19), 10)
		text = text[:min(digits, len(text))] + "e" + strconv.Itoa(rnd.IntN(55)-27)
		require.True(t, requireNumber(t, text), text)
	}
}

// What a data file usually holds is read without strconv, and what is no number is left to it.
func TestNumberTakesWhatIsUsual(t *testing.T) {
	for _, text := range []string{
		"0", "-0", "+1", "1.", ".5", "-.5e3", "1E+5", "0.1", "0.84657612", "-1.5e-05", "12345678", "123456789", "00000000000000000000000001.5",
		"0.00000000012345678901234567", "9999999999999999999", "1844674407370955161e-27", "1e27", "0.30000000000000004", "0e-300", "0.0",
		"9007199254740993", "9007199254740992.5", "4503599627370496.5", "1.7976931348623157e22", "9999999999999999999e27", "1e-27",
	} {
		require.True(t, requireNumber(t, text), text)
	}
	for _, text := range []string{
		"", "+", "-", ".", "e5", "1e", "1e+", "1e1000", "1e-1000", "x", "--1", "1_000", "0x1p3", "inf", "NaN", "1:2", "1,5",
		"12345678901234567890", "9007199254740993e-28", "9007199254740993e28", "\x2f", "\x3a", "\xb0", "5\xb0",
	} {
		require.False(t, requireNumber(t, text), text)
	}
}

// FuzzNumber holds number against strconv.
func FuzzNumber(f *testing.F) {
	for _, text := range []string{"0.1", "-12345678.87654321e-5", "9007199254740993", "1e23", "00000000000000000000000.1", "1e-1000"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !strings.ContainsAny(text, " \n") {
			requireNumber(t, text)
		}
	})
}

func BenchmarkNumber(b *testing.B) {
	for _, c := range []struct{ name, format string }{{"digits=4", "%.4f"}, {"digits=8", "%.8f"}, {"digits=17", "%.17f"}} {
		rnd := rand.New(rand.NewPCG(1, 2))
		var text []byte
		n := 1000
		for range n {
			text = fmt.Appendf(text, c.format+" ", rnd.NormFloat64())
		}
		text = append(text, "        "...)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				sumOf(text)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/number")
		})
	}
}

func sumOf(text []byte) (sum float64) {
	for len(text) > 8 {
		v, n := number(text)
		sum, text = sum+v, text[n+1:]
	}
	return sum
}
