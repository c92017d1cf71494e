package benchdata

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"
)

// A gzipped text may not be many times as long as its source, once it is long.
func TestRatioOfGzip(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := io.WriteString(w, strings.Repeat("+1 1:1\n-1 1:-1\n", 100_000))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	length := int64(packed.Len())
	for _, c := range []struct {
		ratio  int
		before int64 // bytes that were unpacked
		want   string
	}{
		{20, 0, ""},
		{20, harmless, `^the text unpacks to more than it may: 256 MiB, from [0-9]+ KiB of gzip, are more than 20 times as much$`},
		{int((harmless + 2<<20) / length), harmless, ""},
		{0, harmless, ""},
	} {
		plain, err := gzip.NewReader(bytes.NewReader(packed.Bytes()))
		require.NoError(t, err)
		text := limitRatio(plain, &counted{n: length}, int64(c.ratio))
		text.n = c.before
		_, err = io.Copy(io.Discard, text)
		if c.want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorIs(t, err, ErrRatio)
		require.Regexp(t, c.want, err.Error())
	}
	read, err := text(bytes.NewReader(packed.Bytes()), 20)
	require.NoError(t, err)
	n, err := io.Copy(io.Discard, read)
	require.NoError(t, err)
	require.EqualValues(t, 1_500_000, n)
}
