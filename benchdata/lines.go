package benchdata

import (
	"bufio"
	"fmt"
	"io"
)

// eachLine hands the lines of r, however long, to use, with their numbers from 1. A line
// is valid until use returns.
func eachLine(r *bufio.Reader, name string, use func(line []byte, number int) error) error {
	var long []byte
	for number := 1; ; number++ {
		line, err := r.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			long = long[:0]
			for ; err == bufio.ErrBufferFull; line, err = r.ReadSlice('\n') {
				long = append(long, line...)
			}
			long = append(long, line...)
			line = long
		}
		switch {
		case err == io.EOF && len(line) == 0:
			return nil
		case err != nil && err != io.EOF:
			return fmt.Errorf("%s:%d: reading: %w", name, number, err)
		}
		if err := use(line, number); err != nil {
			return err
		}
	}
}
