package term

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"syscall"
	"testing"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/stretchr/testify/require"
)

// fake is a terminal of a given width.
type fake struct {
	bytes.Buffer
	columns int
}

func (f *fake) Columns() int { return f.columns }

func drawn(t *testing.T, table *Table, columns int) []string {
	t.Helper()
	t.Setenv("COLUMNS", "")
	f := &fake{columns: columns}
	table.Print(NewOut(f))
	lines := strings.Split(strings.TrimSuffix(f.String(), "\n"), "\n")
	for _, line := range lines {
		require.Equal(t, strings.TrimRight(line, " "), line)
	}
	return lines
}

func theorems() *Table {
	g := NewTable(Left("guarantee").Whole(), Left("what it says").Drop(2), Right("bound"), Left("status").Drop(1))
	g.Across(Strong("e-omm"))
	g.Row("  omm-lemma-4.1", "the margin never falls below gamma", Number(1.5e-7), "proved")
	g.Row("  omm-table-1", "few mistakes, and few updates besides", Number(12), Bad("refuted"))
	return g
}

func TestTableAsWideAsItsText(t *testing.T) {
	require.Equal(t, []string{
		"guarantee        what it says                             bound  status",
		"------------------------------------------------------------------------",
		"e-omm",
		"  omm-lemma-4.1  the margin never falls below gamma     1.5e-07  proved",
		"  omm-table-1    few mistakes, and few updates besides       12  refuted",
	}, plain(drawn(t, theorems(), 200)))
}

// plain takes the colours away.
func plain(lines []string) []string {
	for i, line := range lines {
		lines[i] = text.StripEscape(line)
	}
	return lines
}

// Texts are wrapped first, down to 24 columns. Then columns are dropped in their turns, and named. Names stay whole.
func TestTableFits(t *testing.T) {
	require.Equal(t, []string{
		"guarantee        what it says                bound  status",
		"-----------------------------------------------------------",
		"e-omm",
		"  omm-lemma-4.1  the margin never falls    1.5e-07  proved",
		"                 below gamma",
		"  omm-table-1    few mistakes, and few          12  refuted",
		"                 updates besides",
	}, plain(drawn(t, theorems(), 59)))
	require.Equal(t, []string{
		"guarantee        what it says                        bound",
		"----------------------------------------------------------",
		"e-omm",
		"  omm-lemma-4.1  the margin never falls below      1.5e-07",
		"                 gamma",
		"  omm-table-1    few mistakes, and few updates          12",
		"                 besides",
		"columns left out: status (COLUMNS=59 shows them)",
	}, plain(drawn(t, theorems(), 58)))
	require.Equal(t, []string{
		"guarantee          bound",
		"------------------------",
		"e-omm",
		"  omm-lemma-4.1  1.5e-07",
		"  omm-table-1         12",
		"columns left out: what it says, status",
		"(COLUMNS=59 shows them)",
	}, plain(drawn(t, theorems(), 40)))
}

// A name to search for is whole, however narrow the terminal is.
func TestNamesAreWhole(t *testing.T) {
	g := NewTable(Left("ID").Whole(), Left("claim"), Right("mistakes: paper"), Left("here"))
	g.Row("omm-table-1-mistakes", "m <= 1", 4, 3)
	require.Equal(t, []string{
		"ID                    claim  mistakes:  here",
		"                                 paper",
		"--------------------------------------------",
		"omm-table-1-mistakes  m <=           4  3",
		"                      1",
	}, drawn(t, g, 44))
	for columns := 10; columns < 60; columns++ {
		require.Contains(t, strings.Join(drawn(t, g, columns), "\n"), "omm-table-1-mistakes", "%d columns", columns)
	}
}

