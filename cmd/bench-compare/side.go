//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"marginlab/internal/procgroup"
)

// A side is a revision, which is built and run, or a file of results.
type side struct {
	name     string // base or head, of equal length so that the paths of both checkouts are
	title    string // the commit with its subject, or the file
	file     string // set if the side is a file
	commit   string
	header   string            // configuration lines of its results
	binaries map[string]binary // by package
	packages int               // how many the patterns name
	unknown  []string          // patterns that name none
}

// A binary holds the compiled tests of one package.
type binary struct {
	path    string
	dir     string            // where it runs
	content [sha256.Size]byte // of the binary, and of the files beside it that it may read
}

// openSide finds the commit, or else the file.
func openSide(ctx context.Context, repo, name, what string) (*side, error) {
	commit, err := git(ctx, repo, "rev-parse", "--verify", "--quiet", "--end-of-options", what+"^{commit}")
	if ctx.Err() != nil {
		return nil, err
	}
	if err == nil {
		title, err := git(ctx, repo, "log", "-1", "--format=%h %s", commit)
		return &side{name: name, title: title, commit: commit}, err
	}
	if info, err := os.Stat(what); err == nil && info.Mode().IsRegular() {
		return &side{name: name, title: what, file: what}, nil
	}
	if _, err := git(ctx, repo, "rev-parse", "--show-toplevel"); err != nil {
		return nil, fmt.Errorf("--repo %s is in no git repository, so that --%s %q cannot be a commit of it", repo, name, what)
	}
	return nil, fmt.Errorf("--%s %q: expected a commit of the repository at %s, such as HEAD~1, or a file of results", name, what, repo)
}

// checkout writes the files of the commit to a folder of dir, by an index of its own and without
// hooks, and returns the path of the module there.
func (s *side) checkout(ctx context.Context, repo, dir string) (string, error) {
	top, err := git(ctx, repo, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	prefix, err := git(ctx, repo, "rev-parse", "--show-prefix")
	path := filepath.Join(dir, s.name)
	for _, args := range [][]string{{"read-tree", s.commit}, {"checkout-index", "--all", "--prefix=" + path + "/"}} {
		if err == nil {
			_, err = execute(ctx, top, "env", append([]string{"GIT_INDEX_FILE=" + path + ".index", "git"}, args...)...)
		}
	}
	return filepath.Join(path, prefix), err
}

// build compiles the benchmarks of the packages that patterns name, in a checkout. The binaries
// of equal sources are equal: they hold no path, nor what debuggers read.
func (s *side) build(ctx context.Context, repo, dir string, patterns []string) error {
	module, err := s.checkout(ctx, repo, dir)
	if err != nil {
		return err
	}
	version, err := execute(ctx, module, "go", "env", "GOVERSION")
	if err != nil {
		return err
	}
	s.header = fmt.Sprintf("go: %scores: %d\n", version, runtime.NumCPU())
	tree, err := git(ctx, repo, "ls-tree", "-r", "-z", s.commit)
	if err != nil {
		return err
	}
	// With -e, a pattern that matches nothing is no error: the other side may have it.
	const format = "{{if and .Error (not .GoFiles) (not .TestGoFiles) (not .XTestGoFiles)}}none{{end}}\t{{.ImportPath}}\t{{.Dir}}"
	list, err := execute(ctx, module, "go", append([]string{"list", "-e", "-f", format, "--"}, strings.Fields(strings.Join(patterns, " "))...)...)
	if err != nil {
		return err
	}
	s.binaries = map[string]binary{}
	for line := range strings.Lines(list) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if f[0] != "" {
			s.unknown = append(s.unknown, f[1])
			continue
		}
		s.packages++
		if has, err := hasBenchmark(f[2]); err != nil || !has {
			if err != nil {
				return err
			}
			continue
		}
		b := binary{path: filepath.Join(dir, fmt.Sprintf("%s-%d.test", s.name, s.packages)), dir: f[2]}
		if _, err := execute(ctx, module, "go", "test", "-c", "-trimpath", "-ldflags=-w", "-o", b.path, f[1]); err != nil {
			return fmt.Errorf("building %s of %s: %w", f[1], s.title, err)
		}
		folder, err := filepath.Rel(module, b.dir)
		if err != nil {
			return err
		}
		program, err := os.ReadFile(b.path)
		if err != nil {
			return err
		}
		b.content = sha256.Sum256(append(program, beside(tree, folder)...))
		s.binaries[f[1]] = b
	}
	return nil
}

// hasBenchmark saves the compilation of test files that declare no benchmark.
func hasBenchmark(dir string) (bool, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	for _, name := range names {
		source, err := os.ReadFile(name)
		if err != nil || regexp.MustCompile(`(?m)^\s*func\s+Benchmark`).Match(source) {
			return err == nil, err
		}
	}
	return false, err
}

// beside returns the entries of a tree, as git ls-tree -z prints them, that benchmarks in a folder
// may read: those that lie there and are no source.
func beside(tree, folder string) string {
	var b strings.Builder
	for entry := range strings.SplitAfterSeq(tree, "\x00") {
		_, name, _ := strings.Cut(strings.TrimSuffix(entry, "\x00"), "\t")
		if name != "" && (folder == "." || strings.HasPrefix(name, folder+"/")) && filepath.Ext(name) != ".go" {
			b.WriteString(entry)
		}
	}
	return b.String()
}

// exactly returns the -test.bench pattern of a benchmark's printed name, such as OMM/data=adult-8.
// Where GOMAXPROCS is 1, no number of processors is printed, and a -8 belongs to the name.
func exactly(name string) string {
	elements := strings.Split("Benchmark"+regexp.MustCompile(`-\d+$`).ReplaceAllString(name, ""), "/")
	for i, e := range elements {
		elements[i] = "^" + regexp.QuoteMeta(e) + "$"
	}
	return strings.TrimSuffix(strings.Join(elements, "/"), "$") + `(-\d+)?$`
}

// repository is a variable that points git at another repository or index than those of the
// directory it runs in. A hook sets them.
var repository = regexp.MustCompile(`^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|PREFIX)=`)

// execute runs a program in dir and returns its standard output. The error of a failure ends with
// the last lines that it wrote; that of an interrupt is the context's cause.
func execute(ctx context.Context, dir, name string, args ...string) (string, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.Env = slices.DeleteFunc(append(cmd.Environ(), "GIT_TERMINAL_PROMPT=0"), repository.MatchString)
	err := procgroup.Run(ctx, cmd)
	if err != nil && ctx.Err() == nil {
		lines := strings.Split(strings.TrimRight(stdout.String()+stderr.String(), "\n"), "\n")
		err = fmt.Errorf("%s (in %s): %w\n\t%s", strings.Join(cmd.Args, " "), dir, err, strings.Join(lines[max(0, len(lines)-20):], "\n\t"))
	}
	return stdout.String(), err
}

// git runs a git command, and returns what it printed without the last newline.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	out, err := execute(ctx, dir, "git", args...)
	return strings.TrimRight(out, "\n"), err
}
