package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/google/renameio/v2"

	"marginlab/benchdata"
)

// ledger keeps what a long command has finished, in a file, so that the command
// can go on from there. What is in it was measured with one setting. The file is
// always whole. Of two commands with one file the last that writes wins: what only
// the other has finished, --resume does again.
type ledger struct {
	file string
	mu   sync.Mutex // of the book
	book
}

type book struct {
	Setting string                     `json:"setting"`
	Done    map[string]json.RawMessage `json:"done"` // by the name of the part
}

// ledgerFlags are the flags of a command that keeps a ledger.
type ledgerFlags struct {
	State  string `placeholder:"FILE" help:"Where what is finished is kept, run by run; by default a file in the user's cache, one for each setting."`
	Resume bool   `help:"Take what is finished from there. Without it everything is done anew, and what is kept there is replaced."`
}

// open opens the ledger of a setting: with --resume the one in the file, else an
// empty one.
func (f ledgerFlags) open(setting string) (*ledger, error) {
	l := &ledger{file: f.State, book: book{Setting: setting, Done: map[string]json.RawMessage{}}}
	if l.file == "" {
		dir, err := benchdata.CacheDir()
		if err != nil {
			return nil, fmt.Errorf("%w: name one with --state", err)
		}
		l.file = filepath.Join(dir, "reproduce", fmt.Sprintf("%x.json", sha256.Sum256([]byte(setting)))[:24]+".json")
		if err := os.MkdirAll(filepath.Dir(l.file), 0o777); err != nil {
			return nil, fmt.Errorf("%w: name a file with --state", err)
		}
	}
	if err := writable(l.file); err != nil { // before the work, not after it
		return nil, fmt.Errorf("--state: %w", err)
	}
	if !f.Resume {
		return l, nil
	}
	text, err := os.ReadFile(l.file)
	if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	var old book
	if err := json.Unmarshal(text, &old); err != nil {
		return nil, fmt.Errorf("--resume: %s: %w", l.file, err)
	}
	if old.Setting != setting {
		return nil, fmt.Errorf("--resume: %s is of another setting: %s; expected %s", l.file, old.Setting, setting)
	}
	for part, result := range old.Done {
		l.Done[part] = result
	}
	return l, nil
}

// writable reports why a file could not be written.
func writable(file string) error {
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder, expected the name of a file", file)
	}
	p, err := renameio.NewPendingFile(file, renameio.WithTempDir(filepath.Dir(file)))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return p.Cleanup()
}

// part returns what make makes, from the ledger if it is there; else it is written
// there at once. It may be called for several parts at a time.
func part[R any](l *ledger, name string, make func() (R, error)) (R, error) {
	var result R
	if text, ok := l.get(name); ok {
		if err := json.Unmarshal(text, &result); err != nil {
			return result, fmt.Errorf("%s: %s: %w", l.file, name, err)
		}
		return result, nil
	}
	result, err := make()
	if err != nil {
		return result, err
	}
	return result, l.put(name, result)
}

// get returns what is known of a part.
func (l *ledger) get(name string) (json.RawMessage, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text, ok := l.Done[name]
	return text, ok
}

// put writes down what came of a part.
func (l *ledger) put(name string, result any) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	text, err := json.Marshal(result)
	if err != nil {
		return err
	}
	l.Done[name] = text
	if text, err = json.Marshal(l.book); err != nil {
		return err
	}
	if err := renameio.WriteFile(l.file, append(text, '\n'), 0o644, renameio.WithTempDir(filepath.Dir(l.file))); err != nil {
		return fmt.Errorf("%s: %s is finished, but cannot be kept: %w", l.file, name, err)
	}
	return nil
}

// interrupted is err and, if the command was interrupted, how to go on.
func (l *ledger) interrupted(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.Done) == 0 {
		return errors.New("interrupted: nothing is finished yet")
	}
	return fmt.Errorf("interrupted: what is finished is in %s, and the same command with --resume goes on from there", l.file)
}
