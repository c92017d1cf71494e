package exact

import "math/big"

// commonDenominator is the least common multiple of all denominators.
func commonDenominator(points ...Vector) *big.Int {
	k, gcd, rest := big.NewInt(1), new(big.Int), new(big.Int)
	for _, x := range points {
		for _, v := range x {
			gcd.GCD(nil, nil, k, v.Denom())
			k.Mul(k, rest.Quo(v.Denom(), gcd))
		}
	}
	return k
}

// numerators are those of x over the denominator k, in memory of their own.
func numerators(x Vector, k *big.Int) []*big.Int {
	n := make([]*big.Int, len(x))
	for i, v := range x {
		n[i] = new(big.Int).Quo(k, v.Denom())
		n[i].Mul(n[i], v.Num())
	}
	return n
}
