// Package atomicfile writes files as a whole or not at all: a reader sees the old content or the
// new one, and a process that ends early leaves the file as it was.
//
// A symbolic link is kept, and the file that it leads to is written. A pipe, a terminal or
// another device receives the content once it is complete. A pipe waits for its reader.
package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile writes a file with this content. Everyone may read a new file.
func WriteFile(path string, content []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Cleanup() // does nothing once the file has its name
	if _, err = f.Write(content); err != nil {
		return err
	}
	return f.Commit()
}

// Writable returns the error that writing to path would have. It changes nothing.
func Writable(path string) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	return f.Cleanup()
}

// Replaceable returns the error that replacing the file at path would have: it is not writable, or
// it is a pipe or a device, which stores nothing.
func Replaceable(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return fmt.Errorf("%s is a pipe or a device, expected a regular file", path)
	}
	return Writable(path)
}

// File is a file that is being written.
type File struct {
	io.Writer
	target string
	temp   *os.File // nil for a pipe or device, and once the file has its name
	mode   fs.FileMode
}

// Create begins the file at path. Until Commit gives it that name, it is a hidden file in the same folder.
// A file that is replaced keeps its permissions.
func Create(path string) (*File, error) {
	target, mode := follow(path), fs.FileMode(0o644)
	info, missing := os.Stat(path)
	switch {
	case missing == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a folder, expected the name of a file", path)
	case missing == nil && (!info.Mode().IsRegular() || stream(path) != nil):
		return &File{Writer: new(bytes.Buffer), target: path}, nil
	case missing == nil:
		mode = info.Mode().Perm()
	}
	if dir, err := os.Stat(filepath.Dir(target)); err != nil || !dir.IsDir() {
		return nil, fmt.Errorf("%s: there is no folder %s to write it to", path, filepath.Dir(target))
	}
	if missing != nil && !errors.Is(missing, fs.ErrNotExist) {
		return nil, missing
	}
	f, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &File{f, target, f, mode}, nil
}

// Commit gives the file its name, or sends the content to the pipe or device. Standard output and
// error are not opened again: a file behind them would be written from its beginning.
func (f *File) Commit() error {
	if content, device := f.Writer.(*bytes.Buffer); device {
		to := stream(f.target)
		if to == nil {
			opened, err := os.OpenFile(f.target, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				return err
			}
			defer opened.Close()
			to = opened
		}
		_, err := content.WriteTo(to)
		return err
	}
	err := errors.Join(f.temp.Chmod(f.mode), f.temp.Sync(), f.temp.Close())
	if err == nil {
		err = os.Rename(f.temp.Name(), f.target)
	}
	if err == nil {
		f.temp = nil
	}
	return err
}

// Cleanup removes the file, unless it has its name.
func (f *File) Cleanup() error {
	if f.temp == nil {
		return nil
	}
	_ = f.temp.Close() // it may already be closed
	return os.Remove(f.temp.Name())
}

// stream returns the process's standard output or error if path leads to it.
func stream(path string) *os.File {
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		own, err := f.Stat()
		if info, missing := os.Stat(path); err == nil && missing == nil && os.SameFile(own, info) {
			return f
		}
	}
	return nil
}

// follow returns the path that symbolic links at path lead to. The file need not exist.
func follow(path string) string {
	for range 40 {
		to, err := os.Readlink(path)
		if err != nil {
			break // not a link; any other error shows when it is opened
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return path
}

// Same reports whether two paths lead to the same file, which need not exist; "" leads to none.
func Same(a, b string) bool {
	x, err := os.Stat(a)
	y, other := os.Stat(b)
	if err == nil && other == nil {
		return os.SameFile(x, y)
	}
	to, err := filepath.Abs(follow(a))
	too, other := filepath.Abs(follow(b))
	return a != "" && b != "" && err == nil && other == nil && to == too
}
