package theory_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// section is a lemma or a row of PROOFS.md.
type section struct{ title, text string }

// anchor returns the anchor that GitHub makes of a heading.
func anchor(title string) string {
	return strings.ToLower(strings.NewReplacer(".", "", " ", "-").Replace(title))
}

// proofs returns the sections of PROOFS.md, and the whole page.
func proofs(t *testing.T) (sections []section, page string) {
	data, err := os.ReadFile("PROOFS.md")
	require.NoError(t, err)
	page = string(data)
	for _, part := range regexp.MustCompile(`(?m)^##+ `).Split(page, -1)[1:] {
		title, text, _ := strings.Cut(part, "\n")
		sections = append(sections, section{title, text})
	}
	return slices.DeleteFunc(sections, func(s section) bool { return !strings.Contains(page, "\n### "+s.title+"\n") }), page
}

var (
	lemmaTitle = regexp.MustCompile(`^Lemma \d+$`)
	pageLink   = regexp.MustCompile(`\[([^\]]+)\]\(#([^)]*)\)`)
	inMath     = regexp.MustCompile(`(?s)\$\$(.*?)\$\$|\$([^$]+)\$`)
)

// Every proved row has its proof on the page, under its ID, and only they have one; the
// lemmas are numbered and used.
func TestEveryProvedRowIsProvedOnThePage(t *testing.T) {
	sections, page := proofs(t)
	proved := map[string]bool{}
	for _, g := range theory.Table() {
		if g.Status == theory.Proved {
			proved[g.ID] = true
			require.Equal(t, "PROOFS.md#"+anchor(g.ID), g.Proof())
			require.NotEmpty(t, g.ProofText(), g.ID)
			require.NotContains(t, g.ProofText(), "\n#", g.ID)
		} else {
			require.Empty(t, g.Proof()+g.ProofText(), g.ID)
		}
	}
	lemmas := 0
	for _, s := range sections {
		require.Equal(t, 1, strings.Count(s.text, `\blacksquare`), "%s: a proof ends once", s.title)
		if lemmaTitle.MatchString(s.title) {
			lemmas++
			require.Equal(t, fmt.Sprintf("Lemma %d", lemmas), s.title)
			require.True(t, strings.Contains(page, "](#"+anchor(s.title)+")"), "%s is used nowhere", s.title)
			continue
		}
		require.True(t, proved[s.title], "%s is no row that is proved, or stands twice", s.title)
		delete(proved, s.title)
	}
	require.Empty(t, proved, "rows without a proof in PROOFS.md")
}

// A proof cites only what is on the page, and no proof rests on itself.
func TestProofsRestOnWhatIsProved(t *testing.T) {
	sections, page := proofs(t)
	cites := map[string][]string{}
	for _, s := range sections {
		proof, _, _ := strings.Cut(s.text, `\blacksquare`)
		cites[anchor(s.title)] = []string{}
		for _, link := range pageLink.FindAllStringSubmatch(proof, -1) {
			cites[anchor(s.title)] = append(cites[anchor(s.title)], link[2])
		}
	}
	for _, link := range pageLink.FindAllStringSubmatch(page, -1) {
		require.NotNil(t, cites[link[2]], "%s is not on the page", link[0])
		require.Equal(t, link[2], anchor(link[1]), "the text of a link is its title")
	}
	done := map[string]bool{}
	var rest func(path []string, at string)
	rest = func(path []string, at string) {
		require.NotContains(t, path, at, "the proof of %s rests on itself", at)
		if !done[at] {
			for _, next := range cites[at] {
				rest(append(path, at), next)
			}
			done[at] = true
		}
	}
	for at := range cites {
		rest(nil, at)
	}

	plain := inMath.ReplaceAllString(pageLink.ReplaceAllString(page, ""), "")
	for _, lemma := range regexp.MustCompile(`(its )?Lemma \d+( of)?`).FindAllString(strings.ReplaceAll(plain, "### Lemma", ""), -1) {
		require.False(t, lemmaTitle.MatchString(lemma), "%s is cited without a link", lemma)
	}
	tags := regexp.MustCompile(`\\tag\{(\d+)\}`).FindAllStringSubmatch(page, -1)
	for i, tag := range tags {
		require.Equal(t, fmt.Sprint(i+1), tag[1], "inequalities are numbered in order")
	}
	for _, number := range regexp.MustCompile(`\((\d{1,2})\)`).FindAllStringSubmatch(plain, -1) {
		require.True(t, slices.ContainsFunc(tags, func(tag []string) bool { return tag[1] == number[1] }), "there is no inequality (%s)", number[1])
	}
}

// GitHub gives mathematics to Markdown first, so it contains no Markdown syntax.
func TestMathematicsIsLeftAloneByMarkdown(t *testing.T) {
	_, page := proofs(t)
	require.Zero(t, strings.Count(page, "$$")%2)
	for _, line := range strings.Split(page, "\n") {
		require.Zero(t, strings.Count(line, "$")%2, "mathematics goes on in the next line: %s", line)
	}
	for _, span := range inMath.FindAllStringSubmatch(page, -1) {
		for what, pattern := range map[string]string{
			"an escape":                        `\\[^A-Za-z]`,
			"an emphasis":                      `\*|(^|[^A-Za-z0-9])_`,
			"a tag, a cell or code":            "[<|`]",
			"a space beside the dollar":        `^ | $`,
			"a command of text with an escape": `\\text\{[^}]*[_$\\]`,
		} {
			require.NotRegexp(t, pattern, span[1]+span[2], "Markdown would see %s", what)
		}
	}
	for _, block := range regexp.MustCompile(`(?s)\$\$.*?\$\$`).FindAllString(page, -1) {
		require.NotRegexp(t, `(?m)^\s*([-+#] |>|[-=]+$|\d+[.)] )`, block, "Markdown would see a list or a heading")
		require.True(t, strings.Contains(page, "\n\n"+block+"\n\n"), "a block stands alone: %s", block)
	}
	for _, around := range regexp.MustCompile(`[-\w]\$|\$[-\w]`).FindAllString(inMath.ReplaceAllString(page, "$$"), -1) {
		require.Fail(t, "a dollar beside a letter or a hyphen", around)
	}
}
