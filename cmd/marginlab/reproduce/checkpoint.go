package reproduce

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
)

// Checkpoint keeps the finished parts of a long command in a file, so that the command can
// go on from there. All parts are of one setting and one build of the command. The file is always whole. If two
// commands share a file, the last one to write wins, and --resume does again what only
// the other has finished.
type Checkpoint struct {
	Setting string                     `json:"setting"`
	Build   string                     `json:"build"` // a hash of the command that finished the parts
	Done    map[string]json.RawMessage `json:"done"`  // by the name of the part

	File   string     `json:"-"`
	mu     sync.Mutex // of Done, and of what follows
	unkept error      // why the file has not all of Done, nil if it has
	warned bool
}

// CheckpointFlags are the flags of a command that can be resumed.
type CheckpointFlags struct {
	State  string `placeholder:"FILE" help:"The file that keeps every finished run; by default one in the user's cache for each setting."`
	Resume bool   `help:"Take the finished runs from there. Without this flag everything is run anew, and the file is replaced."`
}

// Open returns the checkpoint of a setting: the one in the file with --resume, else an
// empty one.
func (f CheckpointFlags) Open(setting string) (*Checkpoint, error) {
	build, err := term.Build()
	if err != nil {
		return nil, fmt.Errorf("no hash of the command to tell its build by: %w", err)
	}
	c := &Checkpoint{File: f.State, Setting: setting, Build: build, Done: map[string]json.RawMessage{}}
	if c.File == "" {
		dir, err := benchdata.CacheDir()
		if err != nil {
			return nil, fmt.Errorf("%w: name one with --state", err)
		}
		c.File = filepath.Join(dir, "reproduce", fmt.Sprintf("%.12x.json", sha256.Sum256([]byte(setting))))
		if err := os.MkdirAll(filepath.Dir(c.File), 0o777); err != nil {
			return nil, fmt.Errorf("%w: name a file with --state", err)
		}
	}
	if err := atomicfile.Replaceable(c.File); err != nil { // before the work, not after it
		return nil, fmt.Errorf("--state: %w", err)
	}
	if !f.Resume {
		return c, nil
	}
	text, err := os.ReadFile(c.File)
	if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	c.Setting, c.Build = "", ""
	if err := json.Unmarshal(text, c); err != nil {
		return nil, fmt.Errorf("--resume: %s: %w", c.File, err)
	}
	if c.Setting != setting {
		return nil, fmt.Errorf("--resume: %s is of another setting: %s; expected %s", c.File, c.Setting, setting)
	}
	if c.Build != build {
		return nil, fmt.Errorf("--resume: %s is of another build of marginlab, whose rows may differ, expected that build, or no --resume to run everything anew", c.File)
	}
	return c, nil
}

// Part returns a part of a command. It takes the part from the checkpoint if it is there,
// and subtracts its work from what is left. Otherwise it makes the part, with its name
// shown on a terminal, and writes it to the checkpoint at once. Where that fails, as on a
// full disk, it warns, and the next part tries again. Several parts may be made at a time.
func Part[R any](c *Checkpoint, p *term.Progress, name string, work int, make func() (R, error)) (R, error) {
	var result R
	c.mu.Lock()
	text, done := c.Done[name]
	c.mu.Unlock()
	if done {
		p.Expect(-work)
		if err := json.Unmarshal(text, &result); err != nil {
			return result, fmt.Errorf("%s: %s: %w", c.File, name, err)
		}
		return result, nil
	}
	p.Say("%s", name)
	result, err := make()
	if err != nil {
		return result, err
	}
	return result, c.put(p, name, result)
}

// put writes a finished part to the file.
func (c *Checkpoint) put(p *term.Progress, name string, result any) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	text, err := json.Marshal(result)
	if err != nil {
		return err
	}
	c.Done[name] = text
	if text, err = json.Marshal(c); err != nil {
		return err
	}
	c.unkept = atomicfile.WriteFile(c.File, append(text, '\n'))
	if c.unkept != nil && !c.warned {
		p.Warn("%s: %s is finished, but cannot be kept: %v; the next part tries again", c.File, name, c.unkept)
		c.warned = true
	}
	return nil
}

// Interrupted returns err. If the command was interrupted, it says how to go on.
func (c *Checkpoint) Interrupted(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case len(c.Done) == 0:
		return errors.New("interrupted: nothing is finished yet")
	case c.unkept != nil:
		return fmt.Errorf("interrupted: what is finished is not in %s: %w", c.File, c.unkept)
	}
	return fmt.Errorf("interrupted: what is finished is in %s, and the same command with --resume goes on from there", c.File)
}
