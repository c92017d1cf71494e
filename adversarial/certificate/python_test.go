package certificate_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	. "marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
)

const testdata = "../testdata"

// python returns the lines of check.py on each text, and whether each says valid.
func python(t testing.TB, texts [][]byte) (valid []bool, lines []string) {
	interpreter, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is missing: the independent checker is not run")
	}
	dir := t.TempDir()
	args := []string{filepath.Join(testdata, "check.py")}
	for i, text := range texts {
		name := filepath.Join(dir, fmt.Sprintf("%d.json", i))
		require.NoError(t, os.WriteFile(name, text, 0o600))
		args = append(args, name)
	}
	var stderr bytes.Buffer
	cmd := exec.Command(interpreter, args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	require.True(t, err == nil || errors.As(err, &exit), "%v", err)
	require.Empty(t, stderr.String())
	lines = strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	require.Len(t, lines, len(texts))
	worst := 0
	for i, line := range lines {
		_, verdict, _ := strings.Cut(line, ".json: ")
		word, _, _ := strings.Cut(verdict, ":")
		code, ok := map[string]int{"valid": 0, "refused": 1, "malformed": 2}[word]
		require.True(t, ok, line)
		valid, lines[i], worst = append(valid, code == 0), verdict, max(worst, code)
	}
	require.Equal(t, worst, cmd.ProcessState.ExitCode())
	return valid, lines
}

// status returns nil if Go reads and verifies a text.
func status(text []byte) error {
	c, err := Read(bytes.NewReader(text))
	if err == nil {
		_, err = c.Verify(Limit{})
	}
	return err
}

// agree requires that both checkers find all texts valid, or all not.
func agree(t testing.TB, names []string, texts [][]byte, valid bool) {
	t.Helper()
	for i, text := range texts {
		if err := status(text); valid {
			require.NoError(t, err, names[i])
		} else {
			require.Error(t, err, names[i])
		}
	}
	all, lines := python(t, texts)
	for i, is := range all {
		require.Equal(t, valid, is, "%s: %s", names[i], lines[i])
	}
}

// Both checkers find the certificates that come with marginlab valid.
func TestCertificatesOnDisk(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	names, texts := onDisk(t)
	if !rapidtest.Long() { // in Python it takes 2 s
		slow := slices.Index(names, filepath.Join(testdata, "pumma-three-halves.json"))
		require.NoError(t, status(texts[slow]))
		names, texts = slices.Delete(names, slow, slow+1), slices.Delete(texts, slow, slow+1)
	}
	agree(t, names, texts, true)
}

// Each of these runs has hundreds of updates, and takes either checker up to a minute.
func TestLongCertificates(t *testing.T) {
	t.Parallel()
	if !rapidtest.Long() {
		t.Skip("either checker takes a minute: MARGINLAB_LONG=1 runs it")
	}
	names, err := filepath.Glob(filepath.Join(testdata, "long", "*.json"))
	require.NoError(t, err)
	require.Len(t, names, 3)
	var texts [][]byte
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		texts = append(texts, text)
	}
	agree(t, names, texts, true)
}

// Both checkers are tested with each learner that has an exact model.
func TestEveryExactLearnerIsCertified(t *testing.T) {
	_, err := exact.Find("", nil)
	_, names, _ := strings.Cut(err.Error(), "expected one of ")
	certified := map[string]bool{}
	for _, i := range everyLearner(t) {
		if s, err := exact.Parse(i.name); err == nil {
			certified[s.Name] = true
		}
	}
	for _, name := range strings.Split(names, ", ") {
		require.True(t, certified[name], name)
	}
}

