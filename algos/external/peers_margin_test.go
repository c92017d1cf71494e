//go:build unix

package external_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/theory"
)

// hards are LIBLINEAR and LIBSVM, used as if they found the maximum margin: with a great C, and then to a finer
// tolerance. iris is the percentage of γ∗ that they reach there, and witness a file of a few integers on which they
// reach less than 99 %, among the first 2000 such files; "" if they reach it on all.
var hards = []struct {
	command, witness string
	origin           bool // whether the margin is the one through the origin
	iris             float64
}{
	{"liblinear-train -s 3 -c 1e6", "liblinear.svm", true, 99.97},
	{"liblinear-train -s 3 -c 1e6 -e 1e-9", "liblinear-fine.svm", true, 100},
	{"liblinear-train -s 3 -c 1e6 -B 1", "liblinear-bias.svm", false, 97.51},
	{"liblinear-train -s 3 -c 1e6 -B 1 -e 1e-9", "liblinear-bias-fine.svm", false, 99.63},
	{"svm-train -t 0 -c 1e6", "", false, 100},
	{"svm-train -t 0 -c 1e6 -e 1e-9", "", false, 100},
}

// Programs with a hard margin reach what benchdata/results/peers.md states, which also explains it.
func TestPeersShortOfTheMargin(t *testing.T) {
	t.Parallel()
	for _, h := range hards {
		t.Run(h.command, func(t *testing.T) {
			t.Parallel()
			needs(t, func() string {
				if _, err := exec.LookPath(strings.Fields(h.command)[0]); err != nil {
					return "not installed, in the package liblinear-tools or libsvm-tools: " + err.Error()
				}
				return ""
			})
			require.InDelta(t, h.iris, reach(t, h.command, h.origin, benchdata.Iris().Examples), 0.01)
			if h.witness != "" {
				text, err := os.ReadFile("../../" + witnesses + h.witness)
				require.NoError(t, err)
				set, err := benchdata.Read(bytes.NewReader(text), h.witness, benchdata.Options{})
				require.NoError(t, err)
				require.Less(t, reach(t, h.command, h.origin, set.Examples), 99.0)
			}
		})
	}
}

// reach returns the margin of the program's classifier as a percentage of the greatest, which is certified.
func reach(t *testing.T, command string, origin bool, examples []theory.Example) float64 {
	dim := theory.Dim(examples)
	g, err := trial.NewSurvey(examples, dim).Geometry(t.Context(), theory.View{Origin: origin})
	require.NoError(t, err)
	require.True(t, g.Separable)
	require.LessOrEqual(t, g.Gap(), 1e-6)
	data, model := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "model")
	var text bytes.Buffer
	require.NoError(t, benchdata.WriteLIBSVM(&text, examples))
	require.NoError(t, os.WriteFile(data, text.Bytes(), 0o644))
	fields := strings.Fields(command)
	said, err := exec.CommandContext(t.Context(), fields[0], append(fields[1:], data, model)...).CombinedOutput()
	require.NoError(t, err, "%s", said)
	return 100 * classifier(t, model, dim).Margin(examples) / g.Lower
}

// classifier reads a model of LIBLINEAR, whose weights follow a line w, that of the constant last, or of LIBSVM, a
// combination of the support vectors after a line SV.
func classifier(t *testing.T, model string, dim int) theory.Classifier {
	text, err := os.ReadFile(model)
	require.NoError(t, err)
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		require.NoError(t, err)
		return v
	}
	c := theory.Classifier{W: make([]float64, dim)}
	head, weights, linear := strings.Cut(string(text), "\nw\n")
	if linear {
		for i, w := range strings.Fields(weights) {
			if i < dim {
				c.W[i] = number(w)
			} else if !strings.Contains(head, "\nbias -1\n") {
				c.B = number(w) // times a constant of 1
			}
		}
	} else {
		var vectors string
		head, vectors, _ = strings.Cut(string(text), "\nSV\n")
		_, rho, _ := strings.Cut(head, "\nrho ")
		c.B = -number(strings.Fields(rho)[0])
		for line := range strings.Lines(vectors) {
			fields := strings.Fields(line)
			for _, field := range fields[1:] {
				index, value, _ := strings.Cut(field, ":")
				i, err := strconv.Atoi(index)
				require.NoError(t, err)
				c.W[i-1] += number(fields[0]) * number(value)
			}
		}
	}
	if strings.Contains(head, "\nlabel -1") { // the class −1 is the first, whose score is positive
		for i := range c.W {
			c.W[i] = -c.W[i]
		}
		c.B = -c.B
	}
	return c
}

// The averages of prose are wrong: a weight that was 0, 1 and 0 has an average of −½ instead of ½. And it panics
// where a word has 20 times the same tag.
func TestPeersProse(t *testing.T) {
	t.Parallel()
	prose := "../../.cache/peers/prose"
	needs(t, func() string { return withoutFile(prose) })
	train := func(examples string) (weights, said string, err error) {
		var stdout, stderr bytes.Buffer
		cmd := exec.CommandContext(t.Context(), prose)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(examples), &stdout, &stderr
		err = cmd.Run()
		return stdout.String(), stderr.String(), err
	}
	weights, _, err := train(`[["a","A"],["a","B"]]`)
	require.NoError(t, err)
	require.Contains(t, weights, `{"bias":{"":-1,"A":-0.5,"B":1}`)
	_, _, err = train("[" + strings.Repeat(`["a","A"],`, 18) + `["a","A"]]`)
	require.NoError(t, err)
	_, said, err := train("[" + strings.Repeat(`["a","A"],`, 19) + `["a","A"]]`)
	require.Error(t, err)
	require.Contains(t, said, "panic: assignment to entry in nil map\n")
}
