package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
)

// What a stream unpacks to is bounded as what it is read from is.
func TestGzipOfALongStream(t *testing.T) {
	var packed bytes.Buffer
	to := gzip.NewWriter(&packed)
	_, err := to.Write(bytes.Repeat([]byte("\n"), mostBytes+1))
	require.NoError(t, err)
	require.NoError(t, to.Close())
	file := filepath.Join(t.TempDir(), "long.csv.gz")
	require.NoError(t, os.WriteFile(file, packed.Bytes(), 0o600))
	var out, errs bytes.Buffer
	require.Equal(t, 2, run(t.Context(), []string{"certify", file, "e-omm: mistakes <= 2"},
		term.Streams{Out: term.NewOut(&out), Err: &errs}))
	require.Contains(t, errs.String(), "more than 64 MiB")
}
