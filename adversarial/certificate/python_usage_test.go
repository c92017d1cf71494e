package certificate_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

// Anything that is not a certificate gets one line, and a call without a FILE prints the usage.
func TestUsageOfPython(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	interpreter, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is missing: the independent checker is not run")
	}
	for args, want := range map[string]struct {
		status int
		text   string
	}{
		"":                            {2, "usage: check.py [-h] FILE [FILE ...]\ncheck.py: error: the following arguments are required: FILE\n"},
		"-q x.json":                   {2, "usage: check.py [-h] FILE [FILE ...]\ncheck.py: error: unrecognized arguments: -q\n"},
		"missing.json":                {2, "missing.json: cannot be read: No such file or directory\n"},
		".":                           {2, ".: cannot be read: Is a directory\n"},
		"check.py":                    {2, "check.py: malformed: no JSON in UTF-8: Expecting value: line 1 column 1 (char 0)\n"},
		"missing.json tie-rho-0.json": {2, "missing.json: cannot be read: No such file or directory\ntie-rho-0.json: valid\n"},
		"open/n-omm-constant.json":    {2, "open/n-omm-constant.json: malformed: a record of a claim that survived, expected a certificate\n"},
	} {
		cmd := exec.Command(interpreter, append([]string{"check.py"}, strings.Fields(args)...)...)
		cmd.Dir = testdata
		out, _ := cmd.CombinedOutput()
		require.Equal(t, want.text, string(out), args)
		require.Equal(t, want.status, cmd.ProcessState.ExitCode(), args)
	}
	cmd := exec.Command(interpreter, "check.py", "--help")
	cmd.Dir = testdata
	out, err := cmd.Output()
	require.NoError(t, err)
	require.Regexp(t, `(?s)^usage: check.py \[-h\] FILE \[FILE \.\.\.\]\n\nChecks certificates of marginlab\.\n.*Exit status: 0 all are valid,`, string(out))
}