// A field of neither format changes nothing, nor do zeros before a number. A field of the other format must have its
// type.
func TestBothReadersReadTheSame(t *testing.T) {
	t.Parallel()
	plain := string(written(t, certify(t, item{
		statement: Statement{Learner: "omm(rho=1/3)", Quantity: "updates", Claim: "0*gamma", Where: "R == 5/4"},
		stream:    streamOf(t, "+5/4 --1"),
	})))
	names, texts := map[bool][]string{}, map[bool][][]byte{}
	for _, f := range []struct {
		old, new string
		valid    bool
	}{
		{`"5/4"`, `"010/08"`, true},
		{`"5/4"`, `"05/04"`, true},
		{`rho=1/3`, `rho=010/030`, true},
		{`rho=1/3`, `rho=08/010`, true},
		{`rho=1/3`, `rho=1/00`, false},
		{`"format": 2`, `"format": 2, "more": 1e999`, true},
		{`"format": 2`, `"format": 2, "more": NaN`, false},
		{`"format": 2`, "\"format\": 2, \"more\": \"\xff\"", false},
		{`omm(rho=1/3)`, `\ud800(rho=1/2,rho=1/3)`, false},
		{`omm(rho=1/3)`, strings.Repeat(`\\`, MaxDigits+1), false},
		{`omm(rho=1/3)`, `omm(rho=1/3)` + strings.Repeat(" ", MaxDigits), false},
		{`"format": 2`, `"format": 2, "more": "\"[[[[[[[[[[\\", "and": [[[[1]]]]`, true},
		{`"format": 2`, `"format": 2, "more": "]]]]]]]]]]", "and": ` +
			strings.Repeat("[", 9) + strings.Repeat("]", 9), false},
		{`"format": 2`, `"format": 2, "rival": ["1"], "geometry": {"rho": {}}, "runs": {"learner": null}`, true},
		{`"format": 2`, `"format": 2, "rival": 7`, false},
		{`"format": 2`, `"format": 2, "geometry": {"gamma": {"multipliers": [1]}}`, false},
		{`"format": 2`, `"format": 2, "runs": {"learner": [{"updated": 1}]}`, false},
		{`"format": 2`, `"format": 2, "runs": {"learner": [{"predicted": 1` + strings.Repeat("0", 19) + `}]}`, false},
		{`"format": 2`, `"format": 1, "geometry": {"gamma": {"multipliers": ["1", "1"]}}, "comparator": ["1"]`, true},
		{`"format": 2`, `"format": 1, "geometry": {"gamma": {"multipliers": ["1", "1"]}}, "comparator": 7`, false},
		{`"format": 2`, `"format": 1, "geometry": {"gamma": {"multipliers": ["1", "1"]}}, "answers": {}`, false},
		{"\n}\n", "\n}\nx", false},
		{"\n}\n", "\n}\n\x00", false},
	} {
		require.Contains(t, plain, f.old)
		names[f.valid] = append(names[f.valid], f.new[:min(60, len(f.new))])
		texts[f.valid] = append(texts[f.valid], []byte(strings.Replace(plain, f.old, f.new, 1)))
	}
	agree(t, names[true], texts[true], true)
	agree(t, names[false], texts[false], false)
}

// The forgeries are copies of a certificate, each with a part of its text replaced by something that no reader of the
// language accepts. Some of them ask for unbounded work.
func TestForgeriesAreRefused(t *testing.T) {
	t.Parallel()
	plain := string(written(t, certify(t, item{
		statement: Statement{Learner: "e-omm", Quantity: "updates", Claim: "0*gamma", Where: "d == 1"},
		stream:    streamOf(t, "+1 --1"),
	})))
	agree(t, []string{"itself"}, [][]byte{[]byte(plain)}, true)
	var names []string
	var texts [][]byte
	for old, forged := range map[string][]string{
		`"e-omm"`: {
			`"e-omm(rho=1)"`, `"e-omm(zzz=3)"`, `"omm"`, `"omm(rho=1, rho=1)"`, `"omm(rho=2)"`, `"omm(rho=1/0)"`,
			`"omm(rho=1, rule=printed, rule=printed)"`, `"omm(rho=1, rule=other)"`, `"mira(eps=1/2)"`,
			`"mira(eps=1)"`, `"pumma(delta=1)"`, `"pa-i(C=-1)"`, `"perceptron(gamma0=1000)"`, `"randomized(R=-1)"`,
			`"n-omm(p=3)"`, `"bias(e-omm,1)"`, `"bias(perceptron,0)"`, `"pegasos(lambda=1)"`,
			`"exec(python3 mine.py)"`,
		},
		`"passes":1`: {
			`"passes":true`, `"passes":1.0`, `"passes":"1"`, `"passes":-1`, `"passes":1000000000`,
			`"passes":1,"passes":1`, `"passes":1,"Passes":1`,
		},
		`"at_rest":false`: {`"at_rest":0`, `"at_rest":true`},
		`"format": 2`:     {`"format": "2"`, `"format": true`, `"format": 3`, `"format": 2, "format": 2`},
		`"y":1`:           {`"y":true`, `"y":0`, `"y":1.0`},
		`["1"]`: {
			`["1.0"]`, `["1/0"]`, `["１"]`, `[1]`, `[null]`, `[]`, `["1","2"]`,
			`["1` + strings.Repeat("0", MaxDigits) + `"]`,
		},
		`"multipliers": {`: {`"multiplier": {`},
		`"multipliers": {"gamma":["1","1"]}`: {
			`"multipliers": {"gamma":["1",null]}`, `"multipliers": {"gamma":["1","2"]}`,
			`"multipliers": {"gamma":["1"]}`, `"multipliers": {"gamma0":["1","1"]}`,
		},
		`"d == 1"`: {
			`"! 1 < 0"`, `"not 1 < 0"`, `"!(d) < 0"`, `"1 == 1 == 1"`, `"0 < 1 || 5"`, `"d = 1"`, `"d ≤ 1"`,
			`"foo_updates < 9"`,
			// These are equal, which no precision decides, but an end rounded inward would.
			`"1/log(2) - 1/log(2) != 0"`, `"1/3 + log(2) != log(2) + 1/3"`, `"log(8) != 3*log(2)"`, `"exp(1)^2 != exp(2)"`,
			`"log(2)*exp(1) != exp(1)*log(2)"`, `"exp(log(3)) != 3"`, `"2^(1/3)*2^(2/3) != 2"`, `"exp(1/3)^3 != exp(1)"`,
			`"(sqrt(3)+sqrt(2))*(sqrt(3)-sqrt(2)) != 1"`, `"sqrt(2)+sqrt(3) != sqrt(5+2*sqrt(6))"`,
		},
		`"0*gamma"`: {
			`"0*gamma*9^9^9"`, `"0*gamma*2^(10^9)"`, `"0*gamma*max(1)"`, `"1 < 2 ? 0*gamma : 1 < 2"`,
			`"0*gamma*m(sqrt(2))"`, `"0*gamma + 0r"`, `"0*gamma/0"`, `"0*gamma*log(0)"`, `"0*gamma*their_T"`,
			`"0*gamma*U"`, `"` + strings.Repeat("(", 5000) + `0*gamma"`,
		},
		plain: {`[]`, ``, strings.Repeat("[", 100_000), plain + plain},
	} {
		require.Contains(t, plain, old)
		for _, new := range forged {
			names = append(names, new[:min(60, len(new))])
			texts = append(texts, []byte(strings.Replace(plain, old, new, 1)))
		}
	}
	agree(t, names, texts, false)
}

