package term

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// screen is a terminal, with how often it was written to.
type screen struct {
	mu     sync.Mutex
	text   bytes.Buffer
	writes int
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes++
	return s.text.Write(p)
}

// shown are the lines that stand on the screen: of the control sequences there are
// those that move up a line and erase what is to the right.
func (s *screen) shown() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	lines := []string{""}
	rest := s.text.String()
	for rest != "" {
		switch {
		case strings.HasPrefix(rest, "\x1b[A"):
			lines, rest = lines[:len(lines)-1], rest[3:]
		case strings.HasPrefix(rest, "\x1b[K"):
			lines[len(lines)-1], rest = "", rest[3:]
		case rest[0] == '\n':
			lines, rest = append(lines, ""), rest[1:]
		default:
			lines[len(lines)-1] += rest[:1]
			rest = rest[1:]
		}
	}
	return strings.Join(lines, "\n")
}

func TestProgressIsOneLineThatGoesAway(t *testing.T) {
	t.Parallel()
	s := new(screen)
	p := newProgress(s, 60)
	p.Expect(500)
	p.Expect(-100) // done before
	p.Done(100)
	p.Say("e-omm, run %d", 3)
	p.Say("e-omm, run %d", 4)
	shows := func(line string) {
		t.Helper()
		spent := regexp.MustCompile(` \[\d+s[^]]*\]`)
		require.Eventually(t, func() bool { return spent.ReplaceAllString(s.shown(), "") == line }, time.Minute, time.Millisecond)
	}
	shows(" 25 % [##........] e-omm, run 4\n")
	p.Done(300)
	require.Zero(t, p.Left())
	shows("100 % [##########] e-omm, run 4\n")
	p.Clear()
	require.Empty(t, s.shown())
	p.Clear()
	require.Empty(t, s.shown(), "what is not there cannot be taken away")

	p.Say("again, and %s than the screen is wide", strings.Repeat("much ", 9)+"longer")
	p.Clear()
	require.Empty(t, s.shown())
	require.Contains(t, s.text.String(), "again, and much much much ")
	for _, line := range strings.FieldsFunc(s.text.String(), func(r rune) bool { return strings.ContainsRune("\n\x1b", r) }) {
		require.LessOrEqual(t, len(strings.TrimPrefix(strings.TrimPrefix(line, "[A"), "[K")), 60)
	}
}

// Ten times a second at most, and once more in the end.
func TestProgressIsNotDrawnTooOften(t *testing.T) {
	t.Parallel()
	s := new(screen)
	p := newProgress(s, 80)
	begin := time.Now()
	for time.Since(begin) < 350*time.Millisecond {
		p.Say("work")
		p.Done(1)
	}
	p.Clear()
	require.LessOrEqual(t, s.writes, int(time.Since(begin)/(100*time.Millisecond))+2) // the last line, and its end
}

func TestNoProgressIntoAPipe(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	for _, p := range []*Progress{NewProgress(w), NewProgress(new(bytes.Buffer)), NewProgress(nil)} {
		p.Expect(10)
		p.Say("work")
		p.Done(4)
		require.Equal(t, 6, p.Left())
		p.Clear()
		require.Nil(t, p.drawing)
	}
	require.NoError(t, w.Close())
	var got bytes.Buffer
	_, err = got.ReadFrom(r)
	require.NoError(t, err)
	require.Empty(t, got.String())
}
