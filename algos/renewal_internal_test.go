package algos

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// watched is a combination that counts how often it is measured.
type watched struct {
	*scaled
	measured int
}

func (w *watched) sqNorm() float64 {
	w.measured++
	return w.scaled.sqNorm()
}

func (w *watched) squares(u certificate) (vv, uu, dd float64) {
	w.measured++
	return w.scaled.squares(u)
}

func (w *watched) addSum(u summand, alpha float64) { panic("not asked for") }

// Squared lengths that are followed are computed afresh at the very update at which as many numbers
// have changed, since the last time, as they are computed from: never before, which would cost more
// than the updates do, and never after.
func TestLengthsAreRenewedAsOftenAsTheyArePaidFor(t *testing.T) {
	const d, nnz, n = 40, 3, 600
	rng := rand.New(rand.NewPCG(1, 0))
	y := theory.Positive
	draw := func() vec.Vector {
		x := make([]float64, d)
		for range nnz {
			x[rng.IntN(d-1)] = rng.NormFloat64()
		}
		x[d-1] = 0.5 * float64(y)
		return vec.Dense(x...).Sparsify()
	}
	v := &watched{scaled: newScaled(d)}
	for name, of := range map[string]func() (update func() (changed int), size func() int){
		"certificates": func() (func() int, func() int) {
			minus := newScaled(d)
			c := &scaledCertificates{space: Space{Dim: d}, v: [2]certificate{minus, v}}
			c.start(theory.Negative, vec.Sparse([]int{0, d - 1}, []float64{1, -0.5}))
			c.start(theory.Positive, vec.Sparse([]int{1, d - 1}, []float64{1, 0.5}))
			v.measured = 0
			return func() int {
				if y = 1; rng.IntN(2) == 0 {
					y = -1
				}
				x := draw()
				c.score(x)
				if !c.approach(x, y) {
					return 0
				}
				return len(x.Value)
			}, func() int { return v.size() + minus.size() }
		},
		"dual point": func() (func() int, func() int) {
			y = theory.Positive
			p := &scaledDualPoint{v: v}
			x := draw()
			p.set(multiple{alpha: 1, x: x, xx: x.SqNorm()})
			v.measured = 0
			return func() int {
				x := draw()
				if !p.towards(p.dot(x), multiple{alpha: 1, x: x, xx: x.SqNorm()}) {
					return 0
				}
				return len(x.Value)
			}, v.size
		},
		"multiplied in O(1)": func() (func() int, func() int) {
			w := &followed{scalable: v, dim: d}
			return func() int {
				x := draw()
				w.Add(x, 1, w.Dot(x), x.SqNorm())
				return len(x.Value)
			}, v.size
		},
		"Pegasos": func() (func() int, func() int) {
			p := NewPegasos(Space{Dim: d}, 0.01, false, false)
			p.v = v
			return func() int {
				x := draw()
				if !p.Step(x, y).Updated {
					return 0
				}
				return len(x.Value)
			}, v.size
		},
	} {
		v.clear()
		update, size := of()
		v.measured = 0
		changed, updates, renewals := 0, 0, 0
		for range n {
			now := update()
			if now == 0 {
				continue
			}
			updates++
			if changed += now; changed >= size() {
				changed = 0
				renewals++
			}
			require.Equal(t, renewals, v.measured, "%s: update %d", name, updates)
		}
		require.Greater(t, renewals, 5, name)
		require.Greater(t, updates, 3*renewals, name)
	}
}

// So are those of a w with all its coordinates, and those that are left out count too: in a space
// without them w is the same, to the last bit.
func TestLengthsOfWeightsAreRenewed(t *testing.T) {
	const d, absent, n = 10, 30, 200
	rng := rand.New(rand.NewPCG(1, 0))
	narrow, wide := newWeights(Space{Dim: d, Absent: absent}), newWeights(Space{Dim: d + absent})
	changed := 0
	for range n {
		x := vec.Sparse([]int{rng.IntN(5), 5 + rng.IntN(5)}, []float64{rng.NormFloat64(), rng.NormFloat64()})
		narrow.Add(x, 0.5, narrow.Dot(x), x.SqNorm())
		wide.Add(x, 0.5, wide.Dot(x), x.SqNorm())
		if changed += 2; changed >= d+absent {
			changed = 0
		}
		require.Equal(t, []int{changed, changed}, []int{narrow.changed, wide.changed})
		require.Equal(t, wide.ww, narrow.ww)
	}
}

