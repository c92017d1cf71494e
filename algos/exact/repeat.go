package exact

import "fmt"

// Repeat is how often a learner is shown a stream; its zero value is once. With Rest
// it is repeated until a whole pass changes nothing, at most Passes times, and that
// pass is the last.
type Repeat struct {
	Passes int
	Rest   bool
}

// NotAtRestError says that the classifier changed in each of the passes.
type NotAtRestError struct{ Passes int }

func (e *NotAtRestError) Error() string {
	return fmt.Sprintf("a change in each of %d passes, expected a pass without", e.Passes)
}

// Over calls step for each of n examples, which tells whether the classifier
// changed, and returns the number of passes made.
func (r Repeat) Over(n int, step func(i int) (changed bool, err error)) (int, error) {
	last := max(r.Passes, 1)
	for pass := 1; ; pass++ {
		rest := true
		for i := range n {
			changed, err := step(i)
			if err != nil {
				return pass, err
			}
			rest = rest && !changed
		}
		switch {
		case r.Rest && rest:
			return pass, nil
		case pass == last && r.Rest:
			return pass, &NotAtRestError{Passes: pass}
		case pass == last:
			return pass, nil
		}
	}
}
