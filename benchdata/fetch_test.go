package benchdata_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	. "marginlab/benchdata"

	"marginlab/internal/rapidtest"
)

// site is a server on the loopback with a data set of two files. The test fails
// if a goroutine outlives it.
type site struct {
	source Source
	client *http.Client
	dir    string // where to fetch to

	transport http.RoundTripper
	asked     map[string]int // requests by path
	open      int            // bodies of answers that were not closed
}

// RoundTrip makes the site the transport of its own client, to watch the bodies.
func (s *site) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := s.transport.RoundTrip(r)
	if err == nil {
		s.open++
		answer.Body = &watchedBody{answer.Body, s}
	}
	return answer, err
}

type watchedBody struct {
	io.ReadCloser
	site *site
}

func (b *watchedBody) Close() error {
	b.site.open--
	return b.ReadCloser.Close()
}

const (
	textA = "the first file, which is longer\n"
	textB = "the second file\n"
)

// newSite starts a server that answers with the files, except what odd answers.
func newSite(t *testing.T, odd map[string]http.HandlerFunc) *site {
	t.Helper()
	s := &site{dir: filepath.Join(t.TempDir(), "cache", "pair"), asked: map[string]int{}}
	texts := map[string]string{"/a.txt": textA, "/b.txt": textB}
	ignore := goleak.IgnoreCurrent()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked[r.URL.Path]++
		if handler := odd[r.URL.Path]; handler != nil {
			handler(w, r)
			return
		}
		_, _ = io.WriteString(w, texts[r.URL.Path])
	}))
	s.transport = server.Client().Transport
	s.client = &http.Client{Transport: s}
	t.Cleanup(func() {
		server.Client().CloseIdleConnections()
		server.Close()
		require.Zero(t, s.open)
		goleak.VerifyNone(t, ignore)
	})
	s.source = Source{Name: "pair"}
	for _, name := range []string{"a.txt", "b.txt"} {
		text := texts["/"+name]
		s.source.Files = append(s.source.Files, SourceFile{Name: name, URL: server.URL + "/" + name, Size: int64(len(text)), SHA256: sumOf(text)})
	}
	return s
}

// says answers with text.
func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/octet-stream")
		_, _ = io.WriteString(w, text)
	}
}

func sumOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// requireFiles holds the folder's files against names and contents, and so finds
// what a download left behind.
func (s *site) requireFiles(t *testing.T, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	entries, err := os.ReadDir(s.dir)
	require.NoError(t, err)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(s.dir, e.Name()))
		require.NoError(t, err)
		got[e.Name()] = string(text)
	}
	require.Equal(t, want, got)
}

func TestFetch(t *testing.T) {
	s := newSite(t, nil)
	var last, total int64
	progress := func(done, all int64) {
		require.GreaterOrEqual(t, done, last)
		last, total = done, all
	}
	require.NoError(t, s.source.Fetch(t.Context(), s.client, s.dir, progress))
	s.requireFiles(t, map[string]string{"a.txt": textA, "b.txt": textB})
	require.EqualValues(t, len(textA+textB), last)
	require.EqualValues(t, len(textA+textB), total)

	// Files that are present and right are not fetched again; missing files are.
	require.NoError(t, os.Remove(filepath.Join(s.dir, "b.txt")))
	last = 0
	require.NoError(t, s.source.Fetch(t.Context(), s.client, s.dir, progress))
	s.requireFiles(t, map[string]string{"a.txt": textA, "b.txt": textB})
	require.Equal(t, map[string]int{"/a.txt": 1, "/b.txt": 2}, s.asked)
	require.EqualValues(t, len(textA+textB), last)
	require.NoError(t, s.source.Fetch(t.Context(), s.client, s.dir, nil))
	require.Equal(t, map[string]int{"/a.txt": 1, "/b.txt": 2}, s.asked)
	info, err := os.Stat(filepath.Join(s.dir, "a.txt"))
	require.NoError(t, err)
	require.EqualValues(t, 0o600, info.Mode().Perm()&0o700, "readable by its owner")
}

