package term

import (
	"bytes"
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"marginlab/internal/atomicfile"
)

// figureDPI is the resolution of the PNG: a figure of 7 inches is 1400 pixels wide.
const figureDPI = 200

// SaveFigure paints a figure on white and writes it to stem.svg and stem.png. The same
// painting gives the same bytes. Both files are written whole before either gets its name.
// The error says which path failed.
func SaveFigure(stem string, width, height vg.Length, paint func(draw.Canvas)) error {
	svg, err := painted(vgsvg.New(width, height), paint)
	if err != nil {
		return fmt.Errorf("%s.svg: %w", stem, err)
	}
	png, err := painted(vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(figureDPI))}, paint)
	if err != nil {
		return fmt.Errorf("%s.png: %w", stem, err)
	}
	return writeTogether([]fileText{{stem + ".svg", withFallbackFonts(svg)}, {stem + ".png", png}})
}

// painted returns the file that a canvas makes of a figure.
func painted(canvas vg.CanvasWriterTo, paint func(draw.Canvas)) ([]byte, error) {
	c := draw.New(printed{canvas})
	c.FillPolygon(color.White, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}})
	paint(c)
	var file bytes.Buffer
	_, err := canvas.WriteTo(&file)
	return file.Bytes(), err
}

// printed is a canvas whose texts are [Printable], in a file as on a terminal.
type printed struct{ vg.CanvasSizer }

func (c printed) FillString(face font.Face, at vg.Point, s string) {
	c.CanvasSizer.FillString(face, at, Printable(s))
}

// fileText is a file to write.
type fileText struct {
	path string
	text []byte
}

// writeTogether writes the files to temporary ones beside them, and then gives all of them
// their names.
func writeTogether(files []fileText) error {
	var pending []*atomicfile.File
	defer func() {
		for _, p := range pending {
			_ = p.Cleanup() // does nothing once the file has its name
		}
	}()
	for _, f := range files {
		p, err := atomicfile.Create(f.path)
		if err != nil {
			return err
		}
		pending = append(pending, p)
		if _, err := p.Write(f.text); err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
	}
	for i, p := range pending {
		if err := p.Commit(); err != nil {
			return fmt.Errorf("%s: %w", files[i].path, err)
		}
	}
	return nil
}

// withFallbackFonts adds to an SVG the names of fonts with the metrics of Liberation Sans,
// for where that is missing.
func withFallbackFonts(svg []byte) []byte {
	return bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
}

// NewPlot returns an empty plot with sans-serif text.
func NewPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	for _, style := range []*draw.TextStyle{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle,
		&p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle,
	} {
		style.Font.Variant = "Sans"
		style.Font.Size = 9
	}
	p.Title.TextStyle.Font.Size = 10
	p.Title.Padding = 4
	return p
}
