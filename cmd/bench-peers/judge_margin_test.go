//go:build unix

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// hard is a program that is used as if it found the maximum margin.
type hard struct {
	id, needs, from string
	options         string
	origin          bool // the margin is that through the origin
	read            func(path string, dim int) (theory.Classifier, error)
}

// The ways in which LIBLINEAR and LIBSVM are asked for a hard margin: with a great C, and
// then to a finer tolerance.
var hards = []hard{
	{"liblinear", "liblinear-train", "liblinear-tools", "-s 3 -c 1e6", true, readLIBLINEAR},
	{"liblinear-fine", "liblinear-train", "liblinear-tools", "-s 3 -c 1e6 -e 1e-9", true, readLIBLINEAR},
	{"liblinear-bias", "liblinear-train", "liblinear-tools", "-s 3 -c 1e6 -B 1", false, readLIBLINEAR},
	{"liblinear-bias-fine", "liblinear-train", "liblinear-tools", "-s 3 -c 1e6 -B 1 -e 1e-9", false, readLIBLINEAR},
	{"libsvm", "svm-train", "libsvm-tools", "-t 0 -c 1e6", false, readLIBSVM},
	{"libsvm-fine", "svm-train", "libsvm-tools", "-t 0 -c 1e6 -e 1e-9", false, readLIBSVM},
}

// whyShort is what the margins that are not reached come from.
const whyShort = `A great C makes the soft margin that these programs solve the hard one, up to their tolerance. The default tolerance of liblinear-train is 0.1 ("Dual maximal violation <= epsilon", man page, -e), on a margin of 1; svm-train's is 0.001. Nothing that they print tells how far off they are.

Nor is it the violation that LIBLINEAR holds to its tolerance: ` + "`solve_l2r_l1l2_svc` (linear.cpp) stops where `PGmax_new - PGmin_new <= eps`" + `, when the violations of all examples are nearly *equal*, whatever they are. That is a criterion for a dual with an equality constraint, as LIBSVM's, and LIBLINEAR's has none. On the two points below, the sixth pass sees the violations −0.1875 and −0.1875, and ends at any tolerance.

With -B 1 the bias is the weight of a constant feature, and is part of ‖w‖ ("instance x becomes [x; bias]", man page): what is made greatest is the margin of the points (x, 1), which is another problem.

On Adult liblinear-train warns that it ends after 1000 passes ("reaching max number of iterations"), and its hyperplane has 5 of the 35,507 examples on the wrong side: a margin of 0. Through the origin Adult is not separable.`

func (h hard) String() string { return h.needs + " " + h.options }

var errNotSeparable = errors.New("not separable")

// reach is the margin of the program's classifier in parts of the greatest one, γ∗, which is
// certified to a relative 10⁻⁶.
func (h hard) reach(ctx context.Context, dir string, examples []theory.Example) (part float64, err error) {
	dim := theory.Dim(examples)
	g, err := maxmargin.NewSurvey(examples, dim, maxmargin.Options{}).Geometry(ctx, theory.View{Origin: h.origin})
	if err == nil && !g.Separable {
		err = errNotSeparable
	} else if err == nil && g.Gap() > 1e-6 {
		err = fmt.Errorf("gap %v; expected a margin to a relative 1e-6", g.Gap())
	}
	if err != nil {
		return 0, err
	}
	data, path := filepath.Join(dir, "data.svm"), filepath.Join(dir, "model")
	if err := into(data, func(w *bufio.Writer) error { return benchdata.WriteLIBSVM(w, examples) }); err != nil {
		return 0, err
	}
	said, err := exec.CommandContext(ctx, h.needs, append(strings.Fields(h.options), data, path)...).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%w%s", err, lastLine(string(said)))
	}
	m, err := h.read(path, dim)
	return m.Margin(examples) / g.Lower, err
}

// reaching is what the programs reach on some data.
type reaching struct {
	data  string
	parts []string // as hards, "" of one that is not installed
}

// short is the smallest stream that was found on which a program falls short of the margin.
type short struct {
	hard
	examples []theory.Example
	part     float64
}

// least is the part of the margin that counts as reached.
const least = 0.99

