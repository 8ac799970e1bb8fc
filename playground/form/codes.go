package form

// Codes lists the codes of [Error]. This list and the two below are what a
// message catalogue has to say in each language.
func Codes() []string {
	return []string{
		CodeJSON, CodeTooLarge, CodeTooDeep, CodeTooManyValues, CodeDuplicateKey, CodeNotObject, CodeDialect,
		CodeTooManyFields, CodeName, CodeKeyword, CodeTextTooLong, CodeType, CodeUnsupported, CodeItems,
		CodeNoOptions, CodeTooManyOptions, CodeDuplicateOption, CodeRequired,
	}
}

// ProblemCodes lists the codes of [Problem], those of URLs and their warnings
// included.
func ProblemCodes() []string {
	return []string{
		ProblemContent, ProblemRequired, ProblemText, ProblemTooLarge, ProblemMinLength, ProblemMaxLength,
		ProblemPattern, ProblemEmail, ProblemURI, ProblemDate, ProblemDateTime,
		ProblemUnfinished, ProblemDateMissing, ProblemTimeMissing, ProblemZoneMissing, ProblemNumber, ProblemInteger,
		ProblemInexact, ProblemMinimum, ProblemMaximum, ProblemExclusiveMinimum, ProblemExclusiveMaximum,
		ProblemBoolean, ProblemOption, ProblemList, ProblemDuplicate, ProblemMinItems, ProblemMaxItems,
		URLEmpty, URLTooLong, URLCharacters, URLScheme, URLHTTP, URLSyntax, URLHost,
		WarnHTTP, WarnUserinfo, WarnIP, WarnPort, WarnPunycode,
	}
}

// FindingCodes lists the codes of [Finding] that are not codes of [Error].
func FindingCodes() []string {
	return []string{
		LintMessage, LintRootType, LintProperties, LintRootKeyword, LintKeyword, LintFormat, LintPattern, LintNullable,
		LintTypeMissing, LintAnyOfSingle, LintOptionTitle, LintItemsType, LintItemsOneOf, LintEnumNames,
		LintEnumNamesCount, LintTitledVersion, LintArrayVersion, LintDefaultVersion, LintDefaultRefused,
		LintUnsatisfiable, LintSensitive, LintSensitiveMessage, LintClickableURL, LintTitleMissing,
		LintOptionsLookAlike, LintPatternNotChecked, LostPattern, LostBound, LostDefault, ChangedTitles,
	}
}

// Rules lists the rules that a [Finding] can name.
func Rules() []string {
	return []string{
		"A3.1", "A3.2", "A4.1", "A4.2", "A4.3", "A4.4", "A4.5", "A4.6", "A4.7", "A4.8", "A4.9", "A4.10", "A4.11", "A4.12",
		"A4.13", "A4.14", "A4.16", "A4.18", "A8.1", "A8.2", "A10.3",
	}
}
