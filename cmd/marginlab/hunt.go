package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"

	"marginlab/adversarial"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
	"marginlab/theory"
	"marginlab/theory/formula"
)

type huntCmd struct {
	claimFlags

	Claims string `placeholder:"FILE" help:"Hunt for counterexamples to every claim of this file, one a line, on the engine. rows stands for the proved rows of marginlab theorems, for each learner that they are about, - for standard input."`

	Dim      intRange `placeholder:"LOW..HIGH" help:"Dimensions to look in, few at first and then more (default: grows to 2..16)."`
	Examples intRange `placeholder:"LOW..HIGH" help:"Examples in a stream, few at first and then more (default: grows to 3..200)."`

	Budget  time.Duration `default:"60s" help:"How long to hunt, a number of seconds or as 5m, up to a second more for the last certificate (default: ${default}); 0 for no end."`
	Trials  int           `placeholder:"N" help:"Stop after this many streams instead, or up to an epoch more."`
	Seed    uint64        `default:"1" help:"Seed of the search (default: ${default}). The hunt prints the flags that repeat it."`
	Workers int           `placeholder:"N" help:"How many searches there are, which run at once (default: one per core; on an engine 8)."`
	Epochs  int           `placeholder:"N" help:"Stop after this many epochs of each search instead (default on an engine: 4)."`
	Streams int           `placeholder:"N" help:"Streams of an epoch of each search, or up to some thousands more (default on an engine: 100000, some 30 s)."`
	Cold    bool          `help:"Start only from drawn streams, and not also from the traps, records and certificates that marginlab knows."`
	Start   []string      `sep:"none" placeholder:"FILE" help:"Start from the stream of this file too: a record, a certificate, or examples in CSV or LIBSVM. May be repeated."`
	Memory  term.Bytes    `default:"4GiB" placeholder:"4GiB" help:"Memory for the examples of a file of --start in exact numbers, zeros too (default: ${default}). The process takes a few times as much."`
	Output  string        `short:"o" placeholder:"FILE.json" help:"Write the certificate to this file or, if the claim survives or the hunt is interrupted, the best stream as a record. marginlab replay reads both."`
	State   string        `placeholder:"FILE" help:"File that keeps the search, written every two seconds (default: a file in the user's cache, of these flags and this build of marginlab). Without --resume a search that is there is kept beside, under a name with a number."`
	Resume  bool          `help:"Go on from the search in that file."`
	Engine  string        `placeholder:"URL" help:"Hunt on the workers of this engine, as nats://127.0.0.1:4222, and wait for the end."`
	Creds   string        `env:"MARGINLAB_CREDS" placeholder:"FILE" help:"Credentials for the engine (default: $$MARGINLAB_CREDS)."`
	Detach  bool          `help:"Print the ID of the hunt on the engine, and do not wait."`
	Plot    string        `placeholder:"STEM" help:"Draw the best ratio over r to STEM.svg, and the best stream with the learner's hyperplanes to STEM-stream.svg."`
	term.Form
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

func (huntCmd) Help() string {
	return `Examples:

    marginlab hunt 'e-omm: mistakes <= 2 + r^2/4' -o cert.json
    marginlab hunt 'pumma: later_mistakes <= r^2 where 1 <= r <= 8' --dim 2..24 --budget 5m
    marginlab hunt 'amira(eps=1/10) at rest within 200 passes: margin >= 0.9*gamma0'
    marginlab hunt 'amira-1-best(eps=1) of 3 classes: mistakes <= (R/gamma0)^2/2 where R >= 2*gamma0'
    marginlab hunt 'e-omm against n-omm: mistakes <= 3*their_mistakes'
    marginlab hunt --learner e-omm --quantity later_mistakes --claim 'r^2/2'
    marginlab hunt --row perceptron-hinge-printed --at 'h=1;Lh=L1'
    marginlab hunt --learner 'omm(rho=1/2)' --row omm-s2 --at phi=1/3
    marginlab hunt 'e-omm: mistakes <= 2 + r^2' --engine nats://127.0.0.1:4222
    marginlab hunt --claims rows --engine nats://127.0.0.1:4222 --streams 20000

STATEMENT is written as hunt prints it:

    LEARNER [of N classes] [against LEARNER]
    [in N passes | at rest within N passes]:
    QUANTITY <= CLAIM [where CONDITION] [in units of LENGTH]

with <, >= or > in place of <=. A stream on which quantity and claim are equal refutes a claim with < or >.

A claim is an expression of the terms below, the learner's parameters by name, numbers, + - * / ^, the functions sqrt log exp pow min max floor ceil abs kappa0 fall excess excess_mcp recursion, comparisons, && || !, and c ? a : b. What pages print is read too, as γ₀, r², ≤, 2r and √(r), and printed in ASCII. The terms:

` + vocabulary(huntTerms()) + `
A claim about a learner of many classes, as amira-k-best, speaks of the differences of the examples: of each x in the place of its class, less x in that of a wrong class, through the origin. The labels of the stream are the classes 0, 1, ...

A claim about bias(L,c) speaks of the points (x, c), from which L learns, as marginlab check does.

A claim about a batch algorithm, as in 'nkp(margin=0.1): updates <= 1/rho^2 where rho > 0', has d, R, Dbar, shortest, gamma0, the parameters by name, and these terms:

    n                  examples
    rho                margin of the x/||x|| through the origin,
                       0 where they are not separable
    updates            iterations
    loops              outer loops

np, nkp, nvn, snkp-vn and isnkp-vn without prox=entropy can be hunted: their numbers are rational on examples of rational length, which the certificate has.

--norm P runs the learner in the norm ||x||_P, as e-omm(p=3) does, and all lengths and margins of the claim are in that norm. Any other norm is refused: its streams are those in a ||x||_P mapped by a matrix.

A stream that refutes the claim is shrunk, and proved in exact arithmetic, before it counts. marginlab replay verifies the certificate.

A ratio that floating point cannot tell from 1 is settled in exact arithmetic too, of all streams that the hunt began with and of some that it found: a best ratio of 1 is then attained, or printed as 1 − 3e-9. A known certificate of the very claim is verified and printed before the search.

--claims submits a hunt for each claim to the engine. Their tasks take turns, so that all claims advance alike. An interrupt ends the waiting, and not the hunts: the same command joins them. A table of the best ratios ends it.

JSON keys of --claims: hunt row claim state best_ratio ease trials. state is refuted or survived.

JSON keys: learner quantity claim status best_ratio trials seconds certificate; and relation where against classes passes at_rest fixed dim examples r seed workers ease best_ease best doubt record improved known_ratio cold start attained began met far_ratio far_ease power row row_says.

status is refuted, survived, doubt or interrupted. doubt is a ratio above 1, or within 1e-9 of it, that was found in floating point, and that exact arithmetic could neither prove nor disprove to refute the claim (null if there is none). met counts the streams in the domain. far_ratio is the best at an ease of at least 2. power has what cold hunts refuted of a false claim on the same quantity. Write a claim that is a negative number as --claim=-1.

Exit status: 0 the claim survived, or all of --claims did, 1 one is refuted, 2 it is in doubt or the command could not do its work. marginlab certify, which is given the stream, exits 0 where the claim is refuted.`
}

// huntTerms are the terms of claims; those of a second learner's run share a line.
func huntTerms() []theory.Term {
	words := slices.DeleteFunc(theory.Hunted(), func(t theory.Term) bool {
		_, theirs := theory.Theirs(formula.Term{Name: t.Name})
		return theirs
	})
	return append(words, theory.Term{Name: "their_…", Help: "each term from T to expected_mistakes, as their_mistakes, of a second learner (against)"})
}

// vocabulary lists terms, one on a line.
func vocabulary(words []theory.Term) string {
	var b strings.Builder
	for _, w := range words {
		name := w.Name
		if w.Arg {
			name += "(phi)"
		}
		fmt.Fprintf(&b, "    %-19s %s\n", name, strings.ReplaceAll(text.WrapSoft(w.Help, 56), "\n", "\n"+strings.Repeat(" ", 24)))
	}
	return b.String()
}

// Run hunts, and writes and prints what was found.
func (c huntCmd) Run(ctx context.Context, std term.Streams) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.Claims != "" {
		return c.sweep(ctx, std)
	}
	conjecture, err := c.conjecture(std.Err)
	if err != nil {
		return err
	}
	conjecture.Dim, conjecture.Examples = c.Dim.Range, c.Examples.Range
	if err := conjecture.Provable(); err != nil {
		return err
	}
	if proof, err := conjecture.Proved(); err != nil {
		return err
	} else if proof.Row.ID != "" && !c.ForMachines() && c.Engine == "" {
		fmt.Fprintf(std.Err, "marginlab: %s The hunt should find no counterexample; Ctrl-C ends it.\n", proof)
	}
	if c.Plot != "" {
		if err := conjecture.Steps(); err != nil {
			return fmt.Errorf("--plot: %w", err)
		}
	}
	if c.Engine != "" {
		return c.onEngine(ctx, std, conjecture)
	}
	h, err := c.hunt(conjecture)
	if err != nil {
		return err
	}
	from, settled, err := c.startingStreams(ctx, conjecture)
	if err != nil {
		return err
	}
	if settled.Certificate != nil {
		return c.close(ctx, std, settled, h.Workers)
	}
	h.From = from
	old, err := keepState(h)
	if err != nil {
		return err
	}
	p := term.NewProgress(std.Err)
	warned := false
	h.Progress = func(at hunt.Progress) {
		if at.Unkept != nil && !warned {
			p.Warn("%v; the hunt goes on in memory, and tries again to write it", at.Unkept)
			warned = true
		}
		if h.Trials > 0 {
			p.At(int64(at.Trials), int64(h.Trials))
		} else {
			p.At(int64(1000*at.Seconds), h.Budget.Milliseconds())
		}
		p.Say("%d streams, %.0f a second, best ratio %s", at.Trials, at.PerSecond, report.Ratio(at.Ratio, hunt.Exactly{}))
	}
	found, err := h.Run(ctx, conjecture)
	found = c.named(found.Beside(settled))
	p.Clear()
	// The file in the cache is of this very search, but for what the files of --start hold.
	same := c.State == "" && len(c.Start) == 0 && found.Unkept == nil
	if err := old.settle(std.Err, h.State, same, found.Trials); err != nil {
		return err
	}
	if ctx.Err() != nil && found.Trials > 0 {
		if err := c.write(found); err != nil {
			return err
		}
		if c.ForMachines() {
			if err := c.print(std, found, h.Workers, "interrupted"); err != nil {
				return err
			}
		}
		kept := ""
		if _, best := found.Record(); c.Output != "" && (best || found.Certificate != nil) {
			kept = "; the best stream is in " + c.Output
		}
		next := "--resume goes on"
		if found.Unkept != nil {
			next = fmt.Sprintf("the search is lost: %v", found.Unkept)
		}
		return fmt.Errorf("interrupted after %d streams, best ratio %s%s; %s", found.Trials, report.Ratio(found.Ratio, found.Exactly), kept, next)
	}
	if err != nil {
		return err
	}
	if found.Unkept != nil {
		fmt.Fprintf(std.Err, "marginlab: the search is not kept: %v\n", found.Unkept)
	}
	return c.close(ctx, std, found, h.Workers)
}

