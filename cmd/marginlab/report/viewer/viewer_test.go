package viewer

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
	"marginlab/theory/real"
)

const testdata = "../../../../adversarial/testdata/"

// read returns the certificate of a file of the testdata.
func read(t *testing.T, name string) *certificate.Certificate {
	t.Helper()
	text, err := os.ReadFile(testdata + name + ".json")
	require.NoError(t, err)
	c, err := certificate.Read(bytes.NewReader(text))
	require.NoError(t, err)
	return c
}

// told tells the story of a certificate of the testdata.
func told(t *testing.T, name string) *Story {
	t.Helper()
	c := read(t, name)
	s, err := Tell(t.Context(), c.Statement, c.Stream, c.Comparator)
	require.NoError(t, err)
	s.ID, s.Name = filepath.Base(name), name
	return s
}

// verdict returns the verdict of a certificate.
func verdict(t *testing.T, name string) *certificate.Verdict {
	v, err := read(t, name).Verify(certificate.Limit{})
	require.NoError(t, err)
	return v
}

// Every certificate can be told. The decisions are those that it states, and so are the
// quantity and the claim in the end.
func TestCertificatesAreTold(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(testdata + "*.json")
	require.NoError(t, err)
	for _, file := range files {
		name := file[len(testdata) : len(file)-len(".json")]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !rapidtest.Long() && name == "pumma-three-halves" {
				t.Skip("MARGINLAB_LONG is not set: it takes ten seconds in intervals")
			}
			c := verdict(t, name)
			if c.Statement.Classes > 0 {
				_, err := Tell(t.Context(), c.Statement, c.Stream, c.Comparator)
				require.ErrorIs(t, err, ErrNoSteps)
				return
			}
			s := told(t, name)
			for i, run := range c.Runs {
				for k, d := range run.Steps {
					step := s.Runs[i].Steps[k]
					require.Equal(t, d, exact.Decision{Y: d.Y, Predicted: step.Predicted, Updated: step.Updated, Opening: step.Opening}, "step %d", k+1)
					require.Equal(t, d.Mistake(), step.Mistake)
				}
			}
			r := s.Runs[0]
			last := r.Steps[len(r.Steps)-1]
			require.InEpsilon(t, 1+certificate.Middle(c.Quantity), 1+float64(last.Quantity), 1e-9)
			require.InEpsilon(t, 1+certificate.Middle(c.Claim), 1+float64(last.Claim), 1e-9)
			distancesAreThoseOfTheSteps(t, r)
			provedRowsHold(t, r)
		})
	}
}

// The hyperplane before a step has the distance from its example that the step has.
func distancesAreThoseOfTheSteps(t *testing.T, r Run) {
	for _, step := range r.Steps {
		if state := r.States[step.State]; state.W != nil {
			a := float64(r.Y[step.Example]) * (dot(state.W, r.X[step.Example]) + state.B)
			require.InDelta(t, step.A, a, 1e-9*(1+math.Abs(step.A)), "step %d", step.T)
		}
	}
}

// A proved theorem fails nowhere.
func provedRowsHold(t *testing.T, r Run) {
	for _, step := range r.Steps {
		for i, values := range step.Rows {
			if row := r.Rows[i]; row.Status == "proved" {
				require.LessOrEqual(t, len(values), 2, "%s at step %d: %v", row.ID, step.T, values)
			}
		}
	}
}

// The row of a claim that is refuted fails from the step on that breaks it.
func TestRefutedRowsFail(t *testing.T) {
	t.Parallel()
	r := told(t, "omm-half").Runs[0]
	for i, row := range r.Rows {
		if row.ID != "omm-half" {
			continue
		}
		for _, step := range r.Steps {
			require.Equal(t, step.T == len(r.Steps), len(step.Rows[i]) == 3, "step %d: %v", step.T, step.Rows[i])
		}
		return
	}
	t.Fatal("no row omm-half")
}

// All that the claim is about is on the page: the margin through the origin of a claim on
// gamma0, that with a bias of one on r.
func TestMarginIsThatOfTheClaim(t *testing.T) {
	t.Parallel()
	origin := told(t, "amira-at-rest").Runs[0]
	require.Len(t, origin.Margins, 1)
	require.Equal(t, Margin{Name: "γ₀∗, through the origin", Gamma: 1, Exact: "1", W: []float64{0, -1}}, origin.Margins[0])
	require.True(t, origin.Through)
	bias := told(t, "example/omm-quarter").Runs[0]
	require.Len(t, bias.Margins, 1)
	require.Equal(t, "√(4/5)", bias.Margins[0].Exact)
	require.InDelta(t, 2/math.Sqrt(5), bias.Margins[0].Gamma, 1e-15)
	require.False(t, bias.Through)
}

// Counts run along with the steps, and other terms have the values that they have in the end. A claim without a margin
// is shown with the one that the learner's hyperplanes are compared with.
func TestClaimOnTheWay(t *testing.T) {
	t.Parallel()
	s, err := adversarial.ParseStatement("perceptron: mistakes <= errors + 2*updates")
	require.NoError(t, err)
	story, err := Tell(t.Context(), s, read(t, "omm-half").Stream, nil)
	require.NoError(t, err)
	r := story.Runs[0]
	require.ElementsMatch(t, []string{"mistakes", "updates"}, r.Counts)
	errors := float64(r.Steps[len(r.Steps)-1].Claim) - 2*float64(updatesUntil(r, len(r.Steps)))
	mistakes := 0
	for k, step := range r.Steps {
		if step.Mistake {
			mistakes++
		}
		require.EqualValues(t, mistakes, step.Quantity)
		require.EqualValues(t, errors+2*float64(updatesUntil(r, k+1)), step.Claim)
	}
	require.Len(t, r.Margins, 1)
	require.Contains(t, r.Margins[0].Name, "through the origin")
}

