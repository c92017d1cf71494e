//go:build !noasm && !gccgo && !safe

package num

// assembly says that gonum's is there, whose order is the one of this package.
const assembly = true
