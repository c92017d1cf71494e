// Package faults holds possible mistakes in this project, each as a change of its source, with the test that must
// catch it. It has only tests.
//
//	go test ./props/faults                               apply all, plant a sample
//	MARGINLAB_LONG=1 go test -timeout 0 ./props/faults   plant all
//
// An overlay of the build compiles all of them at once, and the environment selects the active one: no file is
// touched. A fault that can no longer be applied fails, and so does one whose test cannot be built: the table follows
// the source. Begin with README.md.
package faults
