package benchdata_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/internal/rapidtest"
)

// A download that is killed at any byte leaves no file half written under its name, and the next
// one comes to all of them.
func TestFetchKilled(t *testing.T) {
	t.Parallel()
	const parts = 16
	part := strings.Repeat("1 2:3\n", 1000)
	text := strings.Repeat(part, parts)
	var left atomic.Int64 // parts until the process is killed
	var command *exec.Cmd
	var starting sync.Mutex
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for range parts {
			if left.Add(-1) == 0 {
				starting.Lock()
				defer starting.Unlock()
				_ = command.Process.Kill()
				return
			}
			_, _ = w.Write([]byte(part))
			_ = http.NewResponseController(w).Flush()
		}
	}))
	defer server.Close()
	source := Source{Name: "three"}
	for _, name := range []string{"a", "b", "c"} {
		source.Files = append(source.Files, SourceFile{Name: name, URL: server.URL, Size: int64(len(text)), SHA256: sumOf(text)})
	}
	given, err := json.Marshal(source)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(18, 10))
	for range rapidtest.Count(2, 10, 200) {
		dir := t.TempDir()
		ended := false
		for left.Store(1 + rng.Int64N(2*parts)); !ended; left.Store(1 + rng.Int64N(4*parts)) {
			starting.Lock()
			command = exec.Command(os.Args[0], "-test.run=^TestFetchInner$")
			command.Env = append(os.Environ(), "FETCH_SOURCE="+string(given), "FETCH_DIR="+dir)
			err := command.Start()
			starting.Unlock()
			require.NoError(t, err)
			ended = command.Wait() == nil
			for _, f := range source.Files {
				is, err := os.ReadFile(filepath.Join(dir, f.Name))
				require.True(t, string(is) == text || !ended && os.IsNotExist(err), "%d bytes of %s", len(is), f.Name)
			}
		}
	}
}

func TestFetchInner(t *testing.T) {
	if os.Getenv("FETCH_DIR") == "" {
		t.Skip("is run by TestFetchKilled")
	}
	var source Source
	require.NoError(t, json.Unmarshal([]byte(os.Getenv("FETCH_SOURCE")), &source))
	require.NoError(t, source.Fetch(t.Context(), http.DefaultClient, os.Getenv("FETCH_DIR"), nil))
}
