package certificate_test

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	. "marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/algos/exact"
)

// eager returns a Perceptron that updates at every example within its own length of the hyperplane.
func eager() adversarial.Own {
	kind := algos.Own("eager", func(int) algos.Rule {
		return func(w, x []float64, y float64) bool {
			score, square := 0.0, 0.0
			for i := range x {
				score += w[i] * x[i]
				square += x[i] * x[i]
			}
			if y*score > square || square == 0 {
				return false
			}
			for i := range x {
				w[i] += y * x[i]
			}
			return true
		}
	})
	kind.Code.Version = "0.1"
	return adversarial.Own{Learner: kind.Spec()}
}

// eagerModel returns the same learner over the rational numbers.
func eagerModel(_ map[string]*big.Rat, dim int) exact.Learner {
	return exact.Rule(func(w, x exact.Vector, y int) exact.Vector {
		score := new(big.Rat).Mul(w.Dot(x), big.NewRat(int64(y), 1))
		if score.Cmp(x.SqNorm()) > 0 || x.IsZero() {
			return nil
		}
		return w.Plus(big.NewRat(int64(y), 1), x)
	}).New(dim)
}

func labelled(y int, x ...float64) exact.Example { return exact.Example{X: exact.Floats(x...), Y: y} }

// statement compiles a statement.
func statement(t *testing.T, text string, own ...adversarial.Own) *adversarial.Problem {
	s, err := adversarial.ParseStatement(text, own...)
	require.NoError(t, err)
	p, err := adversarial.Compile(s, own...)
	require.NoError(t, err)
	return p
}

// Nothing is claimed about a stream that a learner cannot finish.
func TestLearnerThatCannotGoOn(t *testing.T) {
	t.Parallel()
	own := adversarial.Own{Learner: algos.MustParse("n-omm")} // which finds no classifier of this stream
	stream := []exact.Example{labelled(1, 1), labelled(-1, 1), labelled(1, 1)}
	_, err := statement(t, "n-omm: updates <= 0", own).Certify(stream, nil, Limit{})
	var refused *RefusedError
	require.ErrorAs(t, err, &refused)
	require.Contains(t, refused.Reason, "the stream is outside of the domain: ")
}

// A learner without an exact model makes a witness, which says what it answered; all the rest is exact.
func TestWitness(t *testing.T) {
	t.Parallel()
	own := eager()
	var names []string
	var files [][]byte
	for _, text := range []string{
		"eager: updates <= (R/gamma0)^2 where gamma0 > 0",
		"eager in 3 passes: updates <= 1",
		"eager at rest within 9 passes: later_updates <= (R/gamma0)^2",
		"eager against perceptron: updates <= their_updates",
		"bias(eager,1): updates <= R^2/gamma0^2",
	} {
		p := statement(t, text, own)
		c, err := p.Certify([]exact.Example{labelled(1, 2), labelled(1, 2), labelled(1, 2)}, nil, Limit{})
		require.NoError(t, err, text)
		require.Equal(t, &Code{Name: "eager", Version: "0.1"}, c.Code)
		require.True(t, c.IsWitness())

		again, err := Read(bytes.NewReader(written(t, c)))
		require.NoError(t, err)
		requireVerdict(t, again) // without the learner
		require.NoError(t, adversarial.Rerun(again, own), text)
		files, names = append(files, written(t, c)), append(names, text)
	}
	agree(t, names, files, true)
}

