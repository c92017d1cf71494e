package benchdata

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzIDX: the reader takes a file just if it is a header that fits what follows,
// and returns that.
func FuzzIDX(f *testing.F) {
	f.Add([]byte("\x00\x00\x08\x01\x00\x00\x00\x02\x07\x00"), uint8(0), uint8(0))
	f.Add([]byte("\x00\x00\x08\x03\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x03123456"), uint8(2), uint8(3))
	f.Add([]byte("\x00\x00\x08\x03\xff\xff\xff\xff\x00\x00\x00\x02\x00\x00\x00\x03123456"), uint8(2), uint8(3))
	f.Fuzz(func(t *testing.T, file []byte, height, width uint8) {
		var shape []int
		item := 1
		if height > 0 && width > 0 {
			shape, item = []int{int(height), int(width)}, int(height)*int(width)
		}
		data, err := readIDX(bytes.NewReader(file), "f", shape...)

		// What the file must begin with, if what follows are whole items.
		rest := len(file) - 8 - 4*len(shape)
		want := []byte{0, 0, 8, byte(1 + len(shape))}
		want = binary.BigEndian.AppendUint32(want, uint32(rest/item))
		for _, n := range shape {
			want = binary.BigEndian.AppendUint32(want, uint32(n))
		}
		if rest <= 0 || rest%item != 0 || !bytes.HasPrefix(file, want) {
			require.Error(t, err)
			return
		}
		require.NoError(t, err)
		require.Equal(t, file[len(want):], data)
	})
}

// FuzzUSPS: whatever the bytes, the reader does not panic, what it accepts is
// sound, and comes back when it is written and read again.
func FuzzUSPS(f *testing.F) {
	f.Add([]byte("6.0000" + strings.Repeat(" -1.0000", uspsDim) + " \n"))
	f.Add([]byte("0" + strings.Repeat(" 0.25\t-0", uspsDim/2) + "\r\n9 " + strings.Repeat("  1e-130", uspsDim)))
	f.Add([]byte("1" + strings.Repeat(" 1e-200", uspsDim))) // its squared norm vanishes
	f.Fuzz(func(t *testing.T, text []byte) {
		set, err := readUSPS(bytes.NewReader(text), "f")
		if err != nil {
			return
		}
		require.Len(t, set.Class, len(set.Examples))
		var again bytes.Buffer
		for i, e := range set.Examples {
			x := e.X
			require.Len(t, x.Value, uspsDim)
			require.NoError(t, x.Check(uspsDim))
			require.Contains(t, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, set.Class[i])
			fmt.Fprint(&again, set.Class[i])
			for _, v := range x.Value {
				require.LessOrEqual(t, math.Abs(v), 1.0)
				fmt.Fprint(&again, " ", v)
			}
			fmt.Fprintln(&again)
		}
		back, err := readUSPS(&again, "f")
		require.NoError(t, err)
		require.Equal(t, set, back)
	})
}
