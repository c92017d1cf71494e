package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/algos"
	"marginlab/algos/multiclass"
	"marginlab/algos/normalized"
	"marginlab/algos/registry"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/cmd/marginlab/term/termtest"
	"marginlab/internal/rapidtest"
	"marginlab/props"
	"marginlab/theory"
)

// root is the module's root, where the README's commands are run.
const root = "../.."

// pageAt is the text of a page of the project.
func pageAt(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{root}, path...)...))
	require.NoError(t, err)
	return string(text)
}

// TestReadme runs every command in the README's console blocks that is this
// command, and expects what it prints, standard error included, to be what
// stands below it; see [shown]. Commands that need a data set are skipped where
// that is missing. The experiments of `reproduce` on a data set run in the long tests.
func TestReadme(t *testing.T) { runExamples(t, "README.md", t.TempDir()) }

// TestPages does so for the pages of the command and of the results.
func TestPages(t *testing.T) {
	for _, page := range []string{"cmd/marginlab/README.md", "benchdata/results/README.md"} {
		t.Run(page, func(t *testing.T) { runExamples(t, page, root) })
	}
}

// TestPageForResearchers does so for adversarial/README.md, whose commands write
// files, and read those in the testdata beside it.
func TestPageForResearchers(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "testdata"), os.DirFS(filepath.Join(root, "adversarial", "testdata"))))
	runExamples(t, filepath.Join("adversarial", "README.md"), dir)
}

// The lines of props/README.md on a learner in another language run as they stand, in an empty folder; the
// hunt is told to end early.
func TestReadmeOwnLearner(t *testing.T) {
	rapidtest.Slow(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed, in which the learner is written")
	}
	_, section, _ := strings.Cut(pageAt(t, "props", "README.md"), "\n## In another language\n")
	_, block, _ := strings.Cut(section, "\n```sh\n")
	block, _, _ = strings.Cut(block, "```\n")
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var outs []string
	for line := range strings.Lines(block) {
		line, _, _ = strings.Cut(line, " # ")
		line, file := strings.TrimSpace(line), ""
		if before, after, found := strings.Cut(line, " > "); found && !strings.Contains(before, "'") {
			line, file = before, strings.TrimSpace(after)
		}
		args, err := words(strings.TrimPrefix(line, "marginlab "))
		require.NoError(t, err, line)
		switch args[0] {
		case "hunt":
			args = append(args, "--dim", "2", "--examples", "3..5", "--workers", "1", "--trials", "50")
		case "check":
			args = append(args, "--cases", "2")
		}
		out := printed(t, args...)
		if outs = append(outs, out); file != "" {
			require.NoError(t, os.WriteFile(file, []byte(out), 0o600))
		}
	}
	require.Len(t, outs, 4)
	require.Contains(t, outs[2], "PASS:")
	require.Contains(t, outs[3], "Survived")
}

func runExamples(t *testing.T, page, dir string) {
	text := pageAt(t, page)
	examples := consoleExamples(text)
	require.NotEmpty(t, examples, "%s shows no run of marginlab", page)
	shown := strings.Count(text, "\n$ marginlab") + strings.Count(text, "\n$ go run ./cmd/marginlab")
	require.Len(t, examples, shown, "all of them")
	data := termtest.DataDir(t)
	t.Chdir(dir)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("COLUMNS", "100")
	for _, e := range examples {
		t.Run(e.command, func(t *testing.T) {
			args, err := words(e.command)
			require.NoError(t, err)
			if args[0] == "fetch" && len(args) > 1 && !strings.HasPrefix(args[1], "--") {
				t.Skip("fetches from the network")
			}
			if args[0] == "reproduce" {
				rapidtest.Slow(t)
				t.Setenv("COLUMNS", "200") // the papers' tables are wide
			}
			for word, set := range map[string]string{
				"adult": "adult", "usps": "usps", "mnist": "mnist", "mcp": "mnist",
			} {
				if !slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, word) }) {
					continue
				}
				if _, err := benchdata.Find(set, data); err != nil {
					t.Skip(err)
				}
				if args[0] == "reproduce" && !rapidtest.Long() {
					t.Skip("MARGINLAB_LONG is not set")
				}
				t.Setenv(benchdata.DataEnv, data)
			}
			var out bytes.Buffer
			run(t.Context(), args, term.Streams{In: strings.NewReader(""), Out: term.NewOut(&out), Err: &out})
			require.NoError(t, termtest.Shown(e.want, out.String()))
		})
	}
}

// example is a command of a console block and the output below it.
type example struct{ command, want string }

var (
	consoleBlock = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")
	commandLine  = regexp.MustCompile(`^\$ (?:go run \./cmd/marginlab|marginlab)(?: (.*))?$`)
)

