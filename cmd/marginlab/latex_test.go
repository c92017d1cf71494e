package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Powers and roots are in braces, however they are in each other, and no relation of the language of claims is left.
func TestTeX(t *testing.T) {
	for text, want := range map[string]string{
		"mistakes <= 2 + r^2/4 where r<=3": `\mathrm{mistakes} \le 2 + r^{2}/4 \text{ where } r\le 3`,
		"2^(a*(r+1)^12)*3":                 `2^{(a\,(r+1)^{12})}\,3`,
		"sqrt(L1 + sqrt(R^2*(U + 1)))^-2":  `\sqrt{L_1 + \sqrt{R^{2}\,(U + 1)}}^{-2}`,
		"2^sqrt(r)":                        `2^{\sqrt{r}}`,
		"r^max(2, (r+1))/eps":              `r^{\max(2, (r+1))}/\varepsilon`,
		"r == 2 || later_mistakes != 0 && !(R >= 1)": `r = 2 \text{ or } \mathrm{later\_mistakes} \ne 0 ` +
			`\text{ and } \neg (R \ge 1)`,
	} {
		require.Equal(t, want, tex(text))
	}
	require.Equal(t, `exec(sh -c 'a\_b\textbackslash{}\{\$1\}\%')`, texPlain.Replace(`exec(sh -c 'a_b\{$1}%')`))
}
