package certificate

import (
	"fmt"
	"strings"
)

// String shows the statement, the stream and what is so of it.
func (c *Certificate) String() string {
	var b strings.Builder
	fmt.Fprintln(&b, c.Statement)
	for _, e := range c.Stream {
		b.WriteString("  " + c.Statement.Label(e.Y) + " ")
		for _, x := range e.X {
			b.WriteString(" " + x.RatString())
		}
		b.WriteString("\n")
	}
	b.WriteString(c.Verdict())
	return b.String()
}

// Verdict says in a line what the certificate shows. Of a witness it says that the
// implementation does not do what the statement is about, and never that the statement, which
// may be a theorem on the algorithm, is false.
func (c *Certificate) Verdict() string {
	sides := fmt.Sprintf("%s = %.10g %s %.10g", c.Statement.Quantity, c.Quantity.Middle(), c.Statement.Opposite(), c.Claim.Middle())
	if c.IsWitness() {
		return fmt.Sprintf("%s, by the answers of %s: this implementation does not do what the claim is about", sides, c.Code)
	}
	return sides + ", exactly: the claim is refuted"
}
