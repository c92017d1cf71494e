package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// inTwoSpaces are examples x in a norm of the file, and the same mapped to Ax, in the
// base norm: M = AᵀA with A = (2 1 0; 0 1 −1; 0 0 ½), or the weights (4, 1, ⅛) in ℓ3.
func inTwoSpaces(t *testing.T, kind string) (norm, here, base, there string, a [3][3]float64) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	m := "4,2,0\n2,2,-1\n0,-1,1.25\n"
	a = [3][3]float64{{2, 1, 0}, {0, 1, -1}, {0, 0, 0.5}}
	base = "2"
	if kind == "weighted:3" {
		m, a = "4,1,0.125", [3][3]float64{{math.Cbrt(4), 0, 0}, {0, 1, 0}, {0, 0, 0.5}}
		base = "3"
	}
	set, err := recipe(t.Context(), "synthetic(examples=80,dim=3,r=4,seed=3)")
	require.NoError(t, err)
	var x, ax strings.Builder
	for _, e := range set.Examples {
		v := make([]float64, 3)
		e.X.CopyTo(v)
		fmt.Fprintf(&x, "%v,%v,%v,%d\n", v[0], v[1], v[2], e.Y)
		for _, row := range a {
			fmt.Fprintf(&ax, "%v,", row[0]*v[0]+row[1]*v[1]+row[2]*v[2])
		}
		fmt.Fprintf(&ax, "%d\n", e.Y)
	}
	return kind + ":" + write("norm", m), write("x.csv", x.String()), base, write("ax.csv", ax.String()), a
}

// near reports equal values, numbers to 1e-9 relatively.
func near(a, b any) bool {
	v, isNumber := a.(float64)
	w, same := b.(float64)
	if !isNumber || !same {
		return fmt.Sprint(a) == fmt.Sprint(b)
	}
	return math.Abs(v-w) <= 1e-9*max(1, math.Abs(v), math.Abs(w))
}

// What is measured and learned in the norm of a file is that of the mapped examples in the
// base norm: geometry, runs and verdicts of all learners, and classifiers, which are mapped back.
func TestNormOfAFileIsOfMappedExamples(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"mahalanobis", "weighted:3"} {
		norm, here, base, there, a := inTwoSpaces(t, kind)
		model := filepath.Join(t.TempDir(), "w.json")
		for _, c := range []struct {
			args []string
			keys string
		}{
			{[]string{"geometry", "--save", model}, "d_plus d_minus d d_bar delta gamma bias r separable dim"},
			{[]string{"geometry", "--origin", "--lift", "2", "--save", model}, "d_plus d_minus d d_bar delta gamma bias r separable dim"},
			{[]string{"run", "--passes", "3", "--shuffle", "5"}, "learner mistakes updates margin tau gamma"},
			{[]string{"run", "--stream", "--passes", "3"}, "learner mistakes updates margin gamma"},
			{[]string{"run", "--learners", "e-omm", "--save", model}, "learner mistakes updates margin tau gamma"},
			{[]string{"run", "--learners", "bias(perceptron,1)", "--stream", "--save", model}, "mistakes updates margin gamma"},
			{[]string{"check", "--passes", "3"}, "learner id value bound ratio holds reason at"},
		} {
			got := rowsOf[map[string]any](t, append(c.args, "--json", "--norm", norm, here)...)
			mapped := saved(t, c.args, model)
			want := rowsOf[map[string]any](t, append(c.args, "--json", "--norm", base, there)...)
			require.Len(t, got, len(want), "%s", c.args)
			require.NotEmpty(t, want)
			for i := range want {
				if want[i]["norm"] == base {
					require.Equal(t, norm, got[i]["norm"])
				}
				keys := c.keys
				if want[i]["phi"] != nil { // where m(phi) is worst, phi is that of a step to the last digit
					keys = "id holds reason"
				}
				for _, key := range strings.Fields(keys) {
					require.Contains(t, want[i], key)
					require.True(t, near(want[i][key], got[i][key]), "%s %v, row %d: %s is %v, expected %v", kind, c.args, i, key, got[i][key], want[i][key])
				}
			}
			if original := saved(t, c.args, model); original.Weights != nil {
				w := original.Weights[0]
				for j := range 3 {
					require.InDelta(t, a[0][j]*w[0]+a[1][j]*w[1]+a[2][j]*w[2], mapped.Weights[0][j], 1e-7, "%s %v", kind, c.args)
				}
				require.InDelta(t, original.Bias[0], mapped.Bias[0], 1e-7)
			}
		}
	}
}

// classifier is what a file of --save has of it.
type classifier struct {
	Weights [][]float64
	Bias    []float64
}

// saved reads the classifier that a command saved, if it did.
func saved(t *testing.T, args []string, model string) (c classifier) {
	t.Helper()
	if slices.Contains(args, model) {
		text, err := os.ReadFile(model)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &c))
	}
	return c
}

// With --norm a learner that does not name its p learns in that norm, and its margin is
// measured there.
func TestMarginIsInTheNorm(t *testing.T) {
	t.Parallel()
	margin := func(learner string, norm ...string) float64 {
		args := append([]string{"run", "--json", "--passes", "30", "--learners", learner, "synthetic(examples=50,dim=4,seed=2)"}, norm...)
		return rowsOf[map[string]any](t, args...)[0]["margin"].(float64)
	}
	require.Positive(t, margin("e-omm(p=3)"))
	require.Equal(t, margin("e-omm(p=3)"), margin("e-omm", "--norm", "3"))
	require.NotEqual(t, margin("e-omm(p=3)"), margin("e-omm(p=3)", "--norm", "2"))
}

// Beyond ℓ2 the rows hold that speak of the norm, and no proved one fails; those that
// do not are not held.
func TestCheckInANorm(t *testing.T) {
	t.Parallel()
	for _, norm := range []string{"1.1", "1.5", "3", "10"} {
		n := normFlag{}
		require.NoError(t, n.UnmarshalText([]byte(norm)))
		spoken := map[string]bool{}
		const data = "synthetic(examples=60,dim=3,r=3,seed=5)"
		for _, row := range rowsOf[term.VerdictRow](t, "check", "--json", "--passes", "60", "--norm", norm, data) {
			require.Equal(t, norm, row.Norm)
			spoken[row.ID] = true
		}
		families := map[string]bool{"omm": true, "perceptron": true, "pumma": true, "alma": theory.SquareSmooth.Include(n.In)}
		for _, g := range theory.Table() {
			if families[g.Learner] {
				require.Equal(t, g.Norms.Include(n.In), spoken[g.ID], "%s for p = %s", g.ID, norm)
			}
		}
	}
}
