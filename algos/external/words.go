package external

import (
	"fmt"
	"strings"
	"unicode"
)

// words splits a command at blanks, as a shell does, without a shell. Between single quotes
// everything stands for itself. Between double quotes a backslash keeps its meaning before a
// double quote and a backslash alone; outside of quotes it takes the next character as it is.
func words(command string) ([]string, error) {
	var all []string
	var word strings.Builder
	var quote rune // that is open, 0 if none is
	begun := false
	runes := []rune(command)
	for i := 0; i < len(runes); i++ {
		switch c := runes[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, begun = c, true
		case c == '\\' && i+1 < len(runes) && (quote == 0 || quote == '"' && strings.ContainsRune(`"\`, runes[i+1])):
			i++
			word.WriteRune(runes[i])
			begun = true
		case quote == 0 && unicode.IsSpace(c):
			if begun {
				all = append(all, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("command %q has a quote %c that is not closed", command, quote)
	}
	if begun {
		all = append(all, word.String())
	}
	return all, nil
}
