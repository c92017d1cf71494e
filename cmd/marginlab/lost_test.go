//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
)

// ways are how a folder is lost to a command that writes a file there. Each returns what gives it
// back.
var ways = map[string]func(t *testing.T, folder string) func(){
	"a file in its place": func(t *testing.T, folder string) func() {
		require.NoError(t, os.Rename(folder, folder+".gone"))
		require.NoError(t, os.WriteFile(folder, nil, 0o600))
		return func() {
			require.NoError(t, os.Remove(folder))
			require.NoError(t, os.Rename(folder+".gone", folder))
		}
	},
	"no permission": func(t *testing.T, folder string) func() {
		require.NoError(t, os.Chmod(folder, 0o500))
		return func() { require.NoError(t, os.Chmod(folder, 0o700)) }
	},
}

// lost runs a test of each way to lose a folder.
func lost(t *testing.T, test func(t *testing.T, folder string, lose func() (back func()))) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "no permission" && os.Geteuid() == 0 {
				t.Skip("root may write anywhere")
			}
			folder := filepath.Join(t.TempDir(), "folder")
			require.NoError(t, os.Mkdir(folder, 0o700))
			test(t, folder, func() func() { return way(t, folder) })
		})
	}
}

// onRead is a reader that does something before it is read for the first time.
type onRead struct {
	io.Reader
	first func()
}

func (r *onRead) Read(p []byte) (int, error) {
	if r.first != nil {
		r.first()
		r.first = nil
	}
	return r.Reader.Read(p)
}

// A file that is written after the work, into a folder that was lost in it, costs no result that
// can be printed, and nothing is left half written.
func TestLostFolderOfAResult(t *testing.T) {
	t.Parallel()
	const examples = "0,0,-1\n2,2,1\n2,0,-1\n"
	const record = `{"record": 1, "statement": "e-omm: mistakes <= 3 * T", "ratio": 0.3333333333333333, "stream": [{"x": [0, 1], "y": -1}, {"x": [2, 0], "y": 1}]}`
	for name, c := range map[string]struct{ args, in, prints string }{
		"a model":       {"run - --learners perceptron --format csv --save", examples, "perceptron"},
		"a page":        {"report - --learners perceptron --format csv -o", examples, ""},
		"a certificate": {"certify - --learner e-omm --claim 2 -o", examples, ""},
		"a picture":     {"replay - --plot", record, "mistakes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lost(t, func(t *testing.T, folder string, lose func() func()) {
				file := filepath.Join(folder, "out.json")
				require.NoError(t, os.WriteFile(file, []byte("was there"), 0o600))
				back := func() {}
				in := &onRead{strings.NewReader(c.in), func() { back = lose() }}
				var out, errs bytes.Buffer
				status := run(t.Context(), append(strings.Fields(c.args), file),
					term.Streams{In: in, Out: term.NewOut(&out), Err: &errs})
				require.Equal(t, 2, status, "%s%s", &out, &errs)
				require.Contains(t, errs.String(), folder)
				require.Contains(t, out.String(), c.prints)
				require.Nil(t, in.first)
				back()
				requireOnly(t, folder, "out.json")
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				require.Equal(t, "was there", string(text))
			})
		})
	}
}

// A long command that keeps its state in a folder goes on without it, and says so; what it kept
// before is whole.
func TestLostFolderOfAState(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args, says string
	}{
		"hunt": {
			"hunt --learner e-omm --quantity later_mistakes --claim T+R --workers 2 --seed 3 --cold --examples 3..6 --dim 2 --budget 0s --state",
			"the search is lost: ",
		},
		"reproduce": {
			"reproduce synthetic --quick --runs 100 --json --state",
			"cannot be kept: ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lost(t, func(t *testing.T, folder string, lose func() func()) {
				file := filepath.Join(folder, "state.json")
				ctx, interrupt := context.WithCancel(t.Context())
				defer interrupt()
				var errs guarded
				ended := make(chan int)
				go func() {
					ended <- run(ctx, append(strings.Fields(c.args), file),
						term.Streams{In: strings.NewReader(""), Out: term.NewOut(io.Discard), Err: &errs})
				}()
				there := func() bool { _, err := os.Stat(file); return err == nil }
				require.Eventually(t, there, time.Minute, time.Millisecond)
				back := lose()
				if name == "reproduce" { // which warns at once
					require.Eventually(t, func() bool { return strings.Contains(errs.String(), c.says) }, time.Minute, time.Millisecond)
				}
				interrupt()
				require.Equal(t, 2, <-ended, "%s", errs.String())
				require.Contains(t, errs.String(), c.says)
				back()
				requireOnly(t, folder, "state.json")
				settled(t, file) // whole
			})
		})
	}
}

// requireOnly requires that a folder has these files and no others, but for a hidden one, which was
// begun and cannot be removed from a folder that is lost.
func requireOnly(t *testing.T, folder string, names ...string) {
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	var got []string
	for _, e := range entries {
		if e.Name()[0] != '.' {
			got = append(got, e.Name())
		}
	}
	require.Equal(t, slices.Sorted(slices.Values(names)), got)
}

// guarded is a buffer that may be read while it is written.
type guarded struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (g *guarded) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.text.Write(p)
}

func (g *guarded) String() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.text.String()
}
