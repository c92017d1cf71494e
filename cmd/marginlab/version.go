package main

import (
	"fmt"
	"runtime/debug"
)

type versionCmd struct{}

// Run prints the module's version, or the commit that the command was built from.
func (versionCmd) Run(std streams) error {
	version, commit := "unknown", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = " " + s.Value
			}
		}
	}
	_, err := fmt.Fprintf(std.out, "marginlab %s%s\n", version, commit)
	return err
}
