package external

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An error has a line for each known fact, and none for the others.
func TestErrorText(t *testing.T) {
	t.Parallel()
	require.EqualError(t, &Error{Learner: "exec(x)", What: "it sleeps"}, "exec(x): it sleeps")
	require.EqualError(t, &Error{Learner: "exec(x)", Example: 1, What: "it sleeps", Message: "zzz",
		Stderr: []string{"a", "b"}},
		"exec(x): example 1: it sleeps\n  message: zzz\n  the end of its standard error:\n    a\n    b")
}

// A text of up to 160 bytes stays whole; a longer one is cut after the last character that ends by there.
func TestCut(t *testing.T) {
	t.Parallel()
	a := func(n int) string { return strings.Repeat("a", n) }
	for text, want := range map[string]string{
		"":                                "",
		a(160) + "\r\n":                   a(160),
		a(161):                            a(160) + "… (161 bytes)",
		a(158) + "é":                      a(158) + "é",
		a(158) + "éa":                     a(158) + "é… (161 bytes)",
		a(159) + "é":                      a(159) + "… (161 bytes)",
		a(157) + "€":                      a(157) + "€",
		a(157) + "😀a":                     a(157) + "… (162 bytes)",
		strings.Repeat("\xff", 161):       `"` + strings.Repeat(`\xff`, 160) + `"… (161 bytes)`,
		" ":                               " ",
		"\x1f":                            `"\x1f"`,
		"~\x7f":                           `"~\x7f"`,
		"two\nlines":                      `"two\nlines"`,
		"an arrow → and \u00a0 are shown": "an arrow → and \u00a0 are shown",
	} {
		require.Equal(t, want, cut(text), "%q", text)
	}
}
