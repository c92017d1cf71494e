package maxmargin_test

import (
	"bufio"
	"cmp"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/benchdata"
	"marginlab/theory"
)

// data reads a file of the optional data folder, and skips the test where it is missing.
func data(t testing.TB, name string, opt benchdata.Options) []theory.Example {
	t.Helper()
	root := cmp.Or(os.Getenv(benchdata.DataEnv), filepath.Join("..", "..", "..", "shared", "data"))
	f, err := os.Open(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Skipf("needs the data file %s; set MARGINLAB_DATA to the folder that has it", name)
	}
	defer f.Close()
	r := bufio.NewReader(f)
	if opt.NoHeader { // the UCI files have headers of their own
		_, err := r.ReadString('\n')
		require.NoError(t, err)
	}
	set, err := benchdata.Read(r, name, opt)
	require.NoError(t, err)
	return set.Examples
}
