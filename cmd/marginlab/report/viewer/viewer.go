// Package viewer steps through a run of a learner, example by example: the hyperplane, the
// margin, the dual certificates, the decision, and the theorems there.
//
// [Tell] computes everything on display with the exact models of package exact. The script
// of the page only draws it.
//
//	t        a step, from 1; T is the last
//	state    the classifier between two updates, with the learner's γ_t, v₊ and v₋
//	a_t      the signed distance of x_t from the hyperplane before the step
//	side     the axis of a projection beside the normal of the hyperplane
//
// Lengths are in the norm of the learner. Distances from a hyperplane are true in every
// picture, as they are scores over ‖w‖∗.
package viewer

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
)

// Story is a statement with the runs of its learners over a stream.
type Story struct {
	ID        string   `json:"id"` // of links to its steps, as #ID=STEP
	Name      string   `json:"name,omitempty"`
	Statement string   `json:"statement"`
	Verdict   string   `json:"verdict,omitempty"`
	Quantity  string   `json:"quantity"`
	Relation  string   `json:"relation"`
	Claim     string   `json:"claim"`
	Runs      []Run    `json:"runs"`
	Notes     []string `json:"notes,omitempty"`
}

// Run is a learner on its way over the stream.
type Run struct {
	Learner string      `json:"learner"`
	Dim     int         `json:"dim"`
	Norm    string      `json:"norm"`             // of lengths, as ℓ₂
	Lift    string      `json:"lift,omitempty"`   // the constant coordinate that the learner appends
	Centre  []float64   `json:"centre,omitempty"` // that X, Plus, Minus are seen from, nil for the origin
	X       [][]float64 `json:"x"`
	Y       []int       `json:"y"`
	Exact   []string    `json:"exact"` // the examples' coordinates
	States  []State     `json:"states"`
	Steps   []Step      `json:"steps"`
	Margins []Margin    `json:"margins"` // that the claim is about
	Counts  []string    `json:"counts"`  // what Step.Counts count
	Rows    []Row       `json:"rows"`
	Through bool        `json:"origin"` // the learner's hyperplanes go through the origin
}

// State is a classifier: x is W·x + B away from its hyperplane, on the positive side.
type State struct {
	W     []float64 `json:"w,omitempty"` // nil where the learner has no hyperplane yet
	B     float64   `json:"b"`
	Label int       `json:"label,omitempty"` // its prediction while it has no hyperplane
	Gamma *float64  `json:"gamma,omitempty"`
	Plus  []float64 `json:"plus,omitempty"` // v₊ and v₋, if the learner reports them
	Minus []float64 `json:"minus,omitempty"`
	Side  []float64 `json:"side,omitempty"` // a direction orthogonal to W, of length 1
	Exact *Exact    `json:"exact,omitempty"`
}

// Exact are the numbers of a state as fractions, roots or enclosing intervals.
type Exact struct {
	W     []string `json:"w,omitempty"`
	B     string   `json:"b,omitempty"`
	Gamma string   `json:"gamma,omitempty"`
	Plus  []string `json:"plus,omitempty"`
	Minus []string `json:"minus,omitempty"`
}

// Step is a step with its outcome. Its numbers are from before the update.
type Step struct {
	T         int      `json:"t"` // from 1
	Example   int      `json:"i"` // from 0
	State     int      `json:"s"` // before the step
	After     int      `json:"n"`
	A         float64  `json:"a"`
	Limit     *float64 `json:"l,omitempty"` // what a_t is compared with, where the learner has a limit
	Exact     string   `json:"e,omitempty"` // a_t
	Predicted int      `json:"p"`
	Mistake   bool     `json:"m,omitempty"`
	Updated   bool     `json:"u,omitempty"`
	Opening   bool     `json:"o,omitempty"`
	Counts    []number `json:"c,omitempty"` // so far, this step included
	Quantity  number   `json:"q"`           // so far
	Claim     number   `json:"b"`
	// Rows has for each of Run.Rows the value and bound so far, and 1 if it fails; nil if it does not apply.
	Rows [][]number `json:"r,omitempty"`
}

