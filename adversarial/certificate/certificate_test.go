package certificate_test

import (
	"bytes"
	"fmt"
	"go/build"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/real"
	"marginlab/theory/vec"
)

func TestCertificatesAreValidAndComeBackTheSame(t *testing.T) {
	t.Parallel()
	for _, i := range slices.Concat(corpus(t), inNorms(t)) {
		c := certify(t, i)
		requireVerdict(t, c)
		text := written(t, c)
		back, err := Read(bytes.NewReader(text))
		require.NoError(t, err, i.name)
		require.Equal(t, string(text), string(written(t, back)), i.name)
	}
}

// onDisk returns the certificates that come with marginlab, in both formats.
func onDisk(t testing.TB) (names []string, texts [][]byte) {
	names, err := filepath.Glob(filepath.Join(testdata, "*.json"))
	require.NoError(t, err)
	names = append(names, filepath.Join(testdata, "example", "omm-quarter.json"))
	formats := map[bool]int{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		texts = append(texts, text)
		formats[bytes.Contains(text, []byte(`"format": 1`))]++
	}
	require.Greater(t, formats[true], 20)
	require.Greater(t, formats[false], 3)
	return names, texts
}

// A verdict rests on this code, and on no other code of the project.
func TestTrustBase(t *testing.T) {
	t.Parallel()
	const most = 6805 // lines
	lines, room := 0, "../.."
	known := map[string]bool{}
	var visit func(path string)
	visit = func(path string) {
		if known[path] {
			return
		}
		known[path] = true
		p, err := build.ImportDir(filepath.Join(room, strings.TrimPrefix(path, "marginlab/")), 0)
		require.NoError(t, err, path)
		for _, file := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			require.NoError(t, err)
			lines += bytes.Count(text, []byte("\n"))
		}
		for _, imported := range p.Imports {
			if strings.HasPrefix(imported, "marginlab/") {
				visit(imported)
			}
		}
	}
	visit("marginlab/adversarial/certificate")
	require.Equal(t, map[string]bool{
		"marginlab/adversarial/certificate": true, "marginlab/algos/exact": true, "marginlab/algos/expr": true,
		"marginlab/theory/formula": true, "marginlab/theory/real": true,
		"marginlab/internal/num": true, // by formula, whose float64 no verdict asks for
	}, known)
	require.LessOrEqual(t, lines, most)
}

// Certificates have the terms and functions of package theory, which float64 reads.
func TestTermsAreThoseOfTheory(t *testing.T) {
	var names []string
	for _, term := range theory.Hunted() {
		names = append(names, term.Name)
		require.Equal(t, term.Unit == theory.Length, IsLength(term.Name), term.Name)
	}
	require.ElementsMatch(t, names, Terms())
	for _, text := range []string{
		"kappa0(3/2, 1/4)", "kappa0(1/2, 1/3)", "kappa0(1, 2)", "kappa0(1, 1/4, 3/2, 2)", "fall(2, 1/3)", "excess(1/2)", "excess(0)",
		"excess_mcp(1/3)",
	} {
		own, err := formula.Parse(text, Words())
		require.NoError(t, err)
		theirs, err := formula.Parse(text, theory.Words())
		require.NoError(t, err)
		x, err := own.Number(real.NewField(128), nil)
		require.NoError(t, err)
		y, err := theirs.Number(real.NewField(128), nil)
		require.NoError(t, err)
		order, decided := x.Cmp(y)
		require.False(t, decided && order != 0, "%s: %v, and %v in theory", text, x, y)
	}
}

// The recursion of certificates agrees with theory's in float64, and ends after 10^4 steps.
func TestRecursionIsThatOfTheory(t *testing.T) {
	t.Parallel()
	at := map[string]float64{
		"recursion(1, 2, 1)": 0, "recursion(2, 2, 1)": 1, "recursion(3, 2, 1)": 5, "recursion(10, 2, 4)": 391,
		"recursion(4/3, 3/2, sqrt(2))": 1, "recursion(101, 2, 1)": 10197,
	}
	for _, n := range []vec.Norm{vec.L2{}, vec.P(3), vec.P(2.5), vec.P(10), vec.P(1.875), vec.P(1.5), vec.P(1.125)} {
		s, c := n.Smoothness()
		for k := 0; k <= 40; k += rapidtest.Count(8, 4, 1) {
			r := 1 + float64(k)/8
			if s < 2 { // few steps
				r = 1 + float64(k)/160
			}
			at[fmt.Sprintf("recursion(%g, %g, %g)", r, s, c)] = math.NaN()
		}
	}
	for text, want := range at {
		own, err := formula.Parse(text, Words())
		require.NoError(t, err)
		theirs, err := formula.Parse(text, theory.Words())
		require.NoError(t, err)
		v := theirs.Float(nil)
		x, err := own.Number(real.Field{Bits: 100, Exact: 1 << 16}, nil)
		if want > 1e4 {
			var domain *real.DomainError
			require.ErrorAs(t, err, &domain, text)
			require.False(t, domain.Undecided, text)
			continue
		}
		require.NoError(t, err, text)
		require.Equal(t, Middle(x), v, text)
		if want == want {
			require.Equal(t, want, v, text)
		}
	}
}

// e-OMM may make any number of mistakes. After some ten its numbers are too long to write down, and the certificate
// needs none of them.
func TestMoreThanTwentyMistakesAreCertified(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	s := Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "20", Where: "gamma > 0"}
	stream := contradict(t, 21)
	c := certify(t, item{statement: s, stream: stream})
	require.EqualValues(t, 21, Middle(requireVerdict(t, c).Quantity))

	// An example that comes again after its update ties with the margin, at any length.
	s = Statement{Learner: "e-omm", Quantity: "m(1)", Claim: "14"}
	stream = append(stream[:16:16], exact.Example{X: stream[15].X, Y: stream[15].Y})
	tie := certify(t, item{statement: s, stream: stream})
	v := requireVerdict(t, tie)
	require.EqualValues(t, 15, Middle(v.Quantity))
	require.False(t, v.Runs[0].Steps[16].Updated)
	agree(t, []string{"21 mistakes", "a tie"}, [][]byte{written(t, c), written(t, tie)}, true)
}

func TestLongRunsAreCertified(t *testing.T) {
	t.Parallel()
	items := longItems(3)
	switch {
	case rapidtest.Long():
		items = longItems(60)
	case testing.Short():
		items = longItems(2)[1:2]
	}
	var names []string
	var texts [][]byte
	for _, i := range items {
		c := certify(t, i)
		requireVerdict(t, c)
		names, texts = append(names, i.name), append(texts, written(t, c))
	}
	agree(t, names, texts, true)
}

// BenchmarkLong certifies and verifies the long runs.
func BenchmarkLong(b *testing.B) {
	rapidtest.Slow(b)
	for _, i := range longItems(60) {
		c := certify(b, i)
		b.Run("do=certify/learner="+i.name, func(b *testing.B) {
			for b.Loop() {
				certify(b, i)
			}
		})
		b.Run("do=verify/learner="+i.name, func(b *testing.B) {
			for b.Loop() {
				requireVerdict(b, c)
			}
		})
		b.Run("do=check.py/learner="+i.name, func(b *testing.B) {
			text := written(b, c)
			for b.Loop() {
				agree(b, []string{i.name}, [][]byte{text}, true)
			}
		})
	}
}
