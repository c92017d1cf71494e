package certificate

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
)

// batches have a certificate of each batch algorithm that has an exact model, with every term.
func batches(t testing.TB) []item {
	pos := func(x ...string) exact.Example { return exact.Example{X: point(t, x...), Y: +1} }
	neg := func(x ...string) exact.Example { return exact.Example{X: point(t, x...), Y: -1} }
	const all = "updates + loops + n + d + R + Dbar + shortest + gamma0 + rho"
	separable := []exact.Example{pos("60", "11"), neg("3/5", "-4/5"), pos("12", "-5"), pos("60", "11")}
	around := []exact.Example{pos("3", "4"), neg("0", "2"), pos("-8", "15"), neg("-5", "12"), pos("1", "0"), neg("7/5", "24/5")}
	var items []item
	for _, l := range []struct {
		text, quantity string
		stream         []exact.Example
	}{
		{"np(margin=1/20)", all + " + margin", separable},
		{"np(rule=printed, margin=0.02)", all, separable},
		{"nkp(margin=1/9)", all + " + margin", separable},
		{"nvn(eps=1/10)", all + " + eps", separable},
		{"nvn(eps=1/3)", all, around},
		{"snkp-vn(delta=1/9)", all + " + delta", separable},
		{"snkp-vn(delta=1/5)", all + " + delta", around},
		{"snkp-vn(delta=1/7, ratio=2/3)", all + " + delta + ratio", around},
		{"snkp-vn(delta=1/7, ratio=0)", all + " + ratio", separable},
		{"isnkp-vn(eps=1/10, gamma=3/2)", all + " + gamma + eps", separable},
		{"isnkp-vn(gamma=2, eps=1/6)", all + " + gamma + eps", around},
		{"isnkp-vn(gamma=2, eps=1)", "1 + updates + loops", around},
		// An irrational length, of which there is no rho.
		{"np(rule=printed,margin=1/20)", "updates + gamma0 + R", []exact.Example{pos("2", "1"), neg("1", "-3")}},
	} {
		items = append(items, item{name: l.text, statement: Statement{Learner: l.text, Quantity: l.quantity, Claim: "0"}, stream: l.stream})
	}
	return items
}

func TestBatchCertificates(t *testing.T) {
	t.Parallel()
	var texts [][]byte
	for _, i := range batches(t) {
		c := certify(t, i)
		require.Nil(t, c.Runs.Learner)
		require.NoError(t, c.Verify(Limit{}), i.name)
		text := written(t, c)
		same, err := Read(bytes.NewReader(text))
		require.NoError(t, err)
		require.Equal(t, string(text), string(written(t, same)))
		texts = append(texts, text)
	}
	verdicts, lines := python(t, texts)
	for k, v := range verdicts {
		require.Zero(t, v, "%s: %s", batches(t)[k].name, lines[k])
	}
}
