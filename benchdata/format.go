package benchdata

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// formatOf returns the format of r, and a reader of its text.
func formatOf(r io.Reader, name string, opt Options) (format, io.Reader, error) {
	plain, err := text(r, opt.Ratio)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	// If Peek fails, the reader of the format will meet the same error.
	head, _ := plain.Peek(plain.Size())
	wrong := func(text string, of ...any) (format, io.Reader, error) {
		return nil, nil, fmt.Errorf("%s: "+text, append([]any{name}, of...)...)
	}
	implied := "" // CSV if an option is about columns
	if opt.Delimiter != 0 || opt.NoHeader || opt.Label != "" || len(opt.Drop)+len(opt.OneHot) > 0 || opt.DropMissing {
		implied = CSV
	}
	if kind := otherKind(string(head)); kind != "" {
		return wrong("this is %s, expected text in LIBSVM or CSV", kind)
	}
	switch format := cmp.Or(opt.Format, formatOfName(name), implied, formatOfLines(head)); {
	case format == LIBSVM && implied == CSV:
		return wrong("the format is %s, which has no columns to choose from or to separate", LIBSVM)
	case opt.Classes && opt.Positive != "":
		return wrong("label %q is chosen as class +1, expected no choice: every label is a class of its own here",
			opt.Positive)
	case opt.Dim < 0 || opt.Dim > maxDim:
		return wrong("%d features, expected at most %d", opt.Dim, maxDim)
	case format == CSV && opt.Dim != 0:
		return wrong("the format is %s, which has a column for each feature, expected no number of them", CSV)
	case format == CSV && opt.ZeroBased:
		return wrong("the format is %s, which has no indices to count from 0", CSV)
	case strings.ContainsRune("\"#\r\n\uFFFD", opt.Delimiter) || opt.Delimiter != 0 && !utf8.ValidRune(opt.Delimiter):
		return wrong("delimiter %q, expected a character but a quote, # or the end of a line", opt.Delimiter)
	case format == LIBSVM && opt.ZeroBased:
		return libsvm{first: 0}, plain, nil
	case format == LIBSVM:
		return libsvm{first: 1}, plain, nil
	case format == CSV:
		return newCSV(opt, cmp.Or(opt.Delimiter, delimiterOf(head))), plain, nil
	case format != "":
		return wrong("format %q, expected %s or %s", format, LIBSVM, CSV)
	}
	if _, err := plain.Peek(1); err != nil {
		return nil, nil, noExamples(name, err)
	}
	return wrong("neither the name nor the first lines tell the format: say --format %s or --format %s", LIBSVM, CSV)
}

// formatOfName returns the format that the extension of name implies, "" if it implies none.
func formatOfName(name string) string {
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	switch filepath.Ext(name) {
	case ".libsvm", ".svm", ".svmlight":
		return LIBSVM
	case ".csv", ".tsv", ".tab":
		return CSV
	}
	return ""
}

// formatOfLines returns the format of the first line of head that shows one: a number before "digits:" means LIBSVM,
// a delimiter means CSV. It returns "" if no line shows a format.
func formatOfLines(head []byte) string {
	for line := range bytes.Lines(head) {
		line, _, _ = bytes.Cut(line, []byte{'#'})
		if fields := strings.Fields(string(line)); len(fields) > 1 && isNumber(fields[0]) {
			index, _, found := strings.Cut(fields[1], ":")
			if _, err := strconv.Atoi(index); found && (err == nil || index == "qid") {
				return LIBSVM
			}
		}
		if bytes.ContainsAny(bytes.TrimSpace(line), delimiters) {
			return CSV
		}
	}
	return ""
}

// delimiters are the delimiters that are recognised without an option. Of two in a line, the one
// listed first wins: commas may be decimal ones, or stand in a sentence.
const delimiters = "\t;,"

var quoted = regexp.MustCompile(`"[^"]*("|$)`)

// delimiterOf returns the delimiter in the first line of head, the beginning of a CSV text. It is a
// comma if that line has no delimiter outside quotes.
func delimiterOf(head []byte) rune {
	for line := range bytes.Lines(head) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			for _, d := range delimiters {
				if bytes.ContainsRune(quoted.ReplaceAll(line, nil), d) {
					return d
				}
			}
			break
		}
	}
	return ','
}

// otherKinds lists how files begin that are neither LIBSVM nor CSV, and what they are.
var otherKinds = []string{
	"PK\x03\x04", "a zip archive, as .xlsx and .npz are",
	"\x93NUMPY", "a NumPy array",
	"PAR1\x15", "a Parquet file",
	"\x89HDF", "an HDF5 file",
	"BZh91AY", "packed with bzip2, not gzip",
	"\xfd7zXZ", "packed with xz, not gzip",
	"\x28\xb5\x2f\xfd", "packed with zstd, not gzip",
	"\xff\xfe", "text in UTF-16, not UTF-8",
	"\xfe\xff", "text in UTF-16, not UTF-8",
	"{\"", "JSON", "{\n", "JSON",
}

// otherKind names the kind of a file that begins with head and is neither LIBSVM nor CSV; "" if it is unknown.
func otherKind(head string) string {
	for k := range slices.Chunk(otherKinds, 2) {
		if strings.HasPrefix(head, k[0]) {
			return k[1]
		}
	}
	if strings.Contains(head, "\x00") {
		return "a binary file"
	}
	return ""
}
