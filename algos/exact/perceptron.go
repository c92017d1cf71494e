package exact

import "marginlab/theory/real"

// Perceptron is the Perceptron through the origin in a norm ‖·‖_p: θ is the sum of the
// yx that were learned, w = ∇½‖θ‖², which is θ itself in ℓ₂, and
//
//	θ_1 = 0;  y w·x ≤ 0:  θ ← θ + y x.
//
// It implements HKNS25, Example 5.1, and in other norms Grove, Littlestone and
// Schuurmans (2001). The score is taken with θ^⟨p−1⟩ (see [norm]) in place of w. At
// x = 0, which no w can separate, nothing changes and there is no update.
type Perceptron struct {
	hyperplane // of u = θ
}

func perceptronKinds() []kind {
	return []kind{{
		name: "perceptron", params: []param{exponent()}, rational: true, normed: true,
		learner: func(n norm, dim int, _ values) Learner {
			return &Perceptron{n.throughOrigin(pointOf(n.Field, NewVector(dim)))}
		},
	}}
}

// Step implements [Learner].
func (l *Perceptron) Step(x Vector, y int) (Step, error) {
	s, err := l.observe(x, y)
	if err != nil {
		return s, err
	}
	s.Limit, s.scaled = l.Int(0), l.linked(l.Int(1))
	sign, _ := s.Score.Sign() // it is decided, as the label is
	if s.Updated = sign <= 0 && !x.IsZero(); s.Updated {
		l.hyperplane = l.throughOrigin(l.u.plus(l.Int(y), pointOf(l.Field, x)))
	}
	return s, nil
}

// SqGamma implements [Learner]: there is none.
func (l *Perceptron) SqGamma() real.Number { return real.Number{} }
