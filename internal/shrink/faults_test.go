package shrink

import (
	"math/big"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
)

// fault is a learner with a mistake in it, or a false claim about one without:
// violates is true of the separable streams that show it. The smallest of them
// have so many rows, and so many dimensions; draw finds one that does not.
type fault struct {
	name       string
	violates   Predicate
	rows, dims int
	draw       func(*rand.Rand, Predicate) Stream
}

// tolerance, relative, is above all rounding in a run of 20 rows on a lattice of at
// most 20 bits, and below the faults, which are of order 1.
const tolerance = 1e-6

// faults says of each why there is nothing smaller.
func faults() []fault {
	return []fault{
		// v₋ = 0, v₊ = 2, x = 1: β = 2 takes v₊ beyond x, to v₋. Two rows are the
		// opening, where γ_t = γ∗.
		{"unclipped OMM", ommFault, 3, 1, planted},
		// w stays 0, and two examples −1 are two mistakes where R = γ∗. With one row
		// the bound is at least 1.
		{"Perceptron without updates at ties", perceptronFault, 2, 1, planted},
		// One row is an update to y x/‖x‖², right. In one dimension all x are
		// parallel to w, where the formula divides 0 by 0.
		{"aggressive ROMMA without its second case", rommaFault, 2, 2, planted},
		// −1, 1, 0 negative and one halfway to v₋: four mistakes need four rows.
		{"e-OMM errs at most three times", fourMistakes, 4, 1, planted},
		// (0,0), (2,2) positive, (2,0), (0,1): four mistakes at r² < 8, and three have
		// r ≥ 2. In one dimension the fourth has r ≥ 6.
		{"e-OMM errs at most 2 + ¼r² times", mistakesAboveQuarter, 4, 2, plantedNear},
		// τ = 4 at x = 1/2 is more than C = 1.
		{"PA-I has margin 1 after an update", passiveFault, 1, 1, planted},
	}
}

// rationals is the stream as it is.
func rationals(s Stream) []exact.Example {
	examples := make([]exact.Example, len(s.Rows))
	for t, row := range s.Rows {
		examples[t] = exact.Example{X: make(exact.Vector, s.Dim()), Y: row.Y}
		for i, v := range row.X {
			examples[t].X[i] = big.NewRat(v, s.Den)
		}
	}
	return examples
}

// sqMargin is γ∗², and false where the stream is not separable or of one class.
func sqMargin(s Stream, origin bool) (*big.Rat, bool) {
	solution, ok := exact.MaxMargin(rationals(s), origin)
	return solution.SqGamma, ok && !solution.W.IsZero()
}

func sqNorm(x []float64) float64 { return floats.Dot(x, x) }

func difference(x, y []float64) []float64 {
	return floats.SubTo(make([]float64, len(x)), x, y)
}

// ommFault is a γ_t below γ∗, of a step that is not clipped.
func ommFault(s Stream) bool {
	_, least, over := replay(s, false)
	if _, right, _ := replay(s, true); !over || least >= right {
		return false // the bug did no harm
	}
	sqGamma, separable := sqMargin(s, false)
	if !separable {
		return false
	}
	gamma2, _ := sqGamma.Float64()
	return least < gamma2*(1-tolerance)
}

// replay runs e-OMM in float64: its mistakes, near ties among them, the least γ_t², and whether the opening is over.
func replay(s Stream, clipped bool) (mistakes int, least float64, over bool) {
	x, y := s.Floats()
	v := map[int][]float64{}
	for t := range x {
		if !over {
			if t == 0 && y[t] < 0 || t > 0 && v[y[t]] == nil {
				mistakes++
			}
			if v[y[t]] == nil {
				v[y[t]] = x[t]
			}
			if v[+1] != nil && v[-1] != nil {
				least, over = sqNorm(difference(v[+1], v[-1]))/4, true
			}
			continue
		}
		// y(w·x+b) = ‖u‖²/2 − u·z, for u = v_y−v_−y and z = v_y−x
		u, z := difference(v[y[t]], v[-y[t]]), difference(v[y[t]], x[t])
		uz, uu := floats.Dot(u, z), sqNorm(u)
		if uu/2-uz <= tolerance*uu {
			mistakes++
		}
		if uz <= 0 {
			continue
		}
		beta := uz / sqNorm(z)
		if clipped {
			beta = min(1, beta)
		}
		v[y[t]] = floats.AddScaledTo(make([]float64, len(z)), v[y[t]], -beta, z)
		least = min(least, sqNorm(difference(v[+1], v[-1]))/4)
	}
	return mistakes, least, over
}

// perceptronFault is more than (R/γ∗)² mistakes.
func perceptronFault(s Stream) bool {
	w, mistakes, sqR := make([]int64, s.Dim()), int64(0), new(big.Rat)
	for _, row := range s.Rows {
		var score int64
		for i, v := range row.X {
			score += w[i] * v
		}
		if (score < 0) != (row.Y < 0) {
			mistakes++
		}
		if score*int64(row.Y) < 0 {
			for i, v := range row.X {
				w[i] += int64(row.Y) * v
			}
		}
	}
	if mistakes < 2 {
		return false // R ≥ γ∗
	}
	for _, e := range rationals(s) {
		if n := e.X.SqNorm(); n.Cmp(sqR) > 0 {
			sqR = n
		}
	}
	sqGamma, separable := sqMargin(s, true)
	return separable && sqGamma.Mul(sqGamma, big.NewRat(mistakes, 1)).Cmp(sqR) > 0
}

