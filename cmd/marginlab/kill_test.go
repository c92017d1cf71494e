//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

// A long command that is stopped, or killed, as often as it is, leaves no file half written, and
// comes to what one comes to that was left alone.
func TestKilled(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args []string
		to   string // the flag of the file that it writes
		goes bool   // on from that file, with --resume
	}{
		"hunt": {
			[]string{"hunt", "--learner", "e-omm", "--quantity", "later_mistakes", "--claim", "T + R", "--workers", "2", "--seed", "3", "--cold",
				"--trials", fmt.Sprint(rapidtest.Count(3_000, 3_000, 200_000))},
			"--state", true,
		},
		"reproduce": {
			[]string{"reproduce", "synthetic", "--quick", "--runs", fmt.Sprint(rapidtest.Count(1, 1, 3)), "--json"},
			"--state", true,
		},
		"run": {[]string{"run", "--learners", "romma", "--passes", fmt.Sprint(rapidtest.Count(30, 30, 1000)),
			"breast_cancer"}, "--save", false},
		"report":  {[]string{"report", "--learners", "e-omm,perceptron", "--passes", "5", "breast_cancer"}, "--output", false},
		"certify": {[]string{"certify", "-", "e-omm: mistakes <= 2 where r <= 3"}, "--output", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			command := func(in string, more ...string) *exec.Cmd {
				command := exec.Command("marginlab", slices.Concat(c.args, []string{c.to, "out.json"}, more)...)
				command.Dir = filepath.Join(dir, in)
				require.NoError(t, os.MkdirAll(command.Dir, 0o755))
				command.Stdin = strings.NewReader("0,0,-1\n2,2,1\n2,0,-1\n")
				return command
			}
			begun := time.Now()
			out, err := command("whole").CombinedOutput()
			require.NoError(t, err, "%s", out)
			lasted := time.Since(begun)
			whole := settled(t, filepath.Join(dir, "whole", "out.json"))
			rng := rand.New(rand.NewPCG(18, 9))
			file, more := filepath.Join(dir, "killed", "out.json"), []string(nil)
			for i := range rapidtest.Count(2, 2, 200) {
				killed := command("killed", more...)
				require.NoError(t, killed.Start())
				time.Sleep(time.Duration(rng.Float64() * float64(lasted))) // anywhere
				if i%2 == 1 {
					_ = killed.Process.Signal(syscall.SIGSTOP)
					time.Sleep(10 * time.Millisecond)
					_ = killed.Process.Signal(syscall.SIGCONT)
					time.Sleep(time.Duration(rng.Float64() * float64(lasted)))
				}
				_ = killed.Process.Kill() // unless it has ended
				ended := killed.Wait() == nil
				more = nil
				if _, err := os.Stat(file); err != nil {
					require.False(t, ended, "no file")
					continue
				}
				is := settled(t, file)
				if ended || !c.goes {
					require.Equal(t, whole, is)
					require.NoError(t, os.RemoveAll(file)) // once more from the beginning
					continue
				}
				more = []string{"--resume"}
			}
			out, err = command("killed", more...).CombinedOutput()
			require.NoError(t, err, "%s", out)
			require.Equal(t, whole, settled(t, file))
		})
	}
}

// record is one of a hunt, of two examples.
const record = `{"record": 1, "statement": "e-omm: mistakes <= 3 * T", "ratio": 0.3333333333333333, ` +
	`"stream": [{"x": [0, 1], "y": -1}, {"x": [2, 0], "y": 1}]}`

