package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"marginlab/adversarial"
	"marginlab/adversarial/cluster"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

type huntsCmd struct {
	List   huntsListCmd  `cmd:"" help:"List the hunts on an engine."`
	Watch  huntsWatchCmd `cmd:"" help:"Wait for the end of a hunt on an engine, and print what it found."`
	Serve  huntsServeCmd `cmd:"" orderly:"" help:"Show the hunts on an engine in a browser, as they go on."`
	Stop   huntsDoCmd    `cmd:"" help:"Stop a hunt on an engine, everywhere."`
	Resume huntsDoCmd    `cmd:"" help:"Go on with a hunt that was stopped."`
	Rm     huntsDoCmd    `cmd:"" help:"Stop a hunt, and delete what an engine keeps of it."`
}

type huntsListCmd struct {
	engineFlags
	term.Form
}

// Run lists the hunts.
func (c huntsListCmd) Run(ctx context.Context, std term.Streams) error {
	return c.withClient(ctx, std, func(client *cluster.Client) error {
		all, err := client.List(ctx)
		if err != nil {
			return err
		}
		table := term.NewTable(term.Left("hunt"), term.Left("state"), term.Right("epochs"), term.Right("streams"),
			term.Right("best ratio"), term.Left("claim"))
		for _, st := range all {
			term.PrintRows(std.Out, term.Record{
				"hunt", st.ID, "state", st.State, "claim", st.Spec.Title, "islands", st.Spec.Islands,
				"epochs", st.Spec.Epochs, "epoch", st.Epoch, "results", st.Results, "trials", st.Trials,
				"best_ratio", term.Number(st.Ratio),
				"submitted", st.Submitted.UTC(), "identity", st.Spec.Identity, "why", st.Why,
			})
			table.Row(st.ID, painted(st.State), fmt.Sprintf("%d/%d", st.Epoch, st.Spec.Epochs), st.Trials,
				report.Ratio(st.Ratio, false), st.Spec.Title)
		}
		if len(all) == 0 {
			std.Out.Say("There are no hunts.")
			return nil
		}
		table.Print(std.Out)
		return nil
	})
}

// painted is the state of a hunt.
func painted(state string) any {
	switch state {
	case cluster.Refuted, cluster.Failed:
		return term.Bad(state)
	case cluster.Survived:
		return term.Good(state)
	}
	return state
}

// huntFlags say which hunt of which engine.
type huntFlags struct {
	Hunt string `arg:"" name:"HUNT" help:"The hunt, by the ID that marginlab hunts list prints."`
	engineFlags
}

type huntsWatchCmd struct {
	huntFlags
	Output string `short:"o" placeholder:"FILE.json" help:"Write the certificate to this file or, if the claim survives, the best stream as a record."`
	term.Form
}

// Run waits for the end of a hunt.
func (c huntsWatchCmd) Run(ctx context.Context, std term.Streams) error {
	if err := writable(c.Output); err != nil {
		return err
	}
	p := term.NewProgress(std.Err)
	client, err := c.connect(ctx, p, 0)
	if err != nil {
		return err
	}
	defer client.Close()
	found, plan, err := await(ctx, client, p, c.Hunt)
	if err != nil {
		return err
	}
	found.Seconds = math.NaN() // nobody measured how long the tasks took
	return huntCmd{Seed: plan.Seed, Workers: plan.Islands, Epochs: plan.Epochs, Streams: plan.Streams, Cold: plan.Cold,
		Output: c.Output, Form: c.Form}.end(std, found, nil)
}

// huntsDoCmd does to a hunt what the name of the command says.
type huntsDoCmd struct{ huntFlags }

// Run stops, resumes or deletes a hunt.
func (c huntsDoCmd) Run(ctx context.Context, command *kong.Context, std term.Streams) error {
	return c.withClient(ctx, std, func(client *cluster.Client) error {
		switch command.Selected().Name {
		case "stop":
			return client.Stop(ctx, c.Hunt, "")
		case "resume":
			return client.Resume(ctx, c.Hunt)
		}
		return client.Remove(ctx, c.Hunt)
	})
}

