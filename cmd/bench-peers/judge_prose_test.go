//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// prose is the averaged Perceptron of a module of the Go proxy, which learns words and their
// tags: see testdata/prose.
const prose = ".cache/peers/prose"

// proseWitness are words with their tags.
var proseWitness = [][2]string{{"a", "A"}, {"a", "B"}}

// train returns the weights that prose is left with, and what it said if it failed.
func train(examples [][2]string) (weights map[string]map[string]float64, said string, err error) {
	text, err := json.Marshal(examples)
	if err != nil {
		return nil, "", err
	}
	var stderr bytes.Buffer
	cmd := exec.Command(prose)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(text), &stderr
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &weights)
	}
	said, _, _ = strings.Cut(stderr.String(), "\n")
	return weights, said, err
}

// average returns the weight of a tag that is averaged over the steps of a Perceptron, on
// examples of one word, whose features are all 1: before each step, and after it. Where no
// tag has a score above 0 it guesses none.
func average(examples [][2]string, tag string) (before, after float64) {
	weights := map[string]float64{}
	for _, e := range examples {
		before += weights[tag]
		guess, most := "", 0.0
		for other, w := range weights {
			if w > most {
				guess, most = other, w
			}
		}
		if guess != e[1] {
			weights[e[1]]++
			weights[guess]--
		}
		after += weights[tag]
	}
	n := float64(len(examples))
	return before / n, after / n
}

// The averages of prose are none: a weight that was 0 and 1 has an average below 0. And it
// ends with a panic where a word has 20 times the same tag.
func TestProse(t *testing.T) {
	t.Parallel()
	before, after := average(proseWitness, "A")
	require.Equal(t, []float64{0.5, 0.5}, []float64{before, after})
	needs(t, withoutProse)
	weights, _, err := train(proseWitness)
	require.NoError(t, err)
	require.InDelta(t, -0.5, weights["bias"]["A"], 0)
	_, said, err := train(repeat("a", "A", 20))
	require.Error(t, err)
	require.Equal(t, "panic: assignment to entry in nil map", said)
	_, _, err = train(repeat("a", "A", 19))
	require.NoError(t, err)
}

// repeat is n times the same word with the same tag.
func repeat(word, tag string, n int) (all [][2]string) {
	for range n {
		all = append(all, [2]string{word, tag})
	}
	return all
}

// prosePage is the section of the page.
func prosePage(t testing.TB) string {
	var b strings.Builder
	b.WriteString("\n## github.com/jdkato/prose v1.2.1, the averaged Perceptron of its tagger\n\n")
	if what := withoutProse(); what != "" {
		return b.String() + what + "\n"
	}
	weights, _, err := train(proseWitness)
	require.NoError(t, err)
	before, after := average(proseWitness, "A")
	fmt.Fprintf(&b, `It learns tags of words, over features that are 1 or absent. **averaged** fails: its classifier is the average
of all that the Perceptron had (Freund and Schapire 1999, Section 5).

    echo '[["a","A"],["a","B"]]' | .cache/peers/prose
    the weight of A is averaged to %v; it was 0, 1 and 0, on average %v before the steps and %v after them

`, weights["bias"]["A"], before, after)
	b.WriteString("`updateFeat(c, f, v, w)` (tag/aptag.go) adds the time that has passed times w, which is the increment, ±1, and not the weight, which is v; and it sets the total (`=`) in place of adding to it. The weights that the Perceptron itself has are right.\n\n")
	b.WriteString("It also ends with `panic: assignment to entry in nil map` where a word has the same tag 20 times: `NewTrainedPerceptronTagger` leaves `tagMap` nil, to which `makeTagMap` then writes. Ties between tags are broken by the order of a map, which differs from run to run (`max`).\n")
	return b.String()
}
