package external

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// asked is a question as a program reads it.
type asked struct {
	Stream int         `json:"stream"`
	First  int         `json:"first"`
	Dim    int         `json:"dim"`
	X      [][]float64 `json:"x"`
	Y      []int       `json:"y"`
	Show   []string    `json:"show"`
}

// fake serves a learner of this project, and shows all that the protocol allows, or only what is listed. Its name is
// a misbehaviour, against the protocol, at questions of more than two examples; "" is none. A file follows a colon.
func fake(how, learner string, listed ...string) {
	time.AfterFunc(5*time.Minute, func() { os.Exit(1) }) // the test that would kill it may itself have been killed
	how, file, _ := strings.Cut(how, ":")
	spec, err := parse(learner)
	if err != nil {
		panic(err)
	}
	does := misbehaviours[how]
	if does.begin != nil {
		does.begin(file)
	}
	hello, in := does.hello, json.NewDecoder(os.Stdin)
	if hello == "" {
		text, _ := json.Marshal(greeting{Protocol: 1, Name: "a program", Version: "1", Shows: shownBy(spec, listed)})
		hello = string(text)
	}
	fmt.Println(hello)
	if how == "never read" {
		select {}
	}
	var l algos.Learner
	learned := 0 // questions of several examples
	for q := (asked{}); in.Decode(&q) == nil; q = (asked{}) {
		if q.First == 1 && (how != "forget nothing" || l == nil) {
			l = spec.New(q.Dim)
		}
		if how == "crash at 5" && q.First <= 5 && 5 < q.First+len(q.Y) {
			crash("ZeroDivisionError at 5", 1)
		}
		a := learn(l, spec.Kind, q)
		several := len(q.Y) > 2
		if several && does.change != nil {
			does.change(&a, file)
		}
		text := a.restrict(q.Show)
		if several {
			learned++
		}
		if several && does.write != nil {
			text = does.write(text, learned)
		}
		fmt.Println(text)
	}
	if how == "stubborn" {
		time.Sleep(time.Hour)
	}
}

// shownBy returns what a learner shows. One that draws its predictions has no scores with their signs, and one that
// shows a mean has no classifier with its scores.
func shownBy(spec *algos.Spec, listed []string) []string {
	switch {
	case len(listed) > 0:
		return strings.Fields(listed[0])
	case spec.Kind.Random || spec.Kind.Condition != nil:
		return nil
	case spec.New(1).State().Drifts && !spec.Kind.Restless:
		return []string{scores}
	}
	return showable
}

// learn lets a learner learn, and answers with all that a question may ask for.
func learn(l algos.Learner, k algos.Kind, q asked) answer {
	a := answer{Stream: q.Stream, First: q.First, Predictions: []int{}, Updates: []bool{}, States: []plane{}}
	for i, values := range q.X {
		x, y := vec.Vector{Value: values}, theory.Label(q.Y[i])
		before, gamma := l.State(), ownMargin(l)
		s := l.Step(x, y)
		score := s.Score * float64(y)
		if k.UnitNorm {
			score = before.Score(x)
		}
		after := l.State()
		updated := s.Updated || k.Restless && !slices.Equal(before.W, after.W)
		a.Predictions, a.Updates = append(a.Predictions, int(s.Predicted)), append(a.Updates, updated)
		a.Scores, a.Openings = append(a.Scores, score), append(a.Openings, s.Opening)
		if a.Margins = append(a.Margins, gamma); updated {
			a.States = append(a.States, plane{after.W, after.B})
		}
	}
	c := l.State()
	a.Margins, a.Classifier = append(a.Margins, ownMargin(l)), &plane{c.W, c.B}
	return a
}

// ownMargin returns γ‖w‖ in the scale of the visible classifier, nil if there is none yet.
func ownMargin(l algos.Learner) *float64 {
	s := l.State()
	if math.IsNaN(s.Gamma) {
		return nil
	}
	gamma := s.Gamma * vec.L2{}.Of(s.W)
	return &gamma
}

// restrict returns the answer without what was not asked for.
func (a answer) restrict(show []string) string {
	whole, _ := json.Marshal(a)
	var keys map[string]any
	_ = json.Unmarshal(whole, &keys)
	for key, value := range keys {
		optional := key == states || slices.Contains(showable, key)
		if value == nil || value == "" || optional && !slices.Contains(show, key) {
			delete(keys, key)
		}
	}
	text, _ := json.Marshal(keys)
	return string(text)
}

// crash ends the program with a word on standard error.
func crash(word string, status int) {
	fmt.Fprintln(os.Stderr, word)
	os.Exit(status)
}

