package exact_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/algos/multiclass"
	"marginlab/algos/trial"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/real"
)

// binaries are learners of two classes whose exact models one-vs-rest is made of.
func binaries() []string {
	return []string{
		"perceptron", "perceptron(p=3)", "perceptron(p=1.5)", "pa", "pa-i(C=0.125)", "pa-ii(C=2)", "mira", "amira(eps=0.25)", "romma", "a-romma", "naromma",
		"pumma(delta=0.5)", "e-omm", "ce-omm", "omm(rho=0.5)", "e-omm(p=3)", "n-omm", "n-omm(rho=0.5)", "mcp", "cmcp", "mcp(rule=sharp)",
		"alma(alpha=0.75)", "alma(alpha=0.75,p=3)", "second-order(a=2)", "arow(a=0.5)",
	}
}

// modelOf is the exact model of an expression.
func modelOf(t require.TestingT, text string) (*algos.Spec, *exact.Spec) {
	spec, err := algos.Parse(text)
	require.NoError(t, err)
	model, err := trial.Model(spec)
	require.NoError(t, err)
	return spec, model
}

// The scores that the models print are those of the floating-point learners, in their scale, until
// a decision is within rounding.
func TestPrintedScales(t *testing.T) {
	t.Parallel()
	for _, text := range binaries() {
		printed, updates := 0, 0
		t.Run(text, rapid.MakeCheck(func(t *rapid.T) {
			spec, model := modelOf(t, text)
			d := streams(spec.Kind.OwnBias, 12).Draw(t, "stream")
			result, err := model.Run(d.dim, d.stream, exact.Repeat{}, exact.Limit{Prec: 256})
			if tied(t, err) {
				return
			}
			twin, i := spec.New(d.dim), -1
			require.NoError(t, result.Watch(200, func(_ exact.Learner, s *exact.Step) error {
				if i++; s == nil || i < 0 || i > len(d.stream) {
					return nil
				}
				got := twin.Step(dense(d.stream[i-1].X), theory.Label(d.stream[i-1].Y))
				score := got.Score
				if spec.Kind.UnitNorm && got.Norm > 0 {
					score = got.A()
				}
				f, _ := s.Printed().Interval().Lower().Float64()
				again, _ := s.Printed().Interval().Lower().Float64()
				require.Equal(t, f, again)
				require.InDelta(t, f, score, 1e-8*(1+abs(f)), "example %d", i)
				printed++
				if int(got.Predicted) != s.Predicted || got.Updated != s.Updated {
					i = len(d.stream) // they may part: no more is compared
				}
				if s.Updated {
					updates++
				}
				return nil
			}))
		}))
		require.Greater(t, printed, rapidtest.Count(30, 300, 300), text)
		require.Greater(t, updates, rapidtest.Count(5, 50, 50), text)
	}
}

// tied reports that a decision of roots is a tie, which intervals do not decide.
func tied(t require.TestingT, err error) bool {
	var open *real.UndecidedError
	if errors.As(err, &open) {
		return true
	}
	require.NoError(t, err)
	return false
}

// manyClasses draws a stream of three classes, with ties.
func manyClasses() *rapid.Generator[drawn] {
	return rapid.Custom(func(t *rapid.T) drawn {
		d := drawn{dim: rapid.IntRange(1, 3).Draw(t, "dim")}
		u := make([]exact.Vector, 3)
		for c := range u {
			u[c] = vector(rapid.SliceOfN(rapid.IntRange(-2, 2), d.dim, d.dim).Draw(t, "u"))
		}
		for range rapid.IntRange(1, 10).Draw(t, "T") {
			x := vector(rapid.SliceOfN(rapid.IntRange(-3, 3), d.dim, d.dim).Draw(t, "x"))
			y := 0
			for c := range u {
				if dot(u[c], x).Cmp(dot(u[y], x)) > 0 {
					y = c
				}
			}
			d.stream = append(d.stream, exact.Example{X: x, Y: y})
		}
		return d
	})
}

