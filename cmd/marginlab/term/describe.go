package term

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"marginlab/algos/trial"
	"marginlab/theory"
)

// Describe returns a line about the data.
func Describe(d *trial.Data) string {
	counts := make([]int, max(2, len(d.Classes)))
	for _, c := range d.Class {
		counts[c]++
	}
	if d.Class == nil {
		for _, e := range d.Examples {
			if e.Y == theory.Positive {
				counts[0]++
			}
		}
		counts[1] = len(d.Examples) - counts[0]
	}
	about := About(d, counts)
	if k, ok := d.Kernel(); ok {
		about += fmt.Sprintf("; in the space of %s", k)
	}
	if n := d.Norm(); n != nil {
		about += fmt.Sprintf("; in the norm %s", d.NameOf(n))
	}
	if dim, ok := d.Spanned(); ok {
		about += fmt.Sprintf(", of which they span %s", Count(dim, "dimension", "dimensions"))
	}
	return about
}

// About describes data of which so many examples are of each class; of two classes +1 is
// first. The description is one line, whatever the labels are. It warns of a single class.
func About(d *trial.Data, counts []int) string {
	names, mapped := make([]string, len(d.Classes)), ""
	for c, name := range d.Classes {
		names[c] = short(name)
	}
	if d.Class == nil {
		names, mapped = signs(short(d.Labels[1]), short(d.Labels[0]))
	}
	var parts []string
	all := 0
	for c, name := range names {
		parts = append(parts, Count(counts[c], "is ", "are ")+name)
		all += counts[c]
	}
	if all > 0 && slices.Max(counts) == all {
		mapped += "; WARNING: all are of one class, which has no margin with a bias, and many guarantees do not apply"
	}
	return inLine.Replace(fmt.Sprintf("%s: %s, %s; %s%s", d.Name, Count(all, "example", "examples"), Count(d.Width(), "feature", "features"), strings.Join(parts, ", "), mapped))
}

// short is a label, of a long one its beginning.
func short(label string) string {
	const most = 64 // characters
	if runes := []rune(label[:min(len(label), 4*most+1)]); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return label
}

// inLine writes ends of lines and tabs, which a label may have, as in JSON.
var inLine = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`)

// signs names the classes +1 and −1. What the source calls them, if that is anything else,
// stands in parentheses behind the signs. A number there would look like a sign, so that
// mapped then has it in words, as "; +1 is 2, -1 is 1".
func signs(plus, minus string) (names []string, mapped string) {
	names = []string{"+1", "-1"}
	var inParentheses, inWords []string
	inNumbers := false
	for k, label := range []string{plus, minus} {
		inParentheses = append(inParentheses, names[k])
		v, err := strconv.ParseFloat(label, 64)
		if label == "" || err == nil && v == float64(1-2*k) {
			continue
		}
		inNumbers = inNumbers || err == nil
		inParentheses[k] += " (" + label + ")"
	}
	if !inNumbers {
		return inParentheses, ""
	}
	for k, label := range []string{plus, minus} {
		if label != "" {
			inWords = append(inWords, names[k]+" is "+label)
		}
	}
	return names, "; " + strings.Join(inWords, ", ")
}

// DescribeView says how a guarantee looks at the examples of a task.
func DescribeView(task theory.Task, v theory.View) string {
	s := "as given"
	switch {
	case task == theory.ManyClasses:
		s = "differences of the classes, through the origin"
	case v.Origin:
		s = "through the origin"
	}
	if v.Lift != 0 {
		s += fmt.Sprintf(", with the constant coordinate %v", v.Lift)
	}
	if v.Normalised {
		s += ", normalised"
	}
	return s
}
