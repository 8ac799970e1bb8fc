// Package rules says which rules of the specification about elicitation, roots
// and multi round-trip requests a test of this repository holds, and why no test
// holds the others.
//
// rules.txt is the list. Its ids group the specification's sentences by subject:
// A elicitation, B roots, C multi round-trip requests. A line is the id, the rule
// in a few words, and behind a bar either the tests or, after a dash, the reason
// why there is none:
//
//	A5.1 exactly accept, decline, cancel | ask/refused-answers
//	A5.11 a manual way to go on after a URL | web:TestURLQuestion
//	C6.2 the response ends the stream | - transport of the SDK
//
// "ask/NAME" is a transcript of package ask, which must name the id itself;
// "PACKAGE:TEST" is a Go test.
//
// reports.txt is the same for what was reported of other clients and servers:
// (a) forms, (c) URL mode, (d) multi round-trip requests. What was reported of
// roots (b) and of file systems (e) is in the tables of playground/roots and
// notesfs.
package rules
