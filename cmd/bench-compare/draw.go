//go:build unix

package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"strings"

	"github.com/google/renameio/v2"
	"golang.org/x/perf/benchunit"
)

// The sizes of the page and of its charts, in pixels.
const (
	columns    = 4
	cellWidth  = 300
	plotLeft   = 8
	plotWidth  = 238
	plotTop    = 46
	plotHeight = 64
	lineHeight = 13
	pageMargin = 24
)

//go:embed history.svg.tmpl
var pageSource string

// A sheet is the page as its template reads it.
type sheet struct {
	Width, Height int
	Title, Legend string
	Headings      []label
	Charts        []chart
}

type label struct {
	X, Y float64
	Text string
}

// A chart is one benchmark: its time over commits, and the commits where a result changed.
type chart struct {
	X, Y        float64
	Name, Full  string
	Now         string
	Top, Bottom string // the ends of the axis
	First, Last string // commits
	Path        string
	Points      []dot
	Marks       []mark
}

// PlotBottom is where the axis of commits lies.
func (chart) PlotBottom() float64 { return plotTop + plotHeight }

type dot struct {
	X, Y, Lo, Hi float64
	Class, Tip   string
}

type mark struct {
	X, TextY float64
	Class    string
	Letter   string
	Text     string
}

// draw writes the page of all benchmarks.
func (t *timeline) draw(file string) error {
	page := sheet{Width: columns*cellWidth + 2*pageMargin}
	page.Title = fmt.Sprintf("Benchmarks over %d commits, %s to %s", len(t.Commits), hash(t.Commits[0].Title), hash(t.Commits[len(t.Commits)-1].Title))
	page.Legend = "The median of each commit with its 95 % interval, on a log axis. Red is worse than the commit before, green better, beyond the threshold with p < 0.05. A dashed line marks a changed result."
	y, column, rowHeight := 76.0, 0, 0.0
	newLine := func() { y, column, rowHeight = y+rowHeight, 0, 0 }
	pkg := ""
	for i, s := range t.Benchmarks {
		if s.Unit != "sec/op" {
			continue
		}
		if s.Package != pkg {
			pkg = s.Package
			newLine()
			page.Headings = append(page.Headings, label{pageMargin, y + 22, pkg})
			y += 34
		}
		if column == columns {
			newLine()
		}
		c := t.chart(i)
		c.X, c.Y = pageMargin+float64(column*cellWidth), y
		page.Charts = append(page.Charts, c)
		column++
		rowHeight = max(rowHeight, c.PlotBottom()+float64((len(c.Marks)+2)*lineHeight)+10)
	}
	page.Height = int(y+rowHeight) + pageMargin
	var b strings.Builder
	if err := template.Must(template.New("page").Parse(pageSource)).Execute(&b, page); err != nil {
		return err
	}
	return renameio.WriteFile(file, []byte(b.String()), 0o644)
}

// chart draws the series at index, and marks where results of the same benchmark change.
func (t *timeline) chart(index int) chart {
	s := t.Benchmarks[index]
	lo, hi := math.Inf(1), 0.0
	for _, p := range s.Points {
		lo, hi = min(lo, p.row.head.Lo), max(hi, p.row.head.Hi)
	}
	const least = 1.2 // so that noise does not fill the axis
	if stretch := math.Sqrt(least * lo / hi); stretch > 1 {
		lo, hi = lo/stretch, hi*stretch
	}
	x := func(commit int) float64 {
		return plotLeft + plotWidth*(float64(commit)+0.5)/float64(len(t.Commits))
	}
	y := func(v float64) float64 { return plotTop + plotHeight*math.Log(hi/v)/math.Log(hi/lo) }
	first, now := s.Points[0], s.Points[len(s.Points)-1]
	c := chart{
		Name: shorten(s.Benchmark, 44), Full: s.Package + "." + s.Benchmark, Top: seconds(hi), Bottom: seconds(lo),
		Now:   fmt.Sprintf("%s, %+.0f %%", seconds(now.row.head.Center), 100*(now.row.head.Center/first.row.head.Center-1)),
		First: hash(t.Commits[0].Title), Last: hash(t.Commits[len(t.Commits)-1].Title),
	}
	var path strings.Builder
	for i, p := range s.Points {
		v := p.row.head
		class := "same"
		if p.row.outcome != undecided {
			class = p.Outcome
		}
		d := dot{x(p.Commit), y(v.Center), y(v.Lo), y(v.Hi), class, fmt.Sprintf("%s\n%s ± %s %s", t.Commits[p.Commit].Title, seconds(v.Center), v.PctRangeString(), p.Reason)}
		command := "L"
		if i == 0 || s.Points[i-1].Commit+1 < p.Commit {
			command = "M" // a gap
		}
		fmt.Fprintf(&path, "%s%.1f %.1f", command, d.X, d.Y)
		c.Points = append(c.Points, d)
	}
	c.Path = path.String()
	for i, commit := range t.Commits {
		class, changes := "", []string(nil)
		for _, other := range t.Benchmarks {
			for _, p := range other.Points {
				if p.Commit == i && other.Exact && p.row.outcome != same && other.Package == s.Package && other.Benchmark == s.Benchmark {
					changes = append(changes, other.Unit+" "+p.Reason)
					if class != worsened.String() {
						class = p.Outcome
					}
				}
			}
		}
		if n := len(c.Marks); len(changes) > 0 {
			c.Marks = append(c.Marks, mark{
				X: x(i), TextY: c.PlotBottom() + float64((n+2)*lineHeight), Class: class, Letter: string(rune('a' + n%26)),
				Text: shorten(hash(commit.Title)+" "+strings.Join(changes, ", "), 52),
			})
		}
	}
	return c
}

// seconds writes a time with its unit, such as 1.234 ms.
func seconds(v float64) string {
	scale := benchunit.CommonScale([]float64{v}, benchunit.Decimal)
	number := strings.TrimSuffix(scale.Format(v), scale.Prefix)
	return number + " " + scale.Prefix + "s"
}

// hash is that of a commit, at the head of its title.
func hash(title string) string {
	short, _, _ := strings.Cut(title, " ")
	return short
}

// shorten cuts the middle of a text that has more letters than fit.
func shorten(s string, most int) string {
	letters := []rune(s)
	if len(letters) <= most {
		return s
	}
	half := (most - 1) / 2
	return string(letters[:half]) + "…" + string(letters[len(letters)-half:])
}
