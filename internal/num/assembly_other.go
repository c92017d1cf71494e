//go:build !amd64 || noasm || gccgo || safe

package num

const assembly = false
