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
	"time"

	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
)

// checkpoint keeps the finished cells of an experiment in a file, so that the command can go on from there. All are of
// one setting and one build of the command. The file is always whole. If two commands share a file, the last one to
// write wins, and --resume does again what only the other has finished.
type checkpoint struct {
	Setting string           `json:"setting"`
	Build   string           `json:"build"` // a hash of the command that finished the cells
	Done    map[string][]Row `json:"done"`  // by the name of the cell

	file    string
	mu      sync.Mutex    // of Done, and of what follows
	written time.Time     // when the file was written last
	took    time.Duration // to write it
	late    bool          // the file has not all of Done
	failed  error         // of the last try to write it
}

// openCheckpoint returns the checkpoint of a setting: the one in the file to resume, else an empty one. Without a file
// it is one in the user's cache.
func openCheckpoint(file string, resume bool, setting string) (*checkpoint, error) {
	build, err := term.Build()
	if err != nil {
		return nil, fmt.Errorf("no hash of the command to tell its build by: %w", err)
	}
	c := &checkpoint{file: file, Setting: setting, Build: build, Done: map[string][]Row{}}
	if c.file == "" {
		dir, err := benchdata.CacheDir()
		if err != nil {
			return nil, fmt.Errorf("%w: name one with --state", err)
		}
		c.file = filepath.Join(dir, "reproduce", fmt.Sprintf("%.12x.json", sha256.Sum256([]byte(setting))))
		if err := os.MkdirAll(filepath.Dir(c.file), 0o777); err != nil {
			return nil, fmt.Errorf("%w: name a file with --state", err)
		}
	}
	if err := atomicfile.Replaceable(c.file); err != nil { // before the work, not after it
		return nil, fmt.Errorf("--state: %w", err)
	}
	if !resume {
		return c, nil
	}
	text, err := os.ReadFile(c.file)
	if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	c.Setting, c.Build = "", ""
	if err := json.Unmarshal(text, c); err != nil {
		return nil, fmt.Errorf("--resume: %s: %w", c.file, err)
	}
	if c.Setting != setting {
		return nil, fmt.Errorf("--resume: %s is of another setting: %s; expected %s", c.file, c.Setting, setting)
	}
	if c.Build != build {
		return nil, fmt.Errorf("--resume: %s is of another build of marginlab, whose rows may differ, expected that build, or no --resume to run everything anew", c.file)
	}
	return c, nil
}

// part returns the rows of a cell. It takes them from the checkpoint if they are there, and subtracts their work from
// what is left. Otherwise it makes them, with the cell's name shown on a terminal, and keeps them: nobody may change
// them from then on. Several cells may be made at a time.
func (c *checkpoint) part(p *term.Progress, name string, work int, make func() ([]Row, error)) ([]Row, error) {
	c.mu.Lock()
	rows, done := c.Done[name]
	c.mu.Unlock()
	if done {
		p.Expect(-work)
		return rows, nil
	}
	p.Say("%s", name)
	rows, err := make()
	if err == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.Done[name], c.late = rows, true
		if time.Since(c.written) >= 20*c.took { // not to write longer than to run
			c.write(p)
		}
	}
	return rows, err
}

// write writes the file. Where that fails, as on a full disk, it warns once, and the next cell tries again.
func (c *checkpoint) write(p *term.Progress) {
	began := time.Now()
	text, err := json.Marshal(c)
	if err == nil {
		err = atomicfile.WriteFile(c.file, append(text, '\n'))
	}
	if err != nil && c.failed == nil {
		p.Warn("%s: what is finished cannot be kept: %v; the next run that ends tries again", c.file, err)
	}
	c.written, c.took, c.late, c.failed = time.Now(), time.Since(began), err != nil, err
}

// end writes what the file has not yet, and returns err. If the command was interrupted, that says how to go on.
func (c *checkpoint) end(ctx context.Context, p *term.Progress, err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.late {
		c.write(p)
	}
	switch {
	case err == nil || ctx.Err() == nil:
		return err
	case len(c.Done) == 0:
		return errors.New("interrupted: nothing is finished yet")
	case c.failed != nil:
		return fmt.Errorf("interrupted: what is finished is not in %s: %w", c.file, c.failed)
	}
	return fmt.Errorf("interrupted: what is finished is in %s, and the same command with --resume goes on from there",
		c.file)
}
