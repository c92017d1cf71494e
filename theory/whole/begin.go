//go:build !windows

package whole

import (
	"path/filepath"

	"github.com/google/renameio/v2"
)

// begin begins a file whose name is path, with the permissions of the one that it replaces.
func begin(path string) (*renameio.PendingFile, error) {
	return renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path)), renameio.WithPermissions(0o644), renameio.WithExistingPermissions())
}
