//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"

	"golang.org/x/tools/go/packages"
)

// build compiles the tests of each of names with a switch at every operator of the first.
// It also returns how many lines have none, because a switch there does not compile.
func build(ctx context.Context, folder string, names []string) (changes []*change, suites []*suite, without int, err error) {
	pkg, err := load(ctx, names[0])
	if err != nil {
		return nil, nil, 0, err
	}
	for i, name := range names {
		suites = append(suites, &suite{pkg: name, binary: filepath.Join(folder, fmt.Sprintf("%d.test", i)), reached: filepath.Join(folder, "reached")})
	}
	plain := map[string]bool{}
	for {
		if changes, err = plant(pkg, folder, plain); err != nil {
			return nil, nil, 0, err
		}
		var output []byte
		for _, s := range suites {
			c := exec.CommandContext(ctx, "go", "test", "-c", "-p=1", "-vet=off", "-ldflags=-s -w", "-gcflags=-e",
				"-overlay="+filepath.Join(folder, "overlay.json"), "-o", s.binary, "./"+s.pkg)
			if output, err = c.CombinedOutput(); err != nil {
				break
			}
		}
		if err == nil {
			suites = slices.DeleteFunc(suites, func(s *suite) bool { _, err := os.Stat(s.binary); return err != nil }) // no tests
			if len(suites) == 0 {
				return nil, nil, 0, fmt.Errorf("%s has no tests, name a package beside it that tests it", names[0])
			}
			return changes, suites, len(plain), nil
		}
		before := len(plain)
		for _, m := range compiled.FindAllStringSubmatch(string(output), -1) {
			plain[m[1]] = true
		}
		if len(plain) == before {
			return nil, nil, 0, fmt.Errorf("%w\n%s", err, output)
		}
	}
}

// compiled is an error of the compiler: the file and the line.
var compiled = regexp.MustCompile(`(?m)^\S*?([^/\s]+\.go:\d+):\d+: `)

func load(ctx context.Context, name string) (*packages.Package, error) {
	found, err := packages.Load(&packages.Config{Context: ctx, Mode: packages.LoadSyntax}, "./"+name)
	if err != nil {
		return nil, err
	}
	if len(found) != 1 || len(found[0].Errors) > 0 {
		return nil, fmt.Errorf("no package %s that compiles", name)
	}
	return found[0], nil
}

// plant writes pkg with its switches to folder, and the overlay that puts it in place.
func plant(pkg *packages.Package, folder string, plain map[string]bool) ([]*change, error) {
	var changes []*change
	replace := map[string]string{}
	put := func(path string, source []byte) error {
		replace[path] = filepath.Join(folder, filepath.Base(path))
		return os.WriteFile(replace[path], source, 0o600)
	}
	for _, file := range pkg.Syntax {
		path, source, err := rewrite(pkg, file, plain, &changes)
		if err != nil {
			return nil, err
		}
		if err := put(path, source); err != nil {
			return nil, err
		}
	}
	if err := put(filepath.Join(pkg.Dir, "zz_mutate.go"), []byte(support(pkg.Name, len(changes)))); err != nil {
		return nil, err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	return slices.Clip(changes), os.WriteFile(filepath.Join(folder, "overlay.json"), overlay, 0o600)
}
