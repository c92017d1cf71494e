package algos

// kindList lists the learners of this package, a function each.
func kindList() []func() Kind {
	return []func() Kind{
		naiveOMMKind,
		eOMMKind,
		ceOMMKind,
		ommKind,
		perceptronKind,
		averagedPerceptronKind,
		votedPerceptronKind,
		rommaKind,
		aggressiveROMMAKind,
		narommaKind,
		pummaKind,
		almaKind,
		paKind,
		pa1Kind,
		pa2Kind,
		miraKind,
		amiraKind,
		cmcpKind,
		mcpKind,
		pegasosKind,
		randomizedKind,
		randomizedDescentKind,
		secondOrderKind,
		arowKind,
		biasKind,
	}
}
