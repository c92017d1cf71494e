// Package atomicfile writes files as a whole or not at all: a reader sees the old content or the
// new one, and a process that ends early leaves the file as it was.
//
// A symbolic link stays one: the file that it leads to is written. A pipe, a terminal or
// another device is written into, once the content is whole.
package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// WriteFile writes a file with this content. A new file may be read by all.
func WriteFile(path string, content []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Cleanup() // does nothing once the file has its name
	if _, err := f.Write(content); err != nil {
		return err
	}
	return f.Commit()
}

// Writable returns the error of writing to path. It leaves what is there as it is.
func Writable(path string) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	return f.Cleanup()
}

// Replaceable returns the error of replacing the file at path: it is not writable, or it is a
// pipe or a device, which keeps nothing.
func Replaceable(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return fmt.Errorf("%s is a pipe or a device, expected a regular file", path)
	}
	return Writable(path)
}

// File is a file in the making.
type File struct {
	io.Writer
	target string
	temp   *os.File // nil for a pipe or device, which gets the content at once
	mode   fs.FileMode
}

// Create begins the file at path, beside which it stays hidden until Commit gives it that name.
// A file that is replaced keeps its permissions.
func Create(path string) (*File, error) {
	mode := fs.FileMode(0o644)
	info, missing := os.Stat(path)
	switch {
	case missing == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a folder, expected the name of a file", path)
	case missing == nil && (!info.Mode().IsRegular() || stream(info) != nil):
		return &File{Writer: new(bytes.Buffer), target: path}, nil
	case missing == nil:
		mode = info.Mode().Perm()
	}
	target := follow(path)
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

// Commit gives the file its name.
func (f *File) Commit() error {
	if f.temp == nil {
		return f.send()
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
	_ = f.temp.Close() // it may be closed
	return os.Remove(f.temp.Name())
}

// send writes the content into the pipe or device. A stream of the process's own is not opened
// anew: a file behind it would be written from its beginning.
func (f *File) send() error {
	info, err := os.Stat(f.target)
	if err != nil {
		return err
	}
	to := stream(info)
	if to == nil {
		if to, err = open(f.target); err != nil {
			return err
		}
		defer to.Close()
	}
	_, err = to.Write(f.Writer.(*bytes.Buffer).Bytes())
	return err
}

// open opens a device or a pipe to write into. To wait for a pipe's reader in the system's way
// would wait for ever, and no interrupt ends it.
func open(path string) (*os.File, error) {
	const tries, pause = 20, 100 * time.Millisecond
	for range tries {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|nonblock, 0)
		if !errors.Is(err, syscall.ENXIO) {
			return f, err
		}
		time.Sleep(pause)
	}
	return nil, fmt.Errorf("%s: nobody reads this pipe, expected that somebody does within %v", path, tries*pause)
}

// stream returns the process's standard output or error if it is this file.
func stream(info fs.FileInfo) *os.File {
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if own, err := f.Stat(); err == nil && os.SameFile(own, info) {
			return f
		}
	}
	return nil
}

// follow returns the path that symbolic links at path lead to, of a file that need not be there.
func follow(path string) string {
	for range 40 {
		to, err := os.Readlink(path)
		if err != nil {
			break // no link; what else is wrong is seen where it is opened
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return path
}

// Same reports whether two paths lead to one file, which need not be there; "" leads to none.
func Same(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	x, err := os.Stat(a)
	y, other := os.Stat(b)
	if err == nil && other == nil {
		return os.SameFile(x, y)
	}
	a, err = filepath.Abs(follow(a))
	b, other = filepath.Abs(follow(b))
	return err == nil && other == nil && a == b
}
