package trial

import "context"

// await returns what f returns, or the error of ctx as soon as that ends. Where f cannot be stopped it is then left
// to itself, and must not write what its caller goes on with.
func await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
