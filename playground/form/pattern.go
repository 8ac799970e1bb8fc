package form

import (
	"regexp"
	"regexp/syntax"
)

const (
	maxProgram = 2000     // instructions of a pattern that is checked
	maxSteps   = 16 << 20 // instructions times bytes of the text: a fraction of a second
)

// matcher checks a pattern within a budget. A nil matcher matches everything.
type matcher struct {
	re   *regexp.Regexp
	size int
}

// newMatcher is nil for a pattern that is absent, that Go cannot run (look
// around, back references), or that would compile to more than maxProgram.
func newMatcher(pattern string) *matcher {
	if pattern == "" || len(pattern) > MaxPattern {
		return nil
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	size := programSize(tree)
	if size > maxProgram {
		return nil
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil
	}
	return &matcher{re, size}
}

// matches reports whether text matches somewhere, as JSON Schema has it. A
// text too long for the budget counts as matching: the pattern is a hint then.
func (m *matcher) matches(text string) bool {
	if m == nil || m.size*len(text) > maxSteps {
		return true
	}
	return m.re.MatchString(text)
}

// programSize estimates from above the instructions that tree compiles to,
// before the compiler spends them: (x{1000}){1000} is short and huge.
func programSize(tree *syntax.Regexp) int {
	size := 2
	if tree.Op == syntax.OpLiteral {
		size += len(tree.Rune)
	}
	for _, sub := range tree.Sub {
		size = min(size+programSize(sub), maxProgram+1)
	}
	if tree.Op == syntax.OpRepeat {
		size *= max(tree.Min, tree.Max, 1) + 1
	}
	return min(size, maxProgram+1)
}
