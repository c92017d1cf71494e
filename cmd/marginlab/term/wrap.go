package term

import (
	"regexp"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Wrap breaks a text into lines of the width, between words and, in those that are longer, behind the signs of a
// formula. Lines after the first of an indented one are indented more.
func Wrap(s string, width int) (lines []string) {
	for paragraph := range strings.SplitSeq(s, "\n") {
		hang := paragraph[:len(paragraph)-len(strings.TrimLeft(paragraph, " "))]
		if hang != "" {
			hang += "  "
		}
		line := ""
		for _, piece := range cut(paragraph, width-len(hang)) {
			if strings.TrimSpace(line) != "" && text.StringWidth(line+strings.TrimRight(piece, " ")) > width {
				lines, line = append(lines, strings.TrimRight(line, " ")), hang
			}
			line += piece
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// part is what a word may be cut into.
var part = regexp.MustCompile(`[^,()*]*[,()*]+ *|[^,()*]+`)

// cut cuts a line behind its blanks, and words that are wider than this also behind the signs of a formula.
func cut(line string, width int) (pieces []string) {
	for _, word := range strings.SplitAfter(line, " ") {
		if text.StringWidth(strings.TrimRight(word, " ")) <= width {
			pieces = append(pieces, word)
		} else {
			pieces = append(pieces, part.FindAllString(word, -1)...)
		}
	}
	return pieces
}

// widest is the width of the widest piece, without the blanks at its end.
func widest(pieces []string) (w int) {
	for _, p := range pieces {
		w = max(w, text.StringWidth(strings.TrimRight(p, " ")))
	}
	return w
}
