package term

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Candidate is what a word of a command line may be completed to, and what it means.
type Candidate struct{ Word, Help string }

// Complete returns what the last of the words of a command line may be completed to. It
// returns nothing where only a shell knows, as of files. A field of the grammar with the tag
// complete:"NAME" has the words that known gives for that name.
func Complete(grammar *kong.Node, words []string, known map[string]func() []Candidate) []Candidate {
	node, valued, given := grammar, (*kong.Flag)(nil), 0
	last := ""
	if n := len(words); n > 0 {
		words, last = words[:n-1], words[n-1]
	}
	if last == "=" { // the shell's, between a flag and its value
		last = ""
	}
	for _, word := range words {
		switch command := childOf(node, word); {
		case word == "=":
		case valued != nil:
			valued = nil
		case strings.HasPrefix(word, "-"):
			if f := flagOf(node, word); f != nil && !f.IsBool() {
				valued = f
			}
		case command != nil:
			node = command
		default:
			given++
		}
	}
	name, value, assigned := strings.Cut(last, "=")
	switch {
	case valued != nil:
		return values(valued.Value, last, "", known)
	case assigned && flagOf(node, name) != nil:
		return values(flagOf(node, name).Value, value, name+"=", known)
	case strings.HasPrefix(last, "-"):
		return flags(node, last)
	}
	var found []Candidate
	for _, c := range node.Children {
		if !c.Hidden && strings.HasPrefix(c.Name, last) {
			found = append(found, Candidate{c.Name, c.Help})
		}
	}
	if n := len(node.Positional); n > 0 {
		found = append(found, values(node.Positional[min(given, n-1)], last, "", known)...)
	}
	return found
}

func childOf(node *kong.Node, name string) *kong.Node {
	i := slices.IndexFunc(node.Children, func(c *kong.Node) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return node.Children[i]
}

// flagOf is the flag of a command, or of one that it is under, nil if there is none.
func flagOf(node *kong.Node, word string) *kong.Flag {
	for _, group := range node.AllFlags(false) {
		for _, f := range group {
			if word == "--"+f.Name || f.Short != 0 && word == "-"+string(f.Short) {
				return f
			}
		}
	}
	return nil
}

func flags(node *kong.Node, start string) (found []Candidate) {
	for _, group := range node.AllFlags(true) {
		for _, f := range group {
			if help, _, _ := strings.Cut(f.Help, ". "); strings.HasPrefix("--"+f.Name, start) {
				found = append(found, Candidate{"--" + f.Name, help})
			}
		}
	}
	return found
}

// values are those of a flag or an argument that begin as start. In a list it is the last one
// that is completed.
func values(v *kong.Value, start, before string, known map[string]func() []Candidate) (found []Candidate) {
	var all []Candidate
	for _, word := range v.EnumSlice() {
		all = append(all, Candidate{Word: word})
	}
	if words := known[v.Tag.Get("complete")]; words != nil {
		all = words()
	}
	if at := strings.LastIndex(start, ","); at >= 0 {
		before, start = before+start[:at+1], start[at+1:]
	}
	for _, c := range all {
		if c.Word != "" && strings.HasPrefix(c.Word, start) {
			found = append(found, Candidate{before + c.Word, c.Help})
		}
	}
	return found
}
