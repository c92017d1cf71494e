package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/google/renameio/v2"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/formula"
)

type huntCmd struct {
	Learner  string            `required:"" placeholder:"LEARNER" help:"The learner, as in e-omm or omm(rho=1/2)."`
	Claim    string            `xor:"claim" placeholder:"EXPR" help:"The claim: quantity <= EXPR. From below: '>= EXPR'."`
	Row      string            `xor:"claim" placeholder:"ID" help:"Hunt what a row of marginlab theorems says of the learner, instead of a claim."`
	At       map[string]string `placeholder:"NAME=EXPR" help:"Values for the names that the row leaves open, as in phi=0.9."`
	Quantity string            `default:"mistakes" placeholder:"EXPR" help:"What the claim bounds (default: ${default})."`
	Where    string            `placeholder:"EXPR" help:"A condition on the streams that the claim speaks of, as in 'gamma0 > 0'."`
	Against  string            `placeholder:"LEARNER" help:"A second learner on the same stream, for the terms their_mistakes, their_updates, their_errors and their_margin."`
	Passes   int               `default:"1" help:"How often the stream is repeated."`
	AtRest   bool              `help:"Repeat until a whole pass changes nothing, at most --passes times. Streams that never come to rest do not count."`
	Fixed    string            `placeholder:"LENGTH" help:"Fix this length of the geometry at 1, as in D or gamma. The others are measured in it."`

	Norm *normFlag `placeholder:"P" help:"Hunt in the norm ||x||_P, with P from 1.02 to 100. The learners learn in it, and lengths are measured in it. It is the same as p=P among the parameters of the learner."`

	R        realRange `name:"r" placeholder:"1..8" help:"The r = D/gamma* that the claim speaks of (default: all)."`
	Dim      intRange  `default:"2..6" placeholder:"2..6" help:"Dimensions to look in (default: ${default})."`
	Examples intRange  `default:"3..30" placeholder:"3..30" help:"Examples in a stream (default: ${default})."`

	Budget  time.Duration `default:"60s" help:"How long to hunt (default: ${default}); 0 for no end."`
	Trials  int           `placeholder:"N" help:"Stop after this many streams instead."`
	Seed    uint64        `default:"1" help:"Seed of the search (default: ${default}). The same seed, workers and trials find the same."`
	Workers int           `placeholder:"N" help:"How many searches run at once (default: one per core)."`
	Output  string        `short:"o" placeholder:"CERT.json" help:"Write the certificate to this file."`
	State   string        `placeholder:"FILE" help:"File that keeps the search, written every two seconds (default: a file for each conjecture in the user's cache)."`
	Resume  bool          `help:"Go on from the search in that file."`
	Plot    string        `placeholder:"STEM" help:"Draw the best ratio over r to STEM.svg and .png and, if the best stream has two dimensions, the stream to STEM-stream.svg and .png."`
	JSON    bool          `name:"json" help:"Print one JSON object."`
}

// intRange and realRange are flags whose values are ranges.
type (
	intRange  struct{ adversarial.Range[int] }
	realRange struct{ adversarial.Range[float64] }
)

