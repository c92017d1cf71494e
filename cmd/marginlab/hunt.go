package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"time"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
)

type huntCmd struct {
	claimFlags

	Claims string `placeholder:"FILE" help:"Hunt for counterexamples to every claim of this file, one a line, on the engine. rows stands for the proved rows of marginlab theorems, for each learner that they are about, - for standard input."`

	Dim      intRange `placeholder:"LOW..HIGH" help:"Dimensions to look in, few at first and then more (default: grows to 2..16)."`
	Examples intRange `placeholder:"LOW..HIGH" help:"Examples in a stream, few at first and then more (default: grows to 3..200)."`

	Budget  time.Duration `default:"60s" help:"How long to hunt, a number of seconds or as 5m, up to a second more for the last certificate (default: ${default}); 0 for no end."`
	Trials  int           `placeholder:"N" help:"Stop after this many streams instead, or up to an epoch more."`
	Seed    uint64        `default:"1" help:"Seed of the search (default: ${default}). The hunt prints the flags that repeat it."`
	Workers int           `most:"4096" placeholder:"N" help:"How many searches there are, which run at once (default: one per core; on an engine 8)."`
	Epochs  int           `placeholder:"N" help:"Stop after this many epochs of each search instead (default on an engine: 4)."`
	Streams int           `placeholder:"N" help:"Streams of an epoch of each search, or up to some thousands more (default on an engine: 100000, some 30 s)."`
	Cold    bool          `help:"Start only from drawn streams, and not also from the traps, records and certificates that marginlab knows."`
	Start   []string      `sep:"none" placeholder:"FILE" help:"Start from the stream of this file too: what a hunt wrote, or examples in JSON, CSV or LIBSVM. May be repeated."`
	Output  string        `short:"o" placeholder:"FILE.json" help:"Write the certificate to this file or, if the claim survives or the hunt is interrupted, the best stream as a record. marginlab replay reads both."`
	State   string        `placeholder:"FILE" help:"A new file that keeps the search, written every two seconds. Default: a file in the user's cache, named by what determines the search, which keeps the last 100 searches."`
	Resume  bool          `help:"Go on from the search in that file."`
	Engine  string        `placeholder:"URL" help:"Hunt on the workers of this engine, as nats://127.0.0.1:4222, and wait for the end."`
	Creds   string        `env:"MARGINLAB_CREDS" placeholder:"FILE" help:"Credentials for the engine (default: $$MARGINLAB_CREDS)."`
	Detach  bool          `help:"Print the ID of the hunt on the engine, and do not wait."`
	term.Form
}

// Run hunts, and writes and prints what was found.
func (c huntCmd) Run(ctx context.Context, std term.Streams) error {
	if err := c.check(); err != nil {
		return err
	}
	if claim, is, err := c.openConstant(std.Err); is {
		if err == nil {
			err = c.huntConstant(ctx, std, claim)
		}
		return err
	}
	if c.Claims != "" {
		return c.sweep(ctx, std)
	}
	conjecture, err := c.conjecture(std.Err)
	conjecture.Dim, conjecture.Examples = c.Dim.Range, c.Examples.Range
	if err == nil {
		err = conjecture.Provable()
	}
	if err != nil {
		return err
	}
	h := c.hunt()
	c.Workers = h.Workers
	began := time.Now()
	var found hunt.Finding
	if h.From, err = c.startingStreams(ctx, std.In); err != nil {
		return err
	}
	switch {
	case c.Engine != "":
		all, err := c.onEngine(ctx, std, []adversarial.RowClaim{{Conjecture: conjecture}}, h)
		if err != nil || c.Detach {
			return err
		}
		found = all[0].found
	default:
		if proof, err := conjecture.Proved(); err != nil {
			return err
		} else if proof.Row.ID != "" && !c.ForMachines() {
			fmt.Fprintf(std.Err, "marginlab: %s The hunt should find no counterexample; Ctrl-C ends it.\n", proof)
		}
		if found, err = c.here(ctx, std, h, conjecture); err != nil && found.Trials == 0 {
			return err
		}
	}
	if found = c.named(found); found.Seconds == 0 {
		found.Seconds = time.Since(began).Seconds()
	}
	return c.end(std, found, err)
}

// check returns an error if flags do not go together.
func (c huntCmd) check() error {
	switch {
	case c.Claims != "" && c.Engine == "":
		return errors.New("--claims hunts on the workers of an engine, expected --engine")
	case c.Claims != "" && (!reflect.ValueOf(c.claimFlags).IsZero() || c.Dim != intRange{} ||
		c.Examples != intRange{} || len(c.Start) > 0 || c.Output != ""):
		return errors.New("--claims has whole claims and prints a table, expected it without a STATEMENT, " +
			"the flags of one, --dim, --examples, --start and -o")
	case c.Engine == "" && c.Detach:
		return errors.New("--detach leaves a hunt to an engine, expected --engine")
	case c.Engine != "" && (c.Trials > 0 || c.State != "" || c.Resume):
		return errors.New("a hunt on an engine ends after --epochs, and the engine keeps it, " +
			"expected none of --trials, --state and --resume")
	}
	if c.State != "" {
		if err := atomicfile.Replaceable(c.State); err != nil {
			return err
		}
		if atomicfile.Same(c.State, c.Output) {
			return fmt.Errorf("--state and -o both name %s, expected two files", c.State)
		}
		if info, err := os.Stat(c.State); err == nil && info.Size() > 0 && !c.Resume {
			return fmt.Errorf("--state: %s is there, expected a new file, or --resume to go on from it", c.State)
		}
	}
	return writable(c.Output)
}

