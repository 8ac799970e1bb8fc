package host

import (
	"encoding/json"
	"slices"
	"strconv"
)

// A Remark points at a part of a message that matters.
type Remark struct {
	// Path leads from the top of the message to the part: names of members, and
	// places in arrays in digits.
	Path []string
	Code RemarkCode
}

// A RemarkCode says what a part of a message is. A view has a sentence for each.
type RemarkCode string

const (
	RemarkMetaVersion        RemarkCode = "meta-version"
	RemarkMetaCapabilities   RemarkCode = "meta-capabilities"
	RemarkClientInfo         RemarkCode = "client-info"
	RemarkServerInfo         RemarkCode = "server-info"
	RemarkProgressToken      RemarkCode = "progress-token"
	RemarkOfferedVersion     RemarkCode = "offered-version"
	RemarkAgreedVersion      RemarkCode = "agreed-version"
	RemarkSupportedVersions  RemarkCode = "supported-versions"
	RemarkSession            RemarkCode = "session-capabilities"
	RemarkServerCapabilities RemarkCode = "server-capabilities"
	RemarkElicitation        RemarkCode = "capability-elicitation"      // form and URL mode, as declared
	RemarkElicitationForm    RemarkCode = "capability-elicitation-form" // form mode only
	RemarkRootsCapability    RemarkCode = "capability-roots"
	RemarkRootsListChanged   RemarkCode = "capability-roots-changed" // with a notice of changes

	RemarkToolName       RemarkCode = "tool-name"
	RemarkArguments      RemarkCode = "arguments"
	RemarkRetryID        RemarkCode = "retry-id"
	RemarkInputResponses RemarkCode = "input-responses"
	RemarkStateEchoed    RemarkCode = "state-echoed"
	RemarkState          RemarkCode = "state"
	RemarkInputRequired  RemarkCode = "input-required"
	RemarkComplete       RemarkCode = "complete"
	RemarkUnknownType    RemarkCode = "unknown-result-type"
	RemarkInputRequests  RemarkCode = "input-requests"
	RemarkRootsRequested RemarkCode = "roots-requested"

	RemarkModeForm        RemarkCode = "mode-form"
	RemarkModeURL         RemarkCode = "mode-url"
	RemarkMessage         RemarkCode = "message"
	RemarkRequestedSchema RemarkCode = "requested-schema"
	RemarkURL             RemarkCode = "url"
	RemarkElicitationID   RemarkCode = "elicitation-id"
	RemarkAccept          RemarkCode = "accept"
	RemarkAcceptURL       RemarkCode = "accept-url" // without content: the consent to a URL, or nothing filled in
	RemarkDecline         RemarkCode = "decline"
	RemarkCancel          RemarkCode = "cancel"
	RemarkUnknownAction   RemarkCode = "unknown-action"
	RemarkContent         RemarkCode = "content"
	RemarkRoots           RemarkCode = "roots"
	RemarkNoRoots         RemarkCode = "no-roots"

	RemarkIsError     RemarkCode = "is-error"
	RemarkStructured  RemarkCode = "structured"
	RemarkToolContent RemarkCode = "tool-content"
	RemarkAnnotations RemarkCode = "annotations"
	RemarkInputSchema RemarkCode = "input-schema"
	RemarkNextCursor  RemarkCode = "next-cursor"

	RemarkErrorCode            RemarkCode = "error-code" // that of a broken request, or one of the server's own
	RemarkErrorURLRequired     RemarkCode = "error-url-required"
	RemarkErrorCapability      RemarkCode = "error-capability"
	RemarkErrorVersion         RemarkCode = "error-version"
	RemarkErrorParams          RemarkCode = "error-params"
	RemarkErrorMethod          RemarkCode = "error-method"
	RemarkErrorInternal        RemarkCode = "error-internal"
	RemarkRequiredCapabilities RemarkCode = "required-capabilities"
	RemarkElicitations         RemarkCode = "elicitations"

	RemarkCancelled RemarkCode = "cancelled"
	RemarkProgress  RemarkCode = "progress"
	RemarkCompleted RemarkCode = "completed"
)

