package theory

// tableList lists the parts of the table of guarantees.
func tableList() []func() []Guarantee {
	return []func() []Guarantee{
		tableOMM,
		tablePerceptron,
		tableROMMA,
		tablePUMMA,
		tableALMA,
		tablePassiveAggressive,
		tableConvex,
		tableSecondOrder,
		tableManyClasses,
		tableNormalized,
		tableCosine,
		tableEveryMistake,
	}
}
