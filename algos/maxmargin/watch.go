package maxmargin

import "context"

// Stage is what [Solve], or a survey of examples, is at.
type Stage struct {
	What  string  // distances, or the maximum margin
	Part  float64 // of the distances that is settled
	Turns int     // of the maximum margin; each enters an example into the active set, or moves all weights
}

type watchKey struct{}

// Watched returns a context in which watch is told, now and then, what is being done.
func Watched(ctx context.Context, watch func(Stage)) context.Context {
	return context.WithValue(ctx, watchKey{}, watch)
}

// Watcher returns who watches, or one who does not.
func Watcher(ctx context.Context) func(Stage) {
	if watch, ok := ctx.Value(watchKey{}).(func(Stage)); ok {
		return watch
	}
	return func(Stage) {}
}
