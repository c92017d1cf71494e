package exact_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
)

func naiveOMM(t require.TestingT, keep string, dim int) *exact.NaiveOMM {
	return naiveOMMOf(t, keep, "1", dim)
}

func naiveOMMOf(t require.TestingT, keep, rho string, dim int) *exact.NaiveOMM {
	learner := map[string]string{"all": "n-omm(rho=%s)", "violating": "n-omm(keep=violating,rho=%s)"}[keep]
	return newLearner(t, fmt.Sprintf(learner, rho), dim).(*exact.NaiveOMM)
}

func readings(t require.TestingT, dim int) map[string]*exact.NaiveOMM {
	return map[string]*exact.NaiveOMM{"all": naiveOMM(t, "all", dim), "violating": naiveOMM(t, "violating", dim)}
}

// The stream where Algorithm 1 as printed drops the third example, which has a = γ, and errs on it in the end.
func TestPrintedNaiveOMMErrsOnWhatItDropped(t *testing.T) {
	stream := parse("+1,0 --1,0 +1,5 +1/2,-2")

	printed := naiveOMM(t, "violating", 2)
	tr := mustRun(t, printed, stream)
	require.Equal(t, "+1,0 --1,0 +1/2,-2", showStream(printed.Kept()))
	w, b := classifier(t, printed)
	equalVectors(t, point("32/17,-8/17"), w, "w")
	equal(t, num(0), b, "b")
	efficient := newLearner(t, "e-omm", 2)
	mustRun(t, efficient, stream)
	wOfTwo, bOfTwo := classifier(t, efficient)
	equalVectors(t, w, wOfTwo, "of three points, the nearest are on the same segment")
	equal(t, b, bOfTwo, "b")
	equal(t, rat("-8/17"), add(dot(w, point("1,5")), b), "the score of (1,5)") // −0.47
	kept, ok := exact.MaxMargin(printed.Kept(), false)
	require.True(t, ok)
	equalVectors(t, w, kept.W, "w")
	requireProved(t, kept, printed.Kept(), false)
	_, err := exact.Prove(stream, append(exact.Vector{num(0)}, kept.Lambda...), false)
	require.Error(t, err, "not the margin of all")

	all := naiveOMM(t, "all", 2)
	trAll := mustRun(t, all, stream)
	require.Equal(t, showStream(stream), showStream(all.Kept()))
	// of the segment from (1,5) to (1/2,-2), the point nearest (-1,0) is
	// (1,5) + β(-1/2,-7) with β = (2,5)·(1/2,7)/(49+1/4) = 144/197
	w, _ = classifier(t, all)
	equalVectors(t, point("322/197,-23/197"), w, "w")
	equal(t, rat("529/788"), rational(t, all.SqGamma()), "γ²")

	for _, tr := range []trace{tr, trAll} {
		// predicts +1, then +1; (1,5) has A = 2 = ‖w‖²/2, and (1/2,-2) has A = 1
		for i, want := range []step{
			{Decision: exact.Decision{Y: 1, Predicted: 1, Opening: true}, Score: num(1), Limit: num(0), SqNorm: num(0)},
			{Decision: exact.Decision{Y: -1, Predicted: 1, Opening: true, Updated: true}, Score: num(-1), Limit: num(0), SqNorm: num(0)},
			{Decision: exact.Decision{Y: 1, Predicted: 1}, Score: num(2), Limit: num(2), Target: num(2), SqNorm: num(4)},
			{Decision: exact.Decision{Y: 1, Predicted: 1, Updated: true}, Score: num(1), Limit: num(2), Target: num(2), SqNorm: num(4)},
		} {
			got := tr.steps[i]
			equal(t, want.Score, got.Score, "score")
			equal(t, want.Limit, got.Limit, "limit")
			equal(t, want.SqNorm, got.SqNorm, "norm")
			require.Equal(t, want.Target == nil, got.Target == nil)
			got.Score, got.Limit, got.SqNorm, got.Target = want.Score, want.Limit, want.SqNorm, want.Target
			require.Equal(t, want, got, "step %d", i)
		}
		require.Equal(t, 1, tr.mistakes)
	}
}

