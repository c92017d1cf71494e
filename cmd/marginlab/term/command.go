// Package term is how the command meets people and machines: its command line and streams,
// tables and numbers, JSON, progress on a terminal, and figures.
package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"marginlab/algos/exact"
)

// Streams are the standard input and outputs of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Finding is an error that is a result: the work was done, and its outcome is not the
// expected one.
type Finding struct{ error }

// Found makes a finding of an error.
func Found(err error) error { return Finding{err} }

// Main runs a program to its end. An interrupt cancels the context.
func Main(run func(ctx context.Context, args []string, std Streams) int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	os.Exit(run(ctx, os.Args[1:], Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}

// moment is how long flags may be read after an interrupt.
const moment = time.Second

// Run parses the arguments by the grammar, a struct of commands or of the flags of one, and
// runs the command that they name. It returns the exit status: 0, 1 for a finding, or 2.
func Run(ctx context.Context, grammar any, args []string, std Streams, options ...kong.Option) int {
	out, errs := &printable{Writer: std.Out}, &printable{Writer: std.Err}
	defer out.end()
	defer errs.end()
	std.Out, std.Err = out, errs
	var helped bool
	parser := kong.Must(part(grammar, args), append([]kong.Option{
		kong.Name("marginlab"),
		kong.KindMapper(reflect.Int, kong.MapperFunc(decodeCount)),
		kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(decodeDuration)),
		kong.Writers(std.Out, std.Err),
		kong.Exit(func(int) { helped = true }), // called by --help alone
		kong.Help(PrintHelp),
	}, options...)...)
	parser.Model.HelpFlag.Help = "Print this help."
	name := parser.Model.Name
	// A file that a flag names may be a pipe that stays silent; most flags are read within the moment, and
	// the command says what the interrupt means to it.
	reading, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(moment, stop) })()
	command, err := exact.Await(reading, func() (*kong.Context, error) { return parser.Parse(args) })
	if reading.Err() != nil && errors.Is(err, reading.Err()) {
		return status(name, err, std.Err)
	}
	if helped {
		return 0
	}
	if parsed := incomplete(err, args); parsed != nil {
		if err := printShortHelp(std.Err, parsed); err != nil {
			return status(name, err, std.Err)
		}
		return 2
	}
	if err == nil {
		command.BindTo(ctx, (*context.Context)(nil))
		err = command.Run(std)
	} else {
		err = usageError(name, err)
	}
	return status(name, err, std.Err)
}

// part returns the part of a grammar that the command takes which the arguments begin with. All
// the others take longer to look at than megabytes of examples. It is the whole grammar if the
// arguments begin with something else, or with a command whose tag says that it needs the whole.
func part(grammar any, args []string) any {
	var fields []reflect.StructField
	found := false
	for _, f := range reflect.VisibleFields(reflect.TypeOf(grammar).Elem()) {
		if _, command := f.Tag.Lookup("cmd"); command {
			if len(args) == 0 || strings.ToLower(f.Name) != args[0] {
				continue
			}
			_, whole := f.Tag.Lookup("whole")
			found = !whole
		}
		fields = append(fields, f)
	}
	if !found {
		return grammar
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}

// incomplete is what is parsed of a command line that ends before it names a command; nil for
// any other.
func incomplete(err error, args []string) *kong.Context {
	var syntax *kong.ParseError
	if !errors.As(err, &syntax) || syntax.Context == nil || len(syntax.Context.Path) != len(args)+1 {
		return nil
	}
	node := syntax.Context.Model.Node
	for _, at := range syntax.Context.Path[1:] {
		if node = at.Command; node == nil {
			return nil
		}
	}
	if len(node.Children) == 0 {
		return nil
	}
	return syntax.Context
}

// usageError tells in addition where to read more and, when no command is named, which
// commands there are.
func usageError(name string, err error) error {
	var syntax *kong.ParseError
	if !errors.As(err, &syntax) || syntax.Context == nil {
		return fmt.Errorf("%w (see %s --help)", err, name)
	}
	if command := syntax.Context.Selected(); command != nil {
		return fmt.Errorf("%w (see %s --help)", err, command.FullPath())
	}
	if len(syntax.Context.Model.Children) == 0 {
		return fmt.Errorf("%w (see %s --help)", err, name)
	}
	var commands []string
	for _, command := range syntax.Context.Model.Children {
		commands = append(commands, command.Name)
	}
	return fmt.Errorf("%w (the commands are %s; see %s --help)", err, strings.Join(commands, ", "), name)
}

// status prints err, behind the name of the program, and returns the exit status that it means.
func status(name string, err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	fmt.Fprintf(stderr, "%s: %v\n", name, err)
	if errors.As(err, new(Finding)) {
		return 1
	}
	return 2
}
