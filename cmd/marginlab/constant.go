package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// openFactor begins a claim on a constant that is not known, in a statement as in mistakes <= ?*r^2, or as a --claim.
var openFactor = regexp.MustCompile(`((?:<=|≤|^)\s*)\?\s*[*·]`)

// constantClaim is a claim QUANTITY <= ?*EXPRESSION, of which the least constant is looked for.
type constantClaim struct {
	adversarial.Conjecture
	factor string // the EXPRESSION, a product
}

// openConstant returns the claim of a line with a ? for its constant. is says whether the line has one.
func (c claimFlags) openConstant(stderr io.Writer) (claim constantClaim, is bool, err error) {
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

// huntConstant hunts for the least constant with which a claim holds, at one that no stream refutes: that of a proved
// row, if there is one.
func (c huntCmd) huntConstant(ctx context.Context, std term.Streams, claim constantClaim) error {
	if c.Claims+c.State+c.Engine != "" || c.Resume {
		return errors.New("a claim with ? has a hunt of its own, " +
			"expected none of --state, --resume, --engine and --claims")
	}
	least, by, err := claim.proved()
	if err != nil {
		return err
	}
	claim.Dim, claim.Examples = c.Dim.Range, c.Examples.Range
	h, began := c.hunt(), time.Now()
	c.Workers = h.Workers
	var found, settled hunt.Finding
	for constant := min(least, 1e3); ; constant *= 1e3 {
		conjecture := claim.at(constant)
		if h.From, settled, err = c.startingStreams(ctx, conjecture, std.In); err != nil {
			return err
		}
		if found, err = c.here(ctx, std, h, conjecture); err != nil {
			return err
		}
		if found = found.Beside(settled); found.Certificate == nil {
			break
		}
	}
	if len(found.Best) == 0 {
		return fmt.Errorf("none of %d streams is in the domain and gives the claim a value: %v", found.Trials, claim)
	}
	sure, err := claim.refutedAt(found.Best)
	if err != nil {
		return err
	}
	cert, err := hunt.Certify(claim.at(sure), exactly(found.Best))
	if refused, is := errors.AsType[*certificate.RefusedError](err); is {
		return fmt.Errorf("in doubt: the best of %d streams refutes %v in floating point, not exactly: %s; "+
			"a hunt at a constant proves what it finds", found.Trials, claim.at(sure), refused.Reason)
	} else if err != nil {
		return err
	}
	proof, err := proven(cert, c.Output)
	if err != nil {
		return err
	}
	return c.printConstant(std, claim, proof, sure, least, by, found.Trials, time.Since(began))
}

// printConstant prints the constant from below, with its certificate, and from above, with the row that proves it.
func (c huntCmd) printConstant(std term.Streams, claim constantClaim, proof huntFile,
	sure, least float64, by adversarial.Proof, trials int, lasted time.Duration) error {
	proven := by.Row.ID != ""
	term.PrintRows(std.Out, term.Record{
		"learner", claim.Learner, "quantity", claim.Quantity, "claim", "?*" + claim.factor, "status", "constant",
		"constant", sure, "proved_constant", term.Given(proven, term.Number(least)),
		"row", term.Given(proven, by.Row.ID),
		"trials", trials, "seconds", term.Number(lasted.Seconds()), "certificate", term.Given(c.Output != "", c.Output),
		"where", claim.Where, "seed", c.Seed, "workers", c.Workers,
	})
	std.Out.Say("%v\n\nThe least constant is above %v. "+
		"The best of %d streams refutes that (%.1f s, --seed %d --workers %d): %s.",
		claim, sure, trials, lasted.Seconds(), c.Seed, c.Workers, refutation(proof.valid))
	if proven {
		std.Out.Say("It is at most %v: there row %s, proved in theory/%s, is at least as sharp at each drawn setting. "+
			"Between them is a factor of %.3g.", least, by.Row.ID, by.Row.Proof(), least/sure)
	} else {
		std.Out.Say("No proved row bounds it from above.")
	}
	showWritten(std.Out, c.Output)
	return nil
}
