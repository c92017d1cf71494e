package maxmargin

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// scattered returns a started Solver of n sparse points in d dimensions, some of each label.
func scattered(rng *rand.Rand, n, d int, origin bool) *Solver {
	s := NewSolver(d, Options{Origin: origin})
	for i := range n {
		x := make([]float64, d)
		for range 3 {
			x[rng.IntN(d)] = rng.NormFloat64()
		}
		x[0] += 1
		s.Keep(vec.Dense(x...).Sparsify(), theory.Label(1-2*(i%2)))
	}
	s.open()
	s.start()
	return s
}

// combination is Σ λyx.
func combination(s *Solver, lambda []float64) []float64 {
	w := make([]float64, len(s.w))
	for i, e := range s.points {
		for k, v := range e.X.Value {
			w[e.X.Coordinate(k)] += lambda[i] * float64(e.Y) * v
		}
	}
	return w
}

func square(w []float64) (sum float64) {
	for _, v := range w {
		sum += v * v
	}
	return sum
}

// simplex requires weights that are not negative and sum to 1 in each hull.
func simplex(t *testing.T, s *Solver, lambda []float64) {
	t.Helper()
	var total [2]float64
	for i, l := range lambda {
		require.GreaterOrEqual(t, l, 0.)
		total[s.hull(s.points[i].Y)] += l
	}
	for g := range s.active.hulls {
		require.InDelta(t, 1, total[g], 1e-8)
	}
}

// A search along any way ends in the simplices, with w that of the weights, and never higher; along
// one that falls at first, lower: so far away that all of it is projected to one place, at the
// least point of the segment to there.
func TestSearchesFall(t *testing.T) {
	t.Parallel()
	rng := rapidtest.Rand(21)
	fell, stayed, between := 0, 0, 0
	for range rapidtest.Count(300, 1000, 10000) {
		s := scattered(rng, 2+rng.IntN(12), 1+rng.IntN(6), rng.IntN(2) == 0)
		b := s.newBulk()
		for i := range b.lambda {
			b.lambda[i] = float64(rng.IntN(3)) * rng.Float64()
		}
		b.lambda[0], b.lambda[1] = 0.1, 0.2
		b.refresh()
		simplex(t, s, b.lambda)
		require.InDeltaSlice(t, combination(s, b.lambda), b.w, 1e-12)
		b.price()
		from, sq := append([]float64(nil), b.lambda...), square(b.w)
		far := rng.IntN(2) == 0
		for i, rank := range rng.Perm(len(b.way)) {
			b.way[i] = math.Ldexp(rng.NormFloat64(), rng.IntN(20)-10)
			if far {
				b.way[i] = 1e6 * float64(rank) / b.metric[i]
			}
		}
		var sum, count [2]float64
		for i, f := range b.way {
			sum[b.hull(i)] += f
			count[b.hull(i)]++
		}
		for i := range b.way { // as those of bulk, it sums to 0, or to more
			if g := b.hull(i); !far {
				b.way[i] -= sum[g] / count[g]
			}
		}
		to := append([]float64(nil), b.lambda...)
		for i := range to {
			to[i] += b.way[i]
		}
		b.project(to)
		simplex(t, s, to)
		b.search(1)
		simplex(t, s, b.lambda)
		w := combination(s, b.lambda)
		require.InDeltaSlice(t, w, b.w, 1e-11)
		require.InDelta(t, square(w), b.sq, 1e-11*(1+sq))
		require.LessOrEqual(t, square(w), sq+1e-12*(1+sq))
		if !far {
			continue
		}
		// of the segment from v to u the least point is at t = −v·(u−v)/‖u−v‖² or at its ends
		v, u := combination(s, from), combination(s, to)
		var slope, curve float64
		for k := range u {
			slope += v[k] * (u[k] - v[k])
			curve += (u[k] - v[k]) * (u[k] - v[k])
		}
		at := 0.
		switch {
		case curve < 1e-9: // there are two such weights
			continue
		case slope < -curve/2:
			at = 1
			fell++
		case slope < 0:
			at = -slope / curve
			between++
		default:
			stayed++
		}
		for k := range v {
			require.InDelta(t, v[k]+at*(u[k]-v[k]), b.w[k], 1e-7)
		}
	}
	require.Greater(t, min(fell, stayed, between), 5, "%d %d %d", fell, stayed, between)
}

