package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/theory"
	"marginlab/theory/formula"
)

// claimFlags say what is claimed: a statement in a line, its parts, or a row of the table.
type claimFlags struct {
	Statement string `arg:"" name:"STATEMENT" optional:"" help:"The claim in a line, as in 'e-omm: mistakes <= 2 + r^2/4 where r < 3'. Or say it in parts by the flags."`

	Learner  string            `placeholder:"LEARNER" help:"The learner, as in e-omm or omm(rho=1/2)."`
	Claim    string            `placeholder:"EXPR" help:"The bound: quantity <= EXPR. With another relation: '< EXPR', '>= EXPR' or '> EXPR'."`
	Row      string            `placeholder:"ID" help:"What a row of marginlab theorems says of the learner. Without --learner: of the one that the row is about."`
	At       map[string]string `placeholder:"NAME=EXPR" help:"Values for the names that the row leaves open, as in phi=0.9."`
	Quantity string            `placeholder:"EXPR" help:"What the claim bounds (default: mistakes)."`
	Where    string            `placeholder:"EXPR" help:"A condition on the streams that the claim is about, as in 'gamma0 > 0'."`
	R        realRange         `name:"r" placeholder:"LOW..HIGH" help:"The r = D/gamma* that the claim is about, as in 1..8 (default: all)."`
}

// realRange is a flag whose value is a range.
type realRange struct{ adversarial.Range[float64] }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (r *realRange) UnmarshalText(text []byte) (err error) {
	r.Range, err = adversarial.ParseRange(string(text), math.MaxFloat64)
	if err == nil && r.High == 0 {
		err = fmt.Errorf("range is %q, expected a number above 0 at its end; --where 'r == 0' is for 0 alone", text)
	}
	return err
}

// intRange is a flag whose value is a range.
type intRange struct{ adversarial.Range[int] }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (r *intRange) UnmarshalText(text []byte) (err error) {
	r.Range, err = adversarial.ParseRange(string(text), 1000)
	if err == nil && r.Low < 1 {
		err = fmt.Errorf("range is %q, expected numbers of at least 1", text)
	}
	return err
}

// conjecture is what is claimed, with a note on stderr where a term is often taken for another. The error says which
// flags contradict each other, or what of the claim cannot be read.
func (c claimFlags) conjecture(stderr io.Writer) (adversarial.Conjecture, error) {
	s, err := c.statement()
	if where := formula.Plain(c.Where); where != "" && s.Where != "" {
		s.Where = fmt.Sprintf("(%s) && (%s)", s.Where, where)
	} else {
		s.Where += where
	}
	conjecture := adversarial.Conjecture{Statement: s}.Within(c.R.Range)
	if err == nil && c.Row == "" {
		noteTerms(stderr, conjecture.Statement)
	}
	return conjecture, err
}

// statement is what the line, the row or the parts say.
func (c claimFlags) statement() (s certificate.Statement, err error) {
	parts := c.Claim + c.Quantity
	switch {
	case c.Row == "" && len(c.At) > 0:
		return s, errors.New("--at gives the names that a row leaves open, expected --row")
	case c.Statement != "" && parts+c.Learner+c.Row != "", c.Row != "" && parts != "":
		return s, errors.New("a claim is a STATEMENT, --learner with --claim and --quantity, or --row, " +
			"expected one of these")
	case c.Statement != "":
		if s, err = adversarial.ParseStatement(c.Statement); err != nil {
			err = fmt.Errorf("statement: %w", err)
		}
		return s, err
	case c.Row != "":
		return c.ofRow()
	case c.Claim == "" || c.Learner == "":
		return s, errors.New("expected a STATEMENT, --learner with --claim, or --row")
	}
	s = certificate.Statement{Learner: c.Learner, Relation: "<=", Passes: 1,
		Quantity: cmp.Or(formula.Plain(c.Quantity), "mistakes"), Claim: strings.TrimSpace(formula.Plain(c.Claim))}
	for _, relation := range formula.Relations() {
		if rest, ok := strings.CutPrefix(s.Claim, relation); ok {
			s.Relation, s.Claim = relation, strings.TrimSpace(rest)
			break
		}
	}
	return s, nil
}

// ofRow is what a row of the table says of the learner.
func (c claimFlags) ofRow() (s certificate.Statement, err error) {
	if err := knownRow("--row", c.Row); err != nil {
		return s, err
	}
	if c.Learner == "" {
		if c.Learner, err = adversarial.LearnerOf(theory.Row(c.Row)); err != nil {
			return s, fmt.Errorf("%w, by --learner", err)
		}
	}
	return adversarial.Statement(theory.Row(c.Row), c.Learner, c.At)
}

var (
	marginWithBias = regexp.MustCompile(`\bgamma\b`)
	lengths        = regexp.MustCompile(`\b(gamma0?|R|r|Dbar)\b`)
)

