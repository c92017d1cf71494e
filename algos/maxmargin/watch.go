package maxmargin

import "context"

type watchKey struct{}

// Watched returns a context in which [Survey] and [Solve] say now and then what they are at:
// measuring distances, which takes no turns, or the maximum margin, in its turns. Each turn
// enters an example into the active set.
func Watched(ctx context.Context, watch func(what string, turns int)) context.Context {
	return context.WithValue(ctx, watchKey{}, watch)
}

// watcher returns who watches, or one who does not.
func watcher(ctx context.Context) func(string, int) {
	if watch, ok := ctx.Value(watchKey{}).(func(string, int)); ok {
		return watch
	}
	return func(string, int) {}
}
