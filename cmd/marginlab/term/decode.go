package term

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"time"

	"github.com/alecthomas/kong"
)

// decodeCount reads an integer from 0 on, also one written as 1e5. The tags least and most of a flag bound it.
func decodeCount(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("int", &text); err != nil {
		return err
	}
	n, err := strconv.ParseInt(text, 10, 0)
	if err != nil {
		v, wrong := strconv.ParseFloat(text, 64)
		if wrong != nil || v != math.Trunc(v) || math.Abs(v) > 1<<53 {
			return fmt.Errorf("expected an integer, as 20 or 1e5, but got %q", text)
		}
		n = int64(v)
	}
	if target.OverflowInt(n) {
		return fmt.Errorf("expected a smaller integer than %s", text)
	}
	least, _ := ctx.Value.Tag.GetInt("least") // 0 without the tag
	if n < least {
		return fmt.Errorf("expected at least %d, but got %s", least, text)
	}
	if most, err := ctx.Value.Tag.GetInt("most"); err == nil && n > most {
		return fmt.Errorf("expected at most %d, but got %s", most, text)
	}
	target.SetInt(n)
	return nil
}

// decodeDuration reads a time with its unit, or a number of seconds. The tag least of a flag bounds it.
func decodeDuration(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("duration", &text); err != nil {
		return err
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		d, err = time.ParseDuration(text + "s")
	}
	if err != nil {
		return fmt.Errorf("expected a time, as 5 (seconds), 90s or 2m, but got %q", text)
	}
	if least, _ := time.ParseDuration(ctx.Value.Tag.Get("least")); d < least {
		return fmt.Errorf("expected at least %v, but got %s", least, text)
	}
	target.SetInt(int64(d))
	return nil
}
