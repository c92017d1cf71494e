package certificate

import (
	"bytes"
	"errors"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
	"marginlab/theory/real"
)

// tampered is a certificate with one leaf changed.
type tampered struct {
	path, value string
	text        []byte
}

// tamper returns a copy of a certificate's text for each of its leaves, with that leaf
// changed to another of its kind, and some to one of no kind.
func tamper(t testing.TB, text []byte) []tampered {
	all, err := leaves(text)
	require.NoError(t, err)
	var copies []tampered
	for k, l := range all {
		old := l.value
		if l.text {
			old = `"` + old + `"`
		}
		start := l.end - int64(len(old))
		require.Equal(t, old, string(text[start:l.end]), l.path)
		for _, value := range others(l, k) {
			if value == old {
				continue
			}
			changed := bytes.Join([][]byte{text[:start], []byte(value), text[l.end:]}, nil)
			copies = append(copies, tampered{l.path, value, changed})
		}
	}
	return copies
}

func others(l leaf, k int) []string {
	words := map[string][]string{
		"true": {"false"}, "false": {"true"}, "[]": {`["1"]`}, "<=": {`">="`, `"<"`}, ">=": {`"<="`, `">"`}, "<": {`"<="`, `"=<"`}, "": {`"e-omm"`, `"D"`},
	}
	switch other := words[l.value]; {
	case l.path == "runs.against":
		return []string{"[]"}
	case (strings.HasSuffix(l.path, ".b") || strings.HasSuffix(l.path, ".square")) && l.value == "null":
		return []string{`"0"`}
	case l.value == "null":
		return []string{`["0"]`}
	case other != nil:
		return other
	case strings.HasPrefix(l.path, "seal."):
		return []string{`"` + strings.Map(func(c rune) rune { return (c-'0'+1)%10 + '0' }, l.value) + `"`}
	case strings.HasSuffix(l.path, ".quantity"), strings.HasSuffix(l.path, ".claim"):
		return []string{`"(` + l.value + `) + 1/1000000"`, `"` + l.value + ` + (0"`}
	case strings.HasSuffix(l.path, ".where"):
		return []string{`"(` + l.value + `) && T < 1000"`, `"(` + l.value + `) && T > 1000"`}
	case l.path == "statement.learner", l.path == "statement.against":
		return []string{`"perceptron"`, `"ce-omm"`, `"e-ommm"`}
	case strings.HasSuffix(l.path, "].name"):
		return []string{`"T"`, `"` + l.value + ` "`}
	case !l.text && k%9 == 0:
		return []string{l.value + "1", "1.5"}
	case !l.text:
		return []string{l.value + "0", strings.TrimPrefix("-"+l.value, "--")}[:1+k%2]
	case strings.HasPrefix(l.value, "-"):
		return []string{`"` + l.value[1:] + `"`}
	case l.value == "0":
		return []string{`"1/97"`, `"-1"`}
	case k%16 == 0:
		return []string{`"` + l.value + `/1"`, `null`}
	}
	return []string{`"-` + l.value + `"`}
}

// sample returns one copy for each kind of leaf, which differs from item to item; all of
// them in a long run.
func sample(copies []tampered, item int) []tampered {
	if rapidtest.Long() {
		return copies
	}
	kinds := map[string][]tampered{}
	var order []string
	for _, c := range copies {
		kind := regexp.MustCompile(`\[\d+\]`).ReplaceAllString(c.path, "[]")
		if kinds[kind] == nil {
			order = append(order, kind)
		}
		kinds[kind] = append(kinds[kind], c)
	}
	var few []tampered
	for _, kind := range order {
		few = append(few, kinds[kind][item%len(kinds[kind])])
	}
	return few
}

func TestEveryTamperedLeafIsRefusedByName(t *testing.T) {
	t.Parallel()
	items := slices.Concat(corpus(t), inNorms(t)[:2], batches(t))
	if testing.Short() {
		items = []item{items[0], items[3], items[7], batches(t)[2]} // the third has a rival
	}
	refused, malformed := 0, 0
	for k, i := range items {
		for _, copied := range sample(tamper(t, written(t, certify(t, i))), k) {
			c, err := Read(bytes.NewReader(copied.text))
			if err != nil {
				malformed++
				continue
			}
			var refusal *RefusedError
			require.ErrorAs(t, c.Verify(Limit{}), &refusal, "%s: %s: %s", i.name, copied.path, copied.value)
			place, _, _ := strings.Cut(copied.path, "multipliers[")
			if top, _, _ := strings.Cut(copied.path, "."); top == "statement" || strings.HasPrefix(top, "stream[") || strings.HasPrefix(top, "rival") {
				place, _, _ = strings.Cut(top, "[")
			}
			require.Contains(t, refusal.Reason, place, "%s: %s: %s", i.name, copied.path, copied.value)
			refused++
		}
	}
	require.Greater(t, refused, 5*malformed, "the changes are of the kind of what they change")
	require.Greater(t, malformed, rapidtest.Count(0, 0, 10))
}

