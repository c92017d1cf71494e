// Marginlab runs online large-margin learners on a file of examples and holds
// them against the theorems that are claimed for them.
//
//	marginlab check my.libsvm     every guarantee of every learner, with a verdict
//	marginlab run my.csv          mistakes, updates, margin, tau of every learner
//	marginlab compare A.json B.json  what differs between two checks or runs
//	marginlab geometry my.csv.gz  diameters and the maximum margin, certified
//	marginlab hunt 'e-omm: mistakes <= 2 + r^2/4'   a counterexample, certified
//	marginlab report -o page.html a page about examples, theorems and hunts
//	marginlab reproduce adult     a paper's table beside the measured one
//	marginlab theorems            the table of guarantees
//
// Run marginlab --help for the others, and marginlab COMMAND --help for what a
// command prints and what its exit status means. Each command is a struct with its
// flags, and what stands below them in its help is help/COMMAND.txt.
package main

import (
	"context"
	"embed"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"marginlab/algos/external"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
)

func main() { term.Main(run) }

// cli is the grammar of the command line.
type cli struct {
	Check     checkCmd     `cmd:"" help:"Hold every guarantee of the learners against their runs on the examples, and give a verdict."`
	Run       runCmd       `cmd:"" help:"Run learners over the examples."`
	Compare   compareCmd   `cmd:"" help:"Say what differs between two checks or runs, with statistics over permutations."`
	Geometry  geometryCmd  `cmd:"" help:"Measure the examples: diameters, maximum margin, bias."`
	Hunt      huntCmd      `cmd:"" orderly:"" help:"Look for a stream that refutes a claim about a learner, and certify it."`
	Certify   certifyCmd   `cmd:"" help:"Prove that a stream refutes a claim, and write the certificate."`
	Replay    replayCmd    `cmd:"" help:"Verify a certificate in exact arithmetic, or a record."`
	Report    reportCmd    `cmd:"" help:"Make a page of one HTML file about examples, or about certificates and records of hunts."`
	Engine    engineCmd    `cmd:"" help:"Keep hunts for workers on many machines."`
	Worker    workerCmd    `cmd:"" orderly:"" help:"Run tasks of the hunts on an engine."`
	Hunts     huntsCmd     `cmd:"" help:"List, watch, stop and resume hunts on an engine."`
	Reproduce reproduceCmd `cmd:"" orderly:"" help:"Print a paper's tables, with measured values beside the published ones."`
	Learners  learnersCmd  `cmd:"" help:"List the learners with their parameters, or print all that is known of one."`
	Theorems  theoremsCmd  `cmd:"" help:"List the guarantees, which are the theorems that check holds learners against, or print all that is known of one."`
	Fetch     fetchCmd     `cmd:"" help:"Download a public data set."`

	Version kong.VersionFlag `help:"Print the version."`
}

const description = `Holds online large-margin learners against their theorems, on your own examples or on an embedded data set. Begin with marginlab check.

Exit status: 0 success, 1 a finding (each command's help says which), 2 the command could not do its work.`

// run runs the command and returns its exit status.
func run(ctx context.Context, args []string, std term.Streams) int {
	context.AfterFunc(ctx, external.Stop) // a program may be in the midst of a long answer
	defer external.Stop()
	return term.Run(ctx, &cli{Reproduce: newReproduce()}, args, std, kong.Description(description), explained,
		kong.Vars{"recipes": recipes, "version": version()})
}

//go:embed help
var helps embed.FS

// explained gives each command the text below its flags in its help: the file of its name in the folder help, in
// which {{terms}} stands for the terms of claims.
var explained = kong.PostBuild(func(parser *kong.Kong) error {
	explain(parser.Model.Node, "help/")
	return nil
})

func explain(node *kong.Node, stem string) {
	for _, command := range node.Children {
		name := stem + command.Name
		explain(command, name+"-")
		if text, err := helps.ReadFile(name + ".txt"); err == nil {
			before, after, has := strings.Cut(strings.TrimSpace(string(text)), "{{terms}}")
			if command.Detail = before; has {
				command.Detail += strings.TrimRight(vocabulary(command.Name == "hunt"), "\n") + after
			}
		}
	}
}

// version is that of the module, and the commit that the command was built from.
func version() string {
	version, commit := "unknown", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = " " + s.Value
			}
		}
	}
	return fmt.Sprintf("marginlab %s%s", version, commit)
}

// reproduceCmd has a command for each experiment.
type reproduceCmd struct {
	Adult     reproduce.Command `cmd:"" help:"Tables 2, 3 and 4 of Ho-Nguyen et al. (HKNS25), on the Adult data."`
	Synthetic reproduce.Command `cmd:"" help:"Figures 2 and 3 of AMIRA (ZH13), on synthetic data."`
	USPS      reproduce.Command `cmd:"" name:"usps" help:"Table 2 of AMIRA, on handwritten digits with a Gaussian kernel."`
	MNIST     reproduce.Command `cmd:"" name:"mnist" help:"Table 3 of AMIRA, on MNIST."`
	MCP       reproduce.Command `cmd:"" name:"mcp" help:"Figure 3 of MCP (BH16), on MNIST."`
}

func newReproduce() reproduceCmd {
	return reproduceCmd{
		Adult: reproduce.Command{Of: reproduce.Adult()}, Synthetic: reproduce.Command{Of: reproduce.Synthetic()},
		USPS: reproduce.Command{Of: reproduce.USPS()}, MNIST: reproduce.Command{Of: reproduce.MNIST()},
		MCP: reproduce.Command{Of: reproduce.MCP()},
	}
}