// A combination is multiplied in O(1), by its scale, until that leaves its range: then it is
// multiplied into the coordinates.
func TestScalesStayInTheirRange(t *testing.T) {
	for factor, want := range map[float64]float64{
		0.5: 0.5, -3: -3, leastScale: leastScale, -leastScale: -leastScale, 1 / leastScale: 1 / leastScale,
		0.999 * leastScale: 1, -0.999 * leastScale: 1, 1.001 / leastScale: 1,
	} {
		v, twice := newScaled(3), newDoubled(3)
		v.add(vec.Dense(1, 0, -2), 1)
		twice.set([]float64{1, 0, -2})
		v.multiply(factor)
		twice.multiply(vec.Double{Hi: factor})
		require.Equal(t, want, v.scale, "%v", factor)
		require.Equal(t, want, twice.scale.Hi, "%v", factor)
		for i, x := range []float64{1, 0, -2} {
			require.Equal(t, x*factor, v.at(i), "%v", factor)
			require.Equal(t, x*factor, twice.at(i).Hi, "%v", factor)
		}
	}
}

// Digits are few where rounding is more than 2¹⁸ times as large, and there are digits to keep.
func TestFewDigits(t *testing.T) {
	const edge = 1 << 18
	require.False(t, few(1, edge, 0))
	require.True(t, few(1, edge+1, 0))
	require.True(t, few(1, edge+1, 0.5))
	require.False(t, few(1, edge+1, 1), "rounding alone")
	require.False(t, few(0, 1, 0))
	// Of half a difference whose ends have the squares 16 together, and ‖z‖ = 2, the terms are 4.
	z := multiple{alpha: 0.5, xx: 16}
	require.False(t, z.few(4, 0, 4./edge))
	require.True(t, z.few(4, 0, 3.99/edge))
	require.False(t, z.few(4, 0, 0x1p-86), "the hulls touch")
	require.True(t, z.few(4, 0, 0x1.01p-86))
	require.False(t, z.few(4, 0x1p22, 0x1p-26), "a step leaves so much by rounding alone")
	require.True(t, z.few(4, 0x1p22, 0x1.01p-26))
	for _, c := range []struct{ ww, want float64 }{{0x1p-87, 0}, {0x1.8p-87, 0x1.8p-87}, {0x1p-90, 0}, {1, 1}} {
		v := &doubledCertificates{square: [2]vec.Double{{Hi: 1}, {Hi: 1}}}
		v.settle(vec.Double{Hi: c.ww})
		require.Equal(t, c.want, v.ww.Hi, "the squares are 2, so that 2⁻⁸⁷ vanishes")
	}
}

// Over a Gram matrix what hides in a score is 8ε(‖v₊‖² + ‖v₋‖² + ‖x‖²).
func TestScoresOfKernelsKnowTheirRounding(t *testing.T) {
	space := Space{Dim: 3, Gram: matrix{{4, 1, 0}, {1, 9, 0}, {0, 0, 16}}}
	c := space.certificates(unit(0))
	c.start(theory.Positive, unit(0))
	c.start(theory.Negative, unit(1))
	s, rounding := c.score(unit(2))
	require.Equal(t, 2.5, s)
	require.Equal(t, 0x1p-49*29, rounding)
}

