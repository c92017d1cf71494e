package expr

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDidYouMean(t *testing.T) {
	words := []string{"omm", "e-omm", "ce-omm", "perceptron", "pa", "pa-i", "pa-ii", "D", "d", "mira-1", "mira-2", "mira-3", "mira-4"}
	for wrong, want := range map[string]string{
		"e-om":      ", did you mean e-omm?",
		"c-omm":     ", did you mean e-omm or ce-omm?",
		"E-OMM":     ", did you mean e-omm?",
		"per":       ", did you mean perceptron?", // it begins with three letters; with two, below, is too little
		"perc":      ", did you mean perceptron?",
		"percepton": ", did you mean perceptron?",
		"svm":       "",
		"mira":      ", did you mean mira-1, mira-2 or mira-3?",
		"":          "",
		"pe":        "",
	} {
		require.Equal(t, want, DidYouMean(wrong, words), wrong)
	}
	require.Equal(t, "a", OneOf([]string{"a"}))
	require.Equal(t, "a, b or c", OneOf([]string{"a", "b", "c"}))
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "ab", 2}, {"kitten", "sitting", 3}, {"γ", "g", 1}, {"ab", "ba", 2}} {
		require.Equal(t, c.want, edits(c.a, c.b))
		require.Equal(t, c.want, edits(c.b, c.a))
	}
}
