package benchdata

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strconv"
	"strings"
)

// formatOfName returns the format that the extension of name means, "" if none.
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

// formatOfLines returns the format that the first telling line of head means:
// a number before "digits:" is LIBSVM, a delimiter is CSV. It returns "" if no line
// tells.
func formatOfLines(head []byte) string {
	for line := range bytes.Lines(head) {
		line, _, _ = bytes.Cut(line, []byte{'#'})
		first, rest := cutField(line)
		second, _ := cutField(rest)
		if index, _, found := bytes.Cut(second, []byte{':'}); found && isNumber(string(first)) {
			if _, err := strconv.Atoi(string(index)); err == nil || string(index) == "qid" {
				return LIBSVM
			}
		}
		if bytes.ContainsAny(bytes.TrimSpace(line), delimiters) {
			return CSV
		}
	}
	return ""
}

// delimiters are those that are found without being told. Of two in a line the first is
// meant: commas may be decimal ones, or stand in a sentence.
const delimiters = "\t;,"

// delimiterOf returns the delimiter of CSV that begins with head, by its first line. It is a
// comma if that line has none outside quotes.
func delimiterOf(head []byte) rune {
	for line := range bytes.Lines(head) {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		for _, d := range delimiters {
			quoted := false
			for _, c := range string(line) {
				if c == '"' {
					quoted = !quoted
				} else if c == d && !quoted {
					return d
				}
			}
		}
		break
	}
	return ','
}

// otherKind says what a file is that begins with head and is neither LIBSVM nor CSV, as
// "JSON". It is "" if that cannot be told. Text is told by its first words only if it might
// be of any format.
func otherKind(head []byte, any bool) string {
	for _, k := range []struct{ magic, kind string }{
		{"PK\x03\x04", "a zip archive, as .xlsx and .npz are"},
		{"\x93NUMPY", "a NumPy array"},
		{"PAR1\x15", "a Parquet file"},
		{"\x89HDF", "an HDF5 file"},
		{"BZh91AY", "packed with bzip2, not gzip"},
		{"\xfd7zXZ", "packed with xz, not gzip"},
		{"\x28\xb5\x2f\xfd", "packed with zstd, not gzip"},
		{"\xff\xfe", "text in UTF-16, not UTF-8"},
		{"\xfe\xff", "text in UTF-16, not UTF-8"},
	} {
		if bytes.HasPrefix(head, []byte(k.magic)) {
			return k.kind
		}
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return "a binary file"
	}
	text := strings.ToLower(string(bytes.TrimSpace(head[:min(len(head), 1<<12)])))
	switch {
	case !any:
	case isJSON(head):
		return "JSON"
	case strings.HasPrefix(text, "<!doctype html") || strings.HasPrefix(text, "<html"):
		return "a page in HTML"
	case strings.HasPrefix(text, "<?xml"):
		return "XML"
	case strings.HasPrefix(text, "@relation") || strings.Contains(text, "\n@relation"):
		return "ARFF"
	}
	return ""
}

// isJSON reports whether head begins objects or arrays in JSON.
func isJSON(head []byte) bool {
	if text := bytes.TrimSpace(head); len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return false
	}
	tokens := json.NewDecoder(bytes.NewReader(head))
	for {
		if _, err := tokens.Token(); err != nil {
			return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		}
	}
}
