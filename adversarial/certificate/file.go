package certificate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Write writes the certificate as JSON.
func (c *Certificate) Write(w io.Writer) error {
	compact, err := marshal(c)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := layout(&out, compact, ""); err != nil {
		return err
	}
	out.WriteByte('\n')
	_, err = w.Write(out.Bytes())
	return err
}

// marshal is json.Marshal without an escape for <, > and &.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// Read reads a certificate and checks its form alone. The form has to be that of
// [Certificate.Write]: every field once and in order, no others, and ratios in lowest
// terms. The error names the place.
func Read(r io.Reader) (*Certificate, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	all, err := leaves(text)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 || bytes.TrimSpace(text)[0] != '{' {
		return nil, fmt.Errorf(`certificate: expected a JSON object that begins with {"format": %d, "statement": …`, Format)
	}
	for _, l := range all {
		if fault := l.fault(); fault != "" {
			return nil, fmt.Errorf("certificate: %s: %s: %s", position(text, l.end), l.path, fault)
		}
	}
	c := new(Certificate)
	if err := json.Unmarshal(text, c); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			return nil, fmt.Errorf("certificate: %s: %s: a %s, expected another kind of value", position(text, wrong.Offset), wrong.Field, wrong.Value)
		}
		return nil, fmt.Errorf("certificate: %w", err)
	}
	if len(c.Stream) == 0 || len(c.Stream[0].X) == 0 {
		return nil, errors.New("certificate: stream: empty, expected examples with coordinates")
	}
	same, err := c.leaves()
	if err != nil {
		return nil, err
	}
	if place, ok := difference(all, same); ok {
		return nil, fmt.Errorf("certificate: %s, as it is written", place)
	}
	return c, nil
}

// ratio is a number of a certificate as text.
var ratio = regexp.MustCompile(`^-?\d+(/\d+)?$`)

// MaxDigits is the length of the longest number or text of a certificate.
const MaxDigits = 1 << 16

// fault says what is wrong with the form of a leaf, "" if nothing is.
func (l leaf) fault() string {
	top, _, _ := strings.Cut(l.path, ".")
	switch {
	case len(l.value) > MaxDigits:
		return fmt.Sprintf("%d characters, expected at most %d", len(l.value), MaxDigits)
	case l.value == "null" && !l.text:
		if !mayBeNull(l.path) {
			return "null, expected a value"
		}
	case !l.text && strings.ContainsAny(l.value, ".eE") && l.value != "true" && l.value != "false":
		return fmt.Sprintf("%s, expected an integer", l)
	case l.text && !slices.Contains([]string{"statement", "code", "seal"}, top) && l.path != "batch.kind" && !strings.HasSuffix(l.path, "].name") && !ratio.MatchString(l.value):
		return fmt.Sprintf("%s, expected an integer or a ratio of integers such as 3/4", l)
	}
	return ""
}

func mayBeNull(path string) bool {
	switch path {
	case "rival", "geometry.gamma", "geometry.gamma0", "runs.learner", "runs.against":
		return true
	}
	margin, field, ok := strings.Cut(strings.TrimPrefix(path, "geometry."), ".")
	return ok && (strings.HasPrefix(margin, "gamma") || margin == "rho") && slices.Contains([]string{"square", "w", "b", "point"}, field)
}
