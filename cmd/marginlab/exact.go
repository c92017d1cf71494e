package main

import (
	"fmt"
	"io"

	"marginlab/algos/trial"
)

// diameterFlags say how diameters are measured.
type diameterFlags struct {
	Exact bool `help:"Search the diameters of more than 100000 examples to the end too, which makes them right to 11 digits. Default: of these, a pair that was found and a length that no pair is above; theorems then use the latter."`
}

// mostExact is the number of examples whose diameters are always searched to the end.
const mostExact = 100_000

// enclose has the diameters of the data measured so.
func (f diameterFlags) enclose(data *trial.Data) {
	if !f.Exact {
		data.Most = mostExact
	}
}

// warn says that diameters are only enclosed.
func (f diameterFlags) warn(w io.Writer, data *trial.Data) {
	if geo, enclosed := data.Enclosed(); enclosed {
		fmt.Fprintf(w, "marginlab: %s: the diameter D is between %.4g and %.4g; bounds are those at the upper end, and hold, but none is tight there (--exact finds D)\n", data.Name, geo.Found.D, geo.D)
	}
}
