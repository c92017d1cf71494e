package certificate

import (
	"maps"
	"math/big"
	"strings"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/algos/expr"
)

// side is a learner of a statement.
//
// A statement about bias(L,c) speaks of L on the points (x, c): so do its lengths, margins and
// rivals. The run of a second learner is on its own points.
type side struct {
	name   string     // without the constant coordinate
	kind   algos.Kind // of that learner
	params map[string]*big.Rat
	lift   *big.Rat // the constant coordinate that every example gets for it, nil for none

	// One of these is not nil.
	model   *exact.Spec // on the lifted points
	batch   *exact.Batch
	answers answering   // of a learner without a model, on the points as they are
	code    *algos.Code // of that
}

// readSide reads a learner: one of own, or else of this project.
func readSide(text string, own []Own) (*side, error) {
	spec, err := Learners(own).Parse(text)
	if err != nil {
		return modelled(text) // package exact may have one form of a learner more
	}
	if isBatch(spec) {
		return batchSide(spec)
	}
	if !isOwn(spec, own) {
		if spec.Bias == 0 {
			return modelled(text)
		}
		e, err := expr.Parse(text)
		if err != nil {
			return nil, err
		}
		s, err := modelled(e.Args[0].Value.String())
		if err == nil {
			s.lift, err = liftOf(spec)
		}
		return s, err
	}
	s := &side{name: spec.Lifted(0).String(), kind: spec.Kind}
	if s.params, err = paramsOf(spec.Lifted(0)); err != nil {
		return nil, err
	}
	if spec.Bias != 0 {
		if s.lift, err = liftOf(spec); err != nil {
			return nil, err
		}
	}
	if o, _ := named(spec, own); o.Model != nil {
		s.model = exact.NewSpec(s.kind.Name, s.params, o.Model)
	} else {
		s.answers, s.code = answersOf(spec), spec.Code()
	}
	return s, nil
}

// modelled is a learner of package exact.
func modelled(text string) (*side, error) {
	l, err := exact.Parse(text)
	if err != nil {
		return nil, err
	}
	return &side{name: l.Name(), kind: kindOf(l.Name()), params: l.Params(), model: l}, nil
}

// liftOf is the constant coordinate as it was written.
func liftOf(s *algos.Spec) (*big.Rat, error) {
	return expr.Expr{Name: s.Constant()}.Rat()
}

// paramsOf are the parameters of a learner that are numbers, as they were written.
func paramsOf(s *algos.Spec) (map[string]*big.Rat, error) {
	params := map[string]*big.Rat{}
	for name, v := range s.Params() {
		params[name] = new(big.Rat).SetFloat64(v)
	}
	for _, a := range s.Written() {
		if a.Text != "" && a.Words == nil {
			v, err := expr.Expr{Name: a.Text}.Rat()
			if err != nil {
				return nil, err
			}
			params[a.Name] = v
		}
	}
	maps.DeleteFunc(params, func(_ string, v *big.Rat) bool { return v == nil })
	return params, nil
}

// kindOf describes the learner of this project of that name. Package exact may have one form
// of it more.
func kindOf(name string) algos.Kind {
	name, _, _ = strings.Cut(name, "(")
	k, known := Learners(nil).Kind(name)
	if !known {
		panic("certificate: no kind describes " + name)
	}
	return k
}
