//go:build unix

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A timeline is what every benchmark did over commits, as it is printed in JSON.
type timeline struct {
	Commits    []commitJSON `json:"commits"` // the oldest first
	Benchmarks []series     `json:"benchmarks"`
}

type commitJSON struct {
	Commit string   `json:"commit"`
	Title  string   `json:"title"`
	Broken []string `json:"broken"` // why benchmarks have no result there
}

// A series is one unit of one benchmark.
type series struct {
	Package   string  `json:"package"`
	Benchmark string  `json:"benchmark"`
	Unit      string  `json:"unit"`
	Exact     bool    `json:"exact"`  // a result, not a measurement
	Better    int     `json:"better"` // 1: more is, -1: less is, 0: nobody said
	Points    []point `json:"points"`
}

// A point is a commit of a series.
type point struct {
	Commit  int      `json:"commit"` // its place in the list
	Value   *float64 `json:"value"`
	Lo      *float64 `json:"lo"` // the interval of the median
	Hi      *float64 `json:"hi"`
	Runs    int      `json:"runs"`
	Outcome string   `json:"outcome"` // against the point before it
	Reason  string   `json:"reason"`
	row     row
}

// newTimeline judges every commit against the last one before it that has the benchmark.
func newTimeline(sides []*side, r *results, threshold float64) *timeline {
	t := &timeline{}
	for _, s := range sides {
		t.Commits = append(t.Commits, commitJSON{s.commit, s.title, append([]string{}, s.broken...)})
	}
	judge := &report{threshold: threshold}
	for _, k := range r.keys {
		one := series{Package: k.pkg, Benchmark: k.name, Unit: k.unit}
		last := -1
		for i := range sides {
			if len(r.values[i][k]) == 0 {
				continue
			}
			if last < 0 {
				last = i
			}
			now := judge.newRow(k, r.pair(last, i))
			if sides[last].binaries[k.pkg].content == sides[i].binaries[k.pkg].content {
				now.outcome, now.reason = same, "" // the same runs
			}
			last = i
			one.Exact, one.Better = now.exact, now.better
			p := point{
				Commit: i, Value: finite(now.head.Center), Lo: finite(now.head.Lo), Hi: finite(now.head.Hi),
				Runs: len(r.values[i][k]), Outcome: cmp.Or(now.outcome.String(), "same"), Reason: now.reason, row: now,
			}
			one.Points = append(one.Points, p)
		}
		t.Benchmarks = append(t.Benchmarks, one)
	}
	slices.SortStableFunc(t.Benchmarks, func(a, b series) int { return cmp.Compare(a.Package, b.Package) })
	return t
}

func (t *timeline) printJSON(w io.Writer) error { return json.NewEncoder(w).Encode(t) }

// print says where something changed.
func (t *timeline) print(w io.Writer, file string) error {
	var b strings.Builder
	for i, c := range t.Commits {
		var changes []string
		for _, s := range t.Benchmarks {
			for _, p := range s.Points {
				if p.Commit == i && (p.row.outcome == worsened || p.row.outcome == improved) {
					changes = append(changes, fmt.Sprintf("%-6s  %s", p.Outcome, p.row.explain()))
				}
			}
		}
		changes = append(changes, c.Broken...)
		if len(changes) > 0 {
			fmt.Fprintf(&b, "%s\n  %s\n\n", c.Title, strings.Join(changes, "\n  "))
		}
	}
	names := map[string]bool{}
	for _, s := range t.Benchmarks {
		names[s.Package+"."+s.Benchmark] = true
	}
	fmt.Fprintf(&b, "%s over %s: %s\n", counted(len(names), "benchmark"), counted(len(t.Commits), "commit"), file)
	_, err := io.WriteString(w, b.String())
	return err
}

// brokenList lists the commits without results, and why.
func brokenList(sides []*side) string {
	var all []string
	for _, s := range sides {
		for _, why := range s.broken {
			all = append(all, s.title+": "+why)
		}
	}
	return listed("broken", all)
}
