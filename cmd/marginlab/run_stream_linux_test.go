package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

// A stream of any length takes a window of memory, whatever learns from it: narrow or sparse
// and wide. With MARGINLAB_LONG it is of 10 GiB, or of forty times as many wide examples.
func TestMemoryOfAStream(t *testing.T) {
	t.Parallel()
	size, times := 64<<20, 1
	if os.Getenv("MARGINLAB_LONG") != "" {
		size, times = 10<<30, 40
	}
	rapidtest.Slow(t)
	piece := long("")
	pieces := size / len(piece)
	narrow := func(w io.Writer) {
		for range pieces {
			_, err := io.WriteString(w, piece)
			require.NoError(t, err)
		}
	}
	const dim, examples = 47_000, 8000
	wide := func(w io.Writer) { writeWide(t, w, times*examples, dim) }
	for name, c := range map[string]struct {
		feed func(io.Writer)
		args []string
		want string
	}{
		"run": {narrow, []string{"run", "--learners", "e-omm,perceptron"},
			fmt.Sprintf(`"examples":%d,"dim":2,"passes":1,`, 260_000*pieces)},
		"run, wide": {wide, []string{"run", "--dim", strconv.Itoa(dim)},
			fmt.Sprintf(`"examples":%d,"dim":%d,"passes":1,`, times*examples, dim)},
	} {
		t.Run(name, func(t *testing.T) { testMemory(t, c.args, c.feed, c.want) })
	}
}

// writeWide writes examples of 74 features, none twice, whose labels a hyperplane gives:
// learners go on updating.
func writeWide(t *testing.T, w io.Writer, examples, dim int) {
	const present = 74
	rng := rand.New(rand.NewPCG(1, 2))
	plane := rapidtest.Normal(rng, dim, 1)
	out := bufio.NewWriter(w)
	for range examples {
		var score float64
		line := []byte("+1")
		for k := range present {
			i, v := dim/present*k+rng.IntN(dim/present), 1+rng.IntN(9)
			score += plane[i] * float64(v)
			line = append(strconv.AppendInt(append(line, ' '), int64(i+1), 10), ':', '0', '.', '0'+byte(v))
		}
		if score < 0 {
			line[0] = '-'
		}
		_, err := out.Write(append(line, '\n'))
		require.NoError(t, err)
	}
	require.NoError(t, out.Flush())
}

func testMemory(t *testing.T, args []string, write func(io.Writer), want string) {
	command := exec.Command(os.Args[0], append(args, "--stream", "--json", "-")...)
	command.Args[0] = "marginlab" // see TestMain
	var out bytes.Buffer
	command.Stdout = &out
	feed, err := command.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	write(feed)
	require.NoError(t, feed.Close())
	ended := make(chan error)
	go func() { ended <- command.Wait() }()
	var most [][]byte // of the last look at the process; what Wait tells includes the process that started it
	for running := true; running; {
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", command.Process.Pid))
		if now := regexp.MustCompile(`VmHWM:\s+([0-9]+) kB`).FindSubmatch(status); now != nil {
			most = now
		}
		select {
		case err = <-ended:
			running = false
		case <-time.After(time.Millisecond):
		}
	}
	require.NoError(t, err)
	require.Contains(t, out.String(), want)
	require.NotNil(t, most)
	kB, err := strconv.Atoi(string(most[1]))
	require.NoError(t, err)
	require.Less(t, kB, 200<<10)
}
