//go:build unix

package main

import (
	_ "embed"
	"fmt"
	"path"
	"strings"
)

// equivalents lists changes that change nothing, with the proof.
//
//go:embed equivalent.txt
var equivalents string

// equivalent returns the names of the changes of a package that change nothing.
func equivalent(pkg string) (map[string]bool, error) {
	all, why := map[string]bool{}, ""
	for line := range strings.Lines(equivalents) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "# "):
			why = line[2:]
		case line != "":
			file, _, ok := strings.Cut(line, " ")
			if !ok || why == "" {
				return nil, fmt.Errorf("equivalent.txt: %q, expected a change as in a list of mutate, after a line with the reason", line)
			}
			if path.Dir(file) == pkg {
				all[strings.TrimPrefix(line, pkg+"/")] = true
			}
		}
	}
	return all, nil
}
