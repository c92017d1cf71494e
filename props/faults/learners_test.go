package faults_test

// learners are mistakes in online learners, for two classes and many.
var learners = []fault{
	{
		mistake: "the Perceptron leaves a tie alone", file: "algos/perceptron.go",
		old: "step.Score > p.turn {", new: "step.Score >= p.turn {",
		test: "./props TestSteps/perceptron", cases: 5,
	},
	{
		mistake: "the averaged Perceptron's w counts one example late", file: "algos/perceptron.go",
		old: "m.late.Grow(m.c*alpha, x", new: "m.late.Grow((m.c+1)*alpha, x",
		test: "./props TestProperties/averaged", cases: 5,
	},
	{
		mistake: "the last vote lacks its own example", file: "algos/perceptron.go",
		old: "until := seen + 1", new: "until := seen",
		test: "./props TestProofs/voted", cases: 5,
	},
	{
		mistake: "PA-I takes C for the length of its step", file: "algos/pa.go",
		old: "min(p.c, (1-step.Score)", new: "min(p.c/xx, (1-step.Score)",
		test: "./props TestProperties/scale", cases: 5,
	},
	{
		mistake: "PA-II softens by 1/C", file: "algos/kinds.go",
		old: "1 / (2 * c)", new: "1 / c",
		test: "./props TestSteps/pa-ii", cases: 5,
	},
	{
		mistake: "PA divides by ‖x‖", file: "algos/pa.go",
		old: "(1-step.Score)/(xx+p.soft)", new: "(1-step.Score)/(math.Sqrt(xx)+p.soft)",
		test: "./props TestProperties/scale", cases: 5,
	},
	{
		mistake: "a dense x is lifted by 1 whatever c is", file: "algos/bias.go",
		old: "append(b.x.Value, b.space.Bias)", new: "append(b.x.Value, 1)",
		test: "./algos TestBiasIsTheLearnerOnLiftedFeatures",
	},
	{
		mistake: "a sparse x is lifted by 1 whatever c is", file: "algos/comb.go",
		old: "v.a[d] += float64(alpha * c)", new: "v.a[d] += alpha",
		test: "./props TestProperties/storage", cases: 10,
	},
	{
		mistake: "the bias is the weight, without c", file: "algos/comb.go",
		old: "B: s.Bias * w[s.Dim]}", new: "B: w[s.Dim]}",
		test: "./algos TestBiasIsTheLearnerOnLiftedFeatures",
	},
	{
		mistake: "a shorter dense x keeps coordinates of the one before", file: "algos/bias.go",
		old: "b.x.Value = append(b.x.Value, 0)", new: "b.x.Value = b.x.Value[:len(b.x.Value)+1]",
		test: "./algos TestBiasIsTheLearnerOnLiftedFeatures",
	},
	{
		mistake: "ROMMA leaves a tie at 1-eps alone", file: "algos/romma.go",
		old: "step.Score > r.turn", new: "step.Score >= r.turn",
		test: "./props TestOwnFixtures",
	},
	{
		mistake: "ROMMA's norm has no root", file: "algos/romma.go",
		old: "y, ratio(1, math.Sqrt(vv)), 1)", new: "y, ratio(1, vv), 1)",
		test: "./props TestSteps/romma", cases: 5,
	},
	{
		mistake: "OMM moves v- as if x were positive", file: "algos/hulls.go",
		old: "from, to = full, own", new: "from, to = own, full",
		test: "./props TestSteps/e-omm", cases: 5,
	},
	{
		mistake: "OMM with rho < 1 leaves a tie alone", file: "algos/omm.go",
		old: "return s.Score <= o.rho*s.Target", new: "return s.Score < o.rho*s.Target",
		test: "./props TestOwnFixtures",
	},
	{
		mistake: "OMM keeps the norm of before its update", file: "algos/omm.go",
		old: "o.norm, o.target = math.Sqrt(uu), uu/2", new: "o.norm, o.target = max(o.norm, math.Sqrt(uu)), uu/2",
		test: "./props TestSteps/omm", cases: 5,
	},
	{
		mistake: "OMM's opening keeps the last example of its first class", file: "algos/omm.go",
		old: "\tcase o.opening.Fresh:\n", new: "\tcase o.opening.Fresh || !o.opening.Done():\n",
		test: "./props TestSteps/omm", cases: 5,
	},
	{
		mistake: "OMM's hyperplane passes through v+", file: "algos/hulls.go",
		old: "(plus + vec.Dot(h.w, h.v[0])) / 2", new: "max(plus, vec.Dot(h.w, h.v[0]))",
		test: "./props TestProperties/swap", cases: 5,
	},
	{
		mistake: "OMM keeps the middle of before its update", file: "algos/hulls.go",
		old:  "h.c = (plus + vec.Dot(h.w, h.v[0])) / 2",
		new:  "if h.c == 0 {\n\t\th.c = (plus + vec.Dot(h.w, h.v[0])) / 2\n\t}",
		test: "./props TestSteps/e-omm", cases: 5,
	},
	{
		mistake: "‖v_y‖² of sparse certificates is followed with one cross term", file: "algos/comb.go",
		old: "float64(2*vx)", new: "vx",
		test: "./props TestProperties/storage", cases: 50,
	},
	{
		mistake: "sparse certificates are never computed afresh", file: "algos/hulls.go",
		old: "h.stale >= len(v.a)+v.space.Absent || h.uu < cancelled*h.most", new: "h.stale < 0",
		test: "./algos TestRoundingDoesNotPileUpInCombinations",
	},
	{
		mistake: "ROMMA never goes over to twice the digits", file: "algos/segment.go",
		old: "return terms > 1<<18*square && square > least", new: "return false",
		test: "./algos TestMarginsKeepTheirDigits",
	},
	{
		mistake: "ROMMA goes over to twice the digits when twelve are lost", file: "algos/segment.go",
		old: "terms > 1<<18*square", new: "terms > 1<<40*square",
		test: "./algos TestMarginsKeepTheirDigits",
	},
	{
		mistake: "OMM never takes examples about the first one", file: "algos/omm.go",
		old: "o.first.SqNorm() > 4*vec.SqDist(o.first, x)", new: "o.first.SqNorm() < 0",
		test: "./algos TestMarginsKeepTheirDigits",
	},
	{
		mistake: "PUMMA's z points from x+ to x-", file: "algos/pumma.go",
		old: "p.z.of(p.x[1], p.x[0], p.space.Dim)", new: "p.z.of(p.x[0], p.x[1], p.space.Dim)",
		test: "./props TestSteps/pumma", cases: 5,
	},
	{
		mistake: "PUMMA updates at a tie", file: "algos/pumma.go",
		old: "if step.Score < 1-p.delta {", new: "if step.Score <= 1-p.delta {",
		test: "./props TestOwnFixtures",
	},
	{
		mistake: "PUMMA's bias has the wrong sign", file: "algos/pumma.go",
		old: "s.B = -p.x[1]", new: "s.B = p.x[1]",
		test: "./props TestSteps/pumma", cases: 5,
	},
	{
		mistake: "ALMA's margin is that of before its update", file: "algos/alma.go",
		old: "= k, a.b/math.Sqrt(k)", new: "= k, a.b/math.Sqrt(max(1, k-1))",
		test: "./props TestSteps/alma", cases: 20,
	},
	{
		mistake: "ALMA's B is that of p = 2 in every norm", file: "algos/alma.go",
		old: `b: a.Num("B") * root`, new: `b: a.Num("B")`,
		test: "./props TestSteps/alma", cases: 60,
	},
	{
		mistake: "ALMA projects onto a ball twice as large", file: "algos/comb.go",
		old: "if v.vv > r*r {", new: "if v.vv > 4*r*r {",
		test: "./props TestSteps/alma", cases: 20,
	},
	{
		mistake: "MCP leaves a tie alone", file: "algos/cosine.go",
		old: "CosineStep{g <= rho/ell", new: "CosineStep{g < rho/ell",
		test: "./props TestOwnFixtures",
	},
	{
		mistake: "MCP's eta may be negative", file: "algos/cosine.go",
		old: "right, tau := max(0, g)", new: "right, tau := g",
		test: "./props TestSteps/mcp", cases: 5,
	},
	{
		mistake: "NAROMMA starts anew at 1.01 of the turn", file: "algos/cosine.go",
		old: "if g >= ell*xx ||", new: "if g >= 1.01*ell*xx ||",
		test: "./props TestSteps/naromma", cases: 5,
	},
	{
		mistake: "n-OMM drops the points within its margin", file: "algos/naive_omm.go",
		old:  "case violated || o.rho == 1 && !o.violatingOnly:\n\t\t\tstep.Updated = o.learn(x, y)\n\t\tcase !o.violatingOnly:",
		new:  "case violated:\n\t\t\tstep.Updated = o.learn(x, y)\n\t\tcase false:",
		test: "./props TestSteps/n-omm", cases: 40,
	},
	{
		mistake: "Pegasos' first step is its second", file: "algos/pegasos.go",
		old: "float64(y)/(p.lambda*p.t)\n", new: "float64(y)/(p.lambda*(p.t+1))\n",
		test: "./props TestProperties/pegasos", cases: 5,
	},
	{
		mistake: "the mean of Pegasos forgets the examples that taught nothing", file: "algos/pegasos.go",
		old: "\t\tp.sum.c++\n", new: "\t\tif xx > 0 {\n\t\t\tp.sum.c++\n\t\t}\n",
		test: "./props TestProperties/pegasos", cases: 5,
	},
	{
		mistake: "the randomized classifier draws from one seed", file: "algos/randomized.go",
		old: "rand.NewPCG(seed, 0)", new: "rand.NewPCG(1, 0)",
		test: "./algos TestSeedsDrawOtherLabels",
	},
	{
		mistake: "psi has no R²", file: "algos/randomized.go",
		old: "max(t*radius*radius, square)", new: "max(t, square)",
		test: "./props TestProperties/scale", cases: 5,
	},
	{
		mistake: "S of a second-order learner is shortened by too much", file: "algos/ridge.go",
		old: "(1 + chi + math.Sqrt(1+chi))", new: "(1 + chi)",
		test: "./props TestProperties/second-order", cases: 5,
	},
	{
		mistake: "AMIRA for many classes forgets that two weights move", file: "algos/multiclass/amira.go",
		old: "sum / float64(m+2)", new: "sum / float64(m+1)",
		test: "./algos/multiclass TestEveryUpdateIsThatOfThePaper", cases: 10,
	},
	{
		mistake: "AMIRA takes the k worst of the wrong classes", file: "algos/multiclass/amira.go",
		old: "a.scores[a.z[at-1]] < s", new: "a.scores[a.z[at-1]] > s",
		test: "./algos/multiclass TestEveryUpdateIsThatOfThePaper", cases: 25,
	},
	{
		mistake: "of equal scores the last class wins", file: "algos/multiclass/multiclass.go",
		old: "if s > scores[best] {", new: "if s >= scores[best] {",
		test: "./algos/multiclass TestTies",
	},
	{
		mistake: "one-vs-rest takes the score of the rest for its class's", file: "algos/multiclass/onevsrest.go",
		old: "o.scores[c] = float64(s.Y) * score", new: "o.scores[c] = score",
		test: "./algos/multiclass TestOneVsRestIsItsBinaryLearners",
	},
	{
		mistake: "k-best AMIRA takes the violations for its active constraints", file: "algos/multiclass/amira.go",
		old: "f := short(z); f > s {", new: "f := short(z); f > 0 {",
		test: "./algos/multiclass TestEveryUpdateIsThatOfThePaper", cases: 10,
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
		mistake: "a run to rest makes a pass too many", file: "algos/run.go",
		old: "for r.Passes < maxPasses && !r.AtRest {", new: "for r.Passes <= maxPasses && !r.AtRest {",
		test: "./algos TestRunToRestIsThePlainRun",
	},
	{
		mistake: "tau is an example early", file: "algos/run.go",
		old: "observe(tr.Seen, e, after)", new: "observe(tr.Seen-1, e, after)",
		test: "./algos TestSeparationIsTheFirstSeparatingClassifier",
	},
	{
		mistake: "a margin of 0 separates", file: "algos/separation.go",
		old: "if !(margin(i) > 0) {", new: "if margin(i) < 0 {",
		test: "./algos/trial TestTauOfATie",
	},
	{
		mistake: "the order in which examples are tried loses one", file: "algos/separation.go",
		old: "copy(s.order[1:k+1], s.order[:k])", new: "copy(s.order[1:k], s.order[:k])",
		test: "./algos TestSeparationIsTheFirstSeparatingClassifier",
	},
	{
		mistake: "tau begins anew in each pass", file: "algos/trial/online.go",
		old:  "append(observers, separation.Updated)",
		new:  "append(observers, func(_ int, e theory.Example, s algos.Learner) { separation.Updated(l.at, e, s) })",
		test: "./algos/trial TestMarginAndTau",
	},
}
