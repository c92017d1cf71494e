package adversarial

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"marginlab/algos"
)

// parseLearner reads a learner of a statement, whose numbers may be ratios. The text
// that it returns has the parameters that were left out, as a statement is to say
// what it is about: pumma is pumma(delta=0.01).
func parseLearner(text string) (*algos.Spec, string, error) {
	spec, err := algos.Parse(decimals(text))
	if err != nil {
		return nil, "", err
	}
	name, args, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(text), ")"), "(")
	var given []string
	if strings.TrimSpace(args) != "" {
		given = strings.Split(args, ",")
	}
	for i, p := range spec.Kind.Params {
		named := func(field string) bool { key, _, _ := strings.Cut(field, "="); return strings.TrimSpace(key) == p.Name }
		switch {
		case i < len(given) && !strings.Contains(given[i], "="):
			given[i] = p.Name + "=" + strings.TrimSpace(given[i])
		case p.Words != nil || p.From != nil || p.Integer || p.Default == 0 || slices.ContainsFunc(given, named):
		default:
			// A default that is irrational is the exact model's own.
			if value := strconv.FormatFloat(p.Default, 'g', -1, 64); len(value) < 8 {
				given = append(given, fmt.Sprintf("%s=%s", p.Name, value))
			}
		}
	}
	if len(given) > 0 {
		text = strings.TrimSpace(name) + "(" + strings.Join(given, ",") + ")"
	}
	return spec, text, nil
}

// decimals writes the ratios among a learner's parameters as decimals, for package
// algos: omm(rho=1/2) is omm(rho=0.5).
func decimals(learner string) string {
	name, args, found := strings.Cut(learner, "(")
	if !found {
		return learner
	}
	fields := strings.Split(strings.TrimSuffix(strings.TrimSpace(args), ")"), ",")
	for i, field := range fields {
		key, value, named := strings.Cut(field, "=")
		if !named {
			key, value = "", field
		}
		n, d, ratio := strings.Cut(value, "/")
		num, errN := strconv.ParseFloat(strings.TrimSpace(n), 64)
		den, errD := strconv.ParseFloat(strings.TrimSpace(d), 64)
		if !ratio || errN != nil || errD != nil {
			continue
		}
		fields[i] = strconv.FormatFloat(num/den, 'g', -1, 64)
		if named {
			fields[i] = key + "=" + fields[i]
		}
	}
	return name + "(" + strings.Join(fields, ",") + ")"
}
