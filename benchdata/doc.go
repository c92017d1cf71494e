// Package benchdata brings examples into memory: it reads and writes files, fetches public data sets, transforms them
// as HKNS25 does, and makes streams of known geometry.
//
//	a file of examples          open.go, format.go  Read → Set
//	  a part at a time          table.go            Scan → Stream, in bounded memory
//	  in blocks, on all cores   blocks.go, libsvm.go, csv.go, columns.go
//	  vectors and labels        store.go, labels.go
//	  back to a file            libsvm.go           WriteLIBSVM
//	a linear classifier         model.go            Model.WriteJSON, WriteLIBLINEAR
//	data of the package         embedded.go         Default, Iris, DefaultClasses (UCI)
//	public data sets            catalogue.go        Catalogue, Find, Fetch
//	  Adult of HKNS25           adult.go, svm.go    ReadAdult, TrainSeparation
//	  images of digits          digits.go           MNIST, USPS
//	data that are made          synthetic.go, planted_cube.go, text.go
//	several passes              passes.go           InOrder, Permutations
//	what examples become        transform.go        Standardise, NormaliseMargin, …
//	  in a norm                 norm.go             ParseNorm
//
// The readers return only what has passed [theory.Example.Check], and nothing checks it again later. Their errors name
// the file, the line and the field, and say what stands there and what was expected:
//
//	heart.libsvm:17: field 3: "abc": expected index:value, as in 7:0.5
//	iris.csv:5: column 2 (width): "?": expected a finite number; --drop-missing …
//
// The folder results keeps the committed baselines of the benchmarks.
package benchdata
