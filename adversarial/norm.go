package adversarial

import (
	"fmt"
	"strconv"

	"marginlab/adversarial/certificate"
	"marginlab/algos/expr"
	"marginlab/theory/vec"
)

// In is the conjecture about the learners in the norm n = ‖·‖_p, and about the geometry of
// that norm, which is theirs: e-omm in ‖·‖₃ is e-omm(p=3). A learner that names its p already
// has to name that one. The error says that there is no such learner, or no such norm.
func (c Conjecture) In(n vec.Norm) (Conjecture, error) {
	p := ""
	switch n := n.(type) {
	case vec.L2:
		p = "2"
	case vec.Lp:
		p = strconv.FormatFloat(n.P, 'g', -1, 64)
	default:
		return c, fmt.Errorf("hunt: the norm %s, expected that of a number p", n)
	}
	var err error
	if c.Learner, err = c.inNorm(c.Learner, p); err == nil && c.Against != "" {
		c.Against, err = c.inNorm(c.Against, p)
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

// inNorm is the text of a learner with its p.
func (c Conjecture) inNorm(learner, p string) (string, error) {
	spec, err := certificate.Learners(c.Own).Parse(learner)
	if err != nil {
		return "", err
	}
	number, err := strconv.ParseFloat(p, 64)
	if err != nil {
		return "", err
	}
	in, err := spec.In(vec.P(number))
	switch {
	case err != nil:
		return "", err
	case in.Norm != vec.P(number):
		return "", fmt.Errorf("learner %q: it names the norm %s, expected %s or none", learner, in.Norm, p)
	case spec.Norm == in.Norm:
		return learner, nil
	}
	e, err := expr.Parse(learner)
	if err != nil {
		return "", err
	}
	core := &e
	if in.Bias != 0 {
		core = &e.Args[0].Value
	}
	core.Args = append(core.Args, expr.Arg{Key: "p", Value: expr.Expr{Name: p}})
	return e.String(), nil
}
