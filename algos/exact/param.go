package exact

import (
	"fmt"
	"math/big"
	"strings"
)

// param is a parameter of a learner, a rational number of its domain, an interval
// as written in mathematics: "(0, 1]".
type param struct {
	name, domain string
	optional     bool
	integer      bool
}

// exponent is the p of the norm that the learner learns in, ℓ₂ if it is not given.
func exponent() param { return param{name: "p", domain: domainOfP, optional: true} }

// lies reports whether q is in the domain, an interval to a number or to infinity.
func lies(q *big.Rat, domain string) bool {
	low, high, _ := strings.Cut(domain[1:len(domain)-1], ", ")
	cmp := func(end string) int {
		n, ok := new(big.Rat).SetString(end)
		if !ok {
			panic("exact: the domain " + domain)
		}
		return q.Cmp(n)
	}
	if c := cmp(low); c < 0 || c == 0 && domain[0] == '(' {
		return false
	}
	if high == "inf" {
		return true
	}
	c := cmp(high)
	return c < 0 || c == 0 && strings.HasSuffix(domain, "]")
}

func mustLie(param string, q *big.Rat, domain string) {
	if !lies(q, domain) {
		panic(fmt.Sprintf("exact: %s is %s, expected it in %s", param, q.RatString(), domain))
	}
}
