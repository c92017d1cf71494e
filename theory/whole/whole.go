// Package whole writes files as a whole or not at all: a reader sees the old content or the
// new one, and a process that ends early leaves the file as it was.
//
// A symbolic link stays one: the file that it leads to is written. A pipe, a terminal or
// another device is written into, once the content is whole.
package whole

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

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

// Writable is the error of what cannot be written at path. It leaves what is there as it is.
func Writable(path string) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	return f.Cleanup()
}

// File is a file in the making.
type File struct {
	io.Writer
	finish, drop func() error
}

// CloseAtomicallyReplace gives the file its name.
func (f *File) CloseAtomicallyReplace() error { return f.finish() }

// Cleanup removes the file, unless it has its name.
func (f *File) Cleanup() error { return f.drop() }

// Create begins the file at path, beside which it stays hidden until
// CloseAtomicallyReplace gives it that name. A file that is replaced keeps its permissions.
// Cleanup removes it, unless it has its name.
func Create(path string) (*File, error) {
	target, err := followed(path)
	if err != nil {
		return nil, err
	}
	stream, special := standard(target)
	if !special {
		info, err := os.Stat(target)
		if dir := filepath.Dir(target); err != nil && !isFolder(dir) {
			return nil, fmt.Errorf("%s: there is no folder %s to write it to", path, dir)
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		case info.IsDir():
			return nil, fmt.Errorf("%s is a folder, expected the name of a file", path)
		default:
			special = !info.Mode().IsRegular()
		}
	}
	if special {
		var content bytes.Buffer
		return &File{&content, func() error { return send(target, stream, content.Bytes()) }, func() error { return nil }}, nil
	}
	p, err := begin(target)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &File{p, p.CloseAtomicallyReplace, p.Cleanup}, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// mostLinks is how many symbolic links may lead to a file.
const mostLinks = 40

// followed returns the path that symbolic links at path lead to, of a file that need not be there.
func followed(path string) (string, error) {
	first := path
	for range mostLinks {
		if _, is := standard(path); is {
			return path, nil
		}
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil // what is wrong with it is seen where it is opened
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", fmt.Errorf("%s: more than %d symbolic links in a row, expected a file", first, mostLinks)
}

// standard returns the process's own stream that path names, if it names one: opened anew, a
// file behind it would be written from its beginning.
func standard(path string) (*os.File, bool) {
	switch path {
	case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return os.Stdout, true
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		return os.Stderr, true
	}
	return nil, false
}

// send writes content into the stream, or else into the device or pipe at path.
func send(path string, stream *os.File, content []byte) (err error) {
	if stream == nil {
		if stream, err = open(path); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, stream.Close()) }()
	}
	_, err = stream.Write(content)
	return err
}

// Replaceable is the error of a path whose file cannot be replaced as a whole: it is not
// writable, or is a pipe or a device, which keeps nothing.
func Replaceable(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return fmt.Errorf("%s is a pipe or a device, expected a regular file", path)
	}
	return Writable(path)
}

// Same reports whether two paths lead to one file, which need not be there; "" leads to none.
func Same(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	ends := [2]string{a, b}
	for i, path := range ends {
		if to, err := followed(path); err == nil {
			path = to
		}
		if to, err := filepath.Abs(path); err == nil {
			path = to
		}
		ends[i] = path
	}
	if ends[0] == ends[1] {
		return true
	}
	x, err := os.Stat(ends[0])
	y, other := os.Stat(ends[1])
	return err == nil && other == nil && os.SameFile(x, y)
}