// The size of a hunt on an engine, where flags do not say it. An epoch is some 30 s of work.
const (
	engineIslands = 8
	engineEpochs  = 4
	engineStreams = 100_000
)

// hunt returns the hunt that the flags ask for.
func (c huntCmd) hunt() hunt.Hunt {
	h := hunt.Hunt{
		Seed: c.Seed, Workers: c.Workers, Budget: c.Budget, Trials: c.Trials, Epochs: c.Epochs, Streams: c.Streams,
		Resume: c.Resume, Cold: c.Cold,
	}
	if h.Trials > 0 || h.Epochs > 0 {
		h.Budget = 0
	}
	if c.Engine != "" {
		h.Workers, h.Epochs = cmp.Or(c.Workers, engineIslands), cmp.Or(c.Epochs, engineEpochs)
		h.Streams = cmp.Or(c.Streams, engineStreams)
	}
	h.Workers = cmp.Or(h.Workers, runtime.GOMAXPROCS(0))
	return h
}

// mostStates is how many searches the user's cache keeps: those that were written last.
const mostStates = 100

// stateFile is the file of --state, or one in the user's cache. That is named by what determines the search: the plan,
// but for its end, and the build of the command, since another one may search otherwise, or know more streams to begin
// with. It deletes old searches from the cache.
func (c huntCmd) stateFile(plan hunt.Plan) (string, error) {
	if c.State != "" {
		return c.State, nil
	}
	build, err := term.Build()
	cache, none := os.UserCacheDir()
	dir := filepath.Join(cache, "marginlab", "hunts")
	if err = cmp.Or(err, none); err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return "", fmt.Errorf("no file in the cache to keep the search in, expected --state: %w", err)
	}
	plan.Epochs = 0
	file := filepath.Join(dir, fmt.Sprintf("%.8x.json", sha256.Sum256([]byte(plan.Hash()+build))))
	others, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	others = slices.DeleteFunc(others, func(other string) bool { return other == file })
	slices.SortFunc(others, func(a, b string) int { return written(b).Compare(written(a)) })
	for _, old := range others[min(len(others), mostStates-1):] {
		_ = os.Remove(old) // another hunt may have done so
	}
	if _, err := os.Stat(file); c.Resume && errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("--resume: this build of marginlab has kept no search for these flags, " +
			"expected those of an earlier hunt, or --state")
	}
	return file, nil
}

// here hunts in this process. The error may be that of ctx, beside what was found until then.
func (c huntCmd) here(ctx context.Context, std term.Streams, h hunt.Hunt, conjecture adversarial.Conjecture) (
	found hunt.Finding, err error) {
	if h.State, err = c.stateFile(h.Plan(conjecture)); err != nil {
		return found, err
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
		p.Say("%d streams, %.0f a second, best ratio %s", at.Trials,
			float64(at.Trials)/max(at.Seconds, 1e-9),
			report.Ratio(at.Ratio, false))
	}
	found, err = h.Run(ctx, conjecture)
	p.Clear()
	if err == nil && found.Unkept != nil {
		fmt.Fprintf(std.Err, "marginlab: the search is not kept: %v\n", found.Unkept)
	}
	return found, err
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
	if h.From, err = c.startingStreams(ctx, std.In); err != nil {
		return err
	}
	var found hunt.Finding
	for constant := min(least, 1e3); ; constant *= 1e3 {
		if found, err = c.here(ctx, std, h, claim.at(constant)); err != nil {
			return err
		}
		if found.Certificate == nil {
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
	cert, err := hunt.Certify(claim.at(sure), adversarial.Exact(found.Best))
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
	proven, below := by.Row.ID != "", describeLower(by.Row.ID, claim.Learner)
	term.PrintRows(std.Out, term.Record{
		"learner", claim.Learner, "quantity", claim.Quantity, "claim", "?*" + claim.factor, "status", "constant",
		"constant", sure, "proved_constant", term.Given(proven, term.Number(least)),
		"row", term.Given(proven, by.Row.ID), "lower", below,
		"trials", trials, "seconds", term.Number(lasted.Seconds()), "certificate", term.Given(c.Output != "", c.Output),
		"where", claim.Where, "seed", c.Seed, "workers", c.Workers,
	})
	std.Out.Say("%v\n\nThe least constant is above %v. "+
		"The best of %d streams refutes that (%.1f s, --seed %d --workers %d): %s.",
		claim, sure, trials, lasted.Seconds(), c.Seed, c.Workers, refutation(proof.valid))
	if proven {
		std.Out.Say("It is at most %v: there row %s, proved in theory/%s, is at least as sharp at each drawn setting. "+
			"Between them is a factor of %.3g.", least, by.Row.ID, by.Row.Proof(), least/sure)
		for _, lower := range below {
			std.Out.Say("Proved from below, on streams that grow: %s.", lower)
		}
	} else {
		std.Out.Say("No proved row bounds it from above.")
	}
	showWritten(std.Out, c.Output)
	return nil
}
