//go:build !unix

package whole

import "os"

// open opens a device to write into.
func open(path string) (*os.File, error) { return os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0) }