// A dual point counts as 0 below the least squared length, and not at it.
func TestDualPointsVanish(t *testing.T) {
	below := math.Nextafter(leastDualSqNorm, 0)
	for _, vv := range []float64{leastDualSqNorm, below} {
		want := vv
		if vv == below {
			want = 0
		}
		dense, scaled := &denseDualPoint{vv: vv}, &scaledDualPoint{v: newScaled(1), vv: vv}
		twice := &doubledDualPoint{v: newDoubled(1), vv: vec.Double{Hi: vv}}
		dense.vanish()
		scaled.vanish()
		twice.vanish()
		require.Equal(t, []float64{want, want, want}, []float64{dense.vv, scaled.vv, twice.vv.Hi})
	}
}

// A rule of one's own may take ℓ² and ‖τx‖² to their limits, and beyond them w starts anew. A w whose
// squared length is at its limit stays as it is.
func TestCosineLearnersAtTheirLimits(t *testing.T) {
	for _, c := range []struct {
		tau, ell2 float64
		anew      bool
	}{
		{1, mostEll2, false}, {1, math.Nextafter(mostEll2, math.Inf(1)), true}, {1, math.NaN(), true},
		{1e20, 1, 1e20*1e20 > beside}, {1.001e20, 1, true}, {0x1p66, 1, false}, {math.Inf(1), 1, true},
	} {
		l := NewMaximumCosine(Space{Dim: 2}, func(_, _, _ float64) CosineStep { return CosineStep{true, c.tau, c.ell2} })
		l.Step(vec.Dense(1, 0), theory.Positive)
		l.Step(vec.Dense(0, 1), theory.Negative)
		w := l.Classifier().W
		require.Equal(t, c.anew, w[0] == 0, "%+v: w = %v", c, w)
	}
	for _, ww := range []float64{far, 1 / far, math.Nextafter(far, math.Inf(1)), math.Nextafter(1/far, 0)} {
		m := NewMaximumCosine(Space{Dim: 1}, MCPRule(0))
		m.v.w[0], m.v.ww = math.Sqrt(ww), ww
		m.bringBack()
		stays := ww == far || ww == 1/far
		require.Equal(t, stays, m.v.w[0] == math.Sqrt(ww), "‖w‖² = %v", ww)
		require.Equal(t, stays, m.v.ww == ww)
	}
}

// The b of a PUMMA that keeps twice the digits is −½ w·(x₊+x₋) of its rounded w, to the last bit.
func TestBiasOfPUMMAIsThatOfItsRoundedW(t *testing.T) {
	const d = 6
	rng := rand.New(rand.NewPCG(1, 0))
	p, doubled := NewPUMMA(Space{Dim: d}, 0), 0
	for range 200 {
		y, x := theory.Label(1-2*rng.IntN(2)), make([]float64, d)
		for i := range x {
			x[i] = 1e5 + rng.NormFloat64()
		}
		x[0] = 1e5 + float64(y)*(1e-3+rng.Float64())
		if p.Step(vec.Dense(x...), y); !p.opening.Done() || !p.p.doubled() {
			continue
		}
		doubled++
		c, sum := p.Classifier(), new(big.Rat)
		for i, w := range c.W {
			for _, kept := range p.x {
				sum.Add(sum, new(big.Rat).Mul(new(big.Rat).SetFloat64(w), new(big.Rat).SetFloat64(kept.Value[i])))
			}
		}
		b, _ := sum.Mul(sum, big.NewRat(-1, 2)).Float64()
		require.Equal(t, b, c.B)
	}
	require.Greater(t, doubled, 50)
}

