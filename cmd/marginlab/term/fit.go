package term

import (
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// gap is the blank between two columns.
const gap = 2

// fit returns the widths of the columns, in all and with their gaps at most `most`, if that
// can be; 0 is a column that is left out. all is the width from which on none is. Columns of text are
// wrapped between words first, each in proportion to its text. Then the spare ones are left out, one
// after the other, and at last the others are wrapped down to their longest words, then after the
// hyphens and commas of names and the signs of formulas. It returns nil where all this is not enough.
func (t *Table) fit(most int) (widths []int, all int) {
	n := len(t.columns)
	full, whole, least, ample := make([]int, n), make([]int, n), make([]int, n), make([]int, n)
	for i, c := range t.columns {
		grow := func(s string, wraps bool) {
			lines := strings.Split(s, "\n")
			full[i] = max(full[i], widest(lines))
			if !wraps {
				whole[i], least[i] = max(whole[i], widest(lines)), max(least[i], widest(lines))
				return
			}
			for _, line := range lines {
				indent, hang, text := indented(line)
				whole[i] = max(whole[i], reach(indent, hang, words(text)))
				least[i] = max(least[i], reach(indent, hang, pieces(text, inside)))
			}
		}
		grow(c.head(), c.axis == 0)
		for _, row := range t.rows {
			if !t.spans(row) {
				grow(row[i].text, c.align != text.AlignRight && !c.whole)
			}
		}
		ample[i] = max(whole[i], min(full[i], c.ample))
		all += ample[i] + gap
	}
	all -= gap
	for {
		if widths := share(most, full, ample); widths != nil {
			return widths, all
		}
		next := 0
		for i, c := range t.columns {
			if c.spare > 0 && full[i] > 0 && (next == 0 || c.spare < next) {
				next = c.spare
			}
		}
		if next == 0 {
			break
		}
		for i, c := range t.columns {
			if c.spare == next {
				full[i], whole[i], least[i], ample[i] = 0, 0, 0, 0
			}
		}
	}
	if widths := share(most, full, whole); widths != nil {
		return widths, all
	}
	return share(most, full, least), all
}

// share gives columns of the full widths as much of the room as there is, each at least its
// floor and the rest in proportion. It returns nil where the floors do not fit.
func share(room int, full, floor []int) []int {
	widths, want := slices.Clone(floor), 0
	for i, w := range floor {
		if full[i] > 0 {
			room -= w + gap
			want += full[i] - w
		}
	}
	if room += gap; room < 0 {
		return nil
	}
	if want <= room {
		return full
	}
	rest := room
	for i := range widths {
		more := (full[i] - floor[i]) * room / want
		widths[i] += more
		rest -= more
	}
	for i := 0; rest > 0; i = (i + 1) % len(widths) {
		if widths[i] < full[i] {
			widths[i]++
			rest--
		}
	}
	return widths
}

// widest is the width of the widest of these, without blanks at their ends.
func widest(texts []string) int {
	w := 0
	for _, s := range texts {
		w = max(w, text.StringWidthWithoutEscSequences(strings.TrimRight(s, " ")))
	}
	return w
}

// wrap breaks a text into lines of the width, between words and, if within says so, inside
// those that are longer than a line. The lines after the first of an indented text are
// indented more.
func wrap(s string, width int, within bool) []string {
	var lines []string
	for _, paragraph := range strings.Split(s, "\n") {
		line, hang, text := indented(paragraph)
		add := func(piece string) {
			if strings.TrimLeft(line, " ") != "" && widest([]string{line + piece}) > width {
				lines, line = append(lines, strings.TrimRight(line, " ")), hang
			}
			line += piece
		}
		fits := func(s string) bool {
			return !within || len(hang)+widest([]string{s}) <= width || widest([]string{line + s}) <= width
		}
		for _, word := range words(text) {
			if fits(word) {
				add(word)
				continue
			}
			for _, piece := range pieces(word, inNames) {
				if fits(piece) {
					add(piece)
					continue
				}
				for _, small := range pieces(piece, inFormulas) {
					add(small)
				}
			}
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// indented splits off the blanks that a text begins with. The lines after the first hang
// from two more.
func indented(s string) (indent, hang, text string) {
	text = strings.TrimLeft(s, " ")
	if indent = s[:len(s)-len(text)]; indent != "" {
		hang = indent + "  "
	}
	return indent, hang, text
}

// reach is how far parts of a text reach to the right, each on a line of its own.
func reach(indent, hang string, parts []string) int {
	if len(parts) == 0 {
		return 0
	}
	return max(len(indent)+widest(parts[:1]), len(hang)+widest(parts[1:]))
}

// words cuts a text after its blanks.
func words(s string) []string { return cut(s, func(int) bool { return false }) }

// pieces cuts a text further, after what a line may break behind inside a word.
func pieces(s string, ends func(s string, i int) bool) []string {
	return cut(s, func(i int) bool { return ends(s, i) })
}

// inNames says that the i-th byte of a text is a comma, or a hyphen or bracket of a name. A
// hyphen between digits, or of an exponent, is none of a name, and neither is what stands in a
// word with signs of arithmetic.
func inNames(s string, i int) bool {
	if s[i] == ',' || s[i] == ';' {
		return true
	}
	from, to := strings.LastIndexByte(s[:i], ' ')+1, strings.IndexByte(s[i:], ' ')
	if to < 0 {
		to = len(s) - i
	}
	if i == from || strings.ContainsAny(s[from:i+to], "*/+^<>|") {
		return false
	}
	exponent := s[i-1] == 'e' && i-1 > from && isDigit(s[i-2])
	return s[i] == '(' || s[i] == '-' && !exponent && (isLetter(s[i-1]) || i+1 < len(s) && isLetter(s[i+1]))
}

// inside says that a line may break behind the i-th byte of a text, inside a name or a formula.
func inside(s string, i int) bool { return inNames(s, i) || inFormulas(s, i) }

// inFormulas says that the i-th byte of a text is a sign of arithmetic.
func inFormulas(s string, i int) bool { return s[i] == '/' || s[i] == '*' }

func cut(s string, after func(i int) bool) []string {
	var all []string
	from := 0
	for i := range len(s) {
		last := i+1 == len(s)
		if last || (s[i] == ' ' || after(i)) && s[i+1] != ' ' {
			all = append(all, s[from:i+1])
			from = i + 1
		}
	}
	return all
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
