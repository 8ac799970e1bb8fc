// Package conformance runs the official conformance suite of MCP against an
// endpoint and a client that are made of askback's parts: package fixture is the
// one, package client the other.
//
// The suite and a Node that is new enough for it come from npm:
//
//	npm ci --prefix tests/conformance
//	go test ./tests/conformance -v
//
// Every scenario that a revision of the specification requires must pass. What
// is not claimed, and why, stands in notclaimed.go; it holds extensions of the
// protocol that askback does not have, and no failure that is askback's own.
package conformance
