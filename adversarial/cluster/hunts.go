package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Submit submits hunts, whose tasks take turns. A hunt that exists already is joined: it is the same hunt.
func (c *Client) Submit(ctx context.Context, specs ...Spec) error {
	for _, s := range specs {
		if err := s.check(); err != nil {
			return err
		}
	}
	var all []Status
	for _, s := range specs {
		err := c.retry(ctx, "submitting a hunt", func(ctx context.Context) error {
			if _, err := c.hunts.Create(ctx, s.ID(), text(s)); !errors.Is(err, jetstream.ErrKeyExists) {
				return err
			}
			return nil
		})
		if err != nil {
			return err
		}
		st, err := c.Status(ctx, s.ID())
		if err != nil {
			return err
		}
		all = append(all, st)
	}
	return c.goOn(ctx, all...)
}

// goOn queues the next task of every island that has one. It alternates between hunts, as the queue is first in, first
// out.
func (c *Client) goOn(ctx context.Context, all ...Status) error {
	most := 0
	for _, st := range all {
		most = max(most, len(st.islands))
	}
	for i := range most {
		for _, st := range all {
			if st.end.Stop != "" || i >= len(st.islands) || st.islands[i].Epochs >= st.end.last(st.Spec, i) {
				continue
			}
			if err := c.enqueue(ctx, st.Spec, Task{st.ID, st.islands[i].Epochs, i}); err != nil {
				return err
			}
		}
	}
	return nil
}

var errNoHunt = errors.New("there is no hunt")

// spec returns a submitted hunt, and the time of its submission.
func (c *Client) spec(ctx context.Context, hunt string) (s Spec, at time.Time, err error) {
	entry, err := c.value(ctx, c.hunts, hunt)
	switch {
	case err != nil:
		return s, at, err
	case entry == nil:
		return s, at, fmt.Errorf("%w %q, expected an ID that marginlab hunts list prints", errNoHunt, hunt)
	}
	if err = json.Unmarshal(entry.Value(), &s); err == nil {
		err = s.check()
	}
	if err == nil && s.ID() != hunt {
		err = fmt.Errorf("it has the ID %s", s.ID())
	}
	if err != nil {
		return Spec{}, at, &brokenError{fmt.Errorf("what the engine keeps of hunt %s is broken: %w", hunt, err)}
	}
	return s, entry.Created(), nil
}

// end says why a hunt does not go on. The zero value means that it goes on.
type end struct {
	Stop    string `json:"stop,omitempty"`    // why it was stopped
	Refuted *Task  `json:"refuted,omitempty"` // the least task that refuted it
}

const userStop = "stopped"

// last returns the number of epochs of an island that count.
func (e end) last(s Spec, island int) int {
	switch {
	case e.Refuted == nil:
		return s.Epochs
	case island > e.Refuted.Island:
		return e.Refuted.Epoch
	}
	return min(s.Epochs, e.Refuted.Epoch+1)
}

// over reports whether a task need not run.
func (e end) over(t Task) bool { return e.Stop != "" || e.Refuted != nil && t.later(*e.Refuted) }

// readEnd parses the stored end of a hunt.
func readEnd(hunt string, text []byte) (e end, err error) {
	if err = json.Unmarshal(text, &e); err != nil {
		err = &brokenError{fmt.Errorf("what the engine keeps of the end of hunt %s is broken: %w", hunt, err)}
	}
	return e, err
}

// end returns the end of a hunt.
func (c *Client) end(ctx context.Context, hunt string) (e end, revision uint64, err error) {
	entry, err := c.value(ctx, c.hunts, hunt+".end")
	if entry == nil || err != nil {
		return e, 0, err
	}
	e, err = readEnd(hunt, entry.Value())
	return e, entry.Revision(), err
}

// change changes the end of a hunt. Several clients may do so at once.
func (c *Client) change(ctx context.Context, hunt string, f func(*end)) error {
	return c.retry(ctx, "hunt "+hunt, func(ctx context.Context) error {
		was, revision, err := c.end(ctx, hunt)
		if err != nil && !isBroken(err) {
			return err
		}
		is := was
		if f(&is); is == was {
			return nil
		}
		_, err = c.hunts.Update(ctx, hunt+".end", text(is), revision)
		return err // also when another client was faster: then it is tried again
	})
}

// refute records that a task refuted its hunt, unless an earlier task did.
func (c *Client) refute(ctx context.Context, t Task) error {
	return c.change(ctx, t.Hunt, func(e *end) {
		if e.Refuted == nil || e.Refuted.later(t) {
			e.Refuted = &t
		}
	})
}

// Stop stops a hunt everywhere; Resume continues it. why is for people, "" if the user asked for it.
func (c *Client) Stop(ctx context.Context, hunt, why string) error {
	if _, _, err := c.spec(ctx, hunt); err != nil && !isBroken(err) {
		return err
	}
	if err := c.change(ctx, hunt, func(e *end) { e.Stop = cmp.Or(e.Stop, why, userStop) }); err != nil {
		return err
	}
	return c.purge(ctx, "tasks", "task.*."+hunt+".>")
}

