// Package algos holds the online learners, one file a family, each as its
// paper writes it; the loop that runs them; and the registry of their names.
//
//	symbol        Go                     meaning
//	x_t, y_t      x, y                   the example of step t
//	ŷ_t           Step.Predicted         predicted label, sign(0) = +1
//	a_t           Step.A                 y_t(w_t·x_t + b_t), before the update
//	γ_t           Step.Gamma             the learner's own margin, before the update
//	v₊, v₋        vPlus, vMinus          OMM's dual certificates
//	‖·‖           vec.Norm               the norm that a learner learns in; ‖w‖∗ is in its dual
//	ℓ             vec.Norm.Grad          ∇‖·‖
//	w̃             w                      ‖u‖ℓ(u) of u = v₊ − v₋, which is u in ℓ2: not normalised
//	ρ             rho                    aggressiveness in [0,1]
//
// A mistake is a predicted label that is not the revealed one; an update is a
// change of the classifier. A learner knows nothing of theorems: those are in
// package theory and meet the learners in props and adversarial.
//
// References: Ho-Nguyen, Kılınç-Karzan, Nguyen, Shen, Efficient Online
// Large-Margin Classification via Dual Certificates ("omm"); Freund and
// Schapire, Large Margin Classification Using the Perceptron Algorithm, 1999; Grove, Littlestone,
// Schuurmans, General Convergence Results for Linear Discriminant Updates, 2001.
package algos
