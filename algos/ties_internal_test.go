package algos

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Over a Gram matrix the rounding of a score is 8ε(‖v₊‖² + ‖v₋‖² + ‖x‖²).
func TestScoresOfKernelsKnowTheirRounding(t *testing.T) {
	space := Space{Dim: 3, Gram: matrix{{4, 1, 0}, {1, 9, 0}, {0, 0, 16}}}
	h := space.hulls(unit(0))
	h.start(vec.Vector{}, [2]vec.Vector{unit(1), unit(0)})
	s, vx := h.score(unit(2), theory.Negative)
	require.Equal(t, []float64{2.5, 0}, []float64{s, vx})
	require.Equal(t, 0x1p-49*29, h.rounding(unit(2)))
}

// A caller's own rule may take ℓ² and ‖τx‖² to their limits, and beyond them w starts anew. A w whose squared length
// is at its limit does not change.
func TestCosineLearnersAtTheirLimits(t *testing.T) {
	for _, c := range []struct {
		tau, ell2 float64
		anew      bool
	}{
		{1, mostEll2, false}, {1, math.Nextafter(mostEll2, math.Inf(1)), true}, {1, math.NaN(), true},
		{1e20, 1, 1e20*1e20 > beside}, {1.001e20, 1, true}, {0x1p66, 1, false}, {math.Inf(1), 1, true},
	} {
		l := newCosine(Space{Dim: 2}, func(_, _, _ float64) CosineStep { return CosineStep{true, c.tau, c.ell2} })
		l.Step(vec.Dense(1, 0), theory.Positive)
		l.Step(vec.Dense(0, 1), theory.Negative)
		w := l.State().W
		require.Equal(t, c.anew, w[0] == 0, "%+v: w = %v", c, w)
	}
	for _, ww := range []float64{far, 1 / far, math.Nextafter(far, math.Inf(1)), math.Nextafter(1/far, 0)} {
		m := newCosine(Space{Dim: 1}, mcpRule(0, false, false))
		m.w.a[0], m.w.vv = math.Sqrt(ww), ww
		m.bringBack()
		stays := ww == far || ww == 1/far
		require.Equal(t, stays, m.w.s*m.w.a[0] == math.Sqrt(ww), "‖w‖² = %v", ww)
		require.Equal(t, stays, m.w.vv == ww)
	}
}

// A score over a Gram matrix that is 0 within its rounding, as is the margin, is a tie, at which only the negative
// class is a mistake. OMM with ρ = 1 updates below γ_t less the rounding.
func TestTiesOfOMMWithinRounding(t *testing.T) {
	const c = 1 - 0x1p-52
	for y, updates := range map[theory.Label]bool{theory.Positive: false, theory.Negative: true} {
		o := MustParse("e-omm").Over(Space{Dim: 3, Gram: matrix{{1, c, 0.5}, {c, 1, 0.5}, {0.5, 0.5, 1}}}).(*OMM)
		o.Step(unit(0), theory.Positive)
		o.Step(unit(1), theory.Negative)
		require.Positive(t, o.State().Gamma)
		require.Equal(t, updates, o.Wants(unit(2), y))
		step := o.Step(unit(2), y)
		require.Zero(t, step.Score)
		require.Equal(t, updates, step.Updated, "%+d", y)
	}
	o := MustParse("e-omm").New(1).(*OMM)
	room := roomy{}
	o.v = &room
	violated := func(a float64, y theory.Label) bool {
		return o.violated(judge(float64(y)*a, y, 0, 3), vec.Vector{})
	}
	edge := (1 - o.tie) * 3
	for a, below := range map[float64]bool{edge: false, math.Nextafter(edge, 0): true} {
		require.Equal(t, below, violated(a, theory.Positive))
	}
	for _, c := range []struct {
		score, rounding float64
		below           bool
	}{{2, 1, false}, {1.9, 1, true}, {-0.5, 4, true}} { // the last a mistake, whatever its rounding
		room.rounded = c.rounding
		require.Equal(t, c.below, violated(c.score, theory.Positive), "%+v", c)
	}
	o.printed = true
	require.False(t, violated(-0.5, theory.Positive), "as printed a mistake is within its rounding too")
	o.rho, o.printed = 0, true
	require.False(t, violated(0, theory.Negative), "a mistake, but as printed")
}

