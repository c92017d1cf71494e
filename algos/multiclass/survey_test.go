package multiclass_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/maxmargin"
	"marginlab/algos/multiclass"
	"marginlab/algos/trial"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A run of parts of passes is not at rest, whatever its last steps changed; a run is at rest if its last whole pass
// changed nothing.
func TestAtRestIsOfWholePasses(t *testing.T) {
	s := data{dim: 2, classes: 2, x: []vec.Vector{vec.Dense(1, 0), vec.Dense(0, 1), vec.Dense(2, 0)},
		y: []theory.Label{0, 1, 0}}
	survey := trial.NewClassSurvey(s.stream(nil), s.dim, s.classes)
	for _, c := range []struct {
		order []int
		rest  bool
	}{{s.times(1), false}, {s.times(2), true}, {append(s.times(2), 0), false}, {[]int{0, 1, 2, 0, 2, 1}, true}} {
		tr, err := s.run(parse(t, "amira-k-best(0.5)"), c.order)
		require.NoError(t, err)
		ev, err := survey.Evidence(t.Context(), &tr, c.order, theory.View{Origin: true})
		require.NoError(t, err)
		require.Equal(t, c.rest, ev.AtRest, "%v", c.order)
	}
}

// If rounding hides whether there is a margin, or the margin is negligible, the stream is not separable, without an
// error; an end of the work is an error.
func TestEvidenceOfWhatHasNoMargin(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 1))
	one, undecided := 0, 0
	for round := range 28 {
		s := data{dim: 4, classes: 2}
		for range 40 {
			x := append(rapidtest.Normal(rng, 3, 1), math.Pow(10, float64(round%14)))
			s.x, s.y = append(s.x, vec.Dense(x...)), append(s.y, (1-theory.Sign(x[0]))/2)
		}
		tr, err := s.run(parse(t, "amira-k-best"), nil)
		require.NoError(t, err)
		for _, view := range []theory.View{{Origin: true}, {}} {
			survey := trial.NewClassSurvey(s.stream(nil), s.dim, s.classes)
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			_, err = survey.Evidence(ctx, &tr, s.times(1), view)
			require.True(t, !view.Origin || errors.Is(err, context.Canceled))
			_, unknown := survey.Geometry(context.Background(), view)
			ev, err := survey.Evidence(context.Background(), &tr, s.times(1), view)
			require.NoError(t, err)
			own := multiclass.Comparator(tr.Classifier.W, s.stream(nil), s.dim, s.classes)
			require.True(t, slices.ContainsFunc(ev.Comparators,
				func(u *theory.Comparator) bool { return slices.Equal(u.Margins, own) }),
				"the last classifier is a comparator, whose margins are those of the steps")
			if unknown == nil {
				continue
			}
			require.False(t, ev.Separable)
			if errors.As(unknown, new(*maxmargin.OneClassError)) {
				one++
			} else if errors.As(unknown, new(*maxmargin.UndecidedError)) {
				undecided++
			}
		}
	}
	require.Positive(t, one)
	require.Positive(t, undecided)
}
