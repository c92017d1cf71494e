package main

import (
	"fmt"
	"runtime/debug"

	"marginlab/cmd/marginlab/term"
)

type versionCmd struct{}

// Run prints the module's version, or the commit that the command was built from.
func (versionCmd) Run(std term.Streams) error {
	version, commit := "unknown", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = " " + s.Value
			}
		}
	}
	_, err := fmt.Fprintf(std.Out, "marginlab %s%s\n", version, commit)
	return err
}
