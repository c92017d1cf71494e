package benchdata_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"marginlab/benchdata"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// inFile writes a text to a file of a new folder and returns the file's name.
func inFile(t *testing.T, text string) string {
	file := filepath.Join(t.TempDir(), "m.csv")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// length returns ‖x‖ in the norm, computed from the point that it maps x to.
func length(t *testing.T, n *benchdata.Norm, x ...float64) float64 {
	mapped, err := n.Map([]theory.Example{{X: vec.Dense(x...), Y: theory.Positive}}, len(x))
	require.NoError(t, err)
	return n.In.Of(mapped[0].X.Value)
}

// Norms by hand, of exponents and of the texts of files.
func TestParseNorm(t *testing.T) {
	for text, want := range map[string]vec.Norm{"2": vec.L2{}, " 2.0 ": vec.L2{}, "3": vec.Lp{P: 3}, "1.5": vec.Lp{P: 1.5}} {
		n, err := benchdata.ParseNorm(text)
		require.NoError(t, err)
		require.Equal(t, want, n.In)
		require.Equal(t, want.String(), n.String())
		require.Zero(t, n.Dim())
	}
	mean := "1e-12,0.5\n0.5000000005,1e12" // of both halves counts
	for _, c := range []struct {
		kind, texts string // separated by |
		x           []float64
		want        float64
	}{
		// M = (2 1; 1 2), x'Mx = 2·1 + 2·(1·−3) + 2·9 = 14.
		{"mahalanobis", "2,1\n1,2\n|# M\n\n2 1\r\n 1\t2|2 , 1\n1 , 2|\uFEFF2,1\n1,2", []float64{1, -3}, math.Sqrt(14)},
		{"mahalanobis", "2,1.0000000001\n1,2\n", []float64{1, -3}, math.Sqrt(14 - 3e-10)},
		{"mahalanobis", mean, []float64{1e6, 1e-6}, math.Sqrt(1 + 1 + 2*0.50000000025)},
		{"mahalanobis", "1e6,2\n2.0000001,1e6", []float64{1, 0}, 1e3},
		// (1·1³ + 8·2³ + ½·4³)^{1/3} = 97^{1/3}, and √(1 + 32 + 8) in ℓ2.
		{"weighted:3", "1,8,0.5|1\n8\n0.5\n|1 8\n# more\n0.5", []float64{1, -2, 4}, math.Cbrt(97)},
		{"weighted:2", "1,8,0.5|1\n8\n0.5\n|1 8\n# more\n0.5", []float64{1, -2, 4}, math.Sqrt(41)},
		{"weighted:2", gzipped(t, "4 9\n"), []float64{2, 1}, 5},
	} {
		for text := range strings.SplitSeq(c.texts, "|") {
			name := c.kind + ":" + inFile(t, text)
			n, err := benchdata.ParseNorm(name)
			require.NoError(t, err, text)
			require.Equal(t, name, n.String())
			require.Equal(t, len(c.x), n.Dim())
			require.InEpsilon(t, c.want, length(t, n, c.x...), 1e-12, text)
		}
	}
}

func TestParseNormSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ kind, text, want string }{
		{"mahalanobis", "2,1\n1,x\n", `:2: field 2: "x": expected a finite number`},
		{"mahalanobis", "2,1\n\n1,NaN\n", `:3: field 2: "NaN": expected a finite number (missing`},
		{"mahalanobis", "2,1\n1,1e400\n", `:2: field 2: "1e400": expected a number of at most 1.8e+308`},
		{"mahalanobis", "2,,1\n1,2", `:1: field 2: "": expected a finite number (missing`},
		{"mahalanobis", "2,1,\n1,2", `:1: field 3: "": expected a finite number`},
		{"mahalanobis", "a,b\n2,1\n1,2", `:1: field 1: "a": expected a finite number`},
		{"mahalanobis", "2,1\n1,2,3\n", ":2: numbers in this row: 3, rows: 2, expected a square matrix"},
		{"mahalanobis", "1,0,0\n0,1,0\n", ":1: numbers in this row: 3, rows: 2, expected a square matrix"},
		{"mahalanobis", "2,1\n0.5,2\n", ":2: row 2, column 1 is 0.5 and row 1, column 2 is 1, expected a symmetric matrix"},
		{"mahalanobis", "2,1\n1.00000001,2\n", ":2: row 2, column 1 is 1.00000001 and row 1, column 2 is 1, expected a symmetric"},
		{"mahalanobis", "1e-8,1e-9\n1.1e-9,1e-8\n", ":2: row 2, column 1 is 1.1e-09 and row 1, column 2 is 1e-09, expected a symmetric"},
		{"mahalanobis", "1,0\n0,0\n", ":2: row 2, column 2 is 0, expected a number above 0: the matrix is not positive definite"},
		{"mahalanobis", "1,2\n2,1\n", ":2: the matrix is not positive definite, or singular to rounding: its first 2 rows and columns are"},
		{"mahalanobis", "1,1,0\n1,0.99999999999999,0\n0,0,1\n", ":2: the matrix is not positive definite, or singular to rounding: its first 2 rows"},
		{"mahalanobis", "# nothing\n\n", ": no numbers, expected at least one"},
		{"weighted:3", "", ": no numbers, expected at least one"},
		{"weighted:3", "1,2\n3,0\n", ":2: field 2: 0: expected a weight above 0"},
		{"weighted:3", "1,-2\n", ":1: field 2: -2: expected a weight above 0"},
		{"weighted:3", "1,two\n", `:1: field 2: "two": expected a finite number`},
	} {
		file := inFile(t, c.text)
		_, err := benchdata.ParseNorm(c.kind + ":" + file)
		require.Error(t, err, c.text)
		require.Contains(t, err.Error(), file+c.want, c.text)
	}
	short := inFile(t, cut(gzipped(t, "1 0\n0 1\n")))
	cut := inFile(t, "\x1f\x8b\x08\x00")
	for text, want := range map[string]string{
		"":                     `norm "", expected a number p from 1.02 to 100, such as 2, 3 or 1.5; norms of other p are not strictly convex and differentiable to float64; or mahalanobis:FILE or weighted:P:FILE`,
		"euclidean":            `norm "euclidean", expected a number p`,
		"1":                    `norm "1", expected a number p`,
		"inf":                  `norm "inf", expected a number p`,
		"0.5":                  `norm "0.5", expected a number p`,
		"nan":                  `norm "nan", expected a number p`,
		"mahalanobis":          "or mahalanobis:FILE",
		"mahalanobis:":         `norm "mahalanobis:" has no FILE after the colon, expected the name of one`,
		"mahalanobis:none.csv": `norm "mahalanobis:none.csv": open none.csv: no such file`,
		"weighted:3":           `norm "weighted:3" has no FILE, expected weighted:P:FILE, as in weighted:3:w.csv`,
		"weighted:w.csv":       "has no FILE, expected weighted:P:FILE",
		"weighted:1:w.csv":     `norm "weighted:1:w.csv": norm "1", expected a number p`,
		"weighted:p:w.csv":     `norm "weighted:p:w.csv": norm "p", expected a number p`,
		"mahalanobis:.":        "is a directory",
		"mahalanobis:" + cut:   cut + ": gzip header",
		"mahalanobis:" + short: short + ":3: reading: unexpected EOF",
	} {
		_, err := benchdata.ParseNorm(text)
		require.Error(t, err, text)
		require.Contains(t, err.Error(), want, text)
		require.NotContains(t, strings.TrimSpace(err.Error()), "\n")
	}
}

