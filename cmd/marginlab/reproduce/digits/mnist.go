package digits

import (
	"cmp"
	"context"
	"fmt"

	"marginlab/algos/kernel"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
)

// MNIST is the command that prints Figure 3 of BH16 and Table 3 of ZH13.
type MNIST struct {
	Data         string        `placeholder:"DIR" help:"The folder that holds the four files of MNIST, plain or gzipped, itself or in a subfolder mnist. By default the folder in MARGINLAB_DATA, then the one that marginlab fetch mnist fills."`
	Table        int           `xor:"what" placeholder:"N" help:"Only Table 3 of ZH13."`
	Figure       int           `xor:"what" placeholder:"N" help:"Only Figure 3 of BH16."`
	Runs         int           `default:"5" placeholder:"N" help:"Runs of each learner of Table 3; 5 by default, as in the paper."`
	Epochs       int           `default:"4" placeholder:"N" help:"Passes of a run of Table 3 through the images; 4 by default, as in the paper."`
	Permutations int           `default:"20" placeholder:"N" help:"Permutations of Figure 3 for each digit; 20 by default, as in the paper."`
	Kernel       kernel.Kernel `default:"mnist" placeholder:"KERNEL" help:"The kernel of Table 3; ${default} by default, which is the paper's: (x*x'/255^2 + 1)^4, with 500000 added to K(x, x)."`
	Figures      string        `placeholder:"DIR" help:"Draw Figure 3 into this folder, as mnist-figure-3.svg and .png. The folder is made if it is missing."`
	digitsFlags
}

func (MNIST) Help() string {
	return `Examples:

    marginlab reproduce mnist --figure 3 --figures .
    marginlab reproduce mnist --table 3 --runs 1
    marginlab reproduce mnist --runs 1 --subset 1000 --permutations 2

The data are MNIST's handwritten digits, 28 x 28 pixels from 0 to 255.

Figure 3 of BH16, the paper on the maximum cosine Perceptron: for each digit, a learner of that digit against the rest goes once through the images, without a kernel. The images come in 60 buckets of 1000, which are permuted as wholes, in the same way for every learner. The numbers are those of the test images that it then gets wrong: the mean over the permutations, with the range from the least to the greatest. The paper shows these numbers as bars only, and says that MCP does better than PA and aggressive ROMMA.

Table 3 of ZH13, the paper on Aggressive MIRA (Section 4.3): one against the rest with a polynomial kernel. An epoch is a pass of a run through the images, in a new random order. A learner with few updates needs some 7000 rows of the kernel matrix, of 560 kB each.

` + digitsTable + `

` + digitsJSON + ` A row of Figure 3 has the keys of run, table theta bias_free published, and digit tests errors. Its published is null.

Exit status: 2 when the data are missing or not as expected, or the figure cannot be written.`
}

// Validate implements kong's check of a command's flags.
func (c MNIST) Validate() error {
	switch {
	case c.Table != 0 && c.Table != 3:
		return fmt.Errorf("--table is %d, expected 3", c.Table)
	case c.Figure != 0 && c.Figure != 3:
		return fmt.Errorf("--figure is %d, expected 3", c.Figure)
	case c.CSV && c.Table == 0 && c.Figure == 0:
		return fmt.Errorf("--csv prints one table, expected --table 3 or --figure 3 with it")
	case c.Figures != "" && c.Table != 0:
		return fmt.Errorf("--figures draws Figure 3, which --table 3 leaves out")
	case c.Learners.specs != nil && c.Figure != 0:
		return fmt.Errorf("--learners are those of Table 3, which --figure 3 leaves out")
	}
	return cmp.Or(reproduce.Counted("--permutations", c.Permutations), c.validate(c.Runs, c.Epochs))
}

// Run prints Figure 3 as a table, then Table 3.
func (c MNIST) Run(ctx context.Context, std term.Streams) error {
	im, err := c.read("mnist", c.Data, c.Kernel, benchdata.MNIST, std.Err)
	if err != nil {
		return err
	}
	var d *digits
	if c.Figure == 0 { // flags that are wrong are refused before the work
		if d, err = c.newDigits(c.Kernel, im); err != nil {
			return err
		}
	}
	if c.Table == 0 {
		if err := c.figure3(ctx, std, im); err != nil {
			return err
		}
	}
	if c.Figure != 0 {
		return nil
	}
	if c.Table == 0 {
		std.Out.Say("")
	}
	return c.tabulate(ctx, std, d, table3(), c.Runs, c.Epochs)
}
