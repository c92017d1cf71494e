package term

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBytes(t *testing.T) {
	t.Parallel()
	require.Equal(t, "4GiB", Bytes(4<<30).String())
	require.Equal(t, "1000", Bytes(1000).String())
	for text, want := range map[string]Bytes{
		"1": 1, "1000000": 1000000, "3KiB": 3072, "512MiB": 512 << 20, "4GiB": 4 << 30, "4 GiB": 4 << 30,
		"4611686018427387904": 1 << 62, "4294967296GiB": 1 << 62,
	} {
		var b, again Bytes
		require.NoError(t, b.UnmarshalText([]byte(text)), text)
		require.Equal(t, want, b, text)
		require.NoError(t, again.UnmarshalText([]byte(b.String())), b.String())
		require.Equal(t, b, again)
	}
	for _, text := range []string{"", "0", "-1", "-1GiB", "GiB", "4GB", "4G", "1.5GiB", "1e9", "4611686018427387905", "4294967297GiB", "9223372036854775808", "4GiBMiB", "x"} {
		b := Bytes(7)
		require.EqualError(t, b.UnmarshalText([]byte(text)), `"`+text+`", expected a number of bytes, as 4GiB, 512MiB, 64KiB or 1000000`)
		require.Equal(t, Bytes(7), b)
	}
}
