package main

import (
	"fmt"

	"github.com/alecthomas/kong"

	"marginlab/algos/registry"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

type completionCmd struct {
	Bash  scriptCmd `cmd:"" help:"Print a script that completes command lines in bash."`
	Zsh   scriptCmd `cmd:"" help:"Print one for zsh."`
	Fish  scriptCmd `cmd:"" help:"Print one for fish."`
	Words wordsCmd  `cmd:"" hidden:"" help:"Print what the last of the words may be completed to, each with a tab and its help."`
}

type scriptCmd struct{}

func (scriptCmd) Help() string {
	return `To complete commands, flags, learners and guarantees with the tab key, add a line to the file that the shell reads when it starts:

    ~/.bashrc                    source <(marginlab completion bash)
    ~/.zshrc, after compinit     source <(marginlab completion zsh)
    ~/.config/fish/config.fish   marginlab completion fish | source`
}

// Run prints the script of the shell that the command is named after.
func (scriptCmd) Run(parsed *kong.Context, std term.Streams) error {
	_, err := fmt.Fprint(std.Out, scripts()[parsed.Selected().Name])
	return err
}

type wordsCmd struct {
	Words []string `arg:"" optional:"" passthrough:"all"`
}

// Run prints the words that a script asks for.
func (c wordsCmd) Run(parsed *kong.Context, std term.Streams) error {
	if len(c.Words) > 0 && c.Words[0] == "--" {
		c.Words = c.Words[1:]
	}
	for _, w := range term.Complete(parsed.Model.Node, c.Words, known(parsed.Model.Node)) {
		if _, err := fmt.Fprintf(std.Out, "%s\t%s\n", w.Word, w.Help); err != nil {
			return err
		}
	}
	return nil
}

// known are the words that stand for things, by the tag complete of their flag or argument.
func known(grammar *kong.Node) map[string]func() []term.Candidate {
	return map[string]func() []term.Candidate{
		"command": func() (all []term.Candidate) {
			for _, c := range grammar.Children {
				all = append(all, term.Candidate{Word: c.Name, Help: c.Help})
			}
			return all
		},
		"learner": func() (all []term.Candidate) {
			for _, k := range registry.Learners().Kinds {
				all = append(all, term.Candidate{Word: k.Name, Help: k.Summary})
			}
			return all
		},
		"guarantee": func() (all []term.Candidate) {
			for _, g := range theory.Table() {
				all = append(all, term.Candidate{Word: g.ID, Help: g.Claim})
			}
			return all
		},
		"source": func() (all []term.Candidate) {
			for _, s := range benchdata.Catalogue() {
				all = append(all, term.Candidate{Word: s.Name, Help: s.Title})
			}
			return all
		},
	}
}

// scripts are those of the shells. Where marginlab knows no word, the shell completes files.
func scripts() map[string]string {
	return map[string]string{
		"bash": `_marginlab() {
	local IFS=$'\n'
	COMPREPLY=($(marginlab completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _marginlab marginlab
`,
		"zsh": `_marginlab() {
	local -a lines found
	local line word help
	lines=("${(@f)$(marginlab completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
	for line in $lines; do
		word=${line%%$'\t'*} help=${line#*$'\t'}
		found+=("${word//:/\\:}${help:+:$help}")
	done
	if (( $#found )); then _describe marginlab found; else _files; fi
}
compdef _marginlab marginlab
`,
		"fish": `function __marginlab
	set -l words (commandline -opc)
	set -l last (commandline -ct)
	marginlab completion words -- $words[2..] "$last" 2>/dev/null
end
complete -c marginlab -n 'test (count (__marginlab)) -gt 0' -f -a '(__marginlab)'
`,
	}
}
