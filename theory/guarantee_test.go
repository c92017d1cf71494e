package theory_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// handTrace returns a run of six steps after two of the opening, at ‖w‖ = 2: γ_t = 2, then 1.
func handTrace() *theory.Trace {
	open := func(y, predicted theory.Label) theory.Step {
		return theory.Step{Target: math.NaN(), Decision: theory.Decision{Y: y, Predicted: predicted, Opening: true, Updated: y != predicted}}
	}
	step := func(a, gamma float64, updated bool) theory.Step {
		s := theory.Step{Score: 2 * a, Target: 2 * gamma, Norm: 2, Decision: theory.Decision{Y: theory.Positive, Updated: updated}}
		s.Predicted = theory.Sign(a)
		return s
	}
	return &theory.Trace{
		Families: []string{"omm"}, Params: map[string]float64{"rho": 1},
		Steps: []theory.Step{
			open(-1, 1), open(-1, -1), open(1, -1),
			step(3, 2, false), step(1, 2, true), step(-1, 1, false), step(0, 1, false), step(0.5, 1, false),
		},
		Mistakes: 3, Updates: 3, Gamma: 1, Norm: math.NaN(),
	}
}

// values returns the values of the quantity of g.
func values(g theory.Guarantee, tr *theory.Trace, ev theory.Evidence) (all []float64) {
	for _, v := range theory.Readings(g, tr, ev) {
		all = append(all, v)
	}
	return all
}

func TestTraceCounts(t *testing.T) {
	tr := handTrace()
	require.Equal(t, 2, tr.OpeningMistakes())
	for _, c := range []struct {
		phi  string
		want float64
	}{{"-1.1", 0}, {"-1", 1}, {"-0.5", 1}, {"0", 2}, {"0.49", 2}, {"0.5", 4}, {"0.9", 4}, {"1.4", 4}, {"1.5", 5}} {
		m := values(theory.Claim("mine: m("+c.phi+") <= 9"), tr, theory.Evidence{})
		require.Equal(t, []float64{c.want}, m, "m(%v)", c.phi)
	}
	s := tr.Steps[4]
	require.Equal(t, 1., s.A())
	require.Equal(t, 2., s.Gamma())
	require.Zero(t, theory.Step{Score: 1}.A(), "w = 0")
	tr = &theory.Trace{}
	tr.Add(theory.Step{}) // no classifier, and so no first margin
	tr.Add(theory.Step{Target: 6, Norm: 3})
	tr.Add(theory.Step{Target: 6, Norm: 2})
	require.Equal(t, 3, tr.Seen)
	require.Equal(t, 2., tr.Setting(theory.Evidence{}).Gamma3)
	tr.Steps = []theory.Step{{Score: 1, Target: 0, Decision: theory.Decision{Updated: true}}, {Score: 1, Target: 4, Decision: theory.Decision{Updated: true}}}
	gains := values(theory.Claim("mine: weighted_gains <= 9"), tr, theory.Evidence{})
	require.Equal(t, []float64{1.5}, gains, "1 without a margin, 1 − 2/4 with one")
}

func TestPassesAddUp(t *testing.T) {
	tr := theory.Trace{Seen: 4, Mistakes: 1, Updates: 2, Seconds: 1}
	tr.Append(theory.Trace{Seen: 4, Mistakes: 2, Updates: 3, Seconds: 2})
	require.Equal(t, []float64{8, 3, 5, 3}, []float64{float64(tr.Seen), float64(tr.Mistakes), float64(tr.Updates), tr.Seconds})
}

func TestQuantitiesAreReadWhereTheyChange(t *testing.T) {
	type reading struct{ phi, value float64 }
	ev := theory.Evidence{Geometry: theory.Geometry{Separable: true, Gamma: 1, Lower: 1, DBar: 4}}
	read := func(id string, tr *theory.Trace) (all []reading) {
		for s, v := range theory.Readings(theory.Row(id), tr, ev) {
			all = append(all, reading{s.Phi, v})
			require.Equal(t, 2., s.Gamma3)
		}
		return all
	}
	tr := handTrace()
	require.Equal(t, []reading{{-1, 1}, {0, 2}, {0.5, 4}}, read("omm-theorem-4.1", tr))
	tr.Params["rho"] = 0.25
	require.Equal(t, []reading{{-1, 3}, {0, 4}, {0.25, 4}}, read("omm-table-1-iterations", tr), "up to ρ, with the opening's two")
	require.Equal(t, []float64{1, 0.5, 1, 1, 1}, values(theory.Row("omm-no-growth"), tr, ev))
	require.Equal(t, []float64{1}, values(theory.Row("omm-s1"), tr, ev))
}

