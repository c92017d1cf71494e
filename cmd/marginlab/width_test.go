package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
	"marginlab/internal/rapidtest"
)

// Every help and what every command prints for people fits a terminal of 80 columns, and of most commands one of 60.
func TestEverythingFitsTheTerminal(t *testing.T) {
	rapidtest.Slow(t)
	testdata, err := filepath.Abs(filepath.Join(root, "adversarial", "testdata"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	require.NoError(t, os.WriteFile("points.csv", []byte("x,y,class\n0,1,1\n0,-1,-1\n0,0,-1\n"), 0o666))
	lines := [][]string{
		{"check"}, {"check", "--all"}, {"check", "--all", "--learners", "n-omm", "synthetic(r=4)"}, {"run"}, {"run", "--classes"},
		{"geometry"}, {"geometry", "breast_cancer"},
		{"learners"}, {"theorems"}, {"fetch", "--list"}, {"--version"},
		{"replay", filepath.Join(testdata, "wrong-split.json")}, {"replay", filepath.Join(testdata, "open", "ce-omm-constant.json")}, {"replay", filepath.Join(testdata, "wrong-split.json"), filepath.Join(testdata, "mcp-margin.json")}, {"replay", "none.json"},
		{"certify", "points.csv", "e-omm: mistakes <= 2 where r <= 3"}, {"certify", "points.csv", "e-omm: mistakes <= 5"},
		{"hunt", "e-omm: mistakes <= 2 where r <= 3", "--start", "points.csv", "--dim", "1..2", "--examples", "3..4", "--cold", "--workers", "1", "--trials", "1"},
		{"hunt", "ce-omm: later_mistakes <= 3/5 * r^2", "--dim", "1..2", "--examples", "3..4", "--cold", "--workers", "1", "--trials", "1"},
		{"reproduce", "synthetic", "--quick", "--runs", "1"},
	}
	parser, err := kong.New(&cli{Reproduce: newReproduce()}, kong.Vars{"recipes": recipes, "version": ""})
	require.NoError(t, err)
	lines = append(lines, []string{"--help"})
	for _, command := range parser.Model.Leaves(false) {
		lines = append(lines, append(strings.Fields(command.Path()), "--help"))
	}
	for _, columns := range []string{"80", "60", "100", "160"}[:rapidtest.Count(1, 2, 4)] {
		t.Setenv("COLUMNS", columns)
		width := term.Width(os.Stdout)
		for _, args := range lines {
			if (slices.Contains(args, "--help") || args[0] == "reproduce") && width < 80 {
				continue // tables and examples of a help keep their lines, and numbers are not wrapped
			}
			_, out, _ := ran(t, args...)
			for line := range strings.Lines(out) {
				line = strings.TrimRight(line, "\n")
				if text.StringWidth(line) > width && !mayBeWide(line) {
					t.Errorf("%v at %d columns: %s", args, width, line)
				}
			}
		}
	}
}

var (
	toCopy  = regexp.MustCompile(`^    marginlab `)
	oneWord = regexp.MustCompile(`^ *(\S+ {2,})?\S+$`) // or one behind a name
)

// mayBeWide says that a line is a command to copy, or a word that cannot be broken.
func mayBeWide(line string) bool { return toCopy.MatchString(line) || oneWord.MatchString(line) }
