package algos

// NewAROW returns adaptive regularization of weights (AROW) of parameter a > 0 in ℝ^d
// with ℓ2. It updates wherever y(μ·x) < 1.
//
//	Σ_1 = I, μ_1 = 0;  ŷ = sign(μ·x);  if y(μ·x) < 1:
//	β = 1/(xᵀΣx + a),  μ ← μ + (1 − y(μ·x))β y Σx,  Σ ← Σ − βΣx xᵀΣ
//
// It implements Crammer, Kulesza, Dredze (2009), Fig. 1, whose r is a here: r is D/γ∗. By
// the formula of Sherman and Morrison Σ is aA⁻¹ and μ is w, with the A and the w of a
// [SecondOrder] Perceptron that learns wherever AROW does. Rows: arow-mistakes,
// arow-separable.
func NewAROW(s Space, a float64) *SecondOrder { return newSecondOrder(s, a, 1) }

const arowSteps = `Σ ← I, μ ← 0
for each (x, y):
  predict sign(μ·x)
  if y(μ·x) < 1 and x ≠ 0:
    β = 1/(xᵀΣx + a)
    μ ← μ + (1 − y(μ·x)) β y Σx, Σ ← Σ − β Σx xᵀΣ`

// arowKind describes AROW.
func arowKind() Kind {
	return ridgeKind("arow", "AROW: the ridge regression of the examples where y(w·x) < 1", "Crammer, Kulesza, Dredze 2009, Fig. 1", arowSteps, 1, NewAROW)
}
