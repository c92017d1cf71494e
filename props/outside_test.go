package props_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
	"marginlab/internal/rapidtest"
)

// outside is a module outside of the tree, as the page shows it.
const outside = "testdata/outside"

// block is a block of code of README.md, with the paragraph before it.
type block struct{ before, language, text string }

func blocks(t *testing.T) (all []block) {
	page, err := os.ReadFile("README.md")
	require.NoError(t, err)
	rest := string(page)
	for {
		before, after, found := strings.Cut(rest, "\n```")
		if !found {
			return all
		}
		language, code, _ := strings.Cut(after, "\n")
		code, rest, _ = strings.Cut(code, "```\n")
		all = append(all, block{before, language, code})
	}
}

// The page has the files of the module, each complete.
func TestPageHasTheModuleOutside(t *testing.T) {
	shown := map[string]bool{"go.mod": true, "go.sum": true}
	for _, b := range blocks(t) {
		if b.language != "go" {
			continue
		}
		names := regexp.MustCompile("`(\\w+\\.go)`").FindAllStringSubmatch(b.before, -1)
		require.NotEmpty(t, names, b.before)
		name := names[len(names)-1][1]
		file, err := os.ReadFile(filepath.Join(outside, name))
		require.NoError(t, err)
		require.Equal(t, string(file), b.text, name)
		shown[name] = true
	}
	files, err := os.ReadDir(outside)
	require.NoError(t, err)
	for _, f := range files {
		require.True(t, shown[f.Name()], "%s is not on the page", f.Name())
	}
}

// The test runs the page, from an empty folder: the commands make the module, the true claims hold, the false one
// fails with the printed lines, the printed line replays it, and the hunt writes a witness.
func TestModuleOutside(t *testing.T) {
	if !rapidtest.Long() {
		t.Skip("builds a module: MARGINLAB_LONG=1")
	}
	t.Parallel()
	tree, err := filepath.Abs("..")
	require.NoError(t, err)
	dir := t.TempDir()
	run := func(dir, line string) (string, error) {
		cmd := exec.Command("sh", "-ec", line)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	var commands, printed []string
	for _, b := range blocks(t) {
		switch b.language {
		case "sh":
			commands = append(commands, b.text)
		case "":
			printed = append(printed, b.text)
		}
	}
	require.Len(t, commands, 2)
	require.Len(t, printed, 1)
	out, err := run(dir, strings.ReplaceAll(commands[0], "../marginlab", tree))
	require.NoError(t, err, out)

	dir = filepath.Join(dir, "eager")
	sources, err := filepath.Glob(filepath.Join(outside, "*.go"))
	require.NoError(t, err)
	for _, file := range sources {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.Base(file)), text, 0o666))
	}
	out, err = run(dir, commands[1])
	require.Error(t, err, "the false claims are not found:\n%s", out)
	took := regexp.MustCompile(`\(\d+\.\d+s\)|conforms\.go:\d+`)
	require.Contains(t, took.ReplaceAllString(out, ""), took.ReplaceAllString(printed[0], ""))
	made, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	require.NoError(t, err)
	kept, err := os.ReadFile(filepath.Join(outside, "go.mod"))
	require.NoError(t, err)
	version := regexp.MustCompile(`(?m)^go .*`) // the version of the toolchain
	require.Equal(t, version.ReplaceAllString(string(kept), ""), version.ReplaceAllString(strings.ReplaceAll(string(made), tree, "../../.."), ""))
	out2, err := run(outside, "GOFLAGS=-mod=readonly go list -deps -test . >/dev/null") // go.sum has all
	require.NoError(t, err, out2)

	replay := regexp.MustCompile(`go test \. -run .*`).FindString(out)
	again, err := run(dir, replay)
	require.Error(t, err, again)
	require.Contains(t, again, "updates = 2, bound 1 (R/gamma = 1)")
	require.NotContains(t, again, "rapid.seed")

	for _, name := range []string{"witness.json", strings.TrimPrefix(regexp.MustCompile(`marginlab replay .*`).FindString(out), "marginlab replay ")} {
		file, err := os.Open(filepath.Join(dir, name))
		require.NoError(t, err, out)
		witness, err := certificate.Read(file)
		require.NoError(t, errors.Join(err, file.Close()))
		require.True(t, witness.IsWitness())
		_, err = witness.Verify(certificate.Limit{})
		require.NoError(t, err)
		require.Len(t, witness.Stream, 2)
	}
	require.Contains(t, out, "this implementation does not do what the claim is about")

	out, err = run(dir, "go test -v -run 'TestEager|TestExact'")
	require.Error(t, err)
	for _, holds := range []string{"TestEager/eager:_updates_<=_3*(R/gamma0)^2", "TestEager/scale", "TestEager/loop", "TestEager/classifier", "TestExact"} {
		require.Contains(t, out, "--- PASS: "+holds, out)
	}
	require.Contains(t, out, "--- SKIP: TestEager/guarantees")
	require.Contains(t, out, "no proved row of the table of guarantees is on eager")
}
