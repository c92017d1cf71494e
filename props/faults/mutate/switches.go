//go:build unix

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A change is one operator of the source in the place of another.
type change struct {
	id    int // 1, 2, …
	first int // the first change of the same operator
	at    token.Position
	in    string // the function
	text  string // the expression, and what its operator becomes
}

// name tells a change from others wherever its line moves, as in "vec.go Dot: i < n as <=".
func (c *change) name() string { return filepath.Base(c.at.Filename) + " " + c.in + ": " + c.text }

func (c *change) String() string { return fmt.Sprintf("%d:%d %s", c.at.Line, c.at.Column, c.name()) }

// opposites are the changes of gremlins: of arithmetic, of a condition to its negation and
// to the other side of its boundary, of steps and of signs.
var opposites = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.ADD: {token.SUB}, token.SUB: {token.ADD},
	token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
}

// An edit replaces the source between two offsets.
type edit struct {
	from, to int
	text     string
}

// A rewriter puts switches into one file. A switch stays in the line of its operator, so
// that an error of the compiler tells of its change.
type rewriter struct {
	pkg     *packages.Package
	changes *[]*change
	plain   map[string]bool
	path    string
	source  []byte
	in      string // the function
	before  []edit // outer expressions first
	after   []edit // inner expressions first
}

// rewrite returns the file with a switch at each operator but in the lines that must stay plain.
func rewrite(pkg *packages.Package, file *ast.File, plain map[string]bool, changes *[]*change) (path string, source []byte, err error) {
	path = pkg.Fset.Position(file.Package).Filename
	if source, err = os.ReadFile(path); err != nil {
		return "", nil, err
	}
	r := &rewriter{pkg: pkg, changes: changes, plain: plain, path: path, source: source}
	r.walk(file)
	edits := slices.Concat(r.after, r.before) // in a-b, the end of a before the operator
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(source[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(source[at:])
	return path, out.Bytes(), nil
}

func (r *rewriter) offset(p token.Pos) int { return r.pkg.Fset.Position(p).Offset }

// note notes the changes of the operator of n and returns the number of the first.
func (r *rewriter) note(n ast.Node, at token.Pos, to ...token.Token) string {
	first := len(*r.changes) + 1
	text := strings.Join(strings.Fields(r.text(n)), " ")
	for _, t := range to {
		*r.changes = append(*r.changes, &change{id: len(*r.changes) + 1, first: first, at: r.pkg.Fset.Position(at), in: r.in, text: text + " as " + t.String()})
	}
	return strconv.Itoa(first)
}

func (r *rewriter) walk(root ast.Node) {
	ast.PreorderStack(root, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			r.in = n.Name.Name
		case *ast.GenDecl:
			if len(stack) == 1 {
				r.in = n.Tok.String()
			}
			return n.Tok != token.CONST
		case *ast.ArrayType:
			if n.Len != nil {
				r.walk(n.Elt)
				return false
			}
		case *ast.BinaryExpr:
			return r.stays(n.OpPos) || r.binary(n)
		case *ast.UnaryExpr:
			return r.stays(n.OpPos) || r.unary(n)
		case *ast.IncDecStmt:
			if !r.stays(n.TokPos) {
				r.step(n)
			}
		}
		return true
	})
}

// stays reports whether the line of p stays as it is.
func (r *rewriter) stays(p token.Pos) bool {
	return r.plain[fmt.Sprint(filepath.Base(r.path), ":", r.pkg.Fset.Position(p).Line)]
}

