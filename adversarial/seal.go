package adversarial

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
)

// seal writes an object in JSON, with a last key: the seal, a hash of what comes before it, which
// guards against accidents. fields writes the other keys.
func seal(w io.Writer, fields func(*pieces)) error {
	hash := sha256.New()
	p := &pieces{to: io.MultiWriter(w, hash)}
	p.raw("{")
	fields(p)
	p.raw(fmt.Sprintf("%s%x\"}\n", sealKey, hash.Sum(nil)))
	return p.err
}

const sealKey = `,"seal":"`

// sealed is a value, a struct, in JSON with its seal.
func sealed(v any) ([]byte, error) {
	var text bytes.Buffer
	err := seal(&text, func(p *pieces) { p.fields(v) })
	return text.Bytes(), err
}

// unsealed reads what seal wrote.
func unsealed(text []byte, v any) error {
	if err := json.Unmarshal(text, v); err != nil {
		return err
	}
	at := max(0, bytes.LastIndex(text, []byte(sealKey)))
	if hash := fmt.Sprintf("%x", sha256.Sum256(text[:at])); string(text[at:]) != sealKey+hash+"\"}\n" {
		return fmt.Errorf("it is not as a hunt wrote it: expected the seal %s at its end", hash)
	}
	return nil
}

// pieces writes JSON piece by piece, with the bytes that [json.Marshal] gives for the whole. After
// an error it writes nothing.
type pieces struct {
	to  io.Writer
	err error
}

func (p *pieces) raw(text string) { p.write([]byte(text), nil) }

func (p *pieces) value(v any) { p.write(json.Marshal(v)) }

// fields writes the keys of a struct without its braces.
func (p *pieces) fields(v any) {
	text, err := json.Marshal(v)
	p.write(bytes.TrimSuffix(bytes.TrimPrefix(text, []byte("{")), []byte("}")), err)
}

func (p *pieces) write(text []byte, err error) {
	if p.err == nil {
		p.err = err
	}
	if p.err == nil {
		_, p.err = p.to.Write(text)
	}
}

func list[T any](p *pieces, all []T, one func(T)) {
	if all == nil {
		p.raw("null")
		return
	}
	p.raw("[")
	for i, v := range all {
		if i > 0 {
			p.raw(",")
		}
		one(v)
	}
	p.raw("]")
}

func object[T any](p *pieces, all map[string]T, one func(T)) {
	p.raw("{")
	for i, key := range slices.Sorted(maps.Keys(all)) {
		if i > 0 {
			p.raw(",")
		}
		p.value(key)
		p.raw(":")
		one(all[key])
	}
	p.raw("}")
}
