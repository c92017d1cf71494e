package adversarial

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
	"marginlab/theory"
)

// times is the stream with all coordinates multiplied.
func (s stream) times(factor float64) stream {
	c := s.clone()
	for _, e := range c {
		for k := range e.X.Value {
			e.X.Value[k] *= factor
		}
	}
	return c
}

// requireTimes requires that a stream is another one in another unit.
func requireTimes(t *testing.T, factor float64, s, c stream, what string) {
	t.Helper()
	require.Equal(t, [2]int{len(s), s.dim()}, [2]int{len(c), c.dim()}, what)
	for i, e := range s {
		require.Equal(t, e.Y, c[i].Y, what)
		for k, v := range e.X.Value {
			require.InDelta(t, v, c[i].X.Value[k]/factor, 1e-9*(s.size()+math.Sqrt(e.X.SqNorm())), what)
		}
	}
}

// unitTargets are targets whose learners do the same in every unit.
func unitTargets(t *testing.T) (all []*target) {
	for _, s := range []certificate.Statement{
		{Learner: "e-omm", Quantity: "mistakes", Claim: "2"}, {Learner: "perceptron", Quantity: "mistakes", Claim: "R"},
		{Learner: "omm(rho=1/2,p=3)", Quantity: "mistakes", Claim: "2"}, {Learner: "nkp(margin=0.5)", Quantity: "updates", Claim: "1/rho^2"},
		{Learner: "amira-k-best(eps=1/4)", Quantity: "mistakes", Claim: "2", Classes: 3},
	} {
		all = append(all, targetOf(t, s, Range[int]{1, 5}, Range[int]{2, 9}))
	}
	return all
}

// Whatever is moved is moved in the unit of the stream: on features 8 times as long it goes 8 times as
// far. A move leaves the stream as it was, makes another, and stays in the box.
func TestMovesAreInTheUnitOfTheStream(t *testing.T) {
	const factor = 8
	for _, at := range unitTargets(t) {
		g := sourceOf(at, 1)
		moved := 0
		for number := range uint64(500) {
			s := g.fresh()
			before, again := s.clone(), s.times(factor)
			if s[0].X.SqNorm() == 0 { // alone, it has no unit
				continue
			}
			c := sourceOf(at, number).moved(s)
			what := fmt.Sprintf("%s, %d: %v", at.Learner, number, s)
			require.Equal(t, before, s, what)
			requireTimes(t, factor, c, sourceOf(at, number).moved(again), what)
			moved += one(!slices.EqualFunc(s, c, equal))
			require.True(t, at.Examples.Low <= len(c) && len(c) <= at.Examples.High, what)
			require.True(t, at.Dim.Low <= c.dim() && c.dim() <= at.Dim.High, what)
			for _, e := range c {
				require.NoError(t, checkOf(e, c.dim(), at.Classes), what)
			}
		}
		require.Greater(t, moved, 300, at.Learner)
	}
}

// So are the answers of the adversary, and the points of patterns: those that are read off a stream,
// varied, placed, and taken for coordinates, which have no unit.
func TestAnswersAndPatternsAreInTheUnitOfTheStream(t *testing.T) {
	const factor = 8
	for _, at := range unitTargets(t) {
		g := sourceOf(at, 2)
		for number := range uint64(100) {
			s := g.fresh()
			again, what := s.times(factor), fmt.Sprintf("%s, %d: %v", at.Learner, number, s)
			if s[0].X.SqNorm() == 0 {
				continue
			}
			a, b := sourceOf(at, number).answer(s), sourceOf(at, number).answer(again)
			requireTimes(t, factor, stream{a}, stream{b}, what)
			if at.batch {
				continue
			}
			p, q := at.patternOf(s), at.patternOf(again)
			require.Equal(t, p.shape(), q.shape(), what)
			v, w := sourceOf(at, number).varied(p), sourceOf(at, number).varied(q)
			require.Equal(t, v.shape(), w.shape(), what)
			requireTimes(t, factor, v.points, w.points, what)
			c, z := at.coordinatesOf(p, number%2 == 0)
			d, u := at.coordinatesOf(q, number%2 == 0)
			require.InDeltaSlice(t, z, u, 1e-9*(1+slices.Max(append(z, 0))), what)
			require.Equal(t, c.levels, d.levels)
		}
	}
}

// An answer lies where the adversary aims: on the hyperplane between its class and another one, or
// beyond it, whatever the learner.
func TestAnswersOfAllLearners(t *testing.T) {
	for _, at := range unitTargets(t) {
		g := sourceOf(at, 3)
		hurt, asked := 0, 0
		for range 200 {
			s := g.fresh()
			c := at.after(s)
			e := g.answer(s)
			if len(c.W) == 0 || !slices.ContainsFunc(c.W, func(w float64) bool { return w != 0 }) {
				continue
			}
			asked++
			least := math.Inf(1) // over the other classes
			for z := range theory.Label(max(2, at.Classes)) {
				if at.Classes > 0 && z == e.Y {
					continue
				}
				score := at.sign(e.Y) * at.facing(c, e.Y, z).Score(e.X)
				least = min(least, score)
			}
			hurt += one(least <= 1e-9*(s.size()+math.Sqrt(e.X.SqNorm())))
		}
		require.Greater(t, asked, 60, at.Learner)
		require.Greater(t, float64(hurt), 0.9*float64(asked), at.Learner)
	}
}

