// Package theory states what is proved, conjectured and refuted about online large-margin learners, and checks each
// statement on a run of any learner. A statement is a line, its claim; a run is a [Trace]; a stream is measured once,
// as [Evidence].
//
//	symbol      term           meaning
//	x_t, y_t                   example t of the stream, and its label
//	w_t, b_t                   the classifier before step t
//	a_t         a_t            y_t(w_t·x_t + b_t)/‖w_t‖, the distance of x_t from its hyperplane
//	γ_t         gamma_t        the learner's own margin before step t
//	γ₃          gamma3         γ_t after the opening, the papers' initialisation phase
//	γ∗, γ₀      gamma, gamma0  the maximum margin, with a bias and through the origin
//	D₊, D₋, D   Dplus …        the diameters of the classes, and the greater one
//	D̄ or R      R              max ‖x‖
//	Δ           Delta          max ‖x₊ − x₋‖
//	r           r              D/γ∗
//	m(φ)        m(phi)         the steps after the opening with a_t ≤ φγ_t
//	m̄(φ)        mbar(phi)      the same with a_t ≤ φγ∗
//	u           U, L1, L2      a comparator: any vector, its norm, its hinge losses and their squares
//	s, c, q     s, c, q        the smoothness of the norm: 2, 1, 2 in ℓ2
//
// The life of a guarantee:
//
//	a row, proved("omm-s1", "later_mistakes <= (r < 2 ? 0 : …)", "Theorem S1") and more    table_omm.go
//	is read once: its quantity, bound and condition are expressions of package formula     claim.go
//	over the terms of the table, which say how they are read, and what they need           terms.go
//	so the row is about a view of the stream: here with a bias, separable, since r is named guarantee.go
//	a learner of the family omm runs over a stream, which gives a Trace                    trace.go
//	the stream is measured in that view: γ∗ with its certified end, the diameters          evidence.go
//	the claim is read wherever its terms have values: here once, at the end of the run     readings.go
//	with a comparator u, the bound is the least over lengths of u                          comparator.go
//	a bound that is exceeded at both ends of the enclosure of γ∗ fails                     check.go
//	and the Verdict has the value, the bound, and the ratio, or why nothing was compared   check.go
//	the proof of the row stands in PROOFS.md under its ID
//	`marginlab hunt --row omm-s1` searches for a stream on which it fails, in exact numbers
//
// Read table_omm.go first, then claim.go.
package theory
