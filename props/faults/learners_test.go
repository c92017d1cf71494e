package faults_test

// learners are mistakes in online learners, for two classes and many.
var learners = []fault{
	{
		mistake: "the Perceptron leaves a tie alone", file: "algos/perceptron.go",
		old: "if step.Score > 0 {", new: "if step.Score >= 0 {",
		test: "./props TestProperties/exact", cases: 5,
	},
	{
		mistake: "the averaged Perceptron's w counts one example late", file: "algos/perceptron_averaged.go",
		old: "of(x), p.c*float64(y))", new: "of(x), (p.c+1)*float64(y))",
		test: "./props TestProperties/averaged", cases: 5,
	},
	{
		mistake: "a vote begins at 0", file: "algos/perceptron_voted.go",
		old: "p.votes = append(p.votes, 1)", new: "p.votes = append(p.votes, 0)",
		test: "./props TestProperties/voted", cases: 5,
	},
	{
		mistake: "PA-I takes C for the length of its step", file: "algos/pa.go",
		old: "tau := min(p.most, (1-s)/(xx+p.soft))", new: "tau := min(p.most/xx, (1-s)/(xx+p.soft))",
		test: "./props TestProperties/scale", cases: 5,
	},
	{
		mistake: "PA-II softens by 1/C", file: "algos/pa.go",
		old: "p.soft = 1 / (2 * c)", new: "p.soft = 1 / c",
		test: "./props TestProperties/passive", cases: 5,
	},
	{
		mistake: "PA divides by ‖x‖", file: "algos/pa.go",
		old: "(1-s)/(xx+p.soft)", new: "(1-s)/(math.Sqrt(xx)+p.soft)",
		test: "./props TestProperties/scale", cases: 5,
	},
	{
		mistake: "a dense x is lifted by 1 whatever c is", file: "algos/lift.go",
		old: "l.dense[dim] = c", new: "l.dense[dim] = 1",
		test: "./algos TestBiasIsTheLearnerOnLiftedFeatures",
	},
	{
		mistake: "a sparse x is lifted by 1 whatever c is", file: "algos/lift.go",
		old: "x.Value...), l.c)", new: "x.Value...), 1)",
		test: "./props TestProperties/storage", cases: 10,
	},
	{
		mistake: "the bias is the weight, without c", file: "algos/lift.go",
		old: "c.B + float64(c.W[l.dim]*l.c)", new: "c.B + c.W[l.dim]",
		test: "./algos TestBiasIsTheLearnerOnLiftedFeatures",
	},
	{
		mistake: "a shorter dense x keeps coordinates of the one before", file: "algos/lift.go",
		old: "clear(l.dense[n:l.dim])", new: "clear(l.dense[n:n])",
		test: "./algos TestBiasIsTheLearnerOnLiftedFeatures",
	},
	{
		mistake: "ROMMA leaves a tie at 1-eps alone", file: "algos/romma.go",
		old: "return s <= 1-r.epsilon && s < 1", new: "return s < 1-r.epsilon && s < 1",
		test: "./props TestProperties/romma", cases: 250,
	},
	{
		mistake: "ROMMA's norm has no root", file: "algos/romma.go",
		old: "r.norm = ratio(1, math.Sqrt(r.vv))", new: "r.norm = ratio(1, math.Sqrt(1)*r.vv)",
		test: "./props TestProperties/romma", cases: 5,
	},
	{
		mistake: "OMM moves v- as if x were positive", file: "algos/certificates_dense.go",
		old: "	uz *= sign\n", new: "",
		test: "./props TestProperties/rule", cases: 5,
	},
	{
		mistake: "OMM with rho < 1 leaves a tie alone", file: "algos/omm.go",
		old: "return a <= o.rho*o.target || mistake", new: "return a < o.rho*o.target || mistake",
		test: "./props TestProperties/rule", cases: 25,
	},
	{
		mistake: "OMM keeps the norm of before its update", file: "algos/omm.go",
		old: "o.target, o.norm = uu/2, math.Sqrt(uu)", new: "o.target, o.norm = uu/2, max(o.norm, math.Sqrt(uu))",
		test: "./props TestProperties/exact", cases: 5,
	},
	{
		mistake: "OMM's opening keeps the last example of its first class", file: "algos/omm.go",
		old: "if o.opening.First == y && !o.opening.Fresh {", new: "if o.opening.First == y && !o.opening.Fresh && o.opening.Done() {",
		test: "./props TestProperties/opening", cases: 5,
	},
	{
		mistake: "OMM's hyperplane passes through v+", file: "algos/certificates_dense.go",
		old: "(plus + vec.Dot(v.w, v.v[0])) / 2", new: "max(plus, vec.Dot(v.w, v.v[0]))",
		test: "./props TestProperties/swap", cases: 5,
	},
	{
		mistake: "OMM keeps the middle of before its update", file: "algos/certificates_dense.go",
		old: "v.c = (plus + vec.Dot(v.w, v.v[0])) / 2", new: "if v.c == 0 {\n\t\tv.c = (plus + vec.Dot(v.w, v.v[0])) / 2\n\t}",
		test: "./props TestProperties/rule", cases: 5,
	},
	{
		mistake: "‖v_y‖² of sparse certificates is followed with one cross term", file: "algos/certificates_scaled.go",
		old: "float64(2*beta*rest*c.along[k])", new: "float64(beta*rest*c.along[k])",
		test: "./props TestProperties/storage", cases: 50,
	},
	{
		mistake: "sparse certificates are never computed afresh", file: "algos/certificates_scaled.go",
		old: "c.changed >= c.v[0].size()+c.v[1].size()", new: "c.changed < 0",
		test: "./algos TestRoundingDoesNotPileUpInTheScaledForm",
	},
	{
		mistake: "a sparse vector that was cleared still lists its coordinates", file: "algos/combination_scaled.go",
		old: "s.value[i], s.held[i] = 0, false", new: "s.value[i] = 0",
		test: "./algos TestResetLearnersLearnAsNewOnes",
	},
	{
		mistake: "OMM never goes over to twice the digits", file: "algos/certificates_doubled.go",
		old: "return terms > cancelled*square && square > least", new: "return false",
		test: "./algos TestRoundingDoesNotPileUpInTwiceTheDigits",
	},
	{
		mistake: "OMM goes over to twice the digits when twelve are lost", file: "algos/certificates_doubled.go",
		old: "const cancelled = 1 << 18", new: "const cancelled = 1 << 40",
		test: "./algos TestRoundingDoesNotPileUpInTwiceTheDigits",
	},
	{
		mistake: "dense OMM asks for more before it looks whether digits are lost", file: "algos/certificates_dense.go",
		old: "if xx+zz < cancelled*left {", new: "if xx+zz < 1<<40*left {",
		test: "./algos TestRoundingDoesNotPileUpInTwiceTheDigits",
	},
	{
		mistake: "the other example's inner product has the wrong sign in PUMMA", file: "algos/pumma.go",
		old: "vz = (p.alongPlus - vx) / 2", new: "vz = (vx - p.alongPlus) / 2",
		test: "./props TestProperties/pumma", cases: 100,
	},
	{
		mistake: "PUMMA updates at a tie", file: "algos/pumma.go",
		old: "if !(step.Score < 1-p.delta) {", new: "if !(step.Score <= 1-p.delta) {",
		test: "./props TestProperties/pumma", cases: 500,
	},
	{
		mistake: "PUMMA's bias has the wrong sign", file: "algos/pumma.go",
		old: "c.B = -ratio(", new: "c.B = ratio(",
		test: "./props TestProperties/pumma-step", cases: 5,
	},
	{
		mistake: "PUMMA keeps the pair of an update that it does not make", file: "algos/pumma.go",
		old: "p.x[k], p.xx[k] = kept, xx", new: "_, _ = kept, xx",
		test: "./props TestProperties/pumma-step", cases: 3000,
	},
	{
		mistake: "ALMA's margin is that of before its update", file: "algos/alma.go",
		old: "a.gamma = a.b / math.Sqrt(float64(a.k))", new: "a.gamma = a.b / math.Sqrt(float64(a.k-1))",
		test: "./props TestProperties/alma", cases: 5,
	},
	{
		mistake: "ALMA's B is that of p = 2 in every norm", file: "algos/alma.go",
		old: "b: b * root", new: "b: b",
		test: "./props TestProperties/alma", cases: 5,
	},
	{
		mistake: "ALMA projects onto a ball twice as large", file: "algos/weights.go",
		old: "func (w *followed) within(c float64) {\n\tsquare := c * c * w.ww\n\tif square > 1 {", new: "func (w *followed) within(c float64) {\n\tsquare := c * c * w.ww\n\tif square > 4 {",
		test: "./props TestProperties/alma", cases: 5,
	},
	{
		mistake: "MCP leaves a tie alone", file: "algos/mcp.go",
		old: "CosineStep{g <= rho/ell, 1 / (ell", new: "CosineStep{g < rho/ell, 1 / (ell",
		test: "./props TestProperties/cosine", cases: 250,
	},
	{
		mistake: "MCP's eta may be negative", file: "algos/mcp.go",
		old: "eta := max(0, g*ell)", new: "eta := g * ell",
		test: "./props TestProperties/cosine-step", cases: 5,
	},
	{
		mistake: "NAROMMA starts anew at 1.01 of the turn", file: "algos/naromma.go",
		old: "if g >= ell*xx ||", new: "if g >= 1.01*ell*xx ||",
		test: "./props TestProperties/naromma", cases: 5,
	},
	{
		mistake: "n-OMM drops the points within its margin", file: "algos/naive_omm.go",
		old:  "case violated || o.rho == 1 && !o.violatingOnly:\n\t\tstep.Updated = o.learn(x, y)\n\tcase !o.violatingOnly:",
		new:  "case violated:\n\t\tstep.Updated = o.learn(x, y)\n\tcase false:",
		test: "./props TestProperties/offline", cases: 100,
	},
	{
		mistake: "Pegasos' first step is its second", file: "algos/pegasos.go",
		old: "eta := 1 / (p.lambda * float64(p.t))", new: "eta := 1 / (p.lambda * float64(p.t+1))",
		test: "./props TestProperties/pegasos", cases: 5,
	},
	{
		mistake: "the mean of Pegasos forgets the examples that taught nothing", file: "algos/pegasos.go",
		old: "	p.weight += p.scale\n	p.t++\n", new: "	if xx > 0 {\n\t\tp.weight += p.scale\n\t}\n	p.t++\n",
		test: "./props TestProperties/pegasos", cases: 5,
	},
	{
		mistake: "the randomized classifier draws from one seed", file: "algos/lottery.go",
		old: "rand.NewPCG(seed, 0)", new: "rand.NewPCG(1, 0)",
		test: "./algos TestSeedsDrawOtherLabels",
	},
	{
		mistake: "psi has no R²", file: "algos/randomized.go",
		old: "max(t*r.radius*r.radius, r.ss)", new: "max(t, r.ss)",
		test: "./props TestProperties/scale", cases: 5,
	},
	{
		mistake: "S of a second-order learner is shortened by too much", file: "algos/second_order.go",
		old: "(1 + chi + math.Sqrt(1+chi))", new: "(1 + chi)",
		test: "./props TestProperties/second-order", cases: 5,
	},
	{
		mistake: "AMIRA for many classes forgets that two weights move", file: "algos/multiclass/amira.go",
		old: "product = 2 * xx", new: "product = xx",
		test: "./algos/multiclass TestEveryUpdateIsThatOfThePaper", cases: 10,
	},
	{
		mistake: "AMIRA takes the k worst of the wrong classes", file: "algos/multiclass/amira.go",
		old: "a.scores[a.z[at-1]] < s", new: "a.scores[a.z[at-1]] > s",
		test: "./algos/multiclass TestEveryUpdateIsThatOfThePaper", cases: 25,
	},
	{
		mistake: "of equal scores the last class wins", file: "algos/multiclass/learner.go",
		old: "if s > scores[best] {", new: "if s >= scores[best] {",
		test: "./algos/multiclass TestTies",
	},
	{
		mistake: "one-vs-rest takes the score of the rest for its class's", file: "algos/multiclass/onevsrest.go",
		old: "o.scores[c] = float64(label) * o.score(s)", new: "o.scores[c] = o.score(s)",
		test: "./algos/multiclass TestOneVsRestIsItsBinaryLearners",
	},
	{
		mistake: "a multiplier that should fall stays", file: "algos/multiclass/hildreth.go",
		old: "		return math.Abs(r)\n", new: "		return max(0, r)\n",
		test: "./algos/multiclass TestHildrethSolvesQuadraticPrograms", cases: 10,
	},
	{
		mistake: "the Gaussian kernel has no 2", file: "algos/kernel/kernel.go",
		old: "num.Exp(-dd / (2 * sigma * sigma))", new: "num.Exp(-dd / (sigma * sigma))",
		test: "./algos/kernel TestGramIsTheFormula",
	},
	{
		mistake: "a row that made room for another is still handed out", file: "algos/kernel/gram.go",
		old: "		g.row[c.i] = nil\n", new: "",
		test: "./algos/kernel TestGramForgetsTheRowLongestNotUsed",
	},
	{
		mistake: "a run to rest makes a pass too many", file: "algos/rest.go",
		old: "for r.Passes < maxPasses && !r.AtRest {", new: "for r.Passes <= maxPasses && !r.AtRest {",
		test: "./algos TestRestIsAPassWithoutAnUpdate",
	},
	{
		mistake: "tau is an example early", file: "algos/run.go",
		old: "o.Updated(t+1, e, l)", new: "o.Updated(t, e, l)",
		test: "./algos TestSeparationIsTheFirstSeparatingClassifier",
	},
	{
		mistake: "a margin of 0 separates", file: "algos/separation.go",
		old: "if margin(i) <= 0 {", new: "if margin(i) < 0 {",
		test: "./algos TestSeparationNeedsAMargin",
	},
	{
		mistake: "the order in which examples are tried loses one", file: "algos/separation.go",
		old: "copy(s.order[1:k+1], s.order[:k])", new: "copy(s.order[1:k], s.order[:k])",
		test: "./algos TestSeparationIsTheFirstSeparatingClassifier",
	},
	{
		mistake: "tau begins anew in each pass", file: "algos/trial/run.go",
		old: "w.Separation.Updated(w.seen+at, e, l)", new: "w.Separation.Updated(at, e, l)",
		test: "./algos/trial TestMarginAndTau",
	},
}
