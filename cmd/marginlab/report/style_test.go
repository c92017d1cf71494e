package report

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/report/chart"
)

// Text has the contrast that WCAG asks for at level AA, 4.5, and what is drawn has 3, against
// the paper and what is raised from it, light and dark.
func TestColoursHaveContrast(t *testing.T) {
	light, rest, _ := strings.Cut(string(chart.Colours), "@media (prefers-color-scheme: dark)")
	dark, _, _ := strings.Cut(rest, "@media print")
	for name, text := range map[string]string{"light": light, "dark": dark} {
		colours := map[string]float64{}
		for _, m := range regexp.MustCompile(`--([a-z0-9-]+): #([0-9a-f]+)`).FindAllStringSubmatch(text, -1) {
			colours[m[1]] = luminance(t, m[2])
		}
		require.Len(t, colours, 24)
		for colour, l := range colours {
			least := 0.
			switch {
			case strings.HasPrefix(colour, "series"), colour == "strong-rule":
				least = 3
			case colour == "ink", colour == "muted", colour == "accent", colour == "good", colour == "bad", colour == "warn", colour == "plus", colour == "minus", colour == "best":
				least = 4.5
			}
			for _, ground := range []string{"paper", "raised"} {
				require.GreaterOrEqual(t, contrast(l, colours[ground]), least, "%s on %s, %s", colour, ground, name)
			}
		}
	}
}

func contrast(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }

// luminance is the relative luminance of a colour in sRGB, by WCAG 2.
func luminance(t *testing.T, hex string) float64 {
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	var sum float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		require.NoError(t, err)
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}