// Of the initialisation phase, the first example of a class is kept, or all are.
func TestNaiveOMMsOpening(t *testing.T) {
	stream := parse("-0,0 -0,3 -1,1 +4,0 -0,0")
	for keep, l := range readings(t, 2) {
		w, b := classifier(t, l)
		equalVectors(t, point("0,0"), w, "w before")
		equal(t, num(1), b, "b before")
		require.False(t, l.SqGamma().Exists())
		tr := mustRun(t, l, stream)
		require.Equal(t, 2, tr.openingMistakes)
		require.Equal(t, 2, tr.updates)
		for i := range stream {
			require.Equal(t, i < 4, tr.steps[i].Opening)
		}
		want := map[string]string{"all": showStream(stream), "violating": "-0,0 +4,0"}[keep]
		require.Equal(t, want, showStream(l.Kept()))
		// (4,0) to (0,0), or to the nearest point (1,1) of the triangle
		w, _ = classifier(t, l)
		equalVectors(t, map[string]exact.Vector{"all": point("3,-1"), "violating": point("4,0")}[keep], w, "w")
	}
}

// An update is at a_t < γ_t, for ρ < 1 at a_t ≤ ργ_t. It solves over all that is kept, where w, b and γ_t are those of
// brute force, and γ_t falls; else nothing changes. At rest the margin is ργ∗ or more.
func TestNaiveOMMOfAnyRho(t *testing.T) {
	t.Parallel()
	ties, violations := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := streams(true, 7).Draw(t, "stream")
		text := rapid.SampledFrom([]string{"0", "1/4", "1/2", "1"}).Draw(t, "rho")
		rho := rat(text)
		for _, keep := range []string{"all", "violating"} {
			l := naiveOMMOf(t, keep, text, d.dim)
			var kept []exact.Example
			first := map[int]bool{}
			for rest := false; !rest; {
				rest = true
				each(t, l, d, func(a at) {
					if a.Opening {
						if keep == "all" || !first[a.Example.Y] {
							kept = append(kept, a.Example)
						}
						first[a.Example.Y] = true
						rest = false
						return
					}
					score := mul(num(a.Example.Y), add(dot(a.w, a.X), a.b))
					limit := mul(rho, mul(rat("1/2"), square(a.w)))
					order := score.Cmp(limit)
					equal(t, score, a.Score, "score")
					equal(t, limit, a.Limit, "limit")
					equal(t, mul(rat("1/2"), square(a.w)), a.Target, "target")
					require.Equal(t, order < 0 || order == 0 && text != "1", a.Updated, "a_t, %v, and ργ_t, %v, times ‖w‖", score, limit)
					if keep == "all" || a.Updated {
						kept = append(kept, a.Example)
					}
					require.Equal(t, showStream(kept), showStream(l.Kept()))
					if !a.Updated {
						equalVectors(t, a.w, a.wNext, "w")
						return
					}
					rest = false
					violations++
					if order == 0 {
						ties++
					}
					equal(t, bruteForce(kept, false), square(a.wNext), "the margin of what is kept")
					equal(t, mul(rat("1/4"), square(a.wNext)), rational(t, l.SqGamma()), "γ²")
					atMost(t, mul(rat("1/2"), square(a.wNext)), leastScore(a.wNext, a.bNext, kept), "of all kept")
					require.Negative(t, square(a.wNext).Cmp(square(a.w)))
				})
				if len(first) < 2 {
					return
				}
			}
			gamma := bruteForce(d.stream, false) // 4γ∗²
			w, b := classifier(t, l)
			for _, e := range d.stream {
				a := mul(num(e.Y), add(dot(w, e.X), b))
				atMost(t, mul(mul(rho, rho), mul(gamma, square(w))), mul(num(4), mul(a, a)), "(ργ∗‖w‖)² and a_t²")
				require.GreaterOrEqual(t, a.Sign(), 0)
			}
		}
	})
	require.Positive(t, ties)
	require.Positive(t, violations)
}
