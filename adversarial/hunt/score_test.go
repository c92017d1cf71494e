package hunt

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
	"marginlab/theory"
)

func evaluatorOf(t *testing.T, s certificate.Statement) *evaluator {
	t.Helper()
	target := targetOf(t, s, span(0, 0), span(0, 0))
	return newEvaluator(t.Context(), target)
}

// coldRunner runs the hunt for a claim, from no known stream.
func coldRunner(t *testing.T, claim string, islands int) *Runner {
	t.Helper()
	r, err := Plan{Conjecture: conjectureOf(t, claim), Islands: islands, Cold: true}.Runner()
	require.NoError(t, err)
	return r
}

// line is a stream of one dimension.
func line(examples ...float64) stream {
	s := newStream(len(examples)/2, 1)
	for i := range s {
		s[i].X.Value[0], s[i].Y = examples[2*i], theory.Label(examples[2*i+1])
	}
	return s
}

// What exceeds a claim by less than the margin is known to does not refute it.
func TestRatiosAreNotAboveOneByRounding(t *testing.T) {
	s := line(1, 1, -1, -1) // γ∗ = 1
	for claim, refuted := range map[string]bool{"0.9999999995": false, "0.999999": true} {
		for _, quantity := range []string{"gamma", "1/gamma", "gamma0", "1/gamma0"} {
			got := evaluatorOf(t, certificate.Statement{Learner: "e-omm", Quantity: quantity, Claim: claim}).score(s)
			require.Equal(t, refuted, got.Ratio > 1, "%s <= %s: %v", quantity, claim, got.Ratio)
		}
	}
	e := evaluatorOf(t, certificate.Statement{Learner: "e-omm", Quantity: "gamma", Claim: "gamma0/2"})
	require.InEpsilon(t, 2, e.score(s).Ratio, 1e-12, "the margins are known to the same share")
	for _, tie := range [][2]float64{{1e-12, -1e-12}, {1e-9, 0}, {-1e6 + 1e-4, -1e6}} {
		require.Equal(t, 1., ratio(tie[0], tie[1]), "exact arithmetic decides")
	}
	require.Zero(t, ratio(0, 0))
	require.Zero(t, ratio(-2e-12, -1e-12))
	require.Equal(t, math.Inf(1), ratio(-1e6+1e-2, -1e6))
	require.Equal(t, math.Inf(1), ratio(1, 0))
	require.Equal(t, math.Inf(1), ratio(1, 1e-9))
	require.Equal(t, 1., evaluatorOf(t, certificate.Statement{Learner: "e-omm", Quantity: "gamma", Claim: "1"}).score(s).Ratio, "at the border it is as it is")
	require.Equal(t, 2., ratio(2, 1))
}

// A stream inside the domain is better than one outside, then one with a greater ratio, by more than rounding, then
// one with a smaller ease.
func TestBetterScores(t *testing.T) {
	e := evaluatorOf(t, certificate.Statement{Learner: "e-omm", Quantity: "later_mistakes", Claim: "r^2", Where: "r < 10"})
	one, other := e.score(line(2, 1, -2, -1, 1.5, 1)), e.score(line(2, 1, -2, -1, 0.5, 1))
	require.Greater(t, other.Ease, one.Ease)
	for _, ratio := range []float64{one.Ratio, one.Ratio + 1e-12} { // rounding
		other.Ratio = ratio
		require.True(t, one.better(other))
		require.False(t, other.better(one))
	}
	other.Ratio = one.Ratio + 1e-6
	require.True(t, other.better(one))
	other.Inside = false
	require.True(t, one.better(other))
}

// Of streams with the same ratio, but for its last digits, a finding is the shortest, and of those the best.
func TestFindingsAreShort(t *testing.T) {
	r := coldRunner(t, "e-omm: mistakes <= 3", 1)
	n := r.t.island()
	require.Equal(t, outside, n.Front.top())
	all := []stream{line(1, 1, 2, 1), line(3, 1), line(4, 1), line(5, 1, 6, 1, 7, 1)}
	for i, s := range all {
		n.Front.offer(member{s, score{Ratio: 0.5 - 1e-9*float64(i), Ease: float64(int(1) << (2 * i)), Inside: true}})
	}
	require.Len(t, n.Front.best(), len(all))
	require.Equal(t, []theory.Example(all[1]), r.finding(t.Context(), []island{n}).Best)
	for rounds, examples := range map[int]int{0: 6, 1: 6, 2: 7, 5: 10} { // the last round searched those of up to 5 more than its number
		n.Rounds = rounds
		require.Equal(t, span(3, examples), r.finding(t.Context(), []island{n, r.t.island()}).Examples)
	}
}

// A ratio above 1 that was not tried is a doubt; the best is the next.
func TestWhatWasNotTriedIsInDoubt(t *testing.T) {
	r := coldRunner(t, "e-omm: mistakes <= 3", 2)
	islands := []island{r.t.island(), r.t.island()}
	ended, end := context.WithCancel(t.Context())
	end()
	islands[0].Front.offer(member{line(1, 1), score{Ratio: 2, Ease: 1, Inside: true}})
	islands[1].Front.offer(member{line(2, 1), score{Ratio: 0.5, Ease: 4, Inside: true}})
	islands[1].Front.offer(member{line(3, 1), score{Ratio: 0.9, Ease: 8}})
	f := r.finding(ended, islands)
	require.Equal(t, 2., f.Doubt)
	require.Equal(t, 0.5, f.Ratio)
	require.Equal(t, 4., f.Ease)
	require.Equal(t, []Point{{1, 2}, {4, 0.5}}, f.Front)
}

