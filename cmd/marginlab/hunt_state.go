package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/hunt"
)

// stateFile is the file of a hunt in the user's cache, named after all that determines the
// search: the conjecture, the seed, the number of workers, the streams of an epoch, what it starts from, and the build of
// the command, since another one may search otherwise, or know more streams to begin with.
func stateFile(conjecture adversarial.Conjecture, h hunt.Hunt, start []string, build string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder to keep the search in, expected --state: %w", err)
	}
	text, err := json.Marshal(conjecture)
	if err != nil {
		return "", err
	}
	name := sha256.Sum256(fmt.Appendf(text, " %d %d %d %v %q %s", h.Seed, h.Workers, h.Streams, h.Cold, start, build))
	dir := filepath.Join(cache, "marginlab", "hunts")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("folder to keep the search in: %w", err)
	}
	return filepath.Join(dir, fmt.Sprintf("%x.json", name[:8])), nil
}

// earlier is the search of an earlier hunt that was in the file of the state. The zero value is
// none.
type earlier struct {
	file   string // where it is kept
	trials int
}

// keepState moves the search of an earlier hunt out of the way of one that does not go on from
// it: its file gets a number.
func keepState(h hunt.Hunt) (earlier, error) {
	text, err := os.ReadFile(h.State)
	switch {
	case h.Resume || errors.Is(err, fs.ErrNotExist):
		return earlier{}, nil
	case err != nil:
		return earlier{}, fmt.Errorf("state of the hunt: %w", err)
	}
	old, extension := earlier{trials: hunt.TrialsOf(text)}, filepath.Ext(h.State)
	for n := 1; err == nil; n++ {
		old.file = fmt.Sprintf("%s.%d%s", strings.TrimSuffix(h.State, extension), n, extension)
		_, err = os.Lstat(old.file)
	}
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.Rename(h.State, old.file); errors.Is(err, fs.ErrNotExist) {
			return earlier{}, nil // the same hunt, begun at the same time, has moved it
		}
	}
	if err != nil {
		return earlier{}, fmt.Errorf("state of the hunt: %w", err)
	}
	return old, nil
}

// settle ends a hunt whose search is in the file of the state. If the hunt is the same as the
// earlier one, the file keeps the search of more streams, and the other one is removed.
// Otherwise both stay, and settle says where the earlier one is.
func (old earlier) settle(w io.Writer, state string, same bool, trials int) error {
	switch {
	case old.file == "":
		return nil
	case same:
		end := os.Remove
		if trials < old.trials {
			end = func(file string) error { return os.Rename(file, state) }
		}
		if err := end(old.file); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	_, err := fmt.Fprintf(w, "marginlab: the search of an earlier hunt is kept in %s; --state %[1]s --resume goes on with it\n", old.file)
	return err
}
