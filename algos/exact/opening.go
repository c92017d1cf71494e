package exact

// opening is the initialisation phase of OMM and PUMMA. It implements HKNS25,
// Algorithm 1, lines 1 to 10: predict +1 on x_1, then y_1 until the other class
// appears. The first example of each class is kept, the others are dropped. It makes
// at most two mistakes.
type opening struct {
	hyperplane                // a constant while it lasts
	kept       map[int]Vector // the first example of each class, by its label
}

func newOpening(n norm, dim int) opening {
	return opening{hyperplane: n.constant(dim, +1), kept: map[int]Vector{}}
}

// over reports that both classes have appeared.
func (o *opening) over() bool { return len(o.kept) == 2 }

// open predicts the label of x and learns y. The first example of the other class ends
// the opening by a start, which makes the first classifier of both. Where there is none
// the opening is not over.
func (o *opening) open(x Vector, y int, start func() error) (Step, error) {
	s, err := o.observe(x, y)
	s.Opening, s.Limit = true, o.Int(0)
	if err != nil {
		return s, err
	}
	if len(o.kept) == 0 {
		o.b = o.Int(y)
	}
	if o.kept[y] == nil {
		o.kept[y] = x
	}
	if o.over() {
		if err := start(); err != nil {
			delete(o.kept, y)
			return s, err
		}
	}
	s.Updated = s.Mistake()
	return s, nil
}
