package conformance

// notClaimed are the scenarios of extensions that nothing here implements, with
// the reason. They are run with the rest and counted as nothing; one that passes
// nonetheless must go from this list.
var notClaimed = map[string]string{
	"tasks-lifecycle":              noTasks,
	"tasks-capability-negotiation": noTasks,
	"tasks-wire-fields":            noTasks,
	"tasks-request-state-removal":  noTasks,
	"tasks-mrtr-input":             noTasks,
	"tasks-request-headers":        noTasks,
	"tasks-dispatch-and-envelope":  noTasks,
	"tasks-status-notifications":   noTasks,
	"tasks-required-task-error":    noTasks,
	"tasks-mrtr-composition":       noTasks,

	"auth/client-credentials-jwt":           noMachines,
	"auth/client-credentials-basic":         noMachines,
	"auth/wif-jwt-bearer":                   noMachines,
	"auth/enterprise-managed-authorization": "extension: enterprise-managed authorization; the SDK's client has no ID-JAG exchange (go-sdk conformance/baseline.yml)",
	"auth/dpop":                             noDPoP,
	"auth/dpop-nonce":                       noDPoP,
}

const (
	noTasks    = "extension: io.modelcontextprotocol/tasks (SEP-2663), which the SDK has not either; a question here is part of a call"
	noMachines = "extension: OAuth grants for machines; askback's client is a person's, and the SDK has none (go-sdk conformance/baseline.yml)"
	noDPoP     = "extension: DPoP (SEP-1932); the SDK's client has none (go-sdk conformance/baseline.yml)"
)

// tolerated are the warnings that stay, by id of the check, with the reason. A
// warning is a SHOULD that the suite saw done otherwise.
var tolerated = map[string]string{
	"sep-2322-ignore-unexpected-params": "the suite answers in the first call, before anything was asked; answers without the requestState of a question are to no question, and the tool asks (mcp-rules C2.8, C3.3)",
}
