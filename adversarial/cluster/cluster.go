// Package cluster runs hunts on many machines, over NATS JetStream.
//
// A hunt is a number of islands, each of which runs for a number of epochs. A [Task] is one epoch of one island: a pure
// function of the hunt's plan and of the island's state one epoch before. So it may run anywhere, and more than once.
//
//	engine    an embedded NATS server (Start), or any other one from version 2.11
//	worker    takes a task, runs it, keeps the island's new state, and queues the island again
//	client    submits, watches, stops and resumes hunts
//
// There is no coordinator. The data in the engine determine the next work:
//
//	stream tasks     task.<identity>.<hunt>.<epoch>.<island>   work queue: an island that is to go on
//	KV     hunts     <hunt>, <hunt>.end                        the plan, and why it does not go on
//	KV     islands   <hunt>.<island>                           how far it has come, with the hash of its state
//	object states    <hunt>.<island>.<epochs mod 8>            the state after that many epochs
//
// A worker writes the state, then how far the island has come, then the next task, and then
// acknowledges its own, so that a crash anywhere is harmless. Tasks run at least once. Results count
// exactly once: the first counts, and a second one must be the same, or the hunt stops with an error.
//
// The refutation of a hunt is the one at the least (epoch, island), wherever one was found first: later tasks in that
// order are given up, earlier ones are run.
//
// Only this package imports NATS.
package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
)

// Spec is a hunt as it is submitted. Its bytes determine all results.
type Spec struct {
	Title    string          `json:"title"`    // for people: what is hunted
	Identity string          `json:"identity"` // of the builds that may run it
	Islands  int             `json:"islands"`
	Epochs   int             `json:"epochs"`
	Plan     json.RawMessage `json:"plan"` // read by the function of the tasks
}

// ID returns the hunt's name: a hash of the spec.
func (s Spec) ID() string { return hashOf(string(text(s))) }

// text returns a value in JSON. It panics if it has none, which is the caller's mistake.
func text(v any) []byte {
	t, err := json.Marshal(v)
	if err != nil {
		panic("cluster: " + err.Error())
	}
	return t
}

// hashOf returns the beginning of a hash, as a part of a subject.
func hashOf(s string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(s)))[:12] }

// Limits of a hunt.
const (
	mostIslands = 10_000
	mostEpochs  = 1_000_000
	mostValue   = 1_000_000 // bytes of a hunt: a message has at most 1 MiB
	mostText    = 1 << 14   // bytes that people read: longer than any claim
)

func (s Spec) check() error {
	switch {
	case s.Islands < 1 || s.Islands > mostIslands:
		return fmt.Errorf("a hunt of %d islands, expected 1 to %d", s.Islands, mostIslands)
	case s.Epochs < 1 || s.Epochs > mostEpochs:
		return fmt.Errorf("a hunt of %d epochs, expected 1 to %d", s.Epochs, mostEpochs)
	case len(s.Plan) > mostValue-2*mostText:
		return fmt.Errorf("a hunt whose plan, with the streams that it starts from, has %d bytes, "+
			"expected at most %d on an engine", len(s.Plan), mostValue-2*mostText)
	case len(s.Title)+len(s.Identity) > mostText:
		return fmt.Errorf("a hunt whose title and identity have %d bytes, expected at most %d",
			len(s.Title)+len(s.Identity), mostText)
	}
	return nil
}

// Task is an epoch of an island of a hunt.
type Task struct {
	Hunt          string
	Epoch, Island int
}

func (t Task) String() string { return fmt.Sprintf("%s.%d.%d", t.Hunt, t.Epoch, t.Island) }

// key returns the key of the task's island.
func (t Task) key() string { return fmt.Sprintf("%s.%d", t.Hunt, t.Island) }

// subject returns the subject on which the task is queued, for the workers of an identity.
func (t Task) subject(identity string) string { return "task." + hashOf(identity) + "." + t.String() }

var subjectOfTask = regexp.MustCompile(`^task\.\w+\.(\w+)\.(\d{1,9})\.(\d{1,9})$`)

// taskOf parses the task from a subject.
func taskOf(subject string) (Task, error) {
	parts := subjectOfTask.FindStringSubmatch(subject)
	if parts == nil {
		return Task{}, fmt.Errorf("%q is no subject of a task", subject)
	}
	epoch, _ := strconv.Atoi(parts[2]) // of at most nine digits
	island, _ := strconv.Atoi(parts[3])
	return Task{parts[1], epoch, island}, nil
}

// later reports whether a task comes after another one in the order of epochs and islands.
func (t Task) later(than Task) bool {
	return t.Epoch > than.Epoch || t.Epoch == than.Epoch && t.Island > than.Island
}

// Output is the result of a task.
type Output struct {
	State   []byte  // from which the island's next epoch continues; with the certificate, if it refutes the claim
	Ratio   float64 // of the best stream; finite
	Trials  int     // streams run so far
	Refuted bool    // the claim is refuted
}

// Func runs a task. own is the island's state one epoch before, nil in epoch 0. It must be pure. An error stops the
// hunt, unless ctx has ended.
type Func func(ctx context.Context, t Task, own []byte) (Output, error)

// Runner is a hunt's function, made once from its spec for all its tasks on a worker.
type Runner func(spec Spec) (Func, error)
