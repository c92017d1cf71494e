package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos/expr"
	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/vec"
)

// claimFlags say what is claimed: a statement in a line, in parts, or a row of the table.
type claimFlags struct {
	Statement string `arg:"" name:"STATEMENT" optional:"" help:"The claim in a line, as in 'e-omm: mistakes <= 2 + r^2/4 where r < 3'. Or say it in parts by the flags."`

	Learner  string            `placeholder:"LEARNER" help:"The learner, as in e-omm or omm(rho=1/2)."`
	Claim    string            `placeholder:"EXPR" help:"The bound: quantity <= EXPR. With another relation: '< EXPR', '>= EXPR' or '> EXPR'."`
	Row      string            `placeholder:"ID" help:"What a row of marginlab theorems says of the learner. Without --learner: of the one that the row is about."`
	At       map[string]string `placeholder:"NAME=EXPR" help:"Values for the names that the row leaves open, as in phi=0.9."`
	Quantity string            `placeholder:"EXPR" help:"What the claim bounds (default: mistakes)."`
	Where    string            `placeholder:"EXPR" help:"A condition on the streams that the claim speaks of, as in 'gamma0 > 0'."`
	R        realRange         `name:"r" placeholder:"LOW..HIGH" help:"The r = D/gamma* that the claim speaks of, as in 1..8 (default: all)."`
	Classes  int               `placeholder:"N" help:"How many classes the streams of a learner of many classes have (default: 3)."`
	Against  string            `placeholder:"LEARNER" help:"A second learner on the same stream, for terms such as their_mistakes."`
	Passes   *int              `placeholder:"N" help:"How often the stream is repeated (default: 1)."`
	AtRest   bool              `help:"Repeat until a whole pass changes nothing, at most --passes times. Streams that never come to rest do not count."`
	Fixed    string            `placeholder:"LENGTH" help:"Fix this length of the geometry at 1, as in D or gamma. The others are measured in it."`
	Norm     *powerFlag        `placeholder:"P" help:"The norm ||x||_P, with P from 1.02 to 100. The learners learn in it, and lengths are measured in it. It is the same as p=P among the parameters of the learner."`
}

// powerFlag is a flag whose value is the norm of a power.
type powerFlag struct{ vec.Norm }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (n *powerFlag) UnmarshalText(text []byte) (err error) {
	n.Norm, err = vec.Parse(string(text))
	return err
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

// conjecture is what is claimed, with a note on stderr where a term is often taken for another.
// The error says which flags contradict each other, or what of the claim cannot be read.
func (c claimFlags) conjecture(stderr io.Writer) (adversarial.Conjecture, error) {
	s, err := c.statement()
	conjecture := adversarial.Conjecture{Statement: s}.Within(c.R.Range)
	if err == nil && c.Norm != nil && c.Row == "" {
		conjecture, err = conjecture.In(c.Norm.Norm)
	}
	if err == nil && c.Row == "" {
		noteTerms(stderr, conjecture.Statement)
	}
	return conjecture, err
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
		fmt.Fprintf(stderr, "marginlab: note: %s has no bias: gamma is the margin with one; the margin through the origin is gamma0\n", name)
	}
	if spec.Kind.Normalises && lengths.MatchString(text) {
		fmt.Fprintf(stderr, "marginlab: note: %s normalises its examples, and lengths are those of the examples as given: they agree where R == 1 && shortest == 1\n", name)
	}
}

func (c claimFlags) statement() (certificate.Statement, error) {
	c.Claim, c.Quantity, c.Where = formula.Plain(c.Claim), formula.Plain(c.Quantity), formula.Plain(c.Where)
	switch {
	case c.Passes != nil && *c.Passes < 1:
		return certificate.Statement{}, fmt.Errorf("--passes is %d, expected at least 1", *c.Passes)
	case c.Row == "" && len(c.At) > 0:
		return certificate.Statement{}, errors.New("--at gives the names that a row leaves open, expected --row")
	case c.Statement != "":
		return c.inLine()
	case c.Row != "":
		return c.ofRow()
	}
	return c.inParts()
}

