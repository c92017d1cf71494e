package main

import (
	"errors"
	"strings"

	"marginlab/algos"
	"marginlab/algos/external"
	"marginlab/algos/registry"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

type learnersCmd struct {
	Name    string `arg:"" optional:"" help:"Print all that is known of this learner: its steps, the theorems on it, and the best streams that are kept."`
	Adapter string `placeholder:"LANGUAGE" help:"Print the file that lets a learner of one's own in python, scikit-learn, c or javascript speak to marginlab, or the protocol that it speaks."`
	Example bool   `help:"Print a learner that is written with the --adapter, a Perceptron in a file of its own."`
	term.Form
}

func (learnersCmd) Help() string {
	return `A learner is written as its name, with optional parameters in parentheses: e-omm, omm(rho=0.5), bias(perceptron,1). For run and check the constant of bias may be Dbar or -Dbar, where Dbar is the largest distance of an example from the origin, as in bias(romma,-Dbar).

Learners of two classes learn one example at a time; those with a kernel form run with --kernel too. Learners of many classes run with --classes, and see two classes as 0 and 1. A batch algorithm sees all examples at once, of two classes and normalised, and looks for a separator, or for a convex combination of the y x near the origin. It may have a bias too, as in bias(snkp,1).

A learner with a parameter p learns in the norm ||x||_p, as in e-omm(p=3); --norm of run and check puts it into any other. The others learn in l2.

A learner of one's own is a program, in any language, that speaks to marginlab over a pipe: exec(python3 mine.py,as=perceptron). It begins with an adapter and a whole example:

    marginlab learners --adapter python > marginlab.py
    marginlab learners --adapter python --example > mine.py
    marginlab check --learners 'exec(python3 mine.py,as=perceptron)'
    marginlab hunt 'exec(python3 mine.py): mistakes <= (R/gamma0)^2 where gamma0 > 0'

marginlab learners NAME prints the page of one learner, as of omm(rho=0.5): its steps, parameters and source, the theorems on it with their status, and the streams on which claims on it come nearest to failing, or fail.

JSON keys: learner params summary source default task kernel; and of one learner steps families theorems best.`
}

// learnerRecord is a learner of a kind as it is printed for machines.
func learnerRecord(name string, k algos.Kind) term.Record {
	return term.Record{"learner", name, "params", paramsOf(k), "summary", k.Summary, "source", k.Source,
		"default", k.Default, "task", taskOf(k), "kernel", k.Kernel}
}

// taskOf is what a learner of the kind learns.
func taskOf(k algos.Kind) string {
	return map[theory.Task]string{theory.Online: "two classes", theory.ManyClasses: "many classes",
		theory.Batch: "batch"}[k.Task]
}

// paramsOf are the parameters that a learner of the kind takes.
func paramsOf(k algos.Kind) []string {
	params := []string{}
	if k.Wraps != nil {
		params = append(params, "a learner")
	}
	params = append(params, k.Usage...)
	for _, p := range k.Arguments() {
		params = append(params, p.Usage())
	}
	return params
}

// Run lists the learners of the registry, or prints the page of one.
func (c learnersCmd) Run(std term.Streams) error {
	if c.Example && c.Adapter == "" {
		return errors.New("--example prints a learner in the language of an adapter: expected --adapter too, as in --adapter python --example")
	}
	if c.Adapter != "" {
		file := external.Adapter
		if c.Example {
			file = external.Example
		}
		text, err := file(c.Adapter)
		if err == nil {
			_, err = std.Out.Write(text)
		}
		return err
	}
	if c.Name != "" {
		return printLearner(std.Out, c.Name)
	}
	g := term.NewTable(term.Left("learner"), term.Left("parameters").Drop(4), term.Left("what it is"),
		term.Left("source").Drop(3), term.Left("default").Drop(2), term.Left("kernel").Drop(1))
	yes := func(is bool) string {
		if is {
			return "yes"
		}
		return ""
	}
	for _, of := range term.Grouped(registry.Learners().Kinds, taskOf) {
		if len(g.Rows) > 0 {
			g.Row()
			g.Across(term.Strong(of.Key + ":"))
		}
		for _, k := range of.Rows {
			term.PrintRows(std.Out, learnerRecord(k.Name, k))
			g.Row(k.Name, strings.Join(paramsOf(k), ", "), k.Summary, k.Source, yes(k.Default), yes(k.Kernel))
		}
	}
	g.Print(std.Out)
	return nil
}