// Margin is a maximum margin that the claim is about. A projection may also be perpendicular to its hyperplane.
type Margin struct {
	Name  string    `json:"name"`
	Gamma float64   `json:"gamma"` // 0 where the classes are not separable
	Exact string    `json:"exact"`
	W     []float64 `json:"w,omitempty"`
	B     float64   `json:"b"`
	Side  []float64 `json:"side,omitempty"`
}

// mostSteps is the largest number of steps of a story.
const mostSteps = 2000

// ErrNoSteps is the error for a learner of many classes, for a batch algorithm, and for a run that is too long.
var ErrNoSteps = errors.New("cannot be stepped through")

// Tell runs the learners of a statement over a stream, with the comparator u, nil for none. The
// error says why there is no exact run to show, or comes from ctx.
func Tell(ctx context.Context, s certificate.Statement, stream []exact.Example, comparator exact.Vector) (*Story, error) {
	p, err := adversarial.Compile(s)
	if err != nil {
		return nil, err
	}
	if err := p.Steps(); err != nil {
		return nil, fmt.Errorf("%s %w: %w", s.Learner, ErrNoSteps, err)
	}
	look, err := p.Look(stream, comparator, certificate.Limit{})
	if err != nil {
		return nil, err
	}
	runs, err := look.Runs()
	if err != nil {
		return nil, fmt.Errorf("%s %w: %w", s.Learner, ErrNoSteps, err)
	}
	sides := p.Sides()
	t := &teller{ctx: ctx, Problem: p, look: look, story: &Story{
		Statement: p.Statement.String(), Quantity: sides.Quantity, Relation: p.Relation, Claim: sides.Claim,
	}}
	for _, r := range runs {
		if len(r.Steps) > mostSteps {
			return nil, fmt.Errorf("%s %w: it makes %d steps, expected at most %d", r.Text, ErrNoSteps, len(r.Steps),
				mostSteps)
		}
		told, err := t.run(r)
		if err != nil {
			return nil, err
		}
		t.story.Runs = append(t.story.Runs, told)
	}
	if err := t.count(runs); err != nil {
		return nil, err
	}
	for i, r := range runs {
		if err := t.prove(&t.story.Runs[i], r, stream); err != nil {
			return nil, err
		}
	}
	return t.story, nil
}

var (
	//go:embed head.html
	headText string
	//go:embed viewer.html
	body string // the same for all viewers: the script inserts it
	// Style has the style rules of viewers.
	//go:embed viewer.css
	Style template.CSS
	//go:embed *.js
	scripts embed.FS

	headTemplate = template.Must(template.New("viewer").Parse(headText))
)

// Section returns the story as a part of a page. #ID=STEP leads to a step, #ID=STEP.2 to a step of the second learner.
func (s *Story) Section() report.Section {
	return report.Section{
		ID: s.ID, Title: s.Name, Lead: s.Verdict, Body: chart.Rendered(headTemplate, "viewer", s), Data: s,
	}
}

// Script returns the script of all viewers of a page, in its own block.
func Script() template.JS {
	var whole strings.Builder
	fmt.Fprintf(&whole, "{\nconst viewerBody = \"%s\";\n", template.JSEscapeString(body))
	for _, part := range []string{"scale", "picture", "say", "charts", "panels", "viewer"} {
		text, err := scripts.ReadFile(part + ".js")
		if err != nil {
			panic("viewer: " + err.Error())
		}
		whole.Write(text)
	}
	whole.WriteString("}\n")
	return template.JS(whole.String())
}

// Examples states the number of examples and of dimensions.
func (s *Story) Examples() string {
	r := s.Runs[0]
	text := term.Count(len(r.X), "example", "examples") + " in " + term.Count(r.Dim, "dimension", "dimensions")
	if passes := len(r.Steps) / len(r.X); passes > 1 {
		text += fmt.Sprintf(", %d passes", passes)
	}
	return text
}