// margins measures the programs that are installed, and looks for the smallest streams on
// which they do not reach the margin, which it writes to files in dir.
func margins(t *testing.T, dir string) (all []reaching, shorts []short) {
	all = append(all, reached(t, "Iris", benchdata.Iris().Examples))
	all = append(all, reached(t, "Breast cancer, its separable part, standardised", separableCancer(t)))
	for seed := range uint64(4) {
		set, _, err := benchdata.Synthetic{Examples: 300, Dim: 10, R: 10, Ratio: 1, Margin: 1, Seed: seed + 1}.Generate()
		require.NoError(t, err)
		all = append(all, reached(t, fmt.Sprintf("300 × 10, generated, r = 10, seed %d", seed+1), set.Examples))
	}
	if folder, err := benchdata.Find("adult", ""); err == nil {
		examples, _, err := benchdata.Adult(t.Context(), folder, benchdata.AdultOptions{})
		require.NoError(t, err)
		all = append(all, reached(t, "Adult, its separable part", examples))
	}
	for _, h := range hards {
		if h.missing() != "" {
			continue
		}
		s := short{hard: h}
		s.examples, s.part = h.smallest(t)
		if shorts = append(shorts, s); s.examples != nil {
			require.NoError(t, into(filepath.Join(dir, h.id+".svm"), func(w *bufio.Writer) error { return benchdata.WriteLIBSVM(w, s.examples) }))
		}
	}
	return all, shorts
}

// reached is what the programs that are installed reach.
func reached(t *testing.T, data string, examples []theory.Example) reaching {
	r := reaching{data: data}
	for _, h := range hards {
		text := ""
		if h.missing() == "" {
			part, err := h.reach(t.Context(), t.TempDir(), examples)
			if text = fmt.Sprintf("%.2f %%", 100*part); errors.Is(err, errNotSeparable) {
				text = err.Error()
			} else {
				require.NoError(t, err, "%s on %s", h, data)
			}
		}
		r.parts = append(r.parts, text)
	}
	return r
}

// separableCancer is what of breast_cancer a hyperplane separates, as check --separable has it.
func separableCancer(t *testing.T) []theory.Example {
	set := benchdata.Default()
	part, err := benchdata.TrainSeparation(t.Context(), set.Examples, set.Dim, benchdata.SVM{}, 0)
	require.NoError(t, err)
	return part.Of(set.Examples)
}

// tried is how many streams are tried in the search for a small one.
const tried = 2000

// smallest returns the first stream, of integers, smallest first, on which the program falls
// short; nil if there is none among those that are tried.
func (h hard) smallest(t *testing.T) ([]theory.Example, float64) {
	dir, left := t.TempDir(), tried
	for most := 1; left > 0; most++ {
		for n := 2; n <= 3; n++ {
			for dim := 1; dim <= 2; dim++ {
				for code := 0; left > 0; code++ {
					examples, ok := decode(code, n, dim, most)
					if !ok {
						break
					}
					if part, err := h.reach(t.Context(), dir, examples); err == nil {
						if left--; part < least {
							return examples, part
						}
					}
				}
			}
		}
	}
	return nil, 0
}

// decode is a stream of n examples whose coordinates, from −most to most, are the digits of
// the code. Every other example is positive. It reports whether there is one.
func decode(code, n, dim, most int) (examples []theory.Example, ok bool) {
	side := 2*most + 1
	for i := range n {
		x := make([]float64, dim)
		for k := range x {
			x[k] = float64(code%side - most)
			code /= side
		}
		examples = append(examples, theory.Example{X: vec.Dense(x...), Y: theory.Label(1 - 2*(i%2))})
	}
	return examples, code == 0
}

// The streams on which a program falls short are kept, and it does so again.
func TestShortOfTheMargin(t *testing.T) {
	files, err := filepath.Glob(witnesses + "/*.svm")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, h := range hards {
		path := filepath.Join(witnesses, h.id+".svm")
		if !slices.Contains(files, path) {
			continue
		}
		t.Run(h.id, func(t *testing.T) {
			t.Parallel()
			needs(t, h.missing)
			set, err := benchdata.Open(path, benchdata.Options{})
			require.NoError(t, err)
			part, err := h.reach(t.Context(), t.TempDir(), set.Examples)
			require.NoError(t, err)
			require.Less(t, part, least)
		})
	}
}
