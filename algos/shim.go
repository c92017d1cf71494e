package algos

import (
	"math"

	"marginlab/theory"
	"marginlab/theory/vec"
)

func (l *linear) Classifier() theory.Classifier             { return l.State().Classifier }
func (l *linear) Norm() float64                             { return l.w.Norm() }
func (p *AveragedPerceptron) Classifier() theory.Classifier { return p.State().Classifier }
func (p *AveragedPerceptron) Drifts() bool                  { return true }
func (p *Pegasos) Classifier() theory.Classifier            { return p.State().Classifier }
func (p *Pegasos) Drifts() bool                             { return p.averaged }
func (p *Pegasos) Err() error                               { return p.err }
func (a *ALMA) Gamma() float64                              { return a.gamma }
func (m *MaximumCosine) Gamma() float64                     { return m.State().Gamma }
func (r *ROMMA) Classifier() theory.Classifier              { return r.State().Classifier }
func (r *ROMMA) Gamma() float64                             { return r.State().Gamma }
func (r *ROMMA) Norm() float64                              { return r.State().Norm }
func (p *PUMMA) Classifier() theory.Classifier              { return p.State().Classifier }
func (p *PUMMA) Gamma() float64                             { return p.State().Gamma }
func (p *PUMMA) Norm() float64                              { return p.State().Norm }
func (o *OMM) Classifier() theory.Classifier                { return o.State().Classifier }
func (o *OMM) Gamma() float64                               { return o.State().Gamma }
func (o *OMM) Certificates() (plus, minus []float64)        { s := o.State(); return s.Plus, s.Minus }
func (o *NaiveOMM) Classifier() theory.Classifier           { return o.State().Classifier }
func (o *NaiveOMM) Gamma() float64                          { return o.State().Gamma }
func (o *NaiveOMM) Certificates() (plus, minus []float64)   { s := o.State(); return s.Plus, s.Minus }

func (p *Perceptron) Wants(x vec.Vector, y theory.Label) bool {
	return float64(y)*p.w.Dot(x) <= 0 && p.space.Square(x) > 0
}
func (p *PassiveAggressive) Wants(x vec.Vector, y theory.Label) bool {
	s := float64(y) * p.w.Dot(x)
	return s <= 1-p.epsilon && s < 1 && p.space.Square(x) > 0
}
func (p *Pegasos) Wants(x vec.Vector, y theory.Label) bool {
	return float64(y)*p.w.Dot(x) < 1 && p.space.Square(x) > 0
}
func (a *ALMA) Wants(x vec.Vector, y theory.Label) bool {
	wx, xx := a.w.DotSq(x)
	return xx > 0 && float64(y)*wx/math.Sqrt(xx) <= (1-a.alpha)*a.gamma
}
func (r *ROMMA) Wants(x vec.Vector, y theory.Label) bool {
	s := float64(y) * r.Score(x)
	return r.space.Square(x) > 0 && s <= 1-r.epsilon && s < 1
}
func (o *OMM) Wants(x vec.Vector, y theory.Label) bool {
	if !o.opening.Done() {
		return y != o.opening.First
	}
	s, _ := o.v.score(x)
	uu := o.v.sqNorm()
	return o.violated(judge(s, y, math.Sqrt(uu), uu/2), x)
}
