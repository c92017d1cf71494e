// Package whole writes files as a whole or not at all: a reader sees the old content or the
// new one, and a process that ends early leaves the file as it was.
package whole

// WriteFile writes a file with this content, which all may read.
func WriteFile(path string, content []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Cleanup() // does nothing once the file has its name
	if _, err := f.Write(content); err != nil {
		return err
	}
	return f.CloseAtomicallyReplace()
}
