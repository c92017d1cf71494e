package expr

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// DidYouMean returns the end of an error, which suggests up to three of the words for a wrong one, such as ", did you
// mean omm or e-omm?". It is "" if no word is similar: differs in at most a third of its letters, or begins with the
// wrong one, of three letters or more. A word that differs only in upper case is the only suggestion.
func DidYouMean(wrong string, words []string) string {
	distance := func(word string) int { return edits(strings.ToLower(wrong), strings.ToLower(word)) }
	like := slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		return distance(word) > utf8.RuneCountInString(wrong)/3 && !(len(wrong) >= 3 && strings.HasPrefix(word, wrong))
	})
	if len(like) == 0 {
		return ""
	}
	slices.SortStableFunc(like, func(a, b string) int { return cmp.Compare(distance(a), distance(b)) })
	if distance(like[0]) == 0 {
		like = slices.DeleteFunc(like, func(word string) bool { return distance(word) > 0 })
	}
	return ", did you mean " + OneOf(like[:min(len(like), 3)]) + "?"
}

// OneOf lists words, of which there must be some, as "a, b or c".
func OneOf(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// edits returns the Levenshtein distance: the least number of runes to insert, to delete or to replace.
func edits(a, b string) int {
	s, t := []rune(a), []rune(b)
	row := make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i := range s {
		diagonal := row[0]
		row[0] = i + 1
		for j := range t {
			replaced := diagonal
			if s[i] != t[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, diagonal+1)
		}
	}
	return row[len(t)]
}
