// Package figuretest reads the figures that commands draw.
package figuretest

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/png"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// Figure is what both files of a figure hold.
type Figure struct {
	SVG, PNG []byte
	Picture  image.Image
}

// Read reads the files of a figure, which must be well formed.
func Read(t *testing.T, stem string) Figure {
	t.Helper()
	var f Figure
	var err error
	f.SVG, err = os.ReadFile(stem + ".svg")
	require.NoError(t, err)
	for d := xml.NewDecoder(bytes.NewReader(f.SVG)); err == nil; {
		_, err = d.Token()
	}
	require.ErrorIs(t, err, io.EOF)
	f.PNG, err = os.ReadFile(stem + ".png")
	require.NoError(t, err)
	f.Picture, err = png.Decode(bytes.NewReader(f.PNG))
	require.NoError(t, err)
	return f
}
