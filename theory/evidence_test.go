package theory_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// The view of a dense example, of a sparse one, and of 0, which has no direction.
func TestViewOf(t *testing.T) {
	given := []theory.Example{{X: vec.Dense(1, -1), Y: 1}, {X: vec.Sparse([]int{1}, []float64{2}), Y: -1},
		{X: vec.Dense(3), Y: 1}, {X: vec.Dense(0, 0), Y: 1}}
	root := math.Sqrt(18)
	for _, c := range []struct {
		view theory.View
		base vec.Norm
		want [][]float64
	}{
		{theory.View{Origin: true}, vec.L2{}, [][]float64{{1, -1}, {2}, {3}, {0, 0}}},
		{theory.View{Lift: 4}, vec.L2{}, [][]float64{{1, -1, 4}, {2, 4}, {3, 0, 4}, {0, 0, 4}}},
		{theory.View{Lift: 4, Normalised: true}, vec.L2{},
			[][]float64{{1 / root, -1 / root, 4 / root}, {2 / math.Sqrt(20), 4 / math.Sqrt(20)}, {0.6, 0, 0.8}, {0, 0, 1}}},
		{theory.View{Normalised: true}, vec.L2{}, [][]float64{{math.Sqrt2 / 2, -math.Sqrt2 / 2}, {1}, {1}, {0, 0}}},
		{theory.View{Norm: vec.P(3)}, vec.P(3), [][]float64{{1, -1}, {2}, {3}, {0, 0}}},
		{theory.View{Norm: vec.P(3), Normalised: true}, vec.P(3),
			[][]float64{{1 / math.Cbrt(2), -1 / math.Cbrt(2)}, {1}, {1}, {0, 0}}},
	} {
		examples := slices.Clone(given)
		for i, e := range given {
			examples[i].X = e.X.Clone()
		}
		require.Equal(t, c.base, c.view.Base())
		seen, dim := c.view.Of(examples, 2)
		require.Equal(t, 2+min(1, int(c.view.Lift)), dim)
		for i, e := range seen {
			require.InDeltaSlice(t, c.want[i], e.X.Value, 1e-14, "%+v", c.view)
			require.Equal(t, given[i].Y, e.Y)
			require.Equal(t, given[i].X.IsSparse(), e.X.IsSparse())
			require.NoError(t, e.X.Check(dim))
		}
		require.Equal(t, given, examples, "the examples stay as they were")
	}
	lifted, _ := theory.View{Lift: 4}.Of(given, 2)
	require.Equal(t, []int{1, 2}, lifted[1].X.Index)
}

// Original undoes Classifier, and the score of an example equals the view's score of the example in the view.
func TestClassifiersOfAView(t *testing.T) {
	examples := []theory.Example{{X: vec.Dense(1, -1), Y: theory.Positive}, {X: vec.Dense(3, 0.5), Y: theory.Negative}}
	for _, view := range []theory.View{{}, {Lift: 4}, {Lift: -0.5}, {Norm: vec.P(3), Lift: 2}} {
		c := theory.Classifier{W: []float64{0.25, -2}, B: 3}
		seen, dim := view.Of(examples, 2)
		of := view.Classifier(c)
		require.Len(t, of.W, dim)
		for i, e := range examples {
			require.InDelta(t, 0.25*e.X.Value[0]-2*e.X.Value[1]+3, of.Score(seen[i].X), 1e-14)
		}
		back := view.Original(of)
		require.InDeltaSlice(t, c.W, back.W, 1e-15)
		require.InDelta(t, c.B, back.B, 1e-15)
		of.B = 7 // beside a constant coordinate
		require.InDelta(t, map[bool]float64{true: 7, false: 10}[view.Lift == 0], view.Original(of).B, 1e-15)
	}
}