// close writes, prints and draws what a hunt found.
func (c huntCmd) close(ctx context.Context, std term.Streams, found hunt.Finding, workers int) error {
	unwritten := c.write(found)
	if found.Certificate == nil && len(found.Best) == 0 && found.Doubt == 0 {
		return fmt.Errorf("none of %d streams is in the domain and gives the claim a value: %s", found.Trials, found.Conjecture)
	}
	result := c.print(std, found, workers, "survived")
	if unwritten != nil {
		return unwritten
	}
	if c.Plot != "" {
		if err := c.draw(ctx, std, found); err != nil {
			return err
		}
	}
	return result
}

// write writes what was found to the file of -o, if anything was. Where that fails, nothing that is
// printed later names the file.
func (c *huntCmd) write(found hunt.Finding) (err error) {
	record, best := found.Record()
	switch {
	case c.Output == "":
	case found.Certificate != nil:
		err = huntFile{certificate: found.Certificate}.write(c.Output)
	case best:
		err = huntFile{record: &record}.write(c.Output)
	}
	if err != nil {
		c.Output = ""
	}
	return err
}

// mostWorkers is beyond the cores of any machine.
const mostWorkers = 4096

func (c huntCmd) check() error {
	switch {
	case c.Budget < 0:
		return fmt.Errorf("--budget is %v, expected a duration such as 60s, or 0 for no end", c.Budget)
	case c.Trials < 0:
		return fmt.Errorf("--trials is %d, expected a number of streams", c.Trials)
	case c.Epochs < 0:
		return fmt.Errorf("--epochs is %d, expected a number", c.Epochs)
	case c.Streams < 0:
		return fmt.Errorf("--streams is %d, expected a number of streams", c.Streams)
	case c.Claims != "" && c.Engine == "":
		return errors.New("--claims hunts on the workers of an engine, expected --engine")
	case c.Claims != "" && (!reflect.ValueOf(c.claimFlags).IsZero() || c.Dim != intRange{} || c.Examples != intRange{} || len(c.Start) > 0 || c.Output != ""):
		return errors.New("--claims has whole claims and prints a table, expected it without a STATEMENT, the flags of one, --dim, --examples, --start and -o")
	case c.Engine == "" && c.Detach:
		return errors.New("--detach leaves a hunt to an engine, expected --engine")
	case c.Engine != "" && (c.Trials > 0 || c.State != "" || c.Resume || c.Plot != ""):
		return errors.New("a hunt on an engine ends after --epochs, and the engine keeps it, expected none of --trials, --state, --resume and --plot")
	case c.Workers < 0 || c.Workers > mostWorkers:
		return fmt.Errorf("--workers is %d, expected how many search at once, at most %d", c.Workers, mostWorkers)
	}
	if c.State != "" {
		if err := atomicfile.Replaceable(c.State); err != nil {
			return err
		}
		if atomicfile.Same(c.State, c.Output) {
			return fmt.Errorf("--state and -o both name %s, expected two files", c.State)
		}
	}
	read := append([]string{c.Output, c.State}, c.Start...)
	return cmp.Or(sparedByPlot(c.Plot, read...), sparedByPlot(c.Plot+"-stream", read...), writable(c.Output, c.Plot))
}

