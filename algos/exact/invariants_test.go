package exact_test

import (
	"cmp"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
)

// Every learner satisfies: a step describes the classifier before it; an update, and nothing else, changes the
// classifier; and the learner's rule decides on the update.
func TestStepsTellOfTheClassifier(t *testing.T) {
	t.Parallel()
	forEachSetting(t, func(t *rapid.T, s setting) {
		d := streams(s.bias, s.longest()).Draw(t, "stream")
		var mistakes, updates, opening int
		each(t, s.new(d.dim), d, func(a at) {
			f := add(dot(a.w, a.X), a.b)
			predicted := +1
			if f.Sign() < 0 {
				predicted = -1
			}
			require.Equal(t, predicted, a.Predicted)
			equal(t, mul(num(a.Example.Y), f), a.Score, "score")
			equal(t, square(a.w), a.SqNorm, "‖w‖²")
			changed := show(a.w) != show(a.wNext) || a.b.Cmp(a.bNext) != 0
			require.Equal(t, changed, a.Updated, "classifier changed")
			if !a.Opening {
				require.Equal(t, s.rule(a), a.Updated, "the rule")
			}
			if s.Name != "omm(rule=printed)" && s.Name != "naromma(step4=printed)" && a.Mistake() {
				require.True(t, a.Updated, "an update at each mistake")
			}
			if a.Mistake() {
				mistakes++
				if a.Opening {
					opening++
				}
			}
			if a.Updated {
				updates++
			}
		})
		tr := mustRun(t, s.new(d.dim), d.stream)
		require.Equal(t, []int{len(d.stream), mistakes, updates, opening}, []int{len(tr.steps), tr.mistakes, tr.updates, tr.openingMistakes})
		require.LessOrEqual(t, opening, 2)
	})
}

// rule reports whether the learner must update at the step: the definition of its rule,
// in functional margins or their squares.
func (s setting) rule(a at) bool {
	switch score, w := a.Score, a.w; s.Name {
	case "perceptron", "mira":
		return score.Sign() <= 0
	case "pa", "pa-i", "pa-ii":
		return score.Cmp(num(1)) < 0
	case "amira":
		return score.Cmp(sub(num(1), s.Params["eps"])) <= 0
	case "romma":
		return w.IsZero() || quo(score, square(w)).Cmp(sub(num(1), s.Params["eps"])) <= 0
	case "a-romma":
		return w.IsZero() || quo(score, square(w)).Cmp(num(1)) < 0
	case "naromma": // g < 1/ℓ, where ℓ is ‖w‖
		return !a.X.IsZero() && (w.IsZero() || score.Cmp(num(1)) < 0)
	case "naromma(step4=printed)":
		along := mul(score, score).Cmp(mul(square(w), square(a.X))) == 0
		return w.IsZero() || score.Cmp(num(1)) < 0 && !along
	case "randomized", "randomized(psi=printed)":
		return !a.X.IsZero()
	case "pumma":
		return quo(score, square(w)).Cmp(sub(num(1), s.Params["delta"])) < 0
	default:
		// a_t = A/‖w‖ and γ_t = ‖w‖/2: the sign, then the squares.
		rho := cmp.Or(map[string]*big.Rat{"e-omm": num(1), "ce-omm": num(0), "n-omm": num(1)}[s.Name], s.Params["rho"])
		a2 := quo(mul(score, score), square(w))
		limit2 := mul(mul(rho, rho), quo(square(w), num(4)))
		below := score.Sign() < 0 || a2.Cmp(limit2) < 0
		tie := score.Sign() >= 0 && a2.Cmp(limit2) == 0
		return below || tie && s.Name != "omm(rule=printed)" && rho.Cmp(num(1)) != 0
	}
}

// PA, MIRA, AMIRA: the least change after which the functional margin is 1.
func TestPassiveMovesTheLeastToMarginOne(t *testing.T) {
	t.Parallel()
	for _, s := range settingsNamed("pa", "mira", "amira") {
		t.Run(s.String(), rapid.MakeCheck(func(t *rapid.T) {
			d := streams(false, s.longest()).Draw(t, "stream")
			each(t, s.new(d.dim), d, func(a at) {
				if !a.Updated {
					return
				}
				y := num(a.Example.Y)
				equal(t, num(1), mul(y, dot(a.wNext, a.X)), "y w'·x")
				// w' − w = τ y x with the multiplier τ ≥ 0.
				move := minus(a.wNext, a.w)
				tau := quo(mul(y, dot(move, a.X)), square(a.X))
				require.GreaterOrEqual(t, tau.Sign(), 0)
				equalVectors(t, times(mul(tau, y), a.X), move, "w' − w")
			})
		}))
	}
}

