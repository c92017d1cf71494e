package main

import (
	"fmt"
	"runtime/debug"

	"marginlab/cmd/marginlab/term"
)

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(std term.Streams) error {
	fmt.Fprintln(std.Out, version())
	return nil
}

// version is that of the module, and the commit that the command was built from.
func version() string {
	version, commit := "unknown", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = " " + s.Value
			}
		}
	}
	return fmt.Sprintf("marginlab %s%s", version, commit)
}
