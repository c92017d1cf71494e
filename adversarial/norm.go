package adversarial

import (
	"fmt"

	"marginlab/theory/vec"
)

// In is the conjecture about the learners in the norm n = ‖·‖_p, and about the geometry of
// that norm, which is theirs: e-omm in ‖·‖₃ is e-omm(p=3). A learner that names its p already
// has to name that one. The error says that there is no such learner.
func (c Conjecture) In(n vec.Norm) (Conjecture, error) {
	var err error
	if c.Learner, err = c.inNorm(c.Learner, n); err == nil && c.Against != "" {
		c.Against, err = c.inNorm(c.Against, n)
	}
	return c, err
}

// Provable is the error that there is no exact model of a learner of the conjecture in
// its norm, so that nothing that a hunt finds could be proved. A conjecture that cannot
// be read is an error too.
func (c Conjecture) Provable() error {
	t, err := prepare(c)
	if err != nil {
		return err
	}
	return t.problem.Provable()
}

// Steps is the error that runs of the conjecture are not shown step by step. A conjecture that
// cannot be read is an error too.
func (c Conjecture) Steps() error {
	t, err := prepare(c)
	if err != nil {
		return err
	}
	if err := t.problem.Steps(); err != nil {
		return fmt.Errorf("%s has no steps to draw: %w", c.Learner, err)
	}
	return nil
}

// inNorm is the text of a learner in a norm.
func (c Conjecture) inNorm(learner string, n vec.Norm) (string, error) {
	spec, err := Learners(c.Own).Parse(learner)
	if err != nil {
		return "", err
	}
	in, err := spec.In(n)
	switch {
	case err != nil:
		return "", err
	case in.Norm != n:
		return "", fmt.Errorf("learner %q: it names the norm %s, expected %s or none", learner, in.Norm, n)
	case spec.Norm == n:
		return learner, nil
	}
	return written(in).String(), nil
}
