//go:build unix

package main

import (
	"fmt"
	"strings"
)

// support is the file of switches that a package takes beside its own.
func support(pkg string, count int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `package %s

import (
	"cmp"
	"os"
	"strconv"
)

// mutateState has 0 for a switch at rest, 1 for the one that is thrown, and 2 for one whose
// first use is to be noted.
var mutateState = func() (state [%d]uint8) {
	if at, err := strconv.Atoi(os.Getenv("MUTATE")); err == nil {
		state[at] = 1
	} else if os.Getenv("MUTATE_REACHED") != "" {
		for i := range state {
			state[i] = 2
		}
	}
	return state
}()

//go:noinline
func mutateThrown(id int) bool {
	if mutateState[id] != 2 {
		return mutateState[id] == 1
	}
	mutateState[id] = 0
	f, err := os.OpenFile(os.Getenv("MUTATE_REACHED"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	f.WriteString(strconv.Itoa(id) + "\n")
	return false
}

type mutateInteger interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type mutateNumber interface{ mutateInteger | ~float32 | ~float64 }

func mutateFlip(id int, b bool) bool {
	if mutateState[id] != 0 {
		return b != mutateThrown(id)
	}
	return b
}

func mutateChoose[T mutateNumber](id int, x, y T) T {
	if mutateState[id] != 0 && mutateThrown(id) {
		return y
	}
	return x
}

func mutateNegate[T mutateNumber](id int, x T) T {
	if mutateState[id] != 0 && mutateThrown(id) {
		return x
	}
	return -x
}

func mutateOne[T mutateNumber](id int) T {
	if mutateState[id] != 0 && mutateThrown(id) {
		return T(0) - T(1)
	}
	return 1
}
`, pkg, count+2)
	for _, f := range []struct{ name, of, op, other string }{
		{"Add", "mutateNumber", "+", "-"}, {"Sub", "mutateNumber", "-", "+"},
		{"Mul", "mutateNumber", "*", "/"}, {"Quo", "mutateNumber", "/", "*"}, {"Rem", "mutateInteger", "%", "*"},
	} {
		fmt.Fprintf(&b, `
func mutate%s[T %s](id int, x, y T) T {
	if mutateState[id] != 0 && mutateThrown(id) {
		return x %s y
	}
	return x %s y
}
`, f.name, f.of, f.other, f.op)
	}
	for _, f := range []struct{ name, op, edge, not string }{
		{"Less", "<", "<=", ">="}, {"AtMost", "<=", "<", ">"}, {"More", ">", ">=", "<="}, {"AtLeast", ">=", ">", "<"},
	} {
		fmt.Fprintf(&b, `
func mutate%s[T cmp.Ordered](id int, x, y T) bool {
	if mutateState[id]|mutateState[id+1] != 0 {
		switch {
		case mutateThrown(id):
			return x %s y
		case mutateThrown(id + 1):
			return x %s y
		}
	}
	return x %s y
}
`, f.name, f.edge, f.not, f.op)
	}
	return b.String()
}
