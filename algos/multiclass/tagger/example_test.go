package tagger_test

import (
	"context"
	"fmt"

	"marginlab/algos/multiclass"
	"marginlab/algos/multiclass/tagger"
)

// A learner of taggings sees the right one, and the k best wrong ones, of a sentence at a time,
// here until a whole pass changes nothing.
func ExampleTagged() {
	planted := tagger.Planted{Tagger: tagger.Tagger{Labels: 3, Words: 6}, Sentences: 40, Length: 7, Margin: 0.1, Seed: 1}
	sentences, _, err := planted.Generate()
	if err != nil {
		fmt.Println(err)
		return
	}
	var examples []multiclass.Structure
	for _, s := range sentences {
		examples = append(examples, s)
	}
	learner := multiclass.NewStructured(planted.Dim(), 0.5, 4)
	for pass := 1; pass <= 100; pass++ {
		run, err := multiclass.RunStructured(context.Background(), learner, examples, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		if pass == 1 || run.Updates == 0 {
			accuracy := tagger.Accuracy(learner.Classifier().W, sentences)
			fmt.Printf("pass %d: %d of %d sentences wrong, %d updates, then %.1f %% of the words right\n",
				pass, run.Mistakes, len(run.Steps), run.Updates, 100*accuracy)
		}
		if run.Updates == 0 {
			return
		}
	}
	// Output:
	// pass 1: 15 of 40 sentences wrong, 28 updates, then 95.0 % of the words right
	// pass 16: 0 of 40 sentences wrong, 0 updates, then 100.0 % of the words right
}