// What a step of a dual point goes by is d = v − z, v·d, ‖d‖² and ‖z‖², however z is stored. One
// that does not move v asks for no more digits.
func TestStepsOfDualPoints(t *testing.T) {
	for name, form := range map[string]func(x ...float64) vec.Vector{
		"full":   vec.Dense,
		"short":  func(x ...float64) vec.Vector { return vec.Dense(x[:2]...) },
		"sparse": func(x ...float64) vec.Vector { return vec.Dense(x...).Sparsify() },
	} {
		x, less := form(3, -1, 0), form(1, 5, 0)
		for _, z := range []multiple{
			{alpha: -1, x: x, xx: 10}, {alpha: 0.5, x: x, less: less, xx: 36}, {alpha: 0.5, x: x, less: vec.Dense(1, 5, 0), xx: 36},
		} {
			p := Space{Dim: 3}.dualPoint(vec.Dense(1, 2, 3)).(*denseDualPoint)
			p.set(multiple{alpha: 1, x: vec.Dense(1, 2, 3), xx: 14})
			want := []float64{4, 1, 3, 4 + 2 + 9, 16 + 1 + 9, 10} // v − z for z = −x
			if len(z.less.Value) > 0 {
				want = []float64{0, 5, 3, 10 + 9, 25 + 9, 1 + 9} // for z = (x − x')/2
			}
			vd, dd, zz := p.minus(z)
			require.Equal(t, want, append(slices.Clone(p.d), vd, dd, zz), "%s, %v", name, z)
			require.Equal(t, want[5], z.sqNorm())
		}
	}
	for _, sparse := range []bool{false, true} {
		v, x := vec.Dense(1e-4, 0), vec.Dense(1, 1)
		if sparse {
			v, x = v.Sparsify(), x.Sparsify()
		}
		p := Space{Dim: 2}.dual(v)
		p.set(multiple{alpha: 1, x: v, xx: 1e-8})
		require.False(t, p.towards(p.dot(x), multiple{alpha: 1, x: x, xx: 2}))
		require.False(t, p.doubled())
	}
}

// Twice the digits do not move what is nearest already, and say that it is 0 where no digit is left of it.
func TestStepsOfTwiceTheDigits(t *testing.T) {
	dual := func(x ...float64) *doubledDualPoint {
		p := Space{Dim: len(x)}.dualPoint(vec.Dense(x...))
		p.set(multiple{alpha: 1, x: vec.Dense(x...)})
		return doubleDual(p, Space{Dim: len(x)})
	}
	towards := func(p *doubledDualPoint, z ...float64) bool {
		return p.towards(0, multiple{alpha: 1, x: vec.Dense(z...)})
	}
	require.False(t, towards(dual(1, 0), 1, 5), "the right angle is at v")
	for _, c := range []struct {
		v, z []float64
		want float64
	}{
		{[]float64{1, 0x1p-44}, []float64{-1, 0x1p-44}, 0}, {[]float64{1, 0x1p-43}, []float64{-1, 0x1p-43}, 0x1p-86},
		{[]float64{1. / 3}, []float64{-1e6 / 7}, 0},
	} {
		p := dual(c.v...)
		require.True(t, towards(p, c.z...))
		require.Equal(t, c.want, p.sqNorm(), "%v", c)
	}
	dense := newDenseCertificates(vec.L2{}, 2)
	dense.start(theory.Positive, vec.Dense(2, 0))
	dense.start(theory.Negative, vec.Dense(0, 0))
	c := double(dense, nil, 2)
	c.score(vec.Dense(2, 5))
	require.False(t, c.approach(vec.Dense(2, 5), theory.Positive), "the right angle is at v₊")
	c.score(vec.Dense(1, 5))
	require.True(t, c.approach(vec.Dense(1, 5), theory.Positive))
}

// A score over a Gram matrix that is 0 within its rounding, as is the margin, is a tie at which only
// the negative class is a mistake. OMM with ρ = 1 updates below γ_t less what rounding may hide.
func TestTiesOfOMMWithinRounding(t *testing.T) {
	const c = 1 - 0x1p-52
	for y, updates := range map[theory.Label]bool{theory.Positive: false, theory.Negative: true} {
		o := NewOMM(Space{Dim: 3, Gram: matrix{{1, c, 0.5}, {c, 1, 0.5}, {0.5, 0.5, 1}}}, 1)
		o.Step(unit(0), theory.Positive)
		o.Step(unit(1), theory.Negative)
		require.Positive(t, o.Gamma())
		require.Equal(t, updates, o.Wants(unit(2), y))
		step := o.Step(unit(2), y)
		require.Zero(t, step.Score)
		require.Equal(t, updates, step.Updated, "%+d", y)
	}
	o := NewOMM(Space{Dim: 1}, 1)
	o.target = 3
	edge := (1 - o.tie) * o.target
	for a, below := range map[float64]bool{edge: false, math.Nextafter(edge, 0): true} {
		require.Equal(t, below, o.violated(a, 0, theory.Positive))
	}
	require.False(t, o.violated(2, 1, theory.Positive))
	require.True(t, o.violated(1.9, 1, theory.Positive))
	require.True(t, o.violated(-0.5, 4, theory.Positive), "a mistake, whatever its rounding")
	o.printed = true
	require.False(t, o.violated(-0.5, 4, theory.Positive), "but as printed")
}

