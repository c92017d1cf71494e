package certificate_test

import (
	"bytes"
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	. "marginlab/adversarial/certificate"

	"marginlab/internal/rapidtest"
)

func TestReadSaysWhatIsWrong(t *testing.T) {
	text := string(written(t, certify(t, corpus(t)[0])))
	for _, c := range []struct{ old, new, want string }{
		{`"format": 2`, `"format": 2,,`, "line 2"},
		{`"format": 2`, `"format": 2.0`, "format: a number 2.0"},
		{`"format": 2`, `"format": 7`, "format 7, expected a JSON object"},
		{`"format": 2`, `"format": 2, "format": 2`, "format: expected each key once"},
		{`"fixed":""`, `"fixed":"","Fixed":""`, "statement.Fixed: expected each key once, in small letters"},
		{`["2","2"]`, `["2.0","2"]`, `["2.0","2"], expected integers or ratios`},
		{`["2","2"]`, `["1/0","2"]`, `"1/0", expected a denominator`},
		{"\n}\n", "\n}\n{}", "line 10, column 2: invalid character '{' after top-level value"},
		{"\n}\n", "", "unexpected end of JSON input"},
		{text, "", "unexpected end of JSON input"},
		{text, "{}", "format 0, expected a JSON object that begins with"},
		{text, strings.Repeat("[", 100_000), "line 1, column 9: more than 8 open brackets"},
		{`"format": 2`, `"a": "` + strings.Repeat("]", 99) + `", "b": ` + strings.Repeat("[", 9),
			"more than 8 open brackets"},
		{`"format": 2`, `"a": "` + strings.Repeat(" ,", MaxDigits/2+1) + `"`, "a text of more than 65536 bytes"},
		{`"format": 2`, `"a": "\"` + strings.Repeat("[", MaxDigits), "a text of more than 65536 bytes"},
		{`["2","2"]`, `["` + strings.Repeat("9", MaxDigits+1) + `","2"]`, "a number or a text of more than 65536 bytes"},
	} {
		require.Contains(t, text, c.old)
		_, err := Read(strings.NewReader(strings.Replace(text, c.old, c.new, 1)))
		require.ErrorContains(t, err, c.want)
		require.Less(t, len(err.Error()), 300)
	}
	// The longest number is read.
	longest := strings.Replace(text, `["2","2"]`, `["`+strings.Repeat("9", MaxDigits-2)+`","2"]`, 1)
	_, err := Read(strings.NewReader(longest))
	require.NoError(t, err)
	require.Error(t, json.Unmarshal([]byte(`{"format": 2, "stream": [{"x": ["1e9"], "y": 1}]}`), new(Certificate)))
}

// A text of 64 MiB is refused in two seconds and 300 MB, whatever it has; a normal run takes an eighth of it.
func TestLongTextsAreRefused(t *testing.T) {
	rapidtest.Slow(t)
	size := rapidtest.Count(8<<20, 8<<20, 64<<20)
	for _, part := range []string{"[", `{"a":`, "7", `"7`, `"1",`, "1,", " ", `"\\`, `{"format": 2, "stream": [`, "\x00"} {
		text := []byte(strings.Repeat(part, size/len(part)))
		for _, text := range [][]byte{text, append([]byte(`{"format": 2, "statement": {}, "stream": [{"y": 1, "x": ["1",`), text...)} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			began := time.Now()
			_, err := Read(bytes.NewReader(text))
			require.Error(t, err)
			require.Less(t, time.Since(began), 4*time.Second, part) // of 64 MiB half of it, on a machine of its own
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(6*size+20<<20), part) // in all, and less at once
		}
	}
}

// A run may have MostSteps steps, whether it rests before or not, and no more: a line of a certificate could ask for
// any number.
func TestMostSteps(t *testing.T) {
	for passes, wrong := range map[int]string{
		MostSteps / 4:   "",
		MostSteps/4 + 1: "4 examples and 25001 passes, expected at most 100000 steps in all",
		1 << 30:         "4 examples and 1073741824 passes, expected at most 100000 steps in all",
	} {
		p := compile(t, Statement{Learner: "perceptron", Quantity: "mistakes", Claim: "0", Passes: passes, AtRest: true})
		c, err := p.Certify(planted(4)[:4], nil, Limit{})
		if wrong != "" {
			require.ErrorContains(t, err, wrong)
			continue
		}
		require.NoError(t, err)
		c.Statement.Passes *= 1000
		_, err = c.Verify(Limit{})
		require.ErrorContains(t, err, "4 examples and 25000000 passes")
	}
}

func FuzzRead(f *testing.F) {
	for _, i := range corpus(f)[:3] {
		f.Add(written(f, certify(f, i)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		c.Format = Format
		back, err := Read(bytes.NewReader(written(t, c)))
		require.NoError(t, err)
		require.Equal(t, written(t, c), written(t, back))
	})
}

// Any text is verified or refused, and the stream of a verified certificate refutes its statement again.
func FuzzVerify(f *testing.F) {
	for _, i := range corpus(f) {
		f.Add(written(f, certify(f, i)))
	}
	limit := Limit{Bits: 1 << 10, Prec: 1 << 8}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Read(bytes.NewReader(text))
		if err != nil || len(text) > 1<<13 || c.Statement.Passes > 5 || len(c.Stream) > 64 {
			return
		}
		if _, err := c.Verify(limit); err != nil || c.IsWitness() {
			return
		}
		p, err := Compile(c.Statement)
		require.NoError(t, err)
		_, err = p.Certify(c.Stream, c.Comparator, limit)
		require.NoError(t, err)
	})
}