func TestMarginIn(t *testing.T) {
	c := theory.Classifier{W: []float64{3, 4}, B: 1}
	examples := []theory.Example{{X: vec.Dense(1, 0), Y: theory.Positive}, {X: vec.Dense(0, -2), Y: theory.Negative}}
	require.InDelta(t, 4./5, c.Margin(examples), 1e-15)
	q := 1.5 // dual to p = 3
	require.InDelta(t, 4/math.Pow(math.Pow(3, q)+math.Pow(4, q), 1/q), c.MarginIn(vec.P(3), examples), 1e-14)

	// Among many examples, the margin is at the nearest one, wherever that is.
	many := slices.Repeat(examples[:1], 20_001)
	for _, nearest := range []int{0, 7_777, 9_999, 10_000, 15_000, 20_000} {
		many[nearest].X = vec.Dense(0.5, 0)
		require.Equal(t, 2.5/5, c.Margin(many), "example %d", nearest)
		many[nearest] = examples[0]
	}
}

func TestNorms(t *testing.T) {
	for norms, want := range map[theory.Norms][]bool{
		theory.Euclidean:    {true, true, false, false},
		theory.SquareSmooth: {true, true, true, false},
		theory.PowerSmooth:  {false, false, false, true},
		theory.AnyNorm:      {true, true, true, true},
	} {
		for i, n := range []vec.Norm{nil, vec.L2{}, vec.P(3), vec.P(1.5)} {
			require.Equal(t, want[i], norms.Include(n), "%q of %v", norms, n)
		}
	}
}

func TestComparatorOf(t *testing.T) {
	examples := []theory.Example{{X: vec.Dense(3, 1), Y: theory.Positive}, {X: vec.Dense(0, 5), Y: theory.Negative}}
	require.InDeltaSlice(t, []float64{3*0.6 + 0.8, -4}, theory.ComparatorOf(vec.L2{}, []float64{6, 8}, slices.Values(examples)), 1e-15)
	norm := math.Pow(math.Pow(6, 1.5)+math.Pow(8, 1.5), 1/1.5)
	require.InDeltaSlice(t, []float64{26 / norm, -40 / norm}, theory.ComparatorOf(vec.P(3), []float64{6, 8}, slices.Values(examples)), 1e-14)
	require.Nil(t, theory.ComparatorOf(vec.L2{}, []float64{0, 0}, slices.Values(examples)))
	require.Nil(t, theory.ComparatorOf(vec.L2{}, nil, slices.Values(examples)))
}

// The quantities of the learners beside OMM, on a run by hand: ‖w‖ = 1, then 2,
// with updates at y(w·x) = −0.5, 0, 1 and 0.75.
func TestQuantitiesOfOtherLearners(t *testing.T) {
	step := func(score, norm float64, updated bool) theory.Step {
		return theory.Step{Score: score, Target: math.NaN(), Norm: norm, Decision: theory.Decision{Y: theory.Positive, Updated: updated}}
	}
	tr := &theory.Trace{
		Params: map[string]float64{"eps": 0.1, "lambda": 0.5}, Gamma: math.NaN(), Norm: 3, Updates: 4,
		Steps: []theory.Step{
			{Decision: theory.Decision{Opening: true, Updated: true}, Norm: 0, Score: 1},
			step(-0.5, 1, true), step(0, 2, true), step(1, 2, true), step(1.5, 2, false), step(0.75, 2, true),
		},
	}
	read := func(quantity string, ev theory.Evidence) []float64 {
		return values(theory.Claim("mine: "+quantity+" <= 9", "eps", "lambda"), tr, ev)
	}
	require.Equal(t, []float64{4}, read("later_updates", theory.Evidence{}))
	require.Equal(t, []float64{0 + 1.5*1.5 + 1 + 0 + 0 + 0.25*0.25}, read("squared_losses", theory.Evidence{}))
	require.InDeltaSlice(t, []float64{0.1 + 1 + 1 + 0.1 + 0.1}, read("eps*Uplus + Uzero", theory.Evidence{}), 1e-15)
	require.Equal(t, []float64{2, 3}, read("updates_within(phi)", theory.Evidence{}), "at 0 and at 0.75")
	mean := (0. + (0.25 + 1.5) + (1 + 1) + 1 + 1 + (1 + 0.25)) / 6
	require.InDeltaSlice(t, []float64{mean}, read("mean_objective", theory.Evidence{}), 1e-15)
	require.InDeltaSlice(t, []float64{0 + 0.75 + 0.5 + 0 - 0.25 + 0.125}, read("expected_mistakes", theory.Evidence{}), 1e-15)
	require.Empty(t, read("rest_margin", theory.Evidence{Margin: 2}), "not at rest")
	require.Empty(t, read("rest_margin", theory.Evidence{Margin: math.NaN(), AtRest: true}))
	require.Equal(t, []float64{2}, read("rest_margin", theory.Evidence{Margin: 2, AtRest: true}))

	for _, score := range []float64{0.25, 0.75} {
		tr.Add(step(score, 2, true))
	}
	require.Equal(t, []float64{2, 3, 5}, read("updates_within(phi)", theory.Evidence{}), "at 0, 0.25 and 0.75, which are two")
	tr.Steps = tr.Steps[:6]
	require.Empty(t, read("cosine", theory.Evidence{}))
	require.Equal(t, []float64{0.5}, read("cosine", theory.Evidence{Cosine: 0.5}))

	var squares, before []float64
	for s, v := range theory.Readings(theory.Row("romma-norm-growth"), tr, theory.Evidence{Geometry: theory.Geometry{Separable: true, Gamma: 1}}) {
		squares, before = append(squares, v), append(before, s.Step.Norm)
	}
	require.Equal(t, []float64{4, 4, 4, 9}, squares, "after each update of a classifier there was")
	require.Equal(t, []float64{1, 2, 2, 2}, before)
}

