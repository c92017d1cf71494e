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

// fake serves a learner of this project, and shows what the protocol lets it show, or only what is listed. It does
// against the protocol what its name says, to questions of more than two examples; "" is nothing. Behind a colon is
// a file.
func fake(how, learner string, listed ...string) {
	time.AfterFunc(5*time.Minute, func() { os.Exit(1) }) // where the test that would kill it has been killed
	how, file, _ := strings.Cut(how, ":")
	spec, err := parse(learner)
	if err != nil {
		panic(err)
	}
	if begin := beginnings[how]; begin != nil {
		begin(file)
	}
	hello, in := greetings[how], json.NewDecoder(os.Stdin)
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
		if change := changes[how]; several && change != nil {
			change(&a, file)
		}
		text := a.only(q.Show)
		if several {
			learned++
			if write := writings[how]; write != nil {
				text = write(text, learned)
			}
		}
		fmt.Println(text)
	}
	if how == "stubborn" {
		time.Sleep(time.Hour)
	}
}

// shownBy is what a learner shows. One that draws its predictions has no scores whose signs they are, and one that
// shows a mean no classifier whose scores they are.
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

// learn lets a learner learn, and answers with all that may be asked for.
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

// ownMargin is γ‖w‖ in the scale of the classifier that a learner shows, nil if it has none yet.
func ownMargin(l algos.Learner) *float64 {
	s := l.State()
	if math.IsNaN(s.Gamma) {
		return nil
	}
	gamma := s.Gamma * vec.L2{}.Of(s.W)
	return &gamma
}

// only is the answer with nothing that is not asked for.
func (a answer) only(show []string) string {
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

// parent starts a child, which ends at SIGKILL alone and names itself in the file.
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

// beginnings are what programs do before they greet.
var beginnings = map[string]func(file string){
	"crash at once": func(string) { crash("Traceback: no module named numpy", 3) },
	"never greet":   func(string) { select {} },
	"noise before":  func(string) { fmt.Println("loading the model") },
	"stubborn":      func(string) { signal.Ignore(syscall.SIGTERM, os.Interrupt) },
	"flood of errors": func(string) {
		for i := range 200_000 {
			fmt.Fprintf(os.Stderr, "warning %d: a number is small\n", i)
		}
	},
	"parent": parent, "parent that crashes": parent,
	"stubborn child": func(file string) {
		_ = os.WriteFile(file+".part", fmt.Append(nil, os.Getpid()), 0o600)
		_ = os.Rename(file+".part", file)
		signal.Ignore(syscall.SIGTERM, os.Interrupt)
		time.Sleep(time.Hour)
	},
	"say": func(file string) { // the first line of the file, and each of the others in answer to a line
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
	},
}

// greetings are other ones.
var greetings = map[string]string{
	"another version": `{"protocol":2,"name":"a program"}`,
	"no name":         `{"protocol":1}`,
	"another key":     `{"protocol":1,"name":"a program","flavour":"sour"}`,
	"shows gradients": `{"protocol":1,"name":"a program","shows":["gradients"]}`,
}

// changes are what programs do to their answer, or in its place.
var changes = map[string]func(a *answer, file string){
	"crash": func(*answer, string) {
		crash("Traceback (most recent call last):\n  mine.py, line 12\nZeroDivisionError: division by zero", 1)
	},
	"parent that crashes": func(*answer, string) { os.Exit(1) },
	"kill itself": func(*answer, string) {
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		select {}
	},
	"hang": func(_ *answer, file string) {
		fmt.Fprintln(os.Stderr, "thinking")
		if file != "" {
			_ = os.WriteFile(file, nil, 0o600)
		}
		select {}
	},
	"close its output": func(*answer, string) {
		os.Stdout.Close()
		select {}
	},
	"end after its output": func(*answer, string) {
		os.Stdout.Close()
		time.Sleep(2 * grace)
		os.Exit(3)
	},
	"an endless line": func(*answer, string) {
		for {
			fmt.Print(strings.Repeat("1,", 1<<10))
		}
	},
	"noise between":       func(*answer, string) { fmt.Println("epoch 1") },
	"one answer too few":  func(a *answer, _ string) { a.Predictions = a.Predictions[1:] },
	"one answer too many": func(a *answer, _ string) { a.Updates = append(a.Updates, true) },
	"no scores":           func(a *answer, _ string) { a.Scores = nil },
	"no label":            func(a *answer, _ string) { a.Predictions[1] = 0 },
	"another sign":        func(a *answer, _ string) { a.Scores[2], a.Predictions[2] = 0.5, -1 },
	"cannot go on": func(a *answer, _ string) {
		*a = answer{Stream: a.Stream, First: a.First, Predictions: a.Predictions[:1], Updates: a.Updates[:1],
			Error: "the matrix is singular"}
	},
	"another stream": func(a *answer, _ string) { a.Stream++ },
	"random": func(a *answer, _ string) {
		a.Predictions[1] = 2*rand.IntN(2) - 1
		a.Scores[1] = float64(a.Predictions[1]) * (1 + rand.Float64())
	},
	"one weight too many": func(a *answer, _ string) { a.Classifier.W = append(a.Classifier.W, 1) },
	"an unexpected bias":  func(a *answer, _ string) { a.States[0].B = 0.25 },
	"one state too few":   func(a *answer, _ string) { a.States = a.States[1:] },
}

// writings are what programs write in place of an answer, which is the first or the second or later.
var writings = map[string]func(text string, learned int) string{
	"noise after": func(text string, _ int) string { return text + "\ndone with an epoch" },
	"noise at the end": func(text string, learned int) string {
		if learned == 2 {
			text += "\nall done"
		}
		return text
	},
	"close its input": func(text string, learned int) string {
		if learned == 2 {
			os.Stdin.Close()
			fmt.Println(text)
			select {}
		}
		return text
	},
	"no UTF-8":     func(string, int) string { return "{\"stream\":\xff}" },
	"no JSON":      func(string, int) string { return `{"stream": 1, predictions: [1]}` },
	"one key more": func(text string, _ int) string { return `{"confidence":0.9,` + text[1:] },
	"not a number": func(text string, _ int) string {
		return strings.Replace(text, `"scores":[0,`, `"scores":[0,NaN,`, 1)
	},
	"infinite": func(text string, _ int) string {
		return strings.Replace(text, `"scores":[0,`, `"scores":[1e999,`, 1)
	},
	"two answers in a line": func(text string, _ int) string { return text + text },
}
