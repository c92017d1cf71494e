//go:build unix

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
	"marginlab/props/stream"
	"marginlab/theory"
)

// judgement is all that the page has.
type judgement struct {
	held    []held
	absent  []string
	cases   map[string]string // of properties that fail, by the peer's id and the property's name
	margins []reaching
	shorts  []short
}

// held is a peer that was held to theorems and properties.
type held struct {
	judged
	code     string // the name and version that it gives itself
	verdicts []verdict
}

// failures are the verdicts against the peer.
func (h held) failures() (all []verdict) {
	for _, v := range h.verdicts {
		if v.failed {
			all = append(all, v)
		}
	}
	return all
}

// keep notes the cases of properties that fail, and what is not installed. Each failure needs
// a reason.
func (p *judgement) keep(t *testing.T) {
	for _, h := range p.held {
		if what := h.missing(); what != "" {
			p.absent = append(p.absent, what)
		}
		for _, v := range h.failures() {
			if h.reason(v) == "" {
				t.Errorf("%s fails %s, and no reason is given: %s", h.id, v.id, v.says)
			}
			if v.literal != "" {
				p.cases[h.id+"."+v.id] = v.literal
			}
		}
	}
	p.held = slices.DeleteFunc(p.held, func(h held) bool { return h.verdicts == nil })
}

const introduction = `# Peers, judged

Written by ` + "`make peers`" + ` on %s/%s, with %s.

Learners of other projects, held to the theorems on what they say they are: each theorem and property
on %d cases, and with wink-perceptron, which is fast enough, each theorem that holds there in a hunt over %d
streams. A stream on which one fails is shrunk, and what the learner answered is kept beside it. That never
says that a theorem is false. It says that **this implementation does not do what the theorem is about**; the
reason is from its documentation or source. "Holds" means that no case failed.

`

const replaying = `
What fails is replayed from the root of this project, where the peer is installed:

    marginlab replay --exec benchdata/results/peers/*.json    # the streams and counts in exact arithmetic, and the peer again
    go test ./cmd/bench-peers -run 'TestFindings|TestShortOfTheMargin|TestProse'

The cases of properties are in ` + "[`properties.txt`](peers/properties.txt)" + `.
`

// markdown is the page.
func (p judgement) markdown(t *testing.T) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, introduction, runtime.GOOS, runtime.GOARCH, strings.Join(installed(), ", "), drawn, huntTrials)
	table := term.NewTable(term.Left("peer"), term.Left("held to be"), term.Right("holds"), term.Left("fails"))
	for _, h := range p.held {
		failures := h.failures()
		var names []string
		for _, v := range failures {
			names = append(names, v.id)
		}
		table.Row(h.name, h.as, fmt.Sprintf("%d of %d", len(h.verdicts)-len(failures), len(h.verdicts)), strings.Join(names, ", "))
	}
	out := term.Form{Markdown: true}.Out(&b)
	require.NoError(t, table.Write(out))
	for _, what := range slices.Compact(p.absent) {
		fmt.Fprintf(&b, "\n%s\n", what)
	}
	b.WriteString(replaying)
	for _, h := range p.held {
		h.print(&b)
	}
	p.printMargins(t, &b)
	b.WriteString(prosePage(t))
	return b.Bytes()
}

// print is the section of a peer.
func (h held) print(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n## %s\n\n%s, held to be %s:\n\n    %s\n", h.name, h.code, h.as, h.learner)
	var holding []string
	for _, v := range h.verdicts {
		text := v.id
		if v.ratio > 0 {
			text += fmt.Sprintf(" (nearest %.3f)", v.ratio)
		}
		if !v.failed {
			holding = append(holding, text)
		}
	}
	if len(holding) > 0 {
		fmt.Fprintf(b, "\nHolds: %s.\n", strings.Join(holding, ", "))
	}
	if h.note != "" {
		fmt.Fprintf(b, "\n%s\n", h.note)
	}
	reasons := map[string]bool{}
	for _, v := range h.failures() {
		fmt.Fprintf(b, "\n**%s** fails: `%s`\n\n    %s\n    %s\n", v.id, v.claim, witness(v.witness), v.says)
		if reason := h.reason(v); !reasons[reason] {
			reasons[reason] = true
			fmt.Fprintf(b, "\n%s\n", reason)
		}
	}
}

// witness is a stream in a line.
func witness(examples []theory.Example) string {
	var all []string
	for _, e := range examples {
		sign, x := "+", stream.Example(e)[1:]
		if e.Y < 0 {
			sign = "−"
		}
		all = append(all, fmt.Sprintf("%s (%s)", sign, strings.ReplaceAll(x, ",", ", ")))
	}
	return strings.Join(all, "  ")
}

// printMargins is the section on hard margins.
func (p judgement) printMargins(t *testing.T, b *bytes.Buffer) {
	b.WriteString("\n## LIBLINEAR and LIBSVM as hard margins\n\nThe margin that is reached, in parts of γ∗, which is certified to a relative 10⁻⁶. LIBLINEAR without -B is beside the margin through the origin, the others beside that with a bias.\n\n")
	columns := []term.Column{term.Left("data")}
	for _, h := range hards {
		columns = append(columns, term.Right(h.String()))
	}
	table := term.NewTable(columns...)
	for _, m := range p.margins {
		row := []any{m.data}
		for _, part := range m.parts {
			row = append(row, cmp.Or(part, "-"))
		}
		table.Row(row...)
	}
	require.NoError(t, table.Write(term.Form{Markdown: true}.Out(b)))
	fmt.Fprintf(b, "\n%s\n\nThe smallest streams on which less than %.0f %% is reached, of the first %d of small integers:\n\n", whyShort, 100*least, tried)
	for _, s := range p.shorts {
		if s.examples == nil {
			fmt.Fprintf(b, "    %-42s none\n", s.hard)
			continue
		}
		fmt.Fprintf(b, "    %-42s %.2f %% on  %s\n", s.hard, 100*s.part, witness(s.examples))
	}
}

// installed are the packages that the peers are from, with their versions.
func installed() (all []string) {
	for _, name := range []string{"python3-sklearn", "liblinear-tools", "libsvm-tools"} {
		version, err := exec.Command("dpkg-query", "-W", "-f", "${Version}", name).Output()
		if err == nil {
			all = append(all, name+" "+string(version))
		}
	}
	if withoutWink() == "" {
		all = append(all, "wink-perceptron of npm")
	}
	if withoutProse() == "" {
		all = append(all, "prose of the Go proxy")
	}
	return all
}
