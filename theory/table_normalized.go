package theory

// tableNormalized is the part of the table on the normalised offline perceptrons.
func tableNormalized() []Guarantee {
	const paper = "normalized-perceptron.txt, "
	const notSeparable = "not separable; |rho| known"
	rows := []Guarantee{
		{
			ID: "nkp-iterations", Learner: "nkp", Quantity: BatchUpdates, Bound: IterationsNKP,
			Claim: "updates ≤ 1/rho²", Assumption: separableOrigin,
			Source: paper + "Algorithms 2 and 3", Status: Proved,
		},
		{
			ID: "nkp-norm", Learner: "nkp", Quantity: IterateNorm, Bound: NormNKP,
			AnyStream: true,
			Claim:     "norm of alpha_k ≤ 1/√k", Assumption: anyStream,
			Source: "Novikoff 1962, proof", Status: Proved,
		},
		{
			ID: "np-printed", Learner: "np(rule=printed)", Quantity: BatchUpdates, Bound: IterationsNKP,
			Claim: "updates ≤ 1/rho², of x_i as they are", Assumption: separableOrigin,
			Source: paper + "Algorithm 2 as printed", Status: RefutedAsPrinted,
		},
		{
			ID: "np-printed-novikoff", Learner: "np(rule=printed)", Quantity: BatchUpdates, Bound: Novikoff, View: origin,
			Claim: "updates ≤ (R/gamma)²", Assumption: separableOrigin,
			Source: "Novikoff 1962; what holds of " + paper + "Algorithm 2 as printed", Status: Proved,
		},
		{
			ID: "snkp-lemma-4", Learner: "snkp", Quantity: Smoothing, Bound: SmoothingSNKP,
			AnyStream: true,
			Claim:     "L_mu ≥ L − mu·ln n at every iterate", Assumption: anyStream,
			Source: paper + "Lemma 4", Status: Proved,
		},
		{
			ID: "snkp-lemma-5", Learner: "snkp", Quantity: IterateSquaredNorm, Bound: NormSmoothed,
			AnyStream: true,
			Claim:     "L_mu ≤ −½·squared norm of p_k at every iterate", Assumption: anyStream,
			Source: paper + "Lemma 5", Status: Proved,
		},
		{
			ID: "snkp-iterations", Learner: "snkp", Quantity: BatchUpdates, Bound: IterationsSNKP,
			Claim: "updates ≤ 2√(2 ln n)/rho", Assumption: separableOrigin,
			Source: paper + "Theorem 1, with the constant", Status: Proved,
		},
		{
			ID: "snkp-dual", Learner: "snkp", Quantity: IterateNorm, Bound: NormSNKP,
			AnyStream: true,
			Claim:     "norm of p_k ≤ 2√(2 ln n)/(k+1) before it halts", Assumption: anyStream,
			Source: "proof of " + paper + "Theorem 1", Status: Proved,
		},
		{
			ID: "nvn-norm", Learner: "nvn", Quantity: IterateNorm, Bound: NormNVN,
			AnyStream: true,
			Claim:     "norm of p_k ≤ 1/√(k+1)", Assumption: anyStream,
			Source: "Dantzig 1992, proof", Status: Proved,
		},
		{
			ID: "nvn-iterations", Learner: "nvn", Quantity: BatchUpdates, Bound: IterationsNVN,
			Claim: "updates ≤ 1/rho² − 1", Assumption: separableOrigin,
			Source: paper + "Von Neumann–Gilbert, 3, with the constant", Status: Proved,
		},
		{
			ID: "nvn-dual", Learner: "nvn", Quantity: BatchUpdates, Bound: IterationsNVNDual,
			AnyStream: true,
			Claim:     "updates ≤ 1/eps²", Assumption: anyStream,
			Source: paper + "Von Neumann–Gilbert, 1", Status: Proved,
		},
		{
			ID: "nvn-linear", Learner: "nvn", Quantity: BatchUpdates, Bound: IterationsNVNLinear,
			AnyStream: true,
			Claim:     "updates ≤ 1 + 2ln(1/eps)/−ln(1−rho²)", Assumption: notSeparable,
			Source: paper + "Von Neumann–Gilbert, 4, with the constant; Epelman and Freund 1997", Status: Proved,
		},
		{
			ID: "snkp-vn-lemma-8", Learner: "snkp-vn", Quantity: Smoothing, Bound: SmoothingSNKPVN,
			AnyStream: true,
			Claim:     "L_mu ≥ L − mu at every iterate", Assumption: anyStream,
			Source: paper + "Lemma 8, right", Status: Proved,
		},
		{
			ID: "snkp-vn-upper", Learner: "snkp-vn", Quantity: IterateSquaredNorm, Bound: NormSmoothed,
			AnyStream: true,
			Claim:     "L_mu ≤ −½·squared norm of p_k at every iterate", Assumption: anyStream,
			Source: paper + "Lemma 8 and Lemma 9, left", Status: Proved,
		},
		{
			ID: "snkp-vn-lemma-9", Learner: "snkp-vn", Quantity: SmoothDepth, Bound: SmoothDepthSNKPVN,
			AnyStream: true,
			Claim:     "L_mu ≥ −mu·min(1, norm of q/|rho|)² at every iterate", Assumption: "not separable",
			Source: paper + "Lemma 9, right, with Lemma 7", Status: Proved,
		},
		{
			ID: "snkp-vn-iterations", Learner: "snkp-vn", Quantity: CallIterations, Bound: IterationsSNKPVN,
			Claim: "updates of a call ≤ 2√(2n)/rho", Assumption: separableOrigin,
			Source: paper + "Lemma 8, with the constant", Status: Proved,
		},
		{
			ID: "snkp-vn-dual", Learner: "snkp-vn", Quantity: CallIterations, Bound: IterationsSNKPVNDual,
			AnyStream: true,
			Claim:     "updates of a call ≤ 2√(2n)/delta·min(1, norm of q/|rho|)", Assumption: "any stream; the minimum where not separable and |rho| known",
			Source: paper + "Lemma 9, with the constant", Status: Proved,
		},
		{
			ID: "isnkp-vn-loops", Learner: "isnkp-vn", Quantity: Calls, Bound: LoopsISNKPVN,
			Claim: "outer loops ≤ 1 + log(1/rho)/log gamma", Assumption: separableOrigin,
			Source: paper + "ISNKPVN, 1, one more than printed", Status: Proved,
		},
		{
			ID: "isnkp-vn-loops-dual", Learner: "isnkp-vn", Quantity: Calls, Bound: LoopsISNKPVNDual,
			AnyStream: true,
			Claim:     "outer loops ≤ log(1/eps)/log gamma, rounded up", Assumption: anyStream,
			Source: paper + "ISNKPVN, 2, rounded up", Status: Proved,
		},
		{
			ID: "isnkp-vn-loops-printed", Learner: "isnkp-vn", Quantity: Calls, Bound: LoopsISNKPVNPrinted,
			AnyStream: true,
			Claim:     "outer loops ≤ log(1/rho)/log gamma if eps < rho, else log(1/eps)/log gamma", Assumption: anyStream,
			Source: paper + "ISNKPVN, 1 and 2, of Algorithm 7 with its stopping rule mended", Status: RefutedAsPrinted,
		},
		{
			ID: "isnkp-vn-iterations", Learner: "isnkp-vn", Quantity: BatchUpdates, Bound: IterationsISNKPVN,
			AnyStream: true,
			Claim:     "updates ≤ 2√(2n)/max(eps,rho)·gamma²/(gamma−1)", Assumption: anyStream,
			Source: paper + "ISNKPVN, 1 and 2, without the logarithm", Status: Proved,
		},
		{
			ID: "isnkp-vn-iterations-linear", Learner: "isnkp-vn", Quantity: BatchUpdates, Bound: IterationsISNKPVNLinear,
			AnyStream: true,
			Claim:     "updates ≤ 2√(2n)·gamma/|rho| times log(1/eps)/log gamma, rounded up", Assumption: notSeparable,
			Source: paper + "ISNKPVN, 2, with the constant", Status: Proved,
		},
	}
	for i := range rows {
		rows[i].Task = Batch
		if !rows[i].Quantity.Real {
			rows[i].Quantity = rows[i].Quantity.ended(rows[i].Bound)
		}
		if !rows[i].View.Origin {
			rows[i].View = normalised
		}
	}
	return rows
}
