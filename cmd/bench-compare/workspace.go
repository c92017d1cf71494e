//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

const (
	// workspacePrefix begins the name of every workspace's directory.
	workspacePrefix = "marginlab-bench-compare-"
	// workspaceLock is the file in it that its process holds locked for life.
	workspaceLock = "bench-compare.lock"
)

// A workspace is a temporary directory that holds checkouts of a repository. Its
// lock tells a living workspace from one whose process was killed: the kernel
// releases it with the process, whatever ended that.
//
// Note: the checkouts are not git worktrees. Those are entered in the user's
// repository, where a process that is killed would leave them.
type workspace struct {
	repo string
	dir  string
	lock *os.File
}

// openWorkspace makes an empty workspace, and removes dead ones.
func openWorkspace(repo string) (*workspace, error) {
	parent, err := filepath.Abs(os.TempDir())
	if err != nil {
		return nil, err
	}
	if err := sweep(parent); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(parent, workspacePrefix)
	if err != nil {
		return nil, err
	}
	// The lock has its name once it is held: without one the directory is not dead.
	path := filepath.Join(dir, workspaceLock)
	lock, err := os.Create(path + ".new")
	if err == nil {
		err = errors.Join(syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), os.Rename(lock.Name(), path))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("locking %s: %w", dir, err), os.RemoveAll(dir))
	}
	return &workspace{repo: repo, dir: dir, lock: lock}, nil
}

// checkout writes the files of a commit into a new directory and returns the path
// there of the repository's directory w.repo. It has an index of its own, and no
// hooks run.
func (w *workspace) checkout(ctx context.Context, name, commit string) (string, error) {
	path := filepath.Join(w.dir, name)
	top, err := git(ctx, w.repo, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	prefix, err := git(ctx, w.repo, "rev-parse", "--show-prefix")
	if err != nil {
		return "", err
	}
	for _, args := range [][]string{{"read-tree", commit}, {"checkout-index", "--all", "--prefix=" + path + "/"}} {
		if _, err := execute(ctx, top, "env", append([]string{"GIT_INDEX_FILE=" + path + ".index", "git"}, args...)...); err != nil {
			return "", err
		}
	}
	return filepath.Join(path, prefix), nil
}

// close removes the workspace.
func (w *workspace) close() error { return errors.Join(os.RemoveAll(w.dir), w.lock.Close()) }

// sweep removes dead workspaces.
func sweep(parent string) error {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return err
	}
	for _, e := range entries {
		dir := filepath.Join(parent, e.Name())
		if strings.HasPrefix(e.Name(), workspacePrefix) && dead(dir) {
			if err := os.RemoveAll(dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// dead reports whether the lock of the workspace's directory is free. A directory
// without a lock was not made here, or just now, and is not dead.
func dead(dir string) bool {
	lock, err := os.Open(filepath.Join(dir, workspaceLock))
	if err != nil {
		return false
	}
	defer lock.Close()
	return syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