// UnmarshalText implements [encoding.TextUnmarshaler].
func (r *intRange) UnmarshalText(text []byte) (err error) {
	r.Range, err = adversarial.ParseRange(string(text), 1000)
	if err == nil && r.Low < 1 {
		err = fmt.Errorf("range is %q, expected numbers of at least 1", text)
	}
	return err
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (r *realRange) UnmarshalText(text []byte) (err error) {
	r.Range, err = adversarial.ParseRange(string(text), math.MaxFloat64)
	if err == nil && r.High == 0 {
		err = fmt.Errorf("range is %q, expected a number above 0 at its end; --where 'r == 0' is for 0 alone", text)
	}
	return err
}

func (huntCmd) Help() string {
	return `Examples:

    marginlab hunt --learner e-omm --claim '2 + r^2/4' -o cert.json
    marginlab hunt --learner pumma --claim '2 + r^2' --dim 2..6 --r 1..8 --budget 60s
    marginlab hunt --learner 'amira(eps=1/10)' --quantity margin --claim '>= 0.9*gamma0' --passes 200 --at-rest
    marginlab hunt --learner perceptron --row perceptron-hinge-printed --at 'h=1;Lh=L1'
    marginlab hunt --learner 'omm(rho=1/2)' --row omm-s2 --at phi=1/3

A claim is an expression of the terms below, the learner's parameters by name, numbers, + - * / ^, the functions sqrt log exp pow min max floor ceil abs kappa0, comparisons, && || !, and c ? a : b:

` + vocabulary(formula.Vocabulary()) + `
--norm P runs the learner in the norm ||x||_P, as e-omm(p=3) does, and all lengths and margins of the claim are in that norm. Any other norm is refused: its streams are those in a ||x||_P mapped by a matrix.

A stream that refutes the claim is shrunk, and proved in exact arithmetic, before it counts. marginlab replay verifies the certificate.

JSON keys: learner quantity claim status best_ratio trials seconds certificate; and relation where against passes at_rest fixed dim examples r seed workers ease best_ease best doubt.

status is refuted, survived, doubt or interrupted. doubt is a ratio above 1 that was found in floating point, and that exact arithmetic could neither prove nor disprove (null if there is none). Write a claim that is a negative number as --claim=-1.

Exit status: 0 the claim survived, 1 it is refuted, 2 it is in doubt or the command could not do its work.`
}

// vocabulary lists terms, one on a line.
func vocabulary(words []formula.Word) string {
	var b strings.Builder
	for _, w := range words {
		name := w.Name
		if w.Arg {
			name += "(phi)"
		}
		fmt.Fprintf(&b, "    %-18s %s\n", name, w.Help)
	}
	return b.String()
}

// Run hunts, and writes and prints what was found.
func (c huntCmd) Run(ctx context.Context, std term.Streams) error {
	if err := c.check(); err != nil {
		return err
	}
	conjecture, err := c.conjecture()
	if err != nil {
		return err
	}
	if err := conjecture.Provable(); err != nil {
		return err
	}
	hunt, err := c.hunt(conjecture)
	if err != nil {
		return err
	}
	p := term.NewProgress(std.Err)
	hunt.Progress = func(at adversarial.Progress) {
		p.At(int64(at.Seconds), int64(hunt.Budget.Seconds()))
		if hunt.Trials > 0 {
			p.At(int64(at.Trials), int64(hunt.Trials))
		}
		p.Say("%d streams, %.0f a second, best ratio %.4f", at.Trials, at.PerSecond, at.Ratio)
	}
	found, err := hunt.Run(ctx, conjecture)
	p.Clear()
	if ctx.Err() != nil && found.Trials > 0 {
		if c.JSON {
			if err := c.print(std, found, hunt.Workers, "interrupted"); err != nil {
				return err
			}
		}
		return fmt.Errorf("interrupted after %d streams, best ratio %.4f; --resume goes on", found.Trials, found.Ratio)
	}
	if err != nil {
		return err
	}
	if found.Certificate != nil && c.Output != "" {
		if err := writeCertificate(c.Output, found.Certificate); err != nil {
			return err
		}
	}
	if found.Certificate == nil && len(found.Best) == 0 && found.Doubt == 0 {
		return fmt.Errorf("no stream of the domain was found among %d: %s", found.Trials, found.Conjecture)
	}
	result := c.print(std, found, hunt.Workers, "survived")
	if c.Plot != "" {
		if err := c.draw(std, found); err != nil {
			return err
		}
	}
	return result
}

func (c huntCmd) conjecture() (adversarial.Conjecture, error) {
	relation, text := "<=", strings.TrimSpace(c.Claim)
	for _, r := range []string{"<=", ">="} {
		if rest, ok := strings.CutPrefix(text, r); ok {
			relation, text = r, strings.TrimSpace(rest)
		}
	}
	conjecture := adversarial.Conjecture{
		Statement: certificate.Statement{
			Learner: c.Learner, Against: c.Against, Quantity: c.Quantity, Relation: relation, Claim: text,
			Where: c.Where, Passes: c.Passes, AtRest: c.AtRest, Fixed: c.Fixed,
		},
		Dim: c.Dim.Range, Examples: c.Examples.Range, R: c.R.Range,
	}
	var err error
	if c.Norm != nil {
		if conjecture, err = conjecture.In(c.Norm.Norm); err != nil {
			return conjecture, err
		}
	}
	if c.Row == "" {
		return conjecture, nil
	}
	rows := theory.Table()
	i := slices.IndexFunc(rows, func(g theory.Guarantee) bool { return g.ID == c.Row })
	if i < 0 {
		return conjecture, fmt.Errorf("--row is %q, expected an ID that marginlab theorems lists, as omm-s1", c.Row)
	}
	s, err := adversarial.Statement(rows[i], conjecture.Learner, c.At)
	if c.Where != "" {
		s.Where = strings.TrimPrefix(s.Where+" && ("+c.Where+")", " && ")
	}
	s.Fixed, conjecture.Statement = c.Fixed, s
	return conjecture, err
}

func (c huntCmd) check() error {
	switch {
	case c.Claim == "" && c.Row == "":
		return errors.New("--claim and --row are missing, expected one of them")
	case c.Passes < 1:
		return fmt.Errorf("--passes is %d, expected at least 1", c.Passes)
	case c.Row != "" && (c.Quantity != "mistakes" || c.Against != "" || c.Passes != 1 || c.AtRest):
		return errors.New("--row has a quantity, and a run, of its own, expected none of --quantity, --against, --passes and --at-rest")
	case c.Row == "" && len(c.At) > 0:
		return errors.New("--at gives the names that a row leaves open, expected --row")
	case c.Budget < 0:
		return fmt.Errorf("--budget is %v, expected a duration such as 60s, or 0 for no end", c.Budget)
	case c.Trials < 0:
		return fmt.Errorf("--trials is %d, expected a number of streams", c.Trials)
	case c.Workers < 0:
		return fmt.Errorf("--workers is %d, expected how many search at once", c.Workers)
	}
	for _, file := range []string{c.Output, c.Plot, c.State} { // before the work, not after it
		if file == "" {
			continue
		}
		if dir, err := os.Stat(filepath.Dir(file)); err != nil || !dir.IsDir() {
			return fmt.Errorf("%s: there is no folder %s to write it to", file, filepath.Dir(file))
		}
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			return fmt.Errorf("%s is a folder, expected the name of a file", file)
		}
	}
	return nil
}