// What is projected is nearer, as the metric measures it, than any other weights:
// Σ m(v − p)(q − p) ≤ 0 for the corners q of the simplices.
func TestProjectionsAreTheNearest(t *testing.T) {
	t.Parallel()
	rng := rapidtest.Rand(22)
	for range rapidtest.Count(200, 1000, 10000) {
		s := scattered(rng, 2+rng.IntN(8), 1+rng.IntN(6), rng.IntN(2) == 0)
		b := s.newBulk()
		v := make([]float64, len(b.lambda))
		var total [2]float64
		for i := range v {
			v[i] = float64(rng.IntN(4)) * rng.Float64()
			total[b.hull(i)] += v[i]
		}
		for i := range v { // from outside, as steps from the simplices are: of sum 1 or more
			v[i] += max(0, 1-total[b.hull(i)])
		}
		p := append([]float64(nil), v...)
		b.project(p)
		simplex(t, s, p)
		for q := range v {
			var sum float64
			for i := range v {
				if b.hull(i) == b.hull(q) {
					corner := 0.
					if i == q {
						corner = 1
					}
					sum += b.metric[i] * (v[i] - p[i]) * (corner - p[i])
				}
			}
			require.LessOrEqual(t, sum, 1e-11)
		}
	}
}

// A point that enters leaves w where it is, with convex weights, also one that depends on the
// members, or so nearly that it depends on those that are left after one has gone.
func TestAdmittedPointsLeaveW(t *testing.T) {
	t.Parallel()
	rng := rapidtest.Rand(23)
	dependent, twice := 0, 0
	for range rapidtest.Count(600, 2000, 50000) {
		d := 2 + rng.IntN(3)
		s := NewSolver(d, Options{Origin: rng.IntN(2) == 0})
		blur := math.Pow(10, -float64(8+rng.IntN(8)))
		for i := range 5 + rng.IntN(6) {
			x := make([]float64, d)
			for k := range x {
				x[k] = float64(rng.IntN(5)-2) + blur*rng.NormFloat64()*float64(rng.IntN(2))
			}
			s.Keep(vec.Dense(x...), theory.Label(1-2*(i%2)))
		}
		// The mean of two points, and a hair's breadth of the way to a third.
		x, hair := make([]float64, d), math.Pow(10, -11.5-rng.Float64())
		s.points[0].X.AddTo(x, 0.5-hair)
		s.points[2].X.AddTo(x, 0.5)
		third := (len(s.points) - 1) / 2 * 2
		s.points[third].X.AddTo(x, hair)
		s.Keep(vec.Dense(x...), theory.Positive)
		s.open()
		s.start()
		for i := range len(s.points) - 1 {
			if i == 2 || i == third || rng.IntN(4) > 0 {
				s.enter(i)
			}
		}
		c := &s.active
		for k := range c.lambda {
			c.lambda[k] = math.Pow(10, -float64(rng.IntN(4)))
			if c.id[k] == third {
				c.lambda[k] = math.Pow(10, -float64(9+rng.IntN(7)))
			}
		}
		s.refresh()
		w := append([]float64(nil), s.w...)
		i := len(s.points) - 1 - rng.IntN(2)*rng.IntN(len(s.points))
		before := c.len()
		s.admit(i)
		if c.len() <= before {
			dependent++
		}
		if c.len() < before {
			twice++
		}
		require.InDeltaSlice(t, w, s.w, 1e-9) // 1e-12 of each of the lengths, and the condition of the members
		var total [2]float64
		for k, l := range c.lambda {
			require.GreaterOrEqual(t, l, 0.)
			total[c.hull[k]] += l
		}
		for g := range c.hulls {
			require.InDelta(t, 1, total[g], 1e-12)
		}
	}
	require.Positive(t, min(dependent, twice), "%d, %d", dependent, twice)
}