// The readings equal the plain count also where margins are 0 or tiny, and quotients differ by their rounding.
func TestReadingsOfViolationsAreThePlainCount(t *testing.T) {
	rng, geo := rapidtest.Rand(181), theory.Geometry{Separable: true, Gamma: 1, Lower: 1, DBar: 4}
	targets := []float64{0, 0x1p-1074, 1e-310, 0.1, 0.3, 1, 3, 1e300}
	several := 0
	for range rapidtest.Count(50, 200, 2000) {
		tr := handTrace()
		tr.Params["rho"] = []float64{0, 0.1, 0.5, 1}[rng.IntN(4)]
		for range rng.IntN(40) {
			step := theory.Step{Target: targets[rng.IntN(len(targets))], Norm: 1}
			step.Score = step.Target * float64(rng.IntN(12)-2) / 10
			for range rng.IntN(3) {
				step.Score = math.Nextafter(step.Score, math.Inf(1))
			}
			tr.Steps = append(tr.Steps, step)
		}
		n := 0
		for s, v := range theory.Readings(theory.Row("omm-theorem-4.1"), tr, theory.Evidence{Geometry: geo}) {
			m := 0.
			for _, step := range tr.Steps {
				if !step.Opening && step.Score <= s.Phi*step.Target {
					m++
				}
			}
			require.Equal(t, m, v, "%v: %+v", s.Phi, tr.Steps)
			n++
		}
		several += min(1, n/5)
	}
	require.Greater(t, several, 20)
}

func TestCheckTakesTheWorstReading(t *testing.T) {
	tr := handTrace()
	geo := theory.Geometry{Separable: true, D: 4, DPlus: 4, DMinus: 4, Gamma: 1, Lower: 1, DBar: 4}
	v := theory.Row("omm-lemma-4.1").Check(tr, theory.Evidence{Geometry: geo})
	require.True(t, v.Holds)
	require.Equal(t, 1., v.Ratio)
	require.Equal(t, tr.Steps[5], v.Setting.Step, "the first of three that come as near")
	geo.Gamma, geo.Lower = 1.1, 1.1
	v = theory.Row("omm-lemma-4.1").Check(tr, theory.Evidence{Geometry: geo})
	require.False(t, v.Holds)
	require.InDelta(t, 1.1, v.Ratio, 1e-12)
	require.Equal(t, 1., v.Value)
	require.Equal(t, 1.1, v.Bound)

	geo.DPlus = 0.5 // too small for the update, and right for the steps after it
	v = theory.Row("omm-lemma-4.4").Check(tr, theory.Evidence{Geometry: geo})
	require.False(t, v.Holds)
	require.Equal(t, 0.5, v.Value)

	geo.Separable = false
	v = theory.Row("omm-lemma-4.1").Check(tr, theory.Evidence{Geometry: geo})
	require.True(t, !v.Applies() && v.Holds)
}

// A bound that is reached exactly holds although γ∗ is only known to 1e-10; one more mistake breaks it.
func TestCheckIsExactOnCountsUpToTheGapOfGamma(t *testing.T) {
	geo := theory.Geometry{Separable: true, D: 2, Gamma: 1 + 1e-10, Lower: 1 - 1e-10}
	tr := &theory.Trace{Mistakes: 1, Params: map[string]float64{}}
	require.True(t, theory.Row("omm-s1").Check(tr, theory.Evidence{Geometry: geo}).Holds)
	tr.Mistakes = 2
	require.False(t, theory.Row("omm-s1").Check(tr, theory.Evidence{Geometry: geo}).Holds)
	geo.D = 1.99
	tr.Mistakes = 1
	v := theory.Row("omm-s1").Check(tr, theory.Evidence{Geometry: geo})
	require.False(t, v.Holds)
	require.Equal(t, math.Inf(1), v.Ratio)
	tr.Mistakes = 0
	v = theory.Row("omm-s1").Check(tr, theory.Evidence{Geometry: geo})
	require.True(t, v.Holds)
	require.Zero(t, v.Ratio)
}

// A number whose rounding is half of it or more is not read: 8ε(D̄/γ)² is a half at D̄/γ = 2²⁴.
func TestWhatRoundingHidesIsNotRead(t *testing.T) {
	tr := handTrace()
	tr.Updates = 0
	for _, c := range []struct {
		dBar     float64
		excluded bool
	}{{1 << 24, true}, {math.Nextafter(1<<24, 0), false}} {
		geo := theory.Geometry{Separable: true, D: 4, DPlus: 4, DMinus: 4, Gamma: 1, Lower: 1, DBar: c.dBar}
		v := theory.Row("omm-lemma-4.1").Check(tr, theory.Evidence{Geometry: geo})
		require.Equal(t, c.excluded, !v.Applies())
	}
}