// A pipe has room for every column, unless COLUMNS limits it.
func TestPipeHasAllColumns(t *testing.T) {
	const long = "a text that is alone much longer than the hundred columns of a line of prose, and still one line of a table"
	g := NewTable(Left("ID"), Left("claim"), Left("tight").Drop(1))
	g.Row("omm-s1", long, "OneMistake")
	t.Setenv("COLUMNS", "")
	var pipe, narrow bytes.Buffer
	g.Print(NewOut(&pipe))
	require.Contains(t, pipe.String(), "omm-s1  "+long+"  OneMistake\n")
	require.NotContains(t, pipe.String(), "left out")
	t.Setenv("COLUMNS", "40")
	g.Print(NewOut(&narrow))
	require.Contains(t, narrow.String(), "columns left out: tight (COLUMNS=")
}

// At every width a column is there or named among those that are left out, and no line is too long whose words are not.
func TestNothingIsDroppedWithoutAWord(t *testing.T) {
	for columns := 26; columns < 90; columns++ {
		lines := plain(drawn(t, theorems(), columns))
		text := strings.Join(lines, " ")
		for _, head := range []string{"guarantee", "what it says", "bound", "status"} {
			require.Contains(t, text, head, "%d columns", columns)
		}
		for _, line := range lines {
			require.LessOrEqual(t, len(line), columns, line)
		}
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{"a b c", 3, []string{"a b", "c"}},
		{"one\ntwo three", 20, []string{"one", "two three"}},
		{"x = 1.25e-08 at least", 8, []string{"x =", "1.25e-08", "at least"}},
		{"see a-long/path, too", 8, []string{"see", "a-long/path,", "too"}},
		{"phi ≤ rho, ∞", 9, []string{"phi ≤", "rho, ∞"}},
		{"  omm and its kappa", 12, []string{"  omm and", "    its", "    kappa"}},
		{"valid    it is", 20, []string{"valid    it is"}},
	} {
		require.Equal(t, c.want, Wrap(c.text, c.width), c.text)
	}
}

// COLUMNS goes before the width of the terminal, and a pipe has 100 columns.
func TestWidth(t *testing.T) {
	for _, c := range []struct {
		env  string
		w    io.Writer
		want int
	}{
		{"", new(bytes.Buffer), 100}, {"", &fake{columns: 61}, 61}, {"", &fake{}, 100},
		{"72", &fake{columns: 61}, 72}, {"72", new(bytes.Buffer), 72}, {"wide", &fake{columns: 61}, 61}, {"-3", new(bytes.Buffer), 100},
	} {
		t.Setenv("COLUMNS", c.env)
		require.Equal(t, c.want, Width(c.w))
	}
}