// A relative row takes the comparator with the tightest bound and needs no margin. It does not apply without
// comparators, or where its hypothesis fails for all of them.
func TestRelativeRows(t *testing.T) {
	g := theory.Row("perceptron-freund-schapire")
	tr := &theory.Trace{Families: []string{"perceptron"}, Gamma: math.NaN(), Norm: math.NaN(), Updates: 2}
	ev := theory.Evidence{Geometry: theory.Geometry{DBar: 1}}
	require.False(t, g.Check(tr, ev).Applies(), "no comparator")
	ev.Comparators = []*theory.Comparator{theory.NewComparator([]float64{-1, -0.5})}
	require.False(t, g.Check(tr, ev).Applies(), "a comparator that is right nowhere bounds nothing")
	ev.Comparators = append(ev.Comparators, theory.NewComparator([]float64{0.5, 1}), theory.NewComparator([]float64{1, 1}))
	v := g.Check(tr, ev)
	require.True(t, v.Applies())
	require.False(t, v.Holds, "2 updates, and (R/g)² = 1")
	require.Equal(t, 1., v.Bound)
	require.Equal(t, 2., v.Ratio)
	ev.Comparators = ev.Comparators[:2]
	v = g.Check(tr, ev)
	require.True(t, v.Holds)
	require.InDelta(t, 1+math.Sqrt(0.25), math.Sqrt(v.Bound), 1e-9, "at g = 1, ((1 + √(0 + 0.25))/1)²")
}