// A witness has the answers of all its steps, and its claim counts them.
func TestWitnessIsHeldTogether(t *testing.T) {
	t.Parallel()
	own := eager()
	p := statement(t, "eager: updates <= (R/gamma0)^2", own)
	var names []string
	var changed [][]byte
	made := func() *Certificate {
		c, err := p.Certify([]exact.Example{labelled(1, 1), labelled(1, 1)}, nil, Limit{})
		require.NoError(t, err)
		return c
	}
	for name, change := range map[string]func(c *Certificate){
		"answers: 3, expected 2":                   func(c *Certificate) { c.Answers = append(c.Answers, c.Answers[1]) },
		"answers: 1, expected one":                 func(c *Certificate) { c.Answers = c.Answers[:1] },
		"answers[0].predicted: stated 0, ex":       func(c *Certificate) { c.Answers[0].Predicted = 0 },
		"updates <= (R/gamma0)^2 holds of the str": func(c *Certificate) { c.Answers[1].Updated = false },
		"stream[0].x[0] is 1/3, expected a number": func(c *Certificate) { c.Stream[0].X = exact.Vector{big.NewRat(1, 3)} },
	} {
		c := made()
		change(c)
		var refused *RefusedError
		_, err := c.Verify(Limit{})
		require.ErrorAs(t, err, &refused, name)
		require.Contains(t, refused.Reason, name)
		names, changed = append(names, name), append(changed, written(t, c))
	}
	agree(t, names, changed, false)
	// A witness may be consistent without being what the learner answers: running it again shows that.
	c := made()
	c.Answers[1].Predicted = -1
	requireVerdict(t, c)
	require.ErrorContains(t, adversarial.Rerun(c, own),
		"answers[1]: eager 0.1 answers +1 (updated: true, opening: false) when it runs again")
	c.Answers = c.Answers[:1]
	require.ErrorContains(t, adversarial.Rerun(c, own), "gives 2 when it runs again")
	// A certificate without a program needs no answers, and they are not read.
	plain := certify(t, corpus(t)[0])
	plain.Answers = []exact.Decision{{Predicted: 7}}
	agree(t, []string{"answers of a model"}, [][]byte{written(t, plain)}, true)
}

// With a model the certificate is one like any other, and needs the model to be verified.
func TestOwnModel(t *testing.T) {
	t.Parallel()
	own := eager()
	own.Model = eagerModel
	for _, text := range []string{"eager: updates <= (R/gamma0)^2", "eager: margin >= 2*gamma0", "bias(eager,1/3): errors + updates <= 1"} {
		p := statement(t, text, own)
		c, err := p.Certify([]exact.Example{labelled(1, 1), {X: exact.Vector{big.NewRat(10, 10)}, Y: 1}}, nil, Limit{})
		require.NoError(t, err)
		require.False(t, c.IsWitness())
		requireVerdict(t, c, own.Find)
		_, err = c.Verify(Limit{})
		require.ErrorContains(t, err, "eager")
	}
}

// Quantities that depend on the numbers of a float64 run are not exact counts.
func TestWitnessesAreCounts(t *testing.T) {
	t.Parallel()
	own := eager()
	for text, wrong := range map[string]string{
		"eager: margin >= gamma0":              "margin of eager, expected a count of its answers",
		"eager: errors <= 0":                   "errors of eager",
		"eager: m(0) <= 1":                     "m of eager",
		"perceptron against eager: updates<=1": `against "eager", expected a learner with an exact model`,
	} {
		s, err := adversarial.ParseStatement(text, own)
		require.NoError(t, err, text)
		_, err = adversarial.Compile(s, own)
		require.ErrorContains(t, err, wrong)
	}
	third := exact.Example{X: exact.Vector{big.NewRat(1, 3)}, Y: 1}
	_, err := statement(t, "eager: updates <= 0", own).Certify([]exact.Example{third}, nil, Limit{})
	require.ErrorContains(t, err, "stream[0].x[0] is 1/3, expected a number that float64 has")
}

// A user's own learner comes before one of this project with the same name.
func TestOwnNameComesFirst(t *testing.T) {
	t.Parallel()
	own := eager()
	own.Learner.Kind.Name = "perceptron"
	p := statement(t, "perceptron: updates <= (R/gamma0)^2", own)
	c, err := p.Certify([]exact.Example{labelled(1, 1), labelled(1, 1)}, nil, Limit{})
	require.NoError(t, err)
	require.True(t, c.IsWitness())
	require.True(t, strings.HasPrefix(c.Code.String(), "eager"))
}