// roomy are hulls whose scores have this rounding.
type roomy struct {
	coordinates
	rounded float64
}

func (r *roomy) rounding(vec.Vector) float64 { return r.rounded }

// Aggressive ROMMA wants margins below 1, ROMMA(ε) margins of at most 1 − ε.
func TestTiesOfROMMA(t *testing.T) {
	for _, c := range []struct {
		epsilon, x float64
		wants      bool
	}{{0, 1, false}, {0, 1 - 0x1p-53, true}, {0.5, 0.5, true}, {0.5, 0.5 + 0x1p-53, false}, {1, 0, false}, {1, -1, true}} {
		r := MustParse(fmt.Sprintf("romma(%v)", c.epsilon)).New(2).(*ROMMA)
		r.Step(vec.Dense(1, 0), theory.Positive)
		require.Equal(t, c.wants, r.Wants(vec.Dense(c.x, 0), theory.Positive), "%+v", c)
	}
}

// At a tie PA and PUMMA make no update, and AMIRA(ε > 0) makes one. n-OMM solves again below γ, and at
// ργ where ρ < 1.
func TestTiesOfMargins(t *testing.T) {
	const ulp = 0x1p-53 // below 1
	above, below := vec.Dense(1, 0), vec.Dense(-1, 0)
	for name, c := range map[string]struct {
		opening []vec.Vector // of +1, then of −1; then w = (1, 0)
		tie     float64      // the margin of the rule
		updates bool         // at the tie
	}{
		"pa":             {[]vec.Vector{above}, 1, false},
		"amira(0.5)":     {[]vec.Vector{above}, 0.5, true},
		"pumma(0.5)":     {[]vec.Vector{above, below}, 0.5, false},
		"n-omm(rho=0.5)": {[]vec.Vector{above, below}, 0.5, true},
	} {
		for margin, updates := range map[float64]bool{c.tie - ulp: true, c.tie: c.updates, c.tie + 2*ulp: false} {
			l := MustParse(name).New(2)
			for k, x := range c.opening {
				l.Step(x, theory.Label(1-2*k))
			}
			if pa, ok := l.(*PassiveAggressive); ok {
				require.Equal(t, updates, pa.Wants(vec.Dense(margin, 1), theory.Positive), "%s at %v", name, margin)
			}
			step := l.Step(vec.Dense(margin, 1), theory.Positive)
			require.Equal(t, margin, step.Score, name)
			require.Equal(t, updates, step.Updated, "%s at %v, where the tie is %v", name, margin, c.tie)
		}
	}
	o := MustParse("n-omm").New(2).(*NaiveOMM)
	edge := (1 - o.tie) * 3
	for a, violated := range map[float64]bool{edge: false, math.Nextafter(edge, 0): true} {
		require.Equal(t, violated, o.violated(a, 3))
	}
}

// With v₊ = 2 and v₋ = 0 at ρ = ½, x = 1.5 is a tie, at which the algorithm as printed makes no update.
func TestTiesOfOMMAsPrinted(t *testing.T) {
	for rule, printed := range map[string]bool{"mended": false, "printed": true} {
		for x, updates := range map[float64]bool{1.5: !printed, 1.4: true, 1.6: false} {
			o := MustParse("omm(rho=0.5,rule=" + rule + ")").New(1)
			o.Step(vec.Dense(2), theory.Positive)
			o.Step(vec.Dense(0), theory.Negative)
			require.Equal(t, updates, o.Step(vec.Dense(x), theory.Positive).Updated, "%v, printed: %v", x, printed)
		}
	}
}

