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
	"golang.org/x/perf/benchunit"
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
	path string
	dir  string // where it runs
	sum  [sha256.Size]byte
}

// openSide finds the commit, or else the file.
func openSide(ctx context.Context, name, what string) (*side, error) {
	out, err := execute(ctx, ".", "git", "log", "-1", "--format=%H %h %s", "--end-of-options", what+"^{commit}", "--")
	if err == nil {
		commit, title, _ := strings.Cut(strings.TrimSpace(out), " ")
		return &side{name: name, title: title, commit: commit}, nil
	}
	if info, is := os.Stat(what); is == nil && info.Mode().IsRegular() {
		return &side{name: name, title: what}, nil
	}
	return nil, fmt.Errorf("--%s %q: expected a commit, such as HEAD~1, or a file of results: %w", name, what, err)
}

// build checks the commit out, and compiles the benchmarks of the packages that patterns name. The
// binaries of equal sources are equal: they hold no path, nor what debuggers read.
func (s *side) build(ctx context.Context, dir string, patterns []string) error {
	root := filepath.Join(dir, s.name)
	if err := os.Mkdir(root, 0o755); err != nil {
		return err
	}
	if _, err := execute(ctx, ".", "sh", "-c", `git archive "$0" | tar -x -C "$1"`, s.commit, root); err != nil {
		return err
	}
	version, err := execute(ctx, root, "go", "env", "GOVERSION")
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
		program, err := os.ReadFile(b.path)
		if err != nil {
			return err
		}
		b.sum = sha256.Sum256(program)
		s.binaries[pkg] = b
	}
	return nil
}

// hasBenchmark saves the compilation of test files that declare no benchmark.
func hasBenchmark(dir string) bool {
	names, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
	return slices.ContainsFunc(names, func(name string) bool {
		source, err := os.ReadFile(name)
		return err == nil && bytes.Contains(source, []byte("\nfunc Benchmark"))
	})
}

// A session measures its sides, as often as it is asked to.
type session struct {
	flags
	sides     []*side
	built     bool   // all of them are revisions, so that a measurement can be made again
	dir       string // a temporary one, in which sides are built
	stderr    io.Writer
	identical []string     // packages that are the same on both sides
	raw       bytes.Buffer // every result in the order of the runs
}

// open finds the sides, builds those that are revisions, and leaves out packages that are the same.
func (s *session) open(ctx context.Context) error {
	for _, what := range [][2]string{{"base", s.Base}, {"head", s.Head}} {
		if s.Record && what[0] == "base" {
			continue
		}
		side, err := openSide(ctx, what[0], what[1])
		if err != nil {
			return err
		}
		// The side alone names the commit: benchstat makes a table of its own for each value of another line.
		if side.header = fmt.Sprintf("side: %s %s\n", side.name, side.commit); s.Record {
			side.header = fmt.Sprintf("commit: %s\n", side.commit)
		}
		s.sides = append(s.sides, side)
	}
	// Without optional locks git status does not refresh the user's index.
	status, err := execute(ctx, ".", "git", "--no-optional-locks", "status", "--porcelain")
	if n := strings.Count(status, "\n"); s.Head == "HEAD" && err == nil && n > 0 {
		fmt.Fprintf(s.stderr, "bench-compare: warning: HEAD is measured as committed; %d uncommitted paths are not\n", n)
	}
	s.built = true
	for _, side := range s.sides {
		if side.commit == "" {
			s.built = false
		} else if err := side.build(ctx, s.dir, strings.Fields(strings.Join(s.Pkg, " "))); err != nil {
			return err
		}
	}
	if s.built && s.SkipIdentical && !s.Record {
		s.leaveOutIdentical(ctx)
	}
	return nil
}

// leaveOutIdentical takes the packages away whose binaries are the same, and the files beside them that
// they may read.
func (s *session) leaveOutIdentical(ctx context.Context) {
	one, other := s.sides[base], s.sides[head]
	for pkg, b := range one.binaries {
		folder, err := filepath.Rel(filepath.Join(s.dir, one.name), b.dir)
		if err == nil && b.sum == other.binaries[pkg].sum {
			_, err = execute(ctx, ".", "git", "diff", "--quiet", one.commit, other.commit, "--", folder, ":(exclude)*.go")
			if err == nil {
				s.identical = append(s.identical, pkg)
			}
		}
	}
	slices.Sort(s.identical)
	for _, pkg := range s.identical {
		delete(one.binaries, pkg)
		delete(other.binaries, pkg)
	}
}

