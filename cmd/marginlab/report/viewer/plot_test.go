package viewer

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// nextLine is where a text goes on in the next line.
var nextLine = regexp.MustCompile(`</text>\n<text class="(title|note)" x="14" y="\d+">`)

// There is a picture in every dimension, with the margin that the claim is about.
func TestPlotsOfEveryDimension(t *testing.T) {
	t.Parallel()
	for name, says := range map[string][]string{
		"n-omm-forgets":       {">example</text>", "the last hyperplane of ", "γ∗ = 0.5<"},
		"example/omm-quarter": {">x2</text>", "the last hyperplane of ", "γ∗ = 0.8944<"},
		"amira-at-rest":       {"through the origin = 1<"},
		"wrong-split-table-1": {"e-omm: opening_mistakes", "where gamma &gt; 0<"},
		"perceptron-norm-3":   {"Margins are in ℓp, p = 3."},
		"amira-sum-of-errors": {"mira has no hyperplane: it predicts +1 everywhere."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stem := filepath.Join(t.TempDir(), "picture")
			require.NoError(t, told(t, name).Plot(stem))
			svg, err := os.ReadFile(stem + ".svg")
			require.NoError(t, err)
			joined := strings.ReplaceAll(nextLine.ReplaceAllString(string(svg), " "), "&#43;", "+")
			for _, text := range says {
				require.Contains(t, joined, text)
			}
			if strings.Contains(string(svg), "the maximum margin γ") { // in the legend, the hyperplane, and an edge at least
				require.GreaterOrEqual(t, strings.Count(string(svg), `class="line best`), 3)
			}
		})
	}
	require.ErrorIs(t, told(t, "omm-half").Plot(""), ErrFlat)
}
