package certificate

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/exact"
)

// eager is a Perceptron that learns from every example within its own length of the
// hyperplane.
func eager() Own {
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
	return Own{Learner: kind.Spec()}
}

// eagerModel is the same over the rational numbers.
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

// statement is one that eager does not keep.
func statement(t *testing.T, text string, own ...Own) *Problem {
	s, err := ParseStatement(text, own...)
	require.NoError(t, err)
	p, err := Compile(s, own...)
	require.NoError(t, err)
	require.NoError(t, p.Provable())
	return p
}

// A learner without an exact model makes a witness, which says what it answered; all the rest
// is exact.
func TestWitness(t *testing.T) {
	t.Parallel()
	own := eager()
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
		require.Equal(t, &algos.Code{Name: "eager", Version: "0.1"}, c.Code)
		require.True(t, c.IsWitness())

		var file bytes.Buffer
		require.NoError(t, c.Write(&file))
		again, err := Read(bytes.NewReader(file.Bytes()))
		require.NoError(t, err)
		require.NoError(t, again.Verify(Limit{}), "%s: verified without the learner", text)
		require.NoError(t, again.Rerun(own), text)
		files = append(files, file.Bytes())
	}
	verdicts, lines := python(t, files)
	require.Equal(t, make([]int, len(files)), verdicts, lines)
}

// Nothing of a witness can be changed unseen: not its answers, nor what follows from them.
func TestWitnessIsHeldTogether(t *testing.T) {
	t.Parallel()
	own := eager()
	p := statement(t, "eager: updates <= (R/gamma0)^2", own)
	var changed [][]byte
	make := func() *Certificate {
		c, err := p.Certify([]exact.Example{labelled(1, 1), labelled(1, 1)}, nil, Limit{})
		require.NoError(t, err)
		return c
	}
	for name, change := range map[string]func(c *Certificate){
		"not the one that was sealed":               func(c *Certificate) { c.Code.Version = "0.2" },
		"answers: not the one that was sealed":      func(c *Certificate) { c.Runs.Learner[1].Updated = false },
		"statement: not the one that was sealed":    func(c *Certificate) { c.Statement.Claim = "1" },
		"quantity[0]: stated \"3\", expected \"2\"": func(c *Certificate) { c.Quantity[0] = big.NewRat(3, 1) },
		"geometry.gamma0.square: stated \"4\", ex":  func(c *Certificate) { c.Geometry.Gamma0.Square = big.NewRat(4, 1) },
		"runs.learner: 3 answers, expected 2":       resealed(func(c *Certificate) { c.Runs.Learner = append(c.Runs.Learner, c.Runs.Learner[1]) }),
		"runs.learner: 1 answers, expected one":     resealed(func(c *Certificate) { c.Runs.Learner = c.Runs.Learner[:1] }),
		"runs.learner[0].predicted: stated 0, ex":   resealed(func(c *Certificate) { c.Runs.Learner[0].Predicted = 0 }),
		"runs.learner[0].mistake: stated true, ex":  resealed(func(c *Certificate) { c.Runs.Learner[0].Mistake = true }),
		"updates <= (R/gamma0)^2 holds of the str":  resealed(func(c *Certificate) { c.Runs.Learner[1].Updated = false }),
	} {
		c := make()
		change(c)
		var refused *RefusedError
		require.ErrorAs(t, c.Verify(Limit{}), &refused, name)
		require.Contains(t, refused.Reason, name)
		changed = append(changed, written(t, c))
	}
	verdicts, lines := python(t, changed)
	require.NotContains(t, verdicts, 0, lines)
	// It may be consistent and yet not what the learner answers: running it again shows that.
	c := make()
	resealed(func(c *Certificate) {
		c.Runs.Learner[1].Predicted, c.Runs.Learner[1].Mistake = -1, true
	})(c)
	require.NoError(t, c.Verify(Limit{}))
	require.ErrorContains(t, c.Rerun(own), "runs.learner[1]: eager 0.1 answers {Predicted:1 Mistake:false Updated:true Opening:false} when it runs again")
}

// resealed seals what was changed.
func resealed(change func(c *Certificate)) func(c *Certificate) {
	return func(c *Certificate) {
		change(c)
		seal, err := c.seal()
		if err != nil {
			panic(err)
		}
		c.Seal = seal
	}
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
		require.NoError(t, c.Verify(Limit{}, own))
		require.ErrorContains(t, c.Verify(Limit{}), "eager")
	}
}

// What only the numbers of a float64 run say is no exact count.
func TestWitnessesAreCounts(t *testing.T) {
	t.Parallel()
	own := eager()
	for text, wrong := range map[string]string{
		"eager: margin >= gamma0":              "margin of eager, expected a count of its answers",
		"eager: errors <= 0":                   "errors of eager",
		"eager: m(0) <= 1":                     "m of eager",
		"perceptron against eager: updates<=1": `against "eager", expected a learner with an exact model`,
	} {
		s, err := ParseStatement(text, own)
		require.NoError(t, err, text)
		_, err = Compile(s, own)
		require.ErrorContains(t, err, wrong)
	}
	third := exact.Example{X: exact.Vector{big.NewRat(1, 3)}, Y: 1}
	_, err := statement(t, "eager: updates <= 0", own).Certify([]exact.Example{third}, nil, Limit{})
	require.ErrorContains(t, err, "stream[0].x[0] is 1/3, expected a number that float64 has")
}

// One's own learner comes before one of this project of its name.
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