// The comparator of least claim is found among the directions and lengths.
func TestLeastComparator(t *testing.T) {
	s := newStream(2, 2)
	s[0].X.Value[0], s[1].X.Value[1] = 1, 1 // e₁, e₂, both positive: u = (1,1) loses nothing
	e := evaluatorOf(t, certificate.Statement{Learner: "perceptron", Quantity: "updates", Claim: "U^2 + 10*L1"})
	got := e.score(s)
	require.InDelta(t, 1, got.Ratio, 1e-6)
	require.InDeltaSlice(t, []float64{1, 1}, e.comparator, 1e-6)
	e = evaluatorOf(t, certificate.Statement{Learner: "perceptron", Quantity: "T", Claim: "L1 + L2", Passes: 3})
	require.Equal(t, ratio(6, 0), e.score(s).Ratio) // by the same u
	e = evaluatorOf(t, certificate.Statement{Learner: "perceptron", Quantity: "L1", Claim: "1 + 10*U", Passes: 3})
	require.InDelta(t, 6, e.score(s).Ratio, 1e-9, "u = 0 loses 1 at each of 6 steps")
}

// Scores are in one order: none is better than itself, of two one is better at most, and what is better
// than a better one is better. What is nearer to a domain, or inside at a smaller ease, has the smaller loss.
func TestScoresAreInOneOrder(t *testing.T) {
	var all []score
	for _, ratio := range []float64{math.Inf(-1), 0, 0.5, 0.5 * (1 + 1e-12), 0.6, 1, 1.5, math.Inf(1)} {
		for _, ease := range []float64{0, 1, 2, math.Inf(1)} {
			all = append(all, score{Ratio: ratio, Ease: ease, Inside: true}, score{Ratio: ratio, Ease: ease})
		}
	}
	for _, a := range all {
		require.False(t, a.better(a), "%+v", a)
		for _, b := range all {
			if !a.better(b) {
				continue
			}
			require.False(t, b.better(a), "%+v, %+v", a, b)
			for _, c := range all {
				if b.better(c) && !a.better(c) {
					require.Fail(t, "no order", "%+v, %+v, %+v", a, b, c)
				}
			}
		}
	}
	for _, a := range all {
		for _, b := range all {
			if a.Inside == b.Inside && (!a.Inside || a.Ratio == b.Ratio) && min(a.Ratio, b.Ratio) > math.Inf(-1) &&
				a.Ease < b.Ease && a.Ease < 1e6 {
				require.Less(t, a.loss(), b.loss(), "the ease: %+v, %+v", a, b)
			}
		}
	}
	require.Greater(t, outside.loss(), score{Ratio: 1, Ease: math.Inf(1)}.loss())
}

// The ease of a score is the first of R‖u‖, r, R/γ₀ and T that is named.
func TestEases(t *testing.T) {
	s := line(3, 1, -2, -1, 3, 1, 1, 1) // γ∗ = 1.5, γ₀ = 1, R = 3, D = 2 (of one class), size 5
	for _, c := range []struct {
		learner, quantity, claim string
		ease                     float64
	}{
		{"e-omm", "mistakes", "2", 4},
		{"e-omm", "mistakes", "r", 2 / 1.5},
		{"e-omm", "mistakes", "gamma*gamma0", 2 / 1.5},
		{"perceptron", "mistakes", "gamma0", 3},
	} {
		e := evaluatorOf(t, certificate.Statement{Learner: c.learner, Quantity: c.quantity, Claim: c.claim})
		for _, unit := range []float64{1, 2} {
			moved := s.clone()
			moved.scale(unit)
			got := e.score(moved)
			require.True(t, got.Inside, "%+v", c)
			require.InDelta(t, c.ease, got.Ease, 1e-8, "%+v", c)
		}
	}
	e := evaluatorOf(t, certificate.Statement{Learner: "perceptron", Quantity: "updates", Claim: "L1 + 2*U"})
	got := e.score(s) // the u with the least claim: L₁ + 2‖u‖ is least at 0, 1/3, 1/2 or 1
	u := math.Abs(e.comparator[0])
	require.InDelta(t, 3*u, got.Ease, 1e-9)
	e = evaluatorOf(t, certificate.Statement{Learner: "perceptron", Quantity: "updates + 1", Claim: "2*L1 + U"})
	require.InDelta(t, 3*1, e.score(s).Ease, 1e-8, "u = 1 loses nothing")
}

// Of m̄(phi) those steps count whose margin is at most phi times γ∗, also at the border.
func TestViolationsOfTheMaximumMargin(t *testing.T) {
	s := line(4, 1, -4, -1, 3, 1, 1, 1) // after the opening a is 3, then 1.5; γ∗ = 2.5
	for phi, want := range map[string]float64{"-1": 0, "0.599": 0, "0.6": 1, "1.199": 1, "1.2": 2} {
		got := evaluatorOf(t, certificate.Statement{Learner: "e-omm", Quantity: "mbar(" + phi + ")", Claim: "4"}).score(s)
		require.Equal(t, want/4, got.Ratio, phi)
	}
}
