package adversarial

import (
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
)

// Threshold is the question of the least r² at which a learner can make a number of mistakes
// after its opening. The conjecture says r² >= Proved, so that the ratio of the record is
// Proved over the least r² that is known.
type Threshold struct {
	Question
	Learner  string
	Mistakes int
	Proved   float64 // by the table of guarantees, rounded down to four decimals
}

// Thresholds are those of OMM, conservative OMM and PUMMA, for one mistake and more.
func Thresholds() []Threshold {
	var all []Threshold
	for _, l := range []struct {
		name, learner string
		most          int
	}{
		{"e-omm", "e-omm", 10},
		{"ce-omm", "ce-omm", 10},
		{"pumma", "pumma(delta=1/100)", 10},
		{"pumma-delta-0", "pumma(delta=0)", 1},
		{"pumma-delta-half", "pumma(delta=1/2)", 1},
		{"e-omm-norm-3", "e-omm(p=3)", 1},
	} {
		allowed := allowance(l.learner)
		for m := 1; m <= l.most; m++ {
			proved := math.Floor(1e4*leastSquare(allowed, m)) / 1e4
			claim := fmt.Sprintf("%s: r^2 >= %v where later_mistakes >= %d", l.learner, proved, m)
			all = append(all, Threshold{Learner: l.learner, Mistakes: m, Proved: proved, Question: Question{
				Name:  fmt.Sprintf("threshold-%s-%d", l.name, m),
				Asks:  fmt.Sprintf("At which r² can %s first make mistake number %d after its opening?", l.learner, m),
				Known: fmt.Sprintf("Not below r² = %v.", proved),
				Conjecture: Conjecture{
					Statement: must(ParseStatement(claim)), Dim: Range[int]{2, 6 + m}, Examples: Range[int]{3, 10 + 2*m},
				},
			}})
		}
	}
	return all
}

// Least is the least r² that is known.
func (t Threshold) Least() (float64, error) {
	r, err := t.Record()
	return t.Proved / r.Ratio, err
}

// allowance is how many mistakes after its opening the proved rows allow the learner, by the
// r² of the stream. Nothing else of the stream is known: its other lengths may be infinite.
func allowance(learner string) func(square float64) float64 {
	var tr theory.Trace
	algos.MustParse(learner).Caption(&tr)
	proved := slices.DeleteFunc(theory.Table(), func(g theory.Guarantee) bool {
		return g.Status != theory.Proved || g.Quantity != "later_mistakes" || !g.Applies(&tr)
	})
	infinite := math.Inf(1)
	return func(square float64) float64 {
		s := tr.Setting(theory.Evidence{Geometry: theory.Geometry{
			Separable: true, D: math.Sqrt(square), Gamma: 1, DPlus: infinite, DMinus: infinite, DBar: infinite, Delta: infinite,
		}})
		least := infinite
		for _, g := range proved {
			least = min(least, g.Bound(s))
		}
		return least
	}
}

// leastSquare is the least r² that allows so many mistakes.
func leastSquare(allowed func(square float64) float64, mistakes int) float64 {
	low, high := 0., 256.
	for mid := (low + high) / 2; low < mid && mid < high; mid = (low + high) / 2 {
		if allowed(mid) < float64(mistakes) {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}