// consoleExamples are the runs of marginlab in the console blocks of a Markdown
// text, without the command's name.
func consoleExamples(markdown string) []example {
	var all []example
	for _, block := range consoleBlock.FindAllStringSubmatch(markdown, -1) {
		ours := false
		for line := range strings.Lines(block[1]) {
			if strings.HasPrefix(line, "$ ") {
				m := commandLine.FindStringSubmatch(strings.TrimRight(line, "\n"))
				if ours = m != nil; ours {
					all = append(all, example{command: m[1]})
				}
				continue
			}
			if ours {
				all[len(all)-1].want += line
			}
		}
	}
	return all
}

// words splits a command line at blanks outside quotes. What a shell would do
// something else with is an error.
func words(line string) ([]string, error) {
	var all []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			all = append(all, part)
			continue
		}
		if at := strings.IndexAny(part, "|<>;&`\\\"#"); at >= 0 {
			return nil, fmt.Errorf("%q: %q needs a shell, expected words and single quotes only", line, part[at])
		}
		all = append(all, strings.Fields(part)...)
	}
	return all, nil
}

// The README says how much there is: each number is that of the table it speaks of.
func TestReadmeCounts(t *testing.T) {
	text := pageAt(t, "README.md")
	learners, status := 0, map[theory.Status]int{}
	for _, k := range registry.Learners().Kinds {
		if k.Read == nil && k.Wraps == "" { // neither a program nor around another learner
			learners++
		}
	}
	for _, g := range theory.Table() {
		status[g.Status]++
	}
	for _, c := range []struct {
		says string
		is   int
	}{
		{`holds (\d+) learners`, learners},
		{`to (\d+) proved theorems`, status[theory.Proved]},
		{`refutes (\d+) published claims`, status[theory.RefutedAsPrinted]},
		{`and\s(\d+) conjectures`, status[theory.Refuted]},
		{`(\d+) streams show where a paper`, len(adversarial.Errata())},
	} {
		m := regexp.MustCompile(c.says).FindStringSubmatch(text)
		require.NotNil(t, m, c.says)
		require.Equal(t, strconv.Itoa(c.is), m[1], c.says)
	}
}

// Each page of the root links to files that are there, and CITATION.cff has the title of the BibTeX entry.
func TestPagesLink(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"README.md", "SECURITY.md", "LIBRARY.md", "CONTRIBUTING.md"} {
		for _, m := range regexp.MustCompile(`\]\(([^):#]+)(?:#([^)]*))?\)`).FindAllStringSubmatch(pageAt(t, page), -1) {
			require.FileExists(t, filepath.Join(root, m[1]), page)
			if m[2] != "" {
				require.Regexp(t, `(?im)^#+ `+strings.ReplaceAll(m[2], "-", "[- ]")+`$`, pageAt(t, m[1]), m[0])
			}
		}
	}
	title := regexp.MustCompile(`title: "(.*)"`).FindStringSubmatch(pageAt(t, "CITATION.cff"))
	require.NotNil(t, title)
	require.Contains(t, papers, "title = {"+title[1]+"}")
}

// Each test that a page names is there.
func TestPagesNameTests(t *testing.T) {
	t.Parallel()
	tests, named := map[string]bool{}, map[string]string{} // a test, and the page that names it
	require.NoError(t, filepath.WalkDir(root, func(path string, file fs.DirEntry, err error) error {
		if err != nil || file.IsDir() && strings.HasPrefix(file.Name(), ".") && path != root {
			return cmp.Or(err, fs.SkipDir)
		}
		into, pattern := func(name string) { tests[name] = true }, `(?m)^func (Test\w+)\(`
		switch {
		case strings.HasSuffix(path, ".md"):
			into, pattern = func(name string) { named[name] = path }, "`(Test\\w+)`"
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
			into(m[1])
		}
		return err
	}))
	require.Greater(t, len(named), 50)
	for name, page := range named {
		require.True(t, tests[name], "%s names %s", page, name)
	}
}

// The page of theorems holds the table that the command prints.
func TestPageHoldsTheTableOfGuarantees(t *testing.T) {
	t.Parallel()
	if !strings.Contains(pageAt(t, "theory", "README.md"), printed(t, "theorems", "--markdown")) {
		t.Error("theory/README.md does not hold what marginlab theorems --markdown prints: paste it there")
	}
}

