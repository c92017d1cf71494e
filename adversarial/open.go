package adversarial

import (
	"fmt"
	"path"
	"slices"
	"sync"

	"marginlab/adversarial/certificate"
)

// Question is an open question, or one that was, asked as a conjecture.
type Question struct {
	Name       string
	Asks       string
	Known      string // what is known of it
	Conjecture Conjecture
	Row        string // of package theory's table that says the same, "" if there is none
	Refuted    bool   // by a certificate, testdata/Name.json
	line       string // of its statement
}

// Certificate is the refutation of the question's conjecture, of one that is
// refuted.
func (q Question) Certificate() (*certificate.Certificate, error) {
	return Erratum{Name: q.Name}.Certificate()
}

// Record is the best reached for a question that is not refuted, from
// testdata/open/Name.json.
func (q Question) Record() (Record, error) {
	file, err := certificates.Open(path.Join("testdata", "open", q.Name+".json"))
	if err != nil {
		return Record{}, fmt.Errorf("question %s: %w", q.Name, err)
	}
	defer file.Close()
	r, err := ReadRecord(file)
	if err != nil {
		return Record{}, fmt.Errorf("question %s: %w", q.Name, err)
	}
	return r, nil
}

// Open is the catalogue of questions, with those of the [Thresholds] at its end.
func Open() []Question { return slices.Clone(questions()) }

const falseLabel = "No multiple of (RU + √L₂)² is one: one false label is enough (FalseLabel, theory/PROOFS.md)."