// rows counts the requests for rows of a Gram matrix.
type rows struct {
	matrix
	asked *int
}

func (r rows) Row(i int) []float64 {
	*r.asked++
	return r.matrix.Row(i)
}

// A learner over a Gram matrix wants a row exactly where its step then asks for it, except a learner that finds that
// it is already nearest.
func TestStepsAskForTheRowsThatTheyWant(t *testing.T) {
	const n = 12
	for _, name := range []string{
		"e-omm", "ce-omm", "omm(rho=0.5)", "perceptron", "averaged-perceptron", "romma", "a-romma", "alma", "pa", "pa-i(0.1)", "mira", "amira",
		"pegasos", "pegasos(lambda=1)", "pegasos(classifier=mean)", "bias(perceptron,2)", "bias(pa,2)",
	} {
		spec := MustParse(name)
		for k, gram := range matrices(n) {
			gram[3] = make([]float64, n) // x = 0
			for i := range gram {
				gram[i][3] = 0
			}
			asked, wants, rng := 0, 0, rand.New(rand.NewPCG(uint64(k), 0))
			l := spec.Over(Space{Dim: n, Gram: rows{gram, &asked}}).(Kernelized)
			i, y := 0, theory.Positive
			for step := range 60 {
				if step%2 == 0 { // else the same again, which now has the margin 1 by many rules
					i, y = rng.IntN(n), theory.Label(1-2*rng.IntN(2))
				}
				x := unit(i)
				want, before := l.Wants(x, y), asked
				if i == 3 && spec.Bias == 0 && !spec.Kind.OwnBias {
					require.False(t, want, "%s learns nothing from x = 0", name)
				}
				s := l.Step(x, y)
				updated := s.Updated && !s.Opening
				if got := asked > before; !got && spec.Kind.OwnMargin {
					require.False(t, updated, "%s, matrix %d, step %d", name, k, step)
				} else {
					require.Equal(t, want, got, "%s, matrix %d, step %d: %v, %v", name, k, step, x, y)
				}
				if want {
					wants++
				}
			}
			require.Positive(t, wants)
		}
	}
}

// Digits are few where terms are more than 2¹⁸ times as large, and there are digits to keep.
func TestFewDigits(t *testing.T) {
	const edge = 1 << 18
	require.False(t, lostDigits(1, edge, 0))
	require.True(t, lostDigits(1, edge+1, 0))
	require.True(t, lostDigits(1, edge+1, 0.5))
	require.False(t, lostDigits(1, edge+1, 1), "rounding alone")
	require.False(t, lostDigits(0, 1, 0))
	// From (1, h) to (−1, h) a step leaves h² of lengths of 2: at 2⁻⁴⁸ the hulls touch, and from 2⁻¹⁷ on the digits
	// suffice.
	for _, c := range []struct {
		height float64
		twice  bool
	}{{0, false}, {0x1p-24, false}, {0x1p-23, true}, {0x1p-9, true}, {0x1p-8, false}} {
		v := Space{Dim: 2}.Zero()
		v.careful = true
		v.Add(1, vec.Dense(1, c.height))
		x := vec.Dense(-1, c.height)
		require.True(t, v.Nearest(1, x, v.Dot(x), x.SqNorm()))
		require.Equal(t, c.twice, len(v.lo) > 0, "%v", c.height)
	}
}