// Aggressive ROMMA wants what is below the margin 1, ROMMA(ε) what is at 1 − ε.
func TestTiesOfROMMA(t *testing.T) {
	for _, c := range []struct {
		epsilon, x float64
		wants      bool
	}{{0, 1, false}, {0, 1 - 0x1p-53, true}, {0.5, 0.5, true}, {0.5, 0.5 + 0x1p-53, false}, {1, 0, false}, {1, -1, true}} {
		r := NewROMMA(Space{Dim: 2}, c.epsilon)
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
		of      func() Learner
		opening []vec.Vector // of +1, then of −1, after which w = (1, 0)
		tie     float64      // the margin of the rule
		updates bool         // at the tie
	}{
		"PA":       {func() Learner { return NewPA(Space{Dim: 2}) }, []vec.Vector{above}, 1, false},
		"AMIRA(½)": {func() Learner { return NewAMIRA(Space{Dim: 2}, 0.5) }, []vec.Vector{above}, 0.5, true},
		"PUMMA":    {func() Learner { return NewPUMMA(Space{Dim: 2}, 0.5) }, []vec.Vector{above, below}, 0.5, false},
		"n-OMM(½)": {func() Learner { return NewNaiveOMM(Space{Dim: 2}, 0.5, false) }, []vec.Vector{above, below}, 0.5, true},
	} {
		for margin, updates := range map[float64]bool{c.tie - ulp: true, c.tie: c.updates, c.tie + 2*ulp: false} {
			l := c.of()
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
	o := NewNaiveOMM(Space{Dim: 2}, 1, false)
	edge := (1 - o.tie) * 3
	for a, violated := range map[float64]bool{edge: false, math.Nextafter(edge, 0): true} {
		require.Equal(t, violated, o.violated(a, 3))
	}
}

// Of v₊ = 2 and v₋ = 0 at ρ = ½ x = 1.5 is a tie, which the algorithm as printed leaves alone.
func TestTiesOfOMMAsPrinted(t *testing.T) {
	for _, printed := range []bool{false, true} {
		for x, updates := range map[float64]bool{1.5: !printed, 1.4: true, 1.6: false} {
			o := NewOMM(Space{Dim: 1}, 0.5)
			o.printed = printed
			o.Step(vec.Dense(2), theory.Positive)
			o.Step(vec.Dense(0), theory.Negative)
			require.Equal(t, updates, o.Step(vec.Dense(x), theory.Positive).Updated, "%v, printed: %v", x, printed)
		}
	}
}

// rows counts the rows of a Gram matrix that are asked for.
type rows struct {
	matrix
	asked *int
}

func (r rows) Row(i int) []float64 {
	*r.asked++
	return r.matrix.Row(i)
}

// A learner over a Gram matrix wants a row where its step then asks for it, and nowhere else, but for
// one that finds that it is nearest already.
func TestStepsAskForTheRowsThatTheyWant(t *testing.T) {
	const n = 12
	for _, name := range []string{
		"e-omm", "ce-omm", "omm(rho=0.5)", "perceptron", "averaged-perceptron", "romma", "a-romma", "alma", "pa", "pa-i(0.1)", "mira", "amira",
		"pegasos", "pegasos(lambda=1)", "pegasos(classifier=mean)", "bias(perceptron,2)", "bias(pa,2)",
	} {
		spec, err := Parse(name)
		require.NoError(t, err)
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
				updated := l.Step(x, y).Updated
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
