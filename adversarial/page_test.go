package adversarial

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The page for researchers holds the errata, the thresholds, the questions and the power of the
// search, as they are; -update writes them.
func TestPageHoldsItsTables(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	page := string(text)
	for name, table := range map[string]string{
		"errata": errataTable(), "thresholds": thresholdsTable(t), "questions": questionsTable(t),
	} {
		before, rest, found := strings.Cut(page, "<!-- "+name+" -->\n")
		require.True(t, found, name)
		stands, after, found := strings.Cut(rest, "<!-- end -->")
		require.True(t, found, name)
		if updates() {
			page = before + "<!-- " + name + " -->\n" + table + "<!-- end -->" + after
			continue
		}
		require.True(t, table == stands, "the table of %s has changed: go test ./adversarial -run TestPage -update writes it",
			name)
	}
	if updates() {
		require.NoError(t, os.WriteFile("README.md", []byte(page), 0o644))
	}
}

// The page links to every certificate and every record, and to nothing else: one that no table
// lists is one that no test verifies.
func TestPageLinksToEveryCertificate(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	linked := map[string]bool{}
	for _, m := range regexp.MustCompile(`\]\((testdata/[^)]*\.json)\)`).FindAllStringSubmatch(string(text), -1) {
		linked[m[1]] = true
	}
	for _, pattern := range []string{"testdata/*.json", "testdata/open/*.json"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			require.True(t, linked[filepath.ToSlash(file)], "%s is on no table of the page", file)
			delete(linked, filepath.ToSlash(file))
		}
	}
	require.Empty(t, linked, "the page links to what is not there")
}

// updates reports whether -update was given.
func updates() bool { return flag.Lookup("update").Value.String() == "true" }

func errataTable() string {
	var b strings.Builder
	b.WriteString("| certificate | printed in | what is wrong | refuted | survives |\n| --- | --- | --- | --- | --- |\n")
	for _, e := range Errata() {
		fmt.Fprintf(&b, "| [%s](testdata/%s.json) | %s | %s | `%s` | `%s` |\n", e.Name, e.Name, e.Source, e.Says, cell(e.Printed), cell(e.Corrected))
	}
	return b.String()
}

func questionsTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| question | known | conjecture | best ratio |\n| --- | --- | --- | --- |\n")
	for _, q := range Open() {
		if strings.HasPrefix(q.Name, "threshold") {
			continue
		}
		best := "refuted"
		if !q.Refuted {
			record, err := q.Record()
			require.NoError(t, err)
			best = fmt.Sprintf("%.4f", record.Ratio)
		}
		fmt.Fprintf(&b, "| %s | %s | `%s` | [%s](%s) |\n", q.Asks, q.Known, cell(q.Conjecture), best, q.File())
	}
	return b.String()
}

// thresholdsTable has a row for each number of mistakes and a column for each learner.
func thresholdsTable(t *testing.T) string {
	var learners []string
	var cells []map[string]string // by learner, for one mistake and more
	for _, q := range Thresholds() {
		if !slices.Contains(learners, q.Learner) {
			learners = append(learners, q.Learner)
		}
		if q.Mistakes > len(cells) {
			cells = append(cells, map[string]string{})
		}
		least, err := q.Least()
		require.NoError(t, err)
		cells[q.Mistakes-1][q.Learner] = fmt.Sprintf("[%.4f](%s) ≥ %v (%.3f)", least, q.File(), q.Proved,
			float64(q.Mistakes)/least)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| m | `%s` |\n|%s\n", strings.Join(learners, "` | `"), strings.Repeat(" --- |", len(learners)+1))
	for i, row := range cells {
		fmt.Fprintf(&b, "| %d |", i+1)
		for _, l := range learners {
			fmt.Fprintf(&b, " %s |", row[l])
		}
		b.WriteString("\n")
	}
	return b.String()
}

// cell returns a statement as a cell of a table.
func cell(s fmt.Stringer) string { return strings.ReplaceAll(s.String(), "||", "or") }
