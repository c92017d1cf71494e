package theory_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/formula"
)

// Every term of a claim is in the language and has a help text; hunted claims have the terms of two learners.
func TestVocabulary(t *testing.T) {
	t.Parallel()
	for _, term := range theory.Hunted() {
		require.NotEmpty(t, term.Help)
		text := term.Name
		if term.Arg {
			text += "(1/3)"
		}
		e, err := formula.Parse(text, theory.Words())
		require.NoError(t, err)
		require.Equal(t, text, e.Terms()[0].String())
		own, theirs := theory.Theirs(formula.Term{Name: term.Name})
		require.True(t, theory.Words().Has(own.Name))
		require.Equal(t, !theirs && term.Scope == theory.OfRun, theory.Words().Has("their_"+term.Name))
		require.Equal(t, theirs, own.Name != term.Name)
	}
	for _, term := range theory.Terms() {
		require.NotEmpty(t, term.Help, term.Name)
		scope := theory.OfRun // for a name that does not say its scope
		if name, step := strings.CutSuffix(term.Name, "_t"); step && name != "" {
			scope = theory.OfStep
		} else if strings.HasSuffix(term.Name, "_k") || term.Name == "k" || term.Name == "call_updates" {
			scope = theory.OfIterate
		}
		require.Equal(t, scope > theory.OfRun, term.Scope == scope && term.Scope > theory.OfPhi, "%s is of another scope", term.Name)
	}
	for name, want := range map[string]string{
		"gamma_t":   "gamma_t is a term of a step, and a claim has terms of a whole run, expected gamma3 or last_gamma\n",
		"norm_t":    "norm_t is a term of a step, and a claim has terms of a whole run\n",
		"their_r":   "nothing is called their_r, as both learners have the same r, expected r\n",
		"their_rho": "nothing is called their_rho, as both learners have the same rho, expected rho\n",
		"zeta":      "nothing is called zeta, expected a term such as gamma or r, or one of the parameters rho\n",
		"t":         "nothing is called t, did you mean T?\n",
		"c":         "nothing is called c, expected a term such as gamma or r, or one of the parameters rho\n",
		"Rho":       "nothing is called Rho, did you mean rho?\n",
	} {
		_, err := formula.Parse(name, theory.Words().With("rho"))
		require.ErrorContains(t, err, want)
	}
}

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
