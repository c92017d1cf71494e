package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// A hunt of two islands and three epochs, on an engine and a worker of this process.
func Example() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	dir, err := os.MkdirTemp("", "engine")
	check(err)
	defer os.RemoveAll(dir)
	engine, err := Start(dir, "127.0.0.1:0")
	check(err)
	defer engine.Close()
	client, err := Connect(ctx, Options{URL: engine.URL()})
	check(err)
	defer client.Close()

	count := func(Spec) (Func, error) { // a task appends a letter to its island's state
		return func(_ context.Context, t Task, own []byte) (Output, error) {
			return Output{State: append(own, 'a'+byte(t.Epoch)), Trials: 1}, nil
		}, nil
	}
	go client.Work(ctx, Worker{Identity: "this build", Runner: count, Slots: 2, Lease: time.Minute})
	hunt := Spec{Title: "letters", Identity: "this build", Islands: 2, Epochs: 3, Plan: json.RawMessage("{}")}
	check(client.Submit(ctx, hunt))
	status, err := client.Status(ctx, hunt.ID())
	for err == nil && !status.Settled {
		time.Sleep(10 * time.Millisecond)
		status, err = client.Status(ctx, hunt.ID())
	}
	fmt.Println(status.State, status.Results, err)
	// Output: survived 6 <nil>
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
