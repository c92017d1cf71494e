// Package term is how the command meets people and machines: its command line and streams,
// tables and numbers, JSON, and progress on a terminal.
package term

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

// Streams are the standard input and outputs of a command.
type Streams struct {
	In  io.Reader
	Out *Out
	Err io.Writer
}

// Finding is an error that is a result: the work was done, and its outcome is not the
// expected one.
type Finding struct{ error }

// Found turns an error into a finding.
func Found(err error) error { return Finding{err} }

// Main runs a program to its end. An interrupt cancels the context.
func Main(run func(ctx context.Context, args []string, std Streams) int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	os.Exit(run(ctx, os.Args[1:], Streams{In: os.Stdin, Out: NewOut(os.Stdout), Err: os.Stderr}))
}

// helpWidth is the greatest width of a help text.
const helpWidth = 100

// moment is the time that a command may take to return after an interrupt.
const moment = time.Second

// Run parses the arguments by the grammar, a struct of commands or of the flags of one, and
// runs the command that they name. It returns the exit status: 0, 1 for a finding, or 2, also if a finding could
// not be printed.
//
// After an interrupt a command has a moment to return: it may be reading a pipe that receives nothing, or be amid
// exact arithmetic. Then Run returns without it, and the process should end. Run waits, however, for a command that
// has results to keep: the command, or one above it, has the tag orderly in the grammar.
func Run(ctx context.Context, grammar any, args []string, std Streams, options ...kong.Option) int {
	errs := &printable{Writer: std.Err}
	parser := kong.Must(grammar, append([]kong.Option{
		kong.Name("marginlab"),
		kong.KindMapper(reflect.Int, kong.MapperFunc(decodeCount)),
		kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(decodeDuration)),
		kong.Writers(std.Out.to.Writer, std.Err), // kong reads the width of the terminal from them
		kong.Bind(std.Out),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: helpWidth}),
	}, options...)...)
	parser.Model.HelpFlag.Help = "Print this help."
	var orderly atomic.Bool
	ended := make(chan error, 1)
	go func() { ended <- execute(ctx, parser, args, Streams{In: std.In, Out: std.Out, Err: errs}, &orderly) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		select {
		case err = <-ended:
		case <-time.After(moment):
			if err = ctx.Err(); orderly.Load() {
				err = <-ended
			}
		}
	}
	if lost := std.Out.end(); lost != nil {
		err = lost
	}
	return status(parser.Model.Name, err, errs)
}

// errShown is the error for a command line that names no command. The list of commands has been printed.
var errShown = errors.New("no command")

// execute runs the command that the arguments name. It sets orderly if that command ends by itself when ctx does.
func execute(ctx context.Context, parser *kong.Kong, args []string, std Streams, orderly *atomic.Bool) error {
	helped := false
	parser.Exit = func(int) { helped = true } // called by --help and --version alone
	command, err := parser.Parse(args)
	if helped {
		return nil
	}
	if err != nil {
		return usageError(parser, args, err)
	}
	for node := command.Selected(); node != nil && node.Parent != nil; node = node.Parent {
		if node.Tag.Has("orderly") {
			orderly.Store(true)
		}
	}
	command.BindTo(ctx, (*context.Context)(nil))
	return command.Run(std)
}

// usageError adds where to read more. For a command without its subcommand it prints the subcommands.
func usageError(parser *kong.Kong, args []string, err error) error {
	node := parser.Model.Node
	var syntax *kong.ParseError
	if errors.As(err, &syntax) && syntax.Context != nil {
		if selected := syntax.Context.Selected(); selected != nil {
			node = selected
		}
		if len(node.Children) > 0 && len(syntax.Context.Path) == len(args)+1 {
			parser.Stdout = parser.Stderr
			return cmp.Or(syntax.Context.PrintUsage(false), errShown)
		}
	}
	return fmt.Errorf("%w (see %s --help)", err, node.FullPath())
}

// status prints err after the name of the program, and returns the exit status for it.
func status(name string, err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	if err != errShown {
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
	}
	if errors.As(err, new(Finding)) {
		return 1
	}
	return 2
}
