package host

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// What came to an end or did not come about, as [Failure.Code].
const (
	FailureRead    = "read"    // the files could not be read; only a new start helps
	FailureRestore = "restore" // the files could not be put back; only a new start helps
	FailureSession = "session" // no session with the server
	FailureTools   = "tools"   // there was a session, but no list of tools
	FailureLost    = "lost"    // the session has ended, and nobody here ended it
	FailureStopped = "stopped" // the program of the server is over; only a new start helps
)

// FailureCodes lists the codes of [Failure]. This list and the next are what a
// message catalogue has to say in each language.
func FailureCodes() []string {
	return []string{FailureRead, FailureRestore, FailureSession, FailureTools, FailureLost, FailureStopped}
}

// A Failure says why nothing goes on: in codes, so that it can be said in any
// language. The zero value is none.
type Failure struct {
	Code  string // one of the Failure constants
	Cause Cause  // zero when there is no more to say
}

// Why something failed, as [Cause.Code].
const (
	CauseClosed   = "closed"    // the session was ended here
	CauseNoAnswer = "no-answer" // Number seconds went by
	CauseLost     = "lost"      // the connection ended before the answer
	CauseServer   = "server"    // the server says Text, with the JSON-RPC code Number
	CauseVersion  = "version"   // the server speaks the version Text instead
	CauseNoURL    = "no-url"    // servers cannot be reached by URL here
	CauseOther    = "other"     // Text, the words of a library
)

// CauseCodes lists the codes of [Cause].
func CauseCodes() []string {
	return []string{CauseClosed, CauseNoAnswer, CauseLost, CauseServer, CauseVersion, CauseNoURL, CauseOther}
}

// A Cause is why something failed. Text may be the server's.
type Cause struct {
	Code   string // one of the Cause constants
	Text   string
	Number int64
}

// Why a link ended, or did not come about.
var (
	errClosed   = errors.New("the session was ended")
	errNoAnswer = fmt.Errorf("no answer within %v", patience)
	errLost     = errors.New("the connection to the server ended before it answered")
	errNoURL    = errors.New("servers cannot be reached by URL here")
)

// A versionError is the version that a server speaks in place of the one asked for.
type versionError string

func (v versionError) Error() string { return fmt.Sprintf("the server speaks %s instead", string(v)) }

// causeOf says why something failed with err: a request that was sent under ctx.
func causeOf(ctx context.Context, err error) Cause {
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	var wire *jsonrpc.Error
	var version versionError
	switch {
	case errors.Is(err, errClosed):
		return Cause{Code: CauseClosed}
	case errors.Is(err, errNoAnswer):
		return Cause{Code: CauseNoAnswer, Number: int64(patience.Seconds())}
	case errors.Is(err, errLost), errors.Is(err, io.EOF), errors.Is(err, mcp.ErrConnectionClosed):
		return Cause{Code: CauseLost}
	case errors.Is(err, errNoURL):
		return Cause{Code: CauseNoURL}
	case errors.As(err, &wire):
		return Cause{Code: CauseServer, Text: wire.Message, Number: wire.Code}
	case errors.As(err, &version):
		return Cause{Code: CauseVersion, Text: string(version)}
	}
	return Cause{Code: CauseOther, Text: err.Error()}
}
