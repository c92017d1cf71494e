package stream

// OneOf draws one of the values.
func OneOf(values ...float64) Generator[[]float64] {
	return func(s *Source) []float64 { return List(s, 1, 1, func() float64 { return Of(s, values...) }) }
}

// Fraction draws p/q, p in [low, high], q one of denominators.
func Fraction(low, high int, denominators ...float64) Generator[float64] {
	return func(s *Source) float64 {
		p := s.Int(low, high)
		return float64(p) / Of(s, denominators...)
	}
}

// Against draws one of the values, for a parameter, a pattern of labels to swap, for
// [Case.Flipped], and a comparator u, for [Case.Comparator].
func Against(values ...float64) Generator[[]float64] {
	return func(s *Source) []float64 {
		a := []float64{Of(s, values...), float64(s.Int(0, 1<<Flips-1))}
		return append(a, List(s, 1, 13, func() float64 { return Fraction(-20, 20, 10, 1, 3)(s) })...)
	}
}