// A bound whose hypothesis is not met does not apply.
func TestRowsNeedTheirHypotheses(t *testing.T) {
	tr := &theory.Trace{
		Families: []string{"alma", "amira", "pa"}, Gamma: 0.1, Norm: math.NaN(), Updates: 3,
		Params: map[string]float64{"alpha": 0.5, "B": 0.9, "C": 1, "eps": 1},
	}
	ev := theory.Evidence{
		Geometry:    theory.Geometry{Separable: true, Gamma: 0.5, Lower: 0.5, DBar: 1, Shortest: 0.999},
		Comparators: []*theory.Comparator{theory.NewComparator([]float64{0.5, 0.5})},
	}
	for _, id := range []string{
		"alma-updates", "alma-updates-constant", "alma-updates-sharp", "alma-gamma-k", "alma-gamma-k-sharp", "alma-rest", "alma-rest-sharp", "alma-inseparable",
		"amira-inseparable", "amira-inseparable-mistakes", "amira-inseparable-violations", "pa-squared-losses-relative",
	} {
		require.False(t, theory.Row(id).Check(tr, ev).Applies(), id)
	}
	tr.Params["B"], tr.Params["C"] = math.Sqrt(8)/0.5, math.Sqrt2
	ev.Shortest = 1
	for _, id := range []string{"alma-updates", "alma-updates-sharp", "amira-inseparable", "amira-inseparable-mistakes", "pa-squared-losses-relative"} {
		require.True(t, theory.Row(id).Check(tr, ev).Applies(), id)
	}
	tr.Params["B"], tr.Params["C"] = 0.75, 0.5 // 0.25 + 2·0.5·0.75·0.5 = 0.625
	require.False(t, theory.Row("alma-inseparable").Check(tr, ev).Applies())
	tr.Params["B"] = 1.5 // 0.25 + 0.75 = 1
	require.True(t, theory.Row("alma-inseparable").Check(tr, ev).Applies())
}

// m̄(φ) is read at 0, at each distance up to ργ∗ of a step with a classifier, and at ρ < 1. Each reading equals the
// plain count.
func TestReadingsOfViolationsOfTheOptimumAreThePlainCount(t *testing.T) {
	rng := rapidtest.Rand(41)
	several := 0
	for range 300 {
		gamma, rho := 1+rng.Float64(), []float64{0, 0.55, 1}[rng.IntN(3)]
		tr := &theory.Trace{Params: map[string]float64{"rho": rho}, Gamma: gamma}
		tr.Add(theory.Step{Score: -5, Target: 1, Norm: 1, Decision: theory.Decision{Opening: true}})
		var distances []float64
		want := map[float64]bool{0: true}
		for range rng.IntN(12) {
			a, norm := float64(rng.IntN(14)-3)/10, math.Exp2(float64(rng.IntN(3)))
			switch rng.IntN(6) {
			case 0:
				norm = 0 // no classifier yet
			case 1:
				tr.Add(theory.Step{Score: a, Target: math.NaN(), Norm: 1}) // no margin of its own
				continue
			}
			tr.Add(theory.Step{Score: a * gamma * norm, Target: gamma * norm, Norm: norm})
			if norm > 0 && (a <= 0 || a <= rho-1e-6) {
				distances = append(distances, a)
				want[max(0, a)] = true
			}
		}
		if rho == 0.55 {
			want[rho] = true
		}
		ev := theory.Evidence{Geometry: theory.Geometry{Separable: true, Gamma: gamma, Lower: gamma, DBar: 4}}
		read := 0
		for _, below := range []bool{false, true} {
			id := map[bool]string{false: "omm-optimum", true: "pumma-optimum"}[below]
			read = 0
			for s, m := range theory.Readings(theory.Row(id), tr, ev) {
				count := 0.
				for _, a := range distances {
					if a <= s.Phi+1e-6 {
						count++
					}
				}
				require.Equal(t, count, m, "m̄(%v) of %v", s.Phi, distances)
				require.True(t, !below || s.Phi < rho)
				read++
			}
			left := len(want)
			if below && rho < 1 {
				left-- // ρ, or 0 where ρ is
			}
			require.Equal(t, left, read, "ρ = %v, %v", rho, distances)
		}
		several += min(1, read/4)
		ev.Lower = 0
		for range theory.Readings(theory.Row("omm-optimum"), tr, ev) {
			require.Fail(t, "γ∗ has no lower end")
		}
	}
	require.Greater(t, several, 30)
}

