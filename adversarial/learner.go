package adversarial

import (
	"strconv"
	"strings"

	"marginlab/algos"
)

// parseLearner reads a learner of a statement, whose numbers may be ratios. The text
// that it returns names all parameters, as a statement is to say what it is about:
// pumma is pumma(delta=0.01). Left out are words at their default, and numbers whose
// default is not a short decimal: the exact model has the same; and p = 2.
func parseLearner(text string) (*algos.Spec, string, error) {
	spec, err := algos.Parse(decimals(text))
	if err != nil {
		return nil, "", err
	}
	given := options(text)
	var all []string
	for i, p := range spec.Kind.Params {
		value, named := given[p.Name]
		if !named {
			value = given[strconv.Itoa(i)]
		}
		switch short := strconv.FormatFloat(p.Default, 'g', -1, 64); {
		case p.Words != nil && spec.Values[i] == 0, p.Name == "p" && spec.Values[i] == 2:
			continue
		case p.Words != nil:
			value = p.Words[int(spec.Values[i])]
		case value != "":
		case p.From != nil || p.Integer || p.Default == 0 || len(short) > 7:
			continue
		default:
			value = short
		}
		all = append(all, p.Name+"="+value)
	}
	if len(all) == 0 {
		return spec, spec.Kind.Name, nil
	}
	return spec, spec.Kind.Name + "(" + strings.Join(all, ",") + ")", nil
}

// options are the parameters of a learner's text by name, or by position where they
// have none.
func options(text string) map[string]string {
	_, args, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(text), ")"), "(")
	all := map[string]string{}
	for i, field := range strings.Split(args, ",") {
		key, value, named := strings.Cut(field, "=")
		if !named {
			key, value = strconv.Itoa(i), field
		}
		all[strings.TrimSpace(key)] = strings.TrimSpace(value)
	}
	return all
}

// decimals writes the ratios among a learner's parameters as decimals, for package
// algos: omm(rho=1/2) is omm(rho=0.5).
func decimals(learner string) string {
	name, args, found := strings.Cut(learner, "(")
	args, closed := strings.CutSuffix(strings.TrimSpace(args), ")")
	if !found || !closed {
		return learner
	}
	fields := strings.Split(args, ",")
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
