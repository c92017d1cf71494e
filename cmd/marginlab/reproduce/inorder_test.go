package reproduce

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInOrder(t *testing.T) {
	// The first item is done last: its result still comes first.
	last := make(chan struct{})
	var got []int
	err := InOrder(t.Context(), []int{0, 1, 2, 3}, func(_ context.Context, i int) (int, error) {
		if runtime.GOMAXPROCS(0) > 1 {
			switch i {
			case 0:
				<-last
			case 3:
				close(last)
			}
		}
		return 10 * i, nil
	}, func(v int) error {
		got = append(got, v)
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, []int{0, 10, 20, 30}, got)
}

func TestInOrderStops(t *testing.T) {
	broken := errors.New("broken")
	ctx, cancel := context.WithCancel(t.Context())
	var begun atomic.Int64
	items := make([]int, 1000)
	for i := range items {
		items[i] = i
	}
	same := func(_ context.Context, i int) (int, error) { return i, nil }
	for _, c := range []struct {
		name string
		f    func(context.Context, int) (int, error)
		use  func(int) error
		want error
	}{
		{"in the work", func(_ context.Context, i int) (int, error) {
			if i == 2 {
				return 0, broken
			}
			return i, nil
		}, func(i int) error { require.Less(t, i, 2); return nil }, broken},
		{"in the use", same, func(int) error { return broken }, broken},
		{"by Ctrl-C", func(ctx context.Context, i int) (int, error) {
			begun.Add(1)
			cancel()
			<-ctx.Done() // what is begun comes to its end, and nothing else is begun
			return i, nil
		}, func(int) error { return nil }, context.Canceled},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.ErrorIs(t, InOrder(ctx, items, c.f, c.use), c.want)
		})
	}
	require.LessOrEqual(t, begun.Load(), int64(runtime.GOMAXPROCS(0)))
}
