package term

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// helpWidth is the width of help on a wide screen: lines of more than that are hard to read.
const helpWidth = 100

// PrintHelp prints the help of the command that is parsed, wrapped to the terminal. Examples
// of commands, which are there to be copied, are never broken.
func PrintHelp(_ kong.HelpOptions, parsed *kong.Context) error {
	p := page{width: min(Width(parsed.Stdout), helpWidth)}
	node := p.begin(parsed)
	p.paragraphs(node.Help)
	p.paragraphs(node.Detail)
	p.arguments(node)
	p.flags(node)
	p.commands(node)
	return p.write(parsed.Stdout)
}

// printShortHelp prints what a command without its subcommand needs: which ones there are.
func printShortHelp(w io.Writer, parsed *kong.Context) error {
	p := page{width: min(Width(w), helpWidth)}
	node := p.begin(parsed)
	first, _, _ := strings.Cut(node.Help, "\n")
	p.paragraphs(first)
	p.commands(node)
	return p.write(w)
}

// page is the text of a help, as far as it is written.
type page struct {
	strings.Builder
	width int
}

func (p *page) write(w io.Writer) error {
	_, err := io.WriteString(w, p.String())
	return err
}

// begin says how the command is written, and returns it.
func (p *page) begin(parsed *kong.Context) *kong.Node {
	node, usage := parsed.Model.Node, parsed.Model.Name+parsed.Model.Summary()
	if command := parsed.Selected(); command != nil {
		node, usage = command, parsed.Model.Name+" "+command.Summary()
	}
	p.wrapped("Usage: " + usage)
	return node
}

// wrapped writes a text in lines that break between words.
func (p *page) wrapped(text string) {
	for _, line := range wrap(text, p.width, false) {
		p.WriteString(line + "\n")
	}
}

// inColumns is a line of a name and what it means.
var inColumns = regexp.MustCompile(`^( +\S.*?) {2,}(\S.*)$`)

// paragraphs writes a text whose paragraphs have a blank line between them. An indented line
// stays by itself: an example, or a name with what it means.
func (p *page) paragraphs(text string) {
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if paragraph == "" {
			continue
		}
		p.WriteString("\n")
		if !strings.HasPrefix(paragraph, " ") {
			p.wrapped(strings.ReplaceAll(paragraph, "\n", " "))
			continue
		}
		var rows [][2]string
		for line := range strings.SplitSeq(paragraph, "\n") {
			switch row := inColumns.FindStringSubmatch(line); {
			case row != nil:
				rows = append(rows, [2]string{row[1], row[2]})
			case strings.HasPrefix(line, "    marginlab "):
				p.WriteString(line + "\n")
			default:
				p.wrapped(line)
			}
		}
		p.pairs(rows)
	}
}

// pairs writes names with what they mean in two columns. A long name has lines of its own.
func (p *page) pairs(rows [][2]string) {
	most, left := max(p.width*3/8, 12), 2
	for _, row := range rows {
		if n := widest(row[:1]); n <= most {
			left = max(left, n)
		}
	}
	hang := strings.Repeat(" ", left+gap)
	for _, row := range rows {
		lines := wrap(row[1], p.width-len(hang), false)
		if pad := left - widest(row[:1]); pad >= 0 {
			fmt.Fprintf(p, "%s%*s%s\n", row[0], pad+gap, "", lines[0])
			lines = lines[1:]
		} else {
			p.WriteString(row[0] + "\n")
		}
		for _, line := range lines {
			p.WriteString(hang + line + "\n")
		}
	}
}

func (p *page) arguments(node *kong.Node) {
	var rows [][2]string
	for _, a := range node.Positional {
		rows = append(rows, [2]string{"  " + a.Summary(), a.Help})
	}
	p.headed("Arguments:", rows)
}

// headed writes pairs below their title, if there are any.
func (p *page) headed(title string, rows [][2]string) {
	if len(rows) > 0 {
		p.WriteString("\n" + title + "\n")
		p.pairs(rows)
	}
}

// flags writes the flags by their groups, at the end of the first those of every command.
func (p *page) flags(node *kong.Node) {
	titles, rows := []string{"Flags:"}, map[string][][2]string{}
	for _, level := range slices.Backward(node.AllFlags(true)) {
		for _, f := range level {
			title, name := titles[0], "  --"+f.Name
			if f.Group != nil {
				title = f.Group.Title
			}
			if f.Short != 0 {
				name = fmt.Sprintf("  -%c, --%s", f.Short, f.Name)
			}
			if !f.IsBool() {
				name += "=" + f.FormatPlaceHolder()
			}
			if rows[title] == nil && title != titles[0] {
				titles = append(titles, title)
			}
			rows[title] = append(rows[title], [2]string{name, f.Help})
		}
	}
	for _, title := range titles {
		p.headed(title, rows[title])
	}
}

// commands writes the commands that there are below a node.
func (p *page) commands(node *kong.Node) {
	var rows [][2]string
	for _, c := range node.Leaves(true) {
		if c != node {
			rows = append(rows, [2]string{"  " + c.Path(), c.Help})
		}
	}
	if p.headed("Commands:", rows); len(rows) > 0 {
		p.WriteString("\n")
		p.wrapped(node.FullPath() + " COMMAND --help says more about a command.")
	}
}
