package adversarial

import (
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// ROMMATrap returns three points on which ROMMA errs more than c²/210 times, and OMM at most three times: (c+l,5) and
// (c+l,1), both positive, and (c−l,−1), negative. The last two alternate as long as ROMMA errs. D = 4 and γ∗ = √(1+l²),
// so that r can be made arbitrarily small and OMM makes two mistakes for l² > 3. Through the origin γ∗ is 1 or little
// more. (See romma-close in PROOFS.md.)
//
// It panics unless l ≥ 0 and c ≥ 20(1+l).
func ROMMATrap(c, l float64) Trap {
	needs(l >= 0 && c >= 20*(1+l), "ROMMATrap needs l >= 0 and c >= 20(1+l)")
	t := Trap{"ROMMATrap", "romma", "HKNS25, Section 5.2, asked of ROMMA",
		"ROMMA errs c²/210 times or more, OMM at most three times", 0, nil}
	romma := algos.MustParse(t.Learner).New(2)
	t.show(romma, plus(c+l, 5))
	for next, other := minus(c-l, -1), plus(c+l, 1); t.errs(romma, next); {
		next, other = other, next
	}
	return t
}

// UnbiasedROMMATrap returns points on which ROMMA errs more often the nearer r = 2 − g is to 2, about 1/(10 g²) times,
// although the maximum margin γ∗ = 1 has no bias. OMM errs twice at most there. Far from the origin, at q = 1.3/g, the
// yx of one class are a = (q, 0, 1) and z₁ = a + r(0, 3/5, 4/5), those of the other b = (−q, 0, 1), b + r(1, 0, 0) and
// b + r(½, −√¾, 0). A third mistake is at a. Then ROMMA errs at b's last and a in turn, as long as it goes on. (See
// romma-close in PROOFS.md.)
//
// It panics unless 0 < g ≤ 0.2.
func UnbiasedROMMATrap(g float64) Trap {
	needs(g > 0 && g <= 0.2, "UnbiasedROMMATrap needs 0 < g <= 0.2")
	q, r := 1.3/g, 2-g
	a, other := minus(-q, 0, -1), plus(-q+float64(r/2), -float64(r*math.Sqrt(0.75)), 1)
	t := Trap{Name: "UnbiasedROMMATrap", Learner: "romma", Source: "HKNS25, Section 5.2, asked of ROMMA",
		Says: "mistakes of the order 1/(2-r)² where b* = 0 and r < 2, OMM two at most"}
	romma := algos.MustParse(t.Learner).New(3)
	for _, e := range []theory.Example{minus(-q, -float64(0.6*r), -1-float64(0.8*r)), plus(-q+r, 0, 1), a} {
		t.show(romma, e)
	}
	for next, last := other, a; t.errs(romma, next); {
		next, last = last, next
	}
	t.Examples = append(t.Examples, plus(-q, 0, 1)) // b, from which ROMMA does not learn
	return t
}

// ALMATrap returns n examples (g, √(1−g²)) and (g, −√(1−g²)), both positive, on which ALMA(α) makes the more mistakes
// the smaller α is, about 1/(αg²) of them at an n so large that its own margin falls below all scores. γ∗ = g and R = 1
// are the same throughout. Each example is shown until ALMA, which corrects where the margin is below (1−α)γ_k, gets
// the other one wrong: its w has norm at most 1, so that it loses what it has learned.
//
// It panics unless 0 < α ≤ 1 and 0 < g < 1/√2.
func ALMATrap(alpha, g float64, n int) Trap {
	needs(alpha > 0 && alpha <= 1 && g > 0 && g < math.Sqrt(0.5), "ALMATrap needs 0 < alpha <= 1 and 0 < g < 1/√2")
	t := Trap{Name: "ALMATrap", Learner: fmt.Sprintf("alma(alpha=%v)", alpha), Source: "HKNS25, Table 1",
		Says: "mistakes of the order 1/alpha, where Table 1 has O(1/gamma²)"}
	alma, side := algos.MustParse(t.Learner).New(2), math.Sqrt(1-float64(g*g))
	next, other := plus(g, side), plus(g, -side)
	for range n {
		if alma.Score(other.X) < -1e-9 && alma.Score(next.X) > 0 {
			next, other = other, next
		}
		if !t.show(alma, next).Updated {
			next, other = other, next
		}
	}
	return t
}

// NormTrap returns k examples, all negative, of length 1 in ℓp; the p-norm Perceptron errs on each. As k grows,
// k/(R/γ)² tends to p − 1, the factor of its bound, for every p ≥ 2. (See perceptron-novikoff in PROOFS.md.)
//
// The coordinates are the vectors s of k − 1 signs. −x_1 is constant, and −x_j is θ·s_j up to its length: half of the
// weight of θ^p has the sign −1, so that w·x_j = 0, and θ becomes θ(1 + ε_j s_j). The part tiny is taken from x_j, so
// that rounding does not decide.
//
// It panics unless 2 ≤ p ≤ 100 and 0 < k ≤ 20.
func NormTrap(p float64, k int) Trap {
	needs(p >= 2 && p <= 100 && 0 < k && k <= 20, "NormTrap needs 2 <= p <= 100 and 0 < k <= 20")
	const tiny = 0x1p-40
	t := Trap{Name: "NormTrap", Learner: fmt.Sprintf("perceptron(p=%v)", p), Source: "PROOFS.md, perceptron-novikoff",
		Says: "a mistake at every step, (p-1)(R/gamma)² of them up to a part that vanishes as they grow"}
	norm, theta := vec.P(p), make([]float64, 1<<(k-1))
	for j := range k {
		x := make([]float64, len(theta))
		for i, v := range theta {
			switch {
			case j == 0:
				x[i] = -1
			case i>>(j-1)&1 == 0:
				x[i] = -v * (1 - tiny)
			default:
				x[i] = v * (1 + tiny)
			}
		}
		length := norm.Of(x)
		for i := range x {
			x[i] /= length
			theta[i] -= x[i]
		}
		t.Examples = append(t.Examples, minus(x...))
	}
	return t
}

// FalseLabel returns one example with a false label among those that u = e_1 classifies with the margin 1 or more, in
// the plane, with R ≤ √2. A learner that has to satisfy it turns its w away from e_1, at a length of the order 1/ε, and
// then moves w so little per mistake that it errs on the order of 1/ε examples. As L1 = 2 and L2 = 4 for u, none of
// these learners has a bound by the losses of a comparator like the Perceptron's. (See perceptron-freund-schapire in
// PROOFS.md.)
//
// The examples after the first three lie slightly beyond a tie, and their coordinates are rounded. The stream ends
// where such an example would have R > √2, or where the learner does not err. It panics unless 0 < ε ≤ 1/4, or if the
// learner's expression is wrong.
func FalseLabel(learner string, epsilon float64) Trap {
	const tiny, grid = 0x1p-10, 0x1p20
	needs(0 < epsilon && epsilon <= 0.25, "FalseLabel needs 0 < epsilon <= 1/4")
	t := Trap{
		Name: "FalseLabel", Learner: learner, Source: "PROOFS.md, perceptron-freund-schapire",
		Says: "of the order 1/epsilon mistakes, at L1 = 2 and L2 = 4 of a comparator of length 1",
	}
	asked := algos.MustParse(learner).New(2)
	for _, e := range []theory.Example{plus(1, 0), minus(-1, 0), plus(-1, -epsilon)} {
		t.show(asked, e)
	}
	for {
		// w < 0 along e_2: the score of (1, s) is 0 at s = −(w_1 + b)/w_2.
		c := asked.State()
		s := math.Ceil((-(c.W[0]+c.B)/c.W[1]+float64(tiny*epsilon))*grid) / grid
		if !(math.Abs(s) <= 1) || asked.State().Err != nil {
			return t
		}
		if !t.show(asked, plus(1, s)).Mistake() {
			return t
		}
	}
}

// FalseStart returns one example with a false label, then n times the example of twice its length. MCP with any rule,
// or CMCP, errs on each of them: a mistake shortens w and never reverses it, as ℓ > 1. For u = 1, L1 = 3/2 and L2 =
// 9/4. (See perceptron-freund-schapire in PROOFS.md.)
func FalseStart(learner string, n int) Trap {
	needs(n > 0, "FalseStart needs n > 0")
	return Trap{"FalseStart", learner, "PROOFS.md, perceptron-freund-schapire",
		"n mistakes, at L1 = 3/2 and L2 = 9/4 of a comparator of length 1", 0,
		append([]theory.Example{plus(-0.5)}, slices.Repeat([]theory.Example{plus(1)}, n)...)}
}
