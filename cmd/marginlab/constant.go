package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"marginlab/algos"
)

// dataLearners is the value of --learners where the data are known later: the
// constant of bias may be -Dbar or Dbar, as in bias(romma,-Dbar), their largest
// distance from the origin (omm.txt, Section B.3).
type dataLearners struct{ text string }

// UnmarshalText checks a list of learners, with 1 for Dbar.
func (l *dataLearners) UnmarshalText(text []byte) error {
	l.text = string(text)
	filled := withDbar(l.text, 1)
	_, err := subjects(filled)
	if err != nil && filled != l.text {
		return fmt.Errorf("%w (that is %q with 1 for Dbar)", err, text)
	}
	return err
}

// on is the list for a sample, with a number for Dbar; nil if the flag is not given.
func (l dataLearners) on(on *sample) ([]subject, error) {
	if l.text == "" {
		return nil, nil
	}
	all, err := subjects(withDbar(l.text, on.dBar()))
	if err != nil {
		return nil, fmt.Errorf("--learners %s on %s: %w", l.text, on.Name, err)
	}
	return all, nil
}

// subjects parses a list of subjects.
func subjects(list string) ([]subject, error) {
	names := algos.SplitList(list)
	var all []subject
	for _, name := range names {
		if len(names) > 1 && strings.TrimSpace(name) == "" {
			return nil, fmt.Errorf("%q has an empty name between commas, expected a learner or a parameter on both sides of each", list)
		}
		s, err := parseSubject(name)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// withDbar puts a number in the place of Dbar where it is the constant of bias,
// after a learner that may have parameters in parentheses.
func withDbar(list string, dBar float64) string {
	constant := regexp.MustCompile(`(\bbias\s*\((?:[^()]|\([^()]*\))*,\s*(?:c\s*=\s*)?-?)Dbar(\s*\))`)
	return constant.ReplaceAllString(list, "${1}"+strconv.FormatFloat(dBar, 'g', -1, 64)+"${2}")
}
