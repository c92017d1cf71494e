package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
)

// Nothing that a file or an argument says reaches the terminal as a command to it, by
// whichever door it comes in, and none stands on a page.
func TestNothingPrintsWhatATerminalObeys(t *testing.T) {
	t.Parallel()
	const hostile = "a\x1b[31m\r\u202eb\u009bc\xff"
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		return path
	}
	labels := file(strings.TrimSuffix(hostile, "\xff")+".csv", "x,"+hostile+",class\n1,2,"+hostile+"\n2,1,other\n3,1,"+hostile+"\n5,5,other\n")
	words := file("words.csv", "x,y,class\n1,"+hostile+",1\n2,word,2\n")
	svm := file("a.libsvm", "+1 1:"+hostile+"\n")
	key := file("key.json", `{"`+hostile+`": 1, "format": "`+hostile+`"}`)
	record := file("record.json", `{"record": "`+hostile+`"}`)
	page := filepath.Join(dir, "page.html")
	for _, args := range [][]string{
		{"run", "--learners", "e-omm", labels}, {"check", "--learners", "e-omm", "--all", labels}, {"check", "--learners", "e-omm", "--json", labels}, {"check", "--learners", "e-omm", "--csv", labels}, {"check", "--learners", "e-omm", "--markdown", labels},
		{"run", "--classes", "--learners", "amira-k-best", labels}, {"geometry", labels}, {"geometry", "--label", hostile, labels}, {"geometry", "--positive", hostile, labels},
		{"run", words}, {"run", "--one-hot", hostile, words}, {"run", "--drop", hostile, words}, {"run", svm}, {"run", hostile}, {"run", key},
		{"replay", key}, {"replay", "--json", key}, {"replay", key, record, hostile}, {"certify", key, hostile}, {"certify", labels, "e-omm: mistakes <= 1"},
		{"hunt", hostile}, {"hunt", "--learner", hostile, "--claim", hostile}, {"hunt", "--row", hostile}, {"hunt", "e-omm: mistakes <= 3", "--start", hostile},
		{"check", "--theorem", hostile}, {"check", "--learners", hostile}, {"check", "--" + hostile}, {"check", "--kernel", hostile},
		{"check", "--norm", hostile},
		{hostile}, {"fetch", hostile},
		{"report", "-o", page, "--learners", "e-omm", labels},
	} {
		_, out, errs := ranOn(t.Context(), strings.NewReader(hostile), args...)
		for _, text := range []string{out, errs} {
			require.Equal(t, term.Printable(text), text, "%q", args)
		}
		require.NotContains(t, errs, "panic", "%q", args)
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Equal(t, term.Printable(string(text)), string(text))
}
