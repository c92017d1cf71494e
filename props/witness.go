package props

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
)

// witnesses is the folder of certificates, beside the test that fails.
const witnesses = "testdata/witnesses"

// keep writes the certificate of a failure that refutes a claim or a row of the table, and
// returns what verifies it, or why there is none; "" for another failure. A property is no
// statement that a certificate could refute.
func (f *Failure) keep(t testing.TB) string {
	broken, is := errors.AsType[violation](f.Err)
	if !is {
		return ""
	}
	c, err := f.certificate(broken)
	if err == nil {
		words := strings.FieldsFunc(t.Name(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		file := filepath.Join(witnesses, strings.Join(words, "_")+".json")
		if err = write(c, file); err == nil {
			return "marginlab replay " + file
		}
	}
	return fmt.Sprintf("no certificate: %v", err)
}

// certificate is that of the stream, on which the guarantee fails.
func (f *Failure) certificate(v violation) (*certificate.Certificate, error) {
	own := adversarial.Own{Learner: f.Case.Learner}
	s, err := adversarial.Statement(v.Guarantee, f.Case.Learner.String(), nil, own)
	if err != nil {
		return nil, err
	}
	problem, err := adversarial.Compile(s, own)
	if err != nil {
		return nil, err
	}
	stream := make([]exact.Example, len(f.Case.Stream))
	for t, e := range f.Case.Stream {
		stream[t] = exact.Example{X: exact.Floats(e.X.Densify(f.Case.Dim).Value...), Y: int(e.Y)}
	}
	return problem.Certify(stream, nil, certificate.Limit{})
}

func write(c *certificate.Certificate, file string) (err error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	to, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	return c.Write(to)
}
