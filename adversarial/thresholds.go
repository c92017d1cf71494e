package adversarial

import "fmt"

// Threshold asks for the least r² at which a learner can make a given number of mistakes after its opening. The
// conjecture says r² >= Proved, so that the ratio of the record is Proved over the least known r².
type Threshold struct {
	Question
	Learner  string
	Mistakes int
	Proved   float64 // by the table of guarantees, rounded down to four decimals
}

// leastSquares lists, for one mistake after the opening and more, the r² below which the proved rows exclude that
// number. A test checks them against the table.
var leastSquares = []struct {
	name, learner string
	proved        []float64
}{
	{"e-omm", "e-omm", []float64{4, 5.3333, 6.5641, 7.7438, 8.8921, 10.0188, 11.1296, 12.2284, 13.3174, 14.3986}},
	{"ce-omm", "ce-omm", []float64{4, 5.3333, 6.5641, 7.7438, 8.8921, 10.0188, 11.1296, 12.2284, 13.3333, 14.6666}},
	{"pumma", "pumma(delta=1/100)", []float64{
		1.3333, 1.641, 1.9359, 2.223, 2.5047, 2.7824, 3.0571, 3.3293, 3.5996, 3.8683}},
	{"pumma-delta-0", "pumma(delta=0)", []float64{1.3333}},
	{"pumma-delta-half", "pumma(delta=1/2)", []float64{1.3333}},
	{"e-omm-norm-3", "e-omm(p=3)", []float64{2}},
}

// Thresholds returns the thresholds of OMM, conservative OMM and PUMMA, for one mistake and more.
func Thresholds() (all []Threshold) {
	for _, l := range leastSquares {
		for i, proved := range l.proved {
			m := i + 1
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

// Least returns the least known r².
func (t Threshold) Least() (float64, error) {
	r, err := t.Record()
	return t.Proved / r.Ratio, err
}
