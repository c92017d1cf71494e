// Prose trains the averaged Perceptron of github.com/jdkato/prose, once over sentences of
// one word, and prints the weights that it is left with.
//
//	echo '[["a","A"],["a","B"]]' | prose    # words with their tags
package main

import (
	"encoding/json"
	"log"
	"os"

	"github.com/jdkato/prose/tag"
)

func main() {
	var examples [][2]string
	if err := json.NewDecoder(os.Stdin).Decode(&examples); err != nil {
		log.Fatal(err)
	}
	var sentences tag.TupleSlice
	for _, e := range examples {
		sentences = append(sentences, [][]string{{e[0]}, {e[1]}})
	}
	learner := tag.NewTrainedPerceptronTagger(tag.NewAveragedPerceptron(map[string]map[string]float64{}, nil, nil))
	learner.Train(sentences, 1)
	if err := json.NewEncoder(os.Stdout).Encode(learner.Weights()); err != nil {
		log.Fatal(err)
	}
}
