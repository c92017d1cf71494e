package props

// propertyList lists the properties, a function a group.
func propertyList() []func() []Property {
	return []func() []Property{
		guaranteeProperties,
		runProperties,
		invarianceProperties,
		exactProperties,
		kernelProperties,
		ommProperties,
		dualProperties,
		cosineProperties,
		perceptronProperties,
		passiveProperties,
		almaProperties,
		pegasosProperties,
		randomizedProperties,
		geometryProperties,
		secondOrderProperties,
	}
}
