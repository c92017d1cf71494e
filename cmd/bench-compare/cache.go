//go:build unix

package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/google/renameio/v2"
)

// A cache holds what the programs of commits are, and what they printed: a folder for each
// commit and each program. A folder that no history has read for unread is removed.
type cache struct {
	dir   string
	build string // what decides a build beside the commit: packages, Go
	setup string // what decides a run beside the program: its flags, the machine
}

const unread = 90 * 24 * time.Hour

func openCache(ctx context.Context, f flags) (c cache, err error) {
	host, err := os.Hostname()
	if err != nil {
		return c, err
	}
	if c.dir = f.Cache; c.dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return c, fmt.Errorf("%w: expected --cache", err)
		}
		c.dir = filepath.Join(user, "marginlab", "bench-history")
	}
	// GOGCCFLAGS and the like hold names of temporary folders.
	goEnv, err := execute(ctx, f.Repo, "go", "env", "GOVERSION", "GOOS", "GOARCH", "GOAMD64", "GOARM64", "GOFLAGS", "GOEXPERIMENT", "GOWORK", "CGO_ENABLED", "CC", "CGO_CFLAGS")
	if err != nil {
		return c, err
	}
	prefix, err := git(ctx, f.Repo, "rev-parse", "--show-prefix")
	if err != nil {
		return c, err
	}
	c.build = fmt.Sprintf("%s\n%s\n%s", strings.Join(f.Pkg, " "), prefix, goEnv)
	c.setup = fmt.Sprintf("%s\n%s\n%v\n%s\n%d\n%s", f.pattern(), f.Benchtime, f.short(), host, runtime.NumCPU(), os.Getenv("GOMAXPROCS"))
	return c, c.forget()
}

// forget removes what was not read for long.
func (c cache) forget() error {
	entries, err := os.ReadDir(c.dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if info, gone := e.Info(); gone == nil && time.Since(info.ModTime()) > unread {
			err = errors.Join(err, os.RemoveAll(filepath.Join(c.dir, e.Name())))
		}
	}
	return err
}

// folder is that of what has these properties.
func (c cache) folder(properties ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(properties, "\n")))
	return filepath.Join(c.dir, hex.EncodeToString(sum[:16]))
}

// path is that of the file of a program's run.
func (c cache) path(b binary, round int) string {
	return filepath.Join(c.folder(c.setup, b.content), fmt.Sprintf("%d.txt", round+1))
}

// read returns the text of a file, and notes that it was read.
func (c cache) read(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	return text, os.Chtimes(filepath.Dir(path), now, now)
}

// keep writes a file, whole or not at all.
func (c cache) keep(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return renameio.WriteFile(path, text, 0o644)
}

// A buildRecord is what a history must know of a commit whose programs need not run.
type buildRecord struct {
	Header   string            `json:"header"`
	Packages int               `json:"packages"`
	Unknown  []string          `json:"unknown"`
	Content  map[string]string `json:"content"` // by package
}

func (c cache) buildPath(s *side) string {
	return filepath.Join(c.folder(c.build, s.commit), "build.json")
}

// knows reports whether the cache holds what the programs of a commit are, and notes it there.
func (c cache) knows(s *side) bool {
	var r buildRecord
	text, err := c.read(c.buildPath(s))
	if cmp.Or(err, json.Unmarshal(text, &r)) != nil {
		return false // it is built, and kept
	}
	s.header, s.packages, s.unknown, s.binaries = r.Header, r.Packages, r.Unknown, map[string]binary{}
	for pkg, content := range r.Content {
		s.binaries[pkg] = binary{content: content}
	}
	return true
}

func (c cache) keepBuild(s *side) error {
	r := buildRecord{s.header, s.packages, s.unknown, map[string]string{}}
	for pkg, b := range s.binaries {
		r.Content[pkg] = b.content
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return c.keep(c.buildPath(s), text)
}
