package benchdata

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Source is a public data set that this package can fetch.
type Source struct {
	Name    string
	Title   string // what people call it, and whom to cite
	Licence string
	Page    string // where it is described
	Files   []SourceFile
}

// SourceFile is one file of a Source, as it is published.
type SourceFile struct {
	Name   string
	URL    string
	Size   int64  // in bytes
	SHA256 string // in hexadecimal
}

// Catalogue lists the public data sets that [Fetch] knows.
func Catalogue() []Source {
	return []Source{{
		Name:    "adult",
		Title:   "Becker, Kohavi (1996), Adult (census income), UCI Machine Learning Repository, doi:10.24432/C5XW20",
		Licence: "CC BY 4.0",
		Page:    "https://archive.ics.uci.edu/dataset/2/adult",
		Files: []SourceFile{{
			Name:   "adult.data",
			URL:    "https://archive.ics.uci.edu/ml/machine-learning-databases/adult/adult.data",
			Size:   3974305,
			SHA256: "5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d",
		}, {
			Name:   "adult.test",
			URL:    "https://archive.ics.uci.edu/ml/machine-learning-databases/adult/adult.test",
			Size:   2003153,
			SHA256: "a2a9044bc167a35b2361efbabec64e89d69ce82d9790d2980119aac5fd7e9c05",
		}},
	}}
}

// lookUp returns the data set of that name.
func lookUp(name string) (Source, error) {
	all := Catalogue()
	var names []string
	for _, s := range all {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Source{}, fmt.Errorf("no data set %q in the catalogue, expected one of: %s", name, strings.Join(names, ", "))
}

// DataEnv is the environment variable that may name a folder with data sets.
const DataEnv = "MARGINLAB_DATA"

// CacheDir is the folder into which [Fetch] puts data sets if told no other:
// marginlab in [os.UserCacheDir].
func CacheDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder to cache data in: %w", err)
	}
	return filepath.Join(dir, "marginlab"), nil
}

// Find returns the folder with a catalogued data set's files, plain or with .gz
// appended to their names. It looks in dataDir alone if that is not empty; else
// in the folder that the environment variable [DataEnv] names, then in
// [CacheDir]. In each of them the files may lie in a subfolder with the data set's
// name, or without one.
func Find(name, dataDir string) (dir string, err error) {
	source, err := lookUp(name)
	if err != nil {
		return "", err
	}
	dirs := []string{dataDir}
	if dataDir == "" {
		if dirs, err = usualDirs(); err != nil {
			return "", err
		}
	}
	var searched []string
	for _, dir := range dirs {
		for _, dir := range []string{filepath.Join(dir, name), dir} {
			if source.isIn(dir) {
				return dir, nil
			}
			searched = append(searched, dir)
		}
	}
	return "", fmt.Errorf("data set %s is not in %s: run `marginlab fetch %s` or give --data DIR", name, strings.Join(searched, ", "), name)
}

// usualDirs are the folders that may hold data sets if none is given.
func usualDirs() ([]string, error) {
	cache, err := CacheDir()
	if dir := os.Getenv(DataEnv); dir != "" {
		if err != nil {
			return []string{dir}, nil
		}
		return []string{dir, cache}, nil
	}
	return []string{cache}, err
}

// isIn reports whether all files of s lie in dir.
func (s Source) isIn(dir string) bool {
	return !slices.ContainsFunc(s.Files, func(f SourceFile) bool {
		path := filepath.Join(dir, f.Name)
		return !isFile(path) && !isFile(path+".gz")
	})
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
