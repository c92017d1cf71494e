package term

import (
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"

	"marginlab/algos"
	"marginlab/algos/expr"
)

// Learners is a flag whose value is a list of learners of two classes, separated by
// commas; nil if it is not given.
type Learners []*algos.Spec

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *Learners) UnmarshalText(text []byte) (err error) {
	*l, err = ParseLearners(string(text), algos.Learners())
	return err
}

// ParseLearners reads a list of learners of the registry. Each must have a name.
func ParseLearners(text string, from algos.Registry) ([]*algos.Spec, error) {
	list, err := expr.ParseList(text)
	if err != nil {
		return nil, fmt.Errorf("learner %w", err)
	}
	if len(list) > 1 && slices.ContainsFunc(list, func(e expr.Expr) bool { return e.String() == "" }) {
		return nil, fmt.Errorf("%q has an empty name between commas, "+
			"expected a learner or a parameter on both sides of each", text)
	}
	return from.MakeList(list)
}

var units = []string{"KiB", "MiB", "GiB"}

// Bytes is a flag whose value is a number of bytes: 4GiB, 512MiB, 64KiB, 1000000.
type Bytes int64

// UnmarshalText implements [encoding.TextUnmarshaler].
func (b *Bytes) UnmarshalText(text []byte) error {
	number, factor := string(text), int64(1)
	for i, unit := range units {
		if n, ok := strings.CutSuffix(number, unit); ok {
			number, factor = n, 1<<(10*(i+1))
			break
		}
	}
	v, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	if err != nil || v < 1 || v > (1<<62)/factor {
		return fmt.Errorf("%q, expected a number of bytes, as 4GiB, 512MiB, 64KiB or 1000000", text)
	}
	*b = Bytes(v * factor)
	return nil
}

// String returns the number as it is written with a flag.
func (b Bytes) String() string {
	for i, unit := range slices.Backward(units) {
		if size := Bytes(1) << (10 * (i + 1)); b%size == 0 {
			return fmt.Sprintf("%d%s", b/size, unit)
		}
	}
	return strconv.FormatInt(int64(b), 10)
}

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

// Build returns a hash of the command that runs.
var Build = sync.OnceValues(func() (string, error) {
	file, err := os.Executable()
	if err != nil {
		return "", err
	}
	program, err := os.ReadFile(file)
	return fmt.Sprintf("%x", sha256.Sum256(program)), err
})
