package floats

import "gonum.org/v1/gonum/floats"

// The rest of gonum's functions that are used: none adds a product or depends on an order.

func Add(dst, s []float64)                                    { floats.Add(dst, s) }
func AddTo(dst, s, t []float64) []float64                     { return floats.AddTo(dst, s, t) }
func AddConst(c float64, dst []float64)                       { floats.AddConst(float64(c), dst) }
func Sub(dst, s []float64)                                    { floats.Sub(dst, s) }
func SubTo(dst, s, t []float64) []float64                     { return floats.SubTo(dst, s, t) }
func MulTo(dst, s, t []float64) []float64                     { return floats.MulTo(dst, s, t) }
func Scale(c float64, dst []float64)                          { floats.Scale(c, dst) }
func ScaleTo(dst []float64, c float64, s []float64) []float64 { return floats.ScaleTo(dst, c, s) }
func Max(s []float64) float64                                 { return floats.Max(s) }
func MaxIdx(s []float64) int                                  { return floats.MaxIdx(s) }
func Min(s []float64) float64                                 { return floats.Min(s) }
