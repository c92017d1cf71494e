package exact

// kindList lists the exact models, a function a family.
func kindList() []func() []kind {
	return []func() []kind{
		perceptronKinds,
		rommaKinds,
		narommaKinds,
		pummaKinds,
		passiveKinds,
		ommKinds,
		naiveOMMKinds,
		randomizedKinds,
		randomizedDescentKinds,
		maximumCosineKinds,
		almaKinds,
		secondOrderKinds,
		manyAMIRAKinds,
	}
}
