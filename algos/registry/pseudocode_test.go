package registry_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"marginlab/algos/registry"
)

// step is a line of pseudocode; see algos.Kind.
var step = regexp.MustCompile(`^( {2})*(` +
	`[^ =←][^=←]*(, [^ =←][^=←]*)? [←=] [^ ].*|` +
	`(predict|classify|let|return) [^ ].*|` +
	`(if|else if|for each|opening:|repeat for) .*|` +
	`(else|repeat):)$`)

// Every learner states its steps, in one notation, and the role of each of its parameters in them.
func TestEveryKindHasItsSteps(t *testing.T) {
	for _, k := range registry.Learners().Kinds {
		if k.Read != nil {
			continue // a program, whose steps are unknown
		}
		require.NotEmpty(t, k.Pseudocode, k.Name)
		depth := 0
		for line := range strings.SplitSeq(k.Pseudocode, "\n") {
			require.Regexp(t, step, line, k.Name)
			require.LessOrEqual(t, utf8.RuneCountInString(line), 96, line)
			code, _, _ := strings.Cut(line, "  #")
			require.Equal(t, strings.TrimRight(code, " "), code, line)
			indent := (len(line) - len(strings.TrimLeft(line, " "))) / 2
			require.LessOrEqual(t, indent, depth, "%s: %q", k.Name, line)
			if depth = indent; strings.HasSuffix(code, ":") || strings.HasPrefix(line, "opening:") {
				depth++
			}
		}
		for _, p := range k.Arguments() {
			require.Regexp(t, `(^|[^\pL])`+p.Name+`([^\pL]|$)`, k.Pseudocode, "%s: what does %s do?", k.Name, p.Name)
			for _, w := range p.Words[min(1, len(p.Words)):] {
				require.Contains(t, k.Pseudocode, p.Name+"="+w, "%s: what does %s=%s do?", k.Name, p.Name, w)
			}
		}
	}
}
