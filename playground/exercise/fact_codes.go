package exercise

// FactCodes lists the codes of [Fact]: what a message catalogue has to say in each
// language.
func FactCodes() []string {
	return []string{
		FactForm, FactURL, FactNothing, FactBroken, FactOptions, FactTitles, FactOwnTitles, FactField, FactNoField,
		FactSays, FactHides, FactText, FactAnswer, FactNoAnswer, FactEarly, FactCall, FactNoCall, FactOK, FactError,
		FactToolError, FactRefused, FactStopped, FactNoResult, FactValue, FactOther, FactSome, FactGone, FactThere,
		FactSame, FactChanged, FactCreated, FactMoved, FactHolds, FactEmpty, FactUnchanged, FactChanges, FactMessages,
		FactRounds, FactEra, FactRoots, FactTool, FactNoTool, FactHint, FactIDs, FactChosen, FactChoice, FactNoChoice,
		FactPoint, FactLate, FactEnded, FactFlood, FactBulk, FactAlive, FactPage, FactNoPage, FactCopies, FactStatus, FactNotices,
		FactOtherHost, FactStray, FactNoDesign, FactLint, FactAccepts, FactRefuses, FactProblem,
	}
}
