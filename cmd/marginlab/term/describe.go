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
	for i, e := range d.Examples {
		class := 0
		if d.Class != nil {
			class = d.Class[i]
		} else if e.Y != theory.Positive {
			class = 1
		}
		counts[class]++
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

// About describes data with these counts of examples per class; of two classes +1 comes
// first. The description is one line, whatever the labels are. It warns of a single class.
func About(d *trial.Data, counts []int) string {
	var names []string
	for _, name := range d.Classes {
		names = append(names, short(name))
	}
	warning := ""
	if d.Class == nil {
		names = []string{withSign(theory.Positive, d.Labels[1]), withSign(theory.Negative, d.Labels[0])}
	}
	var parts []string
	all := 0
	for c, name := range names {
		parts = append(parts, Count(counts[c], "is ", "are ")+name)
		all += counts[c]
	}
	if all > 0 && slices.Max(counts) == all {
		warning = "; WARNING: all are of one class, which has no margin with a bias, and many guarantees do not apply"
	}
	return inLine.Replace(fmt.Sprintf("%s: %s, %s; %s%s", d.Name, Count(all, "example", "examples"),
		Count(d.Width(), "feature", "features"), strings.Join(parts, ", "), warning))
}

// withSign returns the sign of a class, with the source's label if that differs. A number is marked as a label.
func withSign(y theory.Label, label string) string {
	switch v, err := strconv.ParseFloat(label, 64); {
	case label == "" || err == nil && v == float64(y):
		return fmt.Sprintf("%+d", y)
	case err == nil:
		return fmt.Sprintf("%+d (label %s)", y, label)
	}
	return fmt.Sprintf("%+d (%s)", y, short(label))
}

// short returns a label, or the beginning of a long one.
func short(label string) string {
	const most = 64 // characters
	if runes := []rune(label[:min(len(label), 4*most+1)]); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return label
}

// inLine writes the line ends and tabs of a label as in JSON.
var inLine = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`)

// DescribeView describes how a guarantee views the examples of a task.
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