// valueCondition returns the condition that a term of a statement has the value computed in Go: exactly if the value is
// short and in l2, else to some 20 digits, or between the ends that multipliers prove in a norm. It is "" for a term
// that the statement cannot have. For a term without a value, has is false.
func valueCondition(t testing.TB, i item, term string) (condition string, has bool) {
	s := i.statement
	s.Quantity, s.Relation, s.Claim, s.Where = term, "", "0", ""
	p, err := adversarial.Compile(s)
	if err != nil {
		return "", false
	}
	f, err := p.Look(i.stream, i.comparator, Limit{})
	require.NoError(t, err, i.name)
	v, err := f.Value(p.Terms()[0], 512)
	if err != nil {
		return "0*" + term + " == 0", false
	}
	if q, is := v.Rational(); is && f.Norm == nil && len(q.RatString()) < 60 {
		return term + " == " + q.RatString(), true
	}
	wider := func(end *big.Rat, by int64) string {
		return new(big.Rat).Add(end, new(big.Rat).Quo(big.NewRat(by, 1e10), big.NewRat(1e10, 1))).FloatString(22)
	}
	x := v.Interval()
	return wider(x.Lower(), -1) + " < " + term + " && " + term + " < " + wider(x.Upper(), 1), true
}

// Both checkers compute the same value of every term of every learner, and none where there is none: a certificate with
// this value in its domain is valid, or refused. They agree for every learner. Terms of the stream or of the second
// learner are the same for many items, and a normal run checks them for one item in four.
func TestPythonComputesTheSameValues(t *testing.T) {
	t.Parallel()
	items := slices.Concat([]item{
		{name: "two", statement: Statement{Learner: "e-omm", Against: "randomized"}, stream: planted(2)},
	}, corpus(t), everyLearner(t), inNorms(t))
	if testing.Short() {
		items = []item{corpus(t)[0], corpus(t)[3], inNorms(t)[4]}
	}
	names, texts, asked := map[bool][]string{}, map[bool][][]byte{}, map[string]int{}
	for n, i := range items {
		if i.statement.Claim != "" {
			names[true], texts[true] = append(names[true], i.name), append(texts[true], written(t, certify(t, i)))
		}
		holds := i
		holds.statement.Quantity, holds.statement.Relation, holds.statement.Claim = "1", "<=", "0"
		p := compile(t, holds.statement)
		var all, none []string
		phis := []string{"m(1/2)", "m(-1/4)", "mbar(1/2)", "mbar(-1/4)", "their_m(1/2)", "their_mbar(1/2)"}
		for _, term := range slices.Concat(Terms(), phis, p.Names()) {
			if n%4 > 0 && IsSecondary(term) && !rapidtest.Long() {
				continue
			}
			if condition, has := valueCondition(t, i, term); has {
				all, asked[term] = append(all, condition), asked[term]+1
			} else if condition != "" {
				none = append(none, condition)
			}
		}
		for part := range slices.Chunk(all, 7) { // of conditions; a line of the language is not longer
			holds.statement.Where = strings.Join(part, " && ")
			names[true] = append(names[true], i.name+": "+holds.statement.Where)
			texts[true] = append(texts[true], written(t, certify(t, holds)))
		}
		holds.statement.Where = ""
		c := certify(t, holds)
		for _, c.Statement.Where = range none {
			names[false] = append(names[false], i.name+": "+c.Statement.Where)
			texts[false] = append(texts[false], written(t, c))
		}
	}
	t.Logf("%d and %d certificates of %v", len(texts[true]), len(texts[false]), asked)
	if !testing.Short() {
		for _, name := range Terms() {
			has := func(term string) bool { return term == name || strings.HasPrefix(term, name+"(") }
			require.True(t, slices.ContainsFunc(slices.Collect(maps.Keys(asked)), has), name)
		}
	}
	agree(t, names[true], texts[true], true)
	agree(t, names[false], texts[false], false)
}
