// Package inspector calls the notes server from the command line of the MCP
// Inspector 2.12.0, over stdio and over Streamable HTTP.
//
// The Inspector speaks two eras, by its flag --protocol-era: legacy, which it
// negotiates as 2025-11-25, and modern, which is 2026-07-28; auto is the newest
// that the server has. There is no way to ask it for 2025-06-18. From the command
// line it answers roots/list with what its configuration says and declares no
// elicitation, so a tool that has to ask can only refuse, and the tests hold it
// to that.
//
// The Inspector, and a Node new enough for it on Linux, come from npm:
//
//	npm ci --prefix tests/inspector
//	go test ./tests/inspector -v
package inspector