// A file of the user's is never replaced, even if it is not the right one.
func TestFetchKeepsAWrongFile(t *testing.T) {
	s := newSite(t, nil)
	path := filepath.Join(s.dir, "a.txt")
	require.NoError(t, os.MkdirAll(s.dir, 0o755))
	require.NoError(t, os.WriteFile(path, []byte("mine"), 0o644))
	err := s.source.Fetch(t.Context(), s.client, s.dir, nil)
	require.EqualError(t, err, path+" is there with SHA-256 "+sumOf("mine")+", expected "+sumOf(textA)+": move it away and fetch again")
	s.requireFiles(t, map[string]string{"a.txt": "mine"})
	require.Empty(t, s.asked)
}

// What is published gzipped is put there unpacked, and its size and SHA-256 are
// those of what it holds, also if the server says that the packing is its own.
func TestFetchUnpacks(t *testing.T) {
	for _, encoding := range []string{"", "gzip"} {
		packed := says(gzipped(t, textB))
		s := newSite(t, map[string]http.HandlerFunc{"/b.txt.gz": func(w http.ResponseWriter, r *http.Request) {
			if encoding != "" {
				w.Header().Set("Content-Encoding", encoding)
			}
			packed(w, r)
		}})
		s.source.Files[1].URL += ".gz"
		var last int64
		require.NoError(t, s.source.Fetch(t.Context(), s.client, s.dir, func(done, _ int64) { last = done }))
		s.requireFiles(t, map[string]string{"a.txt": textA, "b.txt": textB})
		require.EqualValues(t, len(textA+textB), last)
	}
}

// A gzipped file can replace the plain one if its content is right.
func TestFetchTakesAGzippedFile(t *testing.T) {
	s := newSite(t, nil)
	path := filepath.Join(s.dir, "a.txt.gz")
	require.NoError(t, os.MkdirAll(s.dir, 0o755))
	keep := func(text string) { require.NoError(t, os.WriteFile(path, []byte(text), 0o644)) }

	keep(gzipped(t, textA))
	require.NoError(t, s.source.Fetch(t.Context(), s.client, s.dir, nil))
	s.requireFiles(t, map[string]string{"a.txt.gz": gzipped(t, textA), "b.txt": textB})
	require.Equal(t, map[string]int{"/b.txt": 1}, s.asked)

	for text, want := range map[string]string{
		gzipped(t, "mine"):     path + " is there with SHA-256 " + sumOf("mine") + ", expected " + sumOf(textA) + ": move it away and fetch again",
		cut(gzipped(t, textA)): path + " is there, but after 32 bytes: unexpected EOF: move it away and fetch again",
		gzipped(t, textA)[:4]:  path + ": gzip header: unexpected EOF",
		textA[:len(textA)-1]:   path + " is there with SHA-256 " + sumOf(textA[:len(textA)-1]) + ", expected " + sumOf(textA) + ": move it away and fetch again",
		"\uFEFF" + textA:       path + " is there with SHA-256 " + sumOf("\uFEFF"+textA) + ", expected " + sumOf(textA) + ": move it away and fetch again",
	} {
		keep(text)
		require.EqualError(t, s.source.Fetch(t.Context(), s.client, s.dir, nil), want)
		s.requireFiles(t, map[string]string{"a.txt.gz": text, "b.txt": textB})
	}
	require.Equal(t, map[string]int{"/b.txt": 1}, s.asked)
}