// RemarkCodes lists the codes of remarks.
func RemarkCodes() []RemarkCode {
	return []RemarkCode{
		RemarkMetaVersion, RemarkMetaCapabilities, RemarkClientInfo, RemarkServerInfo, RemarkProgressToken,
		RemarkOfferedVersion, RemarkAgreedVersion, RemarkSupportedVersions, RemarkSession, RemarkServerCapabilities,
		RemarkElicitation, RemarkElicitationForm, RemarkRootsCapability, RemarkRootsListChanged, RemarkToolName,
		RemarkArguments, RemarkRetryID, RemarkInputResponses, RemarkStateEchoed, RemarkState, RemarkInputRequired,
		RemarkComplete, RemarkUnknownType, RemarkInputRequests, RemarkRootsRequested, RemarkModeForm, RemarkModeURL,
		RemarkMessage, RemarkRequestedSchema, RemarkURL, RemarkElicitationID, RemarkAccept, RemarkAcceptURL,
		RemarkDecline, RemarkCancel, RemarkUnknownAction, RemarkContent, RemarkRoots, RemarkNoRoots, RemarkIsError,
		RemarkStructured, RemarkToolContent, RemarkAnnotations, RemarkInputSchema, RemarkNextCursor, RemarkErrorCode,
		RemarkErrorURLRequired, RemarkErrorCapability, RemarkErrorVersion, RemarkErrorParams, RemarkErrorMethod,
		RemarkErrorInternal, RemarkRequiredCapabilities, RemarkElicitations, RemarkCancelled, RemarkProgress,
		RemarkCompleted,
	}
}

// maxRemarks is how many parts of one message are pointed at.
const maxRemarks = 40

// Explain finds the parts of a message that matter: what was declared, asked and
// answered, and what the rounds of a call are tied together with.
func Explain(m Message) []Remark {
	var top any
	if json.Unmarshal(m.JSON, &top) != nil {
		return nil
	}
	var out []Remark
	for _, r := range remarksOn(m) {
		out = r.find(out, nil, top, nil, r.path)
	}
	return out
}

// A remarkRule points at what lies at a path, if something does.
type remarkRule struct {
	path []string // "*" is any member of an object
	// code is given the part and the object that it is in. It returns "" for what
	// needs no remark.
	code func(v any, in map[string]any) RemarkCode
}

func (r remarkRule) find(out []Remark, done []string, v any, in map[string]any, path []string) []Remark {
	if len(path) == 0 {
		if code := r.code(v, in); code != "" && len(out) < maxRemarks {
			out = append(out, Remark{slices.Clone(done), code})
		}
		return out
	}
	switch v := v.(type) {
	case map[string]any:
		names := path[:1]
		if path[0] == "*" {
			names = keys(v)
		}
		for _, name := range names {
			if member, ok := v[name]; ok {
				out = r.find(out, append(done, name), member, v, path[1:])
			}
		}
	case []any:
		if i, err := strconv.Atoi(path[0]); err == nil && i >= 0 && i < len(v) {
			out = r.find(out, append(done, path[0]), v[i], nil, path[1:])
		}
	}
	return out
}

// is is the code for a part whatever its value.
func is(code RemarkCode) func(any, map[string]any) RemarkCode {
	return func(any, map[string]any) RemarkCode { return code }
}

const metaPrefix = "io.modelcontextprotocol/"

// remarksOn are the rules for a message of its kind.
func remarksOn(m Message) []remarkRule {
	switch m.Kind {
	case RequestMessage:
		return slices.Concat(metaRemarks(), requestRemarks(m.Method))
	case NotificationMessage:
		return []remarkRule{
			{[]string{"params", "requestId"}, is(RemarkCancelled)},
			{[]string{"params", "progressToken"}, is(RemarkProgress)},
			{[]string{"params", "elicitationId"}, is(RemarkCompleted)},
		}
	case ResultMessage:
		return resultRemarks(m.Method)
	}
	return errorRemarks()
}

func metaRemarks() []remarkRule {
	meta := func(elems ...string) []string { return append([]string{"params", "_meta"}, elems...) }
	capabilities := metaPrefix + "clientCapabilities"
	return []remarkRule{
		{meta(metaPrefix + "protocolVersion"), is(RemarkMetaVersion)},
		{meta(capabilities), is(RemarkMetaCapabilities)},
		{meta(capabilities, "elicitation"), declaredModes},
		{meta(capabilities, "roots"), is(RemarkRootsCapability)},
		{meta(metaPrefix + "clientInfo"), is(RemarkClientInfo)},
		{meta("progressToken"), is(RemarkProgressToken)},
	}
}