// A file of many rows takes no memory before it is refused: their square would be 320 GB.
func TestParseNormOfAFileThatIsNone(t *testing.T) {
	tall := inFile(t, strings.Repeat("1 2\n", 200_000))
	_, err := benchdata.ParseNorm("mahalanobis:" + tall)
	require.EqualError(t, err, tall+":1: numbers in this row: 2, rows: 200000, expected a square matrix")
}

// ‖Ax‖² is xᵀMx in any units, and Aᵀw has the same score on x as w on Ax.
func TestMapOfAMatrix(t *testing.T) {
	rng := rapidtest.Rand(6)
	for trial := range 40 {
		d := 1 + trial%6
		m, unit := definite(rng, d, 1), make([]float64, d)
		var text strings.Builder
		for i := range d {
			unit[i] = math.Pow(10, float64(rng.IntN(81)-40))
		}
		for i := range d {
			for j := range d {
				fmt.Fprintf(&text, "%v ", m.At(i, j)/unit[i]/unit[j])
			}
			text.WriteByte('\n')
		}
		n, err := benchdata.ParseNorm("mahalanobis:" + inFile(t, text.String()))
		require.NoError(t, err)
		x, w := rapidtest.Normal(rng, d, 1), rapidtest.Normal(rng, d, 1)
		point := mat.NewVecDense(d, slices.Clone(x))
		for i := range x {
			x[i] *= unit[i]
		}
		require.InEpsilon(t, math.Sqrt(mat.Inner(point, m, point)), length(t, n, x...), 1e-12)
		example := theory.Example{X: vec.Dense(x...), Y: theory.Positive}
		mapped, err := n.Map([]theory.Example{example}, d)
		require.NoError(t, err)
		c := theory.Classifier{W: w, B: 3}
		require.InDelta(t, c.Score(mapped[0].X), n.Original(c).Score(example.X), 1e-11)
		require.Equal(t, vec.Dense(x...), example.X, "x stays")
	}
}

func TestMapsOfOtherFeaturesAreRefused(t *testing.T) {
	two := []theory.Example{{X: vec.Sparse([]int{1}, []float64{3}), Y: theory.Positive}}
	for text, want := range map[string]string{
		"4":        " is of 1 feature, the examples have 2",
		"4 4 4":    " is of 3 features, the examples have 2",
		"1 1e-9":   "",
		"1 1e300 ": ": example 1: squared norm ",
	} {
		n, err := benchdata.ParseNorm("weighted:2:" + inFile(t, text))
		require.NoError(t, err)
		mapped, err := n.Map(two, 2)
		if want == "" {
			require.NoError(t, err)
			require.InDelta(t, 3*math.Sqrt(1e-9), mapped[0].X.Value[1], 1e-15)
			continue
		}
		require.ErrorContains(t, err, want)
	}
	n, err := benchdata.ParseNorm("3")
	require.NoError(t, err)
	same, err := n.Map(two, 2)
	require.NoError(t, err)
	require.Equal(t, two, same)
	c := theory.Classifier{W: []float64{1, 2}, B: 3}
	require.Equal(t, c, n.Original(c))
}

// definite draws a positive definite matrix I + BBᵀ of order d, B of normal numbers of
// standard deviation sigma.
func definite(rng *rand.Rand, d int, sigma float64) *mat.SymDense {
	m := mat.NewSymDense(d, nil)
	m.SymOuterK(1, mat.NewDense(d, d, rapidtest.Normal(rng, d*d, sigma)))
	for i := range d {
		m.SetSym(i, i, m.At(i, i)+1)
	}
	return m
}
