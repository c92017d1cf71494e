package main

import (
	"context"
	"reflect"

	"marginlab/cmd/marginlab/term"
)

// moreRows are the rows of a set beside the first.
type moreRows struct {
	name string
	rows []term.VerdictRow
}

// first says that check is run as it is the first time, without a word of what to check or
// how to show it.
func (c checkCmd) first() bool {
	plain := checkCmd{order: order{Passes: 1}, propertyFlags: propertyFlags{Cases: 500}, input: input{reading: reading{Format: "auto"}}}
	plain.Memory, plain.Markdown = c.Memory, c.Markdown
	plain.MaxLine, plain.MaxRatio = c.MaxLine, c.MaxRatio
	return reflect.DeepEqual(c, plain)
}

// besides holds the guarantees on two more sets, each in its way as Iris is: a stream at the
// bounds, and measurements that are not separable as a whole.
func (c checkCmd) besides(ctx context.Context, std term.Streams) (all []moreRows, err error) {
	for _, in := range []input{{File: "one_mistake"}, {File: "breast_cancer", reading: reading{Normalise: true, Separable: true}}} {
		in.Format = "auto"
		data, rows, err := c.on(ctx, in, std)
		if err != nil {
			return nil, err
		}
		all = append(all, moreRows{data.Name, rows})
	}
	return all, nil
}
