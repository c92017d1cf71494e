package external

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
	"weak"

	"marginlab/algos"
	"marginlab/theory"
)

// Program is a program that learns. It is safe for concurrent use: each stream in progress has a process, which
// others take over when its learner starts anew or is gone.
type Program struct {
	text    string // the expression
	words   []string
	as      *algos.Spec // that it claims to be, nil for none
	bias    bool
	timeout time.Duration // of each answer

	mu       sync.Mutex
	children map[*child]bool
	idle     []*child   // the most recently used last
	about    *greeting  // of the first process
	code     algos.Code // with its name and version once it has greeted
}

const (
	againEvery   = 64 // one stream in that many of a process is sent twice, the first to begin with
	fewProcesses = 16 // start before the garbage is searched for learners that are gone
)

// running are the programs that this process has started, by their expression: two learners of one expression share
// the processes.
//
// Note: an owner handed down to every parser of an expression would do without a package variable; but the operating
// system has one list of children, too.
var running = struct {
	mu       sync.Mutex
	programs map[string]*Program
}{programs: map[string]*Program{}}

// shared returns the program of that expression.
func shared(p *Program) *Program {
	running.mu.Lock()
	defer running.mu.Unlock()
	if known := running.programs[p.text]; known != nil {
		return known
	}
	p.children = map[*child]bool{}
	running.programs[p.text] = p
	return p
}

// Stop ends all running programs at once, and returns when they are gone. A learner with a stream in progress fails;
// one that begins a stream starts its program again.
func Stop() {
	running.mu.Lock()
	all := slices.Collect(maps.Values(running.programs))
	running.mu.Unlock()
	var ended sync.WaitGroup
	for _, p := range all {
		p.mu.Lock()
		for c := range p.children {
			ended.Go(c.end)
		}
		p.children, p.idle = map[*child]bool{}, nil
		p.mu.Unlock()
	}
	ended.Wait()
}

// unseen returns what the program does not show, once it has greeted. The learner that it claims to be may have more
// than it shows.
func (p *Program) unseen() (unseen theory.Needs) {
	hides := func(need theory.Needs, what string, has bool) {
		if has && !slices.Contains(p.about.Shows, what) {
			unseen |= need
		}
	}
	hides(theory.NeedsClassifier, classifier, true)
	if p.as != nil {
		// What has a bias of its own needs both labels first, and what solves a linear system has a determinant.
		k := p.as.Kind
		hides(theory.NeedsMargin, margins, k.OwnMargin)
		hides(theory.NeedsOpening, openings, k.OwnBias)
		hides(theory.NeedsLogDet, "no program shows it", k.Condition != nil)
	}
	return unseen
}

// Greet starts the program if it has not run, so that the code of its learner has the program's own name and version.
// Its error is an *[Error].
func (p *Program) Greet() error {
	p.mu.Lock()
	known := p.about != nil
	p.mu.Unlock()
	if known {
		return nil
	}
	c, err := p.start()
	if err == nil {
		p.release(c)
	}
	return err
}

// acquire returns the process of a learner's stream; for a new stream, a process without one.
func (p *Program) acquire(l *Learner) (c *child, err error) {
	if c = p.take(l); c == nil && l.seen > 0 {
		return nil, &Error{Learner: p.text, Example: l.seen + 1, What: "its process was ended in the midst of the stream"}
	}
	if c == nil {
		c = p.take(nil)
	}
	if c == nil && p.many() {
		runtime.GC()
		c = p.take(nil)
	}
	if c == nil {
		if c, err = p.start(); err != nil {
			return nil, err
		}
	}
	c.holder = weak.Make(l)
	return c, nil
}

// take returns an idle process with the stream of a learner, or without a stream if l is nil; nil if there is none.
func (p *Program) take(l *Learner) (c *child) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at := slices.IndexFunc(p.idle, func(c *child) bool { return c.holder.Value() == l }); at >= 0 {
		c = p.idle[at]
		p.idle = slices.Delete(p.idle, at, at+1)
	}
	return c
}

// many reports whether it is time to search the garbage for learners that are gone.
func (p *Program) many() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.children) >= fewProcesses
}

// leave ends the stream of a learner, so that its process may take another.
func (p *Program) leave(l *Learner) {
	if c := p.take(l); c != nil {
		c.holder = weak.Pointer[Learner]{}
		p.release(c)
	}
}

// release makes a process idle.
func (p *Program) release(c *child) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.children[c] {
		p.idle = append(p.idle, c)
	}
}

// drop ends a process that failed.
func (p *Program) drop(c *child) {
	p.mu.Lock()
	delete(p.children, c)
	p.mu.Unlock()
	c.timer.Stop()
	c.kill()
	c.end()
}

// start starts a process and reads its greeting.
func (p *Program) start() (*child, error) {
	c, err := start(p.words, p.timeout)
	if err != nil {
		return nil, &Error{Learner: p.text, What: "it cannot be started: " + err.Error()}
	}
	p.mu.Lock()
	p.children[c] = true
	p.mu.Unlock()
	const most = 1 << 16
	line, err := c.read(most)
	c.timer.Stop()
	var what string
	if err != nil {
		what = "in place of its greeting: " + c.describeEnd(err, p.timeout, most)
	} else if failed := decode(line, &c.greeting); failed != nil {
		what = `in place of its greeting, a line such as {"protocol":1,"name":"mine","version":"1"}: ` + failed.What
	} else if bad := c.greeting.check(p); bad != "" {
		what = "its greeting: " + bad
	} else {
		return c, nil
	}
	p.drop(c)
	return nil, &Error{Learner: p.text, What: what, Message: cut(string(line)), Stderr: c.stderr.last()}
}

// check returns what is wrong with a greeting, "" if nothing is.
func (g *greeting) check(p *Program) string {
	switch {
	case g.Protocol != protocol:
		return fmt.Sprintf("it speaks version %d of the protocol, expected %d", g.Protocol, protocol)
	case strings.TrimSpace(g.Name) == "":
		return "it has no name, expected one"
	}
	for _, s := range g.Shows {
		if !slices.Contains(showable, s) {
			return fmt.Sprintf("it shows %q, expected some of %s", s, strings.Join(showable, ", "))
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.about == nil {
		p.about = g
		p.code.Name, p.code.Version = g.Name, g.Version
	}
	if g.Name != p.about.Name || g.Version != p.about.Version {
		return fmt.Sprintf("it is now %s %s, and was %s %s", g.Name, g.Version, p.about.Name, p.about.Version)
	}
	return ""
}
