// Package external runs learners that are programs of their own, in any language. It sends them streams over
// standard input and reads what they decided from standard output, as PROTOCOL.md specifies. Folder adapters
// has what a learner needs for that in Python, C and JavaScript.
//
// A learner is written exec(COMMAND), as in exec(python3 mine.py,as=perceptron); see [Kind]. [Parse] makes an
// [algos.Spec] of it, which runs like any other. Its programs start when they are first needed, one for each
// concurrent run, and are reused for other streams. [Stop] ends them; a caller that parses such learners defers it.
//
// A breach of the protocol is an *[Error], which names the example and shows the message and the end of standard
// error. No program can make a run hang: each answer has a time limit and a length limit. The error names the first
// example at which the program failed.
package external

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"marginlab/algos"
	"marginlab/algos/expr"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// defaultTimeout is for an answer, with at most 65536 numbers, and for the greeting: an interpreter with large
// libraries takes seconds to start.
const defaultTimeout = 30 * time.Second

const usage = "exec(COMMAND,as=LEARNER,bias=yes,timeout=30s)"

// Kind describes the learners that are programs. They are written
//
//	exec(COMMAND,as=LEARNER,bias=yes,timeout=30s)
//
// where all but the command may be omitted. The command is split into words at blanks; quotes keep blanks, commas and
// parentheses: exec(sh -c 'a | b'). No shell is involved unless it is the command.
//
// The learner is checked against the theorems on the learner that as names, and has the traits of its kind. bias=yes
// says that the program has a bias b of its own.
func Kind() algos.Kind {
	return algos.Kind{
		Name: "exec", Summary: "a program in any language, over a pipe", Source: "algos/external",
		Read: read, Usage: []string{"a command", "as=a learner", "bias=no|yes", "timeout=30s"},
	}
}

// read makes the learner of an expression.
func read(e expr.Expr) (*algos.Spec, error) {
	if len(e.Args) == 0 || e.Args[0].String() == "" {
		return nil, errors.New("expected a command, as in exec(python3 mine.py)")
	}
	p := &Program{timeout: defaultTimeout}
	command := e.Args[0].String()
	var err error
	if p.words, err = words(command); err != nil {
		return nil, err
	}
	if len(p.words) == 0 || p.words[0] == "" {
		return nil, fmt.Errorf("command %q has no program, expected one, as in exec(python3 mine.py)", command)
	}
	e.Args = slices.Clone(e.Args)
	e.Args[0] = expr.Arg{Value: expr.Expr{Name: command}}
	given := map[string]bool{}
	for i, a := range e.Args[1:] {
		if given[a.Key] {
			return nil, fmt.Errorf("%s is given twice", a.Key)
		}
		given[a.Key] = true
		switch value := a.Value.String(); a.Key {
		case "as":
			p.as, err = algos.Parse(value)
			if err == nil && (p.as.Bias != 0 || p.as.Norm != vec.L2{} || p.as.Kind.Task != theory.Online) {
				err = fmt.Errorf("as is %s, expected an online learner of two classes in l2 that wraps no other", value)
			}
			if err != nil {
				return nil, err
			}
			e.Args[i+1].Value = expr.Expr{Name: p.as.String()}
		case "bias":
			if value != "yes" && value != "no" {
				return nil, fmt.Errorf("bias is %q, expected yes or no", value)
			}
			p.bias = value == "yes"
		case "timeout":
			if p.timeout, err = time.ParseDuration(value); err != nil || p.timeout <= 0 {
				return nil, fmt.Errorf("timeout is %q, expected a duration such as 30s", value)
			}
		default:
			return nil, fmt.Errorf("unexpected %q, expected %s; a comma of the command stands in quotes", a, usage)
		}
	}
	p.text, p.code.Command = e.String(), command
	return shared(p).kind().Spec(), nil
}

// biased reports whether the program may show a b.
func (p *Program) biased() bool { return p.bias || p.as != nil && p.as.Kind.OwnBias }

// As returns the learner that the program claims to be, nil for none.
func (p *Program) As() *algos.Spec { return p.as }

// kind describes the program as the learner that it claims to be.
func (p *Program) kind() algos.Kind {
	k := algos.Kind{}
	if p.as != nil {
		k = p.as.Kind
		k.Families = p.as.Families()
		if slices.ContainsFunc(k.Params, func(p algos.Param) bool { return p.Unit != 0 }) {
			k.Degree = algos.Unsaid // its parameters cannot be given in another unit
		}
		k.Params = nil
		for name, v := range p.as.Params() {
			k.Params = append(k.Params, algos.Param{Name: name, Default: v, Fixed: true})
		}
	}
	k.Name, k.Task, k.Summary, k.Source = p.text, theory.Online, strings.Join(p.words, " "), "algos/external/PROTOCOL.md"
	k.Checked, k.Kernel, k.KeepsAll, k.Default, k.Given = nil, false, false, false, nil
	k.OwnBias, k.Code = p.biased(), &p.code
	k.UnitNorm = false // its steps are in the scale of the classifier that it shows
	if k.Restless {    // each step is an update
		k.Turn = nil
	}
	k.New = func(s algos.Space, _ algos.Args) algos.Learner { return newLearner(p, s.Dim) }
	return k
}

// Of returns the program of a learner, and false if it is none.
func Of(s *algos.Spec) (*Program, bool) {
	running.mu.Lock()
	defer running.mu.Unlock()
	p, is := running.programs[s.Kind.Name]
	return p, is
}

// words splits a command at blanks, like a shell but without one. Between single quotes every character stands for
// itself. Between double quotes a backslash is special only before a double quote and a backslash; outside of quotes
// it makes the next character literal.
func words(command string) ([]string, error) {
	var all []string
	var word strings.Builder
	var quote rune // the open quote, 0 if none is
	begun := false
	runes := []rune(command)
	for i := 0; i < len(runes); i++ {
		switch c := runes[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, begun = c, true
		case c == '\\' && i+1 < len(runes) && (quote == 0 || quote == '"' && strings.ContainsRune(`"\`, runes[i+1])):
			i++
			word.WriteRune(runes[i])
			begun = true
		case quote == 0 && unicode.IsSpace(c):
			if begun {
				all = append(all, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("command %q has a quote %c that is not closed", command, quote)
	}
	if begun {
		all = append(all, word.String())
	}
	return all, nil
}
