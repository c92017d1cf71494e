package certificate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"marginlab/algos/exact"
)

// Seal has a checksum of each part of the certificate that all the rest follows
// from. A change of these parts need not show anywhere else: a point may be moved
// inside of its hull. A seal guards against accidents and proves nothing.
//
// It is the SHA-256 of the part's leaves, a line path=value each, in order.
type Seal struct {
	Statement  string `json:"statement"`
	Answers    string `json:"answers,omitempty"` // of a witness: its code and the learner's run
	Stream     string `json:"stream"`
	Comparator string `json:"rival"`
}

// seal is the seal that c should have.
func (c *Certificate) seal() (Seal, error) {
	all, err := c.leaves()
	if err != nil {
		return Seal{}, err
	}
	sum := func(parts ...string) string {
		h := sha256.New()
		for _, l := range all {
			of := func(part string) bool {
				rest, within := strings.CutPrefix(l.path, part)
				return within && (rest == "" || rest[0] == '.' || rest[0] == '[')
			}
			if slices.ContainsFunc(parts, of) {
				fmt.Fprintf(h, "%s=%s\n", l.path, l.value)
			}
		}
		return hex.EncodeToString(h.Sum(nil))
	}
	seal := Seal{Statement: sum("statement"), Stream: sum("stream"), Comparator: sum("rival")}
	if c.IsWitness() {
		seal.Answers = sum("code", "runs.learner")
	}
	return seal, nil
}

func (c *Certificate) leaves() ([]leaf, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	return leaves(text)
}

// Verify recomputes the certificate from its statement, stream, rival and
// multipliers, with the exact learners alone, and compares every field. Of a witness it takes
// the answers as stated, which [Certificate.Rerun] holds against the learner. A statement about
// a learner of one's own with a model needs it among own. The error is
// a *[RefusedError] with the first thing that is not so, or says that the limit does
// not suffice to tell.
func (c *Certificate) Verify(limit Limit, own ...Own) error {
	if c.Format != Format {
		return refuse("format: stated %d, expected %d", c.Format, Format)
	}
	sealed, err := c.seal()
	if err != nil {
		return err
	}
	for _, part := range []struct{ name, stated, is string }{
		{"statement", c.Seal.Statement, sealed.Statement},
		{"stream", c.Seal.Stream, sealed.Stream},
		{"rival", c.Seal.Comparator, sealed.Comparator},
		{"answers", c.Seal.Answers, sealed.Answers},
	} {
		if part.stated != part.is {
			return refuse("%s: not the one that was sealed: seal.%[1]s: stated %s, expected %s", part.name, part.stated, part.is)
		}
	}
	p, err := c.problem(own)
	if err != nil {
		return refuse("statement: %v", err)
	}
	if err := p.check(c.Stream, c.Comparator); err != nil {
		return refuse("%s", strings.TrimPrefix(err.Error(), "certificate: "))
	}
	f := p.facts(c.Stream, c.Comparator, limit)
	f.rational = map[string]bool{}
	for _, t := range c.Terms {
		f.rational[t.Name] = t.Between == nil
	}
	stated := map[string]*Margin{"gamma": c.Geometry.Gamma, "gamma0": c.Geometry.Gamma0, "rho": c.Geometry.Rho}
	f.margin = func(name string, stream []exact.Example) (*Margin, error) {
		m, err := stated[name].prove(p.p, stream, name != "gamma")
		if err != nil {
			return nil, refuse("geometry.%s.multipliers: %s", name, strings.TrimPrefix(err.Error(), "exact: "))
		}
		return m, nil
	}
	is, err := f.certificate()
	if err != nil {
		return err
	}
	return compare(c, is)
}

// compare returns the first field in which stated is not what it is.
func compare(stated, is *Certificate) error {
	s, err := stated.leaves()
	if err != nil {
		return err
	}
	t, err := is.leaves()
	if err != nil {
		return err
	}
	if place, ok := difference(s, t); ok {
		return &RefusedError{place}
	}
	return nil
}

// difference names the first leaf in which stated differs from what it is.
func difference(stated, is []leaf) (string, bool) {
	for i := range min(len(stated), len(is)) {
		s, t := stated[i], is[i]
		switch {
		case s.path != t.path:
			return fmt.Sprintf("%s: expected %s here", s.path, t.path), true
		case s.value != t.value || s.text != t.text:
			return fmt.Sprintf("%s: stated %s, expected %s", s.path, s, t), true
		}
	}
	switch {
	case len(stated) > len(is):
		return fmt.Sprintf("%s: expected nothing more", stated[len(is)].path), true
	case len(stated) < len(is):
		return fmt.Sprintf("%s: missing", is[len(stated)].path), true
	}
	return "", false
}

// String is the value, shortened if it is very long.
func (l leaf) String() string {
	const most = 60
	value := l.value
	if len(value) > most {
		value = fmt.Sprintf("%s… (%d characters)", value[:most], len(value))
	}
	if l.text {
		return `"` + value + `"`
	}
	return value
}
