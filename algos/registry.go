package algos

// Kinds are the online learners of two classes of this package, in the order in which
// they are listed. Each is described in the file of its learner.
func Kinds() []Kind {
	return []Kind{
		naiveOMMKind(), eOMMKind(), ceOMMKind(), ommKind(),
		perceptronKind(), averagedPerceptronKind(), votedPerceptronKind(),
		rommaKind(), aggressiveROMMAKind(), narommaKind(), pummaKind(), almaKind(),
		paKind(), pa1Kind(), pa2Kind(), miraKind(), amiraKind(),
		cmcpKind(), mcpKind(), pegasosKind(), randomizedKind(),
		biasKind(),
	}
}
