//go:build !amd64 || purego

package vec

var kernels = []kernel{inGo}
