package term

import (
	"fmt"
	"strings"

	"marginlab/algos/trial"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Describe returns a line about the data.
func Describe(d *trial.Data) string {
	counts, names := make([]int, len(d.Classes)), d.Classes
	for _, c := range d.Class {
		counts[c]++
	}
	if d.Class == nil {
		counts, names = []int{0, 0}, []string{signed("+1", d.Labels[1]), signed("-1", d.Labels[0])}
		for _, e := range d.Examples {
			if e.Y == theory.Positive {
				counts[0]++
			}
		}
		counts[1] = len(d.Examples) - counts[0]
	}
	var parts []string
	for c, name := range names {
		parts = append(parts, Count(counts[c], "is ", "are ")+name)
	}
	about := fmt.Sprintf("%s: %s, %s; %s", d.Name, Count(len(d.Examples), "example", "examples"), Count(d.Dim, "feature", "features"), strings.Join(parts, ", "))
	if k, ok := d.Kernel(); ok {
		about += fmt.Sprintf("; in the space of %s", k)
	}
	if n := d.Norm(); n != nil {
		about += fmt.Sprintf("; in the norm %s", n)
	}
	if dim, ok := d.Spanned(); ok {
		about += fmt.Sprintf(", of which they span %s", Count(dim, "dimension", "dimensions"))
	}
	return about
}

// signed names a class by its sign, and adds what the source calls it if that is anything
// else.
func signed(sign, label string) string {
	if label == "" || label == sign || label == sign[1:] {
		return sign
	}
	return fmt.Sprintf("%s (%s)", sign, label)
}

// NormName returns a norm as flags name it; nil is ℓ2.
func NormName(n vec.Norm) string {
	if n == nil {
		n = vec.L2{}
	}
	return n.String()
}
