//go:build unix

package cluster

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/cluster/clustertest"
)

// An engine whose folder is lost, which would answer and keep nothing, says so. All that it
// acknowledged is there when it has its folder again and is started again: the hunt goes on from
// there, to the same result.
func TestLostFolder(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(store string) (back func() error, err error){
		"a file in its place": func(store string) (func() error, error) {
			gone := store + ".gone"
			if err := os.Rename(store, gone); err != nil {
				return nil, err
			}
			back := func() error {
				if err := os.Remove(store); err != nil {
					return err
				}
				return os.Rename(gone, store)
			}
			return back, os.WriteFile(store, nil, 0o600)
		},
		"no permission": func(store string) (func() error, error) {
			return func() error { return os.Chmod(store, 0o700) }, os.Chmod(store, 0o500)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "no permission" && os.Geteuid() == 0 {
				t.Skip("root may write anywhere")
			}
			dir, address := t.TempDir(), clustertest.Address(t)
			start := func() *Server {
				s, err := Start(Engine{Dir: dir, Listen: address})
				require.NoError(t, err)
				return s
			}
			server := start()
			t.Cleanup(func() { server.Close() })
			c := client(t, Options{URL: server.URL(), Lease: time.Second})
			crew(t, c, 2, chained)
			s := spec(4, 12, `{"Lasts": 10000000}`)
			require.NoError(t, c.Submit(t.Context(), s))
			require.Eventually(t, func() bool { st, err := c.Status(t.Context(), s.ID()); return err == nil && st.Results > 6 }, 20*time.Second, 5*time.Millisecond)
			require.NoError(t, server.Healthy())
			back, err := lose(filepath.Join(dir, "store"))
			require.NoError(t, err)
			require.ErrorContains(t, server.Healthy(), "the engine cannot write to its folder any more")
			server.Close()
			require.NoError(t, back())
			server = start()
			require.NoError(t, server.Healthy())
			require.Equal(t, inProcess(t, s), digest(t, c, settled(t, c, s)))
		})
	}
}
