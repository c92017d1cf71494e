package main

import (
	"fmt"

	"github.com/alecthomas/kong"
)

type helpCmd struct {
	Command []string `arg:"" name:"COMMAND" optional:"" help:"The command, as in marginlab help reproduce adult."`
}

// Run prints the help of a command, or that of marginlab.
func (c helpCmd) Run(parsed *kong.Context) error {
	about, err := kong.Trace(parsed.Kong, c.Command)
	if err == nil {
		err = about.Error
	}
	if err != nil {
		return fmt.Errorf("help: %w (see marginlab --help)", err)
	}
	return about.PrintUsage(false)
}
