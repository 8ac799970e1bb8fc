// Package host is the MCP host: it connects to a server, tells it where it may
// work, puts its questions to a person, and records every message on the wire.
//
// What a person does comes in as an [Intent], what there is to see goes out as a
// [State]. There is no HTML here and no browser: a test is a person too. The
// host knows nothing of the inside of the servers that it drives; what it shows
// comes from the wire and from the files.
package host
