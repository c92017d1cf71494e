package term

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
)

// Build returns a hash of the command that runs.
func Build() (string, error) {
	file, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return fmt.Sprintf("%x", sum.Sum(nil)), err
}
