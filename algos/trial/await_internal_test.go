package trial

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAwait(t *testing.T) {
	t.Parallel()
	wrong := errors.New("wrong")
	got, err := await(t.Context(), func() (int, error) { return 7, wrong })
	require.Equal(t, 7, got)
	require.ErrorIs(t, err, wrong)

	ctx, cancel := context.WithCancel(t.Context())
	endless := make(chan int)
	got, err = await(ctx, func() (int, error) { cancel(); return <-endless, nil })
	require.Zero(t, got)
	require.ErrorIs(t, err, context.Canceled)
}
