package props

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/external"
	"marginlab/algos/registry"
	"marginlab/internal/rapidtest"
)

// The example of each adapter, saved as its head says, has every property that applies. scikit-learn predicts -1 at a
// score of 0, where the papers and this project predict +1.
func TestExamplesOfAdaptersConform(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	for _, c := range []struct{ language, needs, adapter, example, build, command, fails string }{
		{"python", "python3", "marginlab.py", "mine.py", "", "python3 mine.py", ""},
		{"javascript", "node", "marginlab.js", "mine.js", "", "node mine.js", ""},
		{"c", "cc", "marginlab.h", "mine.c", "cc -Wall -Wextra -Werror -O2 -o mine mine.c", "./mine", ""},
		{"scikit-learn", "python3", "marginlab_sklearn.py", "", "python3 -c 'import sklearn'",
			"python3 marginlab_sklearn.py sklearn.linear_model.Perceptron fit_intercept=False", "predicted -1 for"},
	} {
		t.Run(c.language, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(c.needs); err != nil {
				t.Skipf("%s is not installed", c.needs)
			}
			dir := t.TempDir()
			save := func(name string, text []byte, err error) {
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
			}
			text, err := external.Adapter(c.language)
			save(c.adapter, text, err)
			if c.example != "" {
				text, err = external.Example(c.language)
				save(c.example, text, err)
			} else {
				text, err = external.Adapter("python")
				save("marginlab.py", text, err)
			}
			run := func(command string) ([]byte, error) {
				cmd := exec.Command("sh", "-c", command)
				cmd.Dir = dir
				return cmd.CombinedOutput()
			}
			if out, err := run(c.build); c.example == "" && err != nil {
				t.Skip("scikit-learn is not installed")
			} else {
				require.NoError(t, err, string(out))
			}
			program, err := registry.Parse(fmt.Sprintf(`exec(sh -c "cd %s && exec %s",as=perceptron,timeout=5m)`, dir,
				c.command))
			require.NoError(t, err)
			held, err := Hold(t.Context(), program, rapidtest.Count(5, 20, 100), func() {})
			require.NoError(t, err)
			var names []string
			for _, h := range held {
				names = append(names, h.Name)
				require.Empty(t, h.Reason, h.Name)
				require.NotZero(t, h.Tried, h.Name)
				if c.fails != "" && h.Name == "step" {
					require.ErrorContains(t, h.Failure.Err, c.fails)
					continue
				}
				require.Nil(t, h.Failure, h.Name)
			}
			require.Subset(t, names, []string{"step", "guarantees", "scale"})
		})
	}
}

// Properties that read more of a learner than a program shows are skipped, with the reason.
func TestSkippedOnPrograms(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed, in which the program is written")
	}
	program, err := registry.Parse("exec(python3 ../algos/external/testdata/perceptron.py,as=romma)")
	require.NoError(t, err)
	var skipped []string
	for _, p := range Properties() {
		if p.Reason(program) == "it reads more of romma than programs show" {
			skipped = append(skipped, p.Name)
		}
	}
	require.Equal(t, []string{"step"}, skipped)
}
