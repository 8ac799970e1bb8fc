package web

import (
	"context"

	"askback/playground/host"
)

// eraText says in one sentence what differs between the protocol versions.
func eraText(ctx context.Context, note host.EraNotes) string {
	switch note {
	case host.EraHandshake:
		return say(ctx, "The older versions open a session and declare capabilities once. Under 2026-07-28 there is no handshake.")
	case host.EraDiscover:
		return say(ctx, "Under 2026-07-28 no session is opened: server/discover only asks whom one is speaking to.")
	case host.EraMeta:
		return say(ctx, "Under 2026-07-28 every request carries version and capabilities in _meta. The older versions say them once, at initialize.")
	case host.EraServerAsks:
		return say(ctx, "In the older versions a server asks by a request of its own, and the call waits. Under 2026-07-28 it must not; it ends the call with input_required.")
	case host.EraServerAsksRoots:
		return say(ctx, "In the older versions a server asks for the roots by a request of its own. Under 2026-07-28 roots/list stands among the inputRequests of a result.")
	case host.EraInputRequired:
		return say(ctx, "Under 2026-07-28 a question ends the call and the server forgets it. In the older versions the call would wait for the answer.")
	case host.EraRootsInput:
		return say(ctx, "Under 2026-07-28 roots/list travels in a result, and is deprecated. In the older versions it is a request of the server.")
	case host.EraRetry:
		return say(ctx, "Under 2026-07-28 the host calls again: another id, the same arguments, the answers and the requestState. In the older versions it would answer the server's request.")
	case host.EraResultType:
		return say(ctx, "Under 2026-07-28 every result says whether it is complete. The older versions have no resultType.")
	case host.EraRootsNotice:
		return say(ctx, "The older versions tell the server that the roots have changed. 2026-07-28 has removed this notice.")
	case host.EraElicitationID:
		return say(ctx, "Under 2025-11-25 a question by URL has an id. 2026-07-28 has removed it.")
	case host.EraCompletion:
		return say(ctx, "Only 2025-11-25 announces that a page is done with. Under 2026-07-28 the host finds out by calling again.")
	case host.EraURLRequired:
		return say(ctx, "Only 2025-11-25 has the error -32042. Under 2026-07-28 the server asks within the call.")
	case host.EraCapabilityError:
		return say(ctx, "Under 2026-07-28 a capability that a request lacks has an error of its own, -32021. The older versions know what the session declared.")
	case host.EraVersionError:
		return say(ctx, "Under 2026-07-28 a version that the server lacks is an error, -32022. In the older versions initialize settles the version.")
	case host.EraNotFound:
		return say(ctx, "In the older versions -32002 says that a resource is not there. Under 2026-07-28 that is -32602.")
	}
	return say(ctx, "This differs between the protocol versions.")
}
