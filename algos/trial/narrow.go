package trial

import (
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Wide is the least number of dimensions of wide spaces: vectors of fewer take little.
const Wide = 1 << 16

// NarrowOf returns the space that leaves out blocks of features that no example has, if the data have many features
// and less than half of the blocks are present; else nil.
func NarrowOf(present *vec.Present, dim int) *vec.Narrow {
	if dim < Wide {
		return nil
	}
	if n := present.Narrow(dim); 2*n.Dim() < dim {
		return n
	}
	return nil
}

// Narrow leaves out blocks of features that no example has, if these are most of many. Time and memory then depend on
// the present features, and results stay the same: in ℓ2 to the bit, except γ∗ of data that are dense in the narrow
// space; in other norms except the last digits. A program that learns gets the remaining dimension. Narrow must come
// first, and does nothing where it does not pay.
func (d *Data) Narrow() {
	if d.Dim < Wide {
		return
	}
	var present vec.Present
	for _, e := range d.Examples {
		present.Add(e.X)
	}
	if n := NarrowOf(&present, d.Dim); n != nil {
		d.NarrowTo(n)
	}
}

// NarrowTo is [Data.Narrow] with a space that has all features of the examples.
func (d *Data) NarrowTo(n *vec.Narrow) {
	d.Examples, d.Dim, d.narrow = Narrowed(d.Examples, n), n.Dim(), n
}

// Narrowed returns the examples in a space that has all their features.
func Narrowed(examples []theory.Example, n *vec.Narrow) []theory.Example {
	narrow := make([]theory.Example, len(examples))
	for i, e := range examples {
		narrow[i] = theory.Example{X: n.Of(e.X), Y: e.Y}
	}
	return narrow
}

// Width returns the number of the source's features. It is Dim, or more if the data are narrow.
func (d *Data) Width() int {
	if d.narrow == nil {
		return d.Dim
	}
	return d.narrow.Whole()
}

// absent returns the number of features that [Data.Narrow] left out, and 0 in the space of a kernel.
func (d *Data) absent() int {
	if d.gram != nil {
		return 0
	}
	return d.Width() - d.Dim
}

// AsRead returns the classifier on the features as read that predicts like c on those of Examples. The error is that
// of Original.
func (d *Data) AsRead(c theory.Classifier) (_ theory.Classifier, err error) {
	if d.Original != nil {
		if c, err = d.Original(c); err != nil {
			return c, err
		}
	}
	if d.narrow != nil {
		c.W = d.narrow.Widen(c.W)
	}
	return c, nil
}
