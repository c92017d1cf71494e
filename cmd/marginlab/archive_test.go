package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"marginlab/cluster"
	"marginlab/cmd/marginlab/term"
)

// A claim of 0 is refuted by a ratio that is infinite, and an archive keeps and gives its stream. What else is in
// an archive is left out, and said, where it is no record that all can run.
func TestArchive(t *testing.T) {
	t.Parallel()
	server, err := cluster.Start(cluster.Engine{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	says := func(status int, args ...string) string {
		t.Helper()
		var out bytes.Buffer
		require.Equal(t, status, run(t.Context(), append(args, "--engine", server.URL()), term.Streams{Out: &out, Err: &out}), &out)
		require.Equal(t, term.Printable(out.String()), out.String())
		return strings.Join(strings.Fields(out.String()), " ")
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() {
		ended <- run(ctx, []string{"worker", "--engine", server.URL()}, term.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)})
	}()
	require.Contains(t, says(1, "hunt", "e-omm: mistakes <= 0", "--cold", "--workers", "1", "--epochs", "1", "--streams", "100"), "refuted")
	if !testing.Short() { // on streams that no archive takes
		require.Contains(t, says(0, "hunt", "perceptron in 50000 passes: mistakes <= 2000000000", "--cold", "--workers", "1", "--epochs", "1", "--streams", "3"),
			"stays out of the archive: it goes 50000 times through ")
	}
	stop()
	require.Zero(t, <-ended)

	connection, err := nats.Connect(server.URL())
	require.NoError(t, err)
	defer connection.Close()
	long := `{"record": 1, "statement": "e-omm in 1000000000000 passes: mistakes <= 2", "ratio": 1, "stream": [{"x": [1], "y": 1}, {"x": [-1], "y": -1}]}`
	for key, text := range map[string]string{"a.long.one": long, "a.bomb": `{"stream":[`, "no\x1b[31m$key": "{}"} {
		_, err := connection.Request("$KV.archive."+key, []byte(text), nats.DefaultTimeout*10)
		require.NoError(t, err)
	}
	const tooLong = "it goes 1000000000000 times through 2 examples, expected at most 100000 steps in an archive"
	for _, args := range [][]string{{"archive", "list"}, {"archive", "list", "--json"}, {"archive", "get", filepath.Join(t.TempDir(), "records")}} {
		out := says(0, args...)
		require.Contains(t, out, "archive: a.long.one is left out: "+tooLong)
		require.Contains(t, out, "archive: a.bomb is left out: record: ")
		if dir := args[len(args)-1]; args[1] == "get" {
			var out bytes.Buffer
			require.Zero(t, run(t.Context(), []string{"replay", dir}, term.Streams{Out: &out, Err: &out}), &out)
			require.Contains(t, says(0, "archive", "put", dir), "0 taken")
		} else {
			require.Contains(t, out, "e-omm: mistakes <= 0")
		}
	}
	file := filepath.Join(t.TempDir(), "long.json")
	require.NoError(t, os.WriteFile(file, []byte(long), 0o600))
	require.Contains(t, says(2, "archive", "put", file), file+": "+tooLong)
	row := `{"x": [` + strings.Repeat("1,", 999) + `1], "y": 1}`
	large := `{"record": 1, "statement": "perceptron: mistakes <= 2", "ratio": 0.5, "stream": [` + strings.Repeat(row+",", 499) + row + `]}`
	require.NoError(t, os.WriteFile(file, []byte(large), 0o600))
	require.Contains(t, says(2, "archive", "put", file), file+": it has ")
	require.Contains(t, says(2, "hunt", "perceptron: mistakes <= 2", "--start", file), "the streams that it starts from, has ")
	require.Contains(t, says(2, "archive", "list", "--creds", "/dev/zero"), "/dev/zero has more than 1048576 bytes, expected a file that marginlab engine init wrote")
}

// ends is a context that ends after so many looks.
type ends struct {
	context.Context
	looks int
}

func (e *ends) Err() error {
	if e.looks--; e.looks < 0 {
		return context.Canceled
	}
	return nil
}

// Millions of claims are read, and then prepared, until an interrupt. A claim that is there again is one.
func TestClaimsOfASweep(t *testing.T) {
	t.Parallel()
	claims := strings.Repeat("e-omm: mistakes <= 1\n", 9) + "e-omm: mistakes <= 2\n"
	for looks, want := range map[int]error{0: context.Canceled, 9: context.Canceled, 10: context.Canceled, 19: context.Canceled, 20: nil} {
		_, err := claimsOf(&ends{t.Context(), looks}, "-", strings.NewReader(claims))
		require.Equal(t, looks < 10, err != nil, fmt.Sprint(looks))
		all, err := sweepCmd{Claims: "-", Epochs: 1, Islands: 1, Streams: 1}.claims(&ends{t.Context(), looks}, strings.NewReader(claims))
		require.ErrorIs(t, err, want, fmt.Sprint(looks))
		require.Equal(t, want == nil, len(all) == 2)
	}
}
