package hunt

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/theory"
)

// Evaluate returns the ratio of quantity and claim on a stream, in float64, and whether the stream is in the domain;
// the error says what is wrong with the conjecture or the stream.
func Evaluate(c adversarial.Conjecture, examples []theory.Example) (ratio float64, inside bool, err error) {
	e, s, err := given(c, examples)
	if err != nil {
		return 0, false, err
	}
	got := e.score(s)
	return got.Ratio, got.Inside, e.t.failure()
}

// given are a conjecture and a stream made ready; the evaluator is nil if the conjecture is wrong.
func given(c adversarial.Conjecture, examples []theory.Example) (*evaluator, stream, error) {
	t, err := compile(c)
	if err != nil {
		return nil, nil, err
	}
	s, err := copyOf(examples, t.classes)
	err = cmp.Or(err, t.keeps(len(s)))
	return newEvaluator(context.Background(), t), s, err
}

// Certify makes the certificate that a stream, wherever it is from, refutes the conjecture. Where the statement
// names a comparator u, it is the one that refutes most in float64. The error is as that of
// [certificate.Problem.Certify].
func Certify(c adversarial.Conjecture, examples []exact.Example) (*certificate.Certificate, error) {
	t, err := compile(c)
	if err != nil {
		return nil, err
	}
	var comparator exact.Vector
	if t.comparators {
		e, s, err := given(c, adversarial.Rounded(examples))
		if err != nil {
			return nil, err
		}
		e.score(s)
		comparator = t.simple(examples, vector(e.comparator))
	}
	return t.problem.Certify(examples, comparator, certificate.Limit{})
}

// sameRatio is how far, relatively, the ratio of a record may be from the one that is computed: maximum margins are
// only known to a tolerance, and may enter by high powers.
const sameRatio = 1e-6

// NotAsStatedError says how a record is not what it states.
type NotAsStatedError struct{ Reason string }

func (e *NotAsStatedError) Error() string { return "record refused: " + e.Reason }

// Verify computes the ratio of a record again, in float64. The error is a *[NotAsStatedError] where it is not as stated,
// or says what of the statement is wrong.
func Verify(r adversarial.Record) error {
	ratio, inside, err := Evaluate(adversarial.Conjecture{Statement: r.Statement}, r.Stream)
	switch {
	case err != nil:
		return fmt.Errorf("record: %w", err)
	case !inside:
		return &NotAsStatedError{"the stream is outside of the domain of the statement"}
	case !(math.Abs(min(ratio, math.MaxFloat64)-r.Ratio) <= sameRatio*max(1, math.Abs(r.Ratio))):
		return &NotAsStatedError{fmt.Sprintf("ratio: stated %v, expected %v", r.Ratio, ratio)}
	}
	if got := settled(r); got.certificate != nil {
		return &NotAsStatedError{"the stream refutes the statement, and marginlab certify proves it"}
	}
	return nil
}

// Attains reports whether the ratio of a record is 1 in exact arithmetic. The error says that this cannot be told.
func Attains(r adversarial.Record) (bool, error) {
	got := settled(r)
	return got.attained, got.err
}

// settled settles the stream of a record if the ratio that is stated may be one of 1 or more.
func settled(r adversarial.Record) verdict {
	if r.Ratio < 1-sameRatio {
		return verdict{}
	}
	e, s, err := given(adversarial.Conjecture{Statement: r.Statement}, r.Stream)
	if err != nil {
		return verdict{err: err}
	}
	return e.t.prove(context.Background(), member{s, e.score(s)}, false)
}
