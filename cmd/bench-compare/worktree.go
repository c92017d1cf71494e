//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

const (
	// workspacePrefix begins the name of every workspace's directory.
	workspacePrefix = "marginlab-bench-compare-"
	// workspaceLock is the file in it that its process holds locked for life.
	workspaceLock = "bench-compare.lock"
)

// A workspace is a temporary directory that holds worktrees of a repository. Its
// lock tells a living workspace from one whose process was killed: the kernel
// releases it with the process, whatever ended that.
type workspace struct {
	repo string
	dir  string
	lock *os.File
}

// openWorkspace makes an empty workspace, and removes dead ones of the same
// repository.
func openWorkspace(ctx context.Context, repo string) (*workspace, error) {
	if err := sweep(ctx, repo); err != nil {
		return nil, err
	}
	parent, err := filepath.Abs(os.TempDir())
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(parent, workspacePrefix)
	if err != nil {
		return nil, err
	}
	lock, err := os.Create(filepath.Join(dir, workspaceLock))
	if err == nil {
		err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("locking %s: %w", dir, err), os.RemoveAll(dir))
	}
	return &workspace{repo: repo, dir: dir, lock: lock}, nil
}

// add checks commit out into a new worktree and returns its path. The user's
// hooks do not run.
func (w *workspace) add(ctx context.Context, name, commit string) (string, error) {
	path := filepath.Join(w.dir, name)
	_, err := git(ctx, w.repo, "-c", "core.hooksPath="+os.DevNull, "worktree", "add", "--quiet", "--detach", path, commit)
	return path, err
}

// close removes the workspace and its worktrees, also when ctx is done.
func (w *workspace) close(ctx context.Context) error {
	err := os.RemoveAll(w.dir)
	return errors.Join(err, w.lock.Close(), sweep(context.WithoutCancel(ctx), w.repo))
}

// sweep removes the worktrees of dead workspaces from the repository, and their
// directories. It does not prune: other stale worktrees are the user's affair.
func sweep(ctx context.Context, repo string) error {
	paths, err := worktrees(ctx, repo)
	if err != nil {
		return err
	}
	for _, path := range paths {
		dir := filepath.Dir(path)
		if !strings.HasPrefix(filepath.Base(dir), workspacePrefix) || !dead(dir) {
			continue
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		// Twice forced: a worktree that was killed while it was made is locked.
		if _, err := git(ctx, repo, "worktree", "remove", "--force", "--force", path); err != nil {
			// Another process may have swept it at the same time.
			if left, listErr := worktrees(ctx, repo); listErr != nil || slices.Contains(left, path) {
				return err
			}
		}
	}
	return nil
}

// worktrees lists the paths of the repository's linked worktrees.
func worktrees(ctx context.Context, repo string) ([]string, error) {
	list, err := git(ctx, repo, "worktree", "list", "--porcelain")
	if err != nil {
		return nil, err
	}
	var paths []string
	for line := range strings.Lines(list) {
		if path, ok := strings.CutPrefix(line, "worktree "); ok {
			paths = append(paths, strings.TrimSuffix(path, "\n"))
		}
	}
	return paths[1:], nil // the first one is the main worktree
}

// dead reports whether the workspace's directory is gone, or its lock free. A
// directory without a lock was not made here and is not dead.
func dead(dir string) bool {
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		return true
	}
	lock, err := os.Open(filepath.Join(dir, workspaceLock))
	if err != nil {
		return false
	}
	defer lock.Close()
	return syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
