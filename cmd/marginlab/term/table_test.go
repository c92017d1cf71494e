package term

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/stretchr/testify/require"
)

// fake is a terminal of so many columns.
type fake struct {
	bytes.Buffer
	columns int
}

func (f *fake) Columns() int { return f.columns }

func drawn(t *testing.T, table *Table, columns int) []string {
	t.Helper()
	t.Setenv("COLUMNS", "")
	f := &fake{columns: columns}
	require.NoError(t, table.Write(f))
	lines := strings.Split(strings.TrimSuffix(f.String(), "\n"), "\n")
	for _, line := range lines {
		require.Equal(t, strings.TrimRight(line, " "), line)
	}
	return lines
}

func theorems() *Table {
	g := NewTable(Left("guarantee"), Left("what it says").Spare(2), Right("bound"), Left("status").Spare(1))
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

// Texts are wrapped first, down to 24 columns; then what is spare goes, in its turn; then
// long words are broken after their hyphens.
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
	require.Equal(t, []string{
		"guarantee      bound",
		"--------------------",
		"e-omm",
		"  omm-       1.5e-07",
		"    lemma-",
		"    4.1",
		"  omm-            12",
		"    table-1",
		"columns left out:",
		"what it says, status",
		"(COLUMNS=59 shows",
		"them)",
	}, plain(drawn(t, theorems(), 20)))
}

// A name to search for is whole where its table has columns, and where it has none. A head of
// several lines ends where the other heads do.
func TestNamesAreWhole(t *testing.T) {
	g := NewTable(Left("ID").Whole(), Left("claim"), Right("mistakes: paper"), Left("here"))
	g.Row("omm-table-1-mistakes", "m <= 1", 4, 3)
	require.Equal(t, []string{
		"                              mistakes:",
		"ID                    claim       paper  here",
		"---------------------------------------------",
		"omm-table-1-mistakes  m <= 1          4  3",
	}, drawn(t, g, 45))
	require.Equal(t, []string{"ID         omm-table-1-mistakes", "claim      m <= 1", "mistakes:  4"}, drawn(t, g, 30)[:3])
	for columns := 10; columns < 60; columns++ {
		require.Contains(t, strings.Join(drawn(t, g, columns), "\n"), "omm-table-1-mistakes", "%d columns", columns)
	}
}

// A pipe has room for every column, unless COLUMNS limits it.
func TestPipeHasAllColumns(t *testing.T) {
	const long = "a text that is alone much longer than the hundred columns of a line of prose, and still one line of a table"
	g := NewTable(Left("ID"), Left("claim"), Left("tight").Spare(1))
	g.Row("omm-s1", long, "OneMistake")
	t.Setenv("COLUMNS", "")
	var pipe, narrow bytes.Buffer
	require.NoError(t, g.Write(&pipe))
	require.Contains(t, pipe.String(), "omm-s1  "+long+"  OneMistake\n")
	require.NotContains(t, pipe.String(), "left out")
	t.Setenv("COLUMNS", "40")
	require.NoError(t, g.Write(&narrow))
	require.Contains(t, narrow.String(), "columns left out: tight (COLUMNS=")
}

// What has no room for columns has a line for each cell, those of spare columns too.
func TestTableWithoutRoomIsStacked(t *testing.T) {
	require.Equal(t, []string{
		"e-omm",
		"guarantee  omm-",
		"           lemma-",
		"           4.1",
		"what it    the",
		"says       margin",
		"           never",
		"           falls",
		"           below",
		"           gamma",
		"bound      1.5e-07",
		"status     proved",
	}, plain(drawn(t, theorems(), 18))[:12])
}

// No line is too long, and none breaks a word or a number, while the longest of these fit.
func TestTableBreaksNoWord(t *testing.T) {
	words := strings.Fields("guarantee what it says bound status e-omm omm-lemma-4.1 omm-table-1 the margin never falls below gamma 1.5e-07 12 " +
		"few mistakes, and updates besides proved refuted omm- lemma- omm-lemma- omm-table- lemma-4.1 4.1 table-1 table- 1")
	for columns := 20; columns < 80; columns++ {
		for i, line := range plain(drawn(t, theorems(), columns)) {
			require.LessOrEqual(t, len(line), columns)
			if strings.HasPrefix(line, "columns ") {
				break
			}
			if i != 1 {
				require.Subset(t, words, strings.Fields(line), "%d columns", columns)
			}
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
		{"1.25e-08", 5, []string{"1.25e-08"}},
		{"bias(alma(B=2.5,C=0.5),1)", 17, []string{"bias(alma(B=2.5,", "C=0.5),1)"}},
		{"2*log(gamma3/gamma)", 10, []string{"2*", "log(gamma3/", "gamma)"}},
		{"phi ≤ rho, ∞", 9, []string{"phi ≤", "rho, ∞"}},
		{"  omm-lemma-4.4-kappa", 12, []string{"  omm-lemma-", "    4.4-", "    kappa"}},
	} {
		require.Equal(t, c.want, wrap(c.text, c.width, true), c.text)
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
	require.NoError(t, theorems().Write(Form{Markdown: true}.Out(&out)))
	require.Equal(t, `| guarantee | what it says | bound | status |
|:--- |:--- | ---:|:--- |
| **e-omm** |  |  |  |
|   omm-lemma-4.1 | the margin never falls below gamma | 1.5e-07 | proved |
|   omm-table-1 | few mistakes, and few updates besides | 12 | refuted |
`, out.String())
}

func TestCSVHasTheKeysOfJSON(t *testing.T) {
	t.Parallel()
	type row struct {
		Name   string   `json:"name"`
		Margin Number   `json:"margin"`
		Stop   *string  `json:"stop"`
		Params []string `json:"params"`
		Proof  *bool    `json:"proof,omitempty"`
	}
	var out bytes.Buffer
	require.NoError(t, PrintRows(Form{CSV: true}, &out, row{"a, b", 0.1, nil, []string{"x"}, nil}, row{`"`, Missing(), new("12"), nil, new(true)}))
	require.Equal(t, "name,margin,stop,params,proof\n\"a, b\",0.1,,\"[\"\"x\"\"]\",\n\"\"\"\",,12,,true\n", out.String())
	out.Reset()
	require.NoError(t, PrintRows(Form{JSON: true}, &out, row{Name: "a"}))
	require.Equal(t, `{"name":"a","margin":0,"stop":null,"params":null}`+"\n", out.String())
}
