package host

// What a part of a message says may depend on its value and on what stands
// beside it. Values are as encoding/json decodes them.

// declaredModes tells what an elicitation capability covers. Without modes it is
// form mode alone (mcp-rules A1.5).
func declaredModes(v any, _ map[string]any) RemarkCode {
	modes, _ := v.(map[string]any)
	if _, url := modes["url"]; url {
		return RemarkElicitation
	}
	return RemarkElicitationForm
}

func declaredRoots(v any, _ map[string]any) RemarkCode {
	if capability, _ := v.(map[string]any); capability["listChanged"] == true {
		return RemarkRootsListChanged
	}
	return RemarkRootsCapability
}

// retryID is the remark on the id of a request that goes on with a call.
func retryID(_ any, message map[string]any) RemarkCode {
	params, _ := message["params"].(map[string]any)
	_, answered := params["inputResponses"]
	_, stated := params["requestState"]
	if answered || stated {
		return RemarkRetryID
	}
	return ""
}

func askedMode(v any, _ map[string]any) RemarkCode {
	if v == "url" {
		return RemarkModeURL
	}
	return RemarkModeForm
}

func givenAction(v any, answer map[string]any) RemarkCode {
	_, content := answer["content"]
	switch {
	case v == "accept" && content:
		return RemarkAccept
	case v == "accept":
		return RemarkAcceptURL
	case v == "decline":
		return RemarkDecline
	case v == "cancel":
		return RemarkCancel
	}
	return RemarkUnknownAction
}

func toldRoots(v any, _ map[string]any) RemarkCode {
	if list, ok := v.([]any); ok && len(list) == 0 {
		return RemarkNoRoots
	}
	return RemarkRoots
}

func requestedRoots(v any, _ map[string]any) RemarkCode {
	if v == "roots/list" {
		return RemarkRootsRequested
	}
	return ""
}

func resultType(v any, _ map[string]any) RemarkCode {
	switch v {
	case "complete":
		return RemarkComplete
	case "input_required":
		return RemarkInputRequired
	}
	return RemarkUnknownType
}

func isError(v any, _ map[string]any) RemarkCode {
	if v == true {
		return RemarkIsError
	}
	return ""
}

func errorCode(v any, _ map[string]any) RemarkCode {
	switch v {
	case -32042.0:
		return RemarkErrorURLRequired
	case -32021.0:
		return RemarkErrorCapability
	case -32022.0:
		return RemarkErrorVersion
	case -32602.0:
		return RemarkErrorParams
	case -32601.0:
		return RemarkErrorMethod
	case -32603.0:
		return RemarkErrorInternal
	}
	return RemarkErrorCode
}
