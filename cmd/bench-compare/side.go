//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// A side is one of the two things compared: a revision, which is built and run,
// or a file of results.
type side struct {
	name  string // base or head, of equal length so that the paths of both checkouts are
	title string // for people: the commit with its subject, or the file
	file  string // set if the side is a file

	commit   string
	header   string            // configuration lines: commit, Go version, cores
	binaries map[string]binary // by package
	packages int               // how many the patterns name
	unknown  []string          // what the patterns name that is none
	broken   []string          // why a commit of a history has benchmarks without results
}

// A binary holds the compiled tests of one package.
type binary struct {
	path    string
	dir     string // the package's directory in the checkout, where it runs
	content string // hash of the binary, and of the files beside it that it may read
}

// openSide finds the commit, or else the file, that what names.
func openSide(ctx context.Context, repo, name, what string) (*side, error) {
	commit, err := git(ctx, repo, "rev-parse", "--verify", "--quiet", what+"^{commit}")
	if ctx.Err() != nil {
		return nil, err
	}
	if _, outside := git(ctx, repo, "rev-parse", "--show-toplevel"); outside != nil && err != nil {
		if info, is := os.Stat(what); is != nil || !info.Mode().IsRegular() {
			return nil, fmt.Errorf("--repo %s is in no git repository, so that --%s %q cannot be a commit of it", repo, name, what)
		}
	}
	if err == nil {
		subject, err := git(ctx, repo, "log", "-1", "--format=%h %s", commit)
		return &side{name: name, title: subject, commit: commit}, err
	}
	if info, err := os.Stat(what); err == nil && info.Mode().IsRegular() {
		return &side{name: name, title: what, file: what}, nil
	}
	return nil, fmt.Errorf("--%s %q: expected a commit of the repository at %s, such as HEAD~1, or a file of results", name, what, repo)
}

// build checks the side out and compiles the benchmarks of the packages that
// patterns name; a package that this side does not have is left out. The binaries do not
// hold the path of the checkout, so that those of equal sources are equal, nor what debuggers
// read, which takes a third of the time to link.
func (s *side) build(ctx context.Context, w *workspace, patterns []string) error {
	module, err := w.checkout(ctx, s.name, s.commit)
	if err != nil {
		return err
	}
	goVersion, err := execute(ctx, module, "go", "env", "GOVERSION")
	if err != nil {
		return err
	}
	s.header = fmt.Sprintf("commit: %s\ngo: %s\ncores: %d\n", s.commit, bytes.TrimSpace(goVersion), runtime.NumCPU())

	tree, err := git(ctx, w.repo, "ls-tree", "-r", "-z", s.commit)
	if err != nil {
		return err
	}
	packages, err := s.benchmarkPackages(ctx, module, patterns)
	if err != nil {
		return err
	}
	s.binaries = make(map[string]binary, len(packages))
	for i, p := range packages {
		path := filepath.Join(w.dir, fmt.Sprintf("%s-%d.test", s.name, i))
		if _, err := execute(ctx, module, "go", "test", "-c", "-trimpath", "-ldflags=-w", "-o", path, p.ImportPath); err != nil {
			return fmt.Errorf("building %s of %s: %w", p.ImportPath, s.title, err)
		}
		folder, err := filepath.Rel(module, p.Dir)
		if err != nil {
			return err
		}
		program, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		content := sha256.Sum256(append(program, beside(tree, folder)...))
		s.binaries[p.ImportPath] = binary{path: path, dir: p.Dir, content: hex.EncodeToString(content[:])}
	}
	return nil
}

// beside returns the entries of a tree that benchmarks in a folder may read: those that lie
// there and are no source. An entry is as git ls-tree prints it, a hash, a tab and a path, and
// ends in NUL.
func beside(tree, folder string) string {
	var b strings.Builder
	for entry := range strings.SplitSeq(tree, "\x00") {
		_, name, _ := strings.Cut(entry, "\t")
		if name != "" && (folder == "." || strings.HasPrefix(name, folder+"/")) && filepath.Ext(name) != ".go" {
			b.WriteString(entry + "\x00")
		}
	}
	return b.String()
}

type listedPackage struct {
	ImportPath, Dir                    string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Error                              *struct{ Err string }
}

// benchmarkPackages returns the packages with a benchmark among those that
// patterns name. With -e, a pattern that matches nothing is no error: the other
// side may have it.
func (s *side) benchmarkPackages(ctx context.Context, module string, patterns []string) ([]listedPackage, error) {
	args := []string{"list", "-e", "-json=ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles,Error", "--"}
	for _, p := range patterns {
		args = append(args, strings.Fields(p)...) // PKG="./algos ./theory" of make
	}
	out, err := execute(ctx, module, "go", args...)
	if err != nil {
		return nil, err
	}
	var packages []listedPackage
	for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); {
		var p listedPackage
		if err := decoder.Decode(&p); err != nil {
			return nil, fmt.Errorf("reading go list: %w", err)
		}
		if p.Error != nil && len(p.GoFiles)+len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			s.unknown = append(s.unknown, p.ImportPath)
			continue
		}
		s.packages++
		has, err := p.hasBenchmark()
		if err != nil {
			return nil, err
		}
		if has {
			packages = append(packages, p)
		}
	}
	return packages, nil
}

// hasBenchmark looks for a benchmark's declaration in the test files, to save the
// compilation of those that have none.
func (p listedPackage) hasBenchmark() (bool, error) {
	declaration := regexp.MustCompile(`(?m)^\s*func\s+Benchmark`)
	for _, name := range append(p.TestGoFiles, p.XTestGoFiles...) {
		source, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return false, err
		}
		if declaration.Match(source) {
			return true, nil
		}
	}
	return false, nil
}

// exactly returns the -test.bench pattern of a benchmark's printed name, such as
// OMM/data=adult-8. The number of processors at its end is not part of the name
// that the pattern is matched with.
func exactly(name string) string {
	withoutProcs := regexp.MustCompile(`-\d+$`).ReplaceAllString(name, "")
	elements := strings.Split("Benchmark"+withoutProcs, "/")
	for i, e := range elements {
		elements[i] = "^" + regexp.QuoteMeta(e) + "$"
	}
	// Where GOMAXPROCS is 1 nothing is appended, and a -8 belongs to the name.
	last := len(elements) - 1
	elements[last] = strings.TrimSuffix(elements[last], "$") + `(-\d+)?$`
	return strings.Join(elements, "/")
}
