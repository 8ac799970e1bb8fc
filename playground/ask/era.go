package ask

import (
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"askback/playground/form"
)

// The protocol versions that differ in how a server asks.
const (
	V20250618 = form.Version20250618 // elicitation by request, form mode only
	V20251125 = form.Version20251125 // adds URL mode, defaults, multi-select
	V20260728 = form.Version20260728 // no server requests: multi round-trip requests
)

// stateless reports whether under this version a server asks by ending the call
// with an InputRequiredResult.
func stateless(version string) bool { return version >= V20260728 }

// requestVersion is the version that governs req. The SDK answers with what the
// client asked for at initialize, also when it negotiated another one; see
// [Asker.Install] for what is done about versions that nobody knows.
func requestVersion(req *mcp.CallToolRequest) string {
	v := req.ProtocolVersion()
	if stateless(v) || slices.Contains(mcp.SupportedProtocolVersions(), v) {
		return v
	}
	return V20251125
}

// supports reports whether the client declared that it answers questions of
// this kind. An empty elicitation capability means form mode only
// (mcp-rules A1.5); URL mode did not exist before 2025-11-25.
func supports(caps *mcp.ClientCapabilities, version string, kind Kind) bool {
	if caps == nil {
		return false
	}
	e := caps.Elicitation
	switch kind {
	case KindForm:
		return e != nil && (e.Form != nil || e.URL == nil)
	case KindURL:
		return e != nil && e.URL != nil && version >= V20251125
	case KindRoots:
		return caps.RootsV2 != nil
	}
	return false
}
