// Package house tests the rules of the house: what may import what, where things
// stand, and that the sources are in the form that the tools give them. The
// rules are in its tests; it has nothing to import.
package house