// A search goes on from a pattern in the same way, whatever its unit.
func TestSearchesAreInNoUnit(t *testing.T) {
	for learner, claim := range map[string]string{"e-omm": "r^2", "perceptron": "(R/gamma0)^2"} {
		at := targetOf(t, certificate.Statement{Learner: learner, Quantity: "mistakes", Claim: claim}, Range[int]{1, 5}, Range[int]{2, 9})
		for number := range uint64(8) {
			drawn := sourceOf(at, number).planted()
			after := func(s stream) (scores []score, evaluations int) {
				n := &searcher{source: sourceOf(at, number), evaluator: newEvaluator(at), island: newIsland(), calls: 60}
				n.pools.offer(n.arm(member{s, n.evaluator.score(s)}))
				for range 4 {
					n.follow(0)
				}
				for _, a := range n.pools[0] {
					scores = append(scores, score{Ratio: a.score.Ratio, Ease: a.score.Ease, Inside: true})
				}
				return scores, n.evaluator.evaluations
			}
			want, evaluations := after(drawn)
			got, again := after(drawn.times(8))
			require.Equal(t, evaluations, again, "%s, %d", at.Learner, number)
			require.Equal(t, len(want), len(got))
			for i := range want {
				require.InDelta(t, want[i].Ratio, got[i].Ratio, 1e-6*(1+want[i].Ratio), "%s, %d", at.Learner, number)
			}
		}
	}
}

// Single moves reach every place: each example is dropped, repeated at every place, relabelled, put
// elsewhere and moved alone, whole and in each of its coordinates.
func TestMovesReachEveryPlace(t *testing.T) {
	const n, d = 3, 2
	at := targetOf(t, certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "2"}, Range[int]{d, d}, Range[int]{2, 5})
	s := line(1, 1, -2, -1, 4, 1).embed(d)
	s[1].X.Value[1] = 3
	seen, same := map[string]bool{}, 0
	place := func(e theory.Example) int {
		return slices.IndexFunc(s, func(o theory.Example) bool { return equal(o, e) })
	}
	for number := range uint64(6000) {
		c := sourceOf(at, number).moved(s)
		same += one(slices.EqualFunc(s, c, equal))
		require.True(t, slices.ContainsFunc(c, func(e theory.Example) bool { return !slices.Equal(e.X.Value, c[0].X.Value) }), "no lattice is so coarse")
		order := ""
		var changed, relabelled, coordinates []int
		for i, e := range c {
			order += fmt.Sprint(place(e))
			if len(c) != n {
				continue
			}
			if !slices.Equal(e.X.Value, s[i].X.Value) {
				changed = append(changed, i)
				for k, v := range e.X.Value {
					if v != s[i].X.Value[k] {
						coordinates = append(coordinates, k)
					}
				}
			}
			if e.Y != s[i].Y {
				relabelled = append(relabelled, i)
			}
		}
		switch {
		case len(c) != n || len(changed) > 1 && place(c[0]) >= 0 && place(c[1]) >= 0 && place(c[2]) >= 0:
			seen[order] = true
		case len(changed) == 0 && len(relabelled) == 1:
			seen[fmt.Sprint("label ", relabelled[0])] = true
		case len(changed) == 1 && len(relabelled) == 0:
			seen[fmt.Sprint("moved ", changed[0], " along ", coordinates)] = true
			if len(coordinates) == 1 { // by normal noise
				i, k := changed[0], coordinates[0]
				require.Less(t, math.Abs(c[i].X.Value[k]-s[i].X.Value[k]), 10*s.size())
			}
		case len(changed) == n && len(relabelled) == 0:
			seen["all"] = true
		}
	}
	require.Less(t, same, 6000/20, "a reorder may be none, other moves are some")
	want := []string{"01", "02", "12", "102", "120", "021", "201", "all"}
	for i := range n {
		want = append(want, fmt.Sprint("label ", i), fmt.Sprint("moved ", i, " along [0 1]"), fmt.Sprint("moved ", i, " along [0]"), fmt.Sprint("moved ", i, " along [1]"))
		for to := range n + 1 {
			repeated := slices.Insert([]int{0, 1, 2}, to, i)
			want = append(want, strings.Trim(strings.ReplaceAll(fmt.Sprint(repeated), " ", ""), "[]"))
		}
	}
	for _, move := range want {
		require.Contains(t, seen, move)
	}
	answers := 0
	for move := range seen {
		answers += one(strings.Contains(move, "-1"))
	}
	require.Positive(t, answers, "%v", seen)
}
