package digits

import (
	"context"

	"marginlab/algos/kernel"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
)

// USPS is the command that prints Table 2 of amira.txt.
type USPS struct {
	Data   string        `placeholder:"DIR" help:"The folder with zip.train and zip.test, or with a folder usps that has them, plain or gzipped. Without it the one that MARGINLAB_DATA names, then where marginlab fetch usps puts them."`
	Runs   int           `default:"10" placeholder:"N" help:"Runs of each learner, each with a new permutation an epoch; 10 by default, as in the paper."`
	Epochs int           `default:"5" placeholder:"N" help:"How often a run goes through the images; 5 by default, as in the paper."`
	Kernel kernel.Kernel `default:"gaussian(sigma=3.5)" placeholder:"KERNEL" help:"The kernel: gaussian(sigma), poly(degree,offset,scale) or linear; ${default} by default, as in the paper."`
	digitsFlags
}

func (USPS) Help() string {
	return `Examples:

    marginlab reproduce usps
    marginlab reproduce usps --runs 1 --subset 500
    marginlab reproduce usps --runs 3 --learners 'one-vs-rest(pa),amira-1-best(eps=0.85)' --json

amira.txt is the paper on Aggressive MIRA; this is its Section 4.2: handwritten digits of 16 x 16 pixels, a Gaussian kernel, and the images shuffled anew at each epoch, that is each time a run goes through them. Most learners are binary ones, one against the rest for each digit: the greatest score wins. amira-k-best learns all digits at once, and so does amira-1-best, which the paper has no row of; its updates are the ones that the paper reports of amira-k-best.

` + digitsTable + ` best is the least mean after an epoch, which stands in parentheses.

The text of the paper that this follows has lost the names in its Table 2. They are taken from the order of Table 3 and from the prose, and the parameters of ALMA, Pegasos and two rows of AMIRA from the numbers of updates.

` + digitsJSON + `

Exit status: 2 when the data are missing or not as expected.`
}

// digitsTable tells how to read Table 2 or 3.
const digitsTable = `The errors of the table are per cent of the images to test with. What is shown of the runs is the mean, as in the paper, with the range from the least to the greatest. Updates are those after the last epoch, of all ten binary learners together. The seconds are those of learning; rows of the kernel matrix that an earlier run has computed are there for the next ones, so the first run takes the longest. What the paper reports is shown beside runs like its own: on all its images, with its kernel and, for what it counts in the end, as many epochs.`

// digitsJSON tells of the keys that reproduce usps and reproduce mnist share.
const digitsJSON = `JSON keys: those of run; table theta bias_free published (published: error_rate updates); and kernel run seed epoch tests errors error_rate. mistakes, updates and seconds are from the start of the run to the end of the epoch, error_rate is per cent of the images to test with.`

// Validate implements kong's check of a command's flags.
func (c USPS) Validate() error { return c.validate(c.Runs, c.Epochs) }

// Run prints Table 2.
func (c USPS) Run(ctx context.Context, std term.Streams) error {
	dir, err := benchdata.Find("usps", c.Data)
	if err != nil {
		return err
	}
	train, test, err := benchdata.USPS(dir)
	if err != nil {
		return err
	}
	checkpoint, err := c.checkpoint("usps", dir, c.Kernel, train, test)
	if err != nil {
		return err
	}
	d, err := c.newDigits("usps", c.Kernel, train, test, checkpoint)
	if err != nil {
		return err
	}
	return c.tabulate(ctx, std, d, table2(), c.Runs, c.Epochs)
}
