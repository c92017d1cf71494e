package term_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func TestDescribeMapsLabels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ minus, plus, want string }{
		{"", "", "2 are +1, 1 is -1"},
		{"-1", "+1", "2 are +1, 1 is -1"},
		{"-1.0", "1", "2 are +1, 1 is -1"},
		{"1", "2", "2 are +1 (label 2), 1 is -1 (label 1)"},
		{"0", "1", "2 are +1, 1 is -1 (label 0)"},
		{"1", "-1", "2 are +1 (label -1), 1 is -1 (label 1)"},
		{"", "2", "2 are +1 (label 2), 1 is -1"},
		{"not 3", "3", "2 are +1 (label 3), 1 is -1 (not 3)"},
		{"no", "yes", "2 are +1 (yes), 1 is -1 (no)"},
		{"no", "", "2 are +1, 1 is -1 (no)"},
	} {
		x := vec.Dense(1)
		d := trial.NewData("a", []theory.Example{{X: x, Y: 1}, {X: x, Y: 1}, {X: x, Y: -1}}, 1)
		d.Labels = [2]string{c.minus, c.plus}
		require.Equal(t, "a: 3 examples, 1 feature; "+c.want, term.Describe(d))
	}
}
