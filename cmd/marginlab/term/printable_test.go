package term

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// hostile has characters that a terminal obeys, hides or reverses, and bytes that are not text.
const hostile = "a\x1b[31mred\x07\r\u202egnol\u2066\u009b\x7f\u200d\U000e0001\xff\xf0\x9fend"

func TestPrintable(t *testing.T) {
	t.Parallel()
	require.Equal(t, `a\u001b[31mred\u0007\u000d\u202egnol\u2066\u009b\u007f\u200d\udb40\udc01\xff\xf0\x9fend`, Printable(hostile))
	const plain = "γ* ≤ 1\t█▏ π\u00a0x₊ 漢字 😀 \ufffd\n"
	require.Equal(t, plain, Printable(plain))
}

// JSON that is printed means what it meant.
func TestPrintableKeepsJSON(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	w := &printable{Writer: &out}
	const text = "a\x1b\u202e\u009b\x7f\u200d\U000e0001γ"
	require.NoError(t, Encode(w, text))
	require.NotContains(t, out.String(), "\u202e")
	var back string
	require.NoError(t, json.Unmarshal(out.Bytes(), &back))
	require.Equal(t, text, back)
}

// Painted text is printable too, and its colours are not escaped.
func TestPaintOfHostileText(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm")
	screen := &fake{columns: 200}
	w := NewOut(screen)
	g := NewTable(Left("label"))
	g.Row(Good(hostile))
	g.Across(Bad(hostile))
	g.Print(w)
	w.Say("%s", hostile)
	w.Lead(Odd("PASS"), ": %s", hostile)
	require.NoError(t, w.Err())
	shown := Printable(hostile)
	require.Equal(t, "label\n"+string(bytes.Repeat([]byte("-"), len(shown)))+"\n\x1b[32m"+shown+"\x1b[0m\n\x1b[1;31m"+shown+"\x1b[0m\n"+
		shown+"\n\x1b[33mPASS\x1b[0m: "+shown+"\n", screen.String())
}
