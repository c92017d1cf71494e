package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// inTwoSpaces are examples x in a norm of the file, and the same mapped to Ax, in the
// base norm: M = AᵀA with A = (2 1 0; 0 1 −1; 0 0 ½), or the weights (4, 1, ⅛) in ℓ3.
func inTwoSpaces(t *testing.T, kind string) (norm, here, base, there string) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	m, a := "4,2,0\n2,2,-1\n0,-1,1.25\n", [3][3]float64{{2, 1, 0}, {0, 1, -1}, {0, 0, 0.5}}
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
	return kind + ":" + write("norm", m), write("x.csv", x.String()), base, write("ax.csv", ax.String())
}

// objects are the JSON objects that the command prints.
func objects(t *testing.T, args ...string) (all []map[string]any) {
	t.Helper()
	var out, errs bytes.Buffer
	require.Zero(t, run(t.Context(), args, term.Streams{Out: &out, Err: &errs}), errs.String())
	for dec := json.NewDecoder(&out); dec.More(); {
		object := map[string]any{}
		require.NoError(t, dec.Decode(&object))
		all = append(all, object)
	}
	return all
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

// What is measured in the norm of a file is what is measured of the mapped examples in
// the base norm: geometry, runs, and verdicts, of every learner that has a form there.
func TestNormOfAFileIsOfMappedExamples(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"mahalanobis", "weighted:3"} {
		norm, here, base, there := inTwoSpaces(t, kind)
		for _, c := range []struct {
			args   []string
			keys   string
			number int
		}{
			{[]string{"geometry"}, "d_plus d_minus d d_bar delta gamma bias r separable dim", 1},
			{[]string{"geometry", "--origin", "--lift", "2"}, "d_plus d_minus d d_bar delta gamma bias r separable dim", 1},
			{[]string{"run", "--passes", "3", "--shuffle", "5"}, "mistakes updates margin tau gamma", 8},
			{[]string{"check", "--passes", "3"}, "id value bound ratio holds silent at", 0},
		} {
			got := objects(t, append(c.args, "--json", "--norm", norm, here)...)
			inBase := append(c.args, "--json", "--norm", base, there)
			if base == "2" { // of which all learners are
				const able = "n-omm,e-omm,ce-omm,perceptron,pumma,alma,randomized,bias(perceptron,1)"
				const lifted = "n-omm,e-omm,ce-omm,bias(perceptron,1),pumma,bias(alma,1),bias(randomized,1),n-omm(keep=violating),omm(rho=0.5,rule=printed),bias(alma(B=2.5,C=0.5),1),bias(randomized(psi=printed),1),bias(randomized-omd,1),bias(randomized-omd(R=100),1)"
				switch c.args[0] {
				case "run":
					inBase = append(inBase, "--learners", able)
				case "check":
					inBase = append(inBase, "--learners", lifted)
				}
			}
			want := objects(t, inBase...)
			require.Len(t, got, len(want), "%s", c.args)
			if c.number > 0 {
				require.Len(t, got, c.number, "%s", c.args)
			} else {
				require.Greater(t, len(got), 6)
			}
			for i := range want {
				require.Equal(t, norm, got[i]["norm"])
				require.Equal(t, base, want[i]["norm"])
				keys := c.keys
				if want[i]["phi"] != nil { // where m(phi) is worst, phi is that of a step to the last digit
					keys = "id holds silent"
				}
				for _, key := range strings.Fields(keys) {
					require.Contains(t, want[i], key)
					require.True(t, near(want[i][key], got[i][key]), "%s %v, row %d: %s is %v, expected %v", kind, c.args, i, key, got[i][key], want[i][key])
				}
			}
		}
	}
}

// With --norm a learner that does not name its p learns in that norm, and its margin is
// measured there.
func TestMarginIsInTheNorm(t *testing.T) {
	t.Parallel()
	margin := func(learner string, norm ...string) float64 {
		args := append([]string{"run", "--json", "--passes", "30", "--learners", learner, "synthetic(examples=50,dim=4,seed=2)"}, norm...)
		return objects(t, args...)[0]["margin"].(float64)
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
		for _, row := range checked(t, "check", "--json", "--passes", "60", "--norm", norm, "synthetic(examples=60,dim=3,r=3,seed=5)") {
			require.Equal(t, norm, row.Norm)
			spoken[row.ID] = true
		}
		families := map[string]bool{"omm": true, "perceptron": true, "pumma": true, "alma": theory.SquareSmooth.Include(n.Norm)}
		for _, g := range theory.Table() {
			if families[g.Learner] {
				require.Equal(t, g.Norms.Include(n.Norm), spoken[g.ID], "%s for p = %s", g.ID, norm)
			}
		}
	}
}

func TestTheoremsSayOfWhichNormsTheyAre(t *testing.T) {
	t.Parallel()
	norms := map[string]theory.Norms{}
	for _, g := range theory.Table() {
		norms[g.ID] = g.Norms
	}
	for _, row := range objects(t, "theorems", "--json") {
		want := string(norms[row["id"].(string)])
		if want == "" {
			want = "l2"
		}
		require.Equal(t, want, row["norms"])
	}
}