// inLine is the statement in a line, with what flags add.
func (c claimFlags) inLine() (certificate.Statement, error) {
	s, err := adversarial.ParseStatement(c.Statement)
	if err != nil {
		return s, fmt.Errorf("statement: %w", err)
	}
	for _, flag := range []struct {
		name  string
		taken bool
	}{
		{"--learner", c.Learner != ""}, {"--claim", c.Claim != ""}, {"--row", c.Row != ""}, {"--quantity", c.Quantity != ""},
		{"--against", c.Against != "" && s.Against != ""}, {"--fixed", c.Fixed != "" && s.Fixed != ""},
		{"--classes", c.Classes != 0 && s.Classes != 0}, {"--passes", c.Passes != nil && s.Passes != 1}, {"--at-rest", c.AtRest && s.AtRest},
	} {
		if flag.taken {
			return s, fmt.Errorf("%s says what the statement says already, expected one of the two: %s", flag.name, s)
		}
	}
	return c.added(s), nil
}

// loose are the operators of conditions that bind less tightly than &&.
var loose = regexp.MustCompile(`\|\||\?|\bor\b`)

// added is the statement with what flags say beside the learner, the quantity and the claim.
func (c claimFlags) added(s certificate.Statement) certificate.Statement {
	switch {
	case s.Where == "" || c.Where == "":
		s.Where += c.Where
	case loose.MatchString(s.Where):
		s.Where = fmt.Sprintf("(%s) && (%s)", s.Where, c.Where)
	default:
		s.Where = fmt.Sprintf("%s && (%s)", s.Where, c.Where)
	}
	s.Against += c.Against
	s.Classes = cmp.Or(c.Classes, s.Classes)
	s.Fixed += c.Fixed
	s.AtRest = s.AtRest || c.AtRest
	if c.Passes != nil {
		s.Passes = *c.Passes
	}
	return s
}

// inParts is the statement that the flags say.
func (c claimFlags) inParts() (certificate.Statement, error) {
	if c.Claim == "" || c.Learner == "" {
		return certificate.Statement{}, errors.New("expected a STATEMENT, --learner with --claim, or --row")
	}
	s := certificate.Statement{Learner: c.Learner, Quantity: c.Quantity, Relation: "<=", Claim: strings.TrimSpace(c.Claim), Passes: 1}
	if s.Quantity == "" {
		s.Quantity = "mistakes"
	}
	for _, relation := range formula.Relations() {
		if rest, ok := strings.CutPrefix(s.Claim, relation); ok {
			s.Relation, s.Claim = relation, strings.TrimSpace(rest)
			break
		}
	}
	return c.added(s), nil
}

// ofRow is what a row of the table says of the learner, in the norm of the flag.
func (c claimFlags) ofRow() (s certificate.Statement, err error) {
	rows := theory.Table()
	i := slices.IndexFunc(rows, func(g theory.Guarantee) bool { return g.ID == c.Row })
	switch {
	case c.Claim != "":
		return s, errors.New("--row and --claim both say what is claimed, expected one of them")
	case c.Quantity != "" || c.Against != "" || c.Passes != nil || c.AtRest:
		return s, errors.New("--row has a quantity, and a run, of its own, expected none of --quantity, --against, --passes and --at-rest")
	case i < 0:
		var ids []string
		for _, g := range rows {
			ids = append(ids, g.ID)
		}
		return s, fmt.Errorf("--row is %q%s", c.Row, cmp.Or(expr.DidYouMean(c.Row, ids), ", expected an ID that marginlab theorems lists, as omm-s1"))
	}
	of := adversarial.Conjecture{Statement: certificate.Statement{Learner: c.Learner}}
	if c.Learner == "" {
		if of.Learner, err = adversarial.LearnerOf(rows[i]); err != nil {
			return s, fmt.Errorf("%w, by --learner", err)
		}
	}
	if c.Norm != nil {
		if of, err = of.In(c.Norm.Norm); err != nil {
			return s, err
		}
	}
	if s, err = adversarial.Statement(rows[i], of.Learner, c.At); err != nil {
		return s, err
	}
	return c.added(s), nil
}
