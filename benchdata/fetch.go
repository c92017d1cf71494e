package benchdata

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"marginlab/internal/atomicfile"
)

// Fetch downloads the catalogued data set of that name into a subfolder of
// cacheDir ([CacheDir] if empty) and returns that folder; see [Source.Fetch].
func Fetch(ctx context.Context, name, cacheDir string, progress func(done, total int64)) (dir string, err error) {
	source, err := lookUp(name)
	if err != nil {
		return "", err
	}
	if cacheDir == "" {
		if cacheDir, err = CacheDir(); err != nil {
			return "", err
		}
	}
	dir = filepath.Join(cacheDir, name)
	if err := source.Fetch(ctx, http.DefaultClient, dir, progress); err != nil {
		return "", err
	}
	return dir, nil
}

// Fetch downloads the files of s into dir, and unpacks those that are published gzipped. A file gets its name only
// when it is whole and its SHA-256 is right. A file that is already there, plain or gzipped, is not fetched again; if
// its SHA-256 is wrong, Fetch returns an error and the file stays. progress, which may be nil, receives the number of
// bytes done, of all files. If the server sends nothing for a minute, Fetch returns an error.
func (s Source) Fetch(ctx context.Context, client *http.Client, dir string, progress func(done, total int64)) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var before, total int64
	for _, f := range s.Files {
		total += f.Size
	}
	for _, f := range s.Files {
		path := filepath.Join(dir, f.Name)
		err := f.verify(path)
		if errors.Is(err, fs.ErrNotExist) {
			err = f.fetch(ctx, client, path, func(done int64) error {
				if progress != nil {
					progress(before+done, total)
				}
				return nil
			})
		}
		if err != nil {
			return err
		}
		if before += f.Size; progress != nil {
			progress(before, total)
		}
	}
	return nil
}

// verify checks the SHA-256 of the file at path or, if there is none, of the unpacked
// file with .gz appended to its name.
func (f SourceFile) verify(path string) error {
	_, err := readPublished(path, func(r io.Reader, path string) (sum string, err error) {
		hash := sha256.New()
		if n, err := io.Copy(hash, r); err != nil {
			return "", fmt.Errorf("%s is there, but after %d bytes: %w: move it away and fetch again", path, n, err)
		}
		if sum = hex.EncodeToString(hash.Sum(nil)); sum != f.SHA256 {
			err = fmt.Errorf("%s is there with SHA-256 %s, expected %s: move it away and fetch again", path, sum,
				f.SHA256)
		}
		return sum, err
	})
	return err
}

// mostSilence is how long a server may send nothing.
const mostSilence = time.Minute

// fetch downloads f to path, unpacked, through a temporary file in the same folder.
func (f SourceFile) fetch(ctx context.Context, client *http.Client, path string, progress func(done int64) error) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	silence := time.AfterFunc(mostSilence, func() {
		cancel(fmt.Errorf("%s: the server sent nothing for %v; the download can be tried again", f.URL, mostSilence))
	})
	defer func() {
		silence.Stop()
		if err != nil {
			err = cmp.Or(context.Cause(ctx), err)
		}
		cancel(nil)
	}()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, f.URL, nil)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: the server answers %s, expected 200 OK", f.URL, response.Status)
	}
	heard := func(int64) error {
		silence.Reset(mostSilence)
		return nil
	}
	_ = heard(0)
	plain, err := unpack(&counted{Reader: response.Body, told: heard}, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", f.URL, err)
	}
	pending, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	defer pending.Cleanup() // does nothing once the file has its name
	hash := sha256.New()
	n, err := io.Copy(io.MultiWriter(pending, hash), &counted{Reader: io.LimitReader(plain, f.Size+1), told: progress})
	if err != nil {
		return fmt.Errorf("%s: after %d of %d bytes: %w", f.URL, n, f.Size, err)
	}
	if sum := hex.EncodeToString(hash.Sum(nil)); sum != f.SHA256 {
		if n > f.Size {
			return fmt.Errorf("%s: holds more than the expected %d bytes", f.URL, f.Size)
		}
		return fmt.Errorf("%s: holds %d bytes with SHA-256 %s, expected %d bytes with %s: the published file is another one", f.URL, n, sum, f.Size, f.SHA256)
	}
	return pending.Commit()
}
