package term

import (
	"fmt"

	"marginlab/algos"
	"marginlab/algos/trial"
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
	Norm     string         `json:"norm"` // the norm of Margin

	Certificate *string `json:"certificate,omitempty"` // of a batch algorithm
	Proof       *Proof  `json:"proof,omitempty"`       // the numbers that verify the certificate
	Batch       bool    `json:"-"`                     // the run is of a batch algorithm

	Certified *Certified `json:"certified,omitempty"` // its steps, decided again
}

// Certified summarises what exact arithmetic decides at the steps of a run.
type Certified struct {
	Steps     int     `json:"steps"`
	Doubtful  int     `json:"doubtful"`  // within rounding of a tie
	Otherwise int     `json:"otherwise"` // steps where float64 decided otherwise
	First     *int    `json:"first"`     // the first such step, counted from 1
	Mistakes  int     `json:"mistakes"`
	Updates   int     `json:"updates"`
	Why       *string `json:"why"` // why nothing was decided again; nil if it was
}

// Proof has the numbers of a verified certificate: convex weights of the normalised y x, the
// least inner product of one of these with their combination, and the norm of the
// combination, which is at most eps if the run has that parameter.
type Proof struct {
	Weights []float64 `json:"weights"`
	Least   Number    `json:"least"`
	Norm    Number    `json:"norm"`
	Epsilon Number    `json:"eps"`
	Loops   int       `json:"loops"`
}

// TraceRow returns the row of a run of a learner over a data set, computed from its trace, in ℓ2.
// The margin and tau are missing.
func TraceRow(tr theory.Trace, learner *algos.Spec, data string, examples, dim, passes int) RunRow {
	return RunRow{
		Learner: learner.String(), Params: Params(learner), Data: data, Examples: examples, Dim: dim, Passes: passes,
		Mistakes: tr.Mistakes, Updates: tr.Updates, Margin: Missing(), Tau: Missing(), Gamma: Number(tr.Gamma),
		Seconds: Number(tr.Seconds), Steps: tr.Seen, Norm: "2",
	}
}

// RunRowOf returns the row of a run on the data. shuffle is the seed of the permutations, nil for the order of
// the file.
func RunRowOf(r *trial.Run, data *trial.Data, passes int, shuffle *uint64) RunRow {
	row := TraceRow(r.Trace, r.Learner.Lifted(0), data.Name, len(data.Examples), data.Width(), passes)
	row.Learner, row.Shuffle, row.Norm = r.Label, shuffle, data.NameOf(r.Norm)
	row.Batch = r.Learner.Kind.Task == theory.Batch
	switch inner := r.Learner.Inner; {
	case r.Learner.Kind.Task == theory.Online:
		row.Params = Params(r.Learner)
	case inner != nil:
		row.Params = Params(inner)
	case !row.Batch: // k is at most the number of wrong classes
		for name, v := range r.Trace.Params {
			row.Params[name] = v
		}
	}
	row.Margin = Number(r.Margin())
	if tau, ok := r.Tau(); ok {
		row.Tau = Number(tau)
	}
	if r.Stop != nil {
		row.Stopped = new(r.Stop.Error())
	} else if row.Batch {
		row.Certificate = new(string(r.Result.Certificate))
		row.Proof = &Proof{
			Weights: r.Result.Weights, Least: Number(r.Result.Least), Norm: Number(r.Result.Norm),
			Epsilon: Number(r.Result.Epsilon), Loops: r.Result.Loops,
		}
	}
	return row
}

// Runs returns the table of runs, one row each.
func Runs(rows []RunRow) *Table {
	g := NewTable(Left("learner"), Right("mistakes"), Right("updates"),
		Right("margin").Meaning("margin of the last classifier on all examples; 0 if it does not separate them"),
		Right("tau").Drop(2).Meaning("examples seen when a classifier first separated all"),
		Right("gamma").Drop(3).Meaning("the learner's own margin, at the end"), Right("seconds").Drop(1))
	for _, r := range rows {
		learner, mistakes := r.Learner, Number(r.Mistakes)
		switch {
		case r.Certificate != nil:
			learner += ": " + *r.Certificate
		case r.Stopped != nil && r.Batch:
			learner += ": no certificate"
		case r.Stopped != nil:
			learner += fmt.Sprintf(" (stopped at example %d)", r.Steps+1)
		}
		if r.Batch {
			mistakes = Missing()
		}
		g.Row(learner, mistakes, r.Updates, r.Margin, r.Tau, r.Gamma,
			Valued{float64(r.Seconds), Fixed(float64(r.Seconds), 4)})
	}
	return g
}

// Params returns the parameters of a learner by name. A parameter that stands for a word has
// that word as its value.
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