// rommaFault is a ‖w‖ above 1/γ∗.
func rommaFault(s Stream) bool {
	x, y := s.Floats()
	w, greatest := make([]float64, s.Dim()), 0.0
	for t := range x {
		score, n, u := float64(y[t])*floats.Dot(w, x[t]), sqNorm(x[t]), sqNorm(w)
		switch {
		case n == 0 || score >= 1:
			continue
		case u == 0:
			floats.AddScaled(w, float64(y[t])/n, x[t])
		case n*u-score*score <= tolerance*n*u:
			return false // parallel
		default:
			floats.Scale((n*u-score)/(n*u-score*score), w)
			floats.AddScaled(w, float64(y[t])*u*(1-score)/(n*u-score*score), x[t])
		}
		greatest = max(greatest, sqNorm(w))
	}
	sqGamma, separable := sqMargin(s, true)
	if !separable {
		return false
	}
	gamma2, _ := sqGamma.Float64()
	return greatest*gamma2 > 1+tolerance
}

// fourMistakes is more than three mistakes of e-OMM on a separable stream. It
// decides exactly, but first looks in float64, where only a tie may be missed.
func fourMistakes(s Stream) bool {
	if mistakes, _, _ := replay(s, true); mistakes <= 3 {
		return false
	}
	_, separable := sqMargin(s, false)
	return separable && exactMistakes(s) > 3
}

// mistakesAboveQuarter is more than 2 + ¼r² mistakes of e-OMM, with r = D/γ∗, on a
// separable stream: 4γ∗²(M−2) > D².
func mistakesAboveQuarter(s Stream) bool {
	if !fourMistakes(s) {
		return false // 2 + ¼r² ≥ 3 at three mistakes, where r ≥ 2
	}
	sqGamma, _ := sqMargin(s, false)
	sqD, examples := new(big.Rat), rationals(s)
	for t, e := range examples {
		for _, f := range examples[:t] {
			if sq := e.X.Minus(f.X).SqNorm(); e.Y == f.Y && sq.Cmp(sqD) > 0 {
				sqD = sq
			}
		}
	}
	return sqGamma.Mul(sqGamma, big.NewRat(int64(4*(exactMistakes(s)-2)), 1)).Cmp(sqD) > 0
}

func exactMistakes(s Stream) int {
	eOMM, err := exact.Find("e-omm", nil)
	if err != nil {
		panic(err)
	}
	mistakes := 0
	_ = exact.Decide(exact.Limit{}, func(prec uint) {
		mistakes = 0
		for _, d := range eOMM.Run(prec, s.Dim(), rationals(s), exact.Repeat{}, exact.Limit{}).Decisions() {
			if d.Mistake() {
				mistakes++
			}
		}
	})
	return mistakes
}

// passiveFault is an update of PA-I, C = 1, whose step is cut off at C.
func passiveFault(s Stream) bool {
	x, y := s.Floats()
	w := make([]float64, s.Dim())
	for t := range x {
		loss, n := 1-float64(y[t])*floats.Dot(w, x[t]), sqNorm(x[t])
		if loss <= 0 || n == 0 {
			continue
		}
		if loss > n {
			return true
		}
		floats.AddScaled(w, float64(y[t])*loss/n, x[t])
	}
	return false
}

const dims, digits = 5, 10 // of the streams drawn, which have 12 to 20 rows

// planted draws streams that a hyperplane separates, until one violates.
func planted(rng *rand.Rand, violates Predicate) Stream {
	for {
		n := 12 + rng.IntN(9)
		x, y := make([][]float64, n), make([]int, n)
		gap := 0.1 + rng.Float64()
		for t := range x {
			x[t], y[t] = rapidtest.Normal(rng, dims, 1), 1-2*rng.IntN(2)
			// the hyperplane is Σx = 0, which is in general position
			side := floats.Sum(x[t]) / dims
			floats.AddConst(-side+float64(y[t])*(gap+max(side, -side)), x[t])
		}
		if s := lattice(x, y, digits); violates(s) {
			return s
		}
	}
}

// plantedNear draws streams until one violates: four points of a plane in general
// position, then points of their hulls by class, all with noise.
func plantedNear(rng *rand.Rand, violates Predicate) Stream {
	corners, label := [][]float64{{0, 0}, {2, 2}, {2, 0}, {0, 1}}, []int{-1, 1, -1, -1}
	for {
		a, b := rapidtest.Normal(rng, dims, 1), rapidtest.Normal(rng, dims, 1)
		floats.Scale(1/floats.Norm(a, 2), a)
		floats.AddScaled(b, -floats.Dot(a, b), a)
		floats.Scale(1/floats.Norm(b, 2), b)
		n, noise := 12+rng.IntN(9), 0.1*rng.Float64()
		x, y := make([][]float64, n), make([]int, n)
		for t := range x {
			i, j := t, t
			if t >= len(corners) {
				for i, j = rng.IntN(4), rng.IntN(4); label[i] != label[j]; j = rng.IntN(4) {
				}
			}
			r := rng.Float64()
			x[t], y[t] = rapidtest.Normal(rng, dims, noise), label[i]
			floats.AddScaled(x[t], r*corners[i][0]+(1-r)*corners[j][0], a)
			floats.AddScaled(x[t], r*corners[i][1]+(1-r)*corners[j][1], b)
		}
		if s := lattice(x, y, digits); violates(s) {
			return s
		}
	}
}

// clone is the stream in memory of its own.
func (s Stream) clone() Stream {
	return s.mapped(s.Den, func(_ int, v int64) int64 { return v })
}
