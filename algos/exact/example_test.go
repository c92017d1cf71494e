package exact_test

import (
	"fmt"
	"math/big"

	"marginlab/algos/exact"
)

// PUMMA over the rational numbers rounds no decision. In intervals, a precision too low for a decision would be
// doubled.
func ExampleSpec_Run() {
	spec, err := exact.Parse("pumma(delta=1/100)")
	if err != nil {
		fmt.Println(err)
		return
	}
	stream := []exact.Example{{X: exact.Floats(3, 0), Y: +1}, {X: exact.Floats(0, 0), Y: -1}, {X: exact.Floats(1, 1), Y: +1}}
	mistakes, margin := 0, ""
	err = exact.Decide(exact.Limit{}, func(prec uint) {
		run := spec.Run(prec, 2, stream, exact.Repeat{}, exact.Limit{})
		mistakes = 0
		for _, step := range run.Steps {
			if step.Mistake() {
				mistakes++
			}
		}
		square, _ := run.Margin(stream).Square()
		margin = square.RatString()
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d mistakes, margin² = %s\n", mistakes, margin)
	// Output: 2 mistakes, margin² = 1/2
}

// The maximum margin, with multipliers that prove it.
func ExampleMaxMargin() {
	stream := []exact.Example{{X: exact.Floats(0, 1), Y: +1}, {X: exact.Floats(0, -1), Y: -1}, {X: exact.Floats(3, 0), Y: -1}}
	s, ok := exact.MaxMargin(stream, false)
	if !ok {
		fmt.Println("a class is missing")
		return
	}
	_, err := exact.Prove(stream, s.Lambda, false)
	fmt.Println("gamma² =", s.SqGamma.RatString(), "proved:", err == nil)
	// Output: gamma² = 9/10 proved: true
}

// A user's own model: a Perceptron that updates at every example.
func ExampleRule() {
	l := exact.Rule(func(w, x exact.Vector, y int) exact.Vector { return w.Plus(big.NewRat(int64(y), 1), x) }).New(1)
	for range 3 {
		s := l.Step(exact.Floats(1), +1)
		score, _ := s.Score.Rational()
		fmt.Println(s.Predicted, score.RatString())
	}
	// Output:
	// 1 0
	// 1 1
	// 1 2
}
