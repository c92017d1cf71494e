//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"marginlab/cmd/bench"
)

// history measures the last commits, as far as the cache has not, and draws them.
func history(ctx context.Context, f flags, stdout, stderr io.Writer) (err error) {
	if err := f.check(bench.LeastRuns); err != nil {
		return err
	}
	if *f.History < 2 {
		return fmt.Errorf("--history %d: expected at least 2 commits", *f.History)
	}
	if f.Markdown != "" {
		return errors.New("--markdown is of a comparison: expected --svg with --history")
	}
	sides, err := lastCommits(ctx, f)
	if err != nil {
		return err
	}
	c, err := openCache(ctx, f)
	if err != nil {
		return err
	}
	f.warnUncommitted(ctx, stderr)
	s := &session{flags: f, sides: sides, stderr: stderr, programs: map[string]binary{}}
	if s.workspace, err = openWorkspace(f.Repo); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if err := s.know(ctx, c); err != nil {
		return err
	}
	jobs, err := s.buildFor(ctx, c, s.pending(c))
	if err != nil {
		return err
	}
	if err := s.estimate(ctx, jobs); err != nil {
		return err
	}
	if err := s.fill(ctx, c, jobs); err != nil {
		return err
	}
	r, err := s.recall(c)
	if err != nil {
		return err
	}
	t := newTimeline(s.sides, r, f.Threshold/100)
	if err := t.draw(f.SVG); err != nil {
		return err
	}
	if err := f.write(s.raw.Bytes()); err != nil {
		return err
	}
	if f.JSON {
		return t.printJSON(stdout)
	}
	return t.print(stdout, f.SVG)
}

// lastCommits are the last commits of head, the oldest first.
func lastCommits(ctx context.Context, f flags) ([]*side, error) {
	last, err := openSide(ctx, f.Repo, "head", f.Head)
	if err != nil {
		return nil, err
	}
	if last.file != "" {
		return nil, fmt.Errorf("--head %s is a file: expected the revision where the history ends", f.Head)
	}
	log, err := git(ctx, f.Repo, "log", "--first-parent", "--reverse", fmt.Sprintf("--max-count=%d", *f.History), "--format=%H %h %s", last.commit)
	if err != nil {
		return nil, err
	}
	var sides []*side
	for line := range strings.Lines(log) {
		commit, title, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		sides = append(sides, &side{name: fmt.Sprintf("%04d", len(sides)), title: title, commit: commit})
	}
	return sides, nil
}

// know finds the programs of every commit: in the cache, or else by a build. A commit that
// does not build stays without them.
func (s *session) know(ctx context.Context, c cache) error {
	p := newProgress(s.stderr, len(s.sides))
	defer p.end()
	for _, side := range s.sides {
		p.step("building " + side.title)
		if c.knows(side) {
			continue
		}
		if err := s.buildCommit(ctx, c, side); err != nil {
			return err
		}
	}
	if last := s.sides[len(s.sides)-1]; len(s.programs) == 0 && len(last.broken) > 0 {
		return errors.New(last.broken[0])
	}
	return s.known()
}

// buildFor builds the commits whose programs are to run and that the cache knew. It returns
// the jobs without those of a commit that no longer builds.
func (s *session) buildFor(ctx context.Context, c cache, jobs []job) (can []job, err error) {
	p := newProgress(s.stderr, len(s.sides))
	defer p.end()
	for _, j := range jobs {
		side := s.sides[j.side]
		if _, is := s.programs[side.binaries[j.pkg].content]; !is && side.broken == nil {
			p.step("building " + side.title)
			if err := s.buildCommit(ctx, c, side); err != nil {
				return nil, err
			}
		}
		if program, is := s.programs[side.binaries[j.pkg].content]; is {
			side.binaries[j.pkg] = program
			can = append(can, j)
		}
	}
	return can, nil
}

// buildCommit builds a commit and keeps what its programs are. Equal programs stay once.
func (s *session) buildCommit(ctx context.Context, c cache, side *side) error {
	err := side.build(ctx, s.workspace, s.flags.Pkg)
	if ctx.Err() != nil {
		return err
	}
	if err != nil {
		side.broken, side.binaries = append(side.broken, err.Error()), nil
		return nil
	}
	for pkg, b := range side.binaries {
		same, twice := s.programs[b.content]
		if !twice {
			s.programs[b.content] = b
			continue
		}
		side.binaries[pkg] = same
		if err := os.Remove(b.path); err != nil {
			return err
		}
	}
	return c.keepBuild(side)
}

// pending lists the runs that are not in the cache, those of equal binaries once.
func (s *session) pending(c cache) []job {
	planned := map[string]bool{}
	return slices.DeleteFunc(s.jobs(nil), func(j job) bool {
		path := c.path(s.sides[j.side].binaries[j.pkg], j.round)
		_, missing := os.Stat(path)
		done := missing == nil || planned[path]
		planned[path] = true
		return done
	})
}

// fill runs the jobs and keeps what they print. A binary that fails leaves its package out
// of the commits that have it.
func (s *session) fill(ctx context.Context, c cache, jobs []job) error {
	failed := map[string]error{} // by content
	p := newProgress(s.stderr, len(jobs))
	defer p.end()
	for i, j := range jobs {
		side := s.sides[j.side]
		b := side.binaries[j.pkg]
		p.step(fmt.Sprintf("round %d of %d, %s of %s", j.round+1, s.flags.Count, j.pkg, side.title))
		if failed[b.content] != nil {
			continue
		}
		text, err := b.run(ctx, s.flags.pattern(), s.flags.Benchtime, s.flags.short())
		if ctx.Err() != nil {
			return fmt.Errorf("%w; %d of %s are done and kept, the same command goes on with the rest", err, i, counted(len(jobs), "run"))
		}
		if err == nil {
			err = lost(text, s.flags.pattern())
		}
		if err != nil {
			failed[b.content] = err
			continue
		}
		if err := c.keep(c.path(b, j.round), text); err != nil {
			return err
		}
	}
	for _, side := range s.sides {
		for _, pkg := range slices.Sorted(maps.Keys(side.binaries)) {
			if err := failed[side.binaries[pkg].content]; err != nil {
				side.broken = append(side.broken, fmt.Sprintf("running %s: %v", pkg, err))
				delete(side.binaries, pkg)
			}
		}
	}
	return nil
}

// recall reads the runs of all commits.
func (s *session) recall(c cache) (*results, error) {
	r, err := newResults(benchfmt.NewWriter(&s.raw), len(s.sides))
	if err != nil {
		return nil, err
	}
	for which, side := range s.sides {
		for _, pkg := range slices.Sorted(maps.Keys(side.binaries)) {
			for round := range s.flags.Count {
				path := c.path(side.binaries[pkg], round)
				text, err := c.read(path)
				if err == nil {
					err = r.readRun(which, pkg, s.flags.pattern(), side.header, text)
				}
				if err != nil {
					return nil, fmt.Errorf("%s: %w", path, err)
				}
			}
		}
		if err := r.complete(which, s.flags.Count); err != nil {
			return nil, fmt.Errorf("%s: %w", side.title, err)
		}
	}
	if len(r.keys) == 0 {
		return nil, fmt.Errorf("no benchmark of %s matches %q in %s%s", strings.Join(s.flags.Pkg, " "), s.flags.pattern(), s.sides[len(s.sides)-1].title, brokenList(s.sides))
	}
	return r, nil
}