var questions = sync.OnceValue(func() []Question {
	all := []Question{
		{Name: "omm-half", Row: "omm-half", Refuted: true, Asks: "OMM makes at most (r − 2/r)² mistakes after its opening, and the simplex forces r²/2 on any learner in all, r²/2 − 2 after the opening. Is r²/2 an upper bound too?",
			Known: "At most (r − 2/r)² (Theorem S1), and no smaller multiple of r² (proof of Theorem S1, PROOFS.md).",
			line:  "e-omm: later_mistakes <= r^2/2 where gamma > 0"},
		{Name: "ce-omm-constant", Asks: "Which c makes c r² a bound on the mistakes of ce-OMM after its opening? The conjecture has c = 3/5.",
			Known: "Not c = 1/2, by the stream of omm-half, whose updates are all mistakes; " +
				"c = 0.579 is enough up to a logarithm (omm-s3-conservative).",
			line: "ce-omm: later_mistakes <= 3/5*r^2 where r >= 2"},
		{Name: "omm-rho-three-quarters",
			Asks: "Which c makes c r² a bound on the mistakes of OMM after its opening at ρ = 3/4? " +
				"The conjecture has c = 5/8.",
			Known: "9/11 is enough (Theorem S3); its proof by variances gives nothing below 0.602.",
			line:  "omm(rho=3/4): later_mistakes <= 5/8*r^2 where r >= 2"},
		{Name: "n-omm-half", Refuted: true, Asks: "Is r²/2 a bound on the mistakes of n-OMM after its opening, which keeps all examples?",
			Known: "At most (r − 2/r)² (Theorem S1).",
			line:  "n-omm: later_mistakes <= r^2/2 where r >= 2"},
		{Name: "n-omm-constant", Asks: "Which c makes c r² a bound for n-OMM? The conjecture has c = 3/4.",
			Known: "Not c = 1/2; c = 1 is enough (Theorem S1).",
			line:  "n-omm: later_mistakes <= 3/4*r^2 where r >= 2"},
		{Name: "pumma-two-mistakes", Refuted: true, Conjecture: Conjecture{Dim: Range[int]{2, 8}, Examples: Range[int]{3, 12}}, Asks: "Is PUMMA, as OMM, free of mistakes after its opening for all r < 2?",
			Known: "Free of them for r < 2/√3 (Theorem P2).",
			line:  "pumma(delta=1/100): 1/r <= 1/2 where later_mistakes >= 1"},
		{Name: "pumma-like-omm", Refuted: true, Asks: "Does OMM's bound (r − 2/r)² hold for PUMMA where r ≥ 2?",
			Known: "At most 4r² − 16/3 + 4/(3r²) (Theorem P2).",
			line:  "pumma(delta=1/100): later_mistakes <= r < 2 ? 0 : (r-2/r)^2 where r >= 2"},
		{Name: "pumma-square", Row: "pumma-square", Refuted: true, Asks: "Is r² a bound on PUMMA's mistakes after its opening where r ≥ 2?",
			Known: "4r² is one (Theorem P2).",
			line:  "pumma(delta=1/100): later_mistakes <= r^2 where gamma > 0 && r >= 2"},
		{Name: "pumma-constant",
			Asks: "Which c makes c r² a bound on PUMMA's mistakes after its opening where r ≥ 2? " +
				"The conjecture has c = 2.",
			Known: "None below 2 (PUMMASimplex, theory/PROOFS.md); more than 3/2 is certified " +
				"(testdata/long/pumma-hundredth.json), and more than 2 at a smaller δ; " +
				"c = 4 is enough (Theorem P2), and the least for δ → 0.",
			line: "pumma(delta=1/100): later_mistakes <= 2*r^2 where r >= 2"},
		{Name: "pumma-three-halves", Refuted: true, Asks: "Are three halves enough at a smaller δ?",
			Known: "c = 4 is enough (Theorem P2), and the least for δ → 0 (PUMMATrap, theory/PROOFS.md).",
			line:  "pumma(delta=1/2000): later_mistakes <= 3/2*r^2 where r >= 2"},
		{Name: "amira-at-rest", Refuted: true, Conjecture: Conjecture{Examples: Range[int]{2, 8}}, Asks: "AMIRA's margin at rest is \"empirically\" at least 1−ε of the maximum (ZH13). Always?",
			Known: "At least (1−ε)/(2−ε) of it (ZH13, Theorem 3).",
			line:  "amira(eps=1/10) at rest within 100 passes: margin >= 9/10*gamma0"},
		{Name: "pa-rests", Refuted: true, Conjecture: Conjecture{Examples: Range[int]{2, 8}}, Asks: "Does AMIRA come to rest at ε = 0, which makes it PA, as it does at every other ε? ZH13, Section 4.1, saw that it does not. The conjecture gives it ten times the updates of a Perceptron.",
			Known: "At most (2−ε)/ε·(R/γ)² updates where ε > 0 (ZH13, Theorem 1); at ε = 0 the squares of its losses have a finite sum, their number need not.",
			line:  "amira(eps=0) in 60 passes: updates <= 10*(R/gamma0)^2 where gamma0 > 0"},
		{Name: "mcp-strict-rests", Refuted: true, Conjecture: Conjecture{Examples: Range[int]{2, 8}}, Asks: "Does MCP come to rest if it leaves ties alone, where its ℓ would not grow? The conjecture gives it ten times the updates of a Perceptron.",
			Known: "With ρ < 1/2 in the place of 1/2 it does, after 1 + ((R/γ)² − 1)/(1−2ρ) updates; and so it does with all that its bound on the cosine allows for ℓ (mcp-sharp-updates).",
			line:  "mcp(rho=0.5,rule=strict) in 30 passes: updates <= 10*(R/gamma0)^2 where gamma0 > 0"},
		{Name: "amira-guarantee", Conjecture: Conjecture{Examples: Range[int]{2, 8}}, Asks: "How near does AMIRA's margin at rest come to (1−ε)/(2−ε) of the maximum?",
			Known: "It is never below (ZH13, Theorem 3), and as near as one likes for large R/γ (the trap Spiral).",
			line:  "amira(eps=1/10) at rest within 100 passes: margin >= (1-eps)/(2-eps)*gamma0 where gamma0 > 0"},
		{Name: "amira-five-halves", Refuted: true,
			Asks:  "AMIRA(1/2) makes at most 3 (R/γ)² updates, which is (2−ε)/ε. Is 5/2 enough?",
			Known: "3 is, and no less (Spiral, theory/PROOFS.md).",
			line:  "amira(eps=1/2): updates <= 5/2*(R/gamma0)^2 where gamma0 > 0"},
		{Name: "alma-by-margin", Refuted: true,
			Asks:  "Table 1 of HKNS25 has O(1/γ̂²) for ALMA's mistakes. Is 7/γ̂² enough at α = 1/100?",
			Known: "Of the order 1/α at a fixed γ̂ (ALMATrap, theory/PROOFS.md), so that no constant serves every α.",
			line:  "alma(alpha=1/100): mistakes <= 7*(R/gamma0)^2"},
		{Name: "amira-k-best-two", Refuted: true, Asks: "Which multiple of (R/γ)² do the updates of k-best AMIRA(1/2) need for three classes, both wrong ones corrected at once? The conjecture has 2.",
			Known: "3 is enough, which is (2−ε)/ε (ZH13, Theorem 2), and the least (SpiralOfClasses, theory/PROOFS.md).",
			line:  "amira-k-best(eps=1/2) of 3 classes: updates <= 2*(R/gamma0)^2 where gamma0 > 0"},
		{Name: "amira-k-best-near-three", Refuted: true, Asks: "Is 2.7 enough?",
			Known: "3 is, and no less.",
			line:  "amira-k-best(eps=1/2) of 3 classes: updates <= 27/10*(R/gamma0)^2 where gamma0 > 0"},
		{Name: "e-omm-fewer", Refuted: true, Asks: "Does e-OMM, which keeps two points, ever make fewer mistakes than n-OMM, which keeps all?",
			Known: "Both are bound by Theorem S1.",
			line:  "e-omm against n-omm: mistakes >= their_mistakes"},
		{Name: "e-omm-more", Refuted: true, Asks: "Can e-OMM make more than three times as many mistakes as n-OMM?",
			Known: "Both are bound by Theorem S1.",
			line:  "e-omm against n-omm: mistakes <= 3*their_mistakes where their_mistakes > 0 && r <= 10"},
		{Name: "e-omm-many-more", Asks: "How many times as many can it make? The conjecture says ten.",
			Known: "Both are bound by Theorem S1.",
			line:  "e-omm against n-omm: mistakes <= 10*their_mistakes where their_mistakes > 0 && r <= 10"},
		{Name: "e-omm-five-passes", Conjecture: Conjecture{Examples: Range[int]{2, 8}}, Asks: "How far above the maximum is e-OMM's own margin after five passes where r ≤ 4? The conjecture says twice.",
			Known: "Each step with a_t ≤ φγ_t lowers it (Theorem S2).",
			line:  "e-omm in 5 passes: last_gamma <= 2*gamma where r <= 4"},
		{Name: "romma-three", Refuted: true, Asks: "Where the maximum margin has no bias and r < 2, OMM makes two mistakes at most. Does ROMMA make three at most?",
			Known: "A bound by r where 1 ≤ r < 2, about 16/(2 − r)² near 2, and two for r < 1 (romma-close, PROOFS.md).",
			line:  "romma(eps=1): mistakes <= 3 where D < 2*gamma0 && gamma <= gamma0 && gamma0 > 0"},
		{Name: "romma-by-diameter", Refuted: true,
			Asks:  "Does a multiple of (D/γ₀)² bound ROMMA's mistakes? The conjecture gives it (R/γ₀)²/10 where D ≤ 4γ₀.",
			Known: "No: they are of the order (R/γ₀)² even where D = 4γ₀ (ROMMATrap, theory/PROOFS.md).",
			line:  "romma(eps=1): mistakes <= 1/10*(R/gamma0)^2 where D <= 4*gamma0"},
		{Name: "romma-relative", Refuted: true, Asks: "Have ROMMA's mistakes a bound by the losses of a comparator, as a Perceptron's have?",
			Known: falseLabel, line: "romma(eps=1): mistakes <= 2*(R*U+sqrt(L2))^2"},
		{Name: "e-omm-relative", Refuted: true, Asks: "Have e-OMM's?",
			Known: falseLabel, line: "e-omm: mistakes <= 2*(R*U+sqrt(L2))^2"},
		{Name: "n-omm-relative", Refuted: true, Asks: "Have n-OMM's?",
			Known: falseLabel, line: "n-omm: mistakes <= 2*(R*U+sqrt(L2))^2"},
		{Name: "pumma-relative", Refuted: true, Asks: "Have PUMMA's?",
			Known: falseLabel, line: "pumma(delta=1/100): mistakes <= 2*(R*U+sqrt(L2))^2"},
		{Name: "mcp-relative", Refuted: true, Asks: "Has MCP's?",
			Known: "None: one false label can make it err for ever on one example (FalseStart, theory/PROOFS.md).",
			line:  "mcp(rho=0.5): mistakes <= 2*(R*U+sqrt(L2))^2"},
		{Name: "omm-norm-3", Refuted: true, Asks: "In the norm of 3, does OMM make no mistake after its opening where r < 2, and at most (r − 2/r)² else?",
			Known: "It is so in ℓ₂ (Theorem S1).",
			line:  "e-omm(p=3): later_mistakes <= r < 2 ? 0 : (r-2/r)^2"},
		{Name: "omm-norm-three-halves", Refuted: true, Asks: "Is it so in the norm of 3/2?",
			Known: "It is so in ℓ₂ (Theorem S1).",
			line:  "e-omm(p=3/2): later_mistakes <= r < 2 ? 0 : (r-2/r)^2"},
		{Name: "perceptron-strict", Refuted: true, Asks: "Are the Perceptron's mistakes fewer than (R/γ)²?",
			Known: "They are at most as many (Novikoff), and every learner's can be (Simplex).",
			line:  "perceptron: mistakes < (R/gamma0)^2 where gamma0 > 0"},
		{Name: "perceptron-norm-3", Refuted: true, Asks: "Does the p-norm Perceptron need the factor p − 1 of its bound (p − 1)(R/γ)²?",
			Known: "In ℓ₂ the factor is 1 (Novikoff).",
			line:  "perceptron(p=3): updates <= (R/gamma0)^2 where gamma0 > 0"},
		{Name: "perceptron-norm-3-factor", Conjecture: Conjecture{Dim: Range[int]{2, 8}, Examples: Range[int]{3, 12}}, Asks: "Which factor does it need at p = 3? The conjecture has p − 1 = 2.",
			Known: "The factor 2 is enough, and the least (NormTrap, theory/PROOFS.md).",
			line:  "perceptron(p=3): updates <= (p-1)^(2-1)*(R/gamma0)^2 where gamma0 > 0"},
		{Name: "perceptron-norm-4-factor", Conjecture: Conjecture{Dim: Range[int]{2, 8}, Examples: Range[int]{3, 12}},
			Asks:  "Which factor does it need at p = 4? The conjecture has p − 1 = 3.",
			Known: "The factor 3 is enough, and the least (NormTrap, theory/PROOFS.md).",
			line:  "perceptron(p=4): updates <= (p-1)^(2-1)*(R/gamma0)^2 where gamma0 > 0"},
		{Name: "perceptron-norm-3-eight-fifths", Refuted: true, Asks: "Are eight fifths enough?",
			Known: "2 is, and no less.",
			line:  "perceptron(p=3): updates <= 8/5*(R/gamma0)^2 where gamma0 > 0"},
		{Name: "margin-perceptron-nine-tenths", Refuted: true,
			Asks:  "Are nine tenths of (R² + 2β)/γ² enough for the updates of the Perceptron with margin?",
			Known: "(R² + 2β)/γ² is, and no less (SlidingWindows, theory/PROOFS.md).",
			line:  "margin-perceptron(beta=3): updates <= 9/10*(R^2 + 2*beta)/gamma0^2 where R^2 <= 3"},
		{Name: "pumma-norm-3", Refuted: true, Asks: "Does PUMMA's bound in ℓ₂ also hold in the norm of 3?",
			Known: "In ℓ₂ the bound is (Δ/γ)² − 4 (Theorem P1).",
			line:  "pumma(delta=1/100,p=3): later_mistakes <= Delta^2/gamma^2 - 4"},
	}
	for i := range all {
		all[i].Conjecture.Statement = lineOf(all[i].line, "", nil)
	}
	for _, t := range Thresholds() {
		all = append(all, t.Question)
	}
	return all
})
