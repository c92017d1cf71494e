package adversarial

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// largest is a writer that knows the longest piece that was written into it.
type largest struct {
	bytes.Buffer
	piece int
}

func (l *largest) Write(p []byte) (int, error) {
	l.piece = max(l.piece, len(p))
	return l.Buffer.Write(p)
}

// The state of a hunt is written in pieces of a stream, and no buffer has the whole text: the
// state of an hour has 30 MB. Its bytes are those of the whole.
func TestStateIsWrittenInPieces(t *testing.T) {
	t.Parallel()
	c, err := Claim("e-omm: later_mistakes <= r^2")
	require.NoError(t, err)
	hunt := Hunt{Workers: 2, Trials: 500, Cold: true, State: filepath.Join(t.TempDir(), "state.json")}
	_, err = hunt.Run(t.Context(), c)
	require.NoError(t, err)
	text, err := os.ReadFile(hunt.State)
	require.NoError(t, err)

	var s state
	require.NoError(t, json.Unmarshal(text, &s))
	whole, err := json.Marshal(s)
	require.NoError(t, err)
	seal := len(text) - len(sealKey) - 64 - len("\"}\n")
	require.True(t, string(whole) == string(text[:seal])+"}", "the bytes of the whole")

	hunt.Resume = true
	n, err := hunt.open(t.Context(), c)
	require.NoError(t, err)
	var written largest
	require.NoError(t, n.write(&written))
	require.True(t, bytes.Equal(text, written.Bytes()), "the same again")
	longest := 0
	for _, i := range n.islands {
		for _, all := range i.population {
			for _, m := range all {
				text, err := json.Marshal(m.Stream)
				require.NoError(t, err)
				longest = max(longest, len(text))
			}
		}
	}
	require.LessOrEqual(t, written.piece, longest+1000, "of %d bytes", len(text))
	require.Greater(t, len(text), 10*written.piece)
}

// full is a writer that takes so many bytes, and then no more.
type full struct {
	bytes.Buffer
	room int
}

func (f *full) Write(p []byte) (int, error) {
	if f.Len()+len(p) > f.room {
		return 0, errors.New("no space left")
	}
	return f.Buffer.Write(p)
}

// What cannot be written in JSON is an error. The first error stays, and nothing is written after it.
func TestSealEndsAtTheFirstError(t *testing.T) {
	_, err := sealed(struct{ F func() }{})
	require.ErrorContains(t, err, "unsupported type")
	w := full{room: 4}
	require.ErrorContains(t, seal(&w, func(p *pieces) {
		p.raw("abc")
		p.raw("defg")
		w.room = 1000
		p.value(func() {})
		p.raw("h")
	}), "no space left")
	require.Equal(t, "{abc", w.String())
}
