// Package goldentest holds what a reproduction prints against a golden file. Only tests
// import it.
package goldentest

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// Main runs the tests of a package on a screen that is wide enough for every table.
func Main(m *testing.M) {
	if err := os.Setenv("COLUMNS", "400"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// Check compares a text with the golden file of this name in the package's folder
// testdata. With -update it writes the file.
func Check(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o777))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "-update rewrites %s", file)
}

var (
	seconds  = regexp.MustCompile(`"seconds":[^,}]*`)
	fraction = regexp.MustCompile(`\d+\.\d+(e[+-]\d+)?`)
)

// Rows returns JSON rows without the seconds of this run, whose "seconds" come before
// the published ones, and with fractions rounded to six digits, which are the same on
// every machine.
func Rows(text string) string {
	var rows strings.Builder
	for line := range strings.Lines(text) {
		if at := seconds.FindStringIndex(line); at != nil {
			line = line[:at[0]] + `"seconds":0` + line[at[1]:]
		}
		rows.WriteString(rounded(line, 6))
	}
	return rows.String()
}

// CheckDrawing compares the digest of an SVG, with its coordinates rounded to four
// digits, with the golden file of this name.
func CheckDrawing(t *testing.T, name string, svg []byte) {
	t.Helper()
	Check(t, name, fmt.Sprintf("%x\n", sha256.Sum256([]byte(rounded(string(svg), 4)))))
}

// rounded is the text with its fractions rounded to so many digits.
func rounded(text string, digits int) string {
	return fraction.ReplaceAllStringFunc(text, func(number string) string {
		v, _ := strconv.ParseFloat(number, 64) // it matches a number
		return strconv.FormatFloat(v, 'g', digits, 64)
	})
}

// Without returns the tables in a text without the columns from the last one with this
// heading on. A table ends with an empty line.
func Without(heading, text string) string {
	end := -1
	var cut strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if at := strings.LastIndex(line, heading); at >= 0 {
			end = at
		} else if line == "" {
			end = -1
		}
		if end >= 0 {
			line = strings.TrimRight(line[:min(end, len(line))], " ")
		}
		cut.WriteString(line + "\n")
	}
	return cut.String()
}
