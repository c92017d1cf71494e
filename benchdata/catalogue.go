package benchdata

import (
	"cmp"
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
	Title   string // what people call it, and whom to cite
	Licence string
	Page    string // where it is described
	Files   []SourceFile
}

// SourceFile is one file of a Source. If it is published gzipped, its name, size and
// hash are those of the unpacked file.
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
	}, {
		Name:    "mnist",
		Title:   "LeCun, Bottou, Bengio, Haffner (1998), MNIST (handwritten digits), doi:10.1109/5.726791",
		Licence: "CC BY-SA 3.0",
		Page:    "https://yann.lecun.com/exdb/mnist/",
		Files: []SourceFile{{
			Name:   "train-images-idx3-ubyte",
			URL:    "https://ossci-datasets.s3.amazonaws.com/mnist/train-images-idx3-ubyte.gz",
			Size:   47040016,
			SHA256: "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
		}, {
			Name:   "train-labels-idx1-ubyte",
			URL:    "https://ossci-datasets.s3.amazonaws.com/mnist/train-labels-idx1-ubyte.gz",
			Size:   60008,
			SHA256: "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
		}, {
			Name:   "t10k-images-idx3-ubyte",
			URL:    "https://ossci-datasets.s3.amazonaws.com/mnist/t10k-images-idx3-ubyte.gz",
			Size:   7840016,
			SHA256: "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
		}, {
			Name:   "t10k-labels-idx1-ubyte",
			URL:    "https://ossci-datasets.s3.amazonaws.com/mnist/t10k-labels-idx1-ubyte.gz",
			Size:   10008,
			SHA256: "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
		}},
	}, {
		Name:    "usps",
		Title:   "Le Cun et al. (1990), USPS (handwritten digits), as in Hastie, Tibshirani, Friedman, The Elements of Statistical Learning",
		Licence: "none stated",
		Page:    "https://hastie.su.domains/ElemStatLearn/datasets/zip.info.txt",
		Files: []SourceFile{{
			Name:   "zip.train",
			URL:    "https://hastie.su.domains/ElemStatLearn/datasets/zip.train.gz",
			Size:   14512253,
			SHA256: "abc9f5c75b997cabe66b5d01727d5a681c69298e1641a8d37b55433a52129dc0",
		}, {
			Name:   "zip.test",
			URL:    "https://hastie.su.domains/ElemStatLearn/datasets/zip.test.gz",
			Size:   2029542,
			SHA256: "6bde17b4f1cd68e0630cd2751d6495b5795d9165ab2dc4a0be8b7002b732f4cc",
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
	return Source{}, fmt.Errorf("no data set %q in the catalogue%s", name, cmp.Or(expr.DidYouMean(name, names), ", expected one of: "+strings.Join(names, ", ")))
}

// DataEnv is the environment variable that may name a folder with data sets.
const DataEnv = "MARGINLAB_DATA"

// CacheDir returns the folder into which [Fetch] puts data sets by default: marginlab in
// [os.UserCacheDir].
func CacheDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder to cache data in: %w", err)
	}
	return filepath.Join(dir, "marginlab"), nil
}

// Find returns the folder that holds the files of a catalogued data set, plain or with
// .gz appended to their names. It looks in dataDir alone if that is not empty, otherwise
// in the folder that the environment variable [DataEnv] names, then in [CacheDir]. The
// files may lie in each of these folders, or in its subfolder with the data set's name.
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
	if dataDir != "" {
		return "", fmt.Errorf("data set %s is not in %s: `marginlab fetch %[1]s --dir '%[3]s'` puts it there", name, strings.Join(searched, " or "), dataDir)
	}
	return "", fmt.Errorf("data set %s is not in %s: run `marginlab fetch %[1]s`, or set %[3]s to the folder that holds it", name, strings.Join(searched, " or "), DataEnv)
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
