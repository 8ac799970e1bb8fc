// Package load puts the notes server under the load of 64 clients at one HTTP
// endpoint, of every protocol version, and holds it to what it promised each of
// them. Their people accept, decline, cancel and take their time; calls are
// stopped, connections cut, sessions ended and clients gone with a question on
// the screen.
//
// Each client knows what must have become of its notes. What was answered for is
// certain; where a call was lost on the way it is one of two things; everything
// else must be as it was. At the end nothing may be left of the clients: no
// session, goroutine or handle, and no memory.
//
//	go test -race ./tests/load            # a bounded number of calls
//	go test -race ./tests/load -for 60s   # as make soak does
//	go test ./tests/load -seed 7 -v       # other dice; -v tells what happened
//
// The dice decide what the clients do, not what comes first: that is up to the
// machine.
package load
