package certificate

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func FuzzRead(f *testing.F) {
	for _, i := range corpus(f)[:3] {
		f.Add(written(f, certify(f, i)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		back, err := Read(bytes.NewReader(written(t, c)))
		require.NoError(t, err)
		require.Equal(t, written(t, c), written(t, back))
	})
}

// What anybody may have written, and sealed, is verified or refused, and what is verified is
// refuted by its stream again.
func FuzzVerify(f *testing.F) {
	for _, i := range corpus(f) {
		f.Add(written(f, certify(f, i)))
	}
	limit := Limit{Bits: 1 << 10, Prec: 1 << 8}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Read(bytes.NewReader(text))
		if err != nil || len(text) > 1<<13 || c.Statement.Passes > 5 {
			return
		}
		if c.Seal, err = c.seal(); err != nil {
			t.Fatal(err)
		}
		if c.Verify(limit) != nil || c.IsWitness() {
			return
		}
		p, err := Compile(c.Statement)
		require.NoError(t, err)
		_, err = p.Certify(c.Stream, c.Comparator, limit)
		require.NoError(t, err)
	})
}
