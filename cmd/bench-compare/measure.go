//go:build unix

package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/term"

	"marginlab/internal/procgroup"
)

const (
	base = 0
	head = 1
)

// A side is a revision, which is built and run, or a file of results.
type side struct {
	name     string            // base or head, of equal length so that the paths of both checkouts are
	title    string            // the commit with its subject, or the file
	commit   string            // "" if the side is a file
	header   string            // configuration lines of its results
	binaries map[string]binary // by package
}

// A binary holds the compiled tests of one package.
type binary struct {
	path, dir string            // dir is where it runs
	sum       [sha256.Size]byte // of the program and of the files beside it, which it may read
}

// openSide finds the commit, or else the file.
func openSide(ctx context.Context, name, what string) (*side, error) {
	out, err := execute(ctx, ".", "git", "log", "-1", "--format=%H %h %s", "--end-of-options", what+"^{commit}", "--")
	if err == nil {
		commit, title, _ := strings.Cut(strings.TrimSpace(out), " ")
		// The side alone names the commit: benchstat makes a table of its own for each value of another line.
		return &side{name: name, title: title, commit: commit, header: fmt.Sprintf("side: %s %s\n", name, commit)}, nil
	}
	if info, is := os.Stat(what); is == nil && info.Mode().IsRegular() {
		return &side{name: name, title: what}, nil
	}
	return nil, fmt.Errorf("--%s %q: expected a commit, such as HEAD~1, or a file of results: %w", name, what, err)
}

// build checks the commit out, and compiles the benchmarks of the packages that patterns name. The
// binaries of equal sources are equal: they have no paths and no debug information.
func (s *side) build(ctx context.Context, dir string, patterns []string) error {
	const checkout = `mkdir "$1" && git archive "$0" | tar -x -C "$1" && cd "$1" && go env GOVERSION`
	root := filepath.Join(dir, s.name)
	version, err := execute(ctx, ".", "sh", "-c", checkout, s.commit, root)
	if err != nil {
		return err
	}
	s.header += fmt.Sprintf("go: %scores: %d\n", version, runtime.NumCPU())
	// With -e, a pattern that matches nothing is no error: the other side may have it.
	args := append([]string{"list", "-e", "-f", "{{.ImportPath}}\t{{.Dir}}", "--"}, patterns...)
	list, err := execute(ctx, root, "go", args...)
	if err != nil {
		return err
	}
	s.binaries = map[string]binary{}
	for line := range strings.Lines(list) {
		pkg, folder, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !hasBenchmark(folder) {
			continue
		}
		b := binary{path: filepath.Join(dir, fmt.Sprintf("%s-%d.test", s.name, len(s.binaries))), dir: folder}
		if _, err := execute(ctx, root, "go", "test", "-c", "-trimpath", "-ldflags=-w", "-o", b.path, pkg); err != nil {
			return fmt.Errorf("building %s of %s: %w", pkg, s.title, err)
		}
		within, err := filepath.Rel(root, folder)
		if err != nil {
			return err
		}
		files, err := execute(ctx, ".", "sh", "-c", `git ls-tree -r "$0" "$1/" | grep -v "\.go$"; cat "$2"`, s.commit, within, b.path)
		if err != nil {
			return err
		}
		b.sum = sha256.Sum256([]byte(files))
		s.binaries[pkg] = b
	}
	return nil
}

// hasBenchmark reports whether a test file in dir declares a benchmark. Others need not be compiled.
func hasBenchmark(dir string) bool {
	names, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
	return slices.ContainsFunc(names, func(name string) bool {
		source, err := os.ReadFile(name)
		return err == nil && bytes.Contains(source, []byte("\nfunc Benchmark"))
	})
}

// A session measures its sides any number of times.
type session struct {
	flags
	sides     []*side
	built     bool   // all of them are revisions, so that a measurement can be made again
	dir       string // a temporary folder, in which sides are built
	stderr    io.Writer
	identical []string     // packages that are the same on both sides
	raw       bytes.Buffer // every result in the order of the runs
}

