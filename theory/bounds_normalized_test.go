package theory_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// A row on batch algorithms holds for a run that is exactly as bad as the row allows, and fails for one a little
// worse.
func TestRowsOnBatchAlgorithmsCanFail(t *testing.T) {
	const beyond = 2e-9 // twice the relative slack of a reading, far above its rounding
	held := func(id string, tr theory.Trace, ev theory.Evidence) theory.Verdict {
		return theory.Row(id).Check(&tr, ev)
	}
	good := theory.Iterate{K: 3, Start: 0.5, Least: 0.125, Delta: 0.1, Mu: 0.2, Norm: 0.2, L: 0.01, LMu: -0.02, Last: true}
	run := func(families []string, updates int, change func(*theory.Iterate)) theory.Trace {
		it := good
		if change != nil {
			change(&it)
		}
		return theory.Trace{
			Families: families, Updates: updates, Iterates: []theory.Iterate{it},
			Params: map[string]float64{"n": 8, "eps": 0.125, "gamma": 2, "delta": 0.1, "margin": 0.1},
		}
	}
	separable := theory.Evidence{Geometry: theory.Geometry{Separable: true, Gamma: 0.1, Lower: 0.1, DBar: 1, Shortest: 1, Examples: 8, Dim: 2}}
	inside := theory.Evidence{Geometry: theory.Geometry{DBar: 1, Shortest: 1, Examples: 8, Dim: 2}, Inradius: 0.8}
	for _, c := range []struct {
		id, family string
		ev         theory.Evidence
		most       int // updates, K or outer loops
		change     func(it *theory.Iterate, v int)
		bad        func(it *theory.Iterate)
	}{
		{id: "nkp-iterations", family: "nkp", ev: separable, most: 100},
		{id: "nkp-norm", family: "nkp", ev: inside, bad: func(it *theory.Iterate) { it.Norm = 1/math.Sqrt(3) + beyond }},
		{id: "snkp-lemma-4", family: "snkp", ev: inside, bad: func(it *theory.Iterate) { it.L = -0.02 + 0.2*math.Log(8) + beyond }},
		{id: "snkp-lemma-5", family: "snkp", ev: inside, bad: func(it *theory.Iterate) { it.Norm = math.Sqrt(0.04 + beyond) }},
		{id: "snkp-iterations", family: "snkp", ev: separable, most: 40}, // 2√(2 ln 8)/0.1 = 40.79
		{id: "snkp-dual", family: "snkp", ev: inside, bad: func(it *theory.Iterate) { it.Norm, it.Last = math.Sqrt(8*math.Log(8))/4+beyond, false }},
		{id: "nvn-norm", family: "nvn", ev: inside, bad: func(it *theory.Iterate) { it.Norm = 0.5 + beyond }},
		{id: "nvn-iterations", family: "nvn", ev: separable, most: 99},
		{id: "nvn-dual", family: "nvn", ev: inside, most: 64},
		{id: "nvn-linear", family: "nvn", ev: inside, most: 5}, // 1 + 2 ln 8/−ln 0.36 = 5.07
		{id: "snkp-vn-lemma-8", family: "snkp-vn", ev: inside, bad: func(it *theory.Iterate) { it.L = 0.18 + beyond }},
		{id: "snkp-vn-upper", family: "snkp-vn", ev: inside, bad: func(it *theory.Iterate) { it.Norm = math.Sqrt(0.04 + beyond) }},
		{id: "snkp-vn-lemma-9", family: "snkp-vn", ev: inside, bad: func(it *theory.Iterate) { it.LMu = -0.2*0.625*0.625 - beyond }}, // 0.2·(5/8)²
		{id: "snkp-vn-iterations", family: "snkp-vn", ev: separable, most: 80, change: func(it *theory.Iterate, v int) { it.K = v }}, // 2√16/0.1
		{id: "snkp-vn-dual", family: "snkp-vn", ev: inside, most: 50, change: func(it *theory.Iterate, v int) { it.K = v }},          // 80·5/8
		{id: "snkp-vn-depth", family: "snkp-vn", ev: inside, bad: func(it *theory.Iterate) { it.LMu = -0.2*25/169 - beyond }},        // 0.2·(5/13)²
		{id: "snkp-vn-dual-sharp", family: "snkp-vn", ev: inside, most: 30, change: func(it *theory.Iterate, v int) { it.K = v }},    // 80·5/13 = 30.8
		{id: "snkp-vn-entropy-upper", family: "snkp-vn(prox=entropy)", ev: inside, bad: func(it *theory.Iterate) { it.Norm = math.Sqrt(0.04 + beyond) }},
		{id: "snkp-vn-entropy-depth", family: "snkp-vn(prox=entropy)", ev: inside, bad: func(it *theory.Iterate) { it.LMu = -0.2*math.Log(8)*5/13 - beyond }},
		{id: "snkp-vn-entropy-dual", family: "snkp-vn(prox=entropy)", ev: inside, most: 25, change: func(it *theory.Iterate, v int) { it.K = v }},          // 2√(2 ln 8·5/13)/0.1 = 25.3
		{id: "snkp-vn-entropy-iterations", family: "snkp-vn(prox=entropy)", ev: separable, most: 40, change: func(it *theory.Iterate, v int) { it.K = v }}, // 2√(2 ln 8)/0.1 = 40.79
		{id: "isnkp-vn-entropy-loops", family: "isnkp-vn(prox=entropy)", ev: inside, most: 3, change: func(it *theory.Iterate, v int) { it.Loop = v - 1 }},
		{id: "snkp-vn-norm-upper", family: "snkp-vn(prox=norm)", ev: inside, bad: func(it *theory.Iterate) { it.Norm = math.Sqrt(0.04 + beyond) }},
		{id: "snkp-vn-norm-depth", family: "snkp-vn(prox=norm)", ev: inside, bad: func(it *theory.Iterate) { it.LMu = -0.8*math.E*math.Log(8)*25/169 - beyond }},
		{id: "snkp-vn-norm-dual", family: "snkp-vn(prox=norm)", ev: inside, most: 51, change: func(it *theory.Iterate, v int) { it.K = v }},           // 4√(2e ln 8)·5/13/0.1 = 51.7
		{id: "snkp-vn-norm-iterations", family: "snkp-vn(prox=norm)", ev: separable, most: 134, change: func(it *theory.Iterate, v int) { it.K = v }}, // 4√(2e ln 8)/0.1 = 134.5
		{id: "isnkp-vn-norm-loops", family: "isnkp-vn(prox=norm)", ev: inside, most: 3, change: func(it *theory.Iterate, v int) { it.Loop = v - 1 }},
		{id: "isnkp-vn-norm-iterations", family: "isnkp-vn(prox=norm)", ev: inside, most: 430}, // 4√(2e ln 8)·4/0.125 = 430.4
		{id: "isnkp-vn-norm-linear", family: "isnkp-vn(prox=norm)", ev: inside, most: 100},     // 3·4√(2e ln 8)·2/0.8 = 100.9
		{id: "isnkp-shrunk", family: "isnkp", ev: inside, most: 3, change: func(it *theory.Iterate, v int) { it.Loop = v }},
		{id: "isnkp-dual", family: "isnkp", ev: inside, most: 32},    // 2√(2 ln 8)/0.125 = 32.6
		{id: "isnkp-linear", family: "isnkp", ev: inside, most: 127}, // 4·(12√(2 ln 8) + 1)/0.8 = 127.4
		{id: "isnkp-vn-loops", family: "isnkp-vn", ev: separable, most: 4, change: func(it *theory.Iterate, v int) { it.Loop = v - 1 }},
		{id: "isnkp-vn-loops-dual", family: "isnkp-vn", ev: inside, most: 3, change: func(it *theory.Iterate, v int) { it.Loop = v - 1 }},
		{id: "isnkp-vn-iterations", family: "isnkp-vn", ev: inside, most: 256},       // 64·4
		{id: "isnkp-vn-iterations-linear", family: "isnkp-vn", ev: inside, most: 60}, // 3·8·2/0.8
	} {
		families := []string{c.family}
		if c.bad != nil {
			require.True(t, held(c.id, run(families, 1, nil), c.ev).Holds, c.id)
			require.False(t, held(c.id, run(families, 1, c.bad), c.ev).Holds, c.id)
			continue
		}
		for v, want := range map[int]bool{c.most: true, c.most + 1: false} {
			set := func(it *theory.Iterate) {
				if c.change != nil {
					c.change(it, v)
				}
			}
			got := held(c.id, run(families, v, set), c.ev)
			require.True(t, got.Applies(), c.id)
			require.Equal(t, want, got.Holds, "%s at %d of %v", c.id, v, got.Bound)
		}
	}
}