// One-vs-rest in exact numbers decides as in float64, until a step that is in doubt.
func TestOneVsRestDecidesAsFloats(t *testing.T) {
	t.Parallel()
	for _, text := range append(binaries(), "randomized(R=5)", "randomized-omd") {
		compared, all, wrong := 0, 0, 0
		t.Run(text, rapid.MakeCheck(func(t *rapid.T) {
			d := manyClasses().Draw(t, "stream")
			spec, err := algos.Parse(text)
			require.NoError(t, err)
			model, err := trial.Model(spec)
			require.NoError(t, err)
			run, err := model.OneVsRest(3, d.dim, d.stream, 1, exact.Limit{Prec: 256})
			var stuck *exact.InfeasibleError
			if errors.As(err, &stuck) || tied(t, err) { // a class may not be apart from the rest
				return
			}
			twin := multiclass.NewOneVsRest(algos.Space{Dim: d.dim}, 3, spec)
			all += len(d.stream)
			mistakes, updates := 0, 0
			for i, e := range d.stream {
				got := twin.Step(dense(e.X), theory.Label(e.Y))
				want := run.Steps[i]
				same := int(got.Predicted) == want.Predicted && got.Updated == want.Updated
				for c, binary := range twin.Traces() {
					same = same && binary.Steps[i].Updated == run.Binary[c].Steps[i].Updated
				}
				if !same {
					require.True(t, run.Doubtful(i, e.X), "example %d of %s: class %d (updated: %v), exactly %d (%v)", i+1, d,
						got.Predicted, got.Updated, want.Predicted, want.Updated)
					return
				}
				compared++
				if want.Mistake() {
					mistakes++
				}
				if want.Updated {
					updates++
				}
			}
			wrong += mistakes
			require.Equal(t, []int{mistakes, updates}, []int{run.Mistakes, run.Updates})
		}))
		require.Greater(t, all, rapidtest.Count(4, 150, 150), text)
		require.Greater(t, 10*compared, 8*all, "%s: %d of %d compared", text, compared, all)
		require.Greater(t, wrong, rapidtest.Count(0, 20, 20), text)
	}
}

// Three classes by the Perceptron, by hand: at the first example all scores are 0, and the first
// class wins; w is (0,1), (0,−1), (0,−1) then, and at (1,0) the tie is the first class's again, the
// label is that of class 1, so that w_1 is (1,−1), and the others have (−1,1) and (−1,−1), as 0 counts
// against them.
func TestOneVsRestByHand(t *testing.T) {
	t.Parallel()
	model := find(t, "perceptron", nil)
	stream := []exact.Example{{X: point("0,1"), Y: 0}, {X: point("1,0"), Y: 1}, {X: point("1,2"), Y: 2}, {X: point("2,0"), Y: 1}}
	run, err := model.OneVsRest(3, 2, stream, 1, exact.Limit{})
	require.NoError(t, err)
	var got []int
	for _, d := range run.Steps {
		got = append(got, d.Predicted)
	}
	// at (1,2) the scores are 1, −1 and −3; the first and the last class learn: (−2,−1), (1,−1), (0,1)
	require.Equal(t, []int{0, 0, 0, 1}, got)
	require.Equal(t, []int{2, 4}, []int{run.Mistakes, run.Updates}, "at the end the last class learns from a tie")
	require.Len(t, run.Binary, 3)
	again, err := model.OneVsRest(3, 2, stream, 2, exact.Limit{})
	require.NoError(t, err)
	require.Len(t, again.Steps, 8)
	require.Equal(t, run.Steps, again.Steps[:4])
	for _, y := range []int{-1, 3} {
		require.PanicsWithValue(t, "exact: class is "+big.NewRat(int64(y), 1).RatString()+", expected one of 0 to 2", func() {
			_, _ = model.OneVsRest(3, 2, []exact.Example{{X: point("1,0"), Y: y}}, 1, exact.Limit{})
		})
	}
}