// Of the points outside the working set of an ℓp problem, those that join are the farthest below
// their levels.
func TestTheLowestJoin(t *testing.T) {
	t.Parallel()
	examples := rapidtest.Cloud(rapidtest.Rand(24), 400, 3, 0)
	for i := range examples { // all but the first of each label, the only ones that are solved for, are beyond
		if i > 1 {
			examples[i].Y = -examples[i].Y
		}
	}
	s := NewSolver(3, Options{Norm: vec.P(3)})
	for i, e := range examples {
		if s.Keep(e.X, e.Y); i == 1 || i > 1 && !s.Ready() {
			_, err := s.Settle(t.Context())
			require.NoError(t, err)
		}
	}
	p := s.power
	below := make([]float64, len(examples))
	for i := range below {
		below[i] = p.level[s.hull(s.points[i].Y)] - s.scoreAt(p.w, i)
	}
	p.open(s)
	before := append([]bool(nil), p.in...)
	require.True(t, p.scan(s))
	last, first, joined := math.Inf(1), math.Inf(-1), 0
	for i, in := range p.in {
		switch {
		case in && !before[i]:
			last = min(last, below[i])
			joined++
		case !in:
			first = max(first, below[i])
		}
	}
	require.Equal(t, entering, joined)
	require.GreaterOrEqual(t, last, first)
}

// A move goes to the first weight that gets 0, or all the way, in the large active set and in the small
// one; weights that are 0 and stay so do not stop it.
func TestMovesEndAtTheFirstWeightThatGets0(t *testing.T) {
	t.Parallel()
	rng := rapidtest.Rand(26)
	for range rapidtest.Count(500, 2000, 20000) {
		n := 1 + rng.IntN(5)
		lambda, delta, alpha := make([]float64, n), make([]float64, n), 1.
		for k := range n {
			lambda[k], delta[k] = float64(rng.IntN(3)), float64(rng.IntN(5)-2)
			if lambda[k] == 0 {
				delta[k] = max(0, delta[k]) // a point that has just entered is to have some
			}
			if delta[k] < 0 {
				alpha = min(alpha, -lambda[k]/delta[k])
			}
		}
		c := activeSet{hulls: 1, lambda: append([]float64(nil), lambda...), delta: delta}
		for range n {
			c.z = append(c.z, vec.Dense(rng.NormFloat64(), rng.NormFloat64()))
		}
		m := small{lambda: append([]float64(nil), lambda...), delta: delta}
		w, want := make([]float64, 2), make([]float64, 2)
		require.Equal(t, alpha < 1, c.move(w))
		require.Equal(t, alpha < 1, m.move())
		blocked := false
		for k, l := range lambda {
			require.InDelta(t, l+alpha*delta[k], c.lambda[k], 1e-15)
			require.Equal(t, c.lambda, m.lambda)
			c.z[k].AddTo(want, alpha*delta[k])
			blocked = blocked || delta[k] < 0 && c.lambda[k] == 0
		}
		require.True(t, alpha == 1 || blocked, "no weight is 0")
		require.InDeltaSlice(t, want, w, 1e-14)
	}
}

// What enters is the first of the points that are farthest below their level, and none at the slack.
func TestTheFirstOfTheLowestEnters(t *testing.T) {
	t.Parallel()
	s := NewSolver(1, Options{})
	for i, x := range []float64{2, 0, 1, 1.5, 1, 1} {
		s.Keep(vec.Dense(x), map[bool]theory.Label{true: theory.Negative, false: theory.Positive}[i == 1])
	}
	s.open()
	s.start()
	for _, pool := range [][]int{{2, 3, 4, 5}, {5, 4, 3, 2}, {4, 0, 2, 5, 1}, {3, 5, 2}} {
		s.scores.pool = pool
		require.Equal(t, 2, s.lowest(), "%v", pool)
	}
	s.scores.pool = []int{0}
	s.active.level[0] = s.slack() // its z is 0
	require.Equal(t, -1, s.lowest())
	s.active.level[0] = math.Nextafter(s.slack(), 1)
	require.Equal(t, 0, s.lowest())
}