// A theorem does not apply if a program hides what it reads; the other theorems do.
func TestUnseen(t *testing.T) {
	for _, c := range []struct {
		unseen theory.Needs
		row    string
		hidden string
	}{
		{0, "omm-theorem-4.1", ""},
		{theory.NeedsClassifier, "perceptron-novikoff", ""},
		{theory.NeedsClassifier, "omm-lemma-4.1", "the program shows no classifier"},
		{theory.NeedsMargin, "omm-theorem-4.1", "the program shows no margin of its own"},
		{theory.NeedsOpening, "omm-s1", "the program does not show which steps are of its opening"},
		{theory.NeedsOpening, "omm-theorem-4.1", "the program does not show which steps are of its opening"},
		{theory.NeedsLogDet, "arow-mistakes", "programs show no log det(A/a)"},
		{theory.NeedsLogDet, "omm-s1", ""},
		{theory.NeedsMargin, "omm-s1", ""},
		{theory.NeedsOpening, "n-omm-optimal", ""},
		{theory.NeedsOpening, "snkp-lemma-4", ""},
		{theory.NeedsOpening, "omm-eq-4", "the program does not show which steps are of its opening"},
	} {
		g := theory.Row(c.row)
		require.Equal(t, c.hidden, c.unseen.Hides(g.Needs), "%s, %+v", c.row, c.unseen)
		if c.hidden != "" {
			v := g.Check(&theory.Trace{Unseen: c.unseen}, theory.Evidence{})
			require.Equal(t, theory.Reason{Kind: theory.Hidden, Detail: c.hidden}, v.Reason)
		}
	}
}

func TestSmallPrint(t *testing.T) {
	require.Equal(t, []theory.Label{1, 1, -1}, []theory.Label{theory.Sign(0), theory.Sign(math.Copysign(0, -1)), theory.Sign(-5e-324)})
	good, bad := theory.Example{X: vec.Dense(1), Y: 1}, theory.Example{X: vec.Dense(1), Y: 2}
	require.ErrorContains(t, theory.CheckAll([]theory.Example{good, bad}, 1), "example 2: label is 2")
	for status, refuted := range map[theory.Status]bool{theory.Proved: false, theory.Conjectured: false, theory.Refuted: true, theory.RefutedAsPrinted: true} {
		require.Equal(t, refuted, status.IsRefuted(), status)
	}
	require.Equal(t, "m(0.9)", theory.Row("omm-s2").At(theory.Setting{Phi: 0.9}))
	require.Equal(t, "later_mistakes", theory.Row("omm-s1").At(theory.Setting{Phi: 0.9}))
	for id, count := range map[string]bool{"omm-s1": true, "omm-opening": true, "omm-eq-4": false, "omm-every-mistake": false, "omm-lemma-4.1": false} {
		require.Equal(t, count, theory.Row(id).BoundsCount(), id)
	}
	for id, claim := range map[string]string{
		"omm-rest":            "rest_margin >= rho*gamma",
		"omm-opening":         "opening_mistakes <= 2",
		"omm-updates":         "later_updates <= c^(q-1)*(r/(1-rho))^q + ((2/(1-rho))^(s-1) > c ? 1 + log((2/(1-rho))^(s-1)/c)/-log(1 - (s-1)*(1-rho)/2) : 0), in l2 r^2/(1-rho)^2 + 1 + log(2/(1-rho))/log(2/(1+rho)) where rho < 1",
		"perceptron-novikoff": "updates <= c^(q-1)*(R/gamma0)^q, in l2 (R/gamma0)^2",
		"omm-lemma-4.4":       "next_gamma_t/gamma_t <= (updated_t == 0 ? 1 : kappa0(D_t/(2*gamma_t), (gamma_t - a_t)/(2*gamma_t), s, c)) where gamma > 0",
	} {
		require.Equal(t, claim, theory.Row(id).String())
	}
	require.Equal(t, "later_mistakes <= r < 2 ? 0 : (r-2/r)^2", theory.Row("omm-s1").ClaimIn(nil))
	require.Equal(t, "updates <= c^(q-1)*(R/gamma0)^q", theory.Row("perceptron-novikoff").ClaimIn(vec.P(3)))
	require.Equal(t, "separable; r^2 < 2", theory.Row("omm-appendix-a-seven").Assumption())
	require.Equal(t, "separable through the origin; eta = max(0, a_t/gamma_t)", theory.Row("mcp-gains").Assumption())
	require.Equal(t, "any stream; shortest > 0", theory.Row("perceptron-every-mistake").Assumption())
}
