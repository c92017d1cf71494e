package main

import (
	"fmt"
	"math"
	"regexp"
	"strconv"

	"marginlab/algos"
	"marginlab/benchdata"
)

// dataLearners is the value of --learners where the data are known later: the
// constant of bias may be -Dbar or Dbar, as in bias(romma,-Dbar), their largest
// distance from the origin (omm.txt, Section B.3).
type dataLearners struct{ text string }

// UnmarshalText checks a list of learners, with 1 for Dbar.
func (l *dataLearners) UnmarshalText(text []byte) error {
	l.text = string(text)
	filled := withDbar(l.text, 1)
	err := new(learnerList).UnmarshalText([]byte(filled))
	if err != nil && filled != l.text {
		return fmt.Errorf("%w (that is %q with 1 for Dbar)", err, text)
	}
	return err
}

// on is the list for the examples of a set, with a number for Dbar; empty if the
// flag is not given.
func (l dataLearners) on(set *benchdata.Set) (learnerList, error) {
	if l.text == "" {
		return learnerList{}, nil
	}
	var longest float64
	for _, e := range set.Examples {
		longest = max(longest, e.X.SqNorm())
	}
	specs, err := algos.ParseList(withDbar(l.text, math.Sqrt(longest)))
	if err != nil {
		return learnerList{}, fmt.Errorf("--learners %s on %s: %w", l.text, set.Name, err)
	}
	return learnerList{specs}, nil
}

// withDbar puts a number in the place of Dbar where it is the constant of bias,
// after a learner that may have parameters in parentheses.
func withDbar(list string, dBar float64) string {
	constant := regexp.MustCompile(`(\bbias\s*\((?:[^()]|\([^()]*\))*,\s*(?:c\s*=\s*)?-?)Dbar(\s*\))`)
	return constant.ReplaceAllString(list, "${1}"+strconv.FormatFloat(dBar, 'g', -1, 64)+"${2}")
}