// Which way a problem is solved: small ones of at most 64 dense points in 64 dimensions; by bulk, sparse
// ones of a crowd that took as many turns, or that has no R.
func TestWhichWayToSolve(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n, d   int
		sparse bool
		want   bool
	}{{64, 64, false, true}, {65, 64, false, false}, {64, 65, false, false}, {2, 2, true, false}} {
		s := NewSolver(c.d, Options{})
		for i := range c.n {
			x := vec.Dense(make([]float64, c.d)...)
			if c.sparse {
				x = x.Sparsify()
			}
			s.Keep(x, theory.Label(1-2*(i%2)))
		}
		require.Equal(t, c.want, s.isSmall(), "%+v", c)
	}
	for _, c := range []struct {
		members, factored, turns int
		dense                    bool
		want                     bool
	}{
		{crowd, crowd, crowd, false, true}, {crowd, crowd, crowd - 1, false, false}, {crowd, 0, 0, false, true},
		{crowd - 1, crowd - 1, crowd, false, false}, {crowd - 1, 0, crowd, false, false}, {crowd, crowd, crowd, true, false},
	} {
		s := NewSolver(1, Options{})
		s.dense, s.active.id, s.active.r.N = c.dense, make([]int, c.members), c.factored
		require.Equal(t, c.want, s.crowded(c.turns), "%+v", c)
	}
	for _, members := range []int{mostFactored, mostFactored + 1} {
		s := NewSolver(1, Options{})
		s.active.id = make([]int, members)
		require.Equal(t, members == mostFactored, s.factorise())
	}
}

// A classifier that leaves a point on its hyperplane decides nothing: hulls that meet are said to.
func TestDecisionsNeedAMargin(t *testing.T) {
	t.Parallel()
	s := NewSolver(1, Options{})
	s.Keep(vec.Dense(0), theory.Positive)
	s.Keep(vec.Dense(0), theory.Negative)
	s.open()
	s.start()
	s.w[0], s.sq = 1, 1
	require.ErrorAs(t, s.decide(), new(*NotSeparableError))
}

// σ stays within maxScale of the lengths.
func TestSigmaFollowsTheScale(t *testing.T) {
	t.Parallel()
	s := NewSolver(2, Options{})
	for _, x := range [][]float64{{0, 0}, {1, 0}, {maxScale, 0}, {0, maxScale + 1}} {
		s.Keep(vec.Dense(x...), theory.Label(1-2*int(math.Mod(x[0], maxScale))))
	}
	s.open()
	s.start()
	require.Equal(t, 1., s.active.sigma)
	s.enter(2)
	require.Equal(t, 1., s.active.sigma)
	s.enter(3)
	require.Equal(t, maxScale+1., s.active.sigma)
}

// A point that has just entered, with a weight of 0 that stays so, is not dropped.
func TestPointsThatHaveEnteredStay(t *testing.T) {
	t.Parallel()
	s := NewSolver(3, Options{Origin: true})
	for _, x := range [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
		s.Keep(vec.Dense(x...), theory.Positive)
	}
	s.open()
	m := &s.small
	m.load(s)
	for i := range 3 {
		require.True(t, m.enter(i, 1))
	}
	copy(m.lambda, []float64{1, 0, 0})
	m.delta = []float64{0, -1, 0}
	require.True(t, m.drop())
	require.Equal(t, []int{0, 2}, m.id)
	require.Equal(t, []bool{true, false, true}, m.member)
}

// The greatest weight is 1 less the others, also where these are far below its rounding.
func TestTheGreatestWeightIsTheRest(t *testing.T) {
	t.Parallel()
	s := NewSolver(1, Options{})
	for _, x := range []float64{0, 1e10, 3} {
		s.Keep(vec.Dense(x), theory.Positive)
	}
	require.InEpsilon(t, 1e-10, s.difference([]Weight{{0, 1}, {1, 1e-20}}, nil)[0], 1e-15)
	require.InEpsilon(t, 1e-10, s.difference([]Weight{{1, 1e-20}, {0, 1}}, nil)[0], 1e-15)
}

