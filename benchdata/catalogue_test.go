package benchdata_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
)

// put writes empty files.
func put(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, nil, 0o644))
	}
}

// withHome lets [CacheDir] lie in a fresh folder and returns it.
func withHome(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, home)
	}
	t.Setenv(DataEnv, "")
	cache, err := CacheDir()
	require.NoError(t, err)
	require.Equal(t, "marginlab", filepath.Base(cache))
	return cache
}

func TestFind(t *testing.T) {
	cache := withHome(t)
	env, given := t.TempDir(), t.TempDir()
	_, err := Find("adult", "")
	require.EqualError(t, err, "data set adult is not in "+filepath.Join(cache, "adult")+" or "+cache+": run `marginlab fetch adult`, or set MARGINLAB_DATA to the folder that holds it")

	put(t, filepath.Join(cache, "adult", "adult.data"), filepath.Join(cache, "adult", "adult.test"))
	dir, err := Find("adult", "")
	require.NoError(t, err)
	require.Equal(t, filepath.Join(cache, "adult"), dir)

	t.Setenv(DataEnv, env)
	put(t, filepath.Join(env, "adult", "adult.data.gz"))
	dir, err = Find("adult", "")
	require.NoError(t, err)
	require.Equal(t, filepath.Join(cache, "adult"), dir, "half a data set does not count")
	put(t, filepath.Join(env, "adult", "adult.test"))
	dir, err = Find("adult", "")
	require.NoError(t, err)
	require.Equal(t, filepath.Join(env, "adult"), dir, "the environment comes before the cache, gzip is welcome")

	_, err = Find("adult", given)
	require.EqualError(t, err, "data set adult is not in "+filepath.Join(given, "adult")+" or "+given+": `marginlab fetch adult --dir '"+given+"'` puts it there", "a given folder is the only one")
	put(t, filepath.Join(given, "adult.data"), filepath.Join(given, "adult.test.gz"))
	dir, err = Find("adult", given)
	require.NoError(t, err)
	require.Equal(t, given, dir, "also without a subfolder")

	_, err = Find("adlut", "")
	require.EqualError(t, err, `no data set "adlut" in the catalogue, expected one of: adult, mnist, usps`)
}

func TestCatalogueIsComplete(t *testing.T) {
	sum := regexp.MustCompile(`^[0-9a-f]{64}$`)
	for _, s := range Catalogue() {
		require.NotEmpty(t, s.Title)
		require.NotEmpty(t, s.Licence)
		require.Regexp(t, "^https://", s.Page)
		for _, f := range s.Files {
			require.Regexp(t, sum, f.SHA256)
			require.Positive(t, f.Size)
			require.Regexp(t, "^https://.*/"+regexp.QuoteMeta(f.Name)+`(\.gz)?$`, f.URL)
		}
	}
}