// A bound that rounding makes infinite is read at the end of the enclosure where it is finite. The update at a = 1
// and γ = 2 takes D ≥ 1, as κ∘ does, which is −∞ below.
func TestWhatHoldsHasABound(t *testing.T) {
	tr := handTrace()
	tr.Steps = tr.Steps[4:5]
	for _, d := range []float64{1, 1 - 1e-15} {
		geo := theory.Geometry{Separable: true, D: d, DPlus: d, DMinus: d, Gamma: 1, Lower: 1, DBar: 4}
		v := theory.Row("omm-lemma-4.4").Check(tr, theory.Evidence{Geometry: geo})
		require.True(t, v.Holds)
		require.InDelta(t, 0.75, v.Bound, 1e-8)
		require.InDelta(t, 0.5/0.75, v.Ratio, 1e-8)
	}
	v := theory.Row("omm-lemma-4.4").Check(tr, theory.Evidence{Geometry: theory.Geometry{Separable: true, D: 1, DPlus: 0.9,
		Gamma: 1, Lower: 1, DBar: 4}})
	require.False(t, v.Holds)
}

func TestVerdictsAskForEachViewOnce(t *testing.T) {
	tr := handTrace()
	tr.Families = []string{"perceptron"}
	tr.Lift = 3
	var asked []theory.View
	verdicts, err := theory.Verdicts(t.Context(), tr, func(v theory.View) (theory.Evidence, error) {
		asked = append(asked, v)
		return theory.Evidence{Geometry: theory.Geometry{Separable: true, Gamma: 1, Lower: 1, DBar: 10}}, nil
	})
	require.NoError(t, err)
	require.Equal(t, []theory.View{{Origin: true, Lift: 3}, {}}, asked, "the second of what the constant is not appended to")
	require.NotEmpty(t, verdicts)
	broken := errors.New("no geometry")
	_, err = theory.Verdicts(t.Context(), tr, func(theory.View) (theory.Evidence, error) { return theory.Evidence{}, broken })
	require.ErrorIs(t, err, broken)

	own := theory.Claim("mine: mistakes <= 4")
	tr.Families = []string{"mine"}
	verdicts, err = theory.Verdicts(t.Context(), tr, func(theory.View) (theory.Evidence, error) { return theory.Evidence{}, nil }, own)
	require.NoError(t, err)
	require.Len(t, verdicts, 1)
	require.Equal(t, []float64{3, 4}, []float64{verdicts[0].Value, verdicts[0].Bound})
	unasked := func(theory.View) (theory.Evidence, error) { return theory.Evidence{}, broken }
	_, err = theory.Verdicts(t.Context(), tr, unasked, own)
	require.NoError(t, err, "the claim measures no stream")
	_, err = theory.Verdicts(t.Context(), tr, unasked, own, theory.Claim("mine: mistakes <= 4*R"))
	require.ErrorIs(t, err, broken)
}

// ending is a context that ends after a number of queries.
type ending struct {
	context.Context
	after, asked int
}

func (c *ending) Err() error {
	if c.asked++; c.asked < c.after {
		return nil
	}
	return context.Canceled
}

// A run of a million steps has a million readings of some quantities: after the end of the context no row reads any
// more.
func TestVerdictsEndWithTheContext(t *testing.T) {
	tr := handTrace()
	tr.Families = []string{"mine"}
	again := theory.Claim("mine: score_t <= 4")
	ctx := &ending{Context: t.Context(), after: 1e9}
	verdicts, err := theory.Verdicts(ctx, tr, func(theory.View) (theory.Evidence, error) { return theory.Evidence{}, nil }, again, again)
	require.NoError(t, err)
	require.Len(t, verdicts, 2)
	require.Greater(t, ctx.asked, 6, "a step of either is asked for")
	ctx = &ending{Context: t.Context(), after: 3}
	_, err = theory.Verdicts(ctx, tr, func(theory.View) (theory.Evidence, error) { return theory.Evidence{}, nil }, again, again)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 3, ctx.asked)
}

