// Package mutation asks what the checks of the code exercises would let pass. It
// changes the solution of each in one place at a time: a condition, a comparison,
// a constant, a statement that is left out, an error that is swallowed. A check
// has to be wrong then, or reasons.txt has to say why there is nothing to notice.
//
// # Mutants
//
// [Mutants] are made from the syntax of a file, by the operators in operators.go.
// Those that the compiler would refuse are left out; see [Compiler]. Texts of
// several words are not changed, because they are words for people, and neither
// is what a server calls itself: checks look at values.
//
// All mutants of all exercises are built into one program. Of a function that has
// mutants there are as many copies, and in its place one that calls the copy of
// the mutant that is asked for; see [Package]. Then each mutant is graded in a
// process of its own, until a check is wrong.
//
// # Reasons
//
// In reasons.txt an entry is one line or several that name mutants, and below it,
// indented, why nobody can tell them from the solution:
//
//	first-run setup.run: never if err != nil, after id, err := q.ID()
//		The randomness of an exercise does not fail.
//
// A line is the exercise, the function, and the change. It does not name lines of
// the file, so it holds when they move. A reason for a mutant that is not there,
// or that a check notices, is out of date and fails the test.
package mutation