// The page of papers names what there is: rows, properties, traps, certificates, learners, commands
// and sections, and functions, tests and types of the packages that it says. Every row and every
// erratum whose source is one of these papers is on it.
func TestPageOfPapers(t *testing.T) {
	t.Parallel()
	page := pageAt(t, "theory", "PAPERS.md")
	proofs := pageAt(t, "theory", "PROOFS.md")
	known := map[string]bool{}
	var papers []string
	for _, g := range theory.Table() {
		known["row "+g.ID] = true
	}
	for _, p := range props.Properties() {
		known["property "+p.Name] = true
	}
	for _, trap := range adversarial.Traps() {
		known["trap "+trap.Name] = true
	}
	for _, b := range theory.LowerBounds() {
		known["trap "+b.Construction] = true
	}
	for _, e := range adversarial.Errata() {
		known["certificate "+e.Name] = true
	}
	for _, q := range adversarial.Open() {
		known["certificate "+q.Name] = q.Refuted
	}
	for _, k := range slices.Concat(algos.Kinds(), normalized.Kinds(), multiclass.Kinds()) {
		known["learner "+k.Name] = true
	}
	for _, command := range []string{"adult", "synthetic", "usps", "mnist", "mcp", "normalized"} {
		known["command "+command] = true
	}
	for _, heading := range regexp.MustCompile(`(?m)^### (.+)$`).FindAllStringSubmatch(proofs, -1) {
		known["proof "+strings.ToLower(strings.NewReplacer(" ", "-", ".", "").Replace(heading[1]))] = true
	}
	functions := textOf(t, "theory") + textOf(t, "algos/normalized")
	named := map[string]bool{}
	for line := range strings.Lines(page) {
		var of []string // what is of the package that is named next
		for _, m := range regexp.MustCompile("(row|property|trap|certificate|learner|command|test|type|function|package) `([^`]+)`|PROOFS\\.md#([a-z0-9-]+)").FindAllStringSubmatch(line, -1) {
			switch kind, name := m[1], m[2]; kind {
			case "":
				require.True(t, known["proof "+m[3]], "no section %s", m[0])
			case "test":
				of = append(of, "func "+name+"(")
			case "type":
				of = append(of, "type "+name+" ")
			case "function":
				require.Contains(t, functions, "func "+name+"(", m[0])
			case "package":
				text := textOf(t, name)
				for _, declared := range of {
					require.True(t, strings.Contains(text, declared), "no %s in package %s", declared, name)
				}
				of = nil
			default:
				require.True(t, known[kind+" "+name], "there is no %s", m[0])
				named[kind+" "+name] = true
			}
		}
		require.Empty(t, of, "of which package?")
	}
	for _, heading := range regexp.MustCompile(`(?m)^## (\S+),`).FindAllStringSubmatch(page, -1) {
		papers = append(papers, heading[1])
	}
	require.Len(t, papers, 5)
	for _, g := range theory.Table() {
		if slices.ContainsFunc(papers, func(paper string) bool { return strings.Contains(g.Source, paper) }) && !named["row "+g.ID] {
			t.Errorf("%s (%s) is not on the page of papers", g.ID, g.Source)
		}
	}
	for _, e := range adversarial.Errata() {
		if !named["certificate "+e.Name] && !named["row "+e.Row] {
			t.Errorf("the erratum %s (%s) is not on the page of papers", e.Name, e.Source)
		}
	}
}

// What the page of open questions names, and what its commands run, exists.
func TestPageOfOpenQuestions(t *testing.T) {
	t.Parallel()
	page := pageAt(t, "theory", "OPEN.md")
	proofs := pageAt(t, "theory", "PROOFS.md")
	for _, m := range regexp.MustCompile(`\(PROOFS\.md#([a-z0-9-]+)\)`).FindAllStringSubmatch(page, -1) {
		require.Regexp(t, `(?im)^### `+strings.ReplaceAll(m[1], "-", "[- ]")+`$`, proofs, m[0])
	}
	replayed, tested := 0, 0
	for _, m := range regexp.MustCompile("`(marginlab|go test) ([^`]+)`").FindAllStringSubmatch(page, -1) {
		args, err := words(strings.Join(strings.Fields(m[2]), " "))
		if m[1] == "marginlab" {
			if m[2] = args[0]; m[2] == "hunt" { // its claim has characters of a shell, in quotes
				_, err = adversarial.Claim(args[1])
			}
			require.NoError(t, err)
		}
		switch {
		case m[2] == "replay":
			for _, file := range args[1:] {
				require.FileExists(t, filepath.Join(root, file))
				replayed++
			}
		case m[2] == "theorems":
			require.NotPanics(t, func() { theory.Row(args[1]) }, args[1])
		case m[1] == "go test":
			require.NoError(t, err)
			i := max(slices.Index(args, "-bench"), slices.Index(args, "-run"))
			require.Regexp(t, `(?m)^func (Test|Benchmark)\w*`+strings.TrimPrefix(args[i+1], "Test"), textOf(t, args[0]), m[0])
			tested++
		}
	}
	require.Greater(t, replayed, 5)
	require.Greater(t, tested, 5)
}

// textOf is the text of a package with its tests.
func textOf(t *testing.T, dir string) string {
	files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	require.NoError(t, err)
	require.NotEmpty(t, files, "no package %s", dir)
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		all.Write(text)
	}
	return all.String()
}

// Every paper that a source cites by its short name has a BibTeX entry, with the title that the glossary has.
func TestSourcesHaveBibTeX(t *testing.T) {
	t.Parallel()
	glossary := pageAt(t, "theory", "GLOSSARY.md")
	for _, g := range theory.Table() {
		for _, name := range regexp.MustCompile(`\b[A-Z]+[0-9]{2}\b`).FindAllString(g.Source, -1) {
			entry := bibtex(name)
			require.Contains(t, entry, "{"+name+",", g.ID)
			title := regexp.MustCompile(`title = \{(.*)\}`).FindStringSubmatch(entry)[1]
			require.Contains(t, glossary, "*"+title+"*", name)
		}
	}
}
