// Package cluster runs hunts on many machines, over NATS JetStream.
//
// A hunt is a ring of islands that goes in epochs. A [Task] is one epoch of one island. It is a
// pure function of the hunt's plan, the island's own state an epoch before, and what its
// neighbour on the ring, the next island, gave then. So it may run anywhere, and more than once:
//
//	engine    an embedded NATS server (Start), or any other one from version 2.11
//	worker    pulls a task, runs it, writes its result, submits the tasks that became ready
//	client    submits, watches, stops and resumes hunts
//
// Nobody coordinates. What the engine keeps says what is to be done next:
//
//	stream tasks     task.<identity>.<hunt>.<epoch>.<island>   a work queue, each task at most once
//	stream blobs     blob.<hunt>.<epoch>.<island>.<SHA-256>.…  states, compressed by zstd
//	KV     hunts     <hunt>, <hunt>.stop, <hunt>.refuted       the plan, and why it does not go on
//	                 looks.<identity>                          which worker looks for hunts that wait
//	KV     results   <hunt>.<epoch>.<island>                   hashes and the best ratio
//
// A worker keeps an order that makes a crash anywhere harmless: blobs, result, tasks that became
// ready, acknowledgement. Tasks run at least once. Results count exactly once: the first write
// counts, and a second one must have the same bytes, or the hunt stops with an error.
//
// A refutation of a hunt is that of the least (epoch, island), wherever it was found first: tasks
// that come later in that order are given up, those that come earlier are run.
//
// Only this package imports NATS.
package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Spec is a hunt as it is submitted. Its bytes determine all results.
type Spec struct {
	Title    string          `json:"title"`    // for people: what is hunted
	Identity string          `json:"identity"` // of the builds that may run it
	Islands  int             `json:"islands"`
	Epochs   int             `json:"epochs"`
	Plan     json.RawMessage `json:"plan"` // what the function of the tasks reads
}

// ID is the hunt's name: a hash of the spec.
func (s Spec) ID() string {
	return sum(s.text())[:12]
}

// text is the spec in JSON. It panics if the plan is no JSON, the caller's mistake.
func (s Spec) text() []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic("cluster: the plan of a hunt: " + err.Error())
	}
	return text
}

// The greatest hunts.
const (
	mostIslands = 10_000
	mostEpochs  = 1_000_000
	mostValue   = 1_000_000 // bytes of a hunt: a message has at most 1 MiB
	mostText    = 1 << 14   // bytes that people read: longer than any claim
)

// mostTrials are those of an island: those of all can be added.
const mostTrials int64 = 1 << 48

func (s Spec) check() error {
	switch {
	case s.Islands < 1 || s.Islands > mostIslands:
		return fmt.Errorf("a hunt of %d islands, expected 1 to %d", s.Islands, mostIslands)
	case s.Epochs < 1 || s.Epochs > mostEpochs:
		return fmt.Errorf("a hunt of %d epochs, expected 1 to %d", s.Epochs, mostEpochs)
	case len(s.Plan) > mostValue-2*mostText:
		return fmt.Errorf("a hunt whose plan, with the streams that it starts from, has %d bytes, expected at most %d on an engine", len(s.Plan), mostValue-2*mostText)
	case len(s.Title)+len(s.Identity) > mostText:
		return fmt.Errorf("a hunt whose title and identity have %d bytes, expected at most %d", len(s.Title)+len(s.Identity), mostText)
	}
	return nil
}

// Task is an epoch of an island of a hunt.
type Task struct {
	Hunt          string
	Epoch, Island int
}

func (t Task) String() string { return fmt.Sprintf("%s.%d.%d", t.Hunt, t.Epoch, t.Island) }

// subject is where the task is queued, for the workers of an identity.
func (t Task) subject(identity string) string { return "task." + hashed(identity) + "." + t.String() }

// taskOf is the task of a subject.
func taskOf(subject string) (Task, error) {
	parts := strings.Split(subject, ".")
	if len(parts) == 5 {
		epoch, err := strconv.Atoi(parts[3])
		island, err2 := strconv.Atoi(parts[4])
		if t := (Task{parts[2], epoch, island}); err == nil && err2 == nil && min(epoch, island) >= 0 && t.String() == strings.Join(parts[2:], ".") {
			return t, nil
		}
	}
	return Task{}, fmt.Errorf("%q is no subject of a task", subject)
}

// later reports whether a task comes after another one in the order of epochs and islands.
func (t Task) later(than Task) bool {
	return t.Epoch > than.Epoch || t.Epoch == than.Epoch && t.Island > than.Island
}

// hashed is an identity as a part of a subject.
func hashed(identity string) string { return sum([]byte(identity))[:12] }

// Output is what a task makes.
type Output struct {
	State       []byte  // what the next epoch of the island goes on from
	Elites      []byte  // what the next epoch of the island before it takes from this one
	Best        []byte  // the best stream so far, nil if there is none
	Certificate []byte  // proves that the claim is refuted, nil if it is not
	Ratio, Ease float64 // of the best stream; finite
	Trials      int     // streams run so far
}

func (o Output) check() error {
	if math.IsNaN(o.Ratio+o.Ease) || math.IsInf(o.Ratio, 0) || math.IsInf(o.Ease, 0) {
		return fmt.Errorf("it has the ratio %v at the ease %v, expected finite numbers", o.Ratio, o.Ease)
	}
	if o.Trials < 0 || int64(o.Trials) > mostTrials {
		return fmt.Errorf("it ran %d streams, expected from 0 to %d", o.Trials, mostTrials)
	}
	for _, text := range [][]byte{o.State, o.Elites, o.Best, o.Certificate} {
		if len(text) > mostBlob {
			return fmt.Errorf("a state, elites, stream or certificate of %d bytes, expected at most %d", len(text), mostBlob)
		}
	}
	return nil
}

// Func runs a task. own is the state of the island an epoch before, and neighbour the elites of
// the next island; both are nil in epoch 0. It must be pure. An error stops the hunt, unless ctx has ended.
type Func func(ctx context.Context, spec Spec, t Task, own, neighbour []byte) (Output, error)

// Runner is a hunt's function, made once from its spec for all its tasks on a worker.
type Runner func(spec Spec) (Func, error)