// binary puts a switch at n and tells whether to look within it.
func (r *rewriter) binary(n *ast.BinaryExpr) bool {
	to := opposites[n.Op]
	whole, left := r.pkg.TypesInfo.Types[n], r.pkg.TypesInfo.Types[n.X]
	switch {
	case whole.Value != nil:
		if name, ok := r.number(whole); ok && len(to) == 1 {
			x, y := r.text(n.X), r.text(n.Y)
			r.constant(n, name, n.OpPos, to[0], "("+x+")"+to[0].String()+"("+y+")")
		}
		return false
	case n.Op == token.EQL || n.Op == token.NEQ:
		r.wrap(n, "mutateFlip("+r.note(n, n.OpPos, to...)+", ", ")")
	case to != nil:
		if left.Value != nil {
			left = r.pkg.TypesInfo.Types[n.Y]
		}
		name, number := r.number(left)
		basic, _ := left.Type.Underlying().(*types.Basic)
		text := basic != nil && basic.Info()&types.IsString != 0 && len(to) == 2
		if !number && !text {
			return true
		}
		if text {
			name = "string"
			if left.Type != types.Typ[types.String] {
				return true
			}
		}
		f := map[token.Token]string{
			token.LSS: "Less", token.LEQ: "AtMost", token.GTR: "More", token.GEQ: "AtLeast",
			token.ADD: "Add", token.SUB: "Sub", token.MUL: "Mul", token.QUO: "Quo", token.REM: "Rem",
		}[n.Op]
		r.wrap(n, "mutate"+f+"["+name+"]("+r.note(n, n.OpPos, to...)+", ", ")")
		at := r.offset(n.OpPos)
		r.before = append(r.before, edit{at, at + len(n.Op.String()), ","})
	}
	return true
}

// unary puts a switch at a sign and tells whether to look within.
func (r *rewriter) unary(n *ast.UnaryExpr) bool {
	if n.Op != token.SUB {
		return true
	}
	whole := r.pkg.TypesInfo.Types[n]
	name, ok := r.number(whole)
	switch {
	case !ok:
	case whole.Value != nil:
		r.constant(n, name, n.OpPos, token.ADD, r.text(n.X))
		return false
	default:
		at := r.offset(n.OpPos)
		r.before = append(r.before, edit{at, at + 1, "mutateNegate[" + name + "](" + r.note(n, n.OpPos, token.ADD) + ", "})
		r.close(n, ")")
	}
	return whole.Value == nil
}

// step puts a switch at x++ or x--.
func (r *rewriter) step(n *ast.IncDecStmt) {
	name, ok := r.number(r.pkg.TypesInfo.Types[n.X])
	if !ok {
		return
	}
	to, op := token.DEC, " += "
	if n.Tok == token.DEC {
		to, op = token.INC, " -= "
	}
	at := r.offset(n.TokPos)
	r.before = append(r.before, edit{at, at + 2, op + "mutateOne[" + name + "](" + r.note(n, n.TokPos, to) + ")"})
}

// constant chooses between two constants.
func (r *rewriter) constant(n ast.Expr, name string, at token.Pos, to token.Token, other string) {
	r.wrap(n, "mutateChoose["+name+"]("+r.note(n, at, to)+", ", ", "+other+")")
}

func (r *rewriter) wrap(n ast.Expr, open, end string) {
	at := r.offset(n.Pos())
	r.before = append(r.before, edit{at, at, open})
	r.close(n, end)
}

func (r *rewriter) close(n ast.Expr, end string) {
	at := r.offset(n.End())
	r.after = append([]edit{{at, at, end}}, r.after...)
}

func (r *rewriter) text(n ast.Node) string {
	return string(r.source[r.offset(n.Pos()):r.offset(n.End())])
}

// number names the type of x as this file does, and tells whether it is one of numbers.
func (r *rewriter) number(x types.TypeAndValue) (string, bool) {
	name := types.TypeString(x.Type, func(p *types.Package) string {
		if p == r.pkg.Types {
			return ""
		}
		return p.Name()
	})
	if x.Value != nil && x.Value.Kind() != constant.Int && x.Value.Kind() != constant.Float {
		return name, false
	}
	if _, ok := x.Type.(*types.TypeParam); ok {
		return name, true
	}
	b, ok := x.Type.Underlying().(*types.Basic)
	return name, ok && b.Info()&types.IsNumeric != 0 && b.Info()&(types.IsUntyped|types.IsComplex) == 0
}
