package theory

// Step is what happened at one example of a run.
type Step struct {
	A         float64 // a_t = y_t(w_t·x_t + b_t), before the update, in the learner's own scale (OMM: ‖w_t‖ = 1)
	Gamma     float64 // the learner's own margin γ_t before the update; NaN where it has none
	Y         Label
	Predicted Label
	Updated   bool // the classifier changed
	Opening   bool // a step of an initialisation phase, which predicts without a classifier
}

// Mistake reports whether the predicted label was not the revealed one.
func (s Step) Mistake() bool { return s.Predicted != s.Y }

// Trace is the run of one learner over one stream.
type Trace struct {
	Learner    string             // the expression that makes the learner again, as in omm(rho=0.5)
	Families   []string           // the names under which the table of guarantees speaks of it
	Params     map[string]float64 // its parameters by name
	Lift       float64            // the constant coordinate it appends to every x, 0 if none
	Steps      []Step
	Mistakes   int
	Updates    int
	Classifier Classifier // after the last step, in the space of the features
	Gamma      float64    // γ after the last step, NaN where the learner has none
	Seconds    float64    // spent in the learner's steps
}

// Violations is m(φ) = #{t : a_t ≤ φγ_t} over the steps after the
// initialisation phase (omm.txt, eq. (4b)). It is 0 for a learner without γ_t.
func (tr *Trace) Violations(phi float64) int {
	m := 0
	for _, s := range tr.Steps {
		if !s.Opening && s.A <= phi*s.Gamma {
			m++
		}
	}
	return m
}

// OpeningMistakes counts the mistakes of the initialisation phase.
func (tr *Trace) OpeningMistakes() int {
	m := 0
	for _, s := range tr.Steps {
		if s.Opening && s.Mistake() {
			m++
		}
	}
	return m
}
