package faults_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// chosen is the environment variable with the number of the active fault.
const chosen = "MARGINLAB_FAULT"

// overlay writes an overlay of the build in which every fault has its branch, so that all are
// compiled at once:
//
//	func f() int {
//		if plantedFault == "7" { the mistaken body }
//		the body
//	}
//
// It returns the path of the overlay, and the numbers of the faults that are not in it, because their mistake is not
// in the body of a function.
func overlay(t *testing.T, all []fault) (path string, left []int) {
	branches := map[string]map[int]string{} // by the file, and the place in it
	packages := map[string]string{}         // names of packages, by their folders
	for n, f := range all {
		source, at := f.source(t)
		file, err := parser.ParseFile(token.NewFileSet(), f.file, source, parser.SkipObjectResolution)
		require.NoError(t, err)
		body, end := enclosing(file, at, at+len(f.old))
		if body == nil {
			left = append(left, n)
			continue
		}
		from, to := int(body.Lbrace), int(body.Rbrace)-1 // a position counts from 1
		if branches[f.file] == nil {
			branches[f.file] = map[int]string{}
		}
		branches[f.file][from] += fmt.Sprintf("\nif plantedFault == \"%d\" {%s%s%s%s}\n", n, source[from:at], f.new, source[at+len(f.old):to], end)
		packages[filepath.Dir(f.file)] = file.Name.Name
	}
	files := map[string]string{}
	for file, at := range branches {
		text, err := os.ReadFile(filepath.Join(root, file))
		require.NoError(t, err)
		for _, place := range slices.Backward(slices.Sorted(maps.Keys(at))) {
			text = slices.Insert(text, place, []byte(at[place])...)
		}
		files[file] = string(text)
	}
	for folder, name := range packages {
		files[filepath.Join(folder, "planted_fault.go")] = fmt.Sprintf("package %s\n\nimport \"os\"\n\nvar plantedFault = os.Getenv(%q)\n", name, chosen)
	}
	return writeOverlay(t, files), left
}

// writeOverlay writes an overlay of files with these texts, and returns its path.
func writeOverlay(t *testing.T, files map[string]string) string {
	folder, replace := t.TempDir(), map[string]string{}
	for file, text := range files {
		place, err := filepath.Abs(filepath.Join(root, file))
		require.NoError(t, err)
		replace[place] = filepath.Join(folder, fmt.Sprintf("%d.go", len(replace)))
		require.NoError(t, os.WriteFile(replace[place], []byte(text), 0o600))
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	path := filepath.Join(folder, "overlay.json")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return path
}

// enclosing returns the body of the function around a stretch of the source, and the text that must follow a copy of
// it so that it ends the function. There is none if the body has a label, which a copy would define again.
func enclosing(file *ast.File, from, to int) (body *ast.BlockStmt, end string) {
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil || from < int(f.Body.Lbrace) || to >= int(f.Body.Rbrace) {
			continue
		}
		if body = f.Body; f.Type.Results == nil {
			end = "\nreturn\n"
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if _, ok := n.(*ast.LabeledStmt); ok {
				body = nil
			}
			return true
		})
	}
	return body, end
}

// source returns the file without the mistake, and the place of the mistake.
func (f fault) source(t *testing.T) (text string, at int) {
	source, err := os.ReadFile(filepath.Join(root, f.file))
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(source), f.old), "times that %s has\n%s", f.file, f.old)
	return string(source), strings.Index(string(source), f.old)
}

// patch returns the file with the mistake in it.
func (f fault) patch(t *testing.T) string {
	source, at := f.source(t)
	mistaken := source[:at] + f.new + source[at+len(f.old):]
	_, err := parser.ParseFile(token.NewFileSet(), f.file, mistaken, parser.SkipObjectResolution)
	require.NoError(t, err)
	require.NotEqual(t, source, mistaken)
	return mistaken
}
