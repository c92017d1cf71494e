package external

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// page returns the messages of PROTOCOL.md, a transcript for each greeting.
func page(t *testing.T) (transcripts [][]string) {
	t.Helper()
	text, err := os.ReadFile("PROTOCOL.md")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		message, ok := strings.CutPrefix(line, "    ")
		if !ok || !strings.HasPrefix(message, "< ") && !strings.HasPrefix(message, "> ") {
			continue
		}
		if strings.HasPrefix(message, `< {"protocol"`) {
			transcripts = append(transcripts, nil)
		}
		last := len(transcripts) - 1
		transcripts[last] = append(transcripts[last], message)
	}
	require.Len(t, transcripts, 5)
	return transcripts
}

// Each question of the page is what is sent, and each of its answers is accepted.
func TestPageIsTheProtocol(t *testing.T) {
	t.Parallel()
	for _, transcript := range page(t) {
		var g greeting
		var q question
		for _, line := range transcript {
			message := []byte(line[2:])
			switch {
			case g.Protocol == 0:
				require.Nil(t, decode(message, &g), line)
				require.Empty(t, g.check(&Program{}))
			case line[0] == '>':
				q = readQuestion(t, message, g)
				require.Equal(t, strings.TrimSuffix(line[2:], "\n"), strings.TrimSuffix(string(q.line(g)), "\n"))
			default:
				var a answer
				require.Nil(t, decode(message, &a), line)
				failed := a.check(q, false)
				if strings.Contains(line, `"error"`) {
					require.Equal(t, wrong(2, "it cannot go on: these examples are not separable"), failed)
				} else {
					require.Nil(t, failed, line)
				}
			}
		}
	}
}

// readQuestion reads a question as a program does.
func readQuestion(t *testing.T, message []byte, g greeting) question {
	t.Helper()
	var whole struct {
		asked
		X json.RawMessage `json:"x"`
	}
	require.NoError(t, json.Unmarshal(message, &whole))
	q := question{stream: whole.Stream, first: whole.First, dim: whole.Dim, show: whole.Show}
	if len(whole.Y) == 0 {
		return q
	}
	for i, row := range rows(t, whole.X, whole.Dim, g.Packed, whole.X[0] == '{') {
		e := theory.Example{X: vec.Vector{Value: row}, Y: theory.Label(whole.Y[i])}
		if whole.X[0] == '{' {
			e.X = e.X.Sparsify()
		}
		q.examples = append(q.examples, e)
	}
	return q
}

// adapters are the Perceptrons written with the adapters.
var adapters = []struct {
	name   string
	needs  []string // programs
	words  []string
	before []string // a command to build it, nil for none
}{
	{"Python", []string{"python3"}, []string{"python3", "testdata/perceptron.py"}, nil},
	{"JavaScript", []string{"node"}, []string{"node", "testdata/perceptron.js"}, nil},
	{"C", []string{"cc"}, []string{"TEMP/perceptron"}, []string{"cc", "-Wall", "-Wextra", "-Werror", "-O2", "-o", "TEMP/perceptron", "adapters/mine.c"}},
}

// adapter returns the words of a Perceptron, or skips.
func adapter(t testing.TB, i int) []string {
	t.Helper()
	a := adapters[i]
	for _, program := range a.needs {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed, which the adapter for %s needs", program, a.name)
		}
	}
	if a.before == nil {
		return a.words
	}
	folder := t.TempDir()
	fill := func(words []string) (filled []string) {
		for _, w := range words {
			filled = append(filled, strings.ReplaceAll(w, "TEMP", folder))
		}
		return filled
	}
	before := fill(a.before)
	out, err := exec.Command(before[0], before[1:]...).CombinedOutput()
	require.NoError(t, err, string(out))
	return fill(a.words)
}

// The adapters answer the questions of the page as the page does.
func TestAdaptersAnswerThePage(t *testing.T) {
	t.Parallel()
	for i, a := range adapters {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			c, err := start(adapter(t, i), time.Minute)
			require.NoError(t, err)
			defer c.end()
			const most = 1 << 16
			line, err := c.read(most)
			require.NoError(t, err, c.stderr.last())
			require.Nil(t, decode(line, &c.greeting))
			for _, transcript := range page(t) {
				var g greeting
				require.NoError(t, json.Unmarshal([]byte(transcript[0][2:]), &g))
				if g.Name != "my perceptron" || a.name == "C" && (g.Packed != c.greeting.Packed || g.Sparse) {
					continue
				}
				require.Subset(t, c.greeting.Shows, g.Shows)
				for i := 1; i+1 < len(transcript) && !strings.Contains(transcript[i+1], `"error"`); i += 2 {
					_, err := c.in.Write([]byte(transcript[i][2:]))
					require.NoError(t, err)
					line, err := c.read(most)
					require.NoError(t, err, c.stderr.last())
					require.JSONEq(t, transcript[i+1][2:], string(line), transcript[i])
				}
			}
		})
	}
}