// A step in twice the digits does not move a v that is already nearest, and makes v 0 where no digit of it is left.
func TestStepsOfTwiceTheDigits(t *testing.T) {
	twice := func(x ...float64) *Comb {
		v := Space{Dim: len(x)}.Zero()
		v.Add(1, vec.Dense(x...))
		v.Scale(0.5)
		v.Scale(2)
		v.double()
		return v
	}
	require.False(t, twice(1, 0).nearestTwice(1, vec.Dense(1, 5)), "the right angle is at v")
	for _, c := range []struct {
		v, z []float64
		want float64
	}{
		{[]float64{1, 0x1p-44}, []float64{-1, 0x1p-44}, 0}, {[]float64{1, 0x1p-43}, []float64{-1, 0x1p-43}, 0x1p-86},
		{[]float64{1. / 3}, []float64{-1e6 / 7}, 0}, {[]float64{4, 1}, []float64{1, 0}, 1},
	} {
		v := twice(c.v...)
		require.True(t, v.nearestTwice(1, vec.Dense(c.z...)))
		require.Equal(t, c.want, v.SqNorm(), "%v", c)
		require.Equal(t, c.want > 0, len(v.lo) > 0, "a v that is 0 has the digits of float64")
	}
}

// PUMMA's b is −½w·(x₊+x₋) of the rounded w in its State, to the last bit, also far from the origin.
func TestBiasOfPUMMAIsThatOfItsRoundedW(t *testing.T) {
	const d = 6
	rng := rand.New(rand.NewPCG(1, 0))
	p, seen := MustParse("pumma(0)").New(d).(*PUMMA), 0
	for range 200 {
		y, x := theory.Label(1-2*rng.IntN(2)), make([]float64, d)
		for i := range x {
			x[i] = 1e5 + rng.NormFloat64()
		}
		x[0] = 1e5 + float64(y)*(1e-3+rng.Float64())
		if p.Step(vec.Dense(x...), y); !p.opening.Done() {
			continue
		}
		seen++
		c, sum := p.State().Classifier, new(big.Rat)
		for i, w := range c.W {
			for _, kept := range p.x {
				sum.Add(sum, new(big.Rat).Mul(new(big.Rat).SetFloat64(w), new(big.Rat).SetFloat64(kept.Value[i])))
			}
		}
		b, _ := sum.Mul(sum, big.NewRat(-1, 2)).Float64()
		require.Equal(t, b, c.B)
	}
	require.Greater(t, seen, 50)
}

// At q = −1 and +1, and beyond, the label is certain for every toss; between them it is +1 for (1+q)/2 of the tosses.
func TestCoinsDecideBetweenTheCertainLabels(t *testing.T) {
	const edge = 1 - 0x1p-53 // the greatest toss
	for _, c := range []struct {
		q, toss float64
		want    theory.Label
	}{
		{-1, 0, -1}, {-1.5, 0, -1}, {1, edge, 1}, {1.5, edge, 1}, {0, 0.5 - 0x1p-54, 1}, {0, 0.5, -1}, {-0.5, 0.25, -1},
		{-0.5, 0.2, 1},
	} {
		l := MustParse("randomized(R=1)").New(1).(*Randomized)
		l.toss = func() float64 { return c.toss }
		step := l.predict(c.q, theory.Negative)
		require.Equal(t, c.want, step.Predicted, "%+v", c)
		require.Equal(t, -max(-1, min(1, c.q)), step.Score, "%+v", c)
	}
	toss := coins(1)
	for range 1000 {
		require.LessOrEqual(t, math.Abs(toss()-0.5), 0.5)
	}
}

// An example beyond all radii so far is predicted by the same x_t, if that is in the ball of its radius: u is made
// longer as R grows.
func TestDescentStaysAsItsRadiusGrows(t *testing.T) {
	for _, p := range []float64{1.5, 2, 3} {
		r := MustParse(fmt.Sprintf("randomized-omd(p=%v)", p)).New(2).(*Randomized)
		for k := range 6 {
			r.Step(vec.Dense(1, 0.5), theory.Label(1-2*(k%2)))
		}
		was, x := r.greatest, vec.Dense(1.2, 0.2)
		before := r.Score(x)
		require.NotZero(t, before)
		require.Less(t, r.v.SqNorm(), 0.5, "x_t is in the smaller ball")
		step := r.Step(x, theory.Positive)
		require.InEpsilon(t, before, step.Score, 1e-12, "p = %v", p)
		require.Greater(t, r.greatest, was)
	}
}
