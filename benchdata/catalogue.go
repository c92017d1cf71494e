package benchdata

import (
	"cmp"
	_ "embed" // the catalogue
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"marginlab/algos/expr"
)

// Source is a public data set that this package can fetch.
type Source struct {
	Name    string
	Title   string // its usual name, and whom to cite
	Licence string
	Page    string // where it is described
	Files   []SourceFile
}

// SourceFile is one file of a Source. Name, size and hash describe the unpacked file, also if
// it is published gzipped.
type SourceFile struct {
	Name   string
	URL    string
	Size   int64  // in bytes
	SHA256 string // in hexadecimal
}

//go:embed data/catalogue.json
var catalogue []byte

// Catalogue lists the public data sets that [Fetch] knows.
func Catalogue() (all []Source) {
	if err := json.Unmarshal(catalogue, &all); err != nil {
		panic("benchdata: the embedded catalogue: " + err.Error())
	}
	return all
}

// lookUp returns the catalogued data set with that name.
func lookUp(name string) (Source, error) {
	all := Catalogue()
	var names []string
	for _, s := range all {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Source{}, fmt.Errorf("no data set %q in the catalogue%s", name, cmp.Or(expr.DidYouMean(name, names), ", expected one of: "+strings.Join(names, ", ")))
}

// DataEnv is the environment variable that may name a folder with data sets.
const DataEnv = "MARGINLAB_DATA"

// CacheDir returns the folder into which [Fetch] puts data sets by default: marginlab in [os.UserCacheDir].
func CacheDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder to cache data in: %w", err)
	}
	return filepath.Join(dir, "marginlab"), nil
}

// Find returns the folder that holds the files of a catalogued data set, plain or with .gz appended to their names. It
// looks in dataDir alone if that is not empty, otherwise in the folder that the environment variable [DataEnv] names,
// then in [CacheDir]. The files may lie in each of these folders, or in its subfolder with the data set's name.
func Find(name, dataDir string) (dir string, err error) {
	source, err := lookUp(name)
	if err != nil {
		return "", err
	}
	dirs := []string{dataDir}
	if dataDir == "" {
		cache, err := CacheDir()
		dirs = slices.DeleteFunc([]string{os.Getenv(DataEnv), cache}, func(dir string) bool { return dir == "" })
		if len(dirs) == 0 {
			return "", err
		}
	}
	isFile := func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.Mode().IsRegular()
	}
	var searched []string
	for _, dir := range dirs {
		for _, dir := range []string{filepath.Join(dir, name), dir} {
			if !slices.ContainsFunc(source.Files, func(f SourceFile) bool {
				path := filepath.Join(dir, f.Name)
				return !isFile(path) && !isFile(path+".gz")
			}) {
				return dir, nil
			}
			searched = append(searched, dir)
		}
	}
	remedy := fmt.Sprintf("run `marginlab fetch %s`, or set %s to the folder that holds it", name, DataEnv)
	if dataDir != "" {
		remedy = fmt.Sprintf("`marginlab fetch %s --dir '%s'` puts it there", name, dataDir)
	}
	return "", fmt.Errorf("data set %s is not in %s: %s", name, strings.Join(searched, " or "), remedy)
}
