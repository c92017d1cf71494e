package hunt

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
)

// powerStreams is how many streams a hunt ran at most when the power was measured.
const powerStreams = 50_000

//go:embed testdata/power.jsonl
var measuredPower []byte

// powerLine is what was measured of a false claim, by search and seed: the streams to the first that refutes it,
// 0 for none.
type powerLine struct {
	Claim   string           `json:"claim"`
	Streams map[string][]int `json:"streams"`
}

// Power is how many cold hunts refuted a false claim that is like another one.
type Power struct {
	Claim         string
	Refuted, Runs int // 0 of 0 where nothing was measured
	Streams       int // that each ran at most

	effort int // streams of all runs
}

// PowerOf is that of the claim that was hardest to refute of those on the same quantity, learner and kind of
// geometry. It is the zero value where none was measured.
func PowerOf(c adversarial.Conjecture) (least Power, err error) {
	own, err := compile(c)
	if err != nil {
		return least, err
	}
	for lines := json.NewDecoder(bytes.NewReader(measuredPower)); lines.More(); {
		var line powerLine
		err := lines.Decode(&line)
		claim, wrong := adversarial.Claim(line.Claim)
		if err = cmp.Or(err, wrong); err != nil {
			return least, fmt.Errorf("measured power: %w", err)
		}
		if !adversarial.Same(side(claim.Statement), side(own.conjecture.Statement)) {
			continue
		}
		t, err := compile(claim)
		if err != nil {
			return least, fmt.Errorf("measured power: %w", err)
		}
		got := Power{Claim: line.Claim, Runs: len(line.Streams["all"]), Streams: powerStreams}
		for _, streams := range line.Streams["all"] {
			got.Refuted += one(streams > 0)
			got.effort += cmp.Or(streams, powerStreams)
		}
		harder := cmp.Or(cmp.Compare(got.Refuted*least.Runs, least.Refuted*got.Runs), cmp.Compare(least.effort*got.Runs, got.effort*least.Runs)) < 0
		if t.ease == own.ease && got.Runs > 0 && (least.Runs == 0 || harder) {
			least = got
		}
	}
	return least, nil
}

// side is what a statement bounds, and from which side.
func side(s certificate.Statement) certificate.Statement {
	s.Claim, s.Where = "", ""
	return s
}
