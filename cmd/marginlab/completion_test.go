package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
)

// printed is what a command prints, which ends well.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	require.Zero(t, run(t.Context(), args, term.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}), errs.String())
	return out.String()
}

func TestCompletionWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, want string }{
		{"ch", "check"},
		{"comp", "completion"},
		{"completion ", "bash zsh fish"},
		{"reproduce us", "usps"},
		{"run --sh", "--shuffle"},
		{"run --shuffle 1 --format ", "auto libsvm csv"},
		{"run --format=l", "--format=libsvm"},
		{"run --format = l", "libsvm"},
		{"run --format =", "auto libsvm csv"},
		{"run --zero-based --learners ce", "ce-omm"},
		{"run --learners e-omm,percep", "e-omm,perceptron"},
		{"run --learners=e-omm,percep", "--learners=e-omm,perceptron"},
		{"check --theorem omm-s3", "omm-s3 omm-s3-thirds"},
		{"hunt --row snkp-vn-l", "snkp-vn-lemma-8 snkp-vn-lemma-9"},
		{"fetch a", "adult"},
		{"help repl", "replay"},
		{"run my", ""}, // files are the shell's
		{"run --no-such ", ""},
		{"--ver", "--version"},
	} {
		var words []string
		for line := range strings.Lines(printed(t, append([]string{"completion", "words", "--"}, strings.Split(c.line, " ")...)...)) {
			word, _, tab := strings.Cut(line, "\t")
			require.True(t, tab, line)
			words = append(words, word)
		}
		require.Equal(t, strings.Fields(c.want), append([]string{}, words...), c.line)
	}
	require.Contains(t, printed(t, "completion", "words", "--", "run", "--learners", "e-o"), "e-omm\tefficient OMM, ")
}

// The scripts do what they are for in the shells that there are here.
func TestCompletionScripts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.Symlink(os.Args[0], filepath.Join(dir, "marginlab"))) // see TestMain
	for _, c := range []struct{ shell, ask, want string }{
		{"bash", "COMP_WORDS=(marginlab run --learners e-omm,percep); COMP_CWORD=3; _marginlab; echo \"${COMPREPLY[@]}\"", "e-omm,perceptron\n"},
		{"bash", "COMP_WORDS=(marginlab run my); COMP_CWORD=2; _marginlab; echo \"${#COMPREPLY[@]}\"", "0\n"},
		{"fish", "complete -C 'marginlab run --learners e-omm,percep'", "e-omm,perceptron\tPerceptron through the origin, the p-norm Perceptron\n"},
		{"fish", "complete -C 'marginlab run --format l'", "libsvm\n"},
	} {
		t.Run(c.shell, func(t *testing.T) {
			script := printed(t, "completion", c.shell)
			shell, err := exec.LookPath(c.shell)
			if err != nil {
				t.Skip(err)
			}
			command := exec.Command(shell, "-c", script+"\n"+c.ask)
			command.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
			out, err := command.CombinedOutput()
			require.NoError(t, err, string(out))
			require.Equal(t, c.want, string(out))
		})
	}
}

// The function of zsh hands over the words after marginlab up to the cursor, and leaves files to zsh.
func TestCompletionScriptOfZsh(t *testing.T) {
	t.Parallel()
	zsh, err := exec.LookPath("zsh")
	if err != nil {
		t.Skip(err)
	}
	stubs := `compdef() {}
_describe() { print -rl -- "$@" "${(@P)2}" }
_files() { echo files }
marginlab() { print -r -- "<${(j:> <:)@}>"$'\thelp' }
`
	ask := `words=(marginlab run "my file" "" past); CURRENT=4; _marginlab
marginlab() {}; _marginlab`
	out, err := exec.Command(zsh, "-f", "-c", stubs+printed(t, "completion", "zsh")+ask).CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, "marginlab\nfound\n<completion> <words> <--> <run> <my file> <>:help\nfiles\n", string(out))
}

// Zsh completes on a terminal alone: one zsh types into another.
func TestCompletionInZsh(t *testing.T) {
	t.Parallel()
	zsh, err := exec.LookPath("zsh")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	require.NoError(t, os.Symlink(os.Args[0], filepath.Join(dir, "marginlab"))) // see TestMain
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)                // for a zsh that waits in vain
	defer cancel()
	command := exec.CommandContext(ctx, zsh, "-f", "-c", `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'autoload -Uz compinit; compinit -u -D; source <(marginlab completion zsh); PS1=; echo rea""dy'
zpty -r shell out '*ready*'
zpty -w -n shell $'marginlab run --learners e-omm,percep\t--form\tl\t'
zpty -r shell out '*percep*tron*--form*at*l*ibsvm*'
echo completed
zpty -d shell`)
	command.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "TERM=xterm")
	out, err := command.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, "completed\n", string(out))
}

func TestHelpOfACommand(t *testing.T) {
	t.Parallel()
	require.Equal(t, printed(t, "--help"), printed(t, "help"))
	require.Equal(t, printed(t, "hunt", "--help"), printed(t, "help", "hunt"))
	require.Equal(t, printed(t, "reproduce", "adult", "--help"), printed(t, "help", "reproduce", "adult"))
	var out, errs bytes.Buffer
	require.Equal(t, 2, run(t.Context(), []string{"help", "train"}, term.Streams{Out: &out, Err: &errs}))
	require.Equal(t, "marginlab: help: unexpected argument train (see marginlab --help)\n", errs.String())
	require.Empty(t, out.String())
	require.Equal(t, printed(t, "version"), printed(t, "--version"))
	require.Regexp(t, `^marginlab .+\n$`, printed(t, "--version"))
}
