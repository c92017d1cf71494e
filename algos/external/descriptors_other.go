//go:build !unix

package external

// keepDescriptors does nothing: on Windows a program gets the handles that are named alone.
func keepDescriptors() {}
