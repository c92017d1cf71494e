package certificate

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
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

// longItems have runs of hundreds of updates, whose numbers no computer could write down
// as fractions.
func longItems() []item {
	own := "later_updates + mistakes + last_gamma/gamma + gamma3 + margin + m(1) + m(1/2) + errors"
	var items []item
	for _, learner := range []string{"e-omm", "a-romma", "naromma", "pumma(delta=1/100)"} {
		items = append(items, item{
			name: learner, stream: integers(12, 60),
			statement: Statement{Learner: learner, Quantity: own, Claim: "500", Passes: 60},
		})
	}
	return items
}

func TestLongRunsAreCertified(t *testing.T) {
	t.Parallel()
	items := longItems()
	if testing.Short() {
		items = items[:1]
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
