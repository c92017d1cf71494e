//go:build unix

package main

import (
	_ "embed"
	"fmt"
	gobuild "go/build"
	"maps"
	"path"
	"slices"
	"strings"
)

// equivalents lists changes that change nothing, with the proof.
//
//go:embed equivalent.txt
var equivalents string

// equivalent returns the names of the changes of a package that a list has, but for those in files
// of other machines.
func equivalent(list, pkg string) (map[string]bool, error) {
	all, why := map[string]bool{}, ""
	for line := range strings.Lines(list) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "# "):
			why = line[2:]
		case line != "":
			file, _, ok := strings.Cut(line, " ")
			if !ok || why == "" {
				return nil, fmt.Errorf("equivalent.txt: %q, expected a change as in a list of mutate, after a line with the reason", line)
			}
			if path.Dir(file) != pkg {
				continue
			}
			if here, err := gobuild.Default.MatchFile(pkg, path.Base(file)); here || err != nil {
				all[strings.TrimPrefix(line, pkg+"/")] = true
			}
		}
	}
	return all, nil
}

// absent returns the names that none of the changes has.
func absent(names map[string]bool, changes []*change) []string {
	gone := maps.Clone(names)
	for _, c := range changes {
		delete(gone, c.name())
	}
	return slices.Sorted(maps.Keys(gone))
}
