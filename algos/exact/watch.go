package exact

// Watch runs the learner once more, in numbers of at least a precision. It shows the
// learner before the first step, without a step, and then after each step. The learner
// moves on when see returns.
func (r *Result) Watch(prec uint, see func(l Learner, s *Step) error) error {
	all := r.runs
	made, err := all.at(prec)
	if err != nil {
		return err
	}
	l := all.spec.inField(made.field, all.dim)
	if err := see(l, nil); err != nil {
		return err
	}
	for i := range r.Steps {
		e := all.stream[i%len(all.stream)]
		s, err := l.Step(e.X, e.Y)
		if err != nil {
			return err
		}
		if err := see(l, &s); err != nil {
			return err
		}
	}
	return nil
}

// Certified is a learner that shows a point of each class's hull, the nearest two that it
// knows: half their distance is its margin. They are nil in the opening.
type Certified interface {
	Certificates() (plus, minus Point)
}

// Certificates are the nearest points of the hulls of the examples kept.
func (l *NaiveOMM) Certificates() (plus, minus Point) {
	if !l.over() {
		return nil, nil
	}
	return pointOf(l.Field, l.solution.Plus), pointOf(l.Field, l.solution.Minus)
}
