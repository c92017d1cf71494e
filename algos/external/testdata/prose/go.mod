module marginlab/peers/prose

go 1.26

require github.com/jdkato/prose v1.2.1

require (
	github.com/montanaflynn/stats v0.6.3 // indirect
	github.com/shogo82148/go-shuffle v0.0.0-20180218125048-27e6095f230d // indirect
)