// The working set of an ℓp problem keeps the active set of the last model, also without weights; no
// point joins that is at its level; and a û that is as good as u gives its weights.
func TestWorkingSets(t *testing.T) {
	t.Parallel()
	s := NewSolver(1, Options{Norm: vec.P(3)})
	keep := func(y theory.Label, all ...float64) {
		for _, x := range all {
			s.Keep(vec.Dense(x), y)
		}
	}
	keep(theory.Positive, 2)
	keep(theory.Negative, -1)
	_, err := s.Settle(t.Context())
	require.NoError(t, err)
	p := s.power
	keep(theory.Positive, 2, 1, 1.5)
	require.True(t, p.scan(s))
	require.Equal(t, []bool{true, true, false, true, true}, p.in)
	p.members, p.weights = []int{3, 1, 0}, []float64{0, 1, 1}
	last := p.work[3]
	p.lambda[2], p.lambda[3] = 0, 0
	p.trim(s)
	require.Equal(t, []int{0, 1, last}, p.work)
	require.Equal(t, last, p.work[p.members[0]])

	p.refresh(s)
	m := modelled{u: append([]float64(nil), p.u...), lambda: []float64{0.5, 1, 0.5}}
	p.tolerance = 0 // not even a rounding longer
	p.descend(m)
	require.Equal(t, m.lambda, p.lambda)
}

// The certificate of an ℓp problem stands while what a point takes from it is within its slack, and no
// longer; one that separates nothing does not, however short the points.
func TestCertificatesStandWithinTheirSlack(t *testing.T) {
	t.Parallel()
	for _, within := range []bool{true, false} {
		s := NewSolver(1, Options{Norm: vec.P(3)})
		for i, x := range []float64{1, -1, 0.5} {
			s.Keep(vec.Dense(x), theory.Label(1-2*(i%2)))
			if i == 1 {
				_, err := s.Settle(t.Context())
				require.NoError(t, err)
			}
		}
		p := s.power
		below := p.level[0] - s.scoreAt(p.w, 2)
		require.InDelta(t, 0.5, below, 1e-9)
		if p.slack = p.gap() + below; !within {
			p.slack = math.Nextafter(p.slack, 0)
		}
		require.Equal(t, !within, p.cuts(s, 2))
		p.lower, s.reach = 0, 0
		require.True(t, p.hidden(s))
	}
}

// A point on the wrong side leaves a lower end below 0, and is no doubt about rounding.
func TestIntervalOfPointsNotYetSolvedFor(t *testing.T) {
	t.Parallel()
	for _, norm := range []vec.Norm{vec.L2{}, vec.P(3)} {
		s := NewSolver(1, Options{Norm: norm})
		for i, x := range []float64{1, -1} {
			_, err := s.Add(vec.Dense(x), theory.Label(1-2*i))
			require.NoError(t, err)
		}
		for _, x := range []float64{-1, -2} {
			s.Keep(vec.Dense(x), theory.Positive)
			_, lower, err := s.Interval()
			require.NoError(t, err)
			require.InDelta(t, s.Gamma()*(x+1)/2, lower, 1e-12)
		}
	}
}

// The bound of a w does not depend on its length; and below leastScale only hulls that meet exactly do.
func TestBoundsOfAnyLength(t *testing.T) {
	t.Parallel()
	s := scattered(rapidtest.Rand(27), 9, 4, false)
	require.InEpsilon(t, s.lower([]float64{1, 2, 3, 4}), s.lower([]float64{4, 8, 12, 16}), 1e-15)
	s.scale = leastScale
	require.InEpsilon(t, 8*(2+2)*0x1p-53*leastScale, s.touch(), 1e-15)
	s.scale = math.Nextafter(leastScale, 0)
	require.Zero(t, s.touch())
}
