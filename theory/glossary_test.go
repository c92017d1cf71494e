package theory_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// The glossary lists the terms of the table; -update writes them.
func TestGlossaryListsTheTerms(t *testing.T) {
	const page, begin, end = "GLOSSARY.md", "<!-- terms -->\n", "<!-- end of terms -->\n"
	var want strings.Builder
	want.WriteString("| term | hunted | meaning |\n| --- | --- | --- |\n")
	for _, term := range theory.Terms() {
		name, mark := term.Name, ""
		if term.Arg {
			name += "(1/2)"
		}
		if term.Hunted {
			mark = "yes"
		}
		fmt.Fprintf(&want, "| `%s` | %s | %s |\n", name, mark, strings.ReplaceAll(term.Help, "|", "\\|"))
	}
	data, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(data), begin)
	require.True(t, found)
	got, after, found := strings.Cut(rest, end)
	require.True(t, found)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(before+begin+want.String()+end+after), 0o644))
		return
	}
	require.Equal(t, want.String(), got)
}
