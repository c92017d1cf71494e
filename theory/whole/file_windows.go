package whole

import (
	"errors"
	"os"
	"path/filepath"
)

// File is a file in the making.
type File struct {
	*os.File
	path  string
	named bool
}

// Create begins the file at path, beside which it stays under another name until
// CloseAtomicallyReplace gives it that one. Cleanup removes it, unless it has its name.
//
// Note: package renameio makes no files on Windows, where replacing one is not promised to
// be atomic. It is in one step here too.
func Create(path string) (*File, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path))
	if err != nil {
		return nil, err
	}
	return &File{File: f, path: path}, nil
}

// CloseAtomicallyReplace gives the file its name.
func (f *File) CloseAtomicallyReplace() error {
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
func (f *File) Cleanup() error {
	if f.named {
		return nil
	}
	_ = f.Close() // it may be closed
	return os.Remove(f.Name())
}
