//go:build unix

package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/algos/external"
	"marginlab/props"
	"marginlab/props/stream"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// judge is the page to write, with -judge=FILE.md; the witnesses are written beside it.
var judge = flag.String("judge", "", "hold the peers that are installed to theorems and properties, and write the page `FILE.md`")

const (
	huntTrials = 4000 // streams of a hunt against a theorem, after those that are known to be tight
	drawn      = 60   // cases of a property
)

// verdict is what a peer was found to do with a theorem or a property.
type verdict struct {
	id, claim string
	ratio     float64 // the nearest to its bound, 0 if it is not known
	failed    bool
	witness   []theory.Example
	says      string // what is wrong there
	literal   string // of the case, "" where the witness is a file
}

// spec is the learner. Without a bias of its own, it is what its family is.
func (j judged) spec(t testing.TB) *algos.Spec {
	t.Helper()
	s, err := external.Parse(j.learner)
	require.NoError(t, err)
	return s
}

// properties are those that speak of the learner's family: not those on the bias of
// learners whose theorems have one.
func (j judged) properties(t testing.TB) (all []props.Property) {
	plain, err := external.Parse(strings.Replace(j.learner, ",bias=yes", "", 1))
	require.NoError(t, err)
	for _, p := range props.Properties() {
		rows := p.Name == "guarantees" // which are held one by one
		if p.SpeaksOf(plain) && !rows && p.Silence(plain) == "" {
			p.Cases = drawn
			all = append(all, p)
		}
	}
	return all
}

// rows are the proved theorems on the learner.
func (j judged) rows(l *algos.Spec) (all []theory.Guarantee) {
	for _, g := range theory.Table() {
		if p, _ := props.Claim(g); g.Status == theory.Proved && p.SpeaksOf(l) {
			all = append(all, g)
		}
	}
	return all
}

// hold holds the peer to everything. Witnesses against theorems go to files in dir.
func (j judged) hold(t *testing.T, dir string) (all []verdict) {
	l := j.spec(t)
	for _, g := range j.rows(l) {
		t.Logf("%s: %s", j.id, g.ID)
		if v, spoke := j.row(t, g, l, dir); spoke {
			all = append(all, v)
		}
	}
	for _, p := range j.properties(t) {
		t.Logf("%s: %s", j.id, p.Name)
		v := verdict{id: p.Name, claim: p.Claim}
		v.fill(j, p.Refute(l))
		all = append(all, v)
	}
	return all
}

// fill takes what a search found.
func (v *verdict) fill(j judged, f *props.Failure) {
	if f == nil {
		return
	}
	v.failed, v.witness, v.literal = true, f.Case.Stream, strings.TrimPrefix(f.Case.String(), f.Case.Learner.String())
	v.says, _, _ = strings.Cut(f.Err.Error(), ", on ")
}

// row holds the peer to a theorem, on drawn streams. What fails there gets a certificate where
// the language of claims has the theorem; what holds there is hunted where the peer is fast.
// It reports whether the theorem spoke of any stream.
func (j judged) row(t *testing.T, g theory.Guarantee, l *algos.Spec, dir string) (verdict, bool) {
	v := verdict{id: g.ID, claim: g.Claim}
	p, spoke := props.Claim(g)
	p.Cases = drawn
	v.fill(j, p.Refute(l))
	s, err := adversarial.Statement(g, j.learner, nil)
	if err != nil {
		return v, spoke()
	}
	claim := adversarial.Conjecture{Statement: s}
	var c *certificate.Certificate
	switch {
	case v.failed:
		c, err = claim.Certify(adversarial.Decimals(v.witness))
	case j.fast:
		var found adversarial.Finding
		found, err = adversarial.Hunt{Seed: 1, Workers: 1, Trials: huntTrials}.Run(t.Context(), claim)
		v.ratio, c = found.Ratio, found.Certificate
	}
	if err != nil {
		t.Logf("%s: %s: no certificate: %v", j.id, g.ID, err)
		return v, spoke()
	}
	if c != nil {
		v.failed, v.literal, v.witness, v.says = true, "", certificate.Rounded(c.Stream), refutation(c)
		file, err := os.Create(filepath.Join(dir, j.id+"."+g.ID+".json"))
		require.NoError(t, err)
		require.NoError(t, errors.Join(c.Write(file), file.Close()))
	}
	return v, true
}