// reseal returns the text with the seal that it should have, nil if it is no
// certificate.
func reseal(t testing.TB, text []byte) []byte {
	c, err := Read(bytes.NewReader(text))
	if err != nil {
		return nil
	}
	c.Seal, err = c.seal()
	require.NoError(t, err)
	return written(t, c)
}

// status is 0 for a valid certificate, 1 for one that is refused, 2 for none and for one
// whose multipliers prove too little to tell.
func status(t testing.TB, text []byte) (int, error) {
	c, err := Read(bytes.NewReader(text))
	if err != nil {
		return 2, err
	}
	err = c.Verify(Limit{})
	var refusal *RefusedError
	if err == nil {
		return 0, nil
	}
	if undecided := (*real.UndecidedError)(nil); errors.As(err, &undecided) {
		return 2, err
	}
	require.True(t, errors.As(err, &refusal), "%v", err)
	return 1, err
}

// A copy that is sealed anew is valid only if what it states is refuted: by the margins that
// [Problem.Refuted] finds, and not those that are stated.
func TestWhoeverSealsAnewHasToRefuteAnew(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: it seals and verifies some thousand copies")
	}
	valid := map[string]int{}
	sealed := regexp.MustCompile(`^(statement|stream|rival)`)
	for _, i := range append(corpus(t), inNorms(t)[:2]...) {
		for _, copied := range tamper(t, written(t, certify(t, i))) {
			if !sealed.MatchString(copied.path) && !rapidtest.Long() { // its seal is right: refused by name above
				continue
			}
			text := reseal(t, copied.text)
			if text == nil {
				continue
			}
			if s, _ := status(t, text); s == 0 {
				top, _, _ := strings.Cut(copied.path, "[")
				valid[top]++
				requireRefuted(t, text)
			}
		}
	}
	// Another statement, or another stream, may be refuted as well; all else follows.
	for path := range valid {
		top, _, _ := strings.Cut(path, ".")
		require.Contains(t, []string{"statement", "stream", "seal", "rival"}, top)
	}
	require.NotZero(t, valid["stream"])
}

func requireRefuted(t *testing.T, text []byte) {
	t.Helper()
	c, err := Read(bytes.NewReader(text))
	require.NoError(t, err)
	p, err := Compile(c.Statement)
	require.NoError(t, err)
	refuted, err := p.Refuted(c.Stream, c.Comparator, Limit{})
	require.NoError(t, err)
	require.True(t, refuted, "%s", text)
}

// falseMargins are certificates whose multipliers are convex, and with w, b and γ² all
// in accord with them, but not those of the maximum margin: those of one pair.
func falseMargins(t testing.TB) [][]byte {
	var texts [][]byte
	for _, i := range corpus(t) {
		c := certify(t, i)
		for k, e := range i.stream {
			for l, o := range i.stream {
				if e.Y != 1 || o.Y != -1 {
					continue
				}
				lambda := exact.NewVector(len(i.stream))
				lambda[k].SetInt64(1)
				lambda[l].SetInt64(1)
				w := e.X.Minus(o.X)
				b := new(big.Rat).Sub(o.X.SqNorm(), e.X.SqNorm())
				m := &Margin{Multipliers: lambda, W: w, B: b.Mul(b, big.NewRat(1, 2)), Square: w.SqNorm()}
				m.Square.Mul(m.Square, big.NewRat(1, 4))
				if c.Geometry.Gamma == nil || w.IsZero() || m.Square.Cmp(c.Geometry.Gamma.Square) == 0 {
					continue
				}
				fake := *c
				fake.Geometry.Gamma = m
				texts = append(texts, written(t, &fake))
			}
		}
	}
	require.Greater(t, len(texts), 10)
	return texts
}

func TestMultipliersHaveToBeOptimal(t *testing.T) {
	for _, text := range falseMargins(t) {
		_, err := status(t, text)
		require.ErrorContains(t, err, "geometry.gamma.multipliers: example")
	}
}

// A certificate that was not read from a text may lack numbers: it is refused, and names the place.
func TestVerifyRefusesMissingNumbers(t *testing.T) {
	for place, remove := range map[string]func(c *Certificate){
		"geometry.gamma.multipliers: multiplier 1 is <nil>, expected at least 0": func(c *Certificate) { c.Geometry.Gamma.Multipliers[1] = nil },
		"stream[1].x[0] is null, expected a number":                              func(c *Certificate) { c.Stream[1].X[0] = nil },
		"rival[0] is null, expected a number":                                    func(c *Certificate) { c.Comparator[0] = nil },
	} {
		all := corpus(t)
		c := certify(t, all[0])
		if strings.HasPrefix(place, "rival") {
			c = certify(t, all[slices.IndexFunc(all, func(i item) bool { return i.rival != nil })])
		}
		c.Stream[1].X, c.Comparator = slices.Clone(c.Stream[1].X), slices.Clone(c.Comparator)
		remove(c)
		var err error
		c.Seal, err = c.seal()
		require.NoError(t, err)
		var refusal *RefusedError
		require.ErrorAs(t, c.Verify(Limit{}), &refusal)
		require.Contains(t, refusal.Reason, place)
	}
}
