package term

import (
	"regexp"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// breaks are what a line may break behind: a blank or, in a word that is longer than a line, a sign of a name
// or a formula.
const breaks = " ,(-/*"

// Wrap breaks a text into lines of the width, between words and, in those that are longer, behind the signs of a
// formula.
func Wrap(s string, width int) []string { return wrap(s, width, breaks) }

// wrap breaks a text into lines of the width, between words and, in those that are longer than a line, behind
// the signs. The lines after the first of an indented text are indented more.
func wrap(s string, width int, signs string) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(s, "\n") {
		line, hang := indent(paragraph)
		add := func(piece string) {
			if strings.TrimLeft(line, " ") != "" && widest(line+piece) > width {
				lines, line = append(lines, strings.TrimRight(line, " ")), hang
			}
			line += piece
		}
		for _, word := range pieces(paragraph[len(line):], " ") {
			if len(hang)+widest(word) <= width {
				add(word)
				continue
			}
			for _, piece := range pieces(word, signs) {
				add(piece)
			}
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// indent is the blanks that a line begins with, and those from which the lines after it hang.
func indent(s string) (first, hang string) {
	if first = s[:len(s)-len(strings.TrimLeft(s, " "))]; first != "" {
		hang = first + "  "
	}
	return first, hang
}

// exponent is the minus of a number like 1.25e-08, with what is before it.
var exponent = regexp.MustCompile(`[0-9.]e-$`)

// pieces cuts a text behind each of these signs, but not inside of a number.
func pieces(s, signs string) (all []string) {
	for s != "" {
		at := 0
		for at == 0 || at < len(s) && exponent.MatchString(s[:at]) {
			next := strings.IndexAny(s[at:], signs) + 1
			if next == 0 {
				next = len(s) - at
			}
			at += next
		}
		for at < len(s) && s[at] == ' ' {
			at++
		}
		all, s = append(all, s[:at]), s[at:]
	}
	return all
}

// widest is the width of the widest line of a text, without the blanks at its end.
func widest(s string) (w int) {
	for line := range strings.SplitSeq(s, "\n") {
		w = max(w, text.StringWidthWithoutEscSequences(strings.TrimRight(line, " ")))
	}
	return w
}

// longest is how wide a column of the text is at least, if lines break behind these signs alone.
func longest(s, signs string) (w int) {
	for paragraph := range strings.SplitSeq(s, "\n") {
		first, hang := indent(paragraph)
		for i, piece := range pieces(paragraph[len(first):], signs) {
			if i > 0 {
				first = hang
			}
			w = max(w, len(first)+widest(piece))
		}
	}
	return w
}
