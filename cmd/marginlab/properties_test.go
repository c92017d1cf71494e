package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/external"
	"marginlab/internal/rapidtest"
)

// planted saves the example in Python in an empty folder, and copies of it with faults. Python starts in half the
// time with -S, without packages beyond its own.
func planted(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed, in which the learner is written")
	}
	t.Chdir(t.TempDir())
	adapter, err := external.Adapter("python")
	require.NoError(t, err)
	example, err := external.Example("python")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("marginlab.py", adapter, 0o600))
	for name, change := range map[string][2]string{
		"mine.py":   {"", ""},
		"dead.py":   {"y * score > 0", "y * score >= 0"},
		"weak.py":   {"w + y * v for", "w + (y if y > 0 else 0.9 * y) * v for"},
		"halved.py": {"w + y * v for", "w + y * v * (0.5 if abs(v) > 3 else 1) for"},
		"crash.py":  {"if y * score", "assert len(x) > 1\n        if y * score"},
	} {
		require.Contains(t, string(example), change[0])
		require.NoError(t, os.WriteFile(name, []byte(strings.Replace(string(example), change[0], change[1], 1)), 0o600))
	}
}

// check runs the command of this name, and returns its exit status and outputs.
func check(t *testing.T, args ...string) (code int, out, stderr string) {
	t.Helper()
	return ran(t, append([]string{"check"}, args...)...)
}

// The faults of a program that its run on Iris does not show fail a property, in a short stream; the
// line that the failure prints fails again, and holds of the learner without the fault.
func TestPropertiesFindPlantedFaults(t *testing.T) {
	rapidtest.Slow(t)
	planted(t)
	faults := []string{"halved", "dead", "weak"}
	for _, fault := range faults[:rapidtest.Count(1, 1, 3)] {
		learner := fmt.Sprintf("exec(python3 -S %s.py,as=perceptron)", fault)
		code, out, stderr := check(t, "--learners", learner, "--cases", "2")
		require.Equal(t, 1, code, out)
		require.Equal(t, fault != "dead", strings.Contains(out, "\nPASS: "), "the guarantees hold on Iris, unless nothing is learned")
		require.Contains(t, out, "\nstep of "+learner+": not so: a step is that of the exact model")
		require.NotContains(t, out, "= -0", "0 has no sign")
		require.Contains(t, stderr, "fail")
		line := regexp.MustCompile(`marginlab check (--learners '.*' --replay 'step; .*')\n`).FindStringSubmatch(out)
		require.NotNil(t, line, out)
		args, err := words(line[1])
		require.NoError(t, err)
		code, again, _ := check(t, args...)
		require.Equal(t, 1, code, again)
		require.Contains(t, out, again[strings.Index(again, "step of"):])
		args[1] = strings.Replace(args[1], fault, "mine", 1)
		code, again, _ = check(t, args...)
		require.Zero(t, code, again)
		require.Contains(t, again, "PASS: 1 property holds of "+args[1]+", in 1 case: step.")
	}
}

// A program of no family has no verdict; with --cases 0 it has no properties. Rows for machines have
// their own keys, and a program that breaks its protocol is an error, not a finding.
func TestPropertiesOfPrograms(t *testing.T) {
	rapidtest.Slow(t)
	planted(t)
	code, out, _ := check(t, "--learners", "exec(python3 -S mine.py)", "--cases", "2")
	require.Zero(t, code)
	require.Contains(t, out, "NO VERDICT: nothing was claimed that only a learner of some family does. 4 properties hold "+
		"of\nexec(python3 -S mine.py), in 8 cases: ")
	require.NotContains(t, out, "PASS")
	code, out, _ = check(t, "--learners", "exec(python3 -S dead.py,as=perceptron)", "--cases", "0")
	require.Equal(t, 1, code)
	require.Contains(t, out, "FAIL: 1 proved guarantee fails: perceptron-every-mistake")
	require.NotContains(t, out, "propert")
	code, out, _ = check(t, "--learners", "exec(python3 -S dead.py,as=perceptron)", "--replay", "step; -1; a=0", "--json")
	require.Equal(t, 1, code)
	require.Contains(t, out, `"property":"step",`)
	require.Contains(t, out,
		`"holds":false,"reason":null,"case":"step; -1; a=0","values":"t=1: predicted +1 (updated: false), `+
			`expected +1 (updated: true), at y(w·x+b) = 0 where it turns at 0"}`)
	code, _, stderr := check(t, "--learners", "exec(python3 -S crash.py)", "--cases", "4")
	require.Equal(t, 2, code)
	require.Regexp(t, "(?s)property [a-z]+, in the case .*AssertionError", stderr)
	code, out, _ = check(t, "--learners", "perceptron", "--properties")
	require.Zero(t, code)
	require.Contains(t, out, "PASS: 9 properties hold of perceptron")
	for want, args := range map[string][]string{
		`--replay: "p": expected a property of perceptron, then its examples after a semicolon: step, guarantees,`: {"--learners", "perceptron", "--replay", "p; +1"},
		`example 1, "1": expected the label + or - first`:                                                          {"--learners", "perceptron", "--replay", "step; 1"},
		"--replay holds one learner": {"--replay", "step; +1"},
		"--properties holds the learners of --learners, expected that flag too": {"--properties"},
		"--cases: expected at least 0, but got -1":                              {"--cases=-1"},
	} {
		code, _, stderr := check(t, args...)
		require.Equal(t, 2, code, args)
		require.Contains(t, stderr, want)
	}
}