// A stream may end with the opening: γ₃ is then the last margin, or there is none.
func TestARunThatEndsWithItsOpening(t *testing.T) {
	tr := handTrace()
	tr.Steps, tr.Gamma, tr.Mistakes = tr.Steps[:3], 2, 2
	geo := theory.Geometry{Separable: true, Gamma: 2, Lower: 2}
	for _, g := range theory.Table() {
		if g.Applies(tr) {
			require.True(t, g.Check(tr, theory.Evidence{Geometry: geo}).Holds, g.ID)
		}
	}
	require.Equal(t, 2., theory.Row("omm-gamma-3").Check(tr, theory.Evidence{Geometry: geo}).Value)
	tr.Gamma = math.NaN()
	require.False(t, theory.Row("omm-gamma-3").Check(tr, theory.Evidence{Geometry: geo}).Applies())
	require.False(t, theory.Row("omm-theorem-4.1").Check(tr, theory.Evidence{Geometry: geo}).Applies())
}

// The two inequalities of Novikoff's proof fail where ‖w‖ is off by a thousandth:
// the allowance for rounding does not swallow them.
func TestNormsOfThePerceptronCanFail(t *testing.T) {
	geo := theory.Geometry{Separable: true, DBar: 1, Gamma: 0.5, Lower: 0.5}
	tr := &theory.Trace{
		Families: []string{"perceptron"}, Params: map[string]float64{}, Gamma: math.NaN(), Updates: 4, Norm: 2,
		Steps: []theory.Step{{Decision: theory.Decision{Updated: true}}, {Decision: theory.Decision{Updated: true}, Norm: 1}, {Decision: theory.Decision{Updated: true}, Norm: 1.4}, {Decision: theory.Decision{Updated: true}, Norm: 1.5}},
	}
	require.True(t, theory.Row("perceptron-norm-growth").Check(tr, theory.Evidence{Geometry: geo}).Holds)
	require.True(t, theory.Row("perceptron-norm-progress").Check(tr, theory.Evidence{Geometry: geo}).Holds)
	tr.Norm = 2.002
	require.False(t, theory.Row("perceptron-norm-growth").Check(tr, theory.Evidence{Geometry: geo}).Holds, "√4·R = 2")
	tr.Norm, tr.Steps[2].Norm = 2, 1.45
	require.False(t, theory.Row("perceptron-norm-growth").Check(tr, theory.Evidence{Geometry: geo}).Holds,
		"√2·R, though √3·R and √4·R hold later")
	geo.Gamma, geo.Lower = 0.5005, 0.5005
	require.False(t, theory.Row("perceptron-norm-progress").Check(tr, theory.Evidence{Geometry: geo}).Holds, "4γ = 2.002")
}

// At rest nothing changes, and no update is due that float64 can represent.
func TestRests(t *testing.T) {
	step := func(score float64, updated bool) theory.Step {
		return theory.Step{Score: score, Target: 1, Norm: 1, Decision: theory.Decision{Y: theory.Positive, Predicted: theory.Positive, Updated: updated}}
	}
	for _, c := range []struct {
		params map[string]float64
		steps  []theory.Step
		want   bool
	}{
		{map[string]float64{"rho": 0.9}, []theory.Step{step(0, true), step(0.9, false), step(2, false)}, true},
		{map[string]float64{"rho": 0.9}, []theory.Step{step(0, true), step(0.89, false), step(2, false)}, false},
		{map[string]float64{"rho": 0.9}, []theory.Step{step(0, false), step(0.9, true), step(2, false)}, false},
		{map[string]float64{"rho": 0.9}, []theory.Step{step(0, false), step(2, false), step(0.9, true)}, false},
		{map[string]float64{"rho": 0.9}, []theory.Step{step(2, false), {Score: 1, Target: 2, Norm: 1}}, false},
		{map[string]float64{"eps": 1}, []theory.Step{step(0, true), step(-3, false), step(2, false)}, true},
	} {
		tr := theory.Trace{Params: c.params, Steps: c.steps}
		require.Equal(t, c.want, tr.Rests(2), "%v", c)
	}
}

// A guarantee written by hand and not read panics with that message, for any learner, whichever method is called
// first.
func TestGuaranteesAreRead(t *testing.T) {
	tr := theory.Trace{Families: []string{"nobody"}}
	for _, learner := range []string{"nobody", "another"} {
		g := theory.Guarantee{ID: "by-hand", Learner: learner, Claim: "mistakes <= 1"}
		for _, use := range []func(){
			func() { g.Applies(&tr) },
			func() { g.View() },
			func() { g.Check(&tr, theory.Evidence{}) },
			func() { _ = g.String() },
			func() { _, _ = theory.Verdicts(t.Context(), &tr, nil, g) },
		} {
			require.PanicsWithValue(t,
				"theory: guarantee by-hand was not read, expected one of Guarantee.Read or of Claim", use)
		}
		require.Equal(t, learner == "nobody", g.Read().Applies(&tr))
	}
}