func requestRemarks(method string) []remarkRule {
	switch method {
	case "initialize":
		return []remarkRule{
			{[]string{"params", "protocolVersion"}, is(RemarkOfferedVersion)},
			{[]string{"params", "capabilities"}, is(RemarkSession)},
			{[]string{"params", "capabilities", "elicitation"}, declaredModes},
			{[]string{"params", "capabilities", "roots"}, declaredRoots},
			{[]string{"params", "clientInfo"}, is(RemarkClientInfo)},
		}
	case "elicitation/create":
		return questionRemarks("params")
	case "tools/call", "prompts/get", "resources/read":
		rules := []remarkRule{
			{[]string{"id"}, retryID},
			{[]string{"params", "name"}, is(RemarkToolName)},
			{[]string{"params", "arguments"}, is(RemarkArguments)},
			{[]string{"params", "inputResponses"}, is(RemarkInputResponses)},
			{[]string{"params", "requestState"}, is(RemarkStateEchoed)},
		}
		return append(rules, answerRemarks("params", "inputResponses", "*")...)
	}
	return nil
}

// questionRemarks are those on an elicitation, whose params lie at a path.
func questionRemarks(params ...string) []remarkRule {
	at := func(name string) []string { return append(slices.Clone(params), name) }
	return []remarkRule{
		{at("mode"), askedMode},
		{at("message"), is(RemarkMessage)},
		{at("requestedSchema"), is(RemarkRequestedSchema)},
		{at("url"), is(RemarkURL)},
		{at("elicitationId"), is(RemarkElicitationID)},
	}
}

// answerRemarks are those on the answer to an input request or to a request of
// the server, which lies at a path.
func answerRemarks(result ...string) []remarkRule {
	at := func(name string) []string { return append(slices.Clone(result), name) }
	return []remarkRule{
		{at("action"), givenAction},
		{at("content"), is(RemarkContent)},
		{at("roots"), toldRoots},
	}
}

func resultRemarks(method string) []remarkRule {
	rules := []remarkRule{
		{[]string{"result", "resultType"}, resultType},
		{[]string{"result", "_meta", metaPrefix + "serverInfo"}, is(RemarkServerInfo)},
	}
	switch method {
	case "initialize":
		return append(rules,
			remarkRule{[]string{"result", "protocolVersion"}, is(RemarkAgreedVersion)},
			remarkRule{[]string{"result", "capabilities"}, is(RemarkServerCapabilities)},
			remarkRule{[]string{"result", "serverInfo"}, is(RemarkServerInfo)})
	case "server/discover":
		return append(rules,
			remarkRule{[]string{"result", "supportedVersions"}, is(RemarkSupportedVersions)},
			remarkRule{[]string{"result", "capabilities"}, is(RemarkServerCapabilities)})
	case "tools/list":
		return append(rules,
			remarkRule{[]string{"result", "tools", "0", "inputSchema"}, is(RemarkInputSchema)},
			remarkRule{[]string{"result", "tools", "0", "annotations"}, is(RemarkAnnotations)},
			remarkRule{[]string{"result", "nextCursor"}, is(RemarkNextCursor)})
	case "elicitation/create", "roots/list":
		return append(rules, answerRemarks("result")...)
	}
	rules = append(rules,
		remarkRule{[]string{"result", "inputRequests"}, is(RemarkInputRequests)},
		remarkRule{[]string{"result", "requestState"}, is(RemarkState)},
		remarkRule{[]string{"result", "inputRequests", "*", "method"}, requestedRoots})
	rules = append(rules, questionRemarks("result", "inputRequests", "*", "params")...)
	return append(rules,
		remarkRule{[]string{"result", "isError"}, isError},
		remarkRule{[]string{"result", "structuredContent"}, is(RemarkStructured)},
		remarkRule{[]string{"result", "content"}, is(RemarkToolContent)})
}

func errorRemarks() []remarkRule {
	return []remarkRule{
		{[]string{"error", "code"}, errorCode},
		{[]string{"error", "data", "requiredCapabilities"}, is(RemarkRequiredCapabilities)},
		{[]string{"error", "data", "elicitations"}, is(RemarkElicitations)},
		{[]string{"error", "data", "supported"}, is(RemarkSupportedVersions)},
	}
}
