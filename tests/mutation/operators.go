package mutation

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// operators find the places of a file that can be changed.
type operators struct {
	*File
	found func(what string, edits ...edit)
}

// visit looks at one node, with those that it is in.
func (o operators) visit(n ast.Node, within []ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.Comment, *ast.TypeSpec:
		return false
	case *ast.IfStmt:
		o.condition("if", n.Cond, o.after(n, within))
	case *ast.ForStmt:
		if n.Cond != nil {
			o.found("never for "+o.brief(n.Cond), o.replace(n.Cond, "false && ("+o.text(n.Cond)+")"))
		}
	case *ast.RangeStmt:
		o.loop(n)
	case *ast.CaseClause:
		o.clause(n, within)
	case *ast.BinaryExpr:
		if isProse(n) {
			o.sentence(n)
			return false
		}
		o.binary(n, within)
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			o.found(o.brief(n)+" → "+o.brief(n.X), o.replace(n, o.text(n.X)))
		}
	case *ast.BasicLit:
		if !besideError(n, within) {
			o.literal(n)
		}
	case *ast.Ident:
		if besideError(n, within) {
			break
		}
		if other := map[string]string{"true": "false", "false": "true"}[n.Name]; other != "" {
			o.found(n.Name+" → "+other, o.replace(n, other))
		}
	case *ast.CompositeLit:
		return o.composite(n)
	case *ast.ReturnStmt:
		o.swallow(n, within)
	}
	if s, ok := n.(ast.Stmt); ok {
		o.leaveOut(s, within)
	}
	return true
}

func (o operators) replace(n ast.Node, text string) edit {
	return edit{o.offset(n.Pos()), o.offset(n.End()), text}
}

func (o operators) insert(at token.Pos, text string) edit {
	return edit{o.offset(at), o.offset(at), text}
}

// condition turns a condition round, and takes it for false.
func (o operators) condition(word string, cond ast.Expr, after string) {
	text := o.text(cond)
	o.found("if not "+o.brief(cond)+after, o.replace(cond, "!("+text+")"))
	o.found("never "+word+" "+o.brief(cond)+after, o.replace(cond, "false && ("+text+")"))
}

// after names what stands before an if that looks at an error: there are many of
// them.
func (o operators) after(n *ast.IfStmt, within []ast.Node) string {
	if n.Init != nil {
		return ", after " + o.brief(n.Init)
	}
	before := ast.Stmt(nil)
	for _, s := range siblings(within) {
		if s == ast.Stmt(n) {
			break
		}
		before = s
	}
	if _, ok := before.(*ast.AssignStmt); ok && strings.Contains(o.text(n.Cond), "err") {
		return ", after " + o.brief(before)
	}
	return ""
}

// siblings are the statements of the block in which a node stands.
func siblings(within []ast.Node) []ast.Stmt {
	switch in := within[len(within)-1].(type) {
	case *ast.BlockStmt:
		return in.List
	case *ast.CaseClause:
		return in.Body
	}
	return nil
}

// loop does nothing for each element, and something for the first only.
func (o operators) loop(n *ast.RangeStmt) {
	name := o.brief(n.X)
	o.found("nothing for range "+name, o.insert(n.Body.Lbrace+1, "break;"))
	if len(n.Body.List) == 0 {
		return
	}
	last := n.Body.List[len(n.Body.List)-1]
	if _, ends := last.(*ast.ReturnStmt); !ends {
		o.found("once for range "+name, o.insert(last.End(), ";break"))
	}
}

// clause leaves a case out.
func (o operators) clause(n *ast.CaseClause, within []ast.Node) {
	inSwitch, ok := within[len(within)-2].(*ast.SwitchStmt)
	if !ok || len(n.List) == 0 {
		return
	}
	if inSwitch.Tag == nil {
		for _, cond := range n.List {
			o.condition("case", cond, "")
		}
		return
	}
	if len(n.Body) > 0 {
		o.found("nothing in case "+o.brief(n.List[0]), o.insert(n.Body[0].Pos(), "if false {"), o.insert(n.Body[len(n.Body)-1].End(), "}"))
	}
}

// others are the operators that stand in for each.
var others = map[token.Token][]token.Token{
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LSS: {token.LEQ}, token.LEQ: {token.LSS},
	token.GTR: {token.GEQ}, token.GEQ: {token.GTR},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL},
}

