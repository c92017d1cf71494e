package theory

// tableEveryMistake are the rows on every family whose rule updates at every mistake.
// A learner whose classifier never changes keeps every bound on updates, and breaks these rows. The
// randomized learners have none: they err by chance, also where the projection onto the ball leaves w
// where it is. Through the origin x = 0 counts as positive, and is nothing to learn from; ROMMA may
// have no w' to go to where the stream is inseparable.
func tableEveryMistake() []Guarantee {
	return []Guarantee{
		{ID: "perceptron-every-mistake", Learner: "perceptron", Norms: AnyNorm,
			Claim:  "mistakes <= updates where shortest > 0",
			Source: "the learner's update rule", Status: Proved, Tight: "UnitVectors", TightAt: "p"},
		{ID: "romma-every-mistake", Learner: "romma", Claim: "mistakes <= updates where gamma0 > 0",
			Source: "the learner's update rule", Status: Proved, Tight: "UnitVectors", TightAt: "eps"},
		{ID: "cosine-every-mistake", Learner: "cosine", Claim: "mistakes <= updates where shortest > 0",
			Source: "the learner's update rule", Status: Proved, Tight: "UnitVectors"},
		{ID: "alma-every-mistake", Learner: "alma", Norms: SquareSmooth,
			Claim:  "mistakes <= updates where shortest > 0",
			Source: "the learner's update rule", Status: Proved, Tight: "UnitVectors", TightAt: "alpha"},
		{ID: "passive-aggressive-every-mistake", Learner: "passive-aggressive",
			Claim:  "mistakes <= updates where shortest > 0",
			Source: "the learner's update rule", Status: Proved, Tight: "UnitVectors", TightAt: "eps"},
		{ID: "pegasos-every-mistake", Learner: "pegasos", Claim: "mistakes <= updates where shortest > 0",
			Source: "the learner's update rule", Status: Proved, Tight: "UnitVectors", TightAt: "lambda"},
		{ID: "second-order-every-mistake", Learner: "second-order", Claim: "mistakes <= updates where shortest > 0",
			Source: "the learner's update rule", Status: Proved, Tight: "UnitVectors"},
		{ID: "arow-every-mistake", Learner: "arow", Claim: "mistakes <= updates where shortest > 0",
			Source: "the learner's update rule", Status: Proved, Tight: "UnitVectors"},
		{ID: "amira-k-best-every-mistake", Learner: "amira-k-best", Task: ManyClasses,
			Claim:  "mistakes <= updates where shortest > 0",
			Source: "the learner's update rule", Status: Proved},
		{ID: "omm-every-mistake", Learner: "omm", Norms: AnyNorm, Claim: "mistakes <= updates where gamma > 0",
			Source: "the learner's update rule", Status: Proved, Tight: "OneMistake", TightAt: "rho p"},
		{ID: "pumma-every-mistake", Learner: "pumma", Norms: AnyNorm, Claim: "mistakes <= updates where gamma > 0",
			Source: "the learner's update rule", Status: Proved, Tight: "OneMistake", TightAt: "delta p"},
	}
}
