package term

import (
	"math"
	"strings"
)

// Bar draws a part of 1 as a bar of so many columns, to an eighth of a column. What is above
// 1 fills it, and what is above 0 is at least an eighth.
func Bar(part float64, columns int) string {
	if !(part > 0) { // also NaN
		return ""
	}
	const eighths = " ▏▎▍▌▋▊▉"
	n := max(1, int(math.Round(8*float64(columns)*min(part, 1))))
	bar := strings.Repeat("█", n/8)
	if n%8 > 0 {
		bar += string([]rune(eighths)[n%8])
	}
	return bar
}
