package certificate_test

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
)

// value finds the values of a certificate's text: strings, numbers and words.
var value = regexp.MustCompile(`"[^"]*"(:?)|-?\d+|true|false|null`)

// other returns a replacement for a value: one near it, or one of a type that does not belong there.
func other(random *rand.Rand, old string) string {
	pick := func(all ...string) string { return all[random.IntN(len(all))] }
	if random.IntN(12) == 0 {
		return pick("null", "true", "[]", "{}", `"x"`, "7", `["0"]`, `"1/3"`)
	}
	text := strings.Trim(old, `"`)
	switch {
	case old == "true" || old == "false":
		return pick("true", "false")
	case old[0] != '"':
		return pick("-"+strings.TrimPrefix(old, "-"), old+"1", "0", "1", "2", "-1")
	case regexp.MustCompile(`^-?\d+(/\d+)?$`).MatchString(text):
		return `"` + pick("0", "1", "-1", "1/2", "3/7", text+"1", text+"/3", "-"+text, strings.TrimPrefix(text, "-")) + `"`
	}
	if random.IntN(3) == 0 && len(text) > 1 { // a character of the text
		at := random.IntN(len(text))
		return `"` + text[:at] + pick("", "0", "1", "+", "*", "(", ")", " ", "<", "r", "=") + text[at+1:] + `"`
	}
	return `"` + pick("("+text+") + 1/1000000", "("+text+") - 1", text+" + 0*U", "perceptron", "ce-omm", "e-omm", "a-romma",
		"<", ">", ">=", "<=", "", "D", "gamma", "mistakes", "updates + m(1/2)", "0", "1 < 2", "("+text+") && T < 9") + `"`
}

// tamper returns a text with one or two values changed.
func tamper(random *rand.Rand, text []byte) []byte {
	for range 1 + random.IntN(2) {
		var at [][]int
		for _, m := range value.FindAllSubmatchIndex(text, -1) {
			if m[2] == m[3] { // no key
				at = append(at, m[:2])
			}
		}
		where := at[random.IntN(len(at))]
		old := string(text[where[0]:where[1]])
		text = slices.Concat(text[:where[0]], []byte(other(random, old)), text[where[1]:])
	}
	return text
}

// Whatever is changed in a certificate, its stream still refutes its statement, or it is refused, and both checkers
// agree. The refutation is confirmed by a solver that does not see the multipliers.
func TestTamperingIsHarmless(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	var all [][]byte
	for _, i := range slices.Concat(corpus(t), inNorms(t)[:3]) {
		if all = append(all, written(t, certify(t, i))); testing.Short() && len(all) == 4 {
			break
		}
	}
	names, texts := onDisk(t)
	for i, name := range names[:rapidtest.Count(3, len(texts), len(texts))] {
		if !strings.HasSuffix(name, "pumma-three-halves.json") { // in Python, 2 s each time
			all = append(all, texts[i])
		}
	}
	random := rand.New(rand.NewPCG(7, 7))
	var changes [][]byte
	for n := range rapidtest.Count(30, 150, 2000) {
		changes = append(changes, tamper(random, all[n%len(all)]))
	}
	valid, lines := python(t, changes)
	counts := map[bool]int{}
	for n, text := range changes {
		err := status(text)
		require.Equal(t, err == nil, valid[n], "%s\nGo: %v, check.py: %s", text, err, lines[n])
		counts[err == nil]++
		if err != nil {
			continue
		}
		c, err := Read(bytes.NewReader(text))
		require.NoError(t, err)
		if c.IsWitness() {
			continue // there is no solver for answers
		}
		refuted, err := compile(t, c.Statement).Refuted(c.Stream, c.Comparator, Limit{})
		require.NoError(t, err)
		require.True(t, refuted, "%s", text)
	}
	t.Logf("%d changes are valid, %d are refused", counts[true], counts[false])
	require.NotZero(t, counts[true])
	require.Greater(t, counts[false], counts[true]/2)
}

// Certificates are refused if their multipliers are convex but belong to a pair of points and not to the maximum
// margin.
func TestMultipliersHaveToBeOptimal(t *testing.T) {
	t.Parallel()
	var names []string
	var texts [][]byte
	for _, i := range corpus(t) {
		c := certify(t, i)
		if c.Multipliers["gamma"] == nil {
			continue
		}
		best, err := exact.Prove(c.Stream, c.Multipliers["gamma"], false)
		require.NoError(t, err)
		for k, e := range i.stream {
			for l, o := range i.stream {
				w := e.X.Minus(o.X).SqNorm()
				if e.Y != 1 || o.Y != -1 || w.Sign() == 0 || w.Cmp(best.W.SqNorm()) == 0 {
					continue
				}
				fake := *c
				lambda := exact.NewVector(len(i.stream))
				lambda[k].SetInt64(1)
				lambda[l].SetInt64(1)
				fake.Multipliers = maps.Clone(c.Multipliers)
				fake.Multipliers["gamma"] = lambda
				names, texts = append(names, i.name), append(texts, written(t, &fake))
				require.ErrorContains(t, status(texts[len(texts)-1]), "multipliers.gamma: example")
			}
		}
	}
	require.Greater(t, len(texts), 10)
	// Multipliers with another sum, or negative ones, may leave every example enough margin.
	s := Statement{Learner: "e-omm", Quantity: "updates", Claim: "0*gamma"}
	c := certify(t, item{statement: s, stream: streamOf(t, "+1 +2 --1")})
	for _, lambda := range []string{"1/2,0,1", "3/2,-1/2,1"} {
		c.Multipliers["gamma"] = point(t, strings.Split(lambda, ",")...)
		names, texts = append(names, lambda), append(texts, written(t, c))
	}
	agree(t, names, texts, false)
}

// A certificate that was not read from a text may lack numbers: it is refused, and nothing panics.
func TestVerifyRefusesMissingNumbers(t *testing.T) {
	items := corpus(t)
	at := slices.IndexFunc(items, func(i item) bool { return i.comparator != nil })
	for place, remove := range map[string]func(c *Certificate){
		"multipliers.gamma0: multiplier 1 is <nil>, expected at least 0": func(c *Certificate) { c.Multipliers["gamma0"][1] = nil },
		"multipliers.gamma0: 0 multipliers of":                           func(c *Certificate) { c.Multipliers = nil },
		"stream[1].x[0] is null, expected a number":                      func(c *Certificate) { c.Stream[1].X[0] = nil },
		"comparator[0] is null, expected a number":                       func(c *Certificate) { c.Comparator[0] = nil },
		"stream is empty": func(c *Certificate) { c.Stream = nil },
		"format: 0":       func(c *Certificate) { c.Format = 0 },
	} {
		i := items[at]
		i.statement.Where = "gamma0 >= 0"
		c, err := Read(bytes.NewReader(written(t, certify(t, i))))
		require.NoError(t, err)
		remove(c)
		_, err = c.Verify(Limit{})
		var refused *RefusedError
		require.ErrorAs(t, err, &refused)
		require.Contains(t, refused.Reason, place)
	}
	_, err := new(Certificate).Verify(Limit{})
	require.Error(t, err)
}
