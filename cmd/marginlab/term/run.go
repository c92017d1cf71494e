package term

import (
	"marginlab/algos"
	"marginlab/theory"
)

// RunRow is a run as it is printed.
type RunRow struct {
	Learner  string         `json:"learner"`
	Params   map[string]any `json:"params"`
	Examples int            `json:"examples"`
	Dim      int            `json:"dim"`
	Passes   int            `json:"passes"`
	Mistakes int            `json:"mistakes"`
	Updates  int            `json:"updates"`
	Margin   Number         `json:"margin"`
	Tau      Number         `json:"tau"`
	Gamma    Number         `json:"gamma"`
	Seconds  Number         `json:"seconds"`
	Data     string         `json:"data"`
	Shuffle  *uint64        `json:"shuffle"`
	Steps    int            `json:"steps"`
	Stopped  *string        `json:"stopped"`
	Norm     string         `json:"norm"` // that Margin is measured in

	Certificate *string `json:"certificate,omitempty"` // of a batch algorithm, as are
	Proof       *Proof  `json:"proof,omitempty"`       // what it takes to verify it,
	Batch       bool    `json:"-"`                     // and that it is one

	Certified *Certified `json:"certified,omitempty"` // its steps, decided again
}

// Certified is what exact arithmetic decides at the steps of a run.
type Certified struct {
	Steps     int     `json:"steps"`
	Doubtful  int     `json:"doubtful"`  // within rounding of a tie
	Otherwise int     `json:"otherwise"` // where float64 decided otherwise
	First     *int    `json:"first"`     // of those, counted from 1
	Mistakes  int     `json:"mistakes"`
	Updates   int     `json:"updates"`
	Why       *string `json:"why"` // nothing was decided again, nil if it was
}

// Proof is what a verified certificate says: convex weights of the normalised y x, the
// least inner product of one of these with their combination, and the norm of the
// combination, which is at most eps where that was asked for.
type Proof struct {
	Weights []float64 `json:"weights"`
	Least   Number    `json:"least"`
	Norm    Number    `json:"norm"`
	Epsilon Number    `json:"eps"`
	Loops   int       `json:"loops"`
}

// RunRowOf returns the run of a learner over a data set, as its trace tells it, in ℓ2. The
// margin and tau are missing.
func RunRowOf(tr theory.Trace, learner *algos.Spec, data string, examples, dim, passes int) RunRow {
	return RunRow{
		Learner: learner.String(), Params: Params(learner), Data: data, Examples: examples, Dim: dim, Passes: passes,
		Mistakes: tr.Mistakes, Updates: tr.Updates, Margin: Missing(), Tau: Missing(), Gamma: Number(tr.Gamma),
		Seconds: Number(tr.Seconds), Steps: tr.Seen, Norm: "2",
	}
}

// Params returns the parameters of a learner by name. Those that stand for a word are that
// word.
func Params(s *algos.Spec) map[string]any {
	m := map[string]any{}
	for name, v := range s.Params() {
		m[name] = v
	}
	for ; s != nil; s = s.Inner {
		for _, a := range s.Args {
			if a.Words != nil {
				m[a.Name] = a.Word()
			}
		}
	}
	return m
}
