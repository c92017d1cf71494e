// Package algos holds the online learners, one file a family, each as its
// paper writes it; the loop that runs them; and the registry of their names.
//
//	symbol        Go                     meaning
//	x_t, y_t      x, y                   the example of step t
//	ŷ_t           Step.Predicted         predicted label, sign(0) = +1
//	a_t           Step.A                 y_t(w_t·x_t + b_t), before the update
//	γ_t           Step.Gamma             the learner's own margin, before the update
//	v₊, v₋        State.Plus, Minus      OMM's dual points
//	v             Comb                   a linear combination of examples, as w is
//	‖·‖           vec.Norm               the norm that a learner learns in; ‖w‖∗ is in its dual
//	ℓ             vec.Norm.Grad          ∇‖·‖
//	w̃             w                      ‖u‖ℓ(u) of u = v₊ − v₋, which is u in ℓ2: not normalised
//	ρ             rho                    aggressiveness in [0,1]
//
// A mistake is a predicted label that is not the revealed one; an update is a
// change of the classifier. A learner knows nothing of theorems: those are in
// package theory and meet the learners in props and adversarial.
//
// Digits: γ_t is true to 10⁻⁹ up to D̄ = 10⁷γ in ℓ2, of dense and sparse examples alike, near the
// origin and far from it. OMM takes examples that are far about the first of them, PUMMA takes
// differences of examples, ROMMA goes over to numbers of twice the digits where that takes them. a_t of
// OMM and PUMMA has an error of some ε·D²/γ at worst: v₊ and v₋ have errors of ε·D, which turn w, and x
// is at a distance of up to D. So a margin is true to 10⁻⁹ up to D̄ = 10⁷γ where D is at most 10³γ.
// What limits it beyond is the classifier: one of float64 cannot state w and b closer than ε·D̄/2.
// Three things do worse: NAROMMA (see [MaximumCosine]); a learner over a Gram matrix, whose K_ij leave
// ε·D̄²; and norms other than ℓ2, with ε·D̄²/γ at worst.
//
// References: Ho-Nguyen, Kılınç-Karzan, Nguyen, Shen, Efficient Online
// Large-Margin Classification via Dual Certificates ("omm"); Freund and
// Schapire, Large Margin Classification Using the Perceptron Algorithm, 1999; Grove, Littlestone,
// Schuurmans, General Convergence Results for Linear Discriminant Updates, 2001.
package algos