// noteTerms says which margin gamma is, for a learner without a bias, and of which examples the
// lengths are, for one that normalises them.
func noteTerms(stderr io.Writer, s certificate.Statement) {
	spec, err := adversarial.Learners(nil).Parse(s.Learner)
	if err != nil { // of a program nothing is known
		return
	}
	name, text := spec.Kind.Name, s.Quantity+" "+s.Claim+" "+s.Where
	if spec.Kind.Task == theory.Online && !spec.Kind.OwnBias && spec.Bias == 0 && marginWithBias.MatchString(text) {
		fmt.Fprintf(stderr, "marginlab: note: %s has no bias: gamma is the margin with one; the margin through the origin "+
			"is gamma0\n", name)
	}
	if spec.Kind.Normalises && lengths.MatchString(text) {
		fmt.Fprintf(stderr, "marginlab: note: %s normalises its examples, and lengths are those of the examples as given: "+
			"they agree where R == 1 && shortest == 1\n", name)
	}
}

// openFactor begins a claim on a constant that is not known, in a statement as in mistakes <= ?*r^2, or as a --claim.
var openFactor = regexp.MustCompile(`((?:<=|≤|^)\s*)\?\s*[*·]`)

// openAlone is a ? that stands for ?*1, as in ?/gamma0^2 and in mistakes <= ? where r < 2.
var openAlone = regexp.MustCompile(`((?:<=|≤|^)\s*\?)(\s*(?:where\b|/|$))`)

// constantClaim is a claim QUANTITY <= ?*EXPRESSION, of which the least constant is looked for.
type constantClaim struct {
	adversarial.Conjecture
	factor string // the EXPRESSION, a product
}

// openConstant returns the claim of a line with a ? for its constant. is says whether the line has one.
func (c claimFlags) openConstant(stderr io.Writer) (claim constantClaim, is bool, err error) {
	c.Statement, c.Claim = openAlone.ReplaceAllString(c.Statement, "$1*1$2"), openAlone.ReplaceAllString(c.Claim, "$1*1$2")
	if !openFactor.MatchString(c.Statement) && !openFactor.MatchString(c.Claim) {
		return claim, false, nil
	}
	c.Statement = openFactor.ReplaceAllString(c.Statement, "${1}1*")
	c.Claim = openFactor.ReplaceAllString(c.Claim, "${1}1*")
	if claim.Conjecture, err = c.conjecture(stderr); err != nil {
		return claim, true, err
	}
	claim.factor = strings.TrimPrefix(claim.Claim, "1*")
	depth := 0
	for _, r := range claim.factor {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case depth == 0 && strings.ContainsRune("+-<>=!&|?:,", r):
			return claim, true, fmt.Errorf("claim: ?*%s is no product, expected ?*(EXPRESSION)", claim.factor)
		}
	}
	return claim, true, claim.at(1).Provable()
}

// at is the claim with a number for its constant.
func (c constantClaim) at(constant float64) adversarial.Conjecture {
	c.Claim = strconv.FormatFloat(constant, 'f', -1, 64) + "*" + c.factor
	return c.Conjecture
}

// refutedAt is the greatest constant of four digits at which the claim is refuted by a stream, which it needs to be
// above. It is 0 where the stream is outside of the domain.
func (c constantClaim) refutedAt(stream []theory.Example) (float64, error) {
	ratio, inside, err := hunt.Evaluate(c.at(1), stream)
	if err != nil || !inside || !(ratio > 0) {
		return 0, err
	}
	return digits(ratio*(1-1e-9), math.Floor), nil
}

// String is the claim with its ?.
func (c constantClaim) String() string {
	c.Claim = "?*" + c.factor
	return c.Conjecture.String()
}

// digits rounds a number above 0 down or up, to four digits.
func digits(x float64, round func(float64) float64) float64 {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	m, _ := strconv.ParseFloat(mantissa, 64)
	x, _ = strconv.ParseFloat(strconv.FormatFloat(round(1000*m)/1000, 'f', 3, 64)+"e"+exponent, 64)
	return x
}

// proved is the least constant, up to four digits, at which a proved row says the claim, and what says so; +Inf if none
// does.
func (c constantClaim) proved() (constant float64, by adversarial.Proof, err error) {
	holds := func(constant float64) bool {
		var p adversarial.Proof
		if err == nil {
			p, err = c.at(constant).Proved()
		}
		if p.Row.ID != "" {
			by = p
		}
		return p.Row.ID != ""
	}
	low, high := 1e-6, 1e6
	if !holds(high) {
		return math.Inf(1), by, err
	}
	for high > low*(1+1e-5) {
		if middle := math.Sqrt(low * high); holds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	if constant = digits(high, math.Round); !holds(constant) {
		constant = digits(high, math.Ceil)
	}
	return constant, by, err
}
