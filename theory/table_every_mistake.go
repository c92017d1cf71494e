package theory

// tableEveryMistake is the part of the table that says that a learner learns: a learner whose
// classifier never changes keeps every bound on updates, and breaks these rows. They are on each
// family whose rule updates at every mistake. The randomized learners have none: they err by
// chance, also where the projection onto the ball leaves w where it is.
func tableEveryMistake() []Guarantee {
	rows := []Guarantee{
		{Learner: "perceptron", Norms: AnyNorm, TightAt: "p"},
		{Learner: "romma", TightAt: "eps"},
		{Learner: "cosine"},
		{Learner: "alma", Norms: SquareSmooth, TightAt: "alpha"},
		{Learner: "passive-aggressive", TightAt: "eps"},
		{Learner: "pegasos", TightAt: "lambda"},
		{Learner: "second-order"},
		{Learner: "arow"},
		{Learner: "amira-k-best", Task: ManyClasses},
		{Learner: "omm", Norms: AnyNorm, TightAt: "rho p"},
		{Learner: "pumma", Norms: AnyNorm, TightAt: "delta p"},
	}
	for i := range rows {
		g := &rows[i]
		g.ID, g.Quantity, g.Formula = g.Learner+"-every-mistake", AllMistakes, updatesRun
		g.Source, g.Status = "the learner's update rule", Proved
		switch g.Learner {
		case "omm", "pumma":
			g.Bound, g.View, g.Assumption, g.Tight = AllUpdates, asGiven, separable, "OneMistake"
		case "romma": // elsewhere there may be no w' to go to; x = 0 is not separable
			g.Bound, g.View, g.Assumption, g.Tight = AllUpdates, origin, separableOrigin, "UnitVectors"
		default:
			g.Bound, g.View, g.Assumption = AllUpdatesWithoutZero, origin, "any stream without x = 0"
			g.AnyStream, g.Where = true, "shortest > 0"
			if g.Task == Online {
				g.Tight = "UnitVectors"
			}
		}
	}
	return rows
}