// purge deletes the messages of a subject from a stream.
func (c *Client) purge(ctx context.Context, stream, subject string) error {
	return c.retry(ctx, "deleting "+subject, func(ctx context.Context) error {
		of, err := c.js.Stream(ctx, stream)
		if err == nil {
			err = of.Purge(ctx, jetstream.WithPurgeSubject(subject))
		}
		return err
	})
}

// Resume continues a stopped hunt, from the last epoch of each island.
func (c *Client) Resume(ctx context.Context, hunt string) error {
	if _, _, err := c.spec(ctx, hunt); err != nil {
		return err
	}
	if err := c.change(ctx, hunt, func(e *end) { e.Stop = "" }); err != nil {
		return err
	}
	st, err := c.Status(ctx, hunt)
	if err != nil {
		return err
	}
	return c.goOn(ctx, st)
}

// Remove stops a hunt, and deletes all its data in the engine.
func (c *Client) Remove(ctx context.Context, hunt string) error {
	if err := c.Stop(ctx, hunt, ""); err != nil {
		return err
	}
	islands, err := c.entries(ctx, c.islands, hunt+".*")
	if err != nil {
		return err
	}
	for _, e := range islands {
		for slot := range kept {
			err := c.retry(ctx, "deleting a state", func(ctx context.Context) error {
				err := c.states.Delete(ctx, fmt.Sprintf("%s.%d", e.Key(), slot))
				if errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrBadObjectMeta) {
					return nil
				}
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	for _, kv := range [][2]string{{"islands", hunt + ".>"}, {"hunts", hunt}, {"hunts", hunt + ".end"}} {
		if err := c.purge(ctx, "KV_"+kv[0], "$KV."+kv[0]+"."+kv[1]); err != nil {
			return err
		}
	}
	return nil
}

// Status is how a hunt stands.
type Status struct {
	ID        string
	Spec      Spec
	Submitted time.Time
	State     string // running, stopped, failed, refuted or survived
	Why       string // why it failed
	Settled   bool   // no task that is still to run can change the result
	Results   int    // finished tasks
	Epoch     int    // the epochs that all islands have finished
	Ratio     float64
	Trials    int

	islands []progress
	end     end
}

// The states of a hunt.
const (
	Running  = "running"
	Stopped  = "stopped"
	Failed   = "failed"
	Refuted  = "refuted"
	Survived = "survived"
)

// Status is how a hunt stands.
func (c *Client) Status(ctx context.Context, hunt string) (st Status, err error) {
	st = Status{ID: hunt, State: Running}
	if st.Spec, st.Submitted, err = c.spec(ctx, hunt); err != nil {
		return st, err
	}
	if st.end, _, err = c.end(ctx, hunt); err != nil {
		return st, err
	}
	islands, _, err := c.progress(ctx, hunt+".*")
	if err != nil {
		return st, err
	}
	st.Epoch, st.Settled = st.Spec.Epochs, true
	for i := range st.Spec.Islands {
		var p progress
		if all := islands[(Task{Hunt: hunt, Island: i}).key()]; len(all) > 0 {
			p = all[len(all)-1]
		}
		st.islands = append(st.islands, p)
		last := st.end.last(st.Spec, i)
		st.Settled = st.Settled && p.Epochs >= last
		st.Epoch = min(st.Epoch, p.Epochs)
		st.Results += min(p.Epochs, last)
		st.Trials += p.Trials
		st.Ratio = max(st.Ratio, p.Ratio)
	}
	switch {
	case st.end.Refuted != nil && (st.Settled || st.end.Stop == ""):
		st.State = Refuted
	case st.Settled:
		st.State = Survived
	case st.end.Stop == userStop:
		st.State = Stopped
	case st.end.Stop != "":
		st.State, st.Why = Failed, st.end.Stop
	}
	return st, nil
}

// List returns the status of all hunts, the oldest first. A hunt with broken data in the engine has failed.
func (c *Client) List(ctx context.Context) (all []Status, err error) {
	hunts, err := c.entries(ctx, c.hunts, "*")
	if err != nil {
		return nil, err
	}
	for _, h := range hunts {
		st, err := c.Status(ctx, h.Key())
		switch {
		case errors.Is(err, errNoHunt):
			continue
		case isBroken(err): // the other hunts may be intact
			st.State, st.Why = Failed, err.Error()
		case err != nil:
			return nil, err
		}
		all = append(all, st)
	}
	slices.SortFunc(all, func(a, b Status) int {
		return cmp.Or(a.Submitted.Compare(b.Submitted), strings.Compare(a.ID, b.ID))
	})
	return all, nil
}

// States returns the final states of a settled hunt, one for each island, nil for an island that had not begun: the
// states after the last epoch or, if the hunt is refuted, up to the task that refuted it. If a state is lost, States
// waits until a worker has made it again.
func (c *Client) States(ctx context.Context, st Status) ([][]byte, error) {
	all := make([][]byte, len(st.islands))
	for i := range all {
		t := Task{st.ID, st.end.last(st.Spec, i) - 1, i}
		for t.Epoch >= 0 && all[i] == nil {
			_, epochs, state, err := c.newest(ctx, t)
			if epochs == t.Epoch+1 {
				all[i] = state
			} else if err == nil {
				err = cmp.Or(c.enqueue(ctx, st.Spec, t), wait(ctx, mostPause))
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}
