//go:build !windows

package whole

import (
	"path/filepath"

	"github.com/google/renameio/v2"
)

// File is a file in the making.
type File = renameio.PendingFile

// Create begins the file at path, beside which it stays hidden until
// CloseAtomicallyReplace gives it that name. A file that is replaced keeps its permissions.
// Cleanup removes it, unless it has its name.
func Create(path string) (*File, error) {
	return renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path)), renameio.WithPermissions(0o644), renameio.WithExistingPermissions())
}
