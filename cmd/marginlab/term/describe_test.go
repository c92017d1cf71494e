package term_test

import (
	"strings"
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
		{strings.Repeat("n", 64), strings.Repeat("é", 1<<20), "2 are +1 (" + strings.Repeat("é", 63) + "…), 1 is -1 (" + strings.Repeat("n", 64) + ")"},
		{"not\r\nso", "so\tso", `2 are +1 (so\tso), 1 is -1 (not\r\nso)`},
	} {
		x := vec.Dense(1)
		d := trial.NewData("a", []theory.Example{{X: x, Y: 1}, {X: x, Y: 1}, {X: x, Y: -1}}, 1)
		d.Labels = [2]string{c.minus, c.plus}
		require.Equal(t, "a: 3 examples, 1 feature; "+c.want, term.Describe(d))
	}
}

func TestDescribeShortensClasses(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 65)
	d := trial.NewData("a", []theory.Example{{X: vec.Dense(1), Y: 1}, {X: vec.Dense(2), Y: 1}}, 1)
	d.Class, d.Classes = []int{0, 1}, []string{long, "y"}
	require.Equal(t, "a: 2 examples, 1 feature; 1 is "+long[:63]+"…, 1 is y", term.Describe(d))
	require.Equal(t, long, d.Classes[0])
}
