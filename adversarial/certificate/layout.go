package certificate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// leaf is a value of a JSON text that holds no others, with its place: a string, a
// number, true, false, null, or an array or object that is empty.
type leaf struct {
	path  string // stream[2].x[0]
	value string // as it is in the text, a string without its quotes and escapes
	text  bool   // whether it is a string
	end   int64  // where in the text it ends
}

// MostValues is how many values a certificate may have. To read so many takes two seconds, and
// half a GiB.
const MostValues = 1 << 20

// leaves returns the leaves of one JSON value in order. The error says where the
// text is none, or that there are too many.
func leaves(text []byte) ([]leaf, error) {
	if commas := bytes.Count(text, []byte{','}); commas >= MostValues {
		return nil, fmt.Errorf("certificate: %d commas, expected fewer than %d", commas, MostValues)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var all []leaf
	if err := appendLeaves(&all, d, "", 0); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, fmt.Errorf("certificate: %s: %w", position(text, d.InputOffset()), err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("certificate: %s: expected the end of the file", position(text, d.InputOffset()))
	}
	return all, nil
}

// deepest is how many arrays and objects may hold a value: geometry.gamma.w[0] has three.
const deepest = 8

func appendLeaves(all *[]leaf, d *json.Decoder, path string, depth int) error {
	if depth > deepest {
		return fmt.Errorf("more than %d brackets are open, which no certificate has", deepest)
	}
	token, err := d.Token()
	if err != nil {
		return err
	}
	add := func(value string, text bool) { *all = append(*all, leaf{path, value, text, d.InputOffset()}) }
	switch t := token.(type) {
	case json.Delim:
		empty := true
		for i := 0; d.More(); i++ {
			empty = false
			place := path + "[" + strconv.Itoa(i) + "]"
			if t == '{' {
				key, err := d.Token()
				if err != nil {
					return err
				}
				place = key.(string)
				if path != "" {
					place = path + "." + place
				}
			}
			if err := appendLeaves(all, d, place, depth+1); err != nil {
				return err
			}
		}
		end, err := d.Token()
		if err == nil && empty {
			add(t.String()+end.(json.Delim).String(), false)
		}
		return err
	case string:
		add(t, true)
	case json.Number:
		add(t.String(), false)
	case bool:
		add(strconv.FormatBool(t), false)
	case nil:
		add("null", false)
	}
	return nil
}

// position is the line and the column of an offset.
func position(text []byte, offset int64) string {
	before := text[:min(offset, int64(len(text)))]
	line := bytes.Count(before, []byte("\n")) + 1
	return fmt.Sprintf("line %d, column %d", line, len(before)-bytes.LastIndexByte(before, '\n'))
}

// layout writes a JSON value for people: what fits on a line is on one, but for the
// objects of an array, and the rest is a line an element.
func layout(out *bytes.Buffer, value json.RawMessage, indent string) error {
	const width = 100
	var whole bytes.Buffer
	if err := json.Compact(&whole, value); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(whole.Bytes()))
	open, err := d.Token()
	if err != nil {
		return err
	}
	delim, compound := open.(json.Delim)
	rows := bytes.HasPrefix(whole.Bytes(), []byte("[{"))
	if !rows && indent != "" && len(indent)+whole.Len() <= width || !compound || whole.Len() == 2 {
		out.Write(whole.Bytes())
		return nil
	}
	out.WriteString(delim.String())
	for first := true; d.More(); first = false {
		if !first {
			out.WriteByte(',')
		}
		out.WriteString("\n" + indent + " ")
		if delim == '{' {
			key, err := d.Token()
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%q: ", key)
		}
		var element json.RawMessage
		if err := d.Decode(&element); err != nil {
			return err
		}
		if err := layout(out, element, indent+" "); err != nil {
			return err
		}
	}
	out.WriteString("\n" + indent + string(whole.Bytes()[whole.Len()-1:]))
	return nil
}
