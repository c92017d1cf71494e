package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"marginlab/algos"
	"marginlab/algos/multiclass"
	"marginlab/algos/normalized"
)

// subject is what is run on the examples: an online learner of two classes, one of
// many, or a batch algorithm. The latter two may be given a constant coordinate too.
type subject struct {
	name    string
	online  *algos.Spec // one of these three
	classes *multiclass.Spec
	batch   *algos.Spec
	lift    float64 // of classes and batch
}

// parseSubject makes a subject from an expression.
func parseSubject(expr string) (subject, error) {
	expr = strings.TrimSpace(expr)
	inner, constant := expr, ""
	name, rest, _ := strings.Cut(expr, "(")
	if rest, closed := strings.CutSuffix(rest, ")"); closed && strings.TrimSpace(name) == "bias" {
		args := algos.SplitList(rest)
		inner, constant = strings.TrimSpace(args[0]), strings.Join(args[1:], ",")
		name, _, _ = strings.Cut(inner, "(")
	}
	in := func(kinds []algos.Kind) bool { return slices.Contains(names(kinds), strings.TrimSpace(name)) }
	many, batch := in(multiclass.Kinds()), in(normalized.Kinds())
	if !many && !batch {
		online, err := algos.Parse(expr)
		if err == nil {
			return subject{name: online.String(), online: online}, nil
		}
		if !in(algos.Kinds()) {
			err = fmt.Errorf("%w, %s", err, strings.Join(append(names(multiclass.Kinds()), names(normalized.Kinds())...), ", "))
		}
		return subject{}, err
	}
	var s subject
	var err error
	if inner != expr {
		if s.lift, err = liftOf(constant); err != nil {
			return s, fmt.Errorf("learner %q: %w", expr, err)
		}
	}
	if many {
		if s.classes, err = multiclass.Parse(inner); err != nil {
			return s, fmt.Errorf("%w; one-vs-rest is over an online learner of two classes", err)
		}
		s.name = s.lifted(s.classes.String())
		return s, nil
	}
	if s.batch, err = normalized.Parse(inner); err == nil {
		s.name = s.lifted(s.batch.String())
	}
	return s, err
}

// liftOf is the constant coordinate that the arguments of a bias after the learner
// say: a number, or c and a number; 1 if there are none.
func liftOf(args string) (float64, error) {
	if args == "" {
		return 1, nil
	}
	value := strings.TrimSpace(args)
	if name, v, named := strings.Cut(value, "="); named && strings.TrimSpace(name) == "c" {
		value = strings.TrimSpace(v)
	}
	c, err := strconv.ParseFloat(value, 64)
	if err != nil || c == 0 || !(math.Abs(c) <= maxLift) {
		return 0, fmt.Errorf("parameter c is %q, expected a number other than 0 in [%v, %v], the constant of the coordinate to append", value, -maxLift, maxLift)
	}
	return c, nil
}

func names(kinds []algos.Kind) []string {
	var all []string
	for _, k := range kinds {
		all = append(all, k.Name)
	}
	return all
}

func (s subject) lifted(name string) string {
	if s.lift == 0 {
		return name
	}
	return fmt.Sprintf("bias(%s,%v)", name, s.lift)
}
