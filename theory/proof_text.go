package theory

import (
	_ "embed"
	"strings"
)

//go:embed PROOFS.md
var proofs string

// ProofText is the proof of a proved guarantee, in Markdown with LaTeX; "" for the others.
func (g Guarantee) ProofText() string {
	if g.Status != Proved {
		return ""
	}
	_, text, _ := strings.Cut(proofs, "\n### "+g.ID+"\n")
	text, _, _ = strings.Cut(text, "\n##") // the next row, or the next learner
	return strings.TrimSpace(text)
}
