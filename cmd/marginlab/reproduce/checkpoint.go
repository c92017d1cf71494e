package reproduce

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
)

// checkpoint stores the finished cells of an experiment, so that the command can resume: one file each, in a folder for
// their setting. A file is always complete.
type checkpoint struct {
	dir, build string
	resume     bool
}

// finished is a cell in its file.
type finished struct {
	Build string `json:"build"` // a hash of the command that finished it, since another one may come to other rows
	Rows  []Row  `json:"rows"`
}

// openCheckpoint returns the checkpoint of a setting below a folder, by default one in the user's cache. To resume
// without any stored cell of the setting is an error.
func openCheckpoint(dir string, resume bool, setting string) (*checkpoint, error) {
	build, err := term.Build()
	if err != nil {
		return nil, fmt.Errorf("no hash of the command to tell its build by: %w", err)
	}
	if dir == "" {
		cache, err := benchdata.CacheDir()
		if err != nil {
			return nil, fmt.Errorf("%w: name a folder with --state", err)
		}
		dir = filepath.Join(cache, "reproduce")
	}
	c := &checkpoint{hashPath(dir, setting), build, resume}
	if _, err := os.Stat(c.dir); resume && err != nil {
		return nil, fmt.Errorf("--resume: %s keeps nothing of this setting: %s", dir, setting)
	}
	if err := os.MkdirAll(c.dir, 0o777); err != nil { // before the work, not after it
		return nil, fmt.Errorf("--state: %w", err)
	}
	return c, nil
}

// hashPath returns the path in a folder for something with a long name.
func hashPath(dir, name string) string {
	return filepath.Join(dir, fmt.Sprintf("%.12x", sha256.Sum256([]byte(name))))
}

// part returns the rows of a cell. To resume, it takes the rows that this build of the command has stored, and takes
// their work off the total. Otherwise it makes them, with the cell's name shown on a terminal, and stores them; if that
// fails, as on a full disk, it warns. Several cells may be made at a time.
func (c *checkpoint) part(p *term.Progress, name string, work int, make func() ([]Row, error)) ([]Row, error) {
	file := hashPath(c.dir, name) + ".json"
	if text, err := os.ReadFile(file); c.resume && err == nil {
		var cell finished
		if json.Unmarshal(text, &cell) == nil && cell.Build == c.build {
			p.Expect(-work)
			return cell.Rows, nil
		}
	}
	p.Say("%s", name)
	rows, err := make()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(finished{c.build, rows})
	if err == nil {
		err = atomicfile.WriteFile(file, text)
	}
	if err != nil {
		p.Warn("what is finished cannot be kept: %v", err)
	}
	return rows, nil
}

// end returns err. After an interrupt the error says how to resume.
func (c *checkpoint) end(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	return fmt.Errorf("interrupted: what is finished is in %s, and the same command with --resume goes on from there",
		c.dir)
}