// The catalogue's sizes and SHA-256 are those of the public files.
func TestCatalogueIsOfThePublicFiles(t *testing.T) {
	rapidtest.Slow(t)
	for _, s := range Catalogue() {
		t.Run(s.Name, func(t *testing.T) {
			dir := filepath.Dir(publicFile(t, s.Name+"/"+s.Files[0].Name+".gz"))
			for _, f := range s.Files {
				require.EqualValues(t, f.Size, unpackedSize(t, publicFile(t, s.Name+"/"+f.Name+".gz")))
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel() // a request would fail
			require.NoError(t, s.Fetch(ctx, http.DefaultClient, dir, nil))
		})
	}
}

// Whatever goes wrong with the second file, it does not appear; the first stays.
func TestFetchFailures(t *testing.T) {
	another := "SHA-256 " + sumOf("other") + ", expected 16 bytes with " + sumOf(textB) +
		": the published file is another one"
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		ctx    context.Context
		want   string // %s is the URL
	}{
		{"another file", says("other"), nil, "%s: holds 5 bytes with " + another},
		{"a longer file", says(textB + "and more, and more"), nil, "%s: holds more than the expected 16 bytes"},
		{"another file, gzipped", says(gzipped(t, "other")), nil, "%s: holds 5 bytes with " + another},
		{"a longer file, gzipped", says(gzipped(t, textB+strings.Repeat("and more", 1<<17))), nil,
			"%s: holds more than the expected 16 bytes"},
		{"a gzip header cut short", says(gzipped(t, textB)[:5]), nil, "%s: gzip header: unexpected EOF"},
		{"a gzip without its end", says(cut(gzipped(t, textB))), nil, "%s: after 16 of 16 bytes: unexpected EOF"},
		{"a gzip with another checksum", says(cut(gzipped(t, textB)) + "\x00\x00\x00\x00\x10\x00\x00\x00"), nil,
			"%s: after 16 of 16 bytes: gzip: invalid checksum"},
		{"no such file", http.NotFound, nil, "%s: the server answers 404 Not Found, expected 200 OK"},
		{"cut connection", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "16")
			_, _ = io.WriteString(w, textB[:10])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, nil, "%s: after 10 of 16 bytes: unexpected EOF"},
		{"cancelled", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, textB[:10])
			w.(http.Flusher).Flush()
			cancel()
			<-r.Context().Done()
		}, ctx, "context canceled"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t, map[string]http.HandlerFunc{"/b.txt": c.answer})
			if c.ctx == nil {
				c.ctx = t.Context()
			}
			err := s.source.Fetch(c.ctx, s.client, s.dir, nil)
			require.ErrorContains(t, err, strings.ReplaceAll(c.want, "%s", s.source.Files[1].URL))
			if c.ctx == ctx {
				require.ErrorIs(t, err, context.Canceled)
			}
			s.requireFiles(t, map[string]string{"a.txt": textA})
		})
	}
}

// A folder that disappears during a download is reported, and no file is left half written.
func TestFetchLosesItsFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a folder with an open file keeps its name")
	}
	var s *site
	s = newSite(t, map[string]http.HandlerFunc{"/b.txt": func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, textB[:10])
		w.(http.Flusher).Flush()
		for begun := []string(nil); len(begun) == 0 && r.Context().Err() == nil; { // and the file is
			begun, _ = filepath.Glob(filepath.Join(s.dir, ".*"))
		}
		require.NoError(t, os.Rename(s.dir, s.dir+".gone"))
		require.NoError(t, os.WriteFile(s.dir, nil, 0o600))
		_, _ = io.WriteString(w, textB[10:])
	}})
	require.ErrorContains(t, s.source.Fetch(t.Context(), s.client, s.dir, nil), s.dir)
	require.NoError(t, os.Remove(s.dir))
	require.NoError(t, os.Rename(s.dir+".gone", s.dir))
	text, err := os.ReadFile(filepath.Join(s.dir, "a.txt"))
	require.NoError(t, err)
	require.Equal(t, textA, string(text))
	require.NoFileExists(t, filepath.Join(s.dir, "b.txt"))
}

// Fetch of a catalogued name finds the right files in the cache and asks nobody.
func TestFetchAlreadyThere(t *testing.T) {
	cache := withHome(t)
	for _, name := range []string{"adult.data", "adult.test"} {
		packed, err := os.ReadFile(publicFile(t, "adult/"+name+".gz"))
		require.NoError(t, err)
		put(t, filepath.Join(cache, "adult", name+".gz"))
		require.NoError(t, os.WriteFile(filepath.Join(cache, "adult", name+".gz"), packed, 0o644))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // a request would fail
	dir, err := Fetch(ctx, "adult", "", nil)
	require.NoError(t, err)
	require.Equal(t, filepath.Join(cache, "adult"), dir)
	dir, err = Fetch(ctx, "adult", cache, nil)
	require.NoError(t, err)
	require.Equal(t, filepath.Join(cache, "adult"), dir)
	found, err := Find("adult", "")
	require.NoError(t, err)
	require.Equal(t, dir, found)

	_, err = Fetch(ctx, "adult", t.TempDir(), nil)
	require.ErrorIs(t, err, context.Canceled)
	_, err = Fetch(ctx, "adlut", "", nil)
	require.ErrorContains(t, err, `no data set "adlut"`)
}