// binary puts another operator, or one side only.
func (o operators) binary(n *ast.BinaryExpr, within []ast.Node) {
	equality := n.Op == token.EQL || n.Op == token.NEQ
	if in, ok := within[len(within)-1].(*ast.IfStmt); !(ok && in.Cond == ast.Expr(n) && equality) { // the if is turned round already
		for _, op := range others[n.Op] {
			o.found(o.brief(n)+": "+n.Op.String()+" → "+op.String(), edit{o.offset(n.OpPos), o.offset(n.OpPos) + len(n.Op.String()), op.String()})
		}
	}
	if n.Op != token.LAND && n.Op != token.LOR && n.Op != token.ADD {
		return
	}
	for _, side := range []ast.Expr{n.X, n.Y} {
		o.found(o.brief(n)+" → "+o.brief(side), o.replace(n, o.text(side)))
	}
}

// literal changes a constant.
func (o operators) literal(n *ast.BasicLit) {
	switch n.Kind {
	case token.INT:
		if v, err := strconv.Atoi(n.Value); err == nil && (v == 0 || n.Value[0] != '0') { // 0o644 is how files are made, not what
			o.found(n.Value+" → "+strconv.Itoa(v+1), o.replace(n, strconv.Itoa(v+1)))
		}
	case token.STRING:
		if !isProse(n) {
			other := `""`
			if n.Value == other {
				other = `"other"`
			}
			o.found(n.Value+" → "+other, o.replace(n, other))
		}
	}
}

// isProse reports whether an expression is a text of several words, or is put
// together with one.
func isProse(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind == token.STRING && strings.ContainsAny(e.Value, " \t\n")
	case *ast.BinaryExpr:
		return e.Op == token.ADD && (isProse(e.X) || isProse(e.Y))
	}
	return false
}

// sentence leaves out what is put into a text for people.
func (o operators) sentence(e ast.Expr) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		o.sentence(e.X)
		o.sentence(e.Y)
	case *ast.BasicLit:
	default:
		o.found(o.brief(e)+" → nothing in the text", o.replace(e, `""`))
	}
}

// besideError reports whether a value is returned with an error, so that nobody
// looks at it.
func besideError(n ast.Expr, within []ast.Node) bool {
	r, ok := within[len(within)-1].(*ast.ReturnStmt)
	if !ok {
		return false
	}
	last := r.Results[len(r.Results)-1]
	id, isIdent := last.(*ast.Ident)
	return n != last && returnsError(within) && !(isIdent && id.Name == "nil")
}

// returnsError reports whether the last result of the innermost function is an
// error.
func returnsError(within []ast.Node) bool {
	results := function(within).Results
	if results == nil {
		return false
	}
	id, ok := results.List[len(results.List)-1].Type.(*ast.Ident)
	return ok && id.Name == "error"
}

// composite leaves elements out. What a server calls itself is let be.
func (o operators) composite(n *ast.CompositeLit) bool {
	if n.Type != nil && strings.HasSuffix(o.text(n.Type), ".Implementation") {
		return false
	}
	for i, element := range n.Elts {
		if kv, ok := element.(*ast.KeyValueExpr); ok && isProse(kv.Value) || isProse(element) {
			continue
		}
		end := element.End()
		if i+1 < len(n.Elts) {
			end = n.Elts[i+1].Pos()
		}
		o.found("without "+o.brief(element), edit{o.offset(element.Pos()), o.offset(end), ""})
	}
	return true
}

// swallow returns no error.
func (o operators) swallow(n *ast.ReturnStmt, within []ast.Node) {
	if len(n.Results) == 0 || !returnsError(within) {
		return
	}
	last := n.Results[len(n.Results)-1]
	if o.text(last) == "nil" {
		return
	}
	o.found(o.brief(n)+" → nil", o.replace(last, "nil"))
}

// function is the type of the innermost function.
func function(within []ast.Node) *ast.FuncType {
	for i := len(within) - 1; ; i-- {
		switch f := within[i].(type) {
		case *ast.FuncDecl:
			return f.Type
		case *ast.FuncLit:
			return f.Type
		}
	}
}

// leaveOut leaves a statement out. It stays where it cannot be reached, so that
// what it uses is still used.
func (o operators) leaveOut(s ast.Stmt, within []ast.Node) {
	list := siblings(within)
	if list == nil {
		return // in the head of a statement
	}
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return
		}
	case *ast.IfStmt:
		if s.Init == nil {
			return // the condition is taken for false
		}
	case *ast.ReturnStmt:
		if len(list) == 1 {
			return // likewise
		}
	case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt, *ast.GoStmt, *ast.SendStmt, *ast.BranchStmt:
	default:
		return
	}
	o.found("without "+o.brief(s), o.insert(s.Pos(), "if false {"), o.insert(s.End(), "}"))
}
