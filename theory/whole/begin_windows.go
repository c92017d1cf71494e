package whole

import (
	"errors"
	"os"
	"path/filepath"
)

// pending is a file in the making.
type pending struct {
	*os.File
	path  string
	named bool
}

// begin begins the file at path, beside which it stays under another name.
//
// Note: package renameio makes no files on Windows, where replacing one is not promised to
// be atomic. It is in one step here too.
func begin(path string) (*pending, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path))
	if err != nil {
		return nil, err
	}
	return &pending{File: f, path: path}, nil
}

// CloseAtomicallyReplace gives the file its name.
func (f *pending) CloseAtomicallyReplace() error {
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), f.path); err != nil {
		return err
	}
	f.named = true
	return nil
}

// Cleanup removes the file, unless it has its name.
func (f *pending) Cleanup() error {
	if f.named {
		return nil
	}
	_ = f.Close() // it may be closed
	return os.Remove(f.Name())
}
