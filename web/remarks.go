package web

import (
	"context"

	"askback/playground/host"
)

// remarksOn are the sentences about the parts of a message, by path.
func remarksOn(ctx context.Context, m host.Message) map[string][]string {
	out := map[string][]string{}
	for _, r := range host.Explain(m) {
		path := jsonPath(r.Path)
		out[path] = append(out[path], remarkText(ctx, r.Code))
	}
	return out
}

// remarkText explains a part of a message in one sentence.
func remarkText(ctx context.Context, code host.RemarkCode) string {
	if text := declaredText(ctx, code); text != "" {
		return text
	}
	if text := roundText(ctx, code); text != "" {
		return text
	}
	if text := questionText(ctx, code); text != "" {
		return text
	}
	if text := outcomeText(ctx, code); text != "" {
		return text
	}
	return say(ctx, "This part matters (%s).", cited(string(code), 40))
}

// declaredText is about what the two ends say of themselves.
func declaredText(ctx context.Context, code host.RemarkCode) string {
	switch code {
	case host.RemarkMetaVersion:
		return say(ctx, "The version that this one request is written in; every request says it.")
	case host.RemarkMetaCapabilities:
		return say(ctx, "What the host can be asked for in this request. The server must not ask for anything else.")
	case host.RemarkClientInfo:
		return say(ctx, "The name and version of the host.")
	case host.RemarkServerInfo:
		return say(ctx, "The name that the server gives itself.")
	case host.RemarkProgressToken:
		return say(ctx, "Progress notices about this request carry the same token.")
	case host.RemarkOfferedVersion:
		return say(ctx, "The version that the host would like to speak.")
	case host.RemarkAgreedVersion:
		return say(ctx, "The version that both speak from here on.")
	case host.RemarkSupportedVersions:
		return say(ctx, "The versions that the server speaks; the host chooses one.")
	case host.RemarkSession:
		return say(ctx, "What the host can be asked for as long as this session lasts, said once.")
	case host.RemarkServerCapabilities:
		return say(ctx, "What the server offers.")
	case host.RemarkElicitation:
		return say(ctx, "The server may ask you by a form, and send you to a page by its URL.")
	case host.RemarkElicitationForm:
		return say(ctx, "The server may ask you by a form, and in no other way: no mode but form is named.")
	case host.RemarkRootsCapability:
		return say(ctx, "The server may ask for the roots, the places where you let it work.")
	case host.RemarkRootsListChanged:
		return say(ctx, "The server may ask for the roots, and is told when the list has changed.")
	case host.RemarkAnnotations:
		return say(ctx, "Hints about what the tool does. Nobody checks them, so a host must not rely on those of a server that it does not trust.")
	case host.RemarkInputSchema:
		return say(ctx, "The arguments that the tool takes; the form of the tool is drawn from it.")
	case host.RemarkNextCursor:
		return say(ctx, "There are more: the host asks for the next page with this cursor.")
	}
	return ""
}

// roundText is about what ties the rounds of a call together.
func roundText(ctx context.Context, code host.RemarkCode) string {
	switch code {
	case host.RemarkToolName:
		return say(ctx, "The tool that is called.")
	case host.RemarkArguments:
		return say(ctx, "What the tool is given.")
	case host.RemarkRetryID:
		return say(ctx, "Another id than in the round before: to the server this is a new request.")
	case host.RemarkInputResponses:
		return say(ctx, "The answers, each under the key that its question had.")
	case host.RemarkStateEchoed:
		return say(ctx, "The server's own note, given back byte for byte. It tells the server where the call was.")
	case host.RemarkState:
		return say(ctx, "The server's note to itself. The host gives it back unread. The server must not trust what comes back before it has checked it.")
	case host.RemarkInputRequired:
		return say(ctx, "The call has ended without a result: the server needs something first, and the host calls again with it.")
	case host.RemarkComplete:
		return say(ctx, "This is the result; nothing more is needed.")
	case host.RemarkUnknownType:
		return say(ctx, "No resultType that the rules know. A result with it is invalid.")
	case host.RemarkInputRequests:
		return say(ctx, "What the server needs, each under a key of its choice.")
	case host.RemarkRootsRequested:
		return say(ctx, "The server needs the roots. This request is deprecated under 2026-07-28, and still allowed.")
	}
	return ""
}

// questionText is about questions and their answers.
func questionText(ctx context.Context, code host.RemarkCode) string {
	switch code {
	case host.RemarkModeForm:
		return say(ctx, "The question is a form that the host draws.")
	case host.RemarkModeURL:
		return say(ctx, "The question is a page to open. What you enter there does not pass through the host.")
	case host.RemarkMessage:
		return say(ctx, "The server's own words to you.")
	case host.RemarkRequestedSchema:
		return say(ctx, "The fields that the server wants filled in; the form is drawn from it, and the answer must match it.")
	case host.RemarkURL:
		return say(ctx, "The page to open. It is opened only when you consent, and not fetched before.")
	case host.RemarkElicitationID:
		return say(ctx, "The server can announce under this id that the page is done with.")
	case host.RemarkAccept:
		return say(ctx, "You sent the answer.")
	case host.RemarkAcceptURL:
		return say(ctx, "You agreed, and nothing was filled in. For a page it means that you agreed to open it, not that you are done there.")
	case host.RemarkDecline:
		return say(ctx, "You said no. The server may offer something else.")
	case host.RemarkCancel:
		return say(ctx, "You closed the question without a choice. The server may ask again later.")
	case host.RemarkUnknownAction:
		return say(ctx, "An answer is accept, decline or cancel. This is none of them.")
	case host.RemarkContent:
		return say(ctx, "What you entered. Only an accepted form has it.")
	case host.RemarkRoots:
		return say(ctx, "The places where you let the server work.")
	case host.RemarkNoRoots:
		return say(ctx, "No place at all: the server may work nowhere.")
	}
	return ""
}

// outcomeText is about results, errors and notices.
func outcomeText(ctx context.Context, code host.RemarkCode) string {
	switch code {
	case host.RemarkIsError:
		return say(ctx, "The tool says that it failed. To the protocol this is a result, so that a model can read it.")
	case host.RemarkStructured:
		return say(ctx, "The result as data, in the form that the tool's output schema promises.")
	case host.RemarkToolContent:
		return say(ctx, "The result for reading.")
	case host.RemarkErrorCode:
		return say(ctx, "The request itself failed; the code says why.")
	case host.RemarkErrorURLRequired:
		return say(ctx, "A page has to be opened first. Only 2025-11-25 has this error.")
	case host.RemarkErrorCapability:
		return say(ctx, "The server needs something that the request does not declare.")
	case host.RemarkErrorVersion:
		return say(ctx, "The server does not speak the version of this request.")
	case host.RemarkErrorParams:
		return say(ctx, "What the request carries is not valid.")
	case host.RemarkErrorMethod:
		return say(ctx, "The other side does not know this method.")
	case host.RemarkErrorInternal:
		return say(ctx, "Something went wrong inside the other side.")
	case host.RemarkRequiredCapabilities:
		return say(ctx, "What the host would have to declare.")
	case host.RemarkElicitations:
		return say(ctx, "The pages to open before calling again.")
	case host.RemarkCancelled:
		return say(ctx, "The id of the request that is not to be answered any more.")
	case host.RemarkProgress:
		return say(ctx, "The token of the request that this is the progress of.")
	case host.RemarkCompleted:
		return say(ctx, "The id of the page that is done with. Calling again is worth it now.")
	}
	return ""
}
