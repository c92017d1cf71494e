package term

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// screen is a terminal of a given width that counts how often its line was drawn and erased.
type screen struct {
	columns int

	mu            sync.Mutex
	line          string
	drawn, erased int
}

func (s *screen) Columns() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.columns
}

var frame = regexp.MustCompile(`^\r([^\x1b]*)\x1b\[K$`)

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.line = frame.FindStringSubmatch(string(p))[1]; s.line == "" {
		s.erased++
	} else {
		s.drawn++
	}
	return len(p), nil
}

func (s *screen) shows() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.line
}

// onScreen runs a test on a screen of 80 columns, by a clock of its own.
func onScreen(t *testing.T, test func(*testing.T, *screen, *Progress)) {
	t.Helper()
	t.Setenv("TERM", "xterm")
	t.Setenv("COLUMNS", "")
	synctest.Test(t, func(t *testing.T) {
		s := &screen{columns: 80}
		p := NewProgress(s)
		defer p.Clear()
		test(t, s, p)
	})
}

func after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// What was done before the work went on is no measure of its speed.
func TestProgressOfReports(t *testing.T) {
	onScreen(t, func(t *testing.T, s *screen, p *Progress) {
		p.Begin("hunt", 0)
		after(time.Second)
		p.At(40, 60)
		after(time.Second)
		require.NotContains(t, s.shows(), "left")
		after(time.Second)
		p.At(42, 60)
		after(100 * time.Millisecond)
		require.Contains(t, s.shows(), " 70 %, 19s left")
	})
}

// A pipe shows the progress of long work twice a minute.
func TestProgressIntoAPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var pipe bytes.Buffer
		p := NewProgress(&pipe)
		p.Begin("e-omm", 1000)
		after(29 * time.Second)
		p.Clear()
		require.Empty(t, pipe.String())
		p.Say("e-omm")
		p.Done(500)
		after(2 * time.Second)
		require.Equal(t, "marginlab: e-omm   50 %, 30s left\n", pipe.String())
		after(28 * time.Second)
		p.Clear()
		require.Equal(t, 1, strings.Count(pipe.String(), "\n"))
	})
}

func TestProgressSaysPartAndTimeLeft(t *testing.T) {
	onScreen(t, func(t *testing.T, s *screen, p *Progress) {
		p.Begin("e-omm", 60000)
		after(50 * time.Millisecond)
		require.Empty(t, s.shows(), "not before a tenth of a second")
		p.Done(15000)
		after(2950 * time.Millisecond)
		require.Equal(t, "e-omm  ███           25 %, 9s left", s.shows())
		p.Say("e-omm, run %d", 2)
		p.Done(45000)
		after(3 * time.Second)
		require.Equal(t, "e-omm, run 2  ████████████ 100 %", s.shows())

		p.Begin("measuring", 0)
		after(90 * time.Second)
		require.Equal(t, "measuring  1m30s", s.shows(), "a new stage has a time of its own")
		p.Clear()
		require.Empty(t, s.shows())
		require.Equal(t, 1, s.erased)
		p.Clear()
		require.Equal(t, 1, s.erased, "what is not there cannot be taken away")
	})
}

// What was done before takes no time.
func TestProgressOfWhatIsLeft(t *testing.T) {
	onScreen(t, func(t *testing.T, s *screen, p *Progress) {
		p.Expect(500)
		p.Expect(-100)
		p.Say("seeds")
		p.Done(100)
		after(10 * time.Second)
		require.Equal(t, "seeds  ███           25 %, 30s left", s.shows())
	})
}

// However often there is something to say, the line is drawn ten times a second, and what is
// over within a tenth of a second not at all.
func TestProgressIsDrawnTenTimesASecond(t *testing.T) {
	onScreen(t, func(t *testing.T, s *screen, p *Progress) {
		for i := range 20000 { // 2 s
			p.Say("iteration %d", i)
			p.Done(1)
			time.Sleep(100 * time.Microsecond)
		}
		p.Clear()
		require.InDelta(t, 20, s.drawn, 1)
		for range 1000 {
			p.Say("short")
			time.Sleep(time.Millisecond)
			p.Clear()
		}
		require.LessOrEqual(t, s.drawn, 21)
		require.Equal(t, 1, s.erased)
		p.Say("the same")
		p.At(1, 2)
		after(time.Second)
		p.Clear()
		require.LessOrEqual(t, s.drawn, 23, "a line that has not changed is not drawn again")
	})
}

func TestProgressFitsTheTerminal(t *testing.T) {
	onScreen(t, func(t *testing.T, s *screen, p *Progress) {
		p.Begin(strings.Repeat("long ", 30), 1000)
		p.Done(500)
		for columns := 2; columns < 90; columns++ {
			s.mu.Lock()
			s.columns = columns
			s.mu.Unlock()
			after(time.Second)
			require.Less(t, len([]rune(s.shows())), columns)
			require.True(t, columns <= 36 || strings.HasSuffix(s.shows(), "left"), s.shows())
		}
	})
}

// The reader is read as it is, and its bytes are counted.
func TestReadingShowsBytes(t *testing.T) {
	onScreen(t, func(t *testing.T, s *screen, p *Progress) {
		r := p.Reading(iotest.HalfReader(strings.NewReader(strings.Repeat("x", 4000))), "a.csv", 4000)
		var half [2000]byte
		n, err := io.ReadFull(r, half[:])
		require.NoError(t, err)
		require.Equal(t, 2000, n)
		after(2 * time.Second)
		require.Equal(t, "a.csv  ██████        50 %, 2s left", s.shows())
		rest, err := io.ReadAll(r)
		require.NoError(t, err)
		require.Len(t, rest, 2000)
	})
}

func TestNoProgressIntoAPipe(t *testing.T) {
	t.Setenv("TERM", "xterm")
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	dumb := new(screen)
	progresses := []*Progress{NewProgress(w), NewProgress(new(bytes.Buffer)), NewProgress(nil)}
	t.Setenv("TERM", "dumb")
	for _, p := range append(progresses, NewProgress(dumb)) {
		p.Expect(10)
		p.Say("work")
		p.Done(4)
		p.Clear()
	}
	require.NoError(t, w.Close())
	var got bytes.Buffer
	_, err = got.ReadFrom(r)
	require.NoError(t, err)
	require.Empty(t, got.String())
	require.Zero(t, dumb.drawn)
}