// requireRelaxedMargin checks the KKT conditions of w' = argmin ½‖w'‖² subject to w'·z ≥ 1 and w'·w ≥ ‖w‖²: w' = λz +
// μw, λ, μ ≥ 0, each 0 where its constraint is not tight. It reports the constraints that are tight.
func requireRelaxedMargin(t *rapid.T, w, z, next exact.Vector) (first, second bool) {
	atZ, atW, sqW := dot(next, z), dot(next, w), square(w)
	atMost(t, num(1), atZ, "w'·z ≥ 1")
	atMost(t, sqW, atW, "w'·w ≥ ‖w‖²")
	atMost(t, sqW, square(next), "‖w‖² does not fall")
	first, second = atZ.Cmp(num(1)) == 0, atW.Cmp(sqW) == 0
	lambda, mu := new(big.Rat), new(big.Rat)
	n, s := square(z), dot(w, z)
	det := sub(mul(n, sqW), mul(s, s))
	if det.Sign() != 0 {
		lambda = quo(sub(mul(sqW, atZ), mul(s, atW)), det)
		mu = quo(sub(mul(n, atW), mul(s, atZ)), det)
	} else {
		lambda = quo(atZ, n) // w is along z: w' is too
	}
	equalVectors(t, combine(lambda, z, mu, w), next, "w' = λz + μw")
	require.GreaterOrEqual(t, lambda.Sign(), 0, "λ")
	require.GreaterOrEqual(t, mu.Sign(), 0, "μ")
	require.True(t, first || lambda.Sign() == 0, "λ(w'·z − 1) = 0")
	require.True(t, second || mu.Sign() == 0, "μ(w'·w − ‖w‖²) = 0")
	if first && second && det.Sign() != 0 { // the c, d formula of Li and Long
		c := quo(sub(mul(n, sqW), s), det)
		e := quo(mul(sqW, sub(num(1), s)), det)
		equalVectors(t, combine(c, w, e, z), next, "cw + dx")
	}
	return first, second
}

// primal returns w for v = w/‖w‖².
func primal(v exact.Vector) exact.Vector { return times(quo(num(1), square(v)), v) }

func TestROMMASolvesItsProblem(t *testing.T) {
	t.Parallel()
	for _, s := range settingsNamed("romma", "a-romma") {
		t.Run(s.String(), rapid.MakeCheck(func(t *rapid.T) {
			d := streams(false, s.longest()).Draw(t, "stream")
			each(t, s.new(d.dim), d, func(a at) {
				if !a.Updated {
					return
				}
				z, next := times(num(a.Example.Y), a.X), primal(a.wNext)
				atMost(t, square(next), d.ratio(num(1)), "‖w‖ ≤ 1/γ*")
				if a.w.IsZero() {
					equalVectors(t, times(quo(num(1), square(z)), z), next, "yx/‖x‖²")
					return
				}
				_, second := requireRelaxedMargin(t, primal(a.w), z, next)
				require.True(t, second || s.Name != "romma" || s.Params["eps"].Cmp(num(1)) != 0, "both are tight at a mistake")
				// What an update adds to ‖w‖²: (1−s)²/(N − s²/U), where both are tight.
				if second {
					w := primal(a.w)
					m := dot(w, z)
					room := sub(square(z), quo(mul(m, m), square(w)))
					if room.Sign() != 0 {
						equal(t, quo(mul(sub(num(1), m), sub(num(1), m)), room), sub(square(next), square(w)), "growth of ‖w‖²")
					}
				}
			})
		}))
	}
}

