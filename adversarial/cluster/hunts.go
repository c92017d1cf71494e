package cluster

import (
	"bytes"
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

// Submit submits hunts, whose tasks interleave: the queue is first in, first out. A hunt that is
// there already is the same hunt, and is joined.
func (c *Client) Submit(ctx context.Context, specs ...Spec) error {
	most := 0
	for _, s := range specs {
		if err := s.check(); err != nil {
			return err
		}
		most = max(most, s.Islands)
	}
	for _, s := range specs {
		if _, err := c.create(ctx, c.hunts, s.ID(), s.text()); err != nil {
			return err
		}
		if _, err := c.consumer(ctx, s.Identity); err != nil {
			return err
		}
	}
	for i := range most {
		for _, s := range specs {
			if i >= s.Islands {
				continue
			}
			if err := c.queue(ctx, s, Task{s.ID(), 0, i}); err != nil {
				return err
			}
		}
	}
	return nil
}

// queue submits a task, unless it has its result, or does not count because the hunt is refuted
// before it.
func (c *Client) queue(ctx context.Context, s Spec, t Task) error {
	if _, _, done, err := c.result(ctx, t); done || err != nil {
		return err
	}
	if at, err := c.refuted(ctx, t.Hunt); err != nil || at != nil && t.later(*at) {
		return err
	}
	return c.submit(ctx, s, t, "")
}

// makeAgain is the message of a task that is to be run although it has its result, because a blob
// of it is lost.
const makeAgain = "again"

// submit submits a task, unless it is in the queue.
func (c *Client) submit(ctx context.Context, s Spec, t Task, message string) error {
	err := c.again(ctx, "submitting a task", func(ctx context.Context) error {
		_, err := c.js.Publish(ctx, t.subject(s.Identity), []byte(message))
		return err
	})
	if queued(err) {
		return nil
	}
	return err
}

// ready submits the tasks that wait for the result of t alone: the next epoch of the island, and
// of the one before it on the ring.
func (c *Client) ready(ctx context.Context, s Spec, t Task) error {
	if t.Epoch+1 >= s.Epochs {
		return nil
	}
	next := Task{t.Hunt, t.Epoch + 1, t.Island}
	before := Task{t.Hunt, t.Epoch + 1, (t.Island + s.Islands - 1) % s.Islands}
	for _, w := range []struct{ task, needs Task }{
		{next, Task{t.Hunt, t.Epoch, (t.Island + 1) % s.Islands}},
		{before, Task{t.Hunt, t.Epoch, before.Island}},
	} {
		if _, _, done, err := c.result(ctx, w.needs); err != nil || !done {
			if err != nil {
				return err
			}
			continue
		}
		if err := c.queue(ctx, s, w.task); err != nil {
			return err
		}
	}
	return nil
}

var errNoHunt = errors.New("there is no hunt")

// Spec is a hunt that was submitted.
func (c *Client) Spec(ctx context.Context, hunt string) (s Spec, err error) {
	text, err := c.value(ctx, c.hunts, hunt)
	switch {
	case err == nil && text == nil:
		return s, fmt.Errorf("%w %q, expected an ID that marginlab hunts list prints", errNoHunt, hunt)
	case err != nil:
		return s, err
	}
	if err = json.Unmarshal(text, &s); err == nil {
		err = s.check()
	}
	if err == nil && s.ID() != hunt {
		err = fmt.Errorf("it has the ID %s", s.ID())
	}
	if err != nil {
		err = &brokenError{fmt.Errorf("hunt %s: what the engine keeps of it is broken: %w", hunt, err)}
	}
	return s, err
}

// refuted is the least task that refuted the hunt, nil if none did.
func (c *Client) refuted(ctx context.Context, hunt string) (*Task, error) {
	text, err := c.value(ctx, c.hunts, hunt+".refuted")
	if text == nil || err != nil {
		return nil, err
	}
	t, err := taskOf("task.." + string(text))
	if err == nil && t.Hunt != hunt {
		err = fmt.Errorf("%v is a task of another hunt", t)
	}
	if err != nil {
		err = &brokenError{fmt.Errorf("hunt %s: what refutes it: %w", hunt, err)}
	}
	return &t, err
}

// refute notes that a task refuted its hunt, unless an earlier one did.
func (c *Client) refute(ctx context.Context, t Task) error {
	return c.again(ctx, "noting a refutation", func(ctx context.Context) error {
		key := t.Hunt + ".refuted"
		entry, err := c.hunts.Get(ctx, key)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			if _, err = c.hunts.Create(ctx, key, []byte(t.String())); !errors.Is(err, jetstream.ErrKeyExists) {
				return err
			}
			return errors.New("somebody else noted one") // try again
		}
		if err != nil {
			return err
		}
		if at, err := taskOf("task.." + string(entry.Value())); err != nil || !at.later(t) {
			return err
		}
		if _, err = c.hunts.Update(ctx, key, []byte(t.String()), entry.Revision()); errors.Is(err, jetstream.ErrKeyExists) {
			return errors.New("somebody else noted one")
		}
		return err
	})
}