// open finds the sides, builds the revisions, and leaves out packages that are the same.
func (s *session) open(ctx context.Context) error {
	s.built = true
	for _, what := range [][2]string{{"base", s.Base}, {"head", s.Head}} {
		if s.Record && what[0] == "base" {
			continue
		}
		side, err := openSide(ctx, what[0], what[1])
		if err != nil {
			return err
		}
		if s.Record {
			side.header = fmt.Sprintf("commit: %s\n", side.commit)
		}
		s.sides, s.built = append(s.sides, side), s.built && side.commit != ""
	}
	// Without optional locks git status does not refresh the user's index.
	status, err := execute(ctx, ".", "git", "--no-optional-locks", "status", "--porcelain")
	if n := strings.Count(status, "\n"); s.Head == "HEAD" && err == nil && n > 0 {
		fmt.Fprintf(s.stderr, "bench-compare: warning: HEAD is measured as committed; %d uncommitted paths are not\n", n)
	}
	for _, side := range s.sides {
		if side.commit == "" {
			continue
		}
		if err := side.build(ctx, s.dir, strings.Fields(strings.Join(s.Pkg, " "))); err != nil {
			return err
		}
	}
	if !s.built || !s.SkipIdentical || s.Record {
		return nil
	}
	for pkg, b := range s.sides[base].binaries {
		if other, both := s.sides[head].binaries[pkg]; both && b.sum == other.sum {
			s.identical = append(s.identical, pkg)
			delete(s.sides[base].binaries, pkg)
			delete(s.sides[head].binaries, pkg)
		}
	}
	slices.Sort(s.identical)
	return nil
}

// measure reads the sides that are files and runs the others, Count times in turn. If only is not
// nil, it has the -test.bench pattern of each package to run.
func (s *session) measure(ctx context.Context, only map[string]string) (*results, error) {
	r, err := newResults(benchfmt.NewWriter(&s.raw))
	if err != nil {
		return nil, err
	}
	all := map[string]bool{}
	for i, side := range s.sides {
		if side.commit == "" {
			if err := r.addFile(i, side.title); err != nil {
				return nil, err
			}
		}
		for pkg := range side.binaries {
			if _, is := only[pkg]; is || only == nil {
				all[pkg] = true
			}
		}
	}
	pkgs, began := slices.Sorted(maps.Keys(all)), time.Now()
	progress := io.Discard
	if f, is := s.stderr.(*os.File); is && term.IsTerminal(int(f.Fd())) {
		progress = f
	}
	// Sides alternate, and rounds are outermost: the runs of a package are spread over the whole time.
	total := s.Count * len(pkgs) * len(s.sides)
	for n := range total {
		which, pkg := n%len(s.sides), pkgs[n/len(s.sides)%len(pkgs)]
		side := s.sides[which]
		left := time.Since(began) / time.Duration(max(1, n)) * time.Duration(total-n)
		fmt.Fprintf(progress, "\r\x1b[K%d/%d, %v left: %s of %s", n, total, left.Round(time.Second), pkg, side.name)
		b, has := side.binaries[pkg]
		if !has {
			continue
		}
		text, err := execute(ctx, b.dir, b.path, "-test.run=^$", "-test.bench="+cmp.Or(only[pkg], s.Bench, "."),
			fmt.Sprintf("-test.short=%v", !s.All && s.Bench == ""), "-test.benchtime="+s.Benchtime, "-test.benchmem",
			"-test.paniconexit0")
		if err == nil {
			err = r.add(which, pkg, side.header+text)
		}
		if err != nil {
			return nil, fmt.Errorf("running %s of %s: %w", pkg, side.title, err)
		}
	}
	fmt.Fprint(progress, "\r\x1b[K")
	for i, side := range s.sides {
		if err := r.complete(i, s.Count); side.commit != "" && err != nil {
			return nil, fmt.Errorf("%s: %w", side.title, err)
		}
	}
	return r, nil
}

// exactPattern returns the -test.bench pattern of a benchmark's printed name, such as OMM/data=adult-8.
// Where GOMAXPROCS is 1, no number of processors is printed, and a -8 belongs to the name.
func exactPattern(name string) string {
	elements := strings.Split("Benchmark"+regexp.MustCompile(`-\d+$`).ReplaceAllString(name, ""), "/")
	for i, e := range elements {
		elements[i] = "^" + regexp.QuoteMeta(e) + "$"
	}
	return strings.TrimSuffix(strings.Join(elements, "/"), "$") + `(-\d+)?$`
}

// execute runs a program in dir and returns its standard output. The error of a failure ends with
// the program's output; after an interrupt the error is the context's cause.
func execute(ctx context.Context, dir, name string, args ...string) (string, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	err := procgroup.Run(ctx, cmd)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%v (in %s): %w\n%s", cmd, dir, err, strings.TrimSpace(stdout.String()+stderr.String()))
	}
	return stdout.String(), err
}
