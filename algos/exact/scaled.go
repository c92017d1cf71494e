package exact

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
)

// Scaled is a stream of integers over one common denominator, which is positive.
// Its scores are integers too, and a Perceptron's run needs no big number. Such a
// stream is for learners that do not change if all examples are multiplied by one
// positive number.
type Scaled struct {
	dim         int
	denominator *big.Int
	x           []int64 // row after row
	y           []int8
	most        uint64 // max |x_ij|
}

// OverflowError says that the integers of a stream, or of a run, may not fit into 64
// bits.
type OverflowError struct{ What string }

func (e *OverflowError) Error() string { return "exact: " + e.What + " may exceed 64 bits" }

// Scale takes a stream of dim dimensions to its least common denominator. The error
// is an *[OverflowError].
func Scale(dim int, stream []Example) (*Scaled, error) {
	s := &Scaled{dim: dim, denominator: big.NewInt(1)}
	gcd, rest := new(big.Int), new(big.Int)
	for _, e := range stream {
		for _, v := range e.X {
			if gcd.GCD(nil, nil, s.denominator, v.Denom()); gcd.Cmp(v.Denom()) == 0 {
				continue
			}
			s.denominator.Mul(s.denominator, rest.Quo(v.Denom(), gcd))
			if s.denominator.BitLen() > 63 {
				return nil, &OverflowError{What: "the common denominator"}
			}
		}
	}
	for _, e := range stream {
		if len(e.X) != dim {
			mustMatch(NewVector(dim), e.X)
		}
		for _, v := range e.X {
			n := rest.Quo(s.denominator, v.Denom())
			if n.Mul(n, v.Num()); !n.IsInt64() {
				return nil, &OverflowError{What: "a coordinate over the common denominator"}
			}
			s.x = append(s.x, n.Int64())
		}
		mustLabel(e.Y)
		s.y = append(s.y, int8(e.Y))
	}
	return s, s.measure()
}

// ScaleIntegers takes a stream of dim dimensions whose points are the rows of x over
// a denominator; it keeps x and y. It panics if their lengths do not fit, if a label
// is not ±1 or if the denominator is not positive.
func ScaleIntegers(dim int, denominator int64, x []int64, y []int8) (*Scaled, error) {
	if denominator <= 0 || len(x) != dim*len(y) {
		panic(fmt.Sprintf("exact: %d integers of %d examples over %d, expected %d an example over a positive number",
			len(x), len(y), denominator, dim))
	}
	for _, v := range y {
		mustLabel(int(v))
	}
	s := &Scaled{dim: dim, denominator: big.NewInt(denominator), x: x, y: y}
	return s, s.measure()
}

// measure finds max |x_ij|.
func (s *Scaled) measure() error {
	for _, v := range s.x {
		if v == math.MinInt64 {
			return &OverflowError{What: "the size of a coordinate"}
		}
		s.most = max(s.most, uint64(max(v, -v)))
	}
	return nil
}

// mostUpdates is a number of updates within which every score fits into 64 bits:
// after n of them |w·x| ≤ n max|x|² d, and so is every partial sum.
func (s *Scaled) mostUpdates() uint64 {
	high, square := bits.Mul64(s.most, s.most)
	carry, product := bits.Mul64(square, uint64(s.dim))
	switch {
	case high > 0 || carry > 0:
		return 0
	case product == 0:
		return math.MaxInt64
	}
	return math.MaxInt64 / product
}

// PerceptronRun is a run of the Perceptron over a scaled stream.
type PerceptronRun struct {
	Steps  []Decision
	Passes int
	W      []int64 // over the stream's denominator
}

// Perceptron runs the [Perceptron] over the stream, with the same decisions. The
// error is an *[OverflowError] or a *[NotAtRestError].
func (s *Scaled) Perceptron(r Repeat) (PerceptronRun, error) {
	run := PerceptronRun{W: make([]int64, s.dim)}
	left := s.mostUpdates()
	var err error
	run.Passes, err = r.over(len(s.y), func(i int) (bool, error) {
		x, y := s.x[i*s.dim:(i+1)*s.dim], s.y[i]
		score := dotInt64(run.W, x)
		d := Decision{Y: int(y), Predicted: +1}
		if score < 0 {
			d.Predicted = -1
		}
		d.Updated = (score == 0 || score < 0 == (y > 0)) && slices.ContainsFunc(x, func(v int64) bool { return v != 0 })
		if d.Updated {
			if left == 0 {
				return false, &OverflowError{What: "a score"}
			}
			left--
			for k, v := range x {
				run.W[k] += int64(y) * v
			}
		}
		run.Steps = append(run.Steps, d)
		return d.Updated, nil
	})
	return run, err
}

func dotInt64(w, x []int64) int64 {
	w = w[:len(x)]
	var sum int64
	for i, v := range x {
		sum += w[i] * v
	}
	return sum
}

// result is the run as of the rational Perceptron.
func (s *Scaled) result(run PerceptronRun) Result {
	result := Result{Passes: run.Passes, W: NewVector(s.dim), B: new(big.Rat)}
	for _, d := range run.Steps {
		result.take(d)
	}
	for k, v := range run.W {
		result.W[k].SetFrac(big.NewInt(v), s.denominator)
	}
	return result
}