func updatesUntil(r Run, end int) (n int) {
	for _, step := range r.Steps[:end] {
		if step.Updated {
			n++
		}
	}
	return n
}

// A run of many steps is told in passes; one of very many is refused.
func TestLongRuns(t *testing.T) {
	t.Parallel()
	tell := func(claim string, stream ...exact.Example) (*Story, error) {
		s, err := adversarial.ParseStatement(claim)
		require.NoError(t, err)
		return Tell(t.Context(), s, stream, nil)
	}
	story, err := tell("amira(eps=1/100) in 200 passes: updates <= mistakes",
		exact.Example{X: exact.Floats(2, 0), Y: 1}, exact.Example{X: exact.Floats(1, 1), Y: -1})
	require.NoError(t, err)
	require.Contains(t, story.Examples(), "200 passes")
	r := story.Runs[0]
	require.Len(t, r.Steps, 400)
	last := r.Steps[399]
	require.Equal(t, []string{"updates", "mistakes"}, r.Counts)
	require.EqualValues(t, updatesUntil(r, 400), last.Counts[0])
	require.Greater(t, last.Counts[0], last.Counts[1], "some are no mistakes")
	_, err = tell("perceptron in 2001 passes: mistakes <= T/4", exact.Example{X: exact.Floats(1), Y: 1})
	require.ErrorIs(t, err, ErrNoSteps)
	require.ErrorContains(t, err, "it makes 2001 steps, expected at most 2000")
}

// Far from the origin float64 would not tell the points apart: they are seen from the first.
func TestFarStreamsAreSeenFromTheFirst(t *testing.T) {
	t.Parallel()
	far := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil))
	var stream []exact.Example
	for _, e := range read(t, "example/omm-quarter").Stream {
		stream = append(stream, exact.Example{X: exact.Vector{new(big.Rat).Add(e.X[0], far), e.X[1]}, Y: e.Y})
	}
	s, err := adversarial.ParseStatement("e-omm: mistakes <= 2 + r^2/4")
	require.NoError(t, err)
	moved, err := Tell(t.Context(), s, stream, nil)
	require.NoError(t, err)
	require.NotNil(t, moved.Runs[0].Centre)
	near := told(t, "example/omm-quarter").Runs[0]
	for i, step := range moved.Runs[0].Steps {
		require.InDelta(t, near.Steps[i].A, step.A, 1e-12)
	}
	distancesAreThoseOfTheSteps(t, moved.Runs[0])
}

// The upright axis of a projection has length 1 and is orthogonal to the normal of the hyperplane.
func TestProjectionHasASide(t *testing.T) {
	t.Parallel()
	for _, state := range told(t, "omm-half").Runs[0].States {
		if state.W != nil {
			require.InDelta(t, 0, dot(state.W, state.Side), 1e-12)
			require.InDelta(t, 1, dot(state.Side, state.Side), 1e-12)
		}
	}
}

func dot(x, y []float64) (sum float64) {
	for k := range x {
		sum += x[k] * y[k]
	}
	return sum
}

// A number is written as a fraction or a root if that is short, otherwise as a decimal.
func TestExactText(t *testing.T) {
	t.Parallel()
	f := real.Field{Bits: 256, Exact: 1 << 12}
	third := f.Rational(big.NewRat(-1, 3))
	require.Equal(t, "-1/3", exactText(third))
	root, err := f.Int(12).Sqrt()
	require.NoError(t, err)
	require.Equal(t, "√(12)", exactText(root))
	require.Equal(t, "−√(12)", exactText(root.Neg()))
	require.Equal(t, "≈ 3.7974349484710879204", exactText(root.Sub(third)))
	require.Equal(t, "≈ -3.7974349484710879204", exactText(third.Sub(root)))
	long := f.Rational(new(big.Rat).SetFrac64(1, 3)).Times(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(80), nil)))
	require.Equal(t, "≈ 3.3333333333333333333e-81", exactText(long))
}

// Records of the open questions are told too, the long ones, which take seconds in exact arithmetic, with
// MARGINLAB_LONG.
func TestRecordsAreTold(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(testdata + "open/*.json")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if len(text) > 1100 && !rapidtest.Long() {
			continue
		}
		record, err := adversarial.ReadRecord(bytes.NewReader(text))
		require.NoError(t, err)
		var stream []exact.Example
		for _, e := range record.Stream {
			stream = append(stream, exact.Example{X: exact.Floats(e.X.Value...), Y: int(e.Y)})
		}
		s, err := Tell(t.Context(), record.Statement, stream, nil)
		require.NoError(t, err, file)
		r := s.Runs[0]
		distancesAreThoseOfTheSteps(t, r)
		provedRowsHold(t, r)
		s.ID = "record"
		require.Less(t, len(fmt.Sprint(s.Section().Body)), 1<<20)
	}
}

// The columns of a claim on a difference have the names of its sides.
func TestSidesOfADifferenceAreNamed(t *testing.T) {
	stream := []exact.Example{{X: exact.Floats(0, 1), Y: 1}, {X: exact.Floats(1, 0), Y: -1}}
	for line, want := range map[string][2]string{
		"e-omm: mistakes - 3 <= 0": {"mistakes", "3"}, "e-omm: 4 - T >= 0": {"4", "T"}, "e-omm: T <= 5": {"T", "5"},
	} {
		statement, err := adversarial.ParseStatement(line)
		require.NoError(t, err)
		s, err := Tell(t.Context(), statement, stream, nil)
		require.NoError(t, err)
		require.Equal(t, want, [2]string{s.Quantity, s.Claim}, line)
	}
}