// parent starts a child, which ends only at SIGKILL, and writes its number to the file.
func parent(file string) {
	child := exec.Command(os.Args[0], "fake", "stubborn child:"+file, "perceptron")
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	if err := child.Start(); err != nil {
		panic(err)
	}
	for text := []byte(nil); len(text) == 0; time.Sleep(time.Millisecond) {
		text, _ = os.ReadFile(file) // it is there
	}
}

// A misbehaviour is a breach of the protocol, from change on at questions of several examples.
type misbehaviour struct {
	want   string                                // in its error; "" if it does no harm
	begin  func(file string)                     // before the greeting
	hello  string                                // in place of the greeting
	change func(a *answer, file string)          // an answer, or replaces it
	write  func(text string, learned int) string // in place of an answer, the first or a later one
}

// misbehaviours are by the names in the words of programs.
var misbehaviours = map[string]misbehaviour{
	"crash at once": {want: "in place of its greeting: it ended before its answer: exit status 3\n  the end of its " +
		"standard error:\n    Traceback: no module named numpy",
		begin: func(string) { crash("Traceback: no module named numpy", 3) }},
	"never greet": {want: "in place of its greeting: no answer within 300ms", begin: func(string) { select {} }},
	"noise before": {want: "in place of its greeting, a line such as " +
		"{\"protocol\":1,\"name\":\"mine\",\"version\":\"1\"}: it wrote a line that is no message of the protocol (invalid " +
		"character 'l' looking for beginning of value)\n  message: loading the model",
		begin: func(string) { fmt.Println("loading the model") }},
	"another version": {want: "its greeting: it speaks version 2 of the protocol, expected 1",
		hello: `{"protocol":2,"name":"a program"}`},
	"no name": {want: "its greeting: it has no name, expected one", hello: `{"protocol":1}`},
	"another key": {want: "in place of its greeting, a line such as " +
		"{\"protocol\":1,\"name\":\"mine\",\"version\":\"1\"}: it wrote a line that is no message of the protocol (unknown " +
		"field \"flavour\")", hello: `{"protocol":1,"name":"a program","flavour":"sour"}`},
	"shows gradients": {want: `its greeting: it shows "gradients", expected some of scores, margins, openings, classifier`,
		hello: `{"protocol":1,"name":"a program","shows":["gradients"]}`},
	"crash at 5": {want: "example 5: it ended before its answer: exit status 1\n  the end of its standard error:\n    " +
		"ZeroDivisionError at 5"},
	"crash": {want: "it ended before its answer: exit status 1 on examples 1 to 20\n  the end of its standard error:\n" +
		"    Traceback (most recent call last):\n    mine.py, line 12\n    ZeroDivisionError: division by zero",
		change: func(*answer, string) {
			crash("Traceback (most recent call last):\n  mine.py, line 12\nZeroDivisionError: division by zero", 1)
		}},
	"kill itself": {want: "it ended before its answer: ", change: func(*answer, string) {
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		select {}
	}},
	"hang": {want: "no answer within 3s on examples 1 to 20\n  the end of its standard error:\n    thinking",
		change: func(_ *answer, file string) {
			fmt.Fprintln(os.Stderr, "thinking")
			if file != "" {
				_ = os.WriteFile(file, nil, 0o600)
			}
			select {}
		}},
	"never read": {want: "no answer within 300ms"},
	"noise between": {want: "example 1: it wrote a line that is no message of the protocol (invalid character 'e' looking " +
		"for beginning of value)\n  message: epoch 1", change: func(*answer, string) { fmt.Println("epoch 1") }},
	"noise after": {want: "done with an epoch", write: func(text string, _ int) string {
		return text +
			"\ndone with an epoch"
	}},
	"noise at the end": {want: "example 1: it wrote more than one line for each question: what a program prints for " +
		"people belongs on standard error\n  message: all done", write: func(text string, learned int) string {
		if learned == 2 {
			text += "\nall done"
		}
		return text
	}},
	"one answer too few": {want: "example 20: 19 predictions for 20 examples, expected 20",
		change: func(a *answer, _ string) { a.Predictions = a.Predictions[1:] }},
	"one answer too many": {want: "example 21: 21 updates for 20 examples, expected 20",
		change: func(a *answer, _ string) { a.Updates = append(a.Updates, true) }},
	"no scores": {want: "example 1: 0 scores for 20 examples, expected 20",
		change: func(a *answer, _ string) { a.Scores = nil }},
	"no label": {want: "example 2: it predicts 0, expected 1 or -1",
		change: func(a *answer, _ string) { a.Predictions[1] = 0 }},
	"another sign": {want: "example 3: it predicts -1 with the score 0.5, expected the sign of the score",
		change: func(a *answer, _ string) { a.Scores[2], a.Predictions[2] = 0.5, -1 }},
	"cannot go on": {want: "example 2: it cannot go on: the matrix is singular", change: func(a *answer, _ string) {
		*a = answer{Stream: a.Stream, First: a.First, Predictions: a.Predictions[:1], Updates: a.Updates[:1],
			Error: "the matrix is singular"}
	}},
	"another stream": {want: "example 1: an answer on stream 2 from example 1, expected one on stream 1 from example 1: " +
		"each question has one answer, in its order", change: func(a *answer, _ string) { a.Stream++ }},
	"random": {want: "example 2: it", change: func(a *answer, _ string) {
		a.Predictions[1] = 2*rand.IntN(2) - 1
		a.Scores[1] = float64(a.Predictions[1]) * (1 + rand.Float64())
	}},
	"forget nothing": {want: "when the same stream is sent again: expected a learner that begins anew where first is 1, " +
		"and draws nothing at random"},
	"close its output": {want: "it closed its standard output before its answer on examples 1 to 20",
		change: func(*answer, string) {
			os.Stdout.Close()
			select {}
		}},
	"end after its output": {want: "it ended before its answer: exit status 3 on examples 1 to 20",
		change: func(*answer, string) {
			os.Stdout.Close()
			time.Sleep(2 * grace)
			os.Exit(3)
		}},
	"close its input": {want: "it closed its standard input before its end", write: func(text string, learned int) string {
		if learned == 2 {
			os.Stdin.Close()
			fmt.Println(text)
			select {}
		}
		return text
	}},
	"an endless line": {want: "bytes without an end of line on examples 1 to 20\n  message: 1,1,1,1,",
		change: func(*answer, string) {
			for {
				fmt.Print(strings.Repeat("1,", 1<<10))
			}
		}},
	"no UTF-8": {want: "example 1: it wrote invalid UTF-8, expected a line of JSON\n  message: " +
		"\"{\\\"stream\\\":\\xff}\"", write: func(string, int) string { return "{\"stream\":\xff}" }},
	"no JSON": {want: "example 1: it wrote a line that is no message of the protocol (invalid character 'p' " +
		"looking for beginning of object key string)\n  message: {\"stream\": 1, predictions: [1]}",
		write: func(string, int) string { return `{"stream": 1, predictions: [1]}` }},
	"one key more": {want: "example 1: it wrote a line that is no message of the protocol (unknown field " +
		"\"confidence\")", write: func(text string, _ int) string { return `{"confidence":0.9,` + text[1:] }},
	"one weight too many": {want: "a classifier", change: func(a *answer,
		_ string) {
		a.Classifier.W = append(a.Classifier.W, 1)
	}},
	"an unexpected bias": {want: "a classifier with b = 0.25, expected 0, or bias=yes in the expression of the learner",
		change: func(a *answer, _ string) { a.States[0].B = 0.25 }},
	"one state too few": {want: "states for", change: func(a *answer, _ string) { a.States = a.States[1:] }},
	"not a number": {want: "example 2: scores has NaN, expected finite numbers", write: func(text string, _ int) string {
		return strings.Replace(text, `"scores":[0,`, `"scores":[0,NaN,`, 1)
	}},
	"infinite": {want: "example 1: scores has 1e999, expected finite numbers", write: func(text string, _ int) string {
		return strings.Replace(text, `"scores":[0,`, `"scores":[1e999,`, 1)
	}},
	"two answers in a line": {want: "example 1: it wrote more than one value in a line, expected one object of JSON",
		write: func(text string, _ int) string { return text + text }},
	"stubborn": {begin: func(string) { signal.Ignore(syscall.SIGTERM, os.Interrupt) }},
	"flood of errors": {begin: func(string) {
		for i := range 200_000 {
			fmt.Fprintf(os.Stderr, "warning %d: a number is small\n", i)
		}
	}},
	"parent":              {begin: parent},
	"parent that crashes": {begin: parent, change: func(*answer, string) { os.Exit(1) }},
	"stubborn child": {begin: func(file string) {
		_ = os.WriteFile(file+".part", fmt.Append(nil, os.Getpid()), 0o600)
		_ = os.Rename(file+".part", file)
		signal.Ignore(syscall.SIGTERM, os.Interrupt)
		time.Sleep(time.Hour)
	}},
	"say": {begin: func(file string) { // the first line of the file, and each of the others in answer to a line
		text, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		in := bufio.NewScanner(os.Stdin)
		for line := range strings.Lines(string(text)) {
			if fmt.Print(line); !in.Scan() {
				break
			}
		}
		os.Exit(0)
	}},
}