// hunt returns the hunt that the flags ask for. Its state is in the file of --state, or in
// a file in the user's cache that is named after the conjecture and the seed.
func (c huntCmd) hunt(conjecture adversarial.Conjecture) (adversarial.Hunt, error) {
	h := adversarial.Hunt{Seed: c.Seed, Workers: c.Workers, Budget: c.Budget, Trials: c.Trials, State: c.State, Resume: c.Resume}
	if h.Workers == 0 {
		h.Workers = runtime.GOMAXPROCS(0)
	}
	if h.Trials > 0 {
		h.Budget = 0
	}
	if h.State != "" {
		return h, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return h, fmt.Errorf("no folder to keep the search in, expected --state: %w", err)
	}
	text, err := json.Marshal(conjecture)
	if err != nil {
		return h, err
	}
	name := sha256.Sum256(fmt.Appendf(text, " %d %d", h.Seed, h.Workers))
	dir := filepath.Join(cache, "marginlab", "hunts")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return h, fmt.Errorf("folder to keep the search in: %w", err)
	}
	h.State = filepath.Join(dir, fmt.Sprintf("%x.json", name[:8]))
	return h, nil
}

func writeCertificate(file string, c *certificate.Certificate) error {
	var text bytes.Buffer
	if err := c.Write(&text); err != nil {
		return fmt.Errorf("certificate %s: %w", file, err)
	}
	if err := renameio.WriteFile(file, text.Bytes(), 0o644); err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	return nil
}
