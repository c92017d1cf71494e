package main

import "marginlab/cmd/marginlab/reproduce"

// reproduceCmd has a command for each experiment.
type reproduceCmd struct {
	Adult     reproduce.Command `cmd:"" help:"Tables 2, 3 and 4 of Ho-Nguyen et al. (HKNS25), on the Adult data."`
	Norms     reproduce.Command `cmd:"" help:"OMM beyond l2: mistakes, margin and time in lp over p, on the Adult data (HKNS25)."`
	Synthetic reproduce.Command `cmd:"" help:"Figures 2 and 3 of AMIRA (ZH13), on synthetic data."`
	USPS      reproduce.Command `cmd:"" name:"usps" help:"Table 2 of AMIRA, on handwritten digits with a Gaussian kernel."`
	MNIST     reproduce.Command `cmd:"" name:"mnist" help:"Table 3 of AMIRA, on MNIST."`
	MCP       reproduce.Command `cmd:"" name:"mcp" help:"Figure 3 of MCP (BH16), on MNIST."`
}

func newReproduce() reproduceCmd {
	return reproduceCmd{
		Adult: reproduce.Command{Of: reproduce.Adult()}, Norms: reproduce.Command{Of: reproduce.Norms()},
		Synthetic: reproduce.Command{Of: reproduce.Synthetic()}, USPS: reproduce.Command{Of: reproduce.USPS()},
		MNIST: reproduce.Command{Of: reproduce.MNIST()}, MCP: reproduce.Command{Of: reproduce.MCP()},
	}
}
