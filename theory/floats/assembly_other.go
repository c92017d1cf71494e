//go:build !amd64 || noasm || gccgo || safe

package floats

const assembly = false
