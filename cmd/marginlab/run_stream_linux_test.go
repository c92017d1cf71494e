package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// A stream of any length takes a window of memory. With MARGINLAB_LONG it has 10 GiB.
func TestMemoryOfAStream(t *testing.T) {
	t.Parallel()
	length := 64 << 20
	if os.Getenv("MARGINLAB_LONG") != "" {
		length = 10 << 30
	}
	if testing.Short() {
		t.Skip("64 MiB take a second: run without -short")
	}
	piece := long("")
	pieces := (length + len(piece) - 1) / len(piece)
	for command, want := range map[string]string{
		"run":   fmt.Sprintf(`"examples":%d,"dim":2,"passes":1,`, 260_000*pieces),
		"check": `"quantity":"updates","bound":null,"ratio":null,"holds":null,"id":"perceptron-novikoff","value":`,
	} {
		t.Run(command, func(t *testing.T) { testMemory(t, command, piece, pieces, want) })
	}
}

func testMemory(t *testing.T, name, piece string, pieces int, want string) {
	command := exec.Command(os.Args[0], name, "--stream", "--json", "--learners", "e-omm,perceptron", "-")
	command.Args[0] = "marginlab" // see TestMain
	var out bytes.Buffer
	command.Stdout = &out
	feed, err := command.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	for range pieces {
		_, err := io.WriteString(feed, piece)
		require.NoError(t, err)
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", command.Process.Pid))
	require.NoError(t, err)
	require.NoError(t, feed.Close())
	require.NoError(t, command.Wait())
	require.Contains(t, out.String(), want)
	most := regexp.MustCompile(`VmHWM:\s+([0-9]+) kB`).FindSubmatch(status)
	require.NotNil(t, most, "%s", status)
	kB, err := strconv.Atoi(string(most[1]))
	require.NoError(t, err)
	require.Less(t, kB, 200<<10)
}
