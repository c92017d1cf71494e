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

// like serves a learner of this project, and shows what the protocol lets it
// show, or only what is listed. One that draws its predictions has no scores whose signs they are,
// and one that shows a mean no classifier whose scores they are.
func like(learner string, listed ...string) {
	spec, err := parse(learner)
	if err != nil {
		panic(err)
	}
	k := spec.Kind
	second, shows := k.Condition != nil, spec.New(1).State()
	hello := greeting{Protocol: 1, Name: "a program", Version: "1", Shows: showable}
	if k.Random || second {
		hello.Shows = nil
	} else if shows.Drifts && !k.Restless {
		hello.Shows = []string{scores}
	}
	if len(listed) > 0 {
		hello.Shows = strings.Fields(listed[0])
	}
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	_ = out.Encode(hello)
	var l algos.Learner
	for q := (asked{}); in.Decode(&q) == nil; q = (asked{}) {
		if q.First == 1 {
			l = spec.New(q.Dim)
		}
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
		whole, _ := json.Marshal(a)
		var asked map[string]any
		_ = json.Unmarshal(whole, &asked)
		for _, what := range append([]string{states, "error"}, showable...) {
			if !slices.Contains(q.Show, what) {
				delete(asked, what)
			}
		}
		_ = out.Encode(asked)
	}
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

// misbehave is a Perceptron that does against the protocol what its name says.
func misbehave(how string) {
	time.AfterFunc(5*time.Minute, func() { os.Exit(1) }) // where the test that would kill it has been killed
	how, file, _ := strings.Cut(how, ":")                // where it names the process that it starts, or says that it hangs
	hello := `{"protocol":1,"name":"a program","version":"1","shows":["scores","classifier"]}`
	switch how {
	case "crash at once":
		fmt.Fprintln(os.Stderr, "Traceback: no module named numpy")
		os.Exit(3)
	case "never greet":
		select {}
	case "noise before":
		fmt.Println("loading the model")
	case "another version":
		hello = `{"protocol":2,"name":"a program"}`
	case "no name":
		hello = `{"protocol":1}`
	case "another key":
		hello = `{"protocol":1,"name":"a program","flavour":"sour"}`
	case "shows gradients":
		hello = `{"protocol":1,"name":"a program","shows":["gradients"]}`
	case "decisions alone": // which is allowed
		hello = `{"protocol":1,"name":"a program"}`
	case "stubborn":
		signal.Ignore(syscall.SIGTERM, os.Interrupt)
	case "flood of errors":
		for i := range 200_000 {
			fmt.Fprintf(os.Stderr, "warning %d: a number is small\n", i)
		}
	case "parent", "parent that crashes":
		child := exec.Command(os.Args[0], "misbehave", "stubborn child:"+file)
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		for text := []byte(nil); len(text) == 0; time.Sleep(time.Millisecond) {
			text, _ = os.ReadFile(file) // it is there
		}
	case "stubborn child":
		_ = os.WriteFile(file+".part", fmt.Append(nil, os.Getpid()), 0o600)
		_ = os.Rename(file+".part", file)
		signal.Ignore(syscall.SIGTERM, os.Interrupt)
		time.Sleep(time.Hour)
	case "never read":
		fmt.Println(hello)
		select {}
	}
	fmt.Println(hello)
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	var w []float64
	learned := 0 // questions
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			break
		}
		var q asked
		if err := json.Unmarshal(line, &q); err != nil {
			panic(err)
		}
		if q.First == 1 && (how != "forget nothing" || w == nil) {
			w = make([]float64, q.Dim)
		}
		a := map[string]any{"stream": q.Stream, "first": q.First}
		predictions, updates, all, kept := []int{}, []bool{}, []float64{}, []plane{}
		for i, x := range q.X {
			if how == "crash at 5" && q.First+i == 5 {
				fmt.Fprintln(os.Stderr, "ZeroDivisionError at 5")
				os.Exit(1)
			}
			var score float64
			for k := range x {
				score += w[k] * x[k]
			}
			label := 1
			if score < 0 {
				label = -1
			}
			update := score*float64(q.Y[i]) <= 0
			if update {
				next := append([]float64{}, w...)
				for k := range x {
					next[k] += float64(q.Y[i]) * x[k]
				}
				w = next
				kept = append(kept, plane{W: w})
			}
			predictions, updates, all = append(predictions, label), append(updates, update), append(all, score)
		}
		a["predictions"], a["updates"] = predictions, updates
		for _, what := range q.Show {
			switch what {
			case scores:
				a[scores] = all
			case states:
				a[states] = kept
			case classifier:
				a[classifier] = plane{W: w}
			}
		}
		n := len(q.Y)
		if n > 2 {
			switch how {
			case "crash":
				fmt.Fprintln(os.Stderr, "Traceback (most recent call last):\n  mine.py, line 12\nZeroDivisionError: division by zero")
				os.Exit(1)
			case "parent that crashes":
				os.Exit(1)
			case "kill itself":
				self, _ := os.FindProcess(os.Getpid())
				_ = self.Kill()
				select {}
			case "hang":
				fmt.Fprintln(os.Stderr, "thinking")
				if file != "" {
					_ = os.WriteFile(file, nil, 0o600)
				}
				select {}
			case "noise between":
				fmt.Println("epoch 1")
			case "one answer too few":
				a["predictions"] = predictions[:n-1]
			case "one answer too many":
				a["updates"] = append(updates, true)
			case "no scores":
				delete(a, scores)
			case "no label":
				predictions[1] = 0
			case "another sign":
				all[2], predictions[2] = 0.5, -1
			case "cannot go on":
				a = map[string]any{"stream": q.Stream, "first": q.First, "predictions": predictions[:1], "updates": updates[:1], "error": "the matrix is singular"}
			case "another stream":
				a["stream"] = q.Stream + 1
			case "random":
				predictions[1] = 2*rand.IntN(2) - 1
				all[1] = float64(predictions[1]) * (1 + rand.Float64())
			case "close its output":
				os.Stdout.Close()
				select {}
			case "end after its output":
				os.Stdout.Close()
				time.Sleep(2 * grace)
				os.Exit(3)
			case "an endless line":
				for {
					fmt.Print(strings.Repeat("1,", 1<<10))
				}
			case "no UTF-8":
				os.Stdout.Write([]byte("{\"stream\":\xff}\n"))
				continue
			case "no JSON":
				fmt.Println(`{"stream": 1, predictions: [1]}`)
				continue
			case "one key more":
				a["confidence"] = 0.9
			case "one weight too many":
				a[classifier] = plane{W: append([]float64{1}, w...)}
			case "an unexpected bias":
				if len(kept) > 0 {
					kept[0].B = 0.25
				}
			case "one state too few":
				if len(kept) > 0 {
					a[states] = kept[1:]
				}
			}
		}
		text, _ := json.Marshal(a)
		if n > 2 {
			switch how {
			case "not a number":
				text = []byte(strings.Replace(string(text), `"scores":[0,`, `"scores":[0,NaN,`, 1))
			case "infinite":
				text = []byte(strings.Replace(string(text), `"scores":[0,`, `"scores":[1e999,`, 1))
			case "two answers in a line":
				text = append(text, text...)
			}
		}
		if n > 2 {
			learned++
		}
		if how == "close its input" && learned == 2 {
			os.Stdin.Close()
			fmt.Println(string(text))
			select {}
		}
		if how == "noise at the end" && learned == 2 {
			text = append(text, "\nall done"...)
		}
		fmt.Println(string(text))
		if how == "noise after" && n > 2 {
			fmt.Println("done with an epoch")
		}
	}
	if how == "stubborn" {
		time.Sleep(time.Hour)
	}
}

// say writes the first line of a file, and each of the others in answer to a line.
func say(file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	in := bufio.NewScanner(os.Stdin)
	for line := range strings.Lines(string(text)) {
		if fmt.Print(line); !in.Scan() {
			return
		}
	}
}
