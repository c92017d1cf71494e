package digits

import (
	"context"

	"marginlab/algos/kernel"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
)

// USPS is the command that prints Table 2 of ZH13.
type USPS struct {
	Data   string        `placeholder:"DIR" help:"The folder that holds zip.train and zip.test, plain or gzipped, itself or in a subfolder usps. By default the folder in MARGINLAB_DATA, then the one that marginlab fetch usps fills."`
	Runs   int           `default:"10" placeholder:"N" help:"Runs of each learner, with a new permutation in each epoch; 10 by default, as in the paper."`
	Epochs int           `default:"5" placeholder:"N" help:"Passes of a run through the images; 5 by default, as in the paper."`
	Kernel kernel.Kernel `default:"gaussian(sigma=3.5)" placeholder:"KERNEL" help:"The kernel: gaussian(sigma), poly(degree,offset,scale) or linear; ${default} by default, as in the paper."`
	digitsFlags
}

func (USPS) Help() string {
	return `Examples:

    marginlab reproduce usps
    marginlab reproduce usps --runs 1 --subset 500
    marginlab reproduce usps --runs 3 --learners 'one-vs-rest(pa),amira-1-best(eps=0.85)' --json

ZH13 is the paper on Aggressive MIRA. Its Section 4.2 learns handwritten digits of 16 x 16 pixels with a Gaussian kernel. An epoch is a pass of a run through the images, in a new random order. Most learners are binary: one learns each digit against the rest, and the greatest score wins. amira-k-best learns all digits at once. So does amira-1-best, which the paper does not list; its numbers of updates are those that the paper reports of amira-k-best.

` + digitsTable + ` best is the least mean over the epochs, with its epoch in parentheses.

The names in Table 2 are missing from the text of the paper that this follows. They are taken from the order of Table 3 and from the prose. The parameters of ALMA, Pegasos and two rows of AMIRA are taken from the numbers of updates.

` + digitsJSON + `

Exit status: 2 when the data are missing or not as expected.`
}

// digitsTable tells how to read Table 2 or 3.
const digitsTable = `The errors of the table are percentages of the test images. Each entry is the mean over the runs, as in the paper, with the range from the least to the greatest. Updates are counted to the end of the last epoch, over all ten binary learners. The seconds are those of learning. Runs share the rows of the kernel matrix, so the first run takes the longest. The paper's numbers stand only beside runs like its own: on all its images, with its kernel and, for what it counts at the end, as many epochs.`

// digitsJSON tells of the keys that reproduce usps and reproduce mnist share.
const digitsJSON = `JSON keys: those of run; table theta bias_free published (published: error_rate updates); and kernel run seed epoch tests errors error_rate. mistakes, updates and seconds are counted from the start of the run to the end of the epoch. error_rate is a percentage of the test images.`

// Validate implements kong's check of a command's flags.
func (c USPS) Validate() error { return c.validate(c.Runs, c.Epochs) }

// Run prints Table 2.
func (c USPS) Run(ctx context.Context, std term.Streams) error {
	im, err := c.read("usps", c.Data, c.Kernel, benchdata.USPS, std.Err)
	if err != nil {
		return err
	}
	d, err := c.newDigits(c.Kernel, im)
	if err != nil {
		return err
	}
	return c.tabulate(ctx, std, d, table2(), c.Runs, c.Epochs)
}