// A stopped run counts from below: its counts confirm no bound, and refute a bound that they already exceed.
func TestCountsOfAStoppedRun(t *testing.T) {
	ev := theory.Evidence{Geometry: theory.Geometry{Separable: true, Gamma: 0.125, Lower: 0.125, DBar: 1, Shortest: 1, Examples: 8, Dim: 2}}
	for _, c := range []struct {
		id   string
		most int
	}{
		{"nkp-iterations", 64}, {"np-printed", 64}, {"np-printed-novikoff", 64}, {"snkp-iterations", 32}, {"nvn-iterations", 63}, {"nvn-dual", 64},
		{"snkp-vn-iterations", 64}, {"snkp-vn-dual", 64}, {"isnkp-vn-loops", 4}, {"isnkp-vn-loops-dual", 3}, {"isnkp-vn-iterations", 256}, {"isnkp-dual", 32},
	} {
		g := theory.Row(c.id)
		for _, last := range []bool{true, false} {
			for _, v := range []int{1, c.most, c.most + 1} {
				tr := theory.Trace{
					Families: []string{g.Learner}, Updates: v,
					Params:   map[string]float64{"n": 8, "eps": 0.125, "gamma": 2},
					Iterates: []theory.Iterate{{Last: true, Delta: 0.125, Start: 1}, {Loop: v - 1, K: v, Delta: 0.125, Start: 1, L: math.NaN(), Last: last}},
				}
				if g.Quantity == "call_updates" {
					tr.Iterates = tr.Iterates[1:]
				}
				verdict := g.Check(&tr, ev)
				require.Equal(t, v <= c.most, verdict.Holds, "%s at %d of %v", c.id, v, verdict.Bound)
				require.Equal(t, !last && v <= c.most, !verdict.Applies(), "%s at %d, %t", c.id, v, last)
			}
		}
	}
	// A call that ended before the run was stopped is read.
	tr := theory.Trace{Families: []string{"snkp-vn"}, Params: map[string]float64{"n": 8}, Iterates: []theory.Iterate{{K: 3, Last: true}, {Loop: 1, K: 5}}}
	v := theory.Row("snkp-vn-iterations").Check(&tr, ev)
	require.True(t, v.Applies())
	require.Equal(t, 3., v.Value)
	// A run that needed no iterate has ended.
	tr = theory.Trace{Families: []string{"isnkp-vn"}, Params: map[string]float64{"n": 8, "eps": 1, "gamma": 2}}
	require.True(t, theory.Row("isnkp-vn-loops").Check(&tr, ev).Applies())
}