// A full disk takes no file that was there, and no result that could be printed. Nothing is left half written.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("+0*later_mistakes", 80) // for a certificate that is longer than the disk
	for name, c := range map[string]struct {
		args   string
		status int
		prints string
		says   string
	}{
		"the state of a hunt": {"hunt --learner e-omm --claim T+R --workers 1 --cold --trials 300 --seed 1 --state",
			0, "Survived", "the search is not kept: "},
		"a certificate": {"hunt --learner e-omm --claim 2" + long +
			" --dim 1 --examples 3 --cold --workers 1 --state state.json -o", 2, "Refuted", "file too large"},
		"steps":                {"replay record.json --html", 2, "mistakes", "file too large"},
		"a model":              {"run --learners perceptron breast_cancer --save", 2, "perceptron", "file too large"},
		"a page":               {"report --learners perceptron breast_cancer -o", 2, "", "file too large"},
		"a certificate of one": {"certify points.csv --learner e-omm --claim 2" + long + " -o", 2, "", "file too large"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := filepath.Join(dir, "there.json")
			require.NoError(t, os.WriteFile(filepath.Join(dir, "points.csv"), []byte("0,0,-1\n2,2,1\n2,0,-1\n"), 0o600))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "record.json"), []byte(record), 0o600))
			if c.status != 0 { // a state goes to a new file
				require.NoError(t, os.WriteFile(file, []byte("was there"), 0o600))
			}
			args := append([]string{"-c", `ulimit -f 1; exec "$0" "$@"`, "marginlab"}, strings.Fields(c.args)...)
			command := exec.Command("sh", append(args, file)...)
			command.Dir = dir
			var out, err bytes.Buffer
			command.Stdout, command.Stderr = &out, &err
			_ = command.Run()
			require.Equal(t, c.status, command.ProcessState.ExitCode(), "%s%s", &out, &err)
			require.Contains(t, out.String(), c.prints)
			require.Contains(t, err.String(), c.says)
			if text, wrong := os.ReadFile(file); c.status != 0 {
				require.NoError(t, wrong)
				require.Equal(t, "was there", string(text))
			} else {
				require.ErrorIs(t, wrong, fs.ErrNotExist)
			}
			left, wrong := filepath.Glob(filepath.Join(dir, ".*"))
			require.NoError(t, wrong)
			require.Empty(t, left)
		})
	}
}

// A hunt goes on when the folder of its state is lost, and says so at its end. What it kept before is whole.
func TestLostFolderOfAState(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "folder")
	require.NoError(t, os.Mkdir(folder, 0o700))
	file := filepath.Join(folder, "state.json")
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	ended := make(chan string)
	go func() {
		status, _, errs := ranOn(ctx, nil, "hunt", "e-omm: later_mistakes <= T + R", "--workers", "2", "--cold",
			"--examples", "3..6", "--dim", "2", "--budget", "0", "--state", file)
		ended <- fmt.Sprint(status, ": ", errs)
	}()
	require.Eventually(t, func() bool { _, err := os.Stat(file); return err == nil }, time.Minute, time.Millisecond)
	require.NoError(t, os.Rename(folder, folder+".gone"))
	require.NoError(t, os.WriteFile(folder, nil, 0o600)) // nobody makes it again
	interrupt()
	said := <-ended
	require.Regexp(t, "^2: ", said)
	require.Contains(t, said, "the search is lost: ")
	settled(t, filepath.Join(folder+".gone", "state.json"))
}

// sorted is a number on a page, and what its column sorts by: of the milliseconds of a run, the seconds.
var sorted = regexp.MustCompile(`"([.0-9e-]+)">([.0-9]+)<`)

// timelessCell is a number on a page, left out where it tells the time.
func timelessCell(cell string) string {
	numbers := sorted.FindStringSubmatch(cell)
	by, bad := strconv.ParseFloat(numbers[1], 64)
	shown, worse := strconv.ParseFloat(numbers[2], 64)
	if bad == nil && worse == nil && by > 0 && math.Abs(1000*by-shown) <= 0.01*(1+shown) {
		return "…"
	}
	return cell
}

// settled is the text of a whole file, or of all files in a folder, without what tells the time.
func settled(t *testing.T, file string) string {
	t.Helper()
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		files, err := filepath.Glob(filepath.Join(file, "*", "*.json"))
		require.NoError(t, err)
		var all []string
		for _, file := range files {
			all = append(all, filepath.Base(file)+settled(t, file))
		}
		return strings.Join(all, "\n")
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	if text[0] != '{' {
		require.Contains(t, string(text), "</html>")
		return sorted.ReplaceAllStringFunc(string(text), timelessCell)
	}
	var state map[string]any
	require.NoError(t, json.Unmarshal(text, &state))
	if text, err = json.Marshal(timeless(state)); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// timeless is a JSON value whose keys that name seconds are left out.
func timeless(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if strings.Contains(strings.ToLower(key), "seconds") {
				delete(v, key)
				continue
			}
			v[key] = timeless(value)
		}
	case []any:
		for i := range v {
			v[i] = timeless(v[i])
		}
	}
	return v
}
