package main

import (
	"marginlab/cmd/marginlab/reproduce/adult"
	"marginlab/cmd/marginlab/reproduce/digits"
	"marginlab/cmd/marginlab/reproduce/normalized"
	"marginlab/cmd/marginlab/reproduce/synthetic"
)

type reproduceCmd struct {
	Adult      adult.Tables       `cmd:"" help:"Tables 2, 3 and 4 of Ho-Nguyen et al. (HKNS25), on the Adult data."`
	Synthetic  synthetic.Command  `cmd:"" help:"Figures 2 and 3 of AMIRA (ZH13), on synthetic data."`
	USPS       digits.USPS        `cmd:"" name:"usps" help:"Table 2 of AMIRA, on handwritten digits with a Gaussian kernel."`
	MNIST      digits.MNIST       `cmd:"" name:"mnist" help:"Table 3 of AMIRA and Figure 3 of MCP (BH16), on MNIST."`
	Normalized normalized.Command `cmd:"" help:"Iterations of NKP and SNKP against their bounds (RP14)."`
	Norms      adult.Norms        `cmd:"" help:"OMM beyond l2: mistakes, margin and time in lp over p, on the Adult data (HKNS25)."`
}
