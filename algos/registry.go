package algos

// Kinds are the online learners of two classes of this package, in the order in which
// they are listed. Each is described in the file of its learner.
func Kinds() []Kind {
	var kinds []Kind
	for _, kind := range kindList() {
		kinds = append(kinds, kind())
	}
	return kinds
}
