package adversarial

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a text is of is known at its end, by the seal. A text of many parts that hold nothing, each of which would
// take many times its length, is refused at the first of them.
func TestReadingTakesNoMoreMemoryThanItsText(t *testing.T) {
	c, err := Claim("e-omm: mistakes <= 2")
	require.NoError(t, err)
	r, err := Plan{Conjecture: c, Islands: 1}.Runner()
	require.NoError(t, err)
	state := func(text string) error {
		_, _, err := r.readState(t.Context(), []byte(text), place{})
		return err
	}
	record := func(text string) error {
		_, err := ReadRecord(strings.NewReader(text))
		return err
	}
	file := func(text string) error {
		name := filepath.Join(t.TempDir(), "state.json")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		_, err := readState(name)
		return err
	}
	for _, c := range []struct {
		read        func(string) error
		before, end string
		parts       []string
	}{
		{state, `{"pools":[[`, `],[]]}`, []string{"{}", "null", "0", `{"stream":[]}`, `{"stream":null}`}},
		{state, `{"population":{"1":[`, `]}}`, []string{"[]", "null", "0"}},
		{state, `{"population":{"1":[[`, `]]}}`, []string{"{}", "null", "0", `{"x":[]}`}},
		{state, `{"refuted":{"stream":[`, `]}}`, []string{"{}", "null", "0", `{"y":1}`}},
		{file, `{"islands":[`, `]}`, []string{"{}", "null", "0", `{"spent":[]}`}},
		{file, `{"islands":[{"pools":[[`, `]]}]}`, []string{"{}"}},
		{record, `{"record":1,"statement":"e-omm: mistakes <= 2","ratio":1,"stream":[`, `]}`, []string{"{}", "null", "0", `{"y":1}`}},
	} {
		for _, part := range c.parts {
			text := c.before + strings.Repeat(part+",", 50_000) + part + c.end
			least := uint64(math.MaxUint64) // of three: what else runs allocates too
			for range 3 {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				err := c.read(text)
				runtime.ReadMemStats(&after)
				require.Error(t, err, "%.100s", text)
				least = min(least, after.TotalAlloc-before.TotalAlloc)
			}
			require.LessOrEqual(t, least, uint64(8*len(text)+100_000), "%.100s", text)
		}
	}
}
