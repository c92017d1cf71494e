package theory

// tableNormalized is the part of the table on the normalised offline perceptrons.
func tableNormalized() []Guarantee {
	const paper = "RP14, "
	const notSeparable = "not separable; |rho| known"
	rows := []Guarantee{
		{
			ID: "nkp-iterations", Learner: "nkp", Quantity: BatchUpdates, Bound: IterationsNKP,
			Formula: "1/rho^2", Assumption: separableOrigin,
			Source: paper + "Algorithms 2 and 3", Status: Proved,
		},
		{
			ID: "nkp-norm", Learner: "nkp", Quantity: IterateNorm, Bound: NormNKP,
			AnyStream: true,
			Formula:   "1/sqrt(k)", Assumption: anyStream,
			Source: "Novikoff 1962, proof", Status: Proved,
		},
		{
			ID: "np-printed", Learner: "np(rule=printed)", Quantity: BatchUpdates, Bound: IterationsNKP,
			Formula: "1/rho^2", Assumption: separableOrigin,
			Source: paper + "Algorithm 2 as printed", Status: RefutedAsPrinted,
		},
		{
			ID: "np-printed-novikoff", Learner: "np(rule=printed)", Quantity: BatchUpdates, Bound: Novikoff, View: origin,
			Formula: "(R/gamma0)^2", Assumption: separableOrigin,
			Source: "Novikoff 1962; what holds of " + paper + "Algorithm 2 as printed", Status: Proved,
		},
		{
			ID: "snkp-lemma-4", Learner: "snkp", Quantity: Smoothing, Bound: SmoothingSNKP,
			AnyStream: true,
			Formula:   "mu_k*log(n)", Assumption: anyStream,
			Source: paper + "Lemma 4", Status: Proved,
		},
		{
			ID: "snkp-lemma-5", Learner: "snkp", Quantity: IterateSquaredNorm, Bound: NormSmoothed,
			AnyStream: true,
			Formula:   "-2*Lmu_k", Assumption: anyStream,
			Source: paper + "Lemma 5", Status: Proved,
		},
		{
			ID: "snkp-iterations", Learner: "snkp", Quantity: BatchUpdates, Bound: IterationsSNKP,
			Formula: "2*sqrt(2*log(n))/rho", Assumption: separableOrigin,
			Source: paper + "Theorem 1, with the constant", Status: Proved,
		},
		{
			ID: "snkp-dual", Learner: "snkp", Quantity: IterateNorm, Bound: NormSNKP,
			AnyStream: true,
			Formula:   "2*sqrt(2*log(n))/(k+1)", Where: "last_k == 0", Assumption: anyStream,
			Source: "proof of " + paper + "Theorem 1", Status: Proved,
		},
		{
			ID: "nvn-norm", Learner: "nvn", Quantity: IterateNorm, Bound: NormNVN,
			AnyStream: true,
			Formula:   "1/sqrt(k+1)", Assumption: anyStream,
			Source: "Dantzig 1992, proof", Status: Proved,
		},
		{
			ID: "nvn-iterations", Learner: "nvn", Quantity: BatchUpdates, Bound: IterationsNVN,
			Formula: "1/rho^2 - 1", Assumption: separableOrigin,
			Source: paper + "Von Neumann–Gilbert, 3, with the constant", Status: Proved,
		},
		{
			ID: "nvn-dual", Learner: "nvn", Quantity: BatchUpdates, Bound: IterationsNVNDual,
			AnyStream: true,
			Formula:   "1/eps^2", Assumption: anyStream,
			Source: paper + "Von Neumann–Gilbert, 1", Status: Proved,
		},
		{
			ID: "nvn-linear", Learner: "nvn", Quantity: BatchUpdates, Bound: IterationsNVNLinear,
			AnyStream: true,
			Formula:   "1 + 2*log(1/eps)/-log(1 - inradius^2)", Where: "inradius > 0", Assumption: notSeparable,
			Source: paper + "Von Neumann–Gilbert, 4, with the constant; Epelman and Freund 1997", Status: Proved,
		},
		{
			ID: "snkp-vn-lemma-8", Learner: "snkp-vn", Quantity: Smoothing, Bound: SmoothingSNKPVN,
			AnyStream: true,
			Formula:   "mu_k", Assumption: anyStream,
			Source: paper + "Lemma 8, right", Status: Proved,
		},
		{
			ID: "snkp-vn-upper", Learner: "snkp-vn", Quantity: IterateSquaredNorm, Bound: NormSmoothed,
			AnyStream: true,
			Formula:   "-2*Lmu_k", Assumption: anyStream,
			Source: paper + "Lemma 8 and Lemma 9, left", Status: Proved,
		},
		{
			ID: "snkp-vn-lemma-9", Learner: "snkp-vn", Quantity: SmoothDepth, Bound: SmoothDepthSNKPVN,
			AnyStream: true,
			Formula:   "inradius > 0 ? mu_k*min(1, start_k/inradius)^2 : mu_k", Where: "rho == 0", Assumption: "not separable",
			Source: "what Lemma 7 makes of " + paper + "Lemma 9, right", Status: Proved,
		},
		{
			ID: "snkp-vn-depth", Learner: "snkp-vn", Quantity: SmoothDepth, Bound: SmoothDepthSharp,
			AnyStream: true,
			Formula:   "inradius > 0 ? mu_k*(start_k/(inradius + start_k))^2 : mu_k", Where: "rho == 0", Assumption: "not separable",
			Source: "proof of " + paper + "Lemma 7, for Lemma 9, right", Status: Proved,
		},
		{
			ID: "snkp-vn-iterations", Learner: "snkp-vn", Quantity: CallIterations, Bound: IterationsSNKPVN,
			Formula: "2*sqrt(2*n)/rho", Assumption: separableOrigin,
			Source: paper + "Lemma 8, with the constant", Status: Proved,
		},
		{
			ID: "snkp-vn-dual", Learner: "snkp-vn", Quantity: CallIterations, Bound: IterationsSNKPVNDual,
			AnyStream: true,
			Formula:   "2*sqrt(2*n)/delta_k*(inradius > 0 ? min(1, start_k/inradius) : 1)", Assumption: "any stream; the minimum where not separable and |rho| known",
			Source: paper + "Lemma 9, with the constant", Status: Proved,
		},
		{
			ID: "snkp-vn-dual-sharp", Learner: "snkp-vn", Quantity: CallIterations, Bound: IterationsSNKPVNSharp,
			AnyStream: true,
			Formula:   "2*sqrt(2*n)/delta_k*(inradius > 0 ? start_k/(inradius + start_k) : 1)", Assumption: "any stream; the fraction where not separable and |rho| known",
			Source: "proof of " + paper + "Lemma 7, for Lemma 9", Status: Proved,
		},
		{
			ID: "snkp-vn-entropy-upper", Learner: "snkp-vn(prox=entropy)", Quantity: IterateSquaredNorm, Bound: NormSmoothed,
			AnyStream: true,
			Formula:   "-2*Lmu_k", Assumption: anyStream,
			Source: paper + "Lemma 5, with the entropy around any q", Status: Proved,
		},
		{
			ID: "snkp-vn-entropy-depth", Learner: "snkp-vn(prox=entropy)", Quantity: SmoothDepth, Bound: SmoothDepthEntropy,
			AnyStream: true,
			Formula:   "mu_k*log(1/least_k)*(inradius > 0 ? start_k/(inradius + start_k) : 1)", Where: "rho == 0", Assumption: "not separable",
			Source: paper + "Lemma 9, with the entropy around any q", Status: Proved,
		},
		{
			ID: "snkp-vn-entropy-dual", Learner: "snkp-vn(prox=entropy)", Quantity: CallIterations, Bound: IterationsEntropy,
			AnyStream: true,
			Formula:   "2*sqrt(2*log(1/least_k)*(inradius > 0 ? start_k/(inradius + start_k) : 1))/delta_k", Assumption: "any stream; the fraction where not separable and |rho| known",
			Source: paper + "Lemma 9, with the entropy around any q", Status: Proved,
		},
		{
			ID: "snkp-vn-entropy-iterations", Learner: "snkp-vn(prox=entropy)", Quantity: CallIterations, Bound: IterationsEntropySeparable,
			Formula: "2*sqrt(2*log(1/least_k))/rho", Assumption: separableOrigin,
			Source: paper + "Lemma 8, with the entropy around any q", Status: Proved,
		},
		{
			ID: "isnkp-vn-entropy-loops", Learner: "isnkp-vn(prox=entropy)", Quantity: Calls, Bound: LoopsISNKPVNDual,
			AnyStream: true,
			Formula:   "ceil(log(1/eps)/log(gamma))", Assumption: anyStream,
			Source: paper + "ISNKPVN, 2, with the entropy", Status: Proved,
		},
		{
			ID: "isnkp-shrunk", Learner: "isnkp", Quantity: Shrunk, Bound: ShrunkISNKP,
			AnyStream: true,
			Formula:   "rho > eps ? log(1/rho)/log(gamma) : ceil(log(1/eps)/log(gamma))", Assumption: anyStream,
			Source: "the open question of " + paper + "answered", Status: Proved,
		},
		{
			ID: "isnkp-dual", Learner: "isnkp", Quantity: BatchUpdates, Bound: IterationsISNKP,
			AnyStream: true,
			Formula:   "2*sqrt(2*log(n))/eps", Assumption: anyStream,
			Source: "proof of " + paper + "Theorem 1", Status: Proved,
		},
		{
			ID: "isnkp-linear", Learner: "isnkp", Quantity: BatchUpdates, Bound: IterationsISNKPLinear,
			AnyStream: true,
			Formula:   "(ceil(log(1/eps)/log(gamma)) + 1)*(6*gamma*sqrt(2*log(n)) + 1)/inradius", Where: "inradius > 0", Assumption: notSeparable,
			Source: "the open question of " + paper + "answered", Status: Proved,
		},
		{
			ID: "isnkp-vn-loops", Learner: "isnkp-vn", Quantity: Calls, Bound: LoopsISNKPVN,
			Formula: "1 + log(1/rho)/log(gamma)", Assumption: separableOrigin,
			Source: paper + "ISNKPVN, 1, one more than printed", Status: Proved,
		},
		{
			ID: "isnkp-vn-loops-dual", Learner: "isnkp-vn", Quantity: Calls, Bound: LoopsISNKPVNDual,
			AnyStream: true,
			Formula:   "ceil(log(1/eps)/log(gamma))", Assumption: anyStream,
			Source: paper + "ISNKPVN, 2, rounded up", Status: Proved,
		},
		{
			ID: "isnkp-vn-loops-printed", Learner: "isnkp-vn", Quantity: Calls, Bound: LoopsISNKPVNPrinted,
			AnyStream: true,
			Formula:   "log(1/max(eps, rho))/log(gamma)", Assumption: anyStream,
			Source: paper + "ISNKPVN, 1 and 2, of Algorithm 7 with its stopping rule mended", Status: RefutedAsPrinted,
		},
		{
			ID: "isnkp-vn-iterations", Learner: "isnkp-vn", Quantity: BatchUpdates, Bound: IterationsISNKPVN,
			AnyStream: true,
			Formula:   "2*sqrt(2*n)/max(eps, rho)*gamma^2/(gamma-1)", Assumption: anyStream,
			Source: paper + "ISNKPVN, 1 and 2, without the logarithm", Status: Proved,
		},
		{
			ID: "isnkp-vn-iterations-linear", Learner: "isnkp-vn", Quantity: BatchUpdates, Bound: IterationsISNKPVNLinear,
			AnyStream: true,
			Formula:   "ceil(log(1/eps)/log(gamma))*2*sqrt(2*n)*gamma/inradius", Where: "inradius > 0", Assumption: notSeparable,
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
