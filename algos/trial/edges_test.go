package trial

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// pointsOn returns examples with the given coordinates, of one class after another.
func pointsOn(labels string, x ...float64) *Data {
	var examples []theory.Example
	for i, y := range labels {
		examples = append(examples, theory.Example{X: vec.Dense(x[i]), Y: map[rune]theory.Label{'+': 1, '-': -1}[y]})
	}
	return NewData("points", examples, 1)
}

// The hull of ±x of both axes, normalised, contains a circle of radius 1/√2.
func TestInradiusOfWhatIsNotSeparable(t *testing.T) {
	t.Parallel()
	r := run(t, cross(), "nvn(eps=0.1)", 1)
	known, err := r.surveyed(t.Context())
	require.NoError(t, err)
	for normalised, want := range map[bool]float64{true: math.Sqrt(0.5), false: 0} {
		ev := evidenceOf(t, known, &r.Trace, r.order, theory.View{Origin: true, Normalised: normalised})
		require.InDelta(t, want, ev.Inradius, 1e-9)
	}
}

func TestWhatDataSayOfThemselves(t *testing.T) {
	t.Parallel()
	class, classes := cross().class()
	require.Equal(t, []theory.Label{1, 1, 0, 0}, class)
	require.Equal(t, 2, classes)

	plain, space := cross(), in(t, cross(), "poly(degree=2)")
	_, ok := plain.Kernel()
	require.False(t, ok)
	k, ok := space.Kernel()
	require.True(t, ok)
	require.Contains(t, k.String(), "poly")
	_, ok = space.Spanned()
	require.False(t, ok)
	x, dim, err := space.Space(t.Context())
	require.NoError(t, err)
	spanned, ok := space.Spanned()
	require.True(t, ok)
	require.Equal(t, []int{dim, 4}, []int{spanned, len(x)})
	for range 2 {
		_, enclosed := plain.Enclosed()
		require.False(t, enclosed)
		_, _, err = plain.Geometry(t.Context(), theory.View{})
		require.NoError(t, err)
	}

	for want, d := range map[bool]*Data{true: three(), false: cross()} {
		checked, err := d.Checked()
		require.NoError(t, err)
		require.Equal(t, want, slices.ContainsFunc(checked, func(s *algos.Spec) bool { return s.Kind.Name == "one-vs-rest" }))
	}
	_, err = in(t, cross(), "linear").Run(t.Context(), spec(t, "np(margin=0.1)"), Options{})
	require.ErrorContains(t, err, "expected nkp with a kernel")
}

// A w that falls from 10³ gamma loses 10⁻¹⁰ of it, from 10⁴ too much; a learner that divides by a ridge has no digit
// left if the ridge is 10⁻⁴⁰ of the squares.
func TestRoundingIsReported(t *testing.T) {
	t.Parallel()
	for far, want := range map[float64]string{1e3: "", 1e4: "its margin is off by about 2e-08 of gamma, as its w falls from Dbar to gamma in length; a-romma keeps these digits"} {
		d := NewData("far", []theory.Example{{X: vec.Dense(1, far), Y: 1}, {X: vec.Dense(1, -far), Y: 1}}, 2)
		r := run(t, d, "naromma", 1)
		r.Trace.Gamma = 1
		require.Equal(t, want, r.Rounded(d))
		require.Empty(t, run(t, d, "perceptron", 1).Rounded(d))
	}
	for far, want := range map[float64]string{1: "", 1e20: "the data are beyond double precision: rounding errors grow to about "} {
		d := pointsOn("--", far, far)
		got := run(t, d, "second-order", 1).Rounded(d)
		require.Equal(t, want == "", got == "", got)
		require.Contains(t, got, want)
	}
}

func TestClassifierAsRead(t *testing.T) {
	t.Parallel()
	d, broken := cross(), errors.New("broken")
	c := theory.Classifier{W: []float64{1, 2}}
	d.Original = func(c theory.Classifier) (theory.Classifier, error) {
		return theory.Classifier{W: []float64{c.W[0] * 10, c.W[1]}, B: 3}, nil
	}
	got, err := d.AsRead(c)
	require.NoError(t, err)
	require.Equal(t, theory.Classifier{W: []float64{10, 2}, B: 3}, got)
	d.Original = func(c theory.Classifier) (theory.Classifier, error) { return c, broken }
	_, err = d.AsRead(c)
	require.ErrorIs(t, err, broken)
}

// Redecide decides exactly the steps of the run, and no example beyond them.
func TestRedecideEndsWithTheRun(t *testing.T) {
	t.Parallel()
	d := pointsOn("-----", 1, 1, 1, -1, 1)
	r := learned(t, d, spec(t, "perceptron"), Options{Passes: slices.Values([][]int{{0, 1, 2}})})
	again, err := d.Redecide(t.Context(), r, slices.Values([][]int{{0, 1}, {2, 3, 4}}))
	require.NoError(t, err)
	require.Equal(t, []int{3, 1, 1, 0}, []int{again.Steps, again.Mistakes, again.Updates, again.Otherwise})
	require.Equal(t, []int{1, 1}, []int{r.Trace.Mistakes, r.Trace.Updates})
}

// A separating score is above 0: an example at right angles to w is not yet separated, in kernel form either.
func TestTauOfATie(t *testing.T) {
	t.Parallel()
	for _, k := range []string{"", "linear"} {
		d := NewData("right angle", []theory.Example{{X: vec.Dense(1, 0), Y: -1}, {X: vec.Dense(0, 1), Y: -1}}, 2)
		if k != "" {
			in(t, d, k)
		}
		tau, ok := run(t, d, "perceptron", 1).Tau()
		require.True(t, ok)
		require.Equal(t, 2, tau, "kernel %q", k)
	}
}

// A learner that stops at the first example has seen none before.
func TestStopInTheFirstPart(t *testing.T) {
	t.Parallel()
	together, err := NewTogether([]*algos.Spec{stops()}, cross())
	require.NoError(t, err)
	require.NoError(t, together.Learn(context.Background(), cross().Examples))
	require.EqualError(t, together.Runs()[0].Stop, "example 1: broken")
}