// Colours are for terminals that show them, and for nobody who asks for none.
func TestColors(t *testing.T) {
	for _, c := range []struct {
		noColor, term string
		w             io.Writer
		want          string
	}{
		{"", "xterm", &fake{}, "\x1b[32mholds\x1b[0m"}, {"1", "xterm", &fake{}, "holds"}, {"0", "xterm", &fake{}, "holds"},
		{"", "dumb", &fake{}, "holds"}, {"", "xterm", new(bytes.Buffer), "holds"},
	} {
		t.Setenv("NO_COLOR", c.noColor)
		t.Setenv("TERM", c.term)
		require.Equal(t, c.want, Good("holds").On(c.w))
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm")
	lines := drawn(t, theorems(), 80)
	require.Equal(t, "\x1b[1me-omm\x1b[0m", lines[2])
	require.Equal(t, "  omm-table-1    few mistakes, and few updates besides       12  \x1b[1;31mrefuted\x1b[0m", lines[4])
}

func TestBar(t *testing.T) {
	t.Parallel()
	for part, want := range map[float64]string{
		0: "", -1: "", 1e-9: "▏", 1. / 32: "▏", 0.25: "█", 0.5: "██", 17. / 32: "██▏", 31. / 32: "███▉", 1: "████", 7: "████",
	} {
		require.Equal(t, want, Bar(part, 4), "%v", part)
	}
	require.Empty(t, Bar(math.NaN(), 4))
}

func TestMarkdownHasAllColumns(t *testing.T) {
	t.Setenv("COLUMNS", "10")
	var out bytes.Buffer
	to := NewOut(&out)
	to.Markdown = true
	theorems().Print(to)
	require.Equal(t, `| guarantee | what it says | bound | status |
|:--- |:--- | ---:|:--- |
| **e-omm** |  |  |  |
|   omm-lemma-4.1 | the margin never falls below gamma | 1.5e-07 | proved |
|   omm-table-1 | few mistakes, and few updates besides | 12 | refuted |
`, out.String())
}

// Rows are for machines alone, tables and text for people. CSV has the keys of JSON in their order, below one head.
func TestForms(t *testing.T) {
	t.Parallel()
	type row struct {
		Name   string   `json:"name"`
		Margin Number   `json:"margin"`
		Stop   *string  `json:"stop"`
		Params []string `json:"params"`
		Proof  *bool    `json:"proof,omitempty"`
	}
	type other struct {
		More int    `json:"more"`
		Name string `json:"name"`
	}
	g := NewTable(Left("name"))
	g.Row("a")
	for form, want := range map[Form]string{
		{CSV: true}: "raw\nname,margin,stop,params,proof,more\n\"a, b\",0.1,,\"[\"\"x\"\"]\",,\n\"\"\"\",,12,,true,\nc,,,,,3\n",
		{JSON: true}: `{"name":"a, b","margin":0.1,"stop":null,"params":["x"]}` + "\n" + `{"name":"\"","margin":null,"stop":"12","params":null,"proof":true}` +
			"\nraw\n" + `{"more":3,"name":"c"}` + "\n",
		{}: "said\nraw\nname\n----\na\n",
	} {
		var out bytes.Buffer
		to := NewOut(&out)
		to.Form = form
		PrintRows(to, row{"a, b", 0.1, nil, []string{"x"}, nil}, row{`"`, Missing(), new("12"), nil, new(true)})
		to.Say("said")
		fmt.Fprintln(to, "raw")
		g.Print(to)
		PrintRows(to, other{3, "c"})
		require.NoError(t, to.end())
		require.Equal(t, want, out.String())
	}
}

// A row that has no JSON is an error, and not a row less.
func TestRowsAreNotLost(t *testing.T) {
	t.Parallel()
	for _, form := range []Form{{JSON: true}, {CSV: true}} {
		to := NewOut(io.Discard)
		to.Form = form
		PrintRows(to, Record{"a", Missing(), "b", 1}, Record{"a", math.NaN()})
		require.ErrorContains(t, to.end(), "unsupported value: NaN")
	}
}

// full is a disk with room for a given number of bytes.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, syscall.ENOSPC
	}
	return len(p), nil
}

// printing is a command that finds something, and prints it in every way.
type printing struct{ Form }

func (printing) Run(std Streams) error {
	g := NewTable(Left("name"))
	g.Row("a")
	PrintRows(std.Out, map[string]int{"key": 1})
	std.Out.Say("%s", "a line")
	g.Print(std.Out)
	fmt.Fprintln(std.Out, "the end")
	return Found(errors.New("found"))
}

// What cannot be printed is an error, whatever comes of the command, and wherever the disk is full.
func TestAFullDiskIsNotLost(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"", "--json", "--csv", "--markdown"} {
		var whole bytes.Buffer
		Run(t.Context(), new(printing), strings.Fields(form), Streams{Out: NewOut(&whole), Err: io.Discard})
		most := whole.Len()
		for room := range most + 1 {
			var errs bytes.Buffer
			status := Run(t.Context(), new(printing), strings.Fields(form), Streams{Out: NewOut(&full{room}), Err: &errs})
			if room == most {
				require.Equal(t, 1, status, "%s", form)
				require.Equal(t, "marginlab: found\n", errs.String())
			} else {
				require.Equal(t, 2, status, "%s, %d bytes", form, room)
				require.Equal(t, "marginlab: no space left on device\n", errs.String())
			}
		}
	}
}
