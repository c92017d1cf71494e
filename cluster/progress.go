package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"
	"unsafe"

	"github.com/nats-io/nats.go"
)

// Beat is what a worker says of itself every two seconds, to whoever watches.
type Beat struct {
	Worker  string        `json:"worker"` // its machine and process
	Slots   int           `json:"slots"`
	Streams int           `json:"streams"` // run since it began
	Tasks   []RunningTask `json:"tasks"`
	size    int           // bytes of its message, and of its tasks in memory
}

// RunningTask is a task that a worker runs.
type RunningTask struct {
	Task
	Streams int     `json:"streams"` // run so far
	Seconds float64 `json:"seconds"`
}

// progress notes how far a task is.
func (w *work) progress(t Task, streams int) {
	w.Lock()
	defer w.Unlock()
	for s := range w.running {
		if s.Task == t {
			w.streams += streams - s.streams
			s.streams = streams
		}
	}
}

// beat publishes beats.
func (w *work) beat(ctx context.Context) {
	tick := time.NewTicker(heartbeats)
	defer tick.Stop()
	for {
		w.Lock()
		beat := Beat{Worker: w.name, Slots: w.Slots, Streams: w.streams}
		for s := range w.running {
			beat.Tasks = append(beat.Tasks, RunningTask{s.Task, s.streams, time.Since(s.since).Seconds()})
		}
		w.Unlock()
		if text, err := json.Marshal(beat); err == nil {
			_ = w.nc.Publish("beat."+hashed(w.Identity), text) // nobody may listen
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Beats calls f with what workers say of themselves, until ctx ends.
func (c *Client) Beats(ctx context.Context, f func(Beat)) error {
	messages, err := c.nc.SubscribeSync("beat.*")
	if err != nil {
		return err
	}
	defer messages.Unsubscribe()
	for {
		m, err := messages.NextMsgWithContext(ctx)
		if errors.Is(err, nats.ErrSlowConsumer) { // some are lost, and the next ones come in two seconds
			continue
		}
		if err != nil {
			return err
		}
		var beat Beat
		if json.Unmarshal(m.Data, &beat) == nil {
			beat.size = len(m.Data) + len(beat.Tasks)*int(unsafe.Sizeof(RunningTask{}))
			f(beat)
		}
	}
}
