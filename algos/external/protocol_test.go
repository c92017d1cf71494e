package external

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
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
	require.Len(t, transcripts, 2)
	return transcripts
}

// Each question of the page is what is written, and each of its answers is accepted.
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
				var a asked
				if g.Packed {
					a = unpacked(t, message)
				} else {
					require.NoError(t, json.Unmarshal(message, &a))
				}
				q = question{stream: a.Stream, first: a.First, dim: a.Dim, show: a.Show}
				for i, x := range a.X {
					q.x, q.y = append(q.x, x...), append(q.y, int8(a.Y[i]))
				}
				require.Equal(t, line[2:], string(q.append(nil, g.Packed)))
			default:
				var a answer
				require.Nil(t, decode(message, &a), line)
				wrong := a.check(q, false)
				if strings.Contains(line, `"error"`) {
					require.Equal(t, &fault{2, "it cannot go on: these examples are not separable"}, wrong)
				} else {
					require.Nil(t, wrong, line)
				}
			}
		}
	}
}

// unpacked reads a question with packed features as Python does, which has a struct for it.
func unpacked(t *testing.T, message []byte) (a asked) {
	t.Helper()
	var q struct {
		asked
		X []byte `json:"x"`
	}
	require.NoError(t, json.Unmarshal(message, &q))
	a = q.asked
	for i := range a.Y {
		a.X = append(a.X, make([]float64, a.Dim))
		for k := range a.X[i] {
			a.X[i][k] = packedAt(q.X, i*a.Dim+k)
		}
	}
	return a
}

// adapters are the Perceptrons that are written with the adapters.
var adapters = []struct {
	name   string
	needs  []string // programs
	words  []string
	before []string // a command to build it, nil for none
}{
	{"Python", []string{"python3"}, []string{"python3", "testdata/perceptron.py"}, nil},
	{"JavaScript", []string{"node"}, []string{"node", "testdata/perceptron.js"}, nil},
	{"C", []string{"cc"}, []string{"TEMP/perceptron"}, []string{"cc", "-Wall", "-Wextra", "-Werror", "-O2", "-o", "TEMP/perceptron", "testdata/perceptron.c"}},
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
				if g.Packed != c.greeting.Packed && a.name == "C" {
					continue
				}
				require.Equal(t, g.Shows, c.greeting.Shows)
				for i := 1; i+1 < len(transcript) && !strings.Contains(transcript[i+1], `"error"`); i += 2 {
					_, err := c.in.WriteString(transcript[i][2:])
					require.NoError(t, err)
					line, err := c.read(most)
					require.NoError(t, err, c.stderr.last())
					require.JSONEq(t, transcript[i+1][2:], string(line), transcript[i])
				}
			}
		})
	}
}

func packedAt(b []byte, i int) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
}
