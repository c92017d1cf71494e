package algos_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// long is a vector of numbers of 240 digits.
type long []*big.Float

func number(x float64) *big.Float { return new(big.Float).SetPrec(800).SetFloat64(x) }

func longOf(x []float64) long {
	v := make(long, len(x))
	for i := range x {
		v[i] = number(x[i])
	}
	return v
}

// plus is v + c u.
func (v long) plus(c *big.Float, u long) long {
	sum := make(long, len(v))
	for i := range v {
		sum[i] = number(0).Mul(c, u[i])
		sum[i].Add(sum[i], v[i])
	}
	return sum
}

func (v long) minus(u long) long { return v.plus(number(-1), u) }

func (v long) dot(u long) *big.Float {
	sum := number(0)
	for i := range v {
		sum.Add(sum, number(0).Mul(v[i], u[i]))
	}
	return sum
}

// nearest is the β of the point u − βz of least length, 0 ≤ β ≤ 1.
func nearest(u, z long) *big.Float {
	uz, zz := u.dot(z), z.dot(z)
	switch {
	case uz.Sign() <= 0:
		return number(0)
	case uz.Cmp(zz) >= 0:
		return number(1)
	}
	return uz.Quo(uz, zz)
}

// longLearner is a learner by its definition: what it gives x, in a scale of its own, and γ_t² and
// ‖w‖² in that scale; and its update.
type longLearner interface {
	open() bool // whether it waits for both classes
	score(x long) *big.Float
	norm() float64   // ‖w‖
	target() float64 // γ_t‖w‖
	turn() float64   // it updates at scores below turn·γ_t‖w‖
	learn(x long, y int)
}

// longOMM is OMM on the nearest points v of the two classes; longPUMMA keeps examples there, and v apart.
type longOMM struct {
	v   [2]long
	rho float64
}

func sideOf(y int) int { return (y + 1) / 2 }

func length(v long) float64 {
	f, _ := number(0).Sqrt(v.dot(v)).Float64()
	return f
}

func (o *longOMM) open() bool      { return o.v[0] == nil || o.v[1] == nil }
func (o *longOMM) u() long         { return o.v[1].minus(o.v[0]) }
func (o *longOMM) norm() float64   { return length(o.u()) }
func (o *longOMM) target() float64 { return o.norm() * o.norm() / 2 }
func (o *longOMM) turn() float64   { return o.rho }

func (o *longOMM) score(x long) *big.Float {
	middle := o.v[0].plus(number(1), o.v[1])
	return o.u().dot(x.plus(number(-0.5), middle))
}

func (o *longOMM) learn(x long, y int) {
	own := &o.v[sideOf(y)]
	if o.open() {
		if *own == nil {
			*own = x
		}
		return
	}
	z := (*own).minus(x)
	toward := z
	if y < 0 {
		toward = zero(len(z)).minus(z)
	}
	*own = (*own).plus(number(0).Neg(nearest(o.u(), toward)), z)
}

func zero(n int) long { return longOf(make([]float64, n)) }

// longROMMA keeps v, the nearest point to the origin of the segments so far.
type longROMMA struct {
	v       long
	epsilon float64
}

func (r *longROMMA) open() bool      { return r.v == nil }
func (r *longROMMA) norm() float64   { return 1 / length(r.v) }
func (r *longROMMA) target() float64 { return 1 }
func (r *longROMMA) turn() float64   { return 1 - r.epsilon }
func (r *longROMMA) score(x long) *big.Float {
	s := r.v.dot(x)
	return s.Quo(s, r.v.dot(r.v))
}

func (r *longROMMA) learn(x long, y int) {
	z := zero(len(x)).plus(number(float64(y)), x)
	if r.v == nil {
		r.v = z
		return
	}
	d := r.v.minus(z)
	r.v = r.v.plus(number(0).Neg(nearest(r.v, d)), d)
}

// longPUMMA is ROMMA on half the difference of the examples kept, x.
type longPUMMA struct {
	longROMMA
	x [2]long
}

func (p *longPUMMA) open() bool { return p.x[0] == nil || p.x[1] == nil }
func (p *longPUMMA) score(x long) *big.Float {
	return p.longROMMA.score(x.plus(number(-0.5), p.x[0].plus(number(1), p.x[1])))
}

