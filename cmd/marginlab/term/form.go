package term

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
)

// Form is in which form a command prints its rows: a table for people unless a flag says
// otherwise.
type Form struct {
	JSON     bool `name:"json" group:"How to print it:" xor:"form" help:"Print one JSON object a line."`
	CSV      bool `name:"csv" group:"How to print it:" xor:"form" help:"Print the JSON keys as columns of CSV."`
	Markdown bool `group:"How to print it:" xor:"form" help:"Print tables in Markdown, with all their columns."`
}

// Out returns w, or what writes tables to it in Markdown.
func (f Form) Out(w io.Writer) io.Writer {
	if f.Markdown {
		return markdown{w}
	}
	return w
}

// markdown is a writer of tables in Markdown.
type markdown struct{ io.Writer }

// ForMachines says whether rows are printed, by [PrintRows], and no table.
func (f Form) ForMachines() bool { return f.JSON || f.CSV }

// PrintRows prints rows for machines: a JSON object on each line, or CSV.
func PrintRows[R any](f Form, w io.Writer, rows ...R) error {
	if f.CSV {
		return WriteCSV(w, rows...)
	}
	return WriteJSON(w, rows...)
}

// Rows are rows that come one after the other. JSON prints them as they come, and CSV at the
// end, when their columns are known.
type Rows struct {
	Form
	Out io.Writer

	kept []any
}

// Add adds rows.
func (r *Rows) Add(rows ...any) error {
	if r.CSV {
		r.kept = append(r.kept, rows...)
		return nil
	}
	return WriteJSON(r.Out, rows...)
}

// End prints what is kept.
func (r *Rows) End() error {
	if len(r.kept) == 0 {
		return nil
	}
	return WriteCSV(r.Out, r.kept...)
}

// WriteCSV writes rows in CSV, below a head of their JSON keys. What is null in JSON is
// empty, and what is an object or an array there is its JSON text.
func WriteCSV[R any](w io.Writer, rows ...R) error {
	var keys []string
	var all []map[string]json.RawMessage
	for _, r := range rows {
		var text bytes.Buffer
		if err := WriteJSON(&text, r); err != nil {
			return err
		}
		values := map[string]json.RawMessage{}
		object := json.NewDecoder(&text)
		if _, err := object.Token(); err != nil { // the bracket that opens
			return err
		}
		for object.More() {
			key, err := object.Token()
			if err != nil {
				return err
			}
			name := key.(string) // as keys of objects are
			var value json.RawMessage
			if err := object.Decode(&value); err != nil {
				return err
			}
			if values[name] = value; !slices.Contains(keys, name) {
				keys = append(keys, name)
			}
		}
		all = append(all, values)
	}
	out := csv.NewWriter(w)
	if err := out.Write(keys); err != nil {
		return err
	}
	for _, values := range all {
		record := make([]string, len(keys))
		for i, key := range keys {
			if json.Unmarshal(values[key], &record[i]) != nil { // neither a string nor null
				record[i] = string(values[key])
			}
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