// refutation is the line of a certificate that has the quantity and the bound.
func refutation(c *certificate.Certificate) string {
	lines := strings.Split(c.String(), "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, c.Statement.Quantity+" = ") })
	line, _, _ := strings.Cut(lines[max(at, 0)], ", by the answers")
	return line
}

// reason is why the peer fails, "" if nobody has said.
func (j judged) reason(v verdict) string { return cmp.Or(j.why[v.id], j.why[anyOther]) }

// witnesses is the folder of what refutes claims on peers: certificates of theorems, and a
// file with the cases of properties.
const (
	witnesses  = "benchdata/results/peers"
	properties = witnesses + "/properties.txt"
)

// TestJudge is `make peers`.
func TestJudge(t *testing.T) {
	if *judge == "" {
		t.Skip("make peers runs it: -judge=FILE.md")
	}
	require.NoError(t, os.RemoveAll(witnesses))
	require.NoError(t, os.MkdirAll(witnesses, 0o755))
	p := judgement{held: make([]held, len(peers)), cases: map[string]string{}}
	t.Run("peers", func(t *testing.T) {
		for i, j := range peers {
			t.Run(j.id, func(t *testing.T) {
				t.Parallel()
				if p.held[i].judged = j; j.missing() == "" {
					p.held[i].verdicts = j.hold(t, witnesses)
					p.held[i].code = j.spec(t).Core().Kind.Code.String()
				}
			})
		}
	})
	p.keep(t)
	p.margins, p.shorts = margins(t, witnesses)
	var lines strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p.cases)) {
		fmt.Fprintf(&lines, "%s\t%s\n", name, p.cases[name])
	}
	require.NoError(t, os.WriteFile(properties, []byte(lines.String()), 0o644))
	require.NoError(t, os.WriteFile(*judge, p.markdown(t), 0o644))
}

// Every finding is found again where the peer is installed: it answers as the witness says,
// and fails the property in the case that is kept.
func TestFindings(t *testing.T) {
	text, err := os.ReadFile(properties)
	require.NoError(t, err)
	cases := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, literal, _ := strings.Cut(strings.TrimSpace(line), "\t")
		cases[name] = literal
	}
	for _, j := range peers {
		files, err := fs.Glob(os.DirFS(witnesses), j.id+".*.json")
		require.NoError(t, err)
		t.Run(j.id, func(t *testing.T) {
			t.Parallel()
			var certificates []*certificate.Certificate
			for _, name := range files {
				file, err := os.Open(filepath.Join(witnesses, name))
				require.NoError(t, err)
				defer file.Close()
				c, err := certificate.Read(file)
				require.NoError(t, err)
				require.NoError(t, c.Verify(certificate.Limit{}), name) // without the peer
				certificates = append(certificates, c)
			}
			if testing.Short() {
				t.Skip("-short: peers take seconds to start")
			}
			needs(t, j.missing)
			for _, c := range certificates {
				require.NoError(t, c.Rerun(), c.Statement)
			}
			l := j.spec(t)
			count := len(certificates)
			for _, p := range slices.Concat(j.properties(t), claims(j.rows(l))) {
				literal, kept := cases[j.id+"."+p.Name]
				if !kept {
					continue
				}
				c, err := stream.Parse(l.String()+literal, l)
				require.NoError(t, err)
				c, err = c.Placed()
				require.NoError(t, err)
				require.Error(t, p.Holds(c), "%s of %s on %s", p.Name, j.id, literal)
				count++
			}
			require.Equal(t, len(j.why) > 0, count > 0, "what fails has a reason, and what has a reason fails")
		})
	}
}

// claims are the theorems as properties, under their names.
func claims(rows []theory.Guarantee) (all []props.Property) {
	for _, g := range rows {
		p, _ := props.Claim(g)
		p.Name = g.ID
		all = append(all, p)
	}
	return all
}

// The steps of scikit-learn's SGDClassifier that the page names beside those of Pegasos.
func TestRateOfSGD(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: scikit-learn takes seconds to start")
	}
	t.Parallel()
	needs(t, withoutScikit)
	at := slices.IndexFunc(peers, func(j judged) bool { return j.id == "sgd-hinge" })
	pegasos, err := algos.Parse("pegasos(lambda=0.1)")
	require.NoError(t, err)
	e := theory.Example{X: vec.Dense(1), Y: theory.Positive}
	for l, want := range map[*algos.Spec][]float64{peers[at].spec(t): {1.7783, 1.5098}, pegasos: {10, 5}} {
		learner := l.New(1)
		for _, w := range want {
			learner.Step(e.X, e.Y)
			require.InDelta(t, w, learner.Classifier().W[0], 1e-4, l)
		}
	}
}

// The margin that scikit-learn's PA reaches by an update, with its intercept, at the example
// that the page names.
func TestMarginOf205(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: scikit-learn takes seconds to start")
	}
	t.Parallel()
	needs(t, withoutScikit)
	at := slices.IndexFunc(peers, func(j judged) bool { return j.id == "pa-intercept" })
	l := peers[at].spec(t)
	c, err := stream.Parse(l.String()+"; +0.07", l)
	require.NoError(t, err)
	tr, err := l.Run(t.Context(), 1, slices.Values(c.Stream))
	require.NoError(t, err)
	require.InDelta(t, 1+1/(0.07*0.07), tr.Classifier.Score(c.Stream[0].X), 1e-9)
	require.Equal(t, "205", fmt.Sprintf("%.0f", tr.Classifier.Score(c.Stream[0].X)))
}