// measure reads the sides that are files and runs the others, Count times in turn. Where only is
// not nil it gives the -test.bench pattern of each package that runs.
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
	short := fmt.Sprintf("-test.short=%v", !s.All && s.Bench == "")
	// Sides alternate, and rounds are outermost: the runs of a package are spread over the whole time.
	total := s.Count * len(pkgs) * len(s.sides)
	for n := range total {
		side, pkg := s.sides[n%len(s.sides)], pkgs[n/len(s.sides)%len(pkgs)]
		left := time.Since(began) / time.Duration(max(1, n)) * time.Duration(total-n)
		fmt.Fprintf(progress, "\r\x1b[K%d/%d, %v left: %s of %s", n, total, left.Round(time.Second), pkg, side.name)
		b, has := side.binaries[pkg]
		if !has {
			continue
		}
		text, err := execute(ctx, b.dir, b.path, "-test.run=^$", "-test.bench="+cmp.Or(only[pkg], s.Bench, "."), short,
			"-test.benchtime="+s.Benchtime, "-test.benchmem", "-test.paniconexit0")
		if err == nil {
			err = r.add(n%len(s.sides), pkg, side.header+text)
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

// resultUnits says which units every run repeats, and which way is better.
const resultUnits = `Unit mistakes assume=exact better=lower
Unit updates assume=exact better=lower
Unit margin assume=exact better=higher
Unit allocs/op assume=exact better=lower
Unit dots/op assume=exact better=lower
Unit rows/op assume=exact better=lower
Unit B-read/op assume=exact better=lower
`

// A key names a row: one unit of one benchmark.
type key struct{ pkg, name, unit string }

func (k key) benchmark() string { return k.pkg + "." + k.name }

// results holds what the benchmarks of both sides printed.
type results struct {
	keys     []key // in the order of first sight
	values   [2]map[key][]float64
	machines [2]map[string]bool // goos, goarch and cpu
	units    benchfmt.UnitMetadataMap
	reader   benchfmt.Reader
	log      *benchfmt.Writer // of every run
}

func newResults(log *benchfmt.Writer) (*results, error) {
	r := &results{values: [2]map[key][]float64{{}, {}}, machines: [2]map[string]bool{{}, {}}, log: log}
	return r, r.add(base, "units", resultUnits)
}

// add adds the results in a text to a side.
func (r *results) add(which int, name, text string) error {
	for r.reader.Reset(strings.NewReader(text), name); r.reader.Scan(); {
		switch rec := r.reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return fmt.Errorf("benchmark results of %w", rec)
		case *benchfmt.Result:
			r.machines[which][rec.GetConfig("goos")+"/"+rec.GetConfig("goarch")+" "+rec.GetConfig("cpu")] = true
			for _, v := range rec.Values {
				_, unit := benchunit.Tidy(v.Value, v.Unit) // the reader leaves the ns of a zero
				k := key{rec.GetConfig("pkg"), rec.Name.String(), unit}
				if r.values[base][k] == nil && r.values[head][k] == nil {
					r.keys = append(r.keys, k)
				}
				r.values[which][k] = append(r.values[which][k], v.Value)
			}
		}
		if err := r.log.Write(r.reader.Result()); err != nil {
			return err
		}
	}
	r.units = r.reader.Units()
	return r.reader.Err()
}

// addFile adds the results of a file to a side.
func (r *results) addFile(which int, path string) error {
	text, err := os.ReadFile(path)
	switch s := string(text); {
	case err != nil:
		return err
	case strings.Contains(s, "side: base") && strings.Contains(s, "side: head"):
		return fmt.Errorf("%s: holds both sides of a comparison: expected the results of one revision", path)
	}
	err = r.add(which, path, string(text))
	if err == nil && len(r.machines[which]) == 0 {
		err = fmt.Errorf("%s: no benchmark result in it: expected the output of go test -bench, or of --record", path)
	}
	return err
}

// complete checks that each benchmark of a side printed the same units in every one of count runs.
func (r *results) complete(which, count int) error {
	for k, values := range r.values[which] {
		if len(values) != count {
			return fmt.Errorf("%s printed %s in %d of %d runs", k.benchmark(), k.unit, len(values), count)
		}
	}
	return nil
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

// execute runs a program in dir and returns its standard output. The error of a failure ends with
// all that it wrote; that of an interrupt is the context's cause.
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
