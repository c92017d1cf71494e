package algos

import (
	"math"

	"marginlab/internal/num"
	"marginlab/theory"
)

// sieve lists the examples at which a learner may update. With w and z = (x, c) in
// the lifted space, and w₀ where the list was made,
//
//	y(w·z) ≥ y(w₀·z) − ‖w−w₀‖‖z‖,
//
// so that while ‖w−w₀‖ ≤ reach no other example than those with
// y(w₀·z) ≤ threshold + reach·‖z‖ can be at or below the threshold.
type sieve struct {
	examples        []theory.Example
	length          []float64 // ‖z‖
	lift, threshold float64

	from  *theory.Classifier // w₀, nil while all examples are listed
	reach float64
	list  []int // positions, in order
	at    int   // of the next to go through in list
	work  int   // examples gone through since the list was made
}

func newSieve(examples []theory.Example, lift, threshold float64) *sieve {
	s := &sieve{examples: examples, lift: lift, threshold: threshold}
	for i, e := range examples {
		s.length = append(s.length, num.Hypot(math.Sqrt(e.X.SqNorm()), lift))
		s.list = append(s.list, i)
	}
	return s
}

// next is the first position of the list that is not below i, the number of
// examples if there is none. It is asked for positions that grow, from 0 in each
// pass.
func (s *sieve) next(i int) int {
	if i == 0 {
		s.at = 0
	}
	for s.at < len(s.list) && s.list[s.at] < i {
		s.at++
	}
	if s.at == len(s.list) {
		return len(s.examples)
	}
	s.work++
	return s.list[s.at]
}

// moved takes note of an update. The list is made again where the classifier has
// left its reach, or when going through it has cost far more than to make it
// does: then with half the reach, and if it cost far less with twice.
func (s *sieve) moved(l Learner) {
	if math.IsInf(s.threshold, 1) {
		return
	}
	n, c := len(s.examples), l.Classifier()
	switch {
	case s.from == nil:
		s.reach = s.norm(c) / 16
	case s.distance(c) <= s.reach && s.work <= 4*n:
		return
	case s.work > 4*n:
		s.reach /= 2
	case s.work < n/4:
		s.reach *= 2
	}
	// The learner's own sums may differ from Score by some 1e-16·‖w‖‖z‖.
	const rounding = 1e-9
	slack := s.reach + float64(rounding*s.norm(c))
	s.list, s.work = s.list[:0], 0
	for i, e := range s.examples {
		if float64(e.Y)*c.Score(e.X) <= s.threshold+float64(slack*s.length[i]) {
			s.list = append(s.list, i)
		}
	}
	s.from = &c
	s.at = 0 // next looks for its position again
}

func (s *sieve) norm(c theory.Classifier) float64 {
	return s.distanceTo(c, theory.Classifier{W: make([]float64, len(c.W))})
}

func (s *sieve) distance(c theory.Classifier) float64 { return s.distanceTo(c, *s.from) }

// distanceTo is ‖w−w'‖ in the lifted space, where b = w_{d+1}c.
func (s *sieve) distanceTo(c, d theory.Classifier) float64 {
	var sum float64
	for i, w := range c.W {
		sum += float64((w - d.W[i]) * (w - d.W[i]))
	}
	if s.lift != 0 {
		b := (c.B - d.B) / s.lift
		sum += float64(b * b)
	}
	return math.Sqrt(sum)
}
