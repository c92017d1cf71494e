package external

import (
	"slices"

	"marginlab/algos"
	"marginlab/theory"
)

const (
	mostAsked  = 1 << 16 // numbers in a question,
	mostRows   = 1 << 10 // examples, and
	mostStates = 1 << 20 // numbers in the classifiers that its answer may show
)

// request is what a learner asks of its program: to learn all that is kept of its stream.
type request struct {
	*Learner
	since        int      // the examples before are known, from 0 on
	states, last bool     // show the classifiers after each update, and after all
	answers      []answer // from example since on

	questions []question
	known     int  // of the questions, those whose answers are known
	twice     bool // the first is sent twice
}

// exchange has a program learn the streams of requests, in one go. There are no more of them
// than it learns at once, and only one of a stream that holds its process. An error is that of
// all of their learners.
func exchange(requests ...*request) error {
	first := requests[0]
	p, c := first.program, first.in
	if !first.held {
		var err error
		if c, err = p.acquire(first); err != nil {
			for _, r := range requests {
				r.err = err
			}
			return err
		}
	}
	anew := slices.ContainsFunc(requests, func(r *request) bool { return !c.goesOn(r) })
	var questions []question
	for _, r := range requests {
		r.prepare(c, anew)
		questions = append(questions, r.questions...)
	}
	answers, failed := c.exchange(questions, p.biased(), p.timeout)
	for i := 0; i < len(requests) && failed == nil; i++ {
		n := len(requests[i].questions)
		failed = requests[i].take(answers[:n])
		answers = answers[n:]
	}
	if failed != nil {
		p.drop(c)
		if at := slices.IndexFunc(requests, func(r *request) bool { return failed.stream > 0 && r.stream == failed.stream }); at >= 0 {
			if located, by := requests[at].oneByOne(); located != nil {
				failed, c = located, by
			}
		}
		err := &Error{Learner: p.text, Example: failed.example, What: failed.what, Message: cut(string(failed.line)), Stderr: c.stderr.last()}
		for _, r := range requests {
			r.held, r.err = false, err
		}
		return err
	}
	for _, r := range requests {
		*c.place(r.stream), r.in = place{r.Learner, r.seen + 1}, c
	}
	if first.held = first.held || len(first.x.value) > mostKept; !first.held {
		p.release(c)
	}
	return nil
}

// oneByOne has another process learn the stream again, an example in each question, and returns
// what fails there and in which process: nil if nothing does, or if the stream is too long.
func (r *request) oneByOne() (*failure, *child) {
	const most = 10_000 // examples
	if r.offset > 0 || r.seen > most {
		return nil, nil
	}
	c, err := r.program.start()
	if err != nil {
		return nil, nil
	}
	defer r.program.drop(c)
	for i := range r.seen {
		q := question{stream: 1, first: i + 1, x: r.x.part(i, i+1), y: r.y[i : i+1]}
		if _, failed := c.exchange([]question{q}, r.program.biased(), r.program.timeout); failed != nil {
			return failed, c
		}
	}
	return nil, nil
}

// prepare makes the questions, of a stream that begins anew or goes on.
func (r *request) prepare(c *child, anew bool) {
	begin := r.since
	if anew {
		begin = 0
		if r.offset > 0 { // it cannot be: a stream that is not kept holds its process
			panic("external: example 1 is not kept")
		}
		if r.stream = c.streams + 1; r.seen > 0 {
			c.streams++
			r.twice = c.streams%againEvery == 1
		}
	}
	shown := slices.Contains(c.greeting.Shows, classifier)
	var show []string
	for _, what := range []string{scores, margins, openings} {
		if slices.Contains(c.greeting.Shows, what) {
			show = append(show, what)
		}
	}
	if r.states && shown {
		show = append(show, states)
	}
	r.questions = r.cut(begin, r.since, nil)
	r.known = len(r.questions)
	r.questions = append(r.questions, r.cut(r.since, r.seen, show)...)
	if r.seen == r.since { // to ask for the classifier alone
		r.questions = append(r.questions, question{stream: r.stream, first: r.since + 1, x: features{dim: r.dim}, show: show})
	}
	if last := &r.questions[len(r.questions)-1]; r.last && shown {
		last.show = append(slices.Clone(last.show), classifier)
	}
	if r.twice {
		r.questions = slices.Insert(r.questions, 0, r.questions[0])
		r.known++
	}
}

// take takes the answers to the questions.
func (r *request) take(answers []answer) *failure {
	if r.twice {
		if wrong := answers[0].differs(&answers[1], r.questions[0]); wrong != nil {
			return &failure{fault: *wrong}
		}
	}
	r.answers = answers[r.known:]
	a := answers[len(answers)-1]
	if r.target = a.margin(len(a.Predictions)); a.Classifier != nil {
		now := a.Classifier.classifier()
		r.now = &now
	}
	return nil
}

// cut cuts the examples from one up to another, counted from 0, into questions.
func (l *Learner) cut(from, to int, show []string) (all []question) {
	most := mostRows
	if slices.Contains(show, states) {
		most = min(most, max(1, mostStates/max(1, l.dim)))
	}
	for from, to := from-l.offset, to-l.offset; from < to; {
		end := from + 1
		for end < min(to, from+most) && l.x.begin(end+1)-l.x.begin(from) <= mostAsked {
			end++
		}
		all = append(all, question{stream: l.stream, first: l.offset + from + 1, x: l.x.part(from, end), y: l.y[from:end], show: show})
		from = end
	}
	return all
}

// Streams implements [algos.Streamed]: what the greeting says.
func (l *Learner) Streams() int {
	if !l.greet() {
		return 1
	}
	return l.program.about.streams()
}

// Abreast implements [algos.Streamed].
func (l *Learner) Abreast(learners []algos.Learner, examples []theory.Example) {
	requests := make([]*request, len(learners))
	alone := false // a learner that failed, or whose stream is too long to be kept
	for i, other := range learners {
		o := other.(*Learner)
		alone = alone || o.err != nil || len(o.x.value) > mostKept-o.dim
		requests[i] = &request{Learner: o, since: o.seen, last: true}
	}
	if alone {
		for i, e := range examples {
			learners[i].Step(e.X, e.Y)
		}
		return
	}
	for i := range examples {
		requests[i].keep(examples[i : i+1])
	}
	_ = exchange(requests...) // each learner keeps its error
}
