package certificate

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
)

// integers are n points of ℤ^dim in [−9, 9]^dim beside a hyperplane, which may be near.
func integers(dim, n int) []exact.Example {
	random := rand.New(rand.NewPCG(3, uint64(dim)))
	u := make([]int64, dim)
	for i := range u {
		u[i] = random.Int64N(7) - 3
	}
	var stream []exact.Example
	for len(stream) < n {
		x, score := make(exact.Vector, dim), int64(3)
		for i := range x {
			v := random.Int64N(19) - 9
			x[i], score = big.NewRat(v, 1), score+u[i]*v
		}
		if score*score >= 4 {
			stream = append(stream, exact.Example{X: x, Y: big.NewRat(score, 1).Sign()})
		}
	}
	return stream
}

// longItems have runs of some sixty updates in 3 passes, and of more than five hundred in
// 60, whose numbers no computer could write down as fractions.
func longItems(passes int) []item {
	own := "later_updates + mistakes + last_gamma/gamma + gamma3 + margin + m(1) + m(1/2) + errors"
	var items []item
	for _, learner := range []string{"e-omm", "a-romma", "naromma", "pumma(delta=1/100)"} {
		items = append(items, item{
			name: learner, stream: integers(12, 60),
			statement: Statement{Learner: learner, Quantity: own, Claim: "100", Passes: passes},
		})
	}
	return items
}

// contradicted are points near multiples of the unit vectors, each with the label that e-OMM
// does not predict: a mistake at every step, as on the simplex of HKNS25, Appendix A, and
// separable, as they are independent.
func contradicted(t testing.TB, d int) []exact.Example {
	eOMM, err := exact.Parse("e-omm")
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	var stream []exact.Example
	for i := range d {
		x := make(exact.Vector, d)
		for k := range x {
			x[k] = big.NewRat(random.Int64N(3)-1, 1)
		}
		x[i].Add(x[i], big.NewRat(int64(2*d), 1))
		stream = append(stream, exact.Example{X: x, Y: 1})
		r, err := eOMM.Run(d, stream, exact.Repeat{}, exact.Limit{})
		require.NoError(t, err)
		stream[i].Y = -r.Steps[i].Predicted
	}
	return stream
}

// e-OMM may make any number of mistakes. After some ten its numbers are too long to be
// written down, and the certificate needs none of them.
func TestMoreThanTwentyMistakesAreCertified(t *testing.T) {
	t.Parallel()
	s := Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "20", Where: "gamma > 0"}
	c := certify(t, item{name: s.String(), statement: s, stream: contradicted(t, 21)})
	require.Equal(t, "21", c.Terms[0].Value.RatString())
	require.NoError(t, c.Verify(Limit{}))
	text := written(t, c)
	verdicts, lines := python(t, [][]byte{text})
	require.Zero(t, verdicts[0], lines)

	c.Runs.Learner[20].Updated = false
	require.ErrorContains(t, c.Verify(Limit{}), "runs.learner[20].updated")
}

// A number of a long run is stated between two others. A certificate may state it exactly
// as far as the limit goes, and is held to it.
func TestNumbersOfLongRunsAreEnclosed(t *testing.T) {
	t.Parallel()
	s := Statement{Learner: "e-omm", Quantity: "last_gamma/gamma + margin/gamma", Claim: "0"}
	stream := integers(3, 56)
	c := certify(t, item{statement: s, stream: stream})
	require.NotNil(t, c.Terms[0].Between)
	eOMM, err := exact.Parse("e-omm")
	require.NoError(t, err)
	r, err := eOMM.Run(3, stream, exact.Repeat{}, exact.Limit{})
	require.NoError(t, err)
	square := r.Exactly().LastGamma().Square
	require.NotNil(t, square)
	require.Greater(t, square.Denom().BitLen(), 1<<14)

	exactly := *c
	exactly.Terms = slices.Clone(c.Terms)
	exactly.Terms[0] = Term{Name: "last_gamma", Square: square}
	require.NoError(t, exactly.Verify(Limit{}))
	if !testing.Short() { // check.py takes a second
		verdicts, lines := python(t, [][]byte{written(t, &exactly)})
		require.Zero(t, verdicts[0], lines)
	}
	exactly.Terms[0].Square = new(big.Rat).Add(square, big.NewRat(1, 1<<40))
	require.ErrorContains(t, exactly.Verify(Limit{}), "terms[0].square")
	pythonRefusesShiftedEnds(t, c)
}

// pythonRefusesShiftedEnds requires that check.py knows the ends of a term and of the
// quantity to the last bit.
func pythonRefusesShiftedEnds(t *testing.T, c *Certificate) {
	bit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), leastBits))
	term, side := *c, *c
	term.Terms = slices.Clone(c.Terms)
	term.Terms[0].Between = &Enclosure{new(big.Rat).Sub(c.Terms[0].Between[0], bit), c.Terms[0].Between[1]}
	side.Quantity[1] = new(big.Rat).Add(c.Quantity[1], bit)
	texts := [][]byte{written(t, c), written(t, &term), written(t, &side)}
	places := []string{"valid", "refused: terms[0].between[0]:", "refused: quantity[1]:"}
	_, lines := python(t, texts)
	for k, place := range places {
		require.True(t, strings.HasPrefix(lines[k], place), "%s, expected %s", lines[k], place)
	}
}

// BenchmarkLong certifies and verifies the long runs.
func BenchmarkLong(b *testing.B) {
	if testing.Short() {
		b.Skip("-short: one run takes longer than the default set of bench-compare may")
	}
	for _, i := range longItems(60) {
		c := certify(b, i)
		b.Run("do=certify/learner="+i.name, func(b *testing.B) {
			for b.Loop() {
				certify(b, i)
			}
		})
		b.Run("do=verify/learner="+i.name, func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, c.Verify(Limit{}))
			}
		})
		b.Run("do=check.py/learner="+i.name, func(b *testing.B) {
			text := written(b, c)
			for b.Loop() {
				verdicts, lines := python(b, [][]byte{text})
				require.Zero(b, verdicts[0], lines)
			}
		})
	}
}

func TestLongRunsAreCertified(t *testing.T) {
	t.Parallel()
	items := longItems(3)
	switch {
	case rapidtest.Long():
		items = longItems(60)
	case testing.Short():
		items = longItems(2)[1:2] // e-OMM is certified above
	}
	var texts [][]byte
	for _, i := range items {
		c := certify(t, i)
		require.NoError(t, c.Verify(Limit{}), i.name)
		texts = append(texts, written(t, c))
	}
	verdicts, lines := python(t, texts)
	for k, v := range verdicts {
		require.Zero(t, v, "%s: %s", items[k].name, lines[k])
	}
}