func TestPUMMASolvesItsProblem(t *testing.T) {
	t.Parallel()
	for _, s := range settingsNamed("pumma") {
		t.Run(s.String(), rapid.MakeCheck(func(t *rapid.T) {
			d := streams(true, s.longest()).Draw(t, "stream")
			l := s.new(d.dim).(*exact.PUMMA)
			var plus, less exact.Vector // x₊ and x₋ before the step
			each(t, l, d, func(a at) {
				nextPlus, nextMinus := l.Kept()
				defer func() { plus, less = nextPlus, nextMinus }()
				if a.wNext.IsZero() {
					return
				}
				next := primal(a.wNext)
				b := quo(a.bNext, square(a.wNext))
				equal(t, num(1), add(dot(next, nextPlus), b), "w·x₊ + b")
				equal(t, num(-1), add(dot(next, nextMinus), b), "w·x₋ + b")
				atMost(t, square(next), d.ratio(num(1)), "‖w‖ ≤ 1/γ*")
				z := times(big.NewRat(1, 2), minus(nextPlus, nextMinus))
				equal(t, num(1), dot(next, z), "w·z")
				switch {
				case a.Opening:
					equalVectors(t, z, a.wNext, "v = z")
				case a.Updated:
					first, _ := requireRelaxedMargin(t, primal(a.w), z, next)
					require.True(t, first)
					if a.Example.Y > 0 {
						plus = a.X
					} else {
						less = a.X
					}
					equalVectors(t, plus, nextPlus, "x₊")
					equalVectors(t, less, nextMinus, "x₋")
				}
			})
		}))
	}
}

func TestOMMKeepsNearestPointsOfTheHulls(t *testing.T) {
	t.Parallel()
	for _, s := range settingsNamed("e-omm", "ce-omm", "omm", "omm(rule=printed)") {
		t.Run(s.String(), rapid.MakeCheck(func(t *rapid.T) {
			d := streams(true, s.longest()).Draw(t, "stream")
			l := s.new(d.dim).(*exact.OMM)
			v := map[int]exact.Vector{}
			each(t, l, d, func(a at) {
				plus, less := l.Certificates()
				if plus == nil {
					return
				}
				next := map[int]exact.Vector{+1: vectorOf(t, plus), -1: vectorOf(t, less)}
				y := a.Example.Y
				if a.Opening { // the first of each class
					for class, x := range next {
						equalVectors(t, firstOf(class, append(a.seen, a.Example)), x, "certificate")
					}
					v = next
					return
				}
				equalVectors(t, minus(next[+1], next[-1]), a.wNext, "v₊ − v₋")
				// γ*² ≤ γ_{t+1}² ≤ γ_t².
				atMost(t, square(a.wNext), a.SqNorm, "γ_t does not rise")
				atMost(t, num(4), mul(d.ratio(num(1)), square(a.wNext)), "γ_t ≥ γ*")
				// b puts the hyperplane half way between v₊ and v₋.
				equal(t, new(big.Rat), add(dot(a.wNext, combine(big.NewRat(1, 2), next[+1], big.NewRat(1, 2), next[-1])), a.bNext), "f((v₊+v₋)/2)")
				equalVectors(t, v[-y], next[-y], "the other certificate")
				if a.Updated {
					requireNearest(t, v[y], a.X, v[-y], next[y]) // of the hull, as v is
				} else {
					equalVectors(t, v[y], next[y], "the certificate stays")
				}
				v = next
			})
		}))
	}
}

// requireNearest checks that p is the point of the segment [v, x] nearest to q:
// it is v + β(x−v), and no step from it towards either end comes nearer to q.
func requireNearest(t *rapid.T, v, x, q, p exact.Vector) {
	side := minus(x, v)
	beta := quo(dot(minus(p, v), side), square(side))
	equalVectors(t, combine(num(1), v, beta, side), p, "on the line through v and x")
	require.True(t, beta.Sign() >= 0 && beta.Cmp(num(1)) <= 0, "β in [0, 1]")
	slope := dot(minus(p, q), side) // half the derivative of ‖v + β(x−v) − q‖²
	switch {
	case beta.Sign() == 0:
		require.GreaterOrEqual(t, slope.Sign(), 0, "β = 0")
	case beta.Cmp(num(1)) == 0:
		require.LessOrEqual(t, slope.Sign(), 0, "β = 1")
	default:
		require.Zero(t, slope.Sign(), "0 < β < 1")
	}
}

// firstOf returns the first example of a class.
func firstOf(class int, stream []exact.Example) exact.Vector {
	return stream[slices.IndexFunc(stream, func(e exact.Example) bool { return e.Y == class })].X
}
