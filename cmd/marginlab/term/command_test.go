package term

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err     error
		want    int
		message string
	}{
		{nil, 0, ""},
		{Found(errors.New("one fails")), 1, "marginlab: one fails\n"},
		{errors.New("broken"), 2, "marginlab: broken\n"},
		{context.Canceled, 2, "marginlab: interrupted\n"},
	} {
		var out bytes.Buffer
		require.Equal(t, c.want, status("marginlab", c.err, &out))
		require.Equal(t, c.message, out.String())
	}
}
