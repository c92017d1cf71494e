package main

import (
	"fmt"
	"strconv"
	"strings"
)

// byteSize is a number of bytes, as a flag: 4GiB, 512MiB, 64KiB, 1000000.
type byteSize int64

// UnmarshalText implements [encoding.TextUnmarshaler].
func (b *byteSize) UnmarshalText(text []byte) error {
	number, factor := string(text), int64(1)
	for i, unit := range []string{"KiB", "MiB", "GiB"} {
		if n, ok := strings.CutSuffix(number, unit); ok {
			number, factor = n, 1<<(10*(i+1))
			break
		}
	}
	v, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	if err != nil || v < 1 || v > (1<<62)/factor {
		return fmt.Errorf("%q, expected a number of bytes, as 4GiB, 512MiB, 64KiB or 1000000", text)
	}
	*b = byteSize(v * factor)
	return nil
}