// spared is the error that what is written to a file would replace one of those that are read or
// written too.
func spared(flag, written string, files ...string) error {
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() || file == "-" {
			continue // it loses nothing
		}
		if atomicfile.Same(written, file) {
			return fmt.Errorf("%s would replace %s, expected the name of another file", flag, file)
		}
	}
	return nil
}

// sparedByPlot is the error of [spared] for the pictures of --plot; "" and "-stream" are none.
func sparedByPlot(stem string, files ...string) error {
	if stem == "" || stem == "-stream" {
		return nil
	}
	return spared("--plot", stem+".svg", files...)
}

// writable is the error that one of the files, which are written after the work, cannot be;
// "" is none.
func writable(files ...string) error {
	for _, file := range files {
		if file != "" {
			if err := atomicfile.Writable(file); err != nil {
				return err
			}
		}
	}
	return nil
}

// hunt returns the hunt that the flags ask for. Its state is in the file of --state, or in
// a file in the user's cache.
func (c huntCmd) hunt(conjecture adversarial.Conjecture) (hunt.Hunt, error) {
	h := hunt.Hunt{Seed: c.Seed, Workers: c.Workers, Budget: c.Budget, Trials: c.Trials, Epochs: c.Epochs, Streams: c.Streams, State: c.State, Resume: c.Resume, Cold: c.Cold}
	if h.Workers == 0 {
		h.Workers = runtime.GOMAXPROCS(0)
	}
	if h.Trials > 0 || h.Epochs > 0 {
		h.Budget = 0
	}
	if h.State == "" {
		own, err := term.Build()
		if err != nil {
			return h, fmt.Errorf("no hash of the command to keep the search by, expected --state: %w", err)
		}
		if h.State, err = stateFile(conjecture, h, c.Start, own); err != nil {
			return h, err
		}
		if _, err := os.Stat(h.State); h.Resume && errors.Is(err, fs.ErrNotExist) {
			return h, errors.New("--resume: this build of marginlab has kept no search for these flags, expected those of an earlier hunt, or --state")
		}
	}
	return h, nil
}