type huntsServeCmd struct {
	Port uint16 `default:"8080" placeholder:"PORT" help:"Port of the page, on this machine alone (default: ${default})."`
	engineFlags
}

// Run serves the page until it is interrupted.
func (c huntsServeCmd) Run(ctx context.Context, std term.Streams) error {
	client, err := c.connect(ctx, term.NewProgress(std.Err), 0)
	if err != nil {
		return err
	}
	defer client.Close()
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", c.Port))
	if err != nil {
		return fmt.Errorf("--port: %w", err)
	}
	pages := http.NewServeMux()
	pages.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { c.answer(w, r, client) })
	server := &http.Server{Handler: pages, ReadTimeout: time.Minute}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	std.Out.Say("The hunts on %s are shown at http://%s", c.Engine, l.Addr())
	if err = server.Serve(l); ctx.Err() != nil {
		return nil
	}
	return err
}

// pageLasts is how long a browser waits for the engine.
const pageLasts = 2 * time.Second

// answer answers a browser with the page. A Host that is not this machine is of a site that had its name lead
// here, and is refused.
func (c huntsServeCmd) answer(w http.ResponseWriter, r *http.Request, client *cluster.Client) {
	if host := (&url.URL{Host: r.Host}).Hostname(); !slices.Contains([]string{"127.0.0.1", "localhost", "::1"}, host) {
		http.Error(w, fmt.Sprintf("The host is %q, expected 127.0.0.1 or localhost.", host), http.StatusForbidden)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), pageLasts)
	defer cancel()
	unanswered := ""
	all, err := client.List(ctx)
	if err != nil {
		unanswered = err.Error()
	}
	var page bytes.Buffer
	if err := report.Hunts(c.Engine, all, unanswered).Write(&page); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(page.Bytes()) // the browser may be gone
}

// swept is a claim with its hunt on an engine.
type swept struct {
	row, learner string
	spec         cluster.Spec
	found        hunt.Finding
}

// sweep hunts for counterexamples to all claims of --claims on the engine, and prints the table, the best ratio first.
func (c huntCmd) sweep(ctx context.Context, std term.Streams) error {
	rows, err := claimsOf(c.Claims, std.In)
	if err != nil {
		return err
	}
	all, err := c.onEngine(ctx, std, rows, c.hunt())
	if err != nil || c.Detach {
		return err
	}
	slices.SortStableFunc(all, func(a, b swept) int { return cmp.Compare(b.found.Ratio, a.found.Ratio) })
	table := term.NewTable(term.Left("row").Whole(), term.Left("learner"), term.Left("state"),
		term.Right("best ratio"), term.Right("ease"), term.Right("streams"), term.Left("claim").Drop(1))
	var refuted []string
	for _, s := range all {
		found, state := s.found, cluster.Survived
		if found.Certificate != nil {
			refuted, state = append(refuted, s.row), cluster.Refuted
		}
		term.PrintRows(std.Out, term.Record{"hunt", s.spec.ID(), "row", s.row, "claim", s.spec.Title, "state", state,
			"best_ratio", term.Number(found.Ratio), "ease", term.Number(found.Ease), "trials", found.Trials})
		table.Row(s.row, s.learner, painted(state), report.Ratio(found.Ratio, found.Attained), term.Number(found.Ease),
			found.Trials, s.spec.Title)
	}
	table.Print(std.Out)
	if len(refuted) > 0 {
		return term.Found(fmt.Errorf("refuted: %s", strings.Join(refuted, ", ")))
	}
	return nil
}

// claimsOf reads claims, one a line; lines that are empty or begin with # are none. The file rows has those of the
// proved rows.
func claimsOf(file string, stdin io.Reader) (rows []adversarial.RowClaim, err error) {
	if file == "rows" {
		return adversarial.ProvedRows(), nil
	}
	text, err := contents(file, stdin)
	if err != nil {
		return nil, err
	}
	for n, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		at := fmt.Sprintf("%s:%d", file, n+1)
		s, err := adversarial.ParseStatement(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		rows = append(rows, adversarial.RowClaim{Row: at, Conjecture: adversarial.Conjecture{Statement: s}})
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s holds no claims, expected one a line, as e-omm: mistakes <= 2 + r^2", file)
	}
	return rows, nil
}
