// Package design judges the question that a tool is going to ask: a message and
// a schema, as its author writes them.
//
// It is what the form designer and the exercises of kind design have in common:
//
//	points := design.Rubric(schema, message, version) // the twelve points of the skill
//
// The linter of package form says what a client may not draw; the rubric also
// says what a person will not understand. It holds no HTML.
package design
