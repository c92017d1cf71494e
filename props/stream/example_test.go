package stream_test

import (
	"fmt"

	"marginlab/props/stream"
)

// A case is written in a line, and read from it again.
func ExampleParse() {
	c, err := stream.Parse("e-omm; +0,2 -0,0 +3:1.5; a=0.5")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Learner, c.Dim, len(c.Stream), c.A)
	fmt.Println(c)
	// Output:
	// e-omm 4 3 [0.5]
	// e-omm; +0,2 -0,0 +3:1.5; a=0.5
}

// Streams are drawn separable.
func ExampleStreams() {
	fmt.Println(stream.Streams().Example(7))
	// Output: ; +200,0,0,0,0 --200,-4,2,4,-2
}
