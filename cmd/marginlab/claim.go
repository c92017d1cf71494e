package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
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
	Where    string            `placeholder:"EXPR" help:"A condition on the streams that the claim speaks of, as in 'gamma0 > 0'."`
	R        realRange         `name:"r" placeholder:"LOW..HIGH" help:"The r = D/gamma* that the claim speaks of, as in 1..8 (default: all)."`
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
		fmt.Fprintf(stderr, "marginlab: note: %s has no bias: gamma is the margin with one; the margin through the origin is gamma0\n", name)
	}
	if spec.Kind.Normalises && lengths.MatchString(text) {
		fmt.Fprintf(stderr, "marginlab: note: %s normalises its examples, and lengths are those of the examples as given: they agree where R == 1 && shortest == 1\n", name)
	}
}

type certifyCmd struct {
	File string `arg:"" name:"FILE" help:"The stream: JSON, CSV or LIBSVM; what a hunt wrote; - is standard input."`
	claimFlags

	Output string `short:"o" placeholder:"CERT.json" help:"Write the certificate to this file."`
	term.Form
}

// Run certifies, and writes and prints the certificate.
func (c certifyCmd) Run(ctx context.Context, std term.Streams) error {
	if err := cmp.Or(spared("-o", c.Output, c.File), writable(c.Output)); err != nil {
		return err
	}
	from, err := openHuntFile(ctx, c.File, std.In)
	switch program := from.program(); {
	case err != nil:
		return err
	case from.rounded != "":
		return fmt.Errorf("%s: %s has more than 15 digits, which are not read exactly from CSV and LIBSVM, "+
			"expected JSON", c.File, from.rounded)
	case c.Statement+c.Learner+c.Claim+c.Row != "" || from.statement().Learner == "":
	case program != "":
		return fmt.Errorf("%s: its learner is a program, %s, expected the statement on the command line to run it",
			c.File, program)
	default:
		c.Statement = from.statement().String()
	}
	open, is, err := c.openConstant(std.Err)
	conjecture := open.Conjecture
	if !is {
		conjecture, err = c.conjecture(std.Err)
	} else if err == nil { // the constant that the stream refutes
		var constant float64
		constant, err = open.refutedAt(adversarial.Rounded(from.stream))
		conjecture = open.at(constant)
	}
	if err != nil {
		return err
	}
	cert, err := hunt.Certify(conjecture, from.stream)
	refused, holds := errors.AsType[*certificate.RefusedError](err)
	var proof huntFile
	status, reason := "certified", any(nil)
	switch {
	case holds:
		status, reason = "holds", refused.Reason
	case err != nil:
		return fmt.Errorf("%s: %w", c.File, err)
	default:
		if proof, err = proven(cert, c.Output); err != nil {
			return err
		}
		conjecture.Statement = cert.Statement
	}
	quantity, claim := proof.sides()
	term.PrintRows(std.Out, term.Record{
		"file", c.File, "status", status, "reason", reason, "statement", conjecture.String(), "quantity", quantity,
		"claim", claim, "certificate", term.Given(!holds && c.Output != "", c.Output), "examples", len(from.stream), "dim", len(from.stream[0].X),
	})
	if holds {
		return term.Found(fmt.Errorf("%s: not refuted: %s", c.File, refused.Reason))
	}
	std.Out.Say("%s\n", cert.Statement)
	showCertificate(std.Out, proof.valid)
	showWritten(std.Out, c.Output)
	return nil
}

// showCertificate prints the stream with the learner's decisions or its weights, the terms, and the quantity beside the
// claim.
func showCertificate(w *term.Out, c *certificate.Verdict) {
	report.Decisions(c).Print(w)
	w.Say("")
	if b := c.Batch; b != nil {
		text := "These weights separate the examples"
		if !b.Separator {
			text = "The combination of these weights is near the origin"
		}
		w.Say("%s, after %s in %s.", text, term.Count(b.Iterations, "iteration", "iterations"),
			term.Count(b.Loops, "loop", "loops"))
	}
	var terms []string
	for _, t := range c.Terms {
		terms = append(terms, termText(t))
	}
	w.Say("%s", strings.Join(terms, ", "))
	if c.Comparator != nil {
		w.Say("u = (%s)", report.Coordinates(c.Comparator))
	}
	w.Say("%s", refutation(c))
	if c.IsWitness() {
		w.Say("These are the answers of %s: this implementation does not do what the claim is about.", c.Code)
	}
}

// termText is a term with its value, exactly where that is short.
func termText(t certificate.Value) string {
	const short = 200
	if q, rational := t.Number.Rational(); rational && len(q.RatString()) <= short {
		return fmt.Sprintf("%s = %s", t.Name, q.RatString())
	}
	if square, rational := t.Number.Square(); rational && len(square.RatString()) <= short {
		return fmt.Sprintf("%s² = %s", t.Name, square.RatString())
	}
	return fmt.Sprintf("%s ≈ %v", t.Name, term.Number(certificate.Middle(t.Number)))
}

// refutation says how the quantity breaks the claim, as in mistakes = 4 > 3.562 = 2 + r^2/4.
func refutation(c *certificate.Verdict) string {
	quantity, bound := term.Apart(term.Number(certificate.Middle(c.Quantity)), term.Number(certificate.Middle(c.Claim)))
	stated := bound
	if bound != c.Statement.Claim {
		stated += " = " + c.Statement.Claim
	}
	return fmt.Sprintf("%s = %s %s %s", c.Statement.Quantity, quantity, c.Statement.Opposite(), stated)
}

// showWritten says where the certificate is.
func showWritten(w *term.Out, file string) {
	if file == "" {
		w.Say("\n-o CERT.json writes the certificate.")
	} else {
		w.Say("\nThe certificate is in %s; marginlab replay verifies it.", file)
	}
}
