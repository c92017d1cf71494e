// Package adversarial holds streams and questions that are built to hurt learners. Traps are the streams that lower
// bounds describe. Errata and questions are conjectures, with the certificate that refutes each or the best record of
// the hunts that did not. Package hunt looks for more of both, package certificate says what a refutation proves.
//
//	trap         a stream at any size, for one learner: [Traps], [Simplex], [Arc], [Spiral]
//	conjecture   a claim on a learner with the streams it is about: [Claim] reads "e-omm: mistakes <= r^2"
//	erratum      a printed theorem that a certified stream refutes: [Errata]
//	question     a conjecture of the papers or of this project: [Open]
//	threshold    for each number of mistakes the greatest r without it, from both sides: [Thresholds]
//	record       the best stream for a conjecture that survived: [ReadRecord]
//
// README.md has all of them with their streams. Begin with the example of a trap.
package adversarial

import (
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Trap is a finite stream with a purpose.
type Trap struct {
	Name     string
	Learner  string // the expression of the learner it is set for
	Source   string
	Says     string  // what happens to the learner
	Within   float64 // relative gap to the bound, for a trap that reaches it only in the limit
	Examples []theory.Example
}

// Dim returns the dimension of the trap's space.
func (t Trap) Dim() int { return theory.Dim(t.Examples) }

// Traps returns the constructions that package theory's table of guarantees names as reaching a bound, and the errata's
// streams, at a size that a test can run. Hunts begin with them. It leaves out longer ones, such as [ROMMATrap].
func Traps() []Trap {
	return []Trap{
		OneMistake(), FarPairFirst(5), UnitVectors(16), TiedUnitVectors(16), Simplex("e-omm", 16),
		PerceptronTrap(20), Tie(0, 50), Tie(0.5, 50), TieAsPrinted(0, 50), WrongSplit(), DroppedPoint(),
		LongVectors(4, 2), ShortFirst(0.01, 150), ConstantLabels(0.3, 100), Arc(20, 8),
		Spiral(64, 0.5), HalfMargin(1024), SlidingWindows(20, 2),
	}
}

// show adds an example to the trap, and shows it to a learner.
func (t *Trap) show(to algos.Learner, e theory.Example) theory.Step {
	t.Examples = append(t.Examples, e)
	return to.Step(e.X, e.Y)
}

// errs shows an example to a learner, and adds it to the trap if the learner errs on it.
func (t *Trap) errs(on algos.Learner, e theory.Example) bool {
	wrong := on.Step(e.X, e.Y).Mistake()
	if wrong {
		t.Examples = append(t.Examples, e)
	}
	return wrong
}

// needs panics unless the condition for building a trap is met.
func needs(ok bool, what string) {
	if !ok {
		panic("adversarial: " + what)
	}
}

func plus(x ...float64) theory.Example {
	return theory.Example{X: vec.Dense(x...), Y: theory.Positive}
}

func minus(x ...float64) theory.Example {
	return theory.Example{X: vec.Dense(x...), Y: theory.Negative}
}

// times returns f·a.
func times(f float64, a []float64) []float64 { return add(make([]float64, len(a)), f, a) }

// add returns a + f·b.
func add(a []float64, f float64, b []float64) []float64 {
	return num.AddScaledTo(make([]float64, len(a)), a, f, b)
}

// OneMistake makes OMM err once after its initialisation phase at r = 2, where omm-s1 allows it no more and for r < 2
// none. Both initial predictions err too, and the update is at the bound of Lemma 4.4.
func OneMistake() Trap {
	return Trap{"OneMistake", "e-omm", "Theorem S1", "3 mistakes, 2 of them in the opening; gamma* = 1 = D/2", 0,
		[]theory.Example{minus(0, 0), plus(2, 2), minus(2, 0)}}
}

// FarPairFirst shows OMM the far ends of two segments first, so that γ₃ = (D₊+D₋)/2 + γ∗ with D₊ = D₋ = D and γ∗ = 1.
func FarPairFirst(d float64) Trap {
	return Trap{"FarPairFirst", "e-omm", "HKNS25, Appendix A", "gamma_3 = D + gamma*", 0,
		[]theory.Example{plus(1 + d), minus(-1 - d), plus(1), minus(-1)}}
}

// UnitVectors returns e_1, …, e_d, all negative: the Perceptron errs at each, as often as Novikoff's bound (R/γ)² = d
// allows.
func UnitVectors(d int) Trap { return unitVectors(d, 1, theory.Negative) }

func unitVectors(d int, length float64, y theory.Label) Trap {
	t := Trap{Name: "UnitVectors", Learner: "perceptron", Source: "HKNS25, Appendix A",
		Says: "d mistakes, R = 1, gamma = 1/√d"}
	for i := range d {
		x := make([]float64, d)
		x[i] = length
		t.Examples = append(t.Examples, theory.Example{X: vec.Dense(x...), Y: y})
	}
	return t
}

// SlidingWindows returns e_i + … + e_{i+width−1} for i = 1, …, n, all positive: the Perceptron with the margin β =
// width(width−1)/2 updates at each, where R² = width and its bound (R² + 2β)/γ² is n + width − 1 at most.
func SlidingWindows(n, width int) Trap {
	t := Trap{Name: "SlidingWindows", Learner: fmt.Sprintf("margin-perceptron(beta=%d)", width*(width-1)/2),
		Source: "margin-perceptron-updates, PROOFS.md", Says: "n updates, where the bound is n + width − 1 at most"}
	for i := range n {
		x := make([]float64, n+width-1)
		for j := range width {
			x[i+j] = 1
		}
		t.Examples = append(t.Examples, plus(x...))
	}
	return t
}

// TiedUnitVectors returns e_1, …, e_d, all positive: w·x = 0 at each, where sign(0) = +1 is right, so that there are d
// updates and no mistake.
func TiedUnitVectors(d int) Trap {
	t := unitVectors(d, 1, theory.Positive)
	t.Name, t.Says = "TiedUnitVectors", "d updates and no mistake, R = 1, gamma = 1/√d"
	return t
}

// LongVectors returns R·e_1, …, R·e_d, all negative: the Perceptron errs d times, and the comparator −Σe_i/R loses
// nothing. Theorem 2 of O19 as printed, without the factor R in its last term, allows fewer for R > 1.
func LongVectors(d int, r float64) Trap {
	t := unitVectors(d, r, theory.Negative)
	t.Name, t.Source, t.Says = "LongVectors", "O19, Theorem 2", "d mistakes, where the bound as printed is less"
	return t
}

// Simplex returns e_1, …, e_d, each with the label that the learner does not predict: d mistakes for any deterministic
// learner, with D ≤ √2, D̄ = 1 and γ∗ ≥ 1/√d, whatever the labels (HKNS25, Appendix A). So r²/2 ≤ d mistakes are forced
// in all, and r²/2 − 2 after an opening of two. It panics if the learner's expression is wrong.
func Simplex(learner string, d int) Trap {
	var points []vec.Vector
	for _, e := range UnitVectors(d).Examples {
		points = append(points, e.X)
	}
	return Trap{"Simplex", learner, "HKNS25, Appendix A", "d mistakes", 0, Contradict(learner, d, points)}
}

// Contradict labels the points, in their order, each with the opposite of what
// the learner then predicts. It panics if the learner's expression is wrong.
func Contradict(learner string, dim int, points []vec.Vector) (examples []theory.Example) {
	spec := algos.MustParse(learner)
	for _, x := range points {
		// A learner reveals its prediction only as it learns: ask one that has
		// seen the same examples.
		asked := spec.New(dim)
		for _, e := range examples {
			asked.Step(e.X, e.Y)
		}
		step := asked.Step(x, theory.Positive)
		needs(step.Made(), "the learner does not go through the trap")
		examples = append(examples, theory.Example{X: x, Y: -step.Predicted})
	}
	return examples
}

// PerceptronTrap returns Example 5.1 of HKNS25: z¹ = ((c,1),+) and z³ = ((c+r,−1),−) in turn, as long as the Perceptron
// errs. r = 3/c, for c > 3; with r = 2/c as printed every second inner product is exactly 0, an update but not a
// mistake. The Perceptron errs at every step but the first (a tie that sign(0) = +1 wins), Ω(c²) times; OMM at most
// twice, as r < 2.
func PerceptronTrap(c float64) Trap {
	needs(c > 3, "Example 5.1 needs c > 3")
	r := 3 / c
	m := int(math.Floor(2 * (float64(c*c) + float64(r*r) + float64(2*c*r) + 1) / (float64(c*r) + float64(r*r) + 2)))
	return Trap{"PerceptronTrap", "perceptron", "HKNS25, Example 5.1, with r = 3/c",
		"the Perceptron errs at every step but the first, OMM at most twice", 0,
		slices.Repeat([]theory.Example{plus(c, 1), minus(c+r, -1)}, m)[:m]}
}

// Tie repeats n times a negative point at a_t = ργ_t exactly, for a dyadic ρ. Algorithm 1 as printed updates at
// a_t < ργ_t only: it would err (ρ = 0) or have a violation of φ = ρ at every repeat, where Theorem 4.1 allows two.
// The learner here updates at the first.
func Tie(rho float64, n int) Trap {
	return Trap{"Tie", fmt.Sprintf("omm(rho=%v)", rho), "HKNS25, Theorem 4.1",
		"one update, no further violation of phi = rho", 0,
		append([]theory.Example{plus(1, 0), minus(-1, 0)}, slices.Repeat([]theory.Example{minus(-rho, 1)}, n)...)}
}

// TieAsPrinted returns the stream of [Tie] for Algorithm 1 as printed.
func TieAsPrinted(rho float64, n int) Trap {
	t := Tie(rho, n)
	t.Name, t.Learner = "TieAsPrinted", fmt.Sprintf("omm(rho=%v,rule=printed)", rho)
	t.Says = "no update, n violations of phi = rho"
	return t
}

// WrongSplit exceeds the ℓ2 form of Theorem 4.1 as printed: m(0.9) = 1, and the bound is
// 0.1657. It exceeds Table 1 too, as the initialisation phase errs twice.
func WrongSplit() Trap {
	return Trap{"WrongSplit", "e-omm", "HKNS25, Section 5.1",
		"m(0.9) = 1 where the printed bound is 0.1657, and the right one 1.006", 0,
		[]theory.Example{minus(1, 0), plus(-1, 0), minus(0.9, -0.1)}}
}

// DroppedPoint makes n-OMM as printed end with a classifier that misclassifies a
// point it has seen and dropped, (1,5).
func DroppedPoint() Trap {
	return Trap{"DroppedPoint", "n-omm(keep=violating)", "HKNS25, Algorithm 1",
		"the last classifier does not separate the stream; with keep=all it does", 0,
		[]theory.Example{plus(1, 0), minus(-1, 0), plus(1, 5), plus(0.5, -2)}}
}

// ShortFirst shows MIRA a vector of length η on the wrong side of u = (.8,.6), so
// that w becomes as long as 1/η, then unit vectors almost orthogonal to w, with
// margins of .5 at least, each an error: n of them, or fewer when the margin is
// gone. Theorem 4 of ZH13 bounds them by 12 at g = ½, whatever η.
func ShortFirst(eta float64, n int) Trap {
	t := Trap{"ShortFirst", "mira", "ZH13, Theorem 4",
		"a mistake at every step, about 2/eta, where the bound as printed is 12", 0, nil}
	mira := algos.MustParse(t.Learner).New(2)
	t.show(mira, minus(eta, 0))
	for range n {
		w := mira.State().W
		length := vec.L2{}.Of(w)
		// z is orthogonal to w up to 1e-9 against it; its label is −1 as −z.
		z := []float64{(w[1] - float64(1e-9*w[0])) / length, (-w[0] - float64(1e-9*w[1])) / length}
		if float64(.8*z[0])+float64(.6*z[1]) < .5 {
			break
		}
		t.show(mira, minus(-z[0], -z[1]))
	}
	return t
}

// ConstantLabels returns the number R n times, positive. With the regulariser as printed in O19, the randomized
// classifier's regret exceeds √(2n) for R < 0.43, where n is about 9/(8R⁴).
func ConstantLabels(r float64, n int) Trap {
	return Trap{"ConstantLabels", fmt.Sprintf("randomized(R=%v,psi=printed)", r), "O19, Theorem 1",
		"a regret above √(2n), where the bound as printed is √(2n)", 0, slices.Repeat([]theory.Example{plus(r)}, n)}
}
