package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"
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
	require.Contains(t, said(t, 2, "certify", file, "e-omm: mistakes <= 2"), "more than 64 MiB")
}