// Stop stops a hunt everywhere; Resume goes on with it. why is for people, "" if a user wants it.
func (c *Client) Stop(ctx context.Context, hunt, why string) error {
	if _, err := c.Spec(ctx, hunt); err != nil && !isBroken(err) {
		return err
	}
	if why == "" {
		why = userStop
	}
	if _, err := c.create(ctx, c.hunts, hunt+".stop", []byte(why)); err != nil {
		return err
	}
	return c.again(ctx, "stopping the hunt", func(ctx context.Context) error {
		return c.tasks.Purge(ctx, jetstream.WithPurgeSubject("task.*."+hunt+".>"))
	})
}

const userStop = "stopped"

// Resume goes on with a hunt that was stopped, from the last epoch of each island.
func (c *Client) Resume(ctx context.Context, hunt string) error {
	s, err := c.Spec(ctx, hunt)
	if err != nil {
		return err
	}
	if err := c.purge(ctx, c.hunts, hunt+".stop"); err != nil {
		return err
	}
	return c.frontier(ctx, s)
}

// frontier submits every task that can run.
func (c *Client) frontier(ctx context.Context, s Spec) error {
	if _, err := c.consumer(ctx, s.Identity); err != nil {
		return err
	}
	at, _, err := c.latest(ctx, s)
	if err != nil {
		return err
	}
	for i, e := range at {
		if e+1 < s.Epochs && (e < 0 || at[(i+1)%s.Islands] >= e) {
			if err := c.queue(ctx, s, Task{s.ID(), e + 1, i}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Remove stops a hunt, and deletes all that the engine keeps of it.
func (c *Client) Remove(ctx context.Context, hunt string) error {
	if err := c.Stop(ctx, hunt, ""); err != nil {
		return err
	}
	return c.again(ctx, "removing the hunt", func(ctx context.Context) error {
		for _, p := range []struct {
			stream  jetstream.Stream
			subject string
		}{{c.blobs, "blob." + hunt + ".>"}, {c.resultStream, "$KV.results." + hunt + ".>"}} {
			if err := p.stream.Purge(ctx, jetstream.WithPurgeSubject(p.subject)); err != nil {
				return err
			}
		}
		for _, key := range []string{hunt + ".refuted", hunt, hunt + ".stop"} { // workers heed the last one
			if err := c.hunts.Purge(ctx, key); err != nil {
				return err
			}
		}
		return nil
	})
}

// purge deletes a key and its history.
func (c *Client) purge(ctx context.Context, bucket jetstream.KeyValue, key string) error {
	return c.again(ctx, "deleting "+key, func(ctx context.Context) error { return bucket.Purge(ctx, key) })
}

// Status is how a hunt stands.
type Status struct {
	ID        string
	Spec      Spec
	Submitted time.Time
	State     string // running, stopped, failed, refuted or survived
	Why       string // it failed
	Settled   bool   // nothing that is still to run can change the result
	Refuted   *Task  // the least task that did, so far
	Results   int    // tasks that have their result
	Epoch     int    // that all islands have come through
	Ratio     float64
	Ease      float64
	Trials    int
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
func (c *Client) Status(ctx context.Context, hunt string) (Status, error) {
	st := Status{ID: hunt, State: Running}
	var err error
	if st.Spec, err = c.Spec(ctx, hunt); err != nil {
		return st, err
	}
	at, count, err := c.latest(ctx, st.Spec)
	if err != nil {
		return st, err
	}
	if st.Refuted, err = c.refuted(ctx, hunt); err != nil {
		return st, err
	}
	stop, err := c.value(ctx, c.hunts, hunt+".stop")
	if err != nil {
		return st, err
	}
	err = c.again(ctx, "reading hunts", func(ctx context.Context) error {
		entry, err := c.hunts.Get(ctx, hunt)
		if err == nil {
			st.Submitted = entry.Created()
		}
		return err
	})
	if err != nil {
		return st, err
	}
	st.Results = count
	return st, c.judge(ctx, &st, at, stop)
}

// judge says how a hunt stands whose islands have come to the epochs at, and which stop says is
// stopped, if it is not nil.
func (c *Client) judge(ctx context.Context, st *Status, at []int, stop []byte) error {
	last := Task{st.ID, st.Spec.Epochs - 1, st.Spec.Islands - 1}
	if st.Refuted != nil {
		last = *st.Refuted
	}
	st.Epoch, st.Settled = st.Spec.Epochs, true
	for i, e := range at {
		st.Epoch = min(st.Epoch, e+1)
		st.Settled = st.Settled && e >= last.lastOf(i)
		if e = min(e, last.lastOf(i)); e < 0 {
			continue
		}
		r, _, _, err := c.result(ctx, Task{st.ID, e, i})
		if err != nil {
			return err
		}
		st.Trials += r.Trials
		if r.Ratio > st.Ratio {
			st.Ratio, st.Ease = r.Ratio, r.Ease
		}
	}
	switch {
	case st.Refuted != nil && (st.Settled || stop == nil):
		st.State = Refuted
	case st.Settled:
		st.State = Survived
	case stop != nil && string(stop) != userStop:
		st.State, st.Why = Failed, string(stop)
	case stop != nil:
		st.State = Stopped
	}
	return nil
}

// lastOf is the last epoch of an island that counts in a hunt that ends with the task t.
func (t Task) lastOf(island int) int {
	if island > t.Island {
		return t.Epoch - 1
	}
	return t.Epoch
}

// ids are the hunts that were submitted, and perhaps some that were removed.
func (c *Client) ids(ctx context.Context) (ids []string, err error) {
	subjects, err := c.subjects(ctx, c.huntStream, "$KV.hunts.*")
	for subject := range subjects {
		ids = append(ids, strings.TrimPrefix(subject, "$KV.hunts."))
	}
	return ids, err
}

// List is how all hunts stand, the oldest first. One that the engine keeps broken has failed.
func (c *Client) List(ctx context.Context) ([]Status, error) {
	ids, err := c.ids(ctx)
	if err != nil {
		return nil, err
	}
	var all []Status
	for _, id := range ids {
		st, err := c.Status(ctx, id)
		switch {
		case errors.Is(err, errNoHunt):
			continue
		case isBroken(err): // which says nothing of the others
			st.State, st.Why = Failed, err.Error()
		case err != nil:
			return nil, err
		}
		all = append(all, st)
	}
	slices.SortFunc(all, func(a, b Status) int { return cmp.Or(a.Submitted.Compare(b.Submitted), strings.Compare(a.ID, b.ID)) })
	return all, nil
}

// Outputs are the outputs that a hunt has come to, one for each island: those of the last epoch
// that all islands have come through or, in one that was refuted and is settled, those up to the
// task that refuted it. An island that had not begun then has the zero value.
func (c *Client) Outputs(ctx context.Context, st Status) ([]Output, error) {
	z := newPackers()
	defer z.Close()
	last := Task{st.ID, st.Epoch - 1, st.Spec.Islands - 1}
	if st.Refuted != nil {
		last = *st.Refuted
	}
	all := make([]Output, st.Spec.Islands)
	for i := range all {
		t := Task{st.ID, last.lastOf(i), i}
		if t.Epoch < 0 {
			continue
		}
		r, _, ok, err := c.result(ctx, t)
		if err == nil && !ok {
			err = fmt.Errorf("hunt %s has no result of island %d in epoch %d yet", st.ID, i, t.Epoch)
		}
		for err == nil {
			if all[i], err = c.output(ctx, z, t, r); !errors.Is(err, errLost) {
				break
			}
			c.warn("%v; a worker makes it again", err)
			if err = c.submit(ctx, st.Spec, t, makeAgain); err != nil {
				break
			}
			select {
			case <-ctx.Done():
				err = context.Cause(ctx)
			case <-time.After(mostPause):
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Digest is the SHA-256 of all results that count, in the order of epochs and islands: of the
// hashes of all states, and of all ratios.
func (c *Client) Digest(ctx context.Context, st Status) (string, error) {
	var all bytes.Buffer
	for e := range st.Spec.Epochs {
		for i := range st.Spec.Islands {
			t := Task{st.ID, e, i}
			if st.Refuted != nil && t.later(*st.Refuted) {
				break
			}
			_, text, ok, err := c.result(ctx, t)
			if err != nil {
				return "", err
			}
			if !ok {
				return "", fmt.Errorf("hunt %s has no result of island %d in epoch %d", st.ID, i, e)
			}
			all.Write(text)
		}
	}
	return sum(all.Bytes()), nil
}

// latest is the number of the last epoch of each island that has a result, −1 for none, and how
// many results there are.
func (c *Client) latest(ctx context.Context, s Spec) (epochs []int, results int, err error) {
	subjects, err := c.subjects(ctx, c.resultStream, "$KV.results."+s.ID()+".>")
	epochs = make([]int, s.Islands)
	for i := range epochs {
		epochs[i] = -1
	}
	for subject := range subjects {
		t, err := taskOf("task.." + strings.TrimPrefix(subject, "$KV.results."))
		if err == nil && t.Island < s.Islands && t.Epoch < s.Epochs {
			epochs[t.Island] = max(epochs[t.Island], t.Epoch)
			results++
		}
	}
	return epochs, results, err
}

// subjects are those of a stream that a filter lets through.
func (c *Client) subjects(ctx context.Context, stream jetstream.Stream, filter string) (found map[string]uint64, err error) {
	err = c.again(ctx, "listing "+filter, func(ctx context.Context) error {
		info, err := stream.Info(ctx, jetstream.WithSubjectFilter(filter))
		if err == nil {
			found = info.State.Subjects
		}
		return err
	})
	return found, err
}

// clear deletes the blobs of the epochs that all islands have left two epochs ago.
func (c *Client) clear(ctx context.Context, s Spec, epoch int) error {
	for ; epoch > 1; epoch-- {
		done, err := c.subjects(ctx, c.resultStream, fmt.Sprintf("$KV.results.%s.%d.*", s.ID(), epoch))
		if err != nil {
			return err
		}
		if len(done) == s.Islands {
			break
		}
	}
	if epoch < 2 {
		return nil
	}
	kept, err := c.subjects(ctx, c.blobs, "blob."+s.ID()+".>")
	old := map[int]bool{}
	for subject := range kept {
		parts := strings.Split(subject, ".")
		if t, err := taskOf("task.." + strings.Join(parts[1:4], ".")); err == nil && t.Epoch <= epoch-2 {
			old[t.Epoch] = true
		}
	}
	for e := range old {
		err = errors.Join(err, c.drop(ctx, fmt.Sprintf("blob.%s.%d.>", s.ID(), e)))
	}
	return err
}
