// Package benchdata brings examples into memory: it reads and writes files,
// fetches public data sets, transforms them as HKNS25 does, and makes streams
// of known geometry.
//
//	what                        where            made or changed by
//	a file of examples          open.go          Open, Read → Set
//	  a part at a time          stream.go        Scan → Stream, in bounded memory
//	  LIBSVM or CSV             format.go        by the name or the first lines
//	  in blocks, on all cores   blocks.go        whole records of either format
//	  LIBSVM and SVMlight       libsvm.go
//	  comma-separated values    csv.go           by encoding/csv
//	    which columns           columns.go       Options.Label, Drop, OneHot
//	    columns of words        onehot.go        a feature for each word
//	  one field of either       fields.go        numbers, missing values
//	  what all blocks hold      table.go         counts, labels, features
//	  where the vectors lie     store.go         dense or sparse, by content
//	  labels → −1, +1           labels.go        Options.Positive, or Classes
//	  back to a file            write.go         WriteLIBSVM, WriteCSV
//	a linear classifier         model.go         Model.WriteJSON, WriteLIBLINEAR
//	the default data sets       embedded.go      Default, Iris, DefaultClasses (UCI)
//	public data sets            catalogue.go     Catalogue, Find
//	  their download            fetch.go         Fetch, Source.Fetch
//	  images of digits          digits.go        MNIST, USPS
//	planted streams             synthetic.go     Synthetic.Generate
//	  a planted hyperplane      planted_cube.go  Cube.Generate (ZH13, Section 4.1)
//	as large as text            text.go          Text.Generate
//	several passes              passes.go        Passes, InOrder, Permutations
//	mean 0, variance 1          standardise.go   Standardise
//	the Adult pipeline          adult.go         ReadAdult (HKNS25, Section B.1)
//	  its linear SVM            svm.go           SVM.Fit
//	  what the SVM separates    separate.go      TrainSeparation
//	the transformations         transform.go     HKNS25, Section B.2
//
// The readers return only what has passed [theory.Example.Check], and nothing checks it
// again later. Their errors name the file, the line and the field, and say what stands
// there and what was expected:
//
//	heart.libsvm:17: field 3: "abc": expected index:value, as in 7:0.5
//	iris.csv:5: column 2 (width): "?": expected a finite number; --drop-missing …
//
// The folder results keeps the committed baselines of the benchmarks.
package benchdata
