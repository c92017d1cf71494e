package exact

// flat is a rational point, or the line through it in a direction.
type flat struct {
	at    Vector
	along Vector // nil for a point
}

func (f flat) contains(x Vector) bool {
	d := x.Minus(f.at)
	return d.IsZero() || f.along != nil && multiple(d, f.along) != nil
}

// through is the least flat of f and a point, and false where that has two dimensions.
func (f flat) through(x Vector) (flat, bool) {
	switch {
	case f.contains(x):
		return f, true
	case f.along == nil:
		return flat{f.at, x.Minus(f.at)}, true
	}
	return flat{}, false
}
