package certificate

import (
	"cmp"
	"fmt"

	"marginlab/algos/exact"
)

// MostClasses is the greatest number of classes of a statement.
const MostClasses = 32

// count gives the learners of many classes their number, and says what is wrong with it.
func (p *Problem) count() error {
	for _, l := range []*side{p.learner, p.against} {
		switch many := l != nil && l.model != nil && l.model.ManyClasses(); {
		case l == nil:
		case !many && p.Classes > 0:
			return fmt.Errorf("%q learns two classes, expected a learner of many, or no number of classes", l.name)
		case many && p.Classes == 0 && l == p.against:
			return fmt.Errorf("against %q, expected a learner of two classes, as %s is", l.name, p.learner.name)
		case many:
			if p.Classes = cmp.Or(p.Classes, DefaultClasses); p.Classes < 2 || p.Classes > MostClasses {
				return fmt.Errorf("classes %d, expected from 2 to %d", p.Classes, MostClasses)
			}
			l.model = l.model.Of(p.Classes)
			l.params = l.model.Params()
		}
	}
	return nil
}

// spoken is the stream that the terms speak of, given the one of the statement: that of the
// learner, with its constant coordinate if it has one, and of many classes its differences.
func (p *Problem) spoken(stream []exact.Example, l *side) []exact.Example {
	stream = lifted(stream, l.lift)
	if p.Classes > 0 {
		return exact.Differences(stream, p.Classes)
	}
	return stream
}