// Bounds on batch algorithms at the ends of their hypotheses: one point, a margin of 1, separable points, an unknown
// |ρ|.
func TestBoundsOnBatchAlgorithmsAtTheirEnds(t *testing.T) {
	s := at(0, 0, 0)
	s.Trace.Params = map[string]float64{"n": 1, "eps": 0.5, "gamma": 2}
	require.Zero(t, bound("snkp-iterations", s), "one point is separated by α_0")
	require.Zero(t, bound("nvn-iterations", s))
	require.Equal(t, 1., bound("nkp-iterations", s))
	require.Equal(t, 1., bound("isnkp-vn-loops", s))
	require.Zero(t, bound("isnkp-vn-loops-printed", s))
	require.Equal(t, 1., bound("isnkp-vn-loops-dual", s))
	require.InDelta(t, 2*math.Sqrt2*4, bound("isnkp-vn-iterations", s), 1e-12)
	for _, id := range []string{"nvn-linear", "snkp-vn-lemma-9", "snkp-vn-depth", "snkp-vn-entropy-depth", "snkp-vn-norm-depth", "isnkp-vn-iterations-linear", "isnkp-vn-norm-linear", "isnkp-linear"} {
		require.True(t, math.IsInf(bound(id, s), 1), "of separable points it says nothing")
	}
	s.Separable = false
	s.Iterate = theory.Iterate{Mu: 0.5, Start: 0.25, Delta: 0.1}
	require.True(t, math.IsInf(bound("nvn-linear", s), 1))
	require.True(t, math.IsInf(bound("isnkp-vn-iterations-linear", s), 1))
	require.Equal(t, 0.5, bound("snkp-vn-lemma-9", s))
	s.Inradius = 0.5
	require.Equal(t, 0.125, bound("snkp-vn-lemma-9", s))
	s.Inradius = 1
	require.Equal(t, 1., bound("nvn-linear", s), "two opposite points are two steps apart at most")
	require.True(t, math.IsInf(bound("nkp-norm", s), 1), "α_0 = 0")
}
