// Package term is what the command reads from and writes to: its streams, tables
// and numbers for people, JSON for machines, progress on a terminal, and figures.
package term

import "io"

// Streams are the standard input and outputs of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Finding is an error that is a result: what was asked for was done, and came out
// against the expectation.
type Finding struct{ error }

// Found makes a finding of an error.
func Found(err error) error { return Finding{err} }
