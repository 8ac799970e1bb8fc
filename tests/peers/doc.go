// Package peers lets askback talk to MCP clients and servers that others wrote:
// the TypeScript clients drive the notes server, and askback's host drives the
// reference servers, over stdio and over Streamable HTTP, in the older era and in
// that of 2026-07-28.
//
// The peers come from npm, and need Node 20 or newer:
//
//	npm ci --prefix tests/peers
//	go test ./tests/peers -v
//
// The tests compare results, questions and the files that are there afterwards.
// drive.mjs is the hands of the clients: it decides nothing.
package peers
