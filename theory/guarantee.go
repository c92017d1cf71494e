package theory

import (
	_ "embed"
	"slices"
	"strings"

	"marginlab/theory/vec"
)

// Status is the state of knowledge about a claim.
type Status string

// The statuses of a guarantee.
const (
	Proved           Status = "proved"
	Conjectured      Status = "conjectured"
	Refuted          Status = "refuted"            // a conjecture of this project
	RefutedAsPrinted Status = "refuted as printed" // a claim of a paper
)

// IsRefuted reports whether a stream is known on which the claim fails.
func (s Status) IsRefuted() bool { return s == Refuted || s == RefutedAsPrinted }

// Task says what the learners of a guarantee learn from.
type Task string

// The tasks.
const (
	// Online: two classes, an example at a time.
	Online Task = ""
	// ManyClasses: classes 0, …, M−1, an example at a time. The guarantee is about the stream of the differences
	// Φ(x,y) − Φ(x,z), all z ≠ y, each with the label +1, in M times as many dimensions as x.
	ManyClasses Task = "many classes"
	// Batch: all examples at once.
	Batch Task = "batch"
)

// Norms says which norms a guarantee is about.
type Norms string

// The classes of norms, by their [vec.Norm.Smoothness] s, c.
const (
	Euclidean    Norms = ""              // of an inner product: s = 2, c = 1
	SquareSmooth Norms = "square-smooth" // s = 2, as ℓp is for p ≥ 2, with c = p−1
	PowerSmooth  Norms = "power-smooth"  // s < 2, as ℓp is for p < 2, with s = p, c = 2^{2−p}
	AnyNorm      Norms = "any norm"
)

// Include reports whether n, nil for ℓ2, is one of the norms.
func (k Norms) Include(n vec.Norm) bool {
	s, c := smoothness(n)
	switch k {
	case Euclidean:
		return s == 2 && c == 1
	case SquareSmooth:
		return s == 2
	case PowerSmooth:
		return s < 2
	}
	return true
}

// smoothness returns s and c of n, nil for ℓ2.
func smoothness(n vec.Norm) (s, c float64) { return View{Norm: n}.Base().Smoothness() }

// Guarantee is a row of the table, or a caller's own claim: a theorem on the learners of a family. Its claim, read
// once, is printed, computed, checked, hunted and certified. A Guarantee written by hand must be [Guarantee.Read]
// before its use.
type Guarantee struct {
	ID         string // unique in the table
	Learner    string // a family of learners; see Trace.Families
	Task       Task
	Norms      Norms
	Claim      string // QUANTITY <= BOUND where CONDITION, in the language of package formula; see [Terms]
	L2         string // the bound as it reads in ℓ2, where that is shorter
	Normalised bool   // of the examples x/‖x‖
	Source     string
	Status     Status
	Tight      string // the construction in package adversarial that reaches the bound, if any
	TightAt    string // the learner's parameters at whose every value it does; the others have their defaults
	Note       string // a hypothesis that has no formula

	*claim // nil before the claim is read
}

// Applies reports whether g is about the learner of tr, in its norm. It panics if g was not read.
func (g Guarantee) Applies(tr *Trace) bool {
	g.View() // panics if g was not read
	return slices.Contains(tr.Families, g.Learner) && g.Norms.Include(tr.Space) && !(g.Unlifted && tr.Lift == 0)
}

// View returns the view of the stream that g is about, without the learner's norm and lift. What a claim on any
// stream needs is the same with and without a bias. View panics if g was not read.
func (g Guarantee) View() View {
	if g.claim == nil {
		panic("theory: guarantee " + g.ID + " was not read, expected one of Guarantee.Read or of Claim")
	}
	return View{Normalised: g.Normalised, Origin: g.Needs&Separates == 0 && (g.Normalised || g.Needs&NeedsStream != 0)}
}

// ViewOf returns the view of the stream of tr that g is about.
func (g Guarantee) ViewOf(tr *Trace) View {
	v := g.View()
	if v.Norm = tr.Space; !g.Unlifted {
		v.Lift = tr.Lift
	}
	return v
}

// Proof returns the address of a proved row's proof, the section of PROOFS.md in this package with its ID as heading;
// "" for other rows.
func (g Guarantee) Proof() string {
	if g.Status != Proved {
		return ""
	}
	return "PROOFS.md#" + strings.ReplaceAll(g.ID, ".", "") // GitHub drops the dots of a heading
}

//go:embed PROOFS.md
var proofs string

// ProofText returns the proof of a proved guarantee, in Markdown with LaTeX; "" for the others.
func (g Guarantee) ProofText() string {
	if g.Status != Proved {
		return ""
	}
	_, text, _ := strings.Cut(proofs, "\n### "+g.ID+"\n")
	text, _, _ = strings.Cut(text, "\n##") // the next row, or the next learner
	return strings.TrimSpace(text)
}
