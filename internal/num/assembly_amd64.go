//go:build !noasm && !gccgo && !safe

package num

// assembly reports that gonum's assembly is available. It sums in the order of this package.
const assembly = true
