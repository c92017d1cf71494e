//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

// asksTheDate is what reads the clock that may leap, or parts a time from the steady one.
var asksTheDate = regexp.MustCompile(`\.(Unix(Nano|Milli|Micro)?|ModTime|UTC|Local|AddDate)\(|\.Round\(0\)|time\.(Date|Parse)\(`)

// Nothing depends on the date, but what says it.
func TestNothingAsksTheDate(t *testing.T) {
	t.Parallel()
	may := map[string]string{
		"cmd/marginlab/hunts.go": "prints when a hunt was submitted, and compares the times of files",
	}
	err := filepath.WalkDir("../..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		name := filepath.ToSlash(strings.TrimPrefix(path, filepath.Join("..", "..")+string(filepath.Separator)))
		if bytes.Contains(text, []byte("\t\"time\"\n")) && may[name] == "" {
			require.Empty(t, asksTheDate.FindAllString(string(text), -1), "%s reads the date: time.Since a time.Now is steady", name)
		}
		return err
	})
	require.NoError(t, err)
}

// leap makes the clock leap by hundreds of days to and fro every ten milliseconds, and leaves the
// steady one as it is.
const leap = "\tsec += (mono/10_000_000%7 - 3) * 8_640_000\n"

// Commands whose clock leaps come to what they come to otherwise, in times and within budgets that
// are those of the steady clock. The whole is built again for it, with another time.Now.
func TestLeapingClock(t *testing.T) {
	t.Parallel()
	if !rapidtest.Long() {
		t.Skip("it compiles the standard library too: MARGINLAB_LONG=1")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	dir, file := t.TempDir(), filepath.Join(strings.TrimSpace(string(root)), "src", "time", "time.go")
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	const now = "\tsec, nsec, mono := runtimeNow()\n"
	require.Equal(t, 1, strings.Count(string(source), now+"\tif mono == 0 {"))
	other, overlay, leaping := filepath.Join(dir, "time.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "leaping")
	require.NoError(t, os.WriteFile(other, []byte(strings.Replace(string(source), now+"\tif mono == 0 {", now+leap+"\tif mono == 0 {", 1)), 0o600))
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{file: other}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, text, 0o600))
	out, err := exec.Command("go", "build", "-overlay", overlay, "-o", leaping, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)

	// outcome is what a command prints and writes, but for its times, which are some seconds.
	outcome := func(t *testing.T, command, in string, args ...string) string {
		c := exec.Command(command, args...)
		c.Dir = filepath.Join(dir, in)
		require.NoError(t, os.MkdirAll(c.Dir, 0o700))
		c.Stdin = strings.NewReader("0,0,-1\n2,2,1\n2,0,-1\n")
		var out, errs bytes.Buffer
		c.Stdout, c.Stderr = &out, &errs
		require.NoError(t, c.Run(), "%v: %s", args, &errs)
		var all []string
		for line := range strings.Lines(out.String()) {
			var v map[string]any
			require.NoError(t, json.Unmarshal([]byte(line), &v), line)
			if seconds, ok := v["seconds"].(float64); ok {
				require.True(t, seconds >= 0 && seconds < 3600, "%v: %v s", args, seconds)
			}
			text, err := json.Marshal(timeless(v))
			require.NoError(t, err)
			all = append(all, string(text))
		}
		files, err := filepath.Glob(filepath.Join(c.Dir, "*.json"))
		require.NoError(t, err)
		for _, file := range files {
			all = append(all, settled(t, file))
		}
		return fmt.Sprint(all, errs.String())
	}
	hunt := []string{"hunt", "--learner", "e-omm", "--quantity", "later_mistakes", "--claim", "T + R", "--workers", "2", "--seed", "3", "--cold", "--json", "--state", "state.json", "--budget", "1h"}
	for name, args := range map[string][]string{
		"hunt":      append(hunt, "--epochs", "20"),
		"reproduce": {"reproduce", "synthetic", "--quick", "--runs", "2", "--json", "--state", "state.json"},
		"run":       {"run", "--learners", "romma", "--passes", "100", "--save", "model.json", "--json", "breast_cancer"},
		"check":     {"check", "--json", "breast_cancer"},
		"certify":   {"certify", "-", "e-omm: mistakes <= 2 where r <= 3", "-o", "certificate.json", "--json"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, outcome(t, "marginlab", name, args...), outcome(t, leaping, name+"-leaping", args...))
		})
	}
	t.Run("budget", func(t *testing.T) {
		t.Parallel()
		args := append(hunt[:len(hunt)-1:len(hunt)-1], "3s")
		require.Contains(t, outcome(t, leaping, "budget", args...), `"status":"survived"`)
		require.Contains(t, outcome(t, leaping, "budget", append(args, "--resume")...), `"status":"survived"`)
	})
}
