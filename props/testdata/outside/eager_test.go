package eager

import (
	"testing"

	"marginlab/props"
	"marginlab/theory"
)

func TestEager(t *testing.T) {
	props.Conforms(t, Kind().Spec(),
		theory.Claim("eager: updates <= 3*(R/gamma0)^2"),
		theory.Claim("eager: updates <= (R/gamma0)^2"), // as of the Perceptron
	)
}