func (p *longPUMMA) learn(x long, y int) {
	if kept := &p.x[sideOf(y)]; !p.open() || *kept == nil {
		*kept = x
	}
	if !p.open() {
		half := zero(len(x)).plus(number(0.5), p.x[1].minus(p.x[0]))
		p.longROMMA.learn(half, 1)
	}
}

// a_t and γ_t of the learners that come near to examples keep their digits, however small γ_t is beside
// the examples and however far these are from the origin: they are those of the definition in 240
// digits, and so are the decisions, but at ties.
func TestMarginsKeepTheirDigits(t *testing.T) {
	t.Parallel()
	const near = 1e-9
	learners := []struct {
		expr    string
		origin  bool // it learns through the origin
		learner func() longLearner
	}{
		{"e-omm", false, func() longLearner { return &longOMM{rho: 1} }},
		{"omm(rho=0.5)", false, func() longLearner { return &longOMM{rho: 0.5} }},
		{"pumma(delta=0)", false, func() longLearner { return &longPUMMA{} }},
		{"pumma(delta=0.25)", false, func() longLearner { return &longPUMMA{longROMMA: longROMMA{epsilon: 0.25}} }},
		{"a-romma", true, func() longLearner { return &longROMMA{} }},
		{"romma", true, func() longLearner { return &longROMMA{epsilon: 1} }},
	}
	for _, c := range learners {
		updates := 0
		for seed := range uint64(2) {
			for _, d := range []int{2, 5, 1, 3}[:rapidtest.Count(2, 4, 4)] {
				for _, margin := range []float64{0.5, 1e-3, 1e-5, 1e-7} {
					for _, far := range []float64{0, 1, 1e4} {
						if c.origin && (d == 1 || far == 1e4) {
							continue
						}
						for _, form := range []string{"dense", "sparse"} {
							rng := rand.New(rand.NewPCG(seed, uint64(d)))
							l, own := parse(t, c.expr).New(d), c.learner()
							span := 3 * math.Sqrt(float64(d)) * []float64{1, 1e-7}[seed] // about D
							for step := range 30 {
								y := 1 - 2*rng.IntN(2)
								x := make([]float64, d)
								for i := range x {
									x[i] = rng.NormFloat64()
									if !c.origin || i > 0 {
										x[i] += far
									}
								}
								x[0] = float64(y) * margin * (1 + 3*rng.Float64())
								if !c.origin {
									x[0] += far
								}
								for i := range x {
									x[i] *= []float64{1, 1e-7}[seed]
								}
								e := vec.Dense(x...)
								if form == "sparse" {
									e = e.Sparsify()
								}
								opening, wide := own.open(), longOf(x)
								what := fmt.Sprintf("%s in %d dimensions, margin %v, far %v, %s, seed %d, step %d", c.expr, d, margin, far, form, seed, step)
								var score, gamma, a float64
								if !opening {
									score, _ = own.score(wide).Float64()
									score *= float64(y)
									a, gamma = score/own.norm(), own.target()/own.norm()
								}
								got := l.Step(e, theory.Label(y))
								if !opening {
									tol := float64(near*(gamma+math.Abs(a))) + 1e-15*length(wide)
									least, turned := gamma, 0.0
									if _, is := own.(*longOMM); is { // its γ_t keeps its digits at D up to 10⁷γ
										least = max(gamma, span/1e7)
									}
									if !c.origin { // errors of ε·D turn w, and b by that at a distance of D
										turned = 0x1p-52 * span * span / gamma
									}
									require.InDelta(t, gamma, got.Gamma(), near*least, what)
									require.InDelta(t, a, got.A(), tol+turned, what)
									if turn := own.turn() * gamma; math.Abs(a-turn) > 10*tol && math.Abs(a) > 10*tol {
										require.Equal(t, a < turn || a < 0, got.Updated, what)
									}
								}
								if opening || got.Updated {
									own.learn(wide, y)
								}
								if got.Updated {
									updates++
								}
							}
						}
					}
				}
			}
		}
		require.Greater(t, updates, 400, c.expr)
	}
}
