//go:build unix

package main

import (
	"cmp"
	"runtime/debug"
)

// version is that of the module, which holds the commit that the command was built from.
func version() string {
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = cmp.Or(info.Main.Version, version)
	}
	return "bench-compare " + version
}
