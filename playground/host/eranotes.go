package host

import "iter"

// EraNotes say in what a message differs between the protocol versions, as a set.
// Each note names the rule of mcp-rules that it rests on.
type EraNotes uint32

const (
	// EraHandshake: the older versions open a session, in which capabilities are
	// declared once (A1.2, B1). 2026-07-28 has no handshake (A1.3).
	EraHandshake EraNotes = 1 << iota
	// EraDiscover: where there is no handshake, a client finds out by
	// server/discover whom it speaks to (A1.3, C6.4).
	EraDiscover
	// EraMeta: each request carries version and capabilities (A1.3, B2, C3.5, C4.9).
	EraMeta
	// EraServerAsks: the older versions have the server send a request of its own
	// while the call waits (A2.1); 2026-07-28 forbids it (A2.3).
	EraServerAsks
	// EraServerAsksRoots is the same for roots/list (B5, B6).
	EraServerAsksRoots
	// EraInputRequired: the call ends with what the server needs (A2.2, C1.1, C2.14).
	EraInputRequired
	// EraRootsInput: roots/list stands among inputRequests (B6) and is deprecated (B3).
	EraRootsInput
	// EraRetry: the client calls again, under another id, with all it sent before
	// and the answers (C4.4, C4.7, C4.10).
	EraRetry
	// EraResultType: each result says whether it is complete (C1.4).
	EraResultType
	// EraRootsNotice: the older versions have a notice of changed roots (B7), which
	// 2026-07-28 removed (B8).
	EraRootsNotice
	// EraElicitationID: URL mode of 2025-11-25 has an id (A3.6), later it has none (A3.7).
	EraElicitationID
	// EraCompletion: only 2025-11-25 announces that a page is done with (A6.1, A6.14).
	EraCompletion
	// EraURLRequired: only 2025-11-25 has the error -32042 (A6.7, A6.13).
	EraURLRequired
	// EraCapabilityError: -32021 tells of a capability that the request does not
	// declare (A1.8); in the older versions capabilities are those of the session.
	EraCapabilityError
	// EraVersionError: -32022 tells of a version that the server does not speak
	// (C3.7); initialize negotiates it instead.
	EraVersionError
	// EraNotFound: -32002 is resource not found in the older versions, -32602 in
	// 2026-07-28 (section E, A6.13).
	EraNotFound

	endOfEraNotes
)

// AllEraNotes is the set of all notes that there are.
const AllEraNotes = endOfEraNotes - 1

// Each yields the notes of a set one by one.
func (n EraNotes) Each() iter.Seq[EraNotes] {
	return func(yield func(EraNotes) bool) {
		for one := EraNotes(1); one <= n; one <<= 1 {
			if n&one != 0 && !yield(one) {
				return
			}
		}
	}
}

// methodNotes are the notes that follow from what kind of message m is.
func methodNotes(m Message) EraNotes {
	if m.Kind != RequestMessage && m.Kind != NotificationMessage {
		return 0
	}
	switch m.Method {
	case "initialize":
		return EraHandshake
	case "server/discover":
		return EraDiscover
	case "elicitation/create":
		return EraServerAsks
	case "roots/list":
		return EraServerAsksRoots
	case "notifications/roots/list_changed":
		return EraRootsNotice
	case "notifications/elicitation/complete":
		return EraCompletion
	}
	return 0
}

// errorNotes are the notes on an error with this code.
func errorNotes(code int) EraNotes {
	switch code {
	case -32042:
		return EraURLRequired
	case -32021:
		return EraCapabilityError
	case -32022:
		return EraVersionError
	case -32002:
		return EraNotFound
	}
	return 0
}
