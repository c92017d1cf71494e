package theory

// tableSecondOrder are the rows on second-order learners.
func tableSecondOrder() []Guarantee {
	return []Guarantee{
		{ID: "second-order-mistakes", Learner: "second-order", Claim: "mistakes <= Lm + sqrt((a*U^2 + Vm)*logdet)",
			Source: "Cesa-Bianchi, Conconi, Gentile 2005, Theorem 3.1", Status: Proved},
		{ID: "second-order-separable", Learner: "second-order",
			Claim:  "mistakes <= sqrt((a + updates*R^2)*d*log(1 + updates*R^2/(a*d)))/gamma0",
			Source: "Cesa-Bianchi, Conconi, Gentile 2005, Theorem 3.1, with the trace of A", Status: Proved},
		{ID: "arow-mistakes", Learner: "arow",
			Claim:  "mistakes <= Lm + sqrt((a*U^2 + Vm)*(logdet + margin_errors)) - margin_errors",
			Source: "Crammer, Kulesza, Dredze 2009, Theorem 2", Status: Proved},
		{ID: "arow-separable", Learner: "arow",
			Claim: `mistakes <= sqrt((a + updates*R^2)*(updates - mistakes + d*log(1 + updates*R^2/(a*d))))/gamma0 -
				(updates - mistakes)`,
			Source: "Crammer, Kulesza, Dredze 2009, Theorem 2, with the trace of A", Status: Proved},
	}
}
